"""The result of reading a picture: dice with faces, and every reason for doubt."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # which is made of the points of this module
    from vision.stages.table_pose import Lie

Frame = NDArray[np.uint8]
"""A picture as OpenCV holds it: height x width x 3, blue first."""

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]

Argument = int | float | str | tuple[int, ...]


@dataclass(frozen=True)
class Doubt:
    """A reason not to trust a reading: a code with arguments, no words.

    `die`, if given, counts the dice of the reading from 0.
    """

    code: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)


def hidden_at(x: float, y: float) -> Doubt:
    """Return the doubt that a die at this place cannot be read."""
    return Doubt("hidden", {"x": round(float(x), 1), "y": round(float(y), 1)})


DOUBTS: Mapping[str, tuple[str, ...]] = {
    "count": ("found", "expected"),  # not an expected number of dice
    "unsure": ("die",),  # the face is not clear enough
    "hidden": ("x", "y"),  # a die here may be unreadable
    "leaning": ("die",),  # it rests on another die or on a rim
    "dark": (),  # too little light
    "bright": (),  # too much light
    "blurred": ("die",),  # out of focus or moving
    "glare": ("die",),  # a reflection lies on the face
    "covered": ("die",),  # a hand, a die or something else lies over it
    "cut_off": ("die",),  # the edge of the picture cuts it
    "overlapping": ("die",),  # two faces at the place of one die
    "not_in_set": ("die", "face"),  # a clear face that these dice do not have
    "unknown_art": ("die",),  # a clean drawing that these dice do not have
    "odd_size": ("die",),  # far larger or smaller than the others
    "moving": (),  # the picture never came to rest
    "disagree": (),  # pictures of one throw are read differently
}
"""Every code of doubt, with its arguments."""


@dataclass(frozen=True)
class ReadDie:
    """One die: its top face, the confidence, and its place in the picture.

    `corners` are those of the top face, clockwise as seen, in pixels of the picture.
    """

    face: str
    """A `Face`, or the name of a face of taught dice."""
    confidence: float
    corners: Corners

    @property
    def centre(self) -> Point:
        """The middle of the top face."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4


@dataclass(frozen=True)
class Reading:
    """The reading of one throw."""

    dice: tuple[ReadDie, ...]
    doubts: tuple[Doubt, ...] = ()
    aside: tuple[ReadDie, ...] | None = None
    """The dice laid aside on a mat; None if there is no mat, or they are badly visible."""
    aside_unclear: bool = False
    """Whether some dice laid aside are badly visible."""
    table: "Lie | None" = field(default=None, compare=False)
    """How the table lies; None if the dice do not show it."""

    @property
    def accepted(self) -> bool:
        """Whether there is no doubt."""
        return not self.doubts

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces, sorted."""
        return tuple(sorted(die.face for die in self.dice))
