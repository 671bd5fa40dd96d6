"""What a move means for the table: every piece that people must now move, as data.

Someone who does exactly what the events say, and knows no rule, ends with the table of the state.
Words for them are made in firmware.
"""

from dataclasses import dataclass

from rules.coded import Coded
from rules.dice import Face, Faces
from rules.moves import QueenUse


class Event(Coded):
    """Something happened, or something is to be done on the table."""

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
    """Lay all dice of this face aside."""

    player: int
    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class ThrowAgain(Event):
    """The throw does not count: take the dice from the tray and throw them again."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class PassDice(Event):
    """All dice go to this player, whose turn begins."""

    player: int


# How a turn ended.


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The dice of the turn are done with this result; `why` is a code.

    `stopped` by the player; `all_dice` or `all_faces` are aside; `only_old` faces were thrown.
    Where the result leaves a choice of tiles, nothing follows until one is picked.
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
    """So many snails lie ready in the pool."""

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
    """The player has no plate in hand to lay on the spot (R13): the spot gets none."""

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
    """So many queens lie ready beside the board."""

    count: int


@dataclass(frozen=True, slots=True)
class PushAnt(Event):
    """The player's ant is pushed back to this space, under whatever lies there; to 0 is home."""

    player: int
    track: int
    to: int


@dataclass(frozen=True, slots=True)
class MoveAnt(Event):
    """The player's ant goes to this space, on top; one that is not on the track comes from home."""

    player: int
    track: int
    to: int


@dataclass(frozen=True, slots=True)
class CaptureTrack(Event):
    """The player holds the food for so many points: all ants of the track are laid on their backs.

    `points` are those of this food.
    """

    player: int
    track: int
    points: int


@dataclass(frozen=True, slots=True)
class OpenTrack(Event):
    """Nobody holds the food any more: all ants of the track are put back on their feet."""

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
    """The player has gone home; their pieces stay."""

    player: int


@dataclass(frozen=True, slots=True)
class SetSpot(Event):
    """Make the spot hold exactly this: so many plates of one owner, or a snail, or nothing."""

    spot: int
    owner: int | None
    plates: int
    snail: bool


@dataclass(frozen=True, slots=True)
class SetWorms(Event):
    """Make the player's worms this many points."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class SetSnails(Event):
    """Make the player's snails this many; the pool gives and takes."""

    player: int
    count: int


@dataclass(frozen=True, slots=True)
class SetGrill(Event):
    """Make the grill hold exactly these tiles face up and these face down."""

    up: tuple[int, ...]
    down: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OffStack(Event):
    """Take these tiles off the top of the player's stack; the last of them lies on top."""

    player: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OntoStack(Event):
    """Put these tiles onto the player's stack, one after the other."""

    player: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetTrack(Event):
    """Make the spaces of the track hold exactly these ants: by space, the lowest of a pile first.

    The other ants of these players are at home. Whether the ants lie on their backs is told apart.
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
    """The dice are the player's: these lie in the tray, these aside, the others in hand."""

    player: int
    tray: Faces
    aside: Faces
