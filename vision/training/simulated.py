"""Makes training views of the simulated camera, in addition to those of `render.cu`.

Two renderers err differently. Seeds, worms, part of the light and colours differ from those of the
tests.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from vision.geometry import Frame
from vision.simulator.die_styles import DieStyle, one_of, random_style
from vision.simulator.light import Mood
from vision.simulator.scene import HEIGHT, WIDTH, Spoil, Surface, random_scene, render
from vision.simulator.throw import NoRoom
from vision.stages.dice_kinds import PIPS
from vision.stages.looker import DRAWING
from vision.training.data import FIRST_ICON, ICONS, OWN
from vision.training.drawings import stands_out
from vision.training.lessons import PICTURED, tile

FIRST_SEED, SEEDS = 20_000_000, 60_000_000
VIEWS, KEPT = 8, 32
"""Uses of each picture, with another part and other colours, and the number of pictures it is mixed
with: rendering takes far longer than cropping.
"""
NEARER, NEAREST = 0.25, 2.6
"""The part of views from nearer, and the greatest magnification."""
_LARGE, _LARGEST, _SMALL, _SMALLEST, _USUAL = 0.15, 260.0, 0.5, 22.0, 80.0
"""Large dice, as on photos: the part of throws, and the greatest size in pixels if there is room.
Small dice, which are harder: the part of throws, and the least size. Between both: the usual size,
which the other throws have, as in the tests."""
AIMED = 0.8
"""The part of views that certainly contain a die."""

ICON_DICE = DiceSet("icons", PIPS, (1, 2, 3, 4, 5, 6))
_OURS = (Face.WORM, Face.CUCUMBER, Face.CHEESE, Face.KETCHUP, Face.BUN)
"""Our own drawings in the order of training."""
_SETS: tuple[DiceSet, ...] = (STANDARD, BARBECUE, CLASSIC, junior(), ICON_DICE)
_OFTEN = (0.46, 0.2, 0.08, 0.1, 0.16)
_CLOUDY = 0.55
"""The part of marbled or clear dice among standard ones. Their clouds, far pips and faint edges are
hard to read.
"""
_SPOILS: tuple[Spoil | None, ...] = (None, "touching", "cocked", "hand", "glare", "stacked")
_SPOILT = (0.24, 0.3, 0.23, 0.1, 0.03, 0.1)
_UNSTEADY = (0.42, 0.08, 0.4, 0.05, 0.0, 0.05)
"""How often each kind occurs; `_UNSTEADY` is for learning whether a die leans."""
_BESIDE, _ALONE = 0.6, 0.5
"""In that case, the part of ordinary throws with a pencil beside a die, and of leaning or pencil
throws with a single die.
"""
_SURFACES: tuple[Surface, ...] = ("plain", "paper", "wood", "felt", "cloth", "stone", "tray")
_LAID = (0.22, 0.08, 0.14, 0.14, 0.14, 0.14, 0.14)
"""How often each table occurs. Paper is rare, because its many printed dice would outnumber real
ones.
"""
EVEN = Mood((0.75, 1.1), (0.05, 0.45), (0.3, 0.7), (1.0, 1.0, 1.0), (1.04, 1.0, 0.97))
_EVENLY = 0.5
"""How often light comes from everywhere, except on paper."""

VIEWED_DIE = np.dtype(
    [
        ("frame", "i4"),
        ("corners", "f4", (4, 2)),
        ("down", "f4", (2,)),
        ("face", "i4"),
        ("art", "i4"),
        ("lean", "f4"),
        ("covered", "f4"),
        ("glare", "f4"),
    ]
)
"""The labels of each die, like `records.LABEL`, in pixels of the view."""


@dataclass(frozen=True)
class Views:
    """Parts of pictures (n x height x width x 3, RGB), and their dice."""

    pictures: NDArray[np.uint8]
    dice: NDArray[Any]


_Known = tuple[Frame, NDArray[Any]]
"""A picture and its dice."""


class Simulator:
    """Makes random views of one size, determined by the seed."""

    def __init__(
        self, seed: int, width: int, height: int, art: NDArray[np.uint8], *, unsteady: float = 0.0
    ) -> None:
        self.rng = np.random.default_rng([seed, 17])
        self.width, self.height, self.art = width, height, art
        self._unsteady = unsteady
        self._icon_sets: list[int] = []
        self._shots: list[_Known] = []
        self._made = 0

    def views(self, count: int) -> Views:
        """Return at most KEPT views, each of another picture; some pictures are new."""
        for _ in range(count):
            if len(self._shots) < count or self.rng.random() < 1 / VIEWS:
                self._shots = [*self._shots[-KEPT + 1 :], self._next()]
        pictures: list[Frame] = []
        dice: list[NDArray[Any]] = []
        for number, which in enumerate(self.rng.permutation(len(self._shots))[:count]):
            view, seen = self._view(*self._shots[which])
            seen["frame"] = number
            pictures.append(view[..., ::-1])
            dice.append(seen)
        return Views(np.stack(pictures), np.concatenate(dice))

    def _next(self) -> _Known:
        """Make another picture; retry if large leaning dice find no room."""
        while True:
            try:
                return self._shot()
            except NoRoom:
                continue

    def _shot(self) -> _Known:
        rng = self.rng
        if self._made % 8 == 0:  # each icon is seen on several dice
            self._other_icons()
        self._made += 1
        dice_set = _SETS[int(rng.choice(len(_SETS), p=_OFTEN))]
        unsteady = bool(rng.random() < self._unsteady)
        often = _UNSTEADY if unsteady else _SPOILT
        spoil = _SPOILS[int(rng.choice(len(_SPOILS), p=often))]
        count = int(rng.integers(0 if spoil is None else 2, 11))
        seed = FIRST_SEED + int(rng.integers(SEEDS))
        look, arts = self._look(dice_set)
        fixed: dict[str, Any] = {}
        if unsteady:
            fixed["beside"] = spoil is None and rng.random() < _BESIDE
            if spoil == "cocked" or fixed["beside"]:
                count = 1 if rng.random() < _ALONE else int(rng.integers(2, 7))
        if (drawn := rng.random()) < _LARGE:
            fixed["edge"] = edge = float(np.exp(rng.uniform(np.log(_USUAL), np.log(_LARGEST))))
            count = min(count, max(2, int(8 * (_USUAL / edge) ** 2)))
        elif drawn < _LARGE + _SMALL:
            fixed["edge"] = float(np.exp(rng.uniform(np.log(_SMALLEST), np.log(_USUAL))))
        fixed["surface"] = surface = _SURFACES[int(rng.choice(len(_SURFACES), p=_LAID))]
        if rng.random() < _EVENLY and surface != "paper":  # no shadow would tell dice from prints
            fixed["light"] = EVEN
        shot = render(random_scene(dice_set, count, seed, spoil=spoil, style=look, **fixed))
        dice = np.zeros(len(shot.dice), VIEWED_DIE)
        for die, true in zip(dice, shot.dice, strict=True):
            die["corners"] = np.array(true.corners) + 0.5  # here a pixel's middle is at its half
            die["down"], die["lean"] = true.down, true.lean
            die["covered"], die["glare"] = true.covered, float(true.spoilt == "glare")
            drawn = true.face in arts
            die["face"] = DRAWING if drawn else PIPS.index(true.face) + 1
            die["art"] = arts[true.face] if drawn else -1
        return shot.frame, dice

    def _other_icons(self) -> None:
        sets = (len(self.art) - FIRST_ICON) // ICONS
        self._icon_sets = [int(number) for number in self.rng.integers(sets, size=2)]

    def _look(self, dice_set: DiceSet) -> tuple[DieStyle | None, dict[Face, int]]:
        """Choose the look of the dice, if not the usual one, and their drawings."""
        rng = self.rng
        if dice_set.name == "junior":
            return None, {face: number for number, face in enumerate(_OURS)}
        if dice_set != ICON_DICE and Face.WORM not in dice_set.faces:
            return self._cloudy(dice_set) if rng.random() < _CLOUDY else None, {}
        while True:
            if dice_set == ICON_DICE:
                first = FIRST_ICON + ICONS * one_of(self._icon_sets, rng)
                order = rng.permutation(ICONS)
                arts = {face: first + int(order[number]) for number, face in enumerate(PIPS)}
                look = one_of(PICTURED, rng).pick(rng)
            else:
                arts = {Face.WORM: int(rng.integers(OWN, FIRST_ICON))}
                look = random_style(dice_set, rng)
            if all(stands_out(self.art[number], look.body) for number in arts.values()):
                drawn = {face: partial(tile, self.art[number]) for face, number in arts.items()}
                return replace(look, pictures={**look.pictures, **drawn}), arts
            if dice_set == ICON_DICE:  # some icons stand out from no die
                self._other_icons()

    def _cloudy(self, dice_set: DiceSet) -> DieStyle:
        while (look := random_style(dice_set, self.rng)).finish not in {"marbled", "clear"}:
            pass
        return look

    def _view(self, picture: Frame, dice: NDArray[Any]) -> tuple[Frame, NDArray[Any]]:
        """Return a part of the picture in a quarter turn, with all dice, visible or not."""
        rng, turn = self.rng, int(self.rng.integers(4))
        wide, high = (self.width, self.height) if turn % 2 == 0 else (self.height, self.width)
        near = float(rng.uniform(1, NEAREST)) if rng.random() < NEARER else 1.0
        across, down = int(wide / near), int(high / near)
        left, top = rng.uniform(0, (WIDTH - across, HEIGHT - down)).astype(int)
        if len(dice) and rng.random() < AIMED:
            middle = dice[int(rng.integers(len(dice)))]["corners"].mean(0)
            about = middle - rng.uniform(0.2, 0.8, 2) * (across, down)
            left, top = about.clip(0, (WIDTH - across, HEIGHT - down)).astype(int)
        view = picture[top : top + down, left : left + across]
        seen = dice.copy()
        seen["corners"] -= (left, top)
        if near > 1:
            view = np.asarray(cv2.resize(view, (wide, high), interpolation=cv2.INTER_LINEAR))
            grown = np.array([wide / across, high / down], np.float32)
            seen["corners"] *= grown
            seen["down"] *= grown
        for _ in range(turn):  # np.rot90 turns to the left
            seen["corners"] = np.stack(
                [seen["corners"][..., 1], wide - seen["corners"][..., 0]], -1
            )
            seen["down"] = np.stack([seen["down"][:, 1], -seen["down"][:, 0]], -1)
            wide, high = high, wide
        return np.ascontiguousarray(np.rot90(view, turn)), seen
