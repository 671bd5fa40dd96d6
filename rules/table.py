"""The pieces on the table, without the dice; each game has a subclass."""

from typing import TypeVar

T = TypeVar("T")


class Table:
    """The places of a game's pieces. Immutable: a frozen dataclass with the fields of records."""

    __slots__ = ()


def changed(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at this index.

    >>> changed((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*items[:at], item, *items[at + 1 :])
