"""The record of a game: a header and one line for each thing that happened, never rewritten.

The journal on disk, a replay, a bug report and a test case are all this one format, specified in
docs/records.md. This module knows lines, not files.
"""

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any, NoReturn, Self

from rules.errors import BadBox, BadRecord, IllegalMove, RulesError
from rules.events import Events
from rules.games import AnyGame, game_named
from rules.moves import Move, Throw
from rules.plain import Unreadable, from_plain, taken, to_plain
from rules.players import Player

VERSION = 3
LONGEST_LINE = 4096
"""Bytes of one line without its newline; a longer one is no line of a record."""
MOST_LINES = 20_000
"""No game takes so many: a long one has a thousand."""
MOST_DIGITS = 9
"""No number of a record has more."""


class Read(StrEnum):
    """How the dice of a throw came into the record."""

    CAMERA = "camera"
    CORRECTED = "corrected"
    """Read by the camera, then put right by a player."""
    HAND = "hand"
    PROGRAM = "program"
    """Not thrown at all: the program drew them."""


Played = tuple[Move, Read | None]
"""A move, and how the dice of a throw came in."""


@dataclass(frozen=True)
class Step:
    """One move that stands: how it was read, what it led to, and what people had to do."""

    move: Move
    read: Read | None
    state: AnyGame
    events: Events


@dataclass(frozen=True)
class Undone:
    """A move that was taken back, and what people must do so that all lies as before it.

    Of several moves it is the one that was played first.
    """

    move: Move
    events: Events


@dataclass(frozen=True)
class _Header:
    """The header as it stands in the record, but for its version, game and box."""

    players: tuple[Player, ...]
    starter: int = 0
    variants: tuple[str, ...] = ()
    begun: str | None = None


@dataclass(frozen=True)
class _Opening:
    """What a header says."""

    state: AnyGame
    events: Events
    begun: str | None
    version: int


@dataclass(frozen=True)
class _Undo:
    """The line that takes the last standing move back. It has no fields, and it is no move."""


class Record:
    """A game from its header on. Every line appended is final: an undo is a line too."""

    def __init__(self, opening: _Opening, header: str) -> None:
        self.lines = [header]
        self.steps: list[Step] = []
        self._opening = opening

    @classmethod
    def begin(cls, state: AnyGame, events: Events, begun: str | None = None) -> Self:
        """Start a record with what `Game.begin` answered, on this date.

        >>> from rules import Barbecue, Colour, Player
        >>> players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]
        >>> record = Record.begin(*Barbecue.begin(players))
        >>> record.lines[0][:34]
        '{"grillside":3,"game":"barbecue","'
        """
        opening = _Opening(state, events, begun, VERSION)
        return cls(opening, _write_header(opening))

    @classmethod
    def replay(cls, lines: Iterable[bytes]) -> Self:
        """Follow every line; the first that cannot be followed raises `BadRecord`."""
        record, bad = cls.salvage(lines)
        if bad is not None:
            raise bad
        return record

    @classmethod
    def salvage(cls, lines: Iterable[bytes]) -> tuple[Self, BadRecord | None]:
        """Follow the lines as far as they are good; answers also with what is wrong with the next.

        A group that is not good to its end is left out. A bad header raises `BadRecord`.
        """
        numbered = enumerate(lines, start=1)
        number, first = next(numbered, (1, None))
        if first is None:
            raise BadRecord("record_empty", line=number)
        try:
            record = cls(_read_header(_decode(first)), first.decode().strip())
        except RulesError as error:
            raise BadRecord.at(number, error) from error
        whole = record
        bad = None
        for number, line in numbered:
            try:
                if number > MOST_LINES:
                    raise Unreadable("record_too_long", most=MOST_LINES)
                plain = _decode(line)
                if plain.get("more") is True and whole is record:
                    whole = record.copy()
                more = record._follow(plain)
            except RulesError as error:
                bad = BadRecord.at(number, error)
                break
            record.lines.append(line.decode().strip())
            if not more:
                whole = record
        return whole, bad

    @property
    def version(self) -> int:
        """The version that the lines are written in."""
        return self._opening.version

    @property
    def begun(self) -> str | None:
        """The date on which the game began, like "2026-11-15"; None if nobody knew."""
        return self._opening.begun

    @property
    def opening(self) -> tuple[AnyGame, Events]:
        """The game before its first move, and what was laid out for it."""
        return self._opening.state, self._opening.events

    @property
    def state(self) -> AnyGame:
        """The game as it stands."""
        return self.steps[-1].state if self.steps else self.opening[0]

    @property
    def events(self) -> Events:
        """What people had to do for the last move that stands."""
        return self.steps[-1].events if self.steps else self.opening[1]

    def play(self, move: Move, read: Read | None = None) -> Events:
        """Play a move and append its line; an illegal one raises and changes nothing.

        `read` says how the dice of a throw came in.
        """
        return self._write(move, read, more=False)

    def play_all(self, moves: Sequence[Played]) -> Events:
        """Play moves that stand together or not at all; answers with all their events.

        If one of them is illegal, nothing is changed.
        """
        ahead = self.copy()
        told = ahead._write_all(moves)
        self._become(ahead)
        return told

    def undo(self, count: int = 1) -> Undone:
        """Take back the last moves that still stand, all or none, and append that as lines."""
        return self._replace(count, ())[0]

    def instead(self, count: int, moves: Sequence[Played]) -> Events:
        """Take back so many moves and play these in their place, as one; else change nothing."""
        return self._replace(count, moves)[1]

    def _replace(self, count: int, moves: Sequence[Played]) -> tuple[Undone, Events]:
        ahead = self.copy()
        before = ahead.state
        taken_back = [
            ahead._take_back(more=left + len(moves) > 0) for left in reversed(range(count))
        ]
        undone = Undone(taken_back[-1], before.back_to(ahead.state))
        told = ahead._write_all(moves)
        self._become(ahead)
        return undone, told

    def _become(self, ahead: Self) -> None:
        self.lines, self.steps = ahead.lines, ahead.steps

    def _write_all(self, moves: Sequence[Played]) -> Events:
        told: Events = ()
        for at, (move, read) in enumerate(moves, start=1):
            told += self._write(move, read, more=at < len(moves))
        return told

    def copy(self) -> Self:
        """The same game, to be gone on with apart from this one."""
        twin = type(self)(self._opening, self.lines[0])
        twin.lines, twin.steps = list(self.lines), list(self.steps)
        return twin

    def renewed(self) -> Self:
        """The same game in the version that is written today."""
        twin = self.copy()
        twin._opening = replace(self._opening, version=VERSION)
        twin.lines[0] = _write_header(twin._opening)
        return twin

    def _write(self, move: Move, read: Read | None, *, more: bool) -> Events:
        plain = move_to_plain(move)
        if read is not None:
            if not isinstance(move, Throw):
                raise IllegalMove("only_throws_are_read", move=move.code)
            plain["read"] = read
        if more:
            plain["more"] = True
        line = self._room_for(plain)
        events = self._play(move, read)
        self.lines.append(line)
        return events

    def _play(self, move: Move, read: Read | None) -> Events:
        state, events = self.state.play(move)
        self.steps.append(Step(move, read, state, events))
        return events

    def _undo(self) -> Move:
        if not self.steps:
            raise IllegalMove("nothing_to_undo")
        return self.steps.pop().move

    def _take_back(self, *, more: bool) -> Move:
        """Undo a move, and append its line."""
        line = self._room_for({"move": "undo", **({"more": True} if more else {})})
        move = self._undo()
        self.lines.append(line)
        return move

    def _room_for(self, plain: dict[str, Any]) -> str:
        """The line that is next; refused where no program would read it."""
        if len(self.lines) >= MOST_LINES:
            raise IllegalMove("record_full", most=MOST_LINES)
        return _encode(plain)

    def _follow(self, plain: dict[str, Any]) -> bool:
        """Do what a line after the header says; answers whether the next belongs to it."""
        code = taken(plain, "move", str)
        moves = {move.code: move for move in self.state.MOVES}
        if code not in {*moves, "undo"}:
            raise Unreadable("unknown_move", move=code, known=(*moves, "undo"))
        known: tuple[str, ...] = ("move",)
        more, read = False, None
        if self.version > 1:  # version 1 had no groups
            known += ("more",)
            more = taken(plain, "more", bool) if "more" in plain else False
        if code == "undo":
            from_plain(_Undo, plain, read=known)
            self._undo()
            return more
        if code == Throw.code:
            known += ("read",)
            read = taken(plain, "read", Read) if "read" in plain else None
            if "rerolled" in plain and self.version < 3:
                raise Unreadable("unknown_field", field="rerolled", known=(*known, "faces"))
        move = from_plain(moves[code], plain, table=self.state.TABLE, read=known)
        self._play(move, read)
        return more


