"""What was read from a picture: dice with faces, and every reason not to trust them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # which is made of the points of this module
    from vision.plane import Lie

Frame = NDArray[np.uint8]
"""A picture as OpenCV holds it: height x width x 3, blue first."""

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]

Argument = int | float | str | tuple[int, ...]


@dataclass(frozen=True)
class Doubt:
    """A reason not to trust a reading: a code with arguments, no words.

    `die`, where there is one, counts the dice of the reading from 0.
    """

    code: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)


def hidden_at(x: float, y: float) -> Doubt:
    """That something there may be a die which cannot be read."""
    return Doubt("hidden", {"x": round(float(x), 1), "y": round(float(y), 1)})


DOUBTS: Mapping[str, tuple[str, ...]] = {
    "count": ("found", "expected"),  # so many dice cannot lie there now
    "unsure": ("die",),  # the face is not clear enough to be claimed
    "hidden": ("x", "y"),  # something here may be a die, too unclear to be read
    "leaning": ("die",),  # cocked: it rests on another die or on a rim
    "dark": (),  # too little light
    "bright": (),  # so much light that nothing is left to see
    "blurred": ("die",),  # out of focus or moving
    "glare": ("die",),  # a reflection lies on the face
    "covered": ("die",),  # a hand, a die or something else lies over it
    "cut_off": ("die",),  # the edge of the picture cuts it
    "overlapping": ("die",),  # two faces are seen where one die lies
    "not_in_set": ("die", "face"),  # a clear face that these dice do not have
    "unknown_art": ("die",),  # a clean drawing that these dice do not have
    "odd_size": ("die",),  # far larger or smaller than the others
    "moving": (),  # the picture never came to rest
    "disagree": (),  # still pictures of one throw read differently
}
"""Every code of doubt, and the arguments it carries."""


@dataclass(frozen=True)
class ReadDie:
    """One die: its top face, how sure that is, and where it lies in the picture.

    The corners are those of the top face, clockwise as seen, in pixels of the picture.
    """

    face: str
    """A `Face`, or what a face of taught dice is called."""
    confidence: float
    corners: Corners

    @property
    def centre(self) -> Point:
        """The middle of the top face."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4


@dataclass(frozen=True)
class Reading:
    """All that was read from one throw."""

    dice: tuple[ReadDie, ...]
    doubts: tuple[Doubt, ...] = ()
    aside: tuple[ReadDie, ...] | None = None
    """The dice laid aside on a mat; None where they are not told apart, or not seen well."""
    aside_unclear: bool = False
    """Whether dice lie aside, but not all of them are seen well."""
    table: "Lie | None" = field(default=None, compare=False)
    """How the table lies; None where the dice do not show it."""

    @property
    def accepted(self) -> bool:
        """Nothing speaks against it."""
        return not self.doubts

    @property
    def faces(self) -> tuple[str, ...]:
        """The throw as a multiset: sorted."""
        return tuple(sorted(die.face for die in self.dice))
