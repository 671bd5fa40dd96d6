"""The pieces on the table, apart from the dice: what each game lays out is its own subclass."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Self, TypeVar

T = TypeVar("T")


class Table(ABC):
    """Where the pieces of a game lie. Immutable."""

    __slots__ = ()

    @abstractmethod
    def to_plain(self) -> Mapping[str, object]:
        """As JSON data, for records."""

    @classmethod
    @abstractmethod
    def from_plain(cls, plain: object) -> Self:
        """Read back strictly; `Unreadable` names the field that is wrong."""


def changed(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The same items with another one in this place.

    >>> changed((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    return (*items[:at], item, *items[at + 1 :])
