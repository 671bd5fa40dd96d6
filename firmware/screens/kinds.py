"""What can stand on the panel: data for each kind of screen. No pixels and no rules here.

All text is already in the players' language. A view of the table makes one of these, `draw` makes
the picture. `name` says which screen it is, for tests, the gallery and the log.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from rules.dice import Face


class Mark(StrEnum):
    """How something stands out."""

    NONE = "none"
    STRUCK = "struck"
    """Cannot be chosen."""
    DOUBTED = "doubted"
    """Not read with certainty."""
    AGAIN = "again"
    """To be thrown again."""


@dataclass(frozen=True)
class Screen:
    """Anything that can stand on the panel."""

    name: str


@dataclass(frozen=True)
class Message(Screen):
    """A title and a few lines: instructions, questions, errors.

    The lines are decision text, wrapped if need be; `foot` is small print at the bottom, such as
    what a button does now.
    """

    title: str
    lines: tuple[str, ...] = ()
    foot: str = ""
    alarm: bool = False
    """Something went wrong, or a turn failed: drawn so that it is seen."""


@dataclass(frozen=True)
class Item:
    """A line of a menu, with a value at its right where it has one."""

    label: str
    value: str = ""
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class Menu(Screen):
    """Choices under each other, one of them chosen; it scrolls when there are more than fit."""

    title: str
    items: tuple[Item, ...]
    chosen: int = 0
    foot: str = ""


@dataclass(frozen=True)
class Group:
    """Dice that show one face."""

    face: Face
    count: int
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class Prompt(Screen):
    """Who is to throw how many dice, with the dice aside, their sum, and what stopping brings."""

    player: str
    dice: int
    task: str
    """The decision text: "Throw 8 dice", "Throw 3 or stop"."""
    kept: tuple[Group, ...] = ()
    total: str = ""
    """The sum so far as text, "" before the first keep: "21"."""
    worm: bool = False
    """Whether a worm lies aside."""
    stop: str = ""
    """What stopping brings, or why it cannot be; decision text."""
    foot: str = ""


@dataclass(frozen=True)
class Choice(Screen):
    """The throw as groups of one face; the chosen one would be laid aside."""

    player: str
    groups: tuple[Group, ...]
    chosen: int
    """One more than there are groups: the keep that was worked out."""
    line: str
    """Decision text: what choosing does ("then 21, worm"), or why it is struck out."""
    foot: str = ""
    before: tuple[Group, ...] = ()
    """Dice that lie aside already."""
    inferred: Group | None = None
    """A keep worked out from the dice on the table, shown with the new dice, not yet taken."""
    total: str = ""


@dataclass(frozen=True)
class Die:
    """One die in a row. No face: not known yet."""

    face: Face | None
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class DiceRow(Screen):
    """Single dice in a row to be looked at, corrected or entered; up to nine fit.

    `cursor` counts the dice; one more is the place to add a die (where `more`), the one after
    that (or after the dice) the tick that takes them.
    """

    title: str
    dice: tuple[Die, ...]
    cursor: int | None = None
    open: bool = False
    """The die under the cursor is being changed: its face turns with left and right."""
    more: bool = False
    tick: bool = False
    lines: tuple[str, ...] = ()
    """One or two lines of decision text below the dice."""
    foot: str = ""


@dataclass(frozen=True)
class StandIns(Screen):
    """What ordinary dice mean in a game, told without words; only the faces that differ."""

    title: str
    pairs: tuple[tuple[Face, Face], ...]
    """The face of the ordinary die, and the one it means."""
    foot: str = ""


@dataclass(frozen=True)
class Spot:
    """One spot of the grill: nothing, one or two plates with their owner's letter, or a snail."""

    number: int
    worms: int
    owner: str = ""
    plates: int = 0
    snail: bool = False


@dataclass(frozen=True)
class GrillStrip(Screen):
    """The 14 spots as a strip; what lies on the chosen one is told in words below."""

    title: str
    spots: tuple[Spot, ...]
    chosen: int | None = None
    """The number of the chosen spot, not its place."""
    line: str = ""
    """Decision text about the chosen spot."""
    foot: str = ""


class TileState(StrEnum):
    """How a tile of the grill stands."""

    OPEN = "open"
    TAKEN = "taken"
    """Gone: its place is empty."""
    TURNED = "turned"
    """Face down, out of the game."""


@dataclass(frozen=True)
class Tile:
    """One place of a grill of tiles."""

    number: int
    worms: int
    state: TileState = TileState.OPEN


@dataclass(frozen=True)
class Stack:
    """A player's tiles: only the top one is seen."""

    letter: str
    top: int | None
    """The number of the top tile; None: no tile yet."""
    height: int
    turn: bool = False


