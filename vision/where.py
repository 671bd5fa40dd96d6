"""What is known of the place where dice lie, before anybody looks."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.plane import Lie
from vision.reading import Point


@dataclass(frozen=True, eq=False)
class Where:
    """Where dice lie; nothing of it need be known.

    Attributes:
        zone: A die counts only where this is true of the middle of its top face; what lies
            elsewhere is neither told nor doubted.
        edge: How many pixels a usual die measures where its top is seen: what is far from that is
            no die.
        table: How the table lies, for dice too few to show it themselves.
    """

    zone: Callable[[Point], bool] | None = None
    edge: Callable[[Point], float] | None = None
    table: Lie | None = None


ANYWHERE = Where()
