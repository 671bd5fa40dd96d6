"""The messages a page may send. Anything else is refused before it reaches the game."""

from functools import reduce
from operator import or_
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from firmware.ports import Action
from rules.players import Level

LONGEST = 8_192
"""Bytes of a message."""

Word = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000)]
MOST_PUTS = 120
"""Changes in one correction; more than there are pieces on any table."""


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A message of a page. `at` is the table's version it refers to; a stale one does nothing."""

    at: Word


class Press(Message, frozen=True, tag="press"):
    """Press a button of the panel."""

    action: Action


class Choose(Message, frozen=True, tag="choose"):
    """Take one of the choices offered for this version, by its index."""

    choice: Count


class Undo(Message, frozen=True, tag="undo"):
    """Undo so many moves."""

    count: Annotated[int, Meta(ge=1, le=1_000)]


class Correct(Message, frozen=True, tag="correct"):
    """Correct the faces of the dice, in the order of the reading.

    "" is not a die; `more` holds dice that were not read.
    """

    faces: Annotated[tuple[Word, ...], Meta(max_length=24)]
    more: Annotated[tuple[Word, ...], Meta(max_length=12)] = ()


class Mark(Message, frozen=True, tag="mark"):
    """Mark or unmark this die for a re-roll."""

    die: Count
    again: bool


class Pieces(Message, frozen=True, tag="pieces"):
    """Ask for the form that corrects the places of all pieces."""


class Put(Struct, frozen=True, forbid_unknown_fields=True):
    """A change in that form: indices of group and field, and the new value."""

    group: Count
    field: Count
    value: Count


class PutRight(Message, frozen=True, tag="adjust"):
    """Correct the places of the pieces by these changes, in order."""

    puts: Annotated[tuple[Put, ...], Meta(max_length=MOST_PUTS)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player."""

    name: Word
    colour: Word
    level: Level | None = None
    """How well the box plays it; None for a person."""


class Sit(Message, frozen=True, tag="sit"):
    """Let the box play a seat from now on, or a person again (None)."""

    player: Count
    level: Level | None = None


class Begin(Message, frozen=True, tag="begin"):
    """Begin a new game."""

    game: Word
    players: Annotated[tuple[Seat, ...], Meta(max_length=7)]
    starter: Count = 0
    ordinary: bool = False
    """Whether ordinary dice replace the game's own."""
    taught: Word = ""
    """The name of taught dice that replace the game's own."""
    variants: Annotated[tuple[Word, ...], Meta(max_length=12)] = ()


class Again(Message, frozen=True, tag="again"):
    """Play the game that is over once more."""


class Resume(Message, frozen=True, tag="resume"):
    """Resume a recent game, by the name of its file."""

    game: Word


class SetAside(Message, frozen=True, tag="set_aside"):
    """Give up the unfinished game for a new one, by the name of its file."""

    game: Word


class Printed(Message, frozen=True, tag="printed"):
    """Save what is printed on the owner's box of a game, as records describe it."""

    game: Word
    box: dict[str, object]


class Prefer(Message, frozen=True, tag="prefer"):
    """Change a setting of the table."""

    setting: Word
    value: bool | Word


class Teach(Message, frozen=True, tag="teach"):
    """Teach new dice for this game; their numbers are pips, or pictures like the rest."""

    game: Word
    pips: bool


class ShowAgain(Message, frozen=True, tag="show_again"):
    """Show this face of the taught dice again, because it was misread."""

    face: Word


class NameNew(Message, frozen=True, tag="name_new"):
    """Save the taught dice under this name."""

    name: Word


class LeaveTeaching(Message, frozen=True, tag="leave_teaching"):
    """Stop teaching, without saving anything."""


class NameDice(Message, frozen=True, tag="name_dice"):
    """Rename taught dice."""

    name: Word
    new: Word


class ForgetDice(Message, frozen=True, tag="forget_dice"):
    """Forget taught dice."""

    name: Word


class Scene(Message, frozen=True, tag="scene"):
    """Set how the simulated camera sees the next throws."""

    light: Word
    surface: Word
    tilt: Annotated[float, Meta(ge=0.0, le=35.0)]
    blur: Annotated[float, Meta(ge=0.0, le=3.0)]
    spoil: Word | None = None
    """How to spoil the next throw, "" not at all; None leaves that unchanged."""


class Aim(Message, frozen=True, tag="aim"):
    """Start or stop sending the camera's picture."""

    on: bool


class Forget(Message, frozen=True, tag="forget"):
    """Unpair the phone with this id, or every phone except it (others)."""

    who: Word


_decoder = msgspec.json.Decoder(reduce(or_, Message.__subclasses__()))


def read_message(text: bytes | str) -> Message:
    """Decode a message; raises `ValueError` if it is invalid."""
    raw = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if len(raw) > LONGEST:
        raise ValueError("too_long")
    try:
        message: Message = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError("no_message") from error
    return message