@dataclass(frozen=True)
class TileGrill(Screen):
    """The tiles in two rows, and each player's stack below them.

    All of it is there with a line of decision text too; the tiles then leave out their worms, and
    their numbers are in small print.
    """

    title: str
    tiles: tuple[Tile, ...]
    stacks: tuple[Stack, ...] = ()
    chosen: int | None = None
    """The place of the chosen tile, from 0: numbers may stand on the grill twice."""
    line: str = ""
    """Decision text about the chosen tile, or about the grill."""
    foot: str = ""


@dataclass(frozen=True)
class TrackRow:
    """A track with the ants on it."""

    number: int
    food: int
    """The points at its end."""
    spaces: tuple[str, ...]
    """The letters of the ants on each space, the bottom one first; the last is the food's."""
    captured: bool = False
    """Someone guards the food, and the ants of the track lie on their backs."""


@dataclass(frozen=True)
class TrackBoard(Screen):
    """The tracks under each other; of a pile the top ant's letter, and a bar for each below it.

    With a line of decision text four rows fit under a title: they scroll with the chosen one.
    """

    title: str
    rows: tuple[TrackRow, ...]
    chosen: tuple[int, int] | None = None
    """The place of the row, from 0, and the space, from 1; space 0: an ant that is at home."""
    to: int | None = None
    """The space of that row where the chosen ant would go; 0: home, off the board."""
    line: str = ""
    """Decision text about the chosen ant."""
    foot: str = ""


@dataclass(frozen=True)
class Score:
    """A player's line among the scores."""

    letter: str
    name: str
    points: str
    worms: str = ""
    snails: str = ""
    turn: bool = False
    rank: str = ""
    queen: bool = False
    """Whether the player has a queen in hand."""
    tiles: str = ""
    """How many tiles the player has."""
    gone: bool = False
    """The player has gone home: the name is struck out."""


@dataclass(frozen=True)
class ScoreTable(Screen):
    """Everyone's points, or the final ranking."""

    title: str
    rows: tuple[Score, ...]
    line: str = ""
    """Decision text: who won and why."""
    foot: str = ""


@dataclass(frozen=True)
class WormTable(Screen):
    """The worms printed on each spot, as one table to compare with the owner's box."""

    title: str
    worms: tuple[tuple[int, int], ...]
    chosen: int | None = None
    """The number whose worms are being changed, or `DICE`."""
    foot: str = ""
    twice: Face | None = None
    """The face that stands on two sides of each die, beside the table."""

    DICE: ClassVar[int] = 0
    """What is chosen where that face is being changed; no spot has this number."""


@dataclass(frozen=True)
class Progress(Screen):
    """Something is going on. `part` is from 0 to 1; None where nobody knows how long it takes."""

    title: str
    line: str = ""
    part: float | None = None
    beat: int = 0
    """Counts up while it goes on, so that the picture moves."""
    foot: str = ""


class State(StrEnum):
    """How a check stands."""

    WAITING = "waiting"
    GOOD = "good"
    BAD = "bad"
    ABSENT = "absent"
    """Not there, and not needed."""


@dataclass(frozen=True)
class Check:
    """One thing that is looked at when the table starts."""

    label: str
    state: State


@dataclass(frozen=True)
class Checks(Screen):
    """The table starts and looks at its parts."""

    title: str
    checks: tuple[Check, ...]
    foot: str = ""


@dataclass(frozen=True)
class Aim(Screen):
    """What the camera sees, one bit a pixel, with the corners of the throw zone over it."""

    thumbnail: bytes
    """Rows of a packed one-bit picture, as `Image.frombytes("1", size, thumbnail)` takes it."""
    size: tuple[int, int]
    corners: tuple[tuple[float, float], ...]
    """Four, as parts of width and height, clockwise from the upper left."""
    chosen: int | None
    """The corner that is moved; None when all is set."""
    focus: float
    light: float
    """From 0 to 1."""
    line: str = ""
    foot: str = ""


@dataclass(frozen=True)
class Letters(Screen):
    """A name written letter by letter."""

    title: str
    written: str
    letters: tuple[str, ...]
    chosen: int
    foot: str = ""


@dataclass(frozen=True)
class Invitation(Screen):
    """How a phone finds the table: a picture for its camera, and the same to be typed.

    An address that is too long for a picture on the panel is there to be typed alone.
    """

    address: str
    """A host and its port."""
    code: str
    """To be typed."""
    key: str
    """In the picture, in place of the code."""
    lines: tuple[str, ...] = ()
    """Small print below, one or two lines."""
    secure: bool = False
    """Whether it is found by https, which must be typed then."""


@dataclass(frozen=True)
class Edge(Screen):
    """A line around the very edge of the panel, to see whether the whole picture is there."""

    line: str
    foot: str = ""


@dataclass(frozen=True)
class Blank(Screen):
    """Nothing: the panel rests."""

    name: str = field(default="blank")
