"""One place after both nets have looked: the chance of a die there, and its face."""

from dataclasses import dataclass

from vision.geometry import Shape
from vision.stages.dice_kinds import Told
from vision.stages.looker import NOTHING, Look
from vision.stages.table_pose import Top


@dataclass(frozen=True, eq=False)
class Candidate:
    """One place: the chance that a die lies there, and that it shows this face."""

    die: float
    face: str
    right: float
    look: Look
    doubt: str | None = None
    drawing: Told | None = None
    """Its drawing, if it is one."""
    at_all: float | None = None
    """The chance that a place with a drawing is a die, whatever it shows."""
    second: str = ""
    """The face that is likeliest after `face`."""

    @property
    def shape(self) -> Shape:
        """Its place, as its look saw it."""
        return self.look.shape

    @property
    def seen(self) -> float:
        """How clearly the look saw a face."""
        return 1 - float(self.look.faces[NOTHING])

    @property
    def top(self) -> Top:
        """The top for `vision.stages.table_pose`."""
        return self.look.top

    @property
    def confidence(self) -> float:
        """The chance that a die lies there and shows this face."""
        return self.die * self.right
