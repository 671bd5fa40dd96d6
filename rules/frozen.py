"""A small immutable mapping."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FrozenMap(Mapping[K, V]):
    """An immutable mapping that can be hashed, pickled and copied.

    It equals every mapping with the same items, like a dictionary. It searches keys one by one,
    which is fast enough for a few faces, tiles or tracks.

    >>> worms = FrozenMap.of({21: 1, 25: 2})
    >>> worms[25], worms == {25: 2, 21: 1}
    (2, True)
    """

    _keys: tuple[K, ...] = ()
    _values: tuple[V, ...] = ()

    @classmethod
    def of(cls, items: Mapping[K, V]) -> Self:
        """Return a mapping with these items, in this order."""
        return cls(tuple(items), tuple(items.values()))

    def plus(self, key: K, value: V) -> Self:
        """Return this mapping with another item, whose key must be new."""
        return type(self)((*self._keys, key), (*self._values, value))

    def __getitem__(self, key: K) -> V:
        try:
            return self._values[self._keys.index(key)]
        except ValueError:
            raise KeyError(key) from None

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"FrozenMap.of({dict(self)})"
