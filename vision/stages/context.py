"""The caller's knowledge of the place of the dice: zone, size and table."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.reading import Point, TablePose


@dataclass(frozen=True, eq=False)
class Context:
    """The place of the dice, as far as it is known; everything is optional.

    Attributes:
        zone: Whether a die counts, by the middle of its top face. Dice elsewhere are ignored.
        edge: The edge of a usual die at this place, in pixels. Places of very different size are no
            dice.
        table: How the table lies, for throws of few dice.
    """

    zone: Callable[[Point], bool] | None = None
    edge: Callable[[Point], float] | None = None
    table: TablePose | None = None


NO_CONTEXT = Context()
