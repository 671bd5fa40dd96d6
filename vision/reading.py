"""The result of reading a picture: dice with faces, and every reason for doubt."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import hypot

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
    "blurred": ("die",),  # out of focus or moving
    "glare": ("die",),  # a reflection lies on the face
    "covered": ("die",),  # a hand, a die or something else lies over it
    "cut_off": ("die",),  # the edge of the picture cuts it
    "overlapping": ("die",),  # two faces at the place of one die
    "not_in_set": ("die", "face"),  # a clear face that these dice do not have
    "unknown_art": ("die",),  # a clean drawing that these dice do not have
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
    second: str = field(default="", compare=False)
    """The face that is likeliest after the one that was read; "" if there is none."""

    @property
    def centre(self) -> Point:
        """The middle of the top face."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4


@dataclass(frozen=True)
class TablePose:
    """How a table lies before a camera.

    Attributes:
        centre: The point of the picture that the camera looks at.
        focal: The focal length, in pixels.
        up: The way up from the table, in the camera's axes: right, down, ahead.
        unit: The size of the dice, as `vision.stages.table_pose` compares them.
    """

    centre: Point
    focal: float
    up: tuple[float, float, float]
    unit: float

    def mapped(self, where: Callable[[Point], Point]) -> "TablePose":
        """Return the same table in a moved, turned or scaled picture; `where` maps its points."""
        x, y = self.centre
        centre, right, below = where((x, y)), where((x + 1, y)), where((x, y + 1))
        a, b = right[0] - centre[0], below[0] - centre[0]
        c, d = right[1] - centre[1], below[1] - centre[1]
        scale = hypot(a, c)
        up_x, up_y, up_z = self.up
        up = (a * up_x + b * up_y) / scale, (c * up_x + d * up_y) / scale, up_z
        return TablePose(centre, self.focal * scale, up, self.unit)


@dataclass(frozen=True)
class Reading:
    """The reading of one throw."""

    dice: tuple[ReadDie, ...]
    doubts: tuple[Doubt, ...] = ()
    aside: tuple[ReadDie, ...] | None = None
    """The dice laid aside on a mat; None if there is no mat, or they are badly visible."""
    aside_unclear: bool = False
    """Whether some dice laid aside are badly visible."""
    table: TablePose | None = field(default=None, compare=False)
    """How the table lies; None if the dice do not show it."""

    @property
    def accepted(self) -> bool:
        """Whether there is no doubt."""
        return not self.doubts

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces, sorted."""
        return tuple(sorted(die.face for die in self.dice))
