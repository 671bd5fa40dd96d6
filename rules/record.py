"""The record of a game: a header and one line for each thing that happened, never rewritten.

The journal on disk, a replay, a bug report and a test case are all this one format, specified in
docs/records.md. This module knows lines, not files.
"""

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn, Self

from rules.errors import BadBox, BadRecord, IllegalMove, RulesError
from rules.events import Events
from rules.games import AnyGame, game_named
from rules.moves import Move, Throw
from rules.plain import Unreadable, from_plain, taken, to_plain
from rules.players import Player

VERSION = 1
LONGEST_LINE = 65_536
"""Bytes of one line without its newline; a longer one is no line of a record."""
MOST_LINES = 100_000
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


@dataclass(frozen=True)
class Step:
    """One move that stands: how it was read, what it led to, and what people had to do."""

    move: Move
    read: Read | None
    state: AnyGame
    events: Events


@dataclass(frozen=True)
class Undone:
    """A move that was taken back, and what people must do so that all lies as before it."""

    move: Move
    events: Events


@dataclass(frozen=True)
class _Header:
    """The header as it stands in the record, but for its version, game and box."""

    players: tuple[Player, ...]
    starter: int = 0
    variants: tuple[str, ...] = ()
    dice: str | None = None


@dataclass(frozen=True)
class _Undo:
    """The line that takes the last standing move back. It has no fields, and it is no move."""


class Record:
    """A game from its header on. Every line appended is final: an undo is a line too."""

    def __init__(self, state: AnyGame, events: Events, header: str) -> None:
        self.lines = [header]
        self.opening = (state, events)
        self.steps: list[Step] = []

    @classmethod
    def begin(cls, state: AnyGame, events: Events) -> Self:
        """Start a record with what `Game.begin` answered.

        >>> from rules import Barbecue, Colour, Player
        >>> players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]
        >>> record = Record.begin(*Barbecue.begin(players))
        >>> record.lines[0][:34]
        '{"grillside":1,"game":"barbecue","'
        """
        return cls(state, events, _write_header(state))

    @classmethod
    def replay(cls, lines: Iterable[bytes]) -> Self:
        """Follow every line; the first that cannot be followed raises `BadRecord`."""
        record: Self | None = None
        for number, line in enumerate(lines, start=1):
            if number > MOST_LINES:
                raise BadRecord("record_too_long", line=number, most=MOST_LINES)
            try:
                plain = _decode(line)
                text = line.decode().strip()
                if record is None:
                    record = cls(*_read_header(plain), text)
                else:
                    record._follow(plain)
                    record.lines.append(text)
            except RulesError as error:
                raise BadRecord.at(number, error) from error
        if record is None:
            raise BadRecord("record_empty", line=1)
        return record

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
        how = {} if read is None else {"read": read}
        if how and not isinstance(move, Throw):
            raise IllegalMove("only_throws_are_read", move=move.code)
        line = _encode({**move_to_plain(move), **how})
        events = self._play(move, read)
        self.lines.append(line)
        return events

    def undo(self) -> Undone:
        """Take the last move back that still stands, and append that as a line."""
        undone = self._undo()
        self.lines.append(_encode({"move": "undo"}))
        return undone

    def _play(self, move: Move, read: Read | None) -> Events:
        state, events = self.state.play(move)
        self.steps.append(Step(move, read, state, events))
        return events

    def _undo(self) -> Undone:
        if not self.steps:
            raise IllegalMove("nothing_to_undo")
        step = self.steps.pop()
        return Undone(step.move, step.state.back_to(self.state))

    def _follow(self, plain: dict[str, Any]) -> None:
        """Do what a line after the header says."""
        code = taken(plain, "move", str)
        if code == "undo":
            from_plain(_Undo, plain, read=("move",))
            self._undo()
            return
        moves = {move.code: move for move in self.state.MOVES}
        if code not in moves:
            raise Unreadable("unknown_move", move=code, known=(*moves, "undo"))
        known: tuple[str, ...] = ("move",)
        read = None
        if code == Throw.code:
            known += ("read",)
            read = taken(plain, "read", Read) if "read" in plain else None
        move = from_plain(moves[code], plain, table=self.state.TABLE, read=known)
        self._play(move, read)


def move_to_plain(move: Move) -> dict[str, Any]:
    """A move as it stands in a line."""
    return {"move": move.code, **to_plain(move)}


def _write_header(state: AnyGame) -> str:
    setup = state.setup
    variants = tuple(sorted(setup.variants))
    header = _Header(setup.players, setup.starter, variants, setup.table_dice.name)
    first = {"grillside": VERSION, "game": state.NAME}
    return _encode({**first, **to_plain(header), "box": to_plain(setup.box)})


def _read_header(plain: dict[str, Any]) -> tuple[AnyGame, Events]:
    version = taken(plain, "grillside", int)
    if version != VERSION:
        code = "record_newer" if version > VERSION else "record_version"
        raise Unreadable(code, version=version, known=VERSION)
    game = game_named(taken(plain, "game", str))
    try:
        printed = taken(plain, "box", type(game.BOX))
    except Unreadable as error:
        raise BadBox(error.code, **error.arguments) from error
    header = from_plain(_Header, plain, read=("grillside", "game", "box"))
    return game.begin(
        header.players,
        starter=header.starter,
        box=printed,
        variants=header.variants,
        dice=header.dice,
    )


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
        plain = json.loads(
            line.decode().rstrip(),
            parse_int=_short_number,
            parse_constant=_refuse_constant,
            object_pairs_hook=_refuse_twice,
        )
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
