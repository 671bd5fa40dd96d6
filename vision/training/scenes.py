"""Makes random throws for training: the things on the table, their look, and the camera.

Lengths are in die edges; the table is z = 0.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.stages.looker import DRAWING
from vision.training import lying, rooms, styles
from vision.training.data import ICONS, OWN, PRINTED_DICE
from vision.training.records import DECAL, DIE, FRAME, LABEL, THING, Record

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Batch:
    """Frames for the renderer, with their labels."""

    frames: Record
    dice: Record
    things: Record
    decals: Record
    labels: Record
    edges: Floats
    """The approximate size of a die in each frame, in pixels."""


@dataclass(frozen=True)
class Trouble:
    """How often each kind of trouble occurs on the table."""

    leaning: float = 0.11
    rests: lying.Rests = lying.RESTS
    stacked: float = 0.03
    beside: float = 0.0
    """How often something lies against a level die."""
    hands: float = 0.28
    on_dice: float = 0.12
    """The part of the clutter that may touch or cover dice."""

    def spoilt(self, rng: np.random.Generator) -> lying.Spoilt:
        """What is wrong with the position of a die."""
        chance = rng.random()
        if chance < self.leaning:
            return "leaning"
        if chance < self.leaning + self.stacked:
            return "stacked"
        return "beside" if chance < self.leaning + self.stacked + self.beside else "no"


USUAL = Trouble()
UNSTEADY = Trouble(
    leaning=0.45, rests=(0.36, 0.56), stacked=0.03, beside=0.24, hands=0.12, on_dice=0.0
)
"""For learning whether a die leans: here nothing else may touch the dice."""
_PALE, _PRINTED_ON = 0.24, 0.2
"""The part of pale tables, and of those the part with prints, so that dice on white are not always
prints.
"""
_FLAT_DICE = 0.25
"""How often a print is a sheet of dice of the usual size."""
_PICTURE_DICE, _PICTURED = 7, 0.4
"""The kinds of picture dice in a batch, and their part of all dice. Few kinds let each face appear
several times.
"""


class Maker:
    """Makes random frames of one size, determined by the seed.

    `inks` holds the lightness of each drawing's ink; the last drawings are `sets` of icons. The
    part `unsteady` of the frames has many leaning dice. The part `photographic` is path-traced with
    `samples` rays for each pixel.
    """

    def __init__(
        self,
        seed: int,
        width: int,
        height: int,
        inks: Floats,
        prints: int,
        sets: int = 0,
        *,
        unsteady: float = 0.0,
        photographic: float = 0.0,
        samples: int = 6,
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.width, self.height = width, height
        self.inks, self.prints, self.trouble = inks, prints, USUAL
        self._sets, self._unsteady = sets, unsteady
        self._photographic, self._samples = photographic, samples
        self._picture_dice: list[Record] = []

    def batch(self, count: int, arts: int = 48) -> Batch:
        """Make frames; they share a few drawings, so that each is on several dice."""
        single = len(self.inks) - ICONS * self._sets
        pool = self.rng.integers(0, single, arts)
        pool[: arts // 6] = self.rng.integers(0, OWN, arts // 6)
        # The same picture dice in several frames: each face is seen in other light and from afar.
        chosen = self.rng.integers(0, self._sets, _PICTURE_DICE) if self._sets else ()
        self._picture_dice = [
            styles.die_with(
                self.rng, 10.0 + single + ICONS * n + self.rng.permutation(ICONS), self.inks
            )
            for n in chosen
        ]
        made = [self._frame(number, pool) for number in range(count)]
        frames = np.concatenate([m.frames for m in made])
        for name in ("dice", "things", "decals"):
            lengths = [len(getattr(m, name)) for m in made]
            first = {"dice": "first_die", "things": "first_thing", "decals": "first_decal"}[name]
            frames[name] = lengths
            frames[first] = np.cumsum([0, *lengths[:-1]])
        return Batch(
            frames=frames,
            dice=np.concatenate([m.dice for m in made]),
            things=np.concatenate([m.things for m in made]),
            decals=np.concatenate([m.decals for m in made]),
            labels=np.concatenate([m.labels for m in made]),
            edges=np.concatenate([m.edges for m in made]),
        )

    def _frame(self, number: int, pool: NDArray[np.int64]) -> Batch:
        rng = self.rng
        frame = np.zeros(1, FRAME)
        self.trouble = UNSTEADY if rng.random() < self._unsteady else USUAL
        pale = bool(rng.random() < _PALE)
        camera = _aim(rng, frame[0], self.width, self.height, above=pale and rng.random() < 0.6)
        shadows = rooms.light(rng, frame[0])
        rooms.table(rng, frame[0])
        if pale:
            rooms.pale(rng, frame[0])
        photographic = rng.random() < self._photographic
        if photographic:
            shadows = rooms.photograph(rng, frame[0], self._samples)
        # Printed dice, the last pages, only where a shadow would tell real ones from them.
        frame["pages"] = pages = self.prints - (0 if shadows else PRINTED_DICE)
        dice, lifted = self._dice(camera, pool)
        if photographic:
            styles.as_photographed(rng, dice)
        things = self._things(camera, dice, lifted)
        blank = pale and rng.random() > _PRINTED_ON
        decals = np.zeros(0, DECAL) if blank else self._decals(camera, pages)
        labels = self._labels(number, frame[0], dice)
        return Batch(frame, dice, things, decals, labels, np.array([camera.edge], np.float32))

    def _dice(self, camera: "Camera", pool: NDArray[np.int64]) -> tuple[Record, Record]:
        rng = self.rng
        room = (self.width / camera.edge) * (self.height / camera.edge)
        most = int(np.clip(room * 0.28, 1, 16))
        if rng.random() < 0.07:
            count = 0
        elif rng.random() < 0.8:
            count = int(rng.integers(1, min(most, 8) + 1))
            if camera.edge < 80:  # small dice leave room for many
                count = int(rng.integers(min(most, 3), min(most, 14) + 1))
        else:
            count = int(rng.integers(1, most + 1))
        mood = rng.random()
        kinds = 1 if mood < 0.6 else 2 if mood < 0.8 else 5
        looks = [self._look(pool) for _ in range(kinds)]
        sizes = [1.0 if kinds == 1 or rng.random() < 0.6 else rng.uniform(0.65, 1.3) for _ in looks]
        touching = rng.choice([0.0, 0.3, 0.9], p=[0.4, 0.3, 0.3])
        placed = lying.Placed(rng, camera, touching, self.trouble.rests)
        lifted = np.zeros(0, THING)
        lift = 0.0
        if count and rng.random() < 0.1:  # some lie on a book, a phone, a board
            lifted = np.zeros(1, THING)
            lift = styles.slab(rng, lifted[0], camera.spot(rng))
        props: list[Record] = []
        dice: list[Record] = []
        for _ in range(count):
            which = int(rng.integers(kinds))
            size = sizes[which] * rng.uniform(0.985, 1.015)
            spoilt = self.trouble.spoilt(rng) if not lift else "no"
            lies = placed.one(size, looks[which], spoilt)
            if lies is None:
                continue
            x, y = lies.x, lies.y
            if lift and not _upon(lifted[0], x, y, 0.75) and _upon(lifted[0], x, y, -0.75):
                placed.undo()
                continue  # it would hang over the edge
            die = looks[which].copy()
            die["turn"], die["size"] = lies.turn.ravel(), size
            on = lift if lift and _upon(lifted[0], x, y, 0.75) else 0.0
            die["centre"] = x, y, lies.z + on
            die["seed"] = rng.integers(0, 30000)
            dice.append(die)
            if lies.prop is not None:
                props.append(styles.prop(rng, lies.prop))
        made = np.array([*lifted, *props], THING) if props else lifted
        return (np.array(dice, DIE) if dice else np.zeros(0, DIE)), made

    def _look(self, pool: NDArray[np.int64]) -> Record:
        if self._picture_dice and self.rng.random() < _PICTURED:
            return self._picture_dice[int(self.rng.integers(len(self._picture_dice)))]
        return styles.die(self.rng, pool, self.inks)

    def _things(self, camera: "Camera", dice: Record, lifted: Record) -> Record:
        rng = self.rng
        things: list[Record] = list(lifted)
        if rng.random() < 0.45:
            for _ in range(int(rng.integers(1, 9))):
                thing = np.zeros(1, THING)[0]
                x, y = camera.spot(rng, margin=1.25)
                styles.clutter(rng, thing, x, y, self.prints)
                reach = max(thing["half"][0], thing["half"][1])
                if any(np.hypot(d["centre"][0] - x, d["centre"][1] - y) < reach + 0.72 * d["size"]
                       for d in dice) and rng.random() > self.trouble.on_dice:  # fmt: skip
                    continue
                things.append(thing)
        if rng.random() < 0.08:
            styles.tray(rng, things, camera.reach)
        if rng.random() < self.trouble.hands:
            over = dice[int(rng.integers(len(dice)))]["centre"] if len(dice) else None
            styles.hand(rng, things, camera, over if rng.random() < 0.75 else None)
        return np.array(things, THING) if things else np.zeros(0, THING)

    def _decals(self, camera: "Camera", pages: int) -> Record:
        rng = self.rng
        if rng.random() > 0.5:
            return np.zeros(0, DECAL)
        flat_dice = pages == self.prints and rng.random() < _FLAT_DICE
        decals = np.zeros(int(rng.integers(1, 13) if flat_dice else rng.integers(1, 9)), DECAL)
        size = rng.uniform(0.4, 0.75)
        rows = _rows(rng, camera, size) if rng.random() < 0.5 else None  # as a sheet has them
        for number, decal in enumerate(decals):
            angle = rng.uniform(0, 2 * np.pi)
            decal["x"], decal["y"] = camera.spot(rng, margin=1.2)
            half = 0.5 if rng.random() < 0.3 else np.exp(rng.uniform(np.log(0.3), np.log(5)))
            decal["half_w"], decal["half_h"] = half * rng.uniform(0.8, 1.25), half
            decal["tile"] = rng.integers(pages)
            decal["ink"] = rng.choice([0.0, 0.6, 0.95])
            if flat_dice:
                decal["half_w"] = decal["half_h"] = size
                decal["tile"] = self.prints - 1 - rng.integers(PRINTED_DICE)
                if rows is not None:
                    decal["x"], decal["y"], angle = rows[number]
            decal["cosine"], decal["sine"] = np.cos(angle), np.sin(angle)
        return decals

    def _labels(self, number: int, frame: Record, dice: Record) -> Record:
        labels = np.zeros(len(dice), LABEL)
        for label, die in zip(labels, dice, strict=True):
            turn = die["turn"].reshape(3, 3)
            axis = int(np.argmax(np.abs(turn[:, 2])))
            below = turn[axis, 2] < 0
            slot = axis * 2 + int(below)
            up = turn[axis] * (-1 if below else 1)
            a, b = turn[(axis + 1) % 3], turn[(axis + 2) % 3]
            half = die["size"] / 2
            around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            corners = np.array([die["centre"] + half * (up + i * a + j * b) for i, j in around])
            seen = project(frame, corners)
            middle = project(frame, (die["centre"] + half * up)[None])[0]
            ax = (seen[1] + seen[2] - seen[0] - seen[3]) / 4
            bx = (seen[2] + seen[3] - seen[0] - seen[1]) / 4
            kind = int(die["art"][slot])
            label["frame"] = number
            label["x"], label["y"] = middle
            label["down"] = project(frame, (die["centre"] - half * up)[None])[0] - middle
            label["half"] = ax[0], bx[0], ax[1], bx[1]
            label["corners"] = seen.ravel()
            label["face"] = kind if kind < 10 else DRAWING
            label["art"] = kind - 10 if kind >= 10 else -1
            label["slot"] = slot
            label["lean"] = np.degrees(np.arccos(np.clip(abs(turn[axis, 2]), 0, 1)))
        return labels


@dataclass(frozen=True)
class Camera:
    """The view of the camera, and the size of a die in it."""

    frame: Record
    width: int
    height: int
    edge: float

    @property
    def reach(self) -> float:
        """Return about half of the visible width of the table, in die edges."""
        return self.height / self.edge / 2

    def spot(self, rng: np.random.Generator, margin: float = 0.98) -> tuple[float, float]:
        """Return a random visible point of the table."""
        x = self.width * (0.5 + margin * (rng.random() - 0.5))
        y = self.height * (0.5 + margin * (rng.random() - 0.5))
        f = self.frame
        along = np.array([(x - f["cx"]) / f["fx"], (y - f["cy"]) / f["fy"], 1.0])
        along = f["turn"].reshape(3, 3).T @ along
        down = -f["eye"][2] / min(along[2], -0.05)
        return float(f["eye"][0] + along[0] * down), float(f["eye"][1] + along[1] * down)


def project(frame: Record, points: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return points of the world in pixels."""
    seen = (points - frame["eye"]) @ frame["turn"].reshape(3, 3).T
    depth = np.maximum(seen[:, 2:], 1e-3)
    return seen[:, :2] / depth * (frame["fx"], frame["fy"]) + (frame["cx"], frame["cy"])


