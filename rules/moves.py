"""Moves of the games, and repairs of the table.

A move is a small frozen value and knows no game. The state decides whether it is legal.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, get_args, get_type_hints

from rules.coded import Coded
from rules.dice import Face, Faces
from rules.errors import WrongType, check_type
from rules.table import Table


class Move(Coded):
    """Anything that can be played in a state. Values of a wrong type are refused."""

    __slots__ = ()

    _types: ClassVar[tuple[tuple[str, type, bool], ...]]
    """The type of each field, and whether it may be None."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        hints = get_type_hints(cls)
        own = vars(cls).get("__annotations__", {})
        kinds = {name: get_args(hints[name]) or (hints[name],) for name in own}
        cls._types = tuple((name, kind[0], len(kind) > 1) for name, kind in kinds.items())

    def __post_init__(self) -> None:
        for name, kind, optional in self._types:
            value = getattr(self, name)
            if type(value) is not kind and not (optional and value is None):
                check_type(name, value, kind)


_FACE = {Face}


@dataclass(frozen=True, slots=True, init=False)
class Throw(Move):
    """The dice were thrown and show these faces, in any order.

    >>> Throw((Face.WORM, Face.ONE)) == Throw((Face.ONE, Face.WORM))
    True
    """

    faces: Faces
    rerolled: int | None = None
    """Number of re-rolled dice; None means those with another face now."""

    def __init__(self, faces: Iterable[Face], rerolled: int | None = None) -> None:
        try:
            shown = tuple(faces)
        except TypeError:
            raise WrongType("faces", Iterable, faces) from None
        if {*map(type, shown)} - _FACE:
            raise WrongType("faces", Face, next(face for face in shown if type(face) is not Face))
        if rerolled is not None:
            check_type("rerolled", rerolled, int)
        object.__setattr__(self, "faces", tuple(sorted(shown)))
        object.__setattr__(self, "rerolled", rerolled)


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Set aside all thrown dice of this face."""

    face: Face


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """The player ends the turn voluntarily."""


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Pick a tile after the turn: from the grill, or from this rival's stack."""

    tile: int
    rival: int | None = None


# Picnic Blitz. A throw always has all six dice, even if only some were re-rolled.


class QueenUse(StrEnum):
    """The uses of a queen."""

    REROLL = "reroll"
    """A fresh set of re-rolls."""
    ATTACK = "attack"
    """One more attack."""
    MOVE = "move"
    """A second ant may move, on another track."""


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """Push back this rival's ant on the track by one space."""

    rival: int
    track: int


@dataclass(frozen=True, slots=True)
class March(Move):
    """Move the player's ant on this track, or enter a new one."""

    track: int


@dataclass(frozen=True, slots=True)
class SpendQueen(Move):
    """Give the queen back for this use."""

    use: QueenUse


@dataclass(frozen=True, slots=True)
class TakeQueen(Move):
    """Take a queen instead of attacking and moving; this ends the turn."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """End the turn without doing more."""


class Repair(Move):
    """Moves outside the rule books: people misplace pieces, drop dice and leave."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Void(Repair):
    """Cancel the last throw (a die fell off the table) and throw again.

    Only while it waits to be answered; undo a throw or keep that ended the turn.
    """


@dataclass(frozen=True, slots=True)
class Skip(Repair):
    """End the turn without effect."""


@dataclass(frozen=True, slots=True)
class Leave(Repair):
    """A player leaves. Their pieces stay, but they cannot win."""

    player: int


@dataclass(frozen=True, slots=True)
class Adjust(Repair):
    """The pieces lie like this, and it is this player's turn.

    Corrects a table that differs from the state, or sets up a game in progress. The dice of the
    turn stay, unless the turn goes to another player.
    """

    table: Table
    player: int
