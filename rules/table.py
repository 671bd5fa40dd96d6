"""The pieces on the table, without the dice; each game has a subclass."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Self, TypeVar

T = TypeVar("T")


class Table(ABC):
    """The places of a game's pieces. Immutable."""

    __slots__ = ()

    @abstractmethod
    def to_plain(self) -> Mapping[str, object]:
        """Return JSON data, for records."""

    @classmethod
    @abstractmethod
    def from_plain(cls, plain: object) -> Self:
        """Read JSON data strictly; raises `Unreadable` with the name of a wrong field."""


def changed(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at this index.

    >>> changed((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*items[:at], item, *items[at + 1 :])
