"""Converts JSON data to frozen values and back, strictly.

Reading refuses whatever does not fit, by name: a missing or unknown field, a wrong type, `true`
instead of a number. The dataclass's annotations define what fits.
"""

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from rules.errors import RulesError
from rules.table import Table

T = TypeVar("T")


class Unreadable(RulesError, ValueError):
    """Plain data of the wrong shape; `arguments["field"]` says where."""


def to_plain(value: object) -> Any:
    """Convert a value to JSON data, omitting None."""
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        told = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: to_plain(item) for name, item in told if item is not None}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return str(value) if isinstance(value, StrEnum) else value


def from_plain(
    kind: type[T],
    plain: object,
    *,
    field: str = "",
    table: type[Table] = Table,
    read: tuple[str, ...] = (),
) -> T:
    """Read JSON data as `kind`, with this game's `table` for a `Table` in it.

    `read` names fields that belong to it and were read before.
    """
    value: T = _Reader(table, read).read(kind, plain, field)
    return value


def taken(plain: dict[str, Any], name: str, kind: type[T]) -> T:
    """Remove and return a field; raises `Unreadable` if it is missing."""
    if name not in plain:
        raise Unreadable("missing_field", field=name, wanted=_wanted(kind))
    return from_plain(kind, plain.pop(name), field=name)


class _Reader:
    def __init__(self, table: type[Table], known: tuple[str, ...]) -> None:
        self.table = table
        self.known = known

    def read(self, kind: Any, plain: object, field: str) -> Any:
        if type(plain) is kind:  # text, a number, a boolean
            return plain
        origin, inner = _parts(kind)
        if origin is UnionType:  # only ever `kind | None`
            return None if plain is None else self.read(inner[0], plain, field)
        if origin is tuple:
            items = self._checked(list, plain, field)
            of = inner[0]
            return tuple([self.read(of, item, f"{field}[{i}]") for i, item in enumerate(items)])
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(inner, plain, field)
        if kind is Table:
            kind = self.table
        if is_dataclass(kind):
            return self._value(kind, plain, field)
        if issubclass(kind, StrEnum):
            return self._word(kind, plain, field)
        return self._checked(kind, plain, field)

    def _value(self, kind: Any, plain: object, field: str) -> Any:
        given = self._checked(dict, plain, field)
        expected = _expected(kind)
        dot = f"{field}." if field else ""
        for name in given:
            if name not in expected:
                known = (*(self.known if not field else ()), *expected)
                raise Unreadable("unknown_field", field=dot + name, known=known)
        for name, (spec, hint) in expected.items():
            if name not in given and spec.default is MISSING:
                raise Unreadable("missing_field", field=dot + name, wanted=_wanted(hint))
        return kind(
            **{name: self.read(expected[name][1], given[name], dot + name) for name in given}
        )

    def _mapping(self, inner: tuple[Any, Any], plain: object, field: str) -> Mapping[Any, Any]:
        """Read a mapping; JSON keys are text, also those of numbers."""
        read: dict[Any, Any] = {}
        for key, item in self._checked(dict, plain, field).items():
            if inner[0] is not int:
                read[self.read(inner[0], key, field)] = self.read(inner[1], item, f"{field}.{key}")
                continue
            if not (key.isascii() and key.isdigit() and str(int(key[:9])) == key):
                raise Unreadable("not_a_number", field=f"{field}.{key}")
            read[int(key)] = self.read(inner[1], item, f"{field}.{key}")
        return read

    def _word(self, kind: type[StrEnum], plain: object, field: str) -> StrEnum:
        word = self._checked(str, plain, field)
        try:
            return kind(word)
        except ValueError:
            known = tuple(str(member) for member in kind)
            raise Unreadable("unknown_word", field=field, word=word, known=known) from None

    def _checked(self, kind: type[T], plain: object, field: str) -> T:
        """Check the exact JSON type: `true` is not a number, 1.0 is not an integer."""
        if type(plain) is not kind:
            raise Unreadable("wrong_type", field=field, wanted=_wanted(kind))
        return plain


def _wanted(hint: Any) -> str:
    """Return the code of the JSON type for an annotation."""
    kind = get_origin(hint) or hint
    names = {list: "list", tuple: "list", int: "number", bool: "truth"}
    return names.get(kind, "text" if issubclass(kind, str) else "object")


@cache
def _parts(kind: Hashable) -> tuple[Any, tuple[Any, ...]]:
    """Return the parts of an annotation."""
    return get_origin(kind), get_args(kind)


@cache
def _expected(kind: Hashable) -> dict[str, tuple[Field[Any], Any]]:
    dataclass: Any = kind
    hints = get_type_hints(dataclass)
    return {field.name: (field, hints[field.name]) for field in fields(dataclass)}
