"""What every game is: an immutable state that answers three questions.

What may be done now (`legal_moves`, and `refusal` for why not), what does this do (`play`), is it
over and who won (`outcome`). Also here, because it is the same in every game: how a game begins,
who comes next, and the repairs of a table.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypedDict, TypeVar, Unpack, cast

from rules.box import Box
from rules.dice import DiceSet, TableDice
from rules.errors import BadBox, BadSetup, IllegalMove
from rules.events import Event, Events, GameOver, Left, PassDice, Skipped
from rules.legal import LegalMoves
from rules.moves import Adjust, Leave, Move, Skip
from rules.outcome import Outcome, Standing
from rules.players import Colour, Player, check_players
from rules.table import Table

T = TypeVar("T", bound=Table)
B = TypeVar("B", bound=Box)


class _Handlers(NamedTuple):
    """The two methods of a game for one of its moves."""

    refuse: Callable[..., Any]
    do: Callable[..., Any]


class _Changes(TypedDict, total=False):
    """What can differ between one state of a game and the next."""

    table: object
    gone: frozenset[int]
    ending: str
    turn: object


@dataclass(frozen=True)
class Setup(Generic[B]):
    """What is settled before the first throw and never changes."""

    players: tuple[Player, ...]
    starter: int
    box: B
    variants: frozenset[str]
    dice: DiceSet
    """The dice the game counts with."""
    table_dice: TableDice
    """The dice that lie on the table: the same, or ordinary ones that stand in."""


@dataclass(frozen=True)
class Game(ABC, Generic[T, B]):
    """A game at one moment. Immutable: `play` answers with a new one."""

    setup: Setup[B]
    table: T
    gone: frozenset[int]
    """Players who went home."""
    ending: str | None
    """The code of why the game is over; None while it goes on."""

    NAME: ClassVar[str]
    LEAST_PLAYERS: ClassVar[int]
    MOST_PLAYERS: ClassVar[int]
    COLOURS: ClassVar[tuple[Colour, ...]] = tuple(Colour)
    VARIANTS: ClassVar[tuple[str, ...]] = ()
    """The table options this game knows."""
    BOX: ClassVar[Box]
    """The box that is offered."""
    TABLE: ClassVar[type[Table]]
    MOVES: ClassVar[tuple[type[Move], ...]] = (Skip, Leave, Adjust)
    """The moves and repairs it knows. For each, say `Keep`, it has two methods by the move's code:
    `_refuse_keep` says why it is illegal now, `_do_keep` plays it."""

    _HANDLERS: ClassVar[Mapping[type[Move], "_Handlers"]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._HANDLERS = {
            move: _Handlers(getattr(cls, f"_refuse_{move.code}"), getattr(cls, f"_do_{move.code}"))
            for move in cls.MOVES
        }

    # How a game begins.

    @classmethod
    def begin(
        cls,
        players: Sequence[Player],
        *,
        starter: int = 0,
        box: B | None = None,
        variants: Iterable[str] = (),
        dice: str | None = None,
    ) -> tuple[Self, Events]:
        """A new game, and what to lay out for it.

        `box` is what the owner's copy shows (default: the offered one), `variants` the table
        options switched on, `dice` the name of the dice on the table (default: the game's own).
        """
        players = tuple(players)
        cls.check_number_of_players(len(players))
        check_players(players, cls.COLOURS)
        if not 0 <= starter < len(players):
            raise BadSetup("starter_unknown", starter=starter, most=len(players) - 1)
        chosen = frozenset(variants)
        unknown = sorted(chosen.difference(cls.VARIANTS))
        if unknown:
            raise BadSetup("variant_unknown", variant=unknown[0], variants=cls.VARIANTS)
        if box is not None and not isinstance(box, type(cls.BOX)):
            raise BadBox("box_of_another_game", field="box", game=cls.NAME)
        printed = cast("B", cls.BOX if box is None else box)
        cls.check_box(printed)
        dice_sets = cls.dice_sets(printed)
        name = next(iter(dice_sets)) if dice is None else dice
        if name not in dice_sets:
            raise BadSetup("dice_unknown", dice=name, sets=tuple(dice_sets))
        own = cls.own_dice(printed)
        return cls._lay_out(Setup(players, starter, printed, chosen, own, dice_sets[name]))

    @classmethod
    def check_number_of_players(cls, count: int) -> None:
        """Refuse, with `BadSetup`, a number of players the game is not for."""
        least, most = cls.LEAST_PLAYERS, cls.MOST_PLAYERS
        if not least <= count <= most:
            raise BadSetup("number_of_players", players=count, least=least, most=most)

    @classmethod
    @abstractmethod
    def check_box(cls, box: B) -> None:
        """Refuse, with `BadBox`, data that cannot be printed on this game's components."""

    @classmethod
    @abstractmethod
    def own_dice(cls, box: B) -> DiceSet:
        """The dice the game counts with."""

    @classmethod
    @abstractmethod
    def dice_sets(cls, box: B) -> Mapping[str, TableDice]:
        """The dice it can be played with, its own first, by name."""

    @classmethod
    @abstractmethod
    def _lay_out(cls, setup: Setup[B]) -> tuple[Self, Events]:
        """The first state, and the events that fill an empty table."""

    # The three questions.

    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """What may be done now by the rules of the game; repairs are asked with `refusal`."""

    def refusal(self, move: Move) -> IllegalMove | None:
        """Why this move is illegal now; None if it is legal."""
        if self.ending is not None:
            return IllegalMove("game_over")
        handlers = self._HANDLERS.get(type(move))
        if handlers is None:
            return IllegalMove("not_in_this_game", move=move.code)
        refusal: IllegalMove | None = handlers.refuse(self, move)
        return refusal

    def play(self, move: Move) -> tuple[Self, Events]:
        """The state after this move and what people must do; `IllegalMove` if it is none."""
        refusal = self.refusal(move)
        if refusal is not None:
            raise refusal
        played: tuple[Self, Events] = self._HANDLERS[type(move)].do(self, move)
        return played

    def outcome(self) -> Outcome | None:
        """Who won, and why; None while the game goes on."""
        return None if self.ending is None else Outcome(self.ending, self.standings())

    @abstractmethod
    def standings(self) -> tuple[Standing, ...]:
        """The ranking if the game ended now."""

    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """The points of each player."""

    def shown_points(self) -> tuple[int | None, ...]:
        """The points everyone may see; None where the rules keep them hidden."""
        return self.points()

    # Whose turn it is.

    @property
    @abstractmethod
    def player(self) -> int:
        """Whose turn it is, by seat."""

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other players by seat, also those who went home: their pieces still lie there."""
        return tuple(seat for seat in range(len(self.setup.players)) if seat != self.player)

    def _next_player(self) -> int:
        count = len(self.setup.players)
        seat = (self.player + 1) % count
        while seat in self.gone:
            seat = (seat + 1) % count
        return seat

    @abstractmethod
    def _turn_of(self, player: int) -> Self:
        """This table at the beginning of that player's turn."""

    def _pass_on(self, *events: Event) -> tuple[Self, Events]:
        """The turn is over: the next player's begins."""
        following = self._next_player()
        return self._turn_of(following), (*events, PassDice(following))

    def _end(self, why: str, *events: Event) -> tuple[Self, Events]:
        return self._but(ending=why), (*events, GameOver(why))

    def _but(self, **changes: Unpack[_Changes]) -> Self:
        """This state with other values: `dataclasses.replace`, but several times as quick."""
        state = object.__new__(type(self))
        values = state.__dict__
        values.update(self.__dict__)
        values.update(changes)
        return state

    # Repairs.

    def _refuse_skip(self, _move: Skip) -> IllegalMove | None:
        return None

    def _do_skip(self, _move: Skip) -> tuple[Self, Events]:
        return self._pass_on(Skipped(self.player))

    def _refuse_leave(self, move: Leave) -> IllegalMove | None:
        refusal = self._refuse_absent(move.player)
        if refusal is not None:
            return refusal
        if len(self.setup.players) - len(self.gone) <= self.LEAST_PLAYERS:
            return IllegalMove("too_few_would_stay", least=self.LEAST_PLAYERS)
        return None

    def _do_leave(self, move: Leave) -> tuple[Self, Events]:
        state = self._but(gone=self.gone | {move.player})
        left = Left(move.player)
        return state._pass_on(left) if move.player == self.player else (state, (left,))

    def _refuse_adjust(self, move: Adjust) -> IllegalMove | None:
        refusal = self._refuse_absent(move.player)
        if refusal is not None:
            return refusal
        if not isinstance(move.table, self.TABLE):
            return IllegalMove("table_of_another_game", game=self.NAME)
        return self._impossible(cast("T", move.table))

    def _do_adjust(self, move: Adjust) -> tuple[Self, Events]:
        table = cast("T", move.table)
        events = self.differences(table)
        state = self._but(table=table)
        if move.player != self.player:
            return state._turn_of(move.player), (*events, PassDice(move.player))
        return state, events

    def _refuse_absent(self, player: int) -> IllegalMove | None:
        if not 0 <= player < len(self.setup.players):
            return IllegalMove("no_such_player", player=player)
        return IllegalMove("gone_home", player=player) if player in self.gone else None

    def back_to(self, before: Self) -> Events:
        """What people must do so that everything lies as in a state before this one."""
        return self.differences(before.table)

    @abstractmethod
    def _impossible(self, table: T) -> IllegalMove | None:
        """Why the pieces of this box can never lie like this; None if they can."""

    @abstractmethod
    def differences(self, table: T) -> Events:
        """What to change so that the pieces lie like that."""
