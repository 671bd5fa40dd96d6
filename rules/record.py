"""The record of a game: its header and one line per event, append-only.

The journal on disk, replays, bug reports and test cases all use this format, specified in
docs/records.md. This module knows lines, not files.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import chain, islice
from typing import Any, Self

from rules import header
from rules.errors import BadRecord, IllegalMove, RulesError
from rules.events import Events
from rules.games import AnyGame
from rules.header import LEVELS, SEALED, VERSION, Opening
from rules.lines import LONGEST_LINE, SUM, check, decode, encode, sealed, sum_of
from rules.moves import Attack, Move, Throw
from rules.plain import Unreadable, from_plain, taken, to_plain
from rules.players import Level, Levels

__all__ = ["LONGEST_LINE", "VERSION", "Played", "Read", "Record", "Step", "Undone", "move_to_plain"]

RIVAL = 5
"""The first version that calls the rival of an attack so; before, it was `player`."""
SEAT = "seat"
"""The code of the line that says who plays a seat."""
MOST_LINES = 20_000
"""More lines than any game; a long one has a thousand."""


class Read(StrEnum):
    """How the dice of a throw were read."""

    CAMERA = "camera"
    CORRECTED = "corrected"
    """Read by the camera, then corrected by a player."""
    HAND = "hand"
    PROGRAM = "program"
    """Not thrown: the program drew them."""


Played = tuple[Move, Read | None]
"""A move, and how its dice were read."""


@dataclass(frozen=True)
class Step:
    """A move that was not undone: how it was read, the new state, and what people had to do."""

    move: Move
    read: Read | None
    state: AnyGame
    events: Events


@dataclass(frozen=True)
class Undone:
    """An undone move, and what people must do to restore the table before it.

    Of several moves it is the earliest.
    """

    move: Move
    events: Events


@dataclass(frozen=True)
class _Undo:
    """The line that undoes the last move. It has no fields and is not a move."""


@dataclass(frozen=True)
class _Seat:
    """The line that says who plays a seat from now on. It is not a move, so no undo changes it."""

    player: int
    level: Level | None = None
    """None: a person."""


class Record:
    """A record, beginning with its header. Lines are final: an undo is a line too."""

    def __init__(self, opening: Opening, headers: Sequence[str]) -> None:
        self.lines = list(headers)
        self._first_move = len(headers)
        self.steps: list[Step] = []
        self._opening = opening
        people: Levels = (None,) * len(opening.state.setup.players)
        self.levels: Levels = opening.levels or people
        """By player, how well the box plays the seat now; None for a person."""

    @classmethod
    def begin(
        cls, state: AnyGame, events: Events, begun: str | None = None, levels: Levels = ()
    ) -> Self:
        """Start a record from the result of `Game.begin`, on this date.

        `levels` says which seats the box plays; none if people play all.

        >>> from rules import Barbecue, Colour, Player
        >>> players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]
        >>> record = Record.begin(*Barbecue.begin(players))
        >>> record.lines[0][:34]
        '{"grillside":5,"game":"barbecue","'
        """
        opening = Opening(state, events, begun, VERSION, levels)
        return cls(opening, header.write(opening))

    @classmethod
    def replay(cls, lines: Iterable[bytes]) -> Self:
        """Replay every line; raises `BadRecord` at the first invalid one."""
        record, bad = cls.salvage(lines)
        if bad is not None:
            raise bad
        return record

    @classmethod
    def salvage(cls, lines: Iterable[bytes]) -> tuple[Self, BadRecord | None]:
        """Replay the valid lines; also return the error of the next line.

        Incomplete groups are left out. Raises `BadRecord` if no header is valid.
        """
        unread = iter(lines)
        head = header.read(list(islice(unread, header.LINES_OF_HEADERS)))
        record = whole = cls(head.opening, head.lines)
        bad = head.damage
        for number, line in enumerate(chain(head.rest, unread), start=head.number):
            try:
                if number > MOST_LINES:
                    raise Unreadable("record_too_long", most=MOST_LINES)
                if record.version >= SEALED:
                    check(line, record._sum)
                plain = decode(line)
                if record.version >= SEALED:
                    del plain[SUM]
                if plain.get("more") is True and whole is record:
                    whole = record.copy()
                more = record._follow(plain)
            except RulesError as error:
                if bad is None or error.code != "line_torn":
                    bad = BadRecord.at(number, error)
                break
            record.lines.append(line.decode().strip())
            if not more:
                whole = record
        return whole, bad

    @property
    def version(self) -> int:
        """The version of the lines."""
        return self._opening.version

    @property
    def begun(self) -> str | None:
        """The date of the game's beginning, like "2026-11-15"; None if unknown."""
        return self._opening.begun

    @property
    def opening(self) -> tuple[AnyGame, Events]:
        """The game before its first move, and what was laid out."""
        return self._opening.state, self._opening.events

    @property
    def state(self) -> AnyGame:
        """The current game."""
        return self.steps[-1].state if self.steps else self.opening[0]

    @property
    def events(self) -> Events:
        """What people had to do for the last move."""
        return self.steps[-1].events if self.steps else self.opening[1]

    def play(self, move: Move, read: Read | None = None) -> Events:
        """Play a move and append its line; an illegal one raises and changes nothing.

        `read` says how the dice of a throw were read.
        """
        return self._write(move, read, more=False)

    def play_all(self, moves: Sequence[Played]) -> Events:
        """Play moves as one, and return all their events.

        If one of them is illegal, nothing changes.
        """
        ahead = self.copy()
        told = ahead._write_all(moves)
        self._become(ahead)
        return told

    def seat(self, player: int, level: Level | None) -> None:
        """Let the box play a seat at this level from now on, or a person again (None)."""
        ahead = self.copy()
        ahead._renew()
        seat = _Seat(player, level)
        line = ahead._line({"move": SEAT, **to_plain(seat)})
        ahead._sit(seat)
        ahead.lines.append(line)
        self._become(ahead)

    def _sit(self, seat: _Seat) -> None:
        at = seat.player
        if not 0 <= at < len(self.levels):
            raise IllegalMove("no_such_player", player=at)
        self.levels = (*self.levels[:at], seat.level, *self.levels[at + 1 :])

    def undo(self, count: int = 1) -> Undone:
        """Undo the last moves, all or none, and append that as lines."""
        return self._replace(count, ())[0]

    def instead(self, count: int, moves: Sequence[Played]) -> Events:
        """Undo so many moves and play these instead, as one; or change nothing."""
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
        self.__dict__ = ahead.__dict__

    def _write_all(self, moves: Sequence[Played]) -> Events:
        told: Events = ()
        for at, (move, read) in enumerate(moves, start=1):
            told += self._write(move, read, more=at < len(moves))
        return told

    def copy(self) -> Self:
        """Return a copy to continue independently."""
        twin = type(self)(self._opening, self.lines[: self._first_move])
        twin.lines, twin.steps = list(self.lines), list(self.steps)
        twin.levels = self.levels
        return twin

    def renewed(self) -> Self:
        """Return the same game in the current version."""
        opening = replace(self._opening, version=VERSION)
        twin = type(self)(opening, header.write(opening))
        twin.steps, twin.levels = list(self.steps), self.levels
        for line in self.lines[self._first_move :]:
            plain = decode(line.encode())
            plain.pop(SUM, None)
            _rename(plain, self.version)
            twin.lines.append(twin._line(plain))
        return twin

    def _renew(self) -> None:
        """Bring an older record into this version, in which lines are written."""
        if self.version < VERSION:
            self._become(self.renewed())

    def _write(self, move: Move, read: Read | None, *, more: bool) -> Events:
        self._renew()
        plain = move_to_plain(move)
        if read is not None:
            if not isinstance(move, Throw):
                raise IllegalMove("only_throws_are_read", move=move.code)
            plain["read"] = read
        if more:
            plain["more"] = True
        line = self._line(plain)
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
        self._renew()
        line = self._line({"move": "undo", **({"more": True} if more else {})})
        move = self._undo()
        self.lines.append(line)
        return move

    def _line(self, plain: dict[str, Any]) -> str:
        """Return the next line; raises an error if it could not be read again."""
        if len(self.lines) >= MOST_LINES:
            raise IllegalMove("record_full", most=MOST_LINES)
        line = encode(plain)
        return sealed(line, self._sum) if self.version >= SEALED else line

    @property
    def _sum(self) -> int:
        """The checksum of the last move. Headers are excluded: a report changes their names."""
        return sum_of(self.lines[-1]) if len(self.lines) > self._first_move else 0

    def _follow(self, plain: dict[str, Any]) -> bool:
        """Apply a line after the header; return whether the next one belongs to it."""
        _rename(plain, self.version)
        code = taken(plain, "move", str)
        moves = _by_code(self.state.MOVES)
        if code == SEAT and self.version >= LEVELS:
            self._sit(from_plain(_Seat, plain, read=("move",)))
            return False
        if code not in moves and code != "undo":
            raise Unreadable("unknown_move", move=code, known=(*moves, "undo", SEAT))
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


def _rename(plain: dict[str, Any], version: int) -> None:
    """Give the fields of an older line their names in this version."""
    if version < RIVAL and plain.get("move") == Attack.code:
        if "rival" in plain:
            raise Unreadable("unknown_field", field="rival", known=("move", "player", "track"))
        renamed = {"rival" if name == "player" else name: item for name, item in plain.items()}
        plain.clear()
        plain.update(renamed)


@cache
def _by_code(moves: tuple[type[Move], ...]) -> dict[str, type[Move]]:
    return {move.code: move for move in moves}


def move_to_plain(move: Move) -> dict[str, Any]:
    """Return a move as a line contains it."""
    return {"move": move.code, **to_plain(move)}
