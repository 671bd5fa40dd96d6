"""What can stand on the panel: data for each kind of screen. No pixels and no rules here.

All text is already in the players' language. A view of the table makes one of these, `draw` makes
the picture. `name` says which screen it is, for tests, the gallery and the log.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from rules.dice import Face


class Mark(StrEnum):
    """How something stands out."""

    NONE = "none"
    STRUCK = "struck"
    """Cannot be chosen."""
    DOUBTED = "doubted"
    """Not read with certainty."""


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
    """The number whose worms are being changed."""
    foot: str = ""


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
class Edge(Screen):
    """A line around the very edge of the panel, to see whether the whole picture is there."""

    line: str
    foot: str = ""


@dataclass(frozen=True)
class Blank(Screen):
    """Nothing: the panel rests."""

    name: str = field(default="blank")
