"""The kinds of screens as plain data, without pixels and rules.

All text is already in the players' language. A view returns one of these, and `draw` draws it.
`name` identifies the screen for tests, the gallery and the log.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from rules.dice import Face


class Mark(StrEnum):
    """How something is highlighted."""

    NONE = "none"
    STRUCK = "struck"
    """Cannot be chosen."""
    DOUBTED = "doubted"
    """Read with doubts."""
    AGAIN = "again"
    """To be re-rolled."""


@dataclass(frozen=True)
class Screen:
    """Anything the panel can show."""

    name: str
    said: str = field(default="", kw_only=True)
    """The answer to a press that did nothing, shown for a moment over the last line."""


@dataclass(frozen=True)
class Message(Screen):
    """A title and a few lines: instructions, questions, errors.

    The lines are decision text, wrapped if necessary; `foot` is small print, such as what a button
    does now.
    """

    title: str
    lines: tuple[str, ...] = ()
    foot: str = ""
    alarm: bool = False
    """Whether something failed, which is highlighted."""


@dataclass(frozen=True)
class Item:
    """A line of a menu, with an optional value at its right."""

    label: str
    value: str = ""
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class Menu(Screen):
    """A list of choices, one of them chosen; scrolls if necessary."""

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
    """Who throws how many dice, the dice set aside, their sum, and what stopping brings."""

    player: str
    dice: int
    task: str
    """The decision text: "Throw 8 dice", "Throw 3 or stop"."""
    kept: tuple[Group, ...] = ()
    total: str = ""
    """The sum as text, "" before the first keep: "21"."""
    worm: bool = False
    """Whether a worm is among the dice set aside."""
    stop: str = ""
    """Decision text: what stopping brings, or why it is impossible."""
    foot: str = ""


@dataclass(frozen=True)
class Choice(Screen):
    """The throw as groups of one face; the chosen group would be set aside."""

    player: str
    groups: tuple[Group, ...]
    chosen: int
    """The index of a group; the number of groups means the derived keep."""
    line: str
    """Decision text: what choosing does ("then 21, worm"), or why it is struck out."""
    foot: str = ""
    before: tuple[Group, ...] = ()
    """Dice already set aside."""
    inferred: Group | None = None
    """A keep derived from the dice, shown with the new dice and not yet confirmed."""
    total: str = ""


@dataclass(frozen=True)
class Die:
    """A die in a row; without a face if it is not known yet."""

    face: Face | None
    mark: Mark = Mark.NONE


@dataclass(frozen=True)
class DiceRow(Screen):
    """Up to nine single dice to look at, correct or enter.

    `cursor` counts the dice; the next place adds a die (if `more`), the one after that is the tick.
    """

    title: str
    dice: tuple[Die, ...]
    cursor: int | None = None
    open: bool = False
    """Whether left and right change the face of the die under the cursor."""
    more: bool = False
    tick: bool = False
    lines: tuple[str, ...] = ()
    """One or two lines of decision text below the dice."""
    foot: str = ""


@dataclass(frozen=True)
class StandIns(Screen):
    """What ordinary dice mean in a game, as pictures; only the faces that differ."""

    title: str
    pairs: tuple[tuple[Face, Face], ...]
    """The face of the ordinary die, and its meaning."""
    foot: str = ""


@dataclass(frozen=True)
class Spot:
    """A spot of the grill: empty, one or two plates with their owner's letter, or a snail."""

    number: int
    worms: int
    owner: str = ""
    plates: int = 0
    snail: bool = False


@dataclass(frozen=True)
class GrillStrip(Screen):
    """The 14 spots as a strip, with a text about the chosen one below."""

    title: str
    spots: tuple[Spot, ...]
    chosen: int | None = None
    """The number of the chosen spot, not its index."""
    line: str = ""
    """Decision text about the chosen spot."""
    foot: str = ""


class TileState(StrEnum):
    """The state of a tile's place on the grill."""

    OPEN = "open"
    TAKEN = "taken"
    """Taken; the place is empty."""
    TURNED = "turned"
    """Face down, out of the game."""


@dataclass(frozen=True)
class Tile:
    """A place for a tile on the grill."""

    number: int
    worms: int
    state: TileState = TileState.OPEN


@dataclass(frozen=True)
class Stack:
    """A player's tiles, of which only the top one is visible."""

    letter: str
    top: int | None
    """The number of the top tile; None without tiles."""
    height: int
    turn: bool = False