def move_to_plain(move: Move) -> dict[str, Any]:
    """A move as it stands in a line."""
    return {"move": move.code, **to_plain(move)}


def _write_header(opening: _Opening) -> str:
    setup = opening.state.setup
    variants = tuple(sorted(setup.variants))
    dice = setup.table_dice.name
    header = _Header(setup.players, setup.starter, variants, opening.begun)
    first = {"grillside": VERSION, "game": opening.state.NAME}
    return _encode({**first, **to_plain(header), "dice": dice, "box": to_plain(setup.box)})


def _read_header(plain: dict[str, Any]) -> _Opening:
    version = taken(plain, "grillside", int)
    if not 1 <= version <= VERSION:
        code = "record_newer" if version > VERSION else "record_version"
        raise Unreadable(code, version=version, known=VERSION)
    for older in range(version, VERSION):
        _UPGRADES[older](plain)
    game = game_named(taken(plain, "game", str))
    try:
        printed = taken(plain, "box", type(game.BOX))
    except Unreadable as error:
        raise BadBox(error.code, **error.arguments) from error
    dice = taken(plain, "dice", str) if "dice" in plain else None
    header = from_plain(_Header, plain, read=("grillside", "game", "box", "dice"))
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
    return _Opening(state, events, header.begun, version)


def _is_date(word: str) -> bool:
    """Whether a calendar has this day, written like 2026-11-15."""
    try:
        return date.fromisoformat(word).isoformat() == word
    except ValueError:
        return False


def _from_1(header: dict[str, Any]) -> None:
    """Version 1 knew no date."""
    if "begun" in header:
        raise Unreadable("unknown_field", field="begun", known=_FIELDS_1)


_FIELDS_1 = ("grillside", "game", "box", "players", "starter", "variants", "dice")

_UPGRADES: Mapping[int, Callable[[dict[str, Any]], None]] = {1: _from_1, 2: lambda _header: None}
"""By version: makes a header of it one of the next. All other lines are lines of the next too."""


def _encode(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _decode(line: bytes) -> dict[str, Any]:
    """One line as a JSON object, or `Unreadable`; nothing in it can cost much time or memory."""
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
