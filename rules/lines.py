"""One line of a record: a JSON object, which ends with a checksum since version 4.

The checksum of a move covers the move and the previous checksum, so that changed, dropped and moved
lines are noticed.
"""

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from typing import Any, NoReturn
from zlib import crc32

from rules.plain import Unreadable

LONGEST_LINE = 4096
"""Bytes of a line without its newline; longer lines are invalid."""
MOST_DIGITS = 9
"""No number of a record has more."""
SUM = "sum"
"""The last field of a line."""

_SEAL = re.compile(rb',"sum":"([0-9a-f]{8})"\}')
_SEAL_BYTES = len(',"sum":"01234567"}')


def encode(plain: object) -> str:
    """Return the line for this object, without a checksum."""
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def sealed(line: str, before: int = 0) -> str:
    """Return the line with its checksum; `before` is the previous move's checksum."""
    said = line[:-1]
    return f'{said},"{SUM}":"{crc32(said.encode(), before):08x}"}}'


def sum_of(line: str) -> int:
    """Return the checksum of a line that has one."""
    return int(line[-10:-2], 16)


def check(line: bytes, before: int = 0) -> None:
    """Refuse a line that does not end with its checksum."""
    text = line[:-2] if line.endswith(b"\r\n") else line.removesuffix(b"\n")
    seal = _SEAL.search(text)
    if seal is None and not line.endswith(b"\n"):
        raise Unreadable("line_torn", column=len(line) + 1)
    if seal is None or seal.end() != len(text):
        raise Unreadable("line_damaged")
    if crc32(text[: seal.start()], before) != int(seal[1], 16):
        raise Unreadable("line_damaged")


def resealed(changed: str, line: str) -> str:
    """Return a changed header with a new checksum, if its old one was valid."""
    try:
        check(line.encode())
    except Unreadable:
        return changed
    said = changed.rstrip("\r\n")
    return f"{sealed(said[:-_SEAL_BYTES] + '}')}\n"


def decode(line: bytes) -> dict[str, Any]:
    """Decode a line to a JSON object, or raise `Unreadable`; limits time and memory."""
    if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        raise Unreadable("line_too_long", most=LONGEST_LINE)
    if line.startswith(BOM_UTF8):
        raise Unreadable("byte_order_mark")
    if not line.strip():
        raise Unreadable("line_blank")
    try:
        plain = _JSON.decode(line.decode().rstrip())
    except UnicodeDecodeError as error:
        torn = error.end == len(line)
        raise Unreadable("line_torn" if torn else "not_utf8", column=error.start + 1) from error
    except RecursionError as error:
        raise Unreadable("too_deep") from error
    except json.JSONDecodeError as error:
        torn = not line.endswith(b"\n")
        raise Unreadable("line_torn" if torn else "not_json", column=error.pos + 1) from error
    if not isinstance(plain, dict):
        raise Unreadable("wrong_type", field="line", wanted="object")
    return plain


def _short_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise Unreadable("number_too_long", most=MOST_DIGITS)
    return int(digits)


def _refuse_constant(word: str) -> NoReturn:
    raise Unreadable("not_a_json_number", word=word)


def _refuse_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise Unreadable("field_twice", field=counts.most_common(1)[0][0])
    return plain


_JSON = json.JSONDecoder(
    parse_int=_short_number, parse_constant=_refuse_constant, object_pairs_hook=_refuse_twice
)
