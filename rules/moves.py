"""What players do: moves of the games, and repairs of the table.

A move is a small frozen value and knows no game. Whether it is legal, the state says.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.coded import Coded
from rules.dice import Face, Faces
from rules.table import Table


class Move(Coded):
    """Anything that can be played on a state."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, init=False)
class Throw(Move):
    """The dice were thrown and show these faces; their order does not matter.

    >>> Throw((Face.WORM, Face.ONE)) == Throw((Face.ONE, Face.WORM))
    True
    """

    faces: Faces
    rerolled: int | None = None
    """How many of these dice a re-roll threw; None: as many as show another face now."""

    def __init__(self, faces: Iterable[Face], rerolled: int | None = None) -> None:
        object.__setattr__(self, "faces", tuple(sorted(faces)))
        object.__setattr__(self, "rerolled", rerolled)


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """All thrown dice of this face are laid aside."""

    face: Face


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """The player ends the turn of their own will."""


@dataclass(frozen=True, slots=True)
class Take(Move):
    """The turn is over and the player picks a tile: from the grill, or from this rival's stack."""

    tile: int
    rival: int | None = None


# Picnic Blitz. A throw is always all six dice as they lie, also when only some were thrown again.


class QueenUse(StrEnum):
    """What a queen can be spent on."""

    REROLL = "reroll"
    """A fresh set of re-rolls."""
    ATTACK = "attack"
    """One attack more."""
    MOVE = "move"
    """A second ant may move, on another track."""


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """The ant of this rival on the track is pushed back one space."""

    player: int
    track: int


@dataclass(frozen=True, slots=True)
class March(Move):
    """The player's ant moves on this track, or a new one enters it."""

    track: int


@dataclass(frozen=True, slots=True)
class SpendQueen(Move):
    """The player gives the queen back for this."""

    use: QueenUse


@dataclass(frozen=True, slots=True)
class TakeQueen(Move):
    """The player takes a queen instead of attacking and moving; the turn is over."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """The player does nothing more in this turn."""


class Repair(Move):
    """What no rule book knows: people misplace pieces, drop dice and go home."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Void(Repair):
    """The last throw does not count (a die fell off the table) and is thrown again.

    Only while it waits to be answered: a throw or keep that ended the turn is undone instead.
    """


@dataclass(frozen=True, slots=True)
class Skip(Repair):
    """The turn ends without any effect and passes on."""


@dataclass(frozen=True, slots=True)
class Leave(Repair):
    """A player goes home. Their pieces stay where they lie, but they win nothing."""

    player: int


@dataclass(frozen=True, slots=True)
class Adjust(Repair):
    """The pieces lie like this, and it is this player's turn.

    Mends a table that differs from the state, or sets up a game in the middle. The dice of the
    turn stay as they are unless the turn goes to another player.
    """

    table: Table
    player: int
