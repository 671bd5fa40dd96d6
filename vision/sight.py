"""One place after both nets: what may lie there."""

from dataclasses import dataclass

from vision.known import Told
from vision.looker import NOTHING, Look
from vision.plane import Top
from vision.shape import Shape


@dataclass(frozen=True, eq=False)
class Sight:
    """One place after both nets: how likely it is a die, and how likely it shows this face."""

    die: float
    face: str
    right: float
    look: Look
    doubt: str | None = None
    drawing: Told | None = None
    """What was told of it, if it is a drawing."""
    at_all: float | None = None
    """How likely a place with a drawing is a die, whatever it shows."""

    @property
    def shape(self) -> Shape:
        """Where its look saw it."""
        return self.look.shape

    @property
    def seen(self) -> float:
        """How clearly the look saw any face at all."""
        return 1 - float(self.look.faces[NOTHING])

    @property
    def top(self) -> Top:
        """The face as it shows how the table lies."""
        return self.look.top

    @property
    def confidence(self) -> float:
        """How likely a die lies there and shows this face."""
        return self.die * self.right
