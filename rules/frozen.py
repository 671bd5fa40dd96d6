"""A small immutable mapping."""

from collections.abc import Mapping
from typing import NoReturn, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A dictionary that refuses changes, and can therefore be hashed.

    It equals every mapping with the same items, like a dictionary.

    >>> worms = FrozenMap({21: 1, 25: 2})
    >>> worms[25], worms == {25: 2, 21: 1}
    (2, True)
    >>> worms[25] = 3
    Traceback (most recent call last):
    TypeError: FrozenMap: immutable
    """

    __slots__ = ()

    def plus(self, key: K, value: V) -> Self:
        """Return this mapping with another value for the key."""
        more = type(self)(self)
        dict.__setitem__(more, key, value)
        return more

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[Self], tuple[Mapping[K, V]]]:
        return type(self), (dict(self),)

    def __repr__(self) -> str:
        return f"FrozenMap({super().__repr__()})"

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("FrozenMap: immutable")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse
