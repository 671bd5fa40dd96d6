"""What a page may ask of the table. Anything else is refused before it reaches the game."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from firmware.actions import Action

LONGEST = 8_192
"""Bytes of a message."""

Word = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000)]


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
    """The dice that were read really show this, in the order in which they were read."""

    faces: Annotated[tuple[Word, ...], Meta(max_length=12)]


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
    variants: Annotated[tuple[Word, ...], Meta(max_length=12)] = ()


class Resume(Message, frozen=True, tag="resume"):
    """Go on with one of the last games, by the name of its file."""

    game: Word


class Printed(Message, frozen=True, tag="printed"):
    """What is printed on the owner's box of a game, as records hold it."""

    game: Word
    box: dict[str, object]


class Prefer(Message, frozen=True, tag="prefer"):
    """A setting of the table."""

    language: Word | None = None
    hints: bool | None = None
    sound: bool | None = None


class Scene(Message, frozen=True, tag="scene"):
    """How the simulated camera sees the next throws."""

    light: Word
    surface: Word
    tilt: Annotated[float, Meta(ge=0.0, le=35.0)]
    blur: Annotated[float, Meta(ge=0.0, le=3.0)]
    spoil: Word = ""


class Aim(Message, frozen=True, tag="aim"):
    """Send pictures of what the camera sees for a while, or no more."""

    on: bool


class Forget(Message, frozen=True, tag="forget"):
    """Unpair: this page, or every other one."""

    who: Literal["me", "others"]


Asked = Press | Choose | Undo | Correct | Begin | Resume | Printed | Prefer | Scene | Aim | Forget

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
