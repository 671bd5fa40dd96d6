"""What reads dice for the table, and what can be taught them.

Nothing here loads numpy or OpenCV before a reader is made.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from firmware.errors import DeviceTrouble
from rules.dice import DiceSet

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.known import Alike
    from vision.reader import Lesson
    from vision.reading import Frame, Reading
    from vision.taught import Taught
    from vision.where import Where

Reads = Callable[["Frame", Collection[int] | None, "Where"], "Reading"]
"""Reads the dice that lie there: a frame, the counts that make sense, where they lie."""


class DiceReader(Protocol):
    """What reads the dice in a frame."""

    def read(
        self,
        frame: "Frame",
        dice_set: DiceSet,
        expected: Collection[int] | None = None,
        where: "Where" = ...,
    ) -> "Reading":
        """The dice there, and every reason not to trust them."""


def make_reader() -> DiceReader:
    """The reader of the trained nets; OpenCV is loaded with it."""
    from vision.reader import Reader  # noqa: PLC0415 (OpenCV: not before the first screen)

    return Reader()


@runtime_checkable
class Learner(Protocol):
    """A reader that can be taught dice."""

    def read(
        self,
        frame: "Frame",
        dice: "DiceSet | Taught",
        expected: Collection[int] | None = None,
        where: "Where" = ...,
    ) -> "Reading":
        """The dice in the zone, also taught ones."""

    def lesson(
        self, frame: "Frame", expected: Collection[int] | None = None, where: "Where" = ...
    ) -> "Lesson":
        """Dice that all show a face which is still to be taught."""

    def know(self, taught: "Taught") -> None:
        """Work out what tells these dice apart, so that the first look at them need not."""

    def drawings(self, taught: "Taught") -> "Alike":
        """What tells the drawings of taught dice apart."""


def learner(reader: object) -> Learner:
    """This reader, if it can be taught."""
    if not isinstance(reader, Learner):
        raise DeviceTrouble("device_failed")
    return reader
