"""What a page may ask of the table. Anything else is refused before it reaches the game."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from firmware.ports import Action

LONGEST = 8_192
"""Bytes of a message."""

Word = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000)]
MOST_PUTS = 120
"""Changes of one repair: more than there are pieces on any table."""


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Anything a page asks. `at` names the moment it was made on: a stale one does nothing."""

    at: Word


class Press(Message, frozen=True, tag="press"):
    """A button of the panel."""

    action: Action


class Choose(Message, frozen=True, tag="choose"):
    """One of the choices that the table offered at that moment, by its place."""

    choice: Count


class Undo(Message, frozen=True, tag="undo"):
    """Take so many moves back."""

    count: Annotated[int, Meta(ge=1, le=1_000)]


class Correct(Message, frozen=True, tag="correct"):
    """The dice that were read really show this, in the order in which they were read.

    "" is something that is no die; `more` are dice that were not read.
    """

    faces: Annotated[tuple[Word, ...], Meta(max_length=24)]
    more: Annotated[tuple[Word, ...], Meta(max_length=12)] = ()


class Mark(Message, frozen=True, tag="mark"):
    """This die of those that lie there is to be thrown again, or not."""

    die: Count
    again: bool


class Pieces(Message, frozen=True, tag="pieces"):
    """Where do all pieces lie? The answer is a form to put them right."""


class Put(Struct, frozen=True, forbid_unknown_fields=True):
    """One change in the form of the pieces, by places: of the group, of the field in it."""

    group: Count
    field: Count
    value: Count


class PutRight(Message, frozen=True, tag="adjust"):
    """The pieces lie otherwise: these changes, one after the other."""

    puts: Annotated[tuple[Put, ...], Meta(max_length=MOST_PUTS)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Someone who plays."""

    name: Word
    colour: Word


class Begin(Message, frozen=True, tag="begin"):
    """A new game."""

    game: Word
    players: Annotated[tuple[Seat, ...], Meta(max_length=7)]
    starter: Count = 0
    ordinary: bool = False
    """Whether ordinary dice stand in for the game's own."""
    taught: Word = ""
    """The name of taught dice that lie there in place of the game's own."""
    variants: Annotated[tuple[Word, ...], Meta(max_length=12)] = ()


class Resume(Message, frozen=True, tag="resume"):
    """Go on with one of the last games, by the name of its file."""

    game: Word


class SetAside(Message, frozen=True, tag="set_aside"):
    """Begin a new game instead of the one that is not finished, by the name of its file."""

    game: Word


class Printed(Message, frozen=True, tag="printed"):
    """What is printed on the owner's box of a game, as records hold it."""

    game: Word
    box: dict[str, object]


class Prefer(Message, frozen=True, tag="prefer"):
    """Change a setting of the table."""

    setting: Word
    value: bool | Word


class Teach(Message, frozen=True, tag="teach"):
    """Teach new dice for this game: their numbers are pips, or pictures as all else."""

    game: Word
    pips: bool


class ShowAgain(Message, frozen=True, tag="show_again"):
    """Of the dice that are being taught this face was misread."""

    face: Word


class NameNew(Message, frozen=True, tag="name_new"):
    """Keep the dice that were taught under this name."""

    name: Word


class LeaveTeaching(Message, frozen=True, tag="leave_teaching"):
    """Teach no further; nothing is kept."""


class NameDice(Message, frozen=True, tag="name_dice"):
    """Call taught dice otherwise."""

    name: Word
    new: Word


class ForgetDice(Message, frozen=True, tag="forget_dice"):
    """Forget taught dice."""

    name: Word


class Scene(Message, frozen=True, tag="scene"):
    """How the simulated camera sees the next throws."""

    light: Word
    surface: Word
    tilt: Annotated[float, Meta(ge=0.0, le=35.0)]
    blur: Annotated[float, Meta(ge=0.0, le=3.0)]
    spoil: Word | None = None
    """How the next throw is to be spoilt, "" not at all; None leaves that as it is."""


class Aim(Message, frozen=True, tag="aim"):
    """Send pictures of what the camera sees for a while, or no more."""

    on: bool


class Forget(Message, frozen=True, tag="forget"):
    """Unpair the phone of this id, or every one but this (others)."""

    who: Word


Asked = (
    Press
    | Choose
    | Undo
    | Correct
    | Mark
    | Pieces
    | PutRight
    | Begin
    | Resume
    | SetAside
    | Printed
    | Prefer
    | Teach
    | ShowAgain
    | NameNew
    | LeaveTeaching
    | NameDice
    | ForgetDice
    | Scene
    | Aim
    | Forget
)

_decoder = msgspec.json.Decoder(Asked)


def read_message(text: bytes | str) -> Asked:
    """One message; `ValueError` if it is none."""
    raw = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if len(raw) > LONGEST:
        raise ValueError("too_long")
    try:
        message: Asked = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError("no_message") from error
    return message