@dataclass(frozen=True)
class TileGrill(Screen):
    """The tiles in two rows, and each player's stack below.

    With a line of decision text, the tiles omit their worms and use small numbers.
    """

    title: str
    tiles: tuple[Tile, ...]
    stacks: tuple[Stack, ...] = ()
    chosen: int | None = None
    """The index of the chosen tile; numbers may occur twice."""
    line: str = ""
    """Decision text about the chosen tile, or about the grill."""
    foot: str = ""


@dataclass(frozen=True)
class TrackRow:
    """A track with its ants."""

    number: int
    food: int
    """The points at its end."""
    spaces: tuple[str, ...]
    """The letters of the ants on each space, the bottom one first; the last space is the food's."""
    captured: bool = False
    """Whether a captor guards the food, so that the ants of the track lie on their backs."""


@dataclass(frozen=True)
class TrackBoard(Screen):
    """The tracks; a pile shows its top ant's letter, and a bar for each ant below.

    With a title and a line of decision text, four rows fit; they scroll to the chosen one.
    """

    title: str
    rows: tuple[TrackRow, ...]
    chosen: tuple[int, int] | None = None
    """The index of the row, and the space from 1; space 0 is an ant at home."""
    to: int | None = None
    """The space of that row to which the chosen ant would move; 0 is home, off the board."""
    line: str = ""
    """Decision text about the chosen ant."""
    foot: str = ""


@dataclass(frozen=True)
class Score:
    """A player's line of the scores."""

    letter: str
    name: str
    points: str
    worms: str = ""
    snails: str = ""
    turn: bool = False
    rank: str = ""
    queen: bool = False
    """Whether the player has a queen."""
    tiles: str = ""
    """The player's number of tiles."""
    gone: bool = False
    """Whether the player has left; the name is struck out."""


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
    """The worms on each spot, as one table to compare with the owner's box."""

    title: str
    worms: tuple[tuple[int, int], ...]
    chosen: int | None = None
    """The number whose worms are being changed, or `DICE`."""
    foot: str = ""
    twice: Face | None = None
    """The face that each die has twice, beside the table."""

    DICE: ClassVar[int] = 0
    """Chosen while that face is being changed; no spot has this number."""


@dataclass(frozen=True)
class Progress(Screen):
    """Something in progress: `part` is from 0 to 1, or None if the duration is unknown."""

    title: str
    line: str = ""
    part: float | None = None
    beat: int = 0
    """Increases during the work to animate the picture."""
    foot: str = ""


class State(StrEnum):
    """The result of a check."""

    WAITING = "waiting"
    GOOD = "good"
    BAD = "bad"
    ABSENT = "absent"
    """Missing, and not needed."""


@dataclass(frozen=True)
class Check:
    """The check of a part when the table starts."""

    label: str
    state: State


@dataclass(frozen=True)
class Checks(Screen):
    """The checks when the table starts."""

    title: str
    checks: tuple[Check, ...]
    foot: str = ""


@dataclass(frozen=True)
class Aim(Screen):
    """The camera's one-bit picture, with the corners of the throw zone."""

    thumbnail: bytes
    """Rows of a packed one-bit picture, as `Image.frombytes("1", size, thumbnail)` expects."""
    size: tuple[int, int]
    corners: tuple[tuple[float, float], ...]
    """Four points as fractions of width and height, clockwise from the upper left."""
    chosen: int | None
    """The moving corner; None when finished."""
    focus: float
    light: float
    """From 0 to 1."""
    line: str = ""
    foot: str = ""


@dataclass(frozen=True)
class Letters(Screen):
    """A name being written letter by letter."""

    title: str
    written: str
    letters: tuple[str, ...]
    chosen: int
    foot: str = ""


@dataclass(frozen=True)
class Invitation(Screen):
    """How a phone finds the table: a QR code, and the same to type.

    An address that is too long for a QR code on the panel can only be typed.
    """

    address: str
    """A host and its port."""
    code: str
    """To type."""
    key: str
    """In the QR code, instead of the code."""
    lines: tuple[str, ...] = ()
    """One or two lines of small print below."""
    secure: bool = False
    """Whether the address needs https, which must be typed then."""


@dataclass(frozen=True)
class Edge(Screen):
    """A line around the edge of the panel, to check that the whole picture is visible."""

    line: str
    foot: str = ""


@dataclass(frozen=True)
class Blank(Screen):
    """An empty screen: the panel is off."""

    name: str = field(default="blank")
