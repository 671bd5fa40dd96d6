"""Values as words without spaces, for a line of text, and their JSON data from words.

Commas separate what is in a list, slashes lists, semicolons lists of lists. A colon joins the parts
of one thing, such as a name and a colour. `-` is an empty list, `~` a space.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from rules.plain import Unreadable

_BETWEEN = (":", ",", "/", ";")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_TRUTHS = {"no": False, "yes": True}


def to_word(value: object) -> str:
    """Return a value as a word.

    >>> to_word(((21, 22), ())), to_word({23: 1, 24: 2}), to_word("Ann Lee")
    ('21,22/-', '23:1,24:2', 'Ann~Lee')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return _BETWEEN[_height(value)].join(map(to_word, value)) or "-"
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{to_word(item)}" for key, item in value.items()) or "-"
    if is_dataclass(value) and not hasattr(value, "from_word"):
        return _BETWEEN[0].join(to_word(getattr(value, each.name)) for each in fields(value))
    return str(value).replace(" ", "~")


def _height(value: object) -> int:
    """Return how deep a list of lists goes."""
    return 1 + max(map(_height, value), default=0) if isinstance(value, tuple) else 0


def from_word(kind: Any, word: str, field: str) -> Any:
    """Return JSON data for a word, by the annotation of the value; raises `Unreadable`.

    `from_plain` then refuses data that do not fit. A dataclass can have its own `from_word`.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:  # None is never written
        return from_word(inner[0], word, field)
    if origin is tuple:
        parts = [] if word == "-" else word.split(_BETWEEN[_depth(kind)])
        return [from_word(inner[0], part, field) for part in parts]
    if origin is not None:
        return dict(_items(inner[1], word, field))
    if hasattr(kind, "from_word"):
        return kind.from_word(word)
    if is_dataclass(kind):
        return _parts(kind, word, field)
    return _single(kind, word, field)


def _single(kind: Any, word: str, field: str) -> bool | int | str:
    if kind is bool:
        if word not in _TRUTHS:
            raise Unreadable("unknown_word", field=field, word=word, known=tuple(_TRUTHS))
        return _TRUTHS[word]
    if kind is not int:
        return word.replace("~", " ")
    if not _NUMBER.fullmatch(word):
        raise Unreadable("wrong_type", field=field, wanted="number")
    return int(word)


def _parts(kind: Any, word: str, field: str) -> dict[str, Any]:
    """Return the fields of a dataclass."""
    parts, hints = word.split(_BETWEEN[0]), get_type_hints(kind)
    if len(parts) != len(hints):
        raise Unreadable("wrong_type", field=field, wanted=":".join(hints))
    pairs = zip(hints.items(), parts, strict=True)
    return {name: from_word(hint, part, field) for (name, hint), part in pairs}


def _items(kind: Any, word: str, field: str) -> Iterator[tuple[str, Any]]:
    """Return the items of a mapping, each key once."""
    known = set()
    for pair in () if word == "-" else word.split(","):
        key, colon, item = pair.partition(":")
        if not colon:
            raise Unreadable("wrong_type", field=field, wanted="key:value")
        if key in known:
            raise Unreadable("field_twice", field=field)
        known.add(key)
        yield key, from_word(kind, item, field)


def _depth(kind: Any) -> int:
    """Return how deep a list of lists of this annotation goes."""
    return 1 + _depth(get_args(kind)[0]) if get_origin(kind) is tuple else 0
