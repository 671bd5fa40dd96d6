"""The header of a record: the game before its first move.

Since version 4 it is written twice, so that no single damage makes a game unreadable.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules.errors import BadBox, BadRecord, RulesError
from rules.events import Events
from rules.games import AnyGame, game_named
from rules.lines import SUM, check, decode, encode, sealed
from rules.plain import Unreadable, from_plain, taken, to_plain
from rules.players import Levels, Player

VERSION = 5
SEALED = 4
"""The first version with checksums, and with two headers."""
LEVELS = 5
"""The first version that says which seats the box plays."""
LINES_OF_HEADERS = 4
"""Damage may turn the two headers into this many lines, one of them with the first move."""

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_WHOLE = re.compile(rb'\{"grillside":\d,[^\n]*?,"sum":"[0-9a-f]{8}"\}')


@dataclass(frozen=True)
class Header:
    """The fields of the header, except for version, game, dice and box."""

    players: tuple[Player, ...]
    starter: int = 0
    variants: tuple[str, ...] = ()
    begun: str | None = None


@dataclass(frozen=True)
class _Levels:
    levels: Levels


@dataclass(frozen=True)
class Opening:
    """The content of a header."""

    state: AnyGame
    events: Events
    begun: str | None
    version: int
    levels: Levels = ()
    """Which seats the box plays at first; none if people play all."""


@dataclass(frozen=True)
class Head:
    """The content of a record's first lines."""

    opening: Opening
    lines: list[str]
    """The header lines of this version."""
    damage: BadRecord | None
    rest: list[bytes]
    """The lines behind it."""
    number: int
    """The number of the first of these."""


def write(opening: Opening) -> list[str]:
    """Return the lines of the header, in the current version."""
    plain = {"grillside": VERSION, **setup_to_plain(opening.state, opening.begun)}
    if any(opening.levels):
        plain["levels"] = to_plain(opening.levels)
    return [sealed(encode(plain))] * 2


def setup_to_plain(state: AnyGame, begun: str | None = None) -> dict[str, Any]:
    """Return JSON data with which the game can begin again."""
    setup = state.setup
    header = Header(setup.players, setup.starter, tuple(sorted(setup.variants)), begun)
    last = {"dice": setup.table_dice.name, "box": to_plain(setup.box)}
    return {"game": state.NAME, **to_plain(header), **last}


def read(first: Sequence[bytes]) -> Head:
    """Read the header from a record's first lines; raises `BadRecord` if none is valid."""
    if not first:
        raise BadRecord("record_empty", line=1)
    content = b"".join(first)
    line, opening = _good(first[0], content)
    text = line.decode().strip()
    if opening.version < SEALED:
        return Head(opening, [text], None, list(first[1:]), 2)
    lines = [text] * 2
    there = [each.removesuffix(b"\n").removesuffix(b"\r") for each in first[:2]]
    wrong = next((at for at, said in enumerate(there, 1) if said != text.encode()), None)
    if wrong is None:
        return Head(opening, lines, None, list(first[2:]), 3)
    if wrong == 2 and not first[1].endswith(b"\n") and text.encode().startswith(there[1]):
        return Head(opening, lines, None, [], 3)  # interrupted before the first move
    moves = content.find(b'{"move":', content.rfind(text.encode()))
    rest = [] if moves < 0 else _LINE.findall(content[moves:])
    number = 1 + content[: max(moves, 0)].count(b"\n")
    return Head(opening, lines, BadRecord("header_damaged", line=wrong), rest, number)


def _good(first: bytes, content: bytes) -> tuple[bytes, Opening]:
    """Return the first valid header and its content: the first line, or its copy."""
    try:
        return first, _read(first)
    except RulesError as error:
        for line in _WHOLE.findall(content):
            with suppress(RulesError):
                return line, _read(line)
        raise BadRecord.at(1, error) from error


def _read(line: bytes) -> Opening:
    plain = decode(line)
    version = taken(plain, "grillside", int)
    if not 1 <= version <= VERSION:
        code = "record_newer" if version > VERSION else "record_version"
        raise Unreadable(code, version=version, known=VERSION)
    if version >= SEALED:
        check(line)
        del plain[SUM]
    if version == 1 and "begun" in plain:  # the date was unknown
        raise Unreadable("unknown_field", field="begun", known=_FIELDS_1)
    if "levels" not in plain or version < LEVELS:
        return Opening(*begin(plain), version)
    levels: Levels = from_plain(_Levels, {"levels": plain.pop("levels")}).levels
    state, events, begun = begin(plain)
    if len(levels) != len(state.setup.players):
        raise Unreadable("levels_players", count=len(levels), players=len(state.setup.players))
    return Opening(state, events, begun, version, levels)


def begin(plain: dict[str, Any]) -> tuple[AnyGame, Events, str | None]:
    """Begin a game from JSON data; also return the date on which it began."""
    game = game_named(taken(plain, "game", str))
    try:
        printed = taken(plain, "box", type(game.BOX))
    except Unreadable as error:
        raise BadBox(error.code, **error.arguments) from error
    dice = taken(plain, "dice", str) if "dice" in plain else None
    header = from_plain(Header, plain, read=("grillside", "game", "box", "dice"))
    if header.begun is not None and not _is_date(header.begun):
        raise Unreadable("not_a_date", field="begun", word=header.begun)
    if len(set(header.variants)) < len(header.variants):
        raise Unreadable("variant_twice", field="variants")
    state, events = game.begin(
        header.players,
        starter=header.starter,
        box=printed,
        variants=header.variants,
        dice=dice,
    )
    return state, events, header.begun


def _is_date(word: str) -> bool:
    """Return whether this is an existing date like 2026-11-15."""
    try:
        return date.fromisoformat(word).isoformat() == word
    except ValueError:
        return False


_FIELDS_1 = ("grillside", "game", "box", "players", "starter", "variants", "dice")
