"""How the dice of each set look: body, ink, pips, edges, gloss, and drawings.

Their faces are in `rules.dice`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeVar

import numpy as np

from rules.dice import DiceSet, Face
from vision.simulator import art
from vision.simulator.art import Art, Colour

Finish = Literal["opaque", "clear", "marbled", "wooden"]
Span = tuple[float, float]
T = TypeVar("T")


@dataclass(frozen=True)
class DieStyle:
    """How a die looks. Lengths are parts of its edge.

    Attributes:
        body: The colour of the die.
        ink: The colour of its pips, and of a worm that is drawn in one colour.
        pip_radius: Of one pip.
        pip_spread: From the middle of a face to its outer pips, each way.
        roundness: The radius of the rounded edges.
        ball: The radius of the ball that the cube was ground down to. From 0.87 on it cuts
            nothing; below 0.71 the flat faces are whole circles.
        gloss: 0 is matt, 1 is polished.
        recess: How deep the pips are drilled; 0 is printed.
        finish: What the body is made of.
        pictures: The worm and the other drawings.
    """

    body: Colour
    ink: Colour
    pip_radius: float
    pip_spread: float
    roundness: float
    ball: float
    gloss: float
    recess: float
    finish: Finish
    pictures: Mapping[Face, Callable[[], Art]] = field(hash=False)

    def face(self, face: Face) -> Art:
        """Return the drawing of a face."""
        if face in self.pictures:
            return _drawn(self.pictures[face])
        return _pips(int(face), round(self.pip_radius, 3), round(self.pip_spread, 2), self.ink)


@dataclass(frozen=True)
class Kind:
    """A kind of die within a set, with ranges for single dice."""

    bodies: Sequence[Colour]
    inks: Sequence[Colour]
    finishes: Sequence[Finish]
    pip_radius: Span
    pip_spread: Span
    roundness: Span
    ball: Span
    gloss: Span
    recess: Span
    pictures: Mapping[Face, Callable[[], Art]]
    shade: int = 10
    """How far each channel of the body may deviate."""

    def pick(self, rng: np.random.Generator) -> DieStyle:
        """Return a look within the ranges."""

        def within(span: Span) -> float:
            return float(rng.uniform(*span))

        body = one_of(self.bodies, rng)
        red, green, blue = (
            int(np.clip(channel + rng.integers(-self.shade, self.shade + 1), 4, 251))
            for channel in body
        )
        return DieStyle(
            body=(red, green, blue),
            ink=one_of(self.inks, rng),
            pip_radius=round(within(self.pip_radius), 3),
            pip_spread=round(within(self.pip_spread), 2),
            roundness=within(self.roundness),
            ball=within(self.ball),
            gloss=within(self.gloss),
            recess=within(self.recess),
            finish=one_of(self.finishes, rng),
            pictures=self.pictures,
        )


_BLACK: Colour = (22, 20, 22)
_WHITE: Colour = (246, 244, 238)

_CLASSIC = Kind(
    bodies=((238, 220, 180), (244, 230, 198), (228, 205, 160), (246, 236, 214)),
    inks=(art.BLUE, art.BLUE, (20, 70, 190), _BLACK),
    finishes=("wooden",),
    pip_radius=(0.055, 0.065),
    pip_spread=(0.2, 0.24),
    roundness=(0.08, 0.14),
    ball=(0.66, 0.72),
    gloss=(0.1, 0.4),
    recess=(0.0, 0.012),
    pictures={Face.WORM: art.worm},
)
_BARBECUE = Kind(
    bodies=((112, 62, 36), (98, 52, 30), (128, 72, 42), (88, 48, 32)),
    inks=(art.CREAM, (250, 244, 228), (236, 214, 170)),
    finishes=("opaque", "opaque", "wooden"),
    pip_radius=(0.065, 0.1),
    pip_spread=(0.22, 0.27),
    roundness=(0.07, 0.16),
    ball=(0.74, 0.9),
    gloss=(0.15, 0.8),
    recess=(0.0, 0.03),
    pictures={Face.WORM: art.barbecue_worm},
)
_PICTURES: Mapping[Face, Callable[[], Art]] = {
    Face.WORM: art.junior_worm,
    Face.CUCUMBER: art.cucumber,
    Face.CHEESE: art.cheese,
    Face.KETCHUP: art.ketchup,
    Face.BUN: art.bun,
}
_JUNIOR = Kind(
    bodies=((246, 243, 236), (240, 232, 212), (228, 236, 240), (236, 226, 196)),
    inks=(art.DARK,),
    finishes=("opaque", "wooden"),
    pip_radius=(0.09, 0.09),
    pip_spread=(0.25, 0.25),
    roundness=(0.06, 0.14),
    ball=(0.76, 0.9),
    gloss=(0.1, 0.6),
    recess=(0.0, 0.0),
    pictures=_PICTURES,
)
_LIGHT_DICE = Kind(
    bodies=(
        (246, 246, 244), (242, 238, 226), (250, 224, 96), (250, 190, 60), (150, 214, 120),
        (246, 170, 190), (150, 206, 240), (214, 214, 216),
    ),
    inks=(_BLACK, _BLACK, _BLACK, (150, 16, 24), (24, 40, 120)),
    finishes=("opaque", "opaque", "opaque", "marbled"),
    pip_radius=(0.075, 0.115),
    pip_spread=(0.22, 0.28),
    roundness=(0.04, 0.2),
    ball=(0.68, 0.95),
    gloss=(0.2, 1.0),
    recess=(0.0, 0.045),
    pictures={},
)  # fmt: skip
_DARK_DICE = replace(
    _LIGHT_DICE,
    bodies=(
        (186, 22, 30), (26, 24, 28), (24, 56, 150), (18, 104, 52), (92, 34, 120), (196, 84, 20),
        (60, 60, 66), (110, 20, 36), (20, 110, 120),
    ),
    inks=(_WHITE, _WHITE, _WHITE, (240, 214, 130)),
)  # fmt: skip
_CLEAR_DICE = replace(
    _DARK_DICE,
    bodies=((214, 14, 30), (20, 60, 190), (10, 130, 60), (230, 110, 10), (110, 20, 150)),
    finishes=("clear",),
    roundness=(0.02, 0.12),
    ball=(0.8, 0.95),
    gloss=(0.6, 1.0),
    recess=(0.0, 0.0),
    inks=(_WHITE,),
)

KINDS: Mapping[str, tuple[Kind, ...]] = {
    "classic": (_CLASSIC,),
    "barbecue": (_BARBECUE,),
    "junior": (_JUNIOR,),
    "standard": (_LIGHT_DICE, _LIGHT_DICE, _DARK_DICE, _DARK_DICE, _CLEAR_DICE),
}
"""The kinds of dice by the name of the set; common ones are listed more often."""


def random_style(dice_set: DiceSet, rng: np.random.Generator) -> DieStyle:
    """Return the look of a die of the set."""
    return one_of(KINDS[dice_set.name], rng).pick(rng)


def one_of(options: Sequence[T], rng: np.random.Generator) -> T:
    """Return one of several, equally likely."""
    return options[int(rng.integers(len(options)))]


@lru_cache(maxsize=256)
def _pips(count: int, radius: float, spread: float, ink: Colour) -> Art:
    return art.pips(count, radius, spread, ink)


@lru_cache(maxsize=64)
def _drawn(draw: Callable[[], Art]) -> Art:
    return draw()
