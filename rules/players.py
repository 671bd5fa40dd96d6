"""The players: names that every surface can show, colours, and how well the box plays a seat."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadSetup, check_type

LONGEST_NAME = 16
"""Characters; more do not fit beside a score on the small panel."""
MOST_MARKS = 2
"""Combining marks on one letter; more would cover the lines above and below."""


class Colour(StrEnum):
    """The colours of plates, ants and markers."""

    GREEN = "green"
    YELLOW = "yellow"
    BLUE = "blue"
    BLACK = "black"
    ORANGE = "orange"
    RED = "red"
    WHITE = "white"


class Level(StrEnum):
    """How well the box plays a seat."""

    EASY = "easy"
    """Takes what pays, with slips that a child enjoys."""
    SOLID = "solid"
    """Gains the most in this turn: exact, and blind to what comes after it."""
    STRONG = "strong"
    """Wins most often: the exact turn, and a learned worth of the position after it."""


Levels = tuple[Level | None, ...]
"""By player, how well the box plays the seat; None for a person."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player. The name is checked and stored in composed form."""

    name: str
    colour: Colour

    def __post_init__(self) -> None:
        check_type("name", self.name, str)
        check_type("colour", self.colour, Colour)
        name = unicodedata.normalize("NFC", self.name.strip(" "))
        _check_name(name)
        object.__setattr__(self, "name", name)


def _check_name(name: str) -> None:
    """Refuse names that are not one line of left-to-right letters, which a small font can draw."""
    if not name:
        raise BadSetup("name_empty", longest=LONGEST_NAME)
    if len(name) > LONGEST_NAME:
        raise BadSetup("name_too_long", length=len(name), longest=LONGEST_NAME)
    marks = 0
    for character in name:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks > MOST_MARKS:
            raise BadSetup("name_marks", most=MOST_MARKS)
        if unicodedata.bidirectional(character) in {"R", "AL", "AN"}:
            raise BadSetup("name_right_to_left", character=character)
        if unicodedata.category(character)[0] not in "LMN" and character not in " -'’.":
            code_point = f"U+{ord(character):04X}"
            raise BadSetup("name_character", character=character, code_point=code_point)


def check_players(players: tuple[Player, ...], colours: tuple[Colour, ...]) -> None:
    """Refuse two players with the same name or colour, or a colour the game does not have."""
    names: set[str] = set()
    used: set[Colour] = set()
    for player in players:
        if player.name.casefold() in names:
            raise BadSetup("name_twice", name=player.name)
        if player.colour not in colours:
            raise BadSetup("colour_unknown", colour=player.colour, colours=colours)
        if player.colour in used:
            raise BadSetup("colour_twice", colour=player.colour, colours=colours)
        names.add(player.name.casefold())
        used.add(player.colour)
