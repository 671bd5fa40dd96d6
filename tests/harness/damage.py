"""Damaged files. Readers must use them or refuse them with a reason."""

import gc
import json
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from hypothesis import strategies as st

ODD_VALUES = (
    *("null", "true", "{}", "[]", '""', "-1", "0", "1.5", "1e308", "5e-324", "NaN", "Infinity"),
    *("1e999", "9223372036854775808", "-9223372036854775809", "1" * 400, "1" * 5000),
    *('"x"', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"../.."', f'"{"x" * 100_000}"'),
    *("[" * 3000 + "]" * 3000, '{"a":' * 3000 + "1" + "}" * 3000, "[1,[2,[3]]]", '{"":{"":""}}'),
)
"""Values in JSON, or nearly JSON, in place of the expected one."""

_MARK = "a value that was replaced"


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection; also a decorator for tests of damaged files.

    In deeply nested lists a finalizer may overflow the stack, and the test would be blamed.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def odd_files(good: bytes) -> Mapping[str, bytes]:
    """Return other whole files in place of this one, by name."""
    return {
        "empty": b"",
        "a line": b"\n",
        "no value": b"null",
        "another value": b"[]",
        "nothing in it": b"{}",
        "a byte order mark": BOM_UTF8 + good,
        "UTF-16": good.decode().encode("utf-16"),
        "Latin-1": "ä".encode("latin-1") + good,
        "a NUL at its end": good + b"\0",
        "NULs, as after a power cut": bytes(len(good)),
        "twice": good + good,
        "half": good[: len(good) // 2],
        "all but the end": good.rstrip()[:-1],
        "lists in lists": b"[" * 50_000,
        "objects in objects": b'{"a":' * 50_000,
    }


LARGE_FILES: Mapping[str, bytes] = {
    "10 MB of blanks": b" " * 10_000_000,
    "10 MB of digits": b"1" * 10_000_000,
    "10 MB of text": b'"' + b"a" * 10_000_000 + b'"',
    "10 MB of lists": b"[" * 10_000_000,
    "10 MB of lines": b"a = 1\n" * 1_700_000,
}
"""Huge files. They may take a moment, but must not crash the table."""


def damaged(good: bytes) -> st.SearchStrategy[bytes]:
    """Return a damaged copy of a good file, or no such file at all."""
    spot = st.integers(0, len(good) - 1)
    changes = st.lists(st.tuples(spot, st.integers(0, 255)), min_size=1, max_size=6)
    junk = st.binary(max_size=20)
    return st.one_of(
        st.binary(max_size=200),
        spot.map(lambda end: good[:end]),
        st.builds(lambda at, more: good[:at] + more + good[at:], spot, junk),
        st.builds(lambda at, end: good[: min(at, end)] + good[max(at, end) :], spot, spot),
        changes.map(lambda all_of_them: _changed(good, all_of_them)),
    )


def _changed(good: bytes, changes: list[tuple[int, int]]) -> bytes:
    content = bytearray(good)
    for at, byte in changes:
        content[at] = byte
    return bytes(content)


def other_values(good: bytes) -> st.SearchStrategy[bytes]:
    """Return a JSON file with one value replaced."""
    plain = json.loads(good)
    texts = [json.dumps(_replaced(plain, place)) for place in _places(plain)]
    return st.builds(
        lambda text, value: text.replace(json.dumps(_MARK), value).encode(),
        st.sampled_from(texts),
        st.sampled_from(ODD_VALUES),
    )


def _places(plain: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value, the whole first."""
    yield at
    if isinstance(plain, dict | list):
        for key in plain if isinstance(plain, dict) else range(len(plain)):
            yield from _places(plain[key], (*at, key))


def _replaced(plain: Any, place: tuple[Any, ...]) -> Any:
    """Return the same with a mark at this place."""
    if not place:
        return _MARK
    copy = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[place[0]] = _replaced(plain[place[0]], place[1:])
    return copy
