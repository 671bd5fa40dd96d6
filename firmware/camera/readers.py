"""The protocol of readers of dice.

Imports neither numpy nor OpenCV until a reader is made.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol

from rules.dice import DiceSet

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.files.taught_dice import Taught
    from vision.geometry import Frame
    from vision.reader import Lesson
    from vision.reading import Reading
    from vision.stages.context import Context
    from vision.stages.dice_kinds import Alike

Reads = Callable[["Frame", Collection[int] | None, "Context"], "Reading"]
"""Reads dice from a frame, the plausible numbers of dice, and their region."""


class DiceReader(Protocol):
    """Reads the dice in a frame, and can be taught dice."""

    def read(
        self,
        frame: "Frame",
        dice: "DiceSet | Taught",
        expected: Collection[int] | None = None,
        context: "Context" = ...,
    ) -> "Reading":
        """Return the dice with every reason to doubt them."""

    def lesson(
        self, frame: "Frame", expected: Collection[int] | None = None, context: "Context" = ...
    ) -> "Lesson":
        """Read dice that all show the same new face."""

    def know(self, taught: "Taught") -> None:
        """Prepare for these dice, so that the first look is not slow."""

    def drawings(self, taught: "Taught") -> "Alike":
        """Return what distinguishes the drawings of taught dice."""


def make_reader() -> DiceReader:
    """Return the reader that uses the trained nets; this loads OpenCV."""
    from vision.reader import Reader  # noqa: PLC0415 (OpenCV: not before the first screen)

    return Reader()
