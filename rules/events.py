"""What a move means for the table: every piece that people must move, as data.

People who follow the events, without knowing any rule, arrive at the table of the state. The
firmware has the texts.
"""

from dataclasses import dataclass

from rules.coded import Coded
from rules.dice import Face, Faces
from rules.moves import QueenUse


class Event(Coded):
    """Something that happened, or that people must do on the table."""

    __slots__ = ()


Events = tuple[Event, ...]


# The dice.


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """These dice lie in the tray."""

    player: int
    faces: Faces


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """Set aside all dice of this face."""

    player: int
    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class ThrowAgain(Event):
    """The throw does not count: pick up the dice and throw them again."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class PassDice(Event):
    """All dice go to this player, whose turn begins."""

    player: int


# How a turn ended.


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The turn's dice end with this result; `why` is a code.

    `stopped` by the player; `all_dice` or `all_faces` are set aside; `only_old` faces were thrown.
    If the result allows a choice of tiles, nothing follows until one is picked.
    """

    player: int
    total: int
    why: str


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """The turn brings nothing; `why` is a code.

    `only_old` faces were thrown; `no_worm` is among the dice; Barbecue: `too_low` for the grill, or
    the spot is `blocked`; tiles: there is `no_tile` for the result.
    """

    player: int
    total: int
    why: str


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game has ended; `why` is a code."""

    why: str


# Barbecue: plates, worms and snails.


@dataclass(frozen=True, slots=True)
class DealPlates(Event):
    """The player takes the plates of their colour."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class LaySnails(Event):
    """So many snails are ready in the pool."""

    count: int


@dataclass(frozen=True, slots=True)
class PlacePlate(Event):
    """A plate goes from the player's hand onto the spot."""

    player: int
    spot: int


@dataclass(frozen=True, slots=True)
class PlateHome(Event):
    """The plate on the spot goes back to its owner's hand."""

    player: int
    spot: int


@dataclass(frozen=True, slots=True)
class TakeWorms(Event):
    """The player takes worms from the pool."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class StealWorms(Event):
    """The player takes worms from a rival."""

    player: int
    rival: int
    count: int


@dataclass(frozen=True, slots=True)
class PlaceSnail(Event):
    """A snail goes from the pool onto the spot."""

    spot: int


@dataclass(frozen=True, slots=True)
class TakeSnail(Event):
    """The player takes the snail from the spot."""

    player: int
    spot: int


@dataclass(frozen=True, slots=True)
class TakeSnailFromPool(Event):
    """The player takes a snail from the pool."""

    player: int


@dataclass(frozen=True, slots=True)
class NoPlateLeft(Event):
    """The player has no plate in hand for the spot, which gets none (R13)."""

    player: int
    spot: int


# Bratwurmeck and Junior: tiles.


@dataclass(frozen=True, slots=True)
class LayTiles(Event):
    """These tiles lie face up on the grill, in ascending order."""

    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeTile(Event):
    """The tile goes from the grill onto the player's stack."""

    player: int
    tile: int


@dataclass(frozen=True, slots=True)
class SnatchTile(Event):
    """The tile goes from the top of the rival's stack onto the player's."""

    player: int
    rival: int
    tile: int


@dataclass(frozen=True, slots=True)
class ReturnTile(Event):
    """The tile goes from the top of the player's stack back to the grill, face up."""

    player: int
    tile: int


@dataclass(frozen=True, slots=True)
class TurnTile(Event):
    """The tile on the grill is turned face down, for good."""

    tile: int


# Picnic Blitz: ants on tracks, food and queens.


@dataclass(frozen=True, slots=True)
class DealAnts(Event):
    """The player takes the ants of their colour."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class LayQueens(Event):
    """So many queens are ready beside the board."""

    count: int


@dataclass(frozen=True, slots=True)
class PushAnt(Event):
    """The player's ant is pushed back to this space, under the ants there; 0 is home."""

    player: int
    track: int
    to: int
    under: tuple[int, ...] = ()
    """The players of the ants there, the lowest first."""


@dataclass(frozen=True, slots=True)
class MoveAnt(Event):
    """The player's ant moves to this space, on top; from home if it was not on the track."""

    player: int
    track: int
    to: int
    onto: tuple[int, ...] = ()
    """The players of the ants there, the lowest first."""


@dataclass(frozen=True, slots=True)
class CaptureTrack(Event):
    """The player captures the food: all ants of the track are laid on their backs.

    `points` are those of this food.
    """

    player: int
    track: int
    points: int


@dataclass(frozen=True, slots=True)
class OpenTrack(Event):
    """The food is free again: all ants of the track stand up."""

    track: int


@dataclass(frozen=True, slots=True)
class QueenTaken(Event):
    """The player takes a queen instead of attacking and moving."""

    player: int


@dataclass(frozen=True, slots=True)
class QueenSpent(Event):
    """The player puts the queen back beside the board for this use."""

    player: int
    use: QueenUse


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """The player does nothing more in this turn."""

    player: int


# Repairs.


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """The player's turn ended without effect."""

    player: int


@dataclass(frozen=True, slots=True)
class Left(Event):
    """The player leaves; their pieces stay."""

    player: int


@dataclass(frozen=True, slots=True)
class SetSpot(Event):
    """Put exactly this on the spot: so many plates of one owner, a snail, or nothing."""

    spot: int
    owner: int | None
    plates: int
    snail: bool


@dataclass(frozen=True, slots=True)
class SetWorms(Event):
    """Change the player's worms to this many points."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class SetSnails(Event):
    """Change the player's snails to this many, exchanging with the pool."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class SetGrill(Event):
    """Put exactly these tiles on the grill, face up and face down."""

    up: tuple[int, ...]
    down: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OffStack(Event):
    """Take these tiles off the top of the player's stack; the last one was on top."""

    player: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OntoStack(Event):
    """Put these tiles onto the player's stack, one after the other."""

    player: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetTrack(Event):
    """Put exactly these ants on the track: by space, the lowest of a pile first.

    The other ants of these players are at home. Another event says whether they lie on their backs.
    """

    track: int
    piles: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SetQueen(Event):
    """Make the player have a queen, or none."""

    player: int
    has: bool


@dataclass(frozen=True, slots=True)
class SetDice(Event):
    """The player has these dice: some in the tray, some set aside, the others in hand."""

    player: int
    tray: Faces
    aside: Faces