def _rows(
    rng: np.random.Generator, camera: Camera, half: float
) -> list[tuple[float, float, float]]:
    """Return the places of prints of this size in rows, and their turn."""
    x, y = camera.spot(rng)
    angle, step = rng.uniform(0, 2 * np.pi), 2 * half * rng.uniform(0.95, 1.6)
    c, s = np.cos(angle) * step, np.sin(angle) * step
    cells = [(i, j) for i in range(-3, 3) for j in range(-2, 2)]
    return [(x + i * c - j * s, y + i * s + j * c, angle) for i, j in cells]


def _aim(
    rng: np.random.Generator, frame: Record, width: int, height: int, *, above: bool
) -> Camera:
    edge = float(np.exp(rng.uniform(np.log(15), np.log(190))))
    focal = width * float(np.exp(rng.uniform(np.log(0.75), np.log(2.6))))
    aside = 0.03
    tilt = np.radians(abs(rng.normal(0, 8)) if rng.random() < 0.4 else rng.uniform(0, 40))
    view = rng.random()
    if view < 0.17:  # close by
        edge = float(np.exp(rng.uniform(np.log(150), np.log(480))))
    elif view < 0.52:  # part of what a wide lens sees of a whole table: small dice, many aslant
        edge = float(np.exp(rng.uniform(np.log(17), np.log(70))))
        focal = float(np.exp(rng.uniform(np.log(420), np.log(1300))))
        tilt, aside = np.radians(rng.uniform(0, 36)), 0.3
    elif rng.random() < (0.25 if edge < 60 else 0.1):
        tilt = np.radians(rng.uniform(25, 45))
    if above:  # straight down and from afar: hardly a side is seen
        focal = width * float(np.exp(rng.uniform(np.log(1.1), np.log(3))))
        tilt, aside = np.radians(abs(rng.normal(0, 5))), 0.03
    around, roll = rng.uniform(0, 2 * np.pi, 2)
    across = np.arctan((0.5 + aside) * np.hypot(width, height) / focal)
    tilt = min(tilt, max(0.0, np.radians(78) - across)) if aside > 0.1 else tilt
    away = focal / edge
    back = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    forward = -back
    right = np.array([np.cos(around + np.pi / 2), np.sin(around + np.pi / 2), 0.0])
    down = np.cross(forward, right)
    right, down = (
        np.cos(roll) * right + np.sin(roll) * down,
        np.cos(roll) * down - np.sin(roll) * right,
    )
    squash = float(np.exp(rng.uniform(-0.28, 0.28))) if rng.random() < 0.15 else 1.0
    frame["turn"] = np.concatenate([right, down, forward])
    frame["eye"] = back * away + [0, 0, 0.5]
    frame["fx"], frame["fy"] = focal * squash**0.5, focal / squash**0.5
    frame["cx"] = width / 2 + rng.uniform(-aside, aside) * width
    frame["cy"] = height / 2 + rng.uniform(-aside, aside) * height
    frame["seed"] = rng.integers(0, 30000)
    return Camera(frame, width, height, edge)


def _upon(slab: Record, x: float, y: float, inside: float) -> bool:
    turn = slab["turn"].reshape(3, 3)
    dx, dy, _ = turn @ np.array([x - slab["centre"][0], y - slab["centre"][1], 0.0])
    return bool(abs(dx) < slab["half"][0] - inside and abs(dy) < slab["half"][1] - inside)
