"""The base class of all games: an immutable state that answers three questions.

What is legal now (`legal_moves`, and `refusal` for the reason), what does a move do (`play`), is
the game over and who won (`outcome`)? Setup, the order of players and repairs are also here,
because they are the same in every game.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypedDict, TypeVar, Unpack, cast

from rules.box import Box
from rules.dice import DiceSet, Face, TableDice
from rules.errors import BadBox, BadPosition, BadSetup, IllegalMove, WrongType, check_type
from rules.events import Event, Events, GameOver, Left, PassDice, Skipped
from rules.legal import LegalMoves, WeightedThrow
from rules.moves import Adjust, Leave, Move, Skip, Throw
from rules.outcome import Outcome, Standing
from rules.plain import from_plain, to_plain
from rules.players import Colour, Player, check_players
from rules.table import Table

T = TypeVar("T", bound=Table)
B = TypeVar("B", bound=Box)


class _Handlers(NamedTuple):
    """The two methods of a game for one of its moves."""

    refuse: Callable[..., Any]
    do: Callable[..., Any]


class _Changes(TypedDict, total=False):
    """The fields that can differ between two states of a game."""

    table: object
    gone: frozenset[int]
    ending: str | None
    turn: object


@dataclass(frozen=True)
class Setup(Generic[B]):
    """The setup, which never changes after the start."""

    players: tuple[Player, ...]
    starter: int
    box: B
    variants: frozenset[str]
    dice: DiceSet
    """The dice the game counts with."""
    table_dice: TableDice
    """The dice on the table: the same, or ordinary ones that replace them."""


@dataclass(frozen=True)
class Game(ABC, Generic[T, B]):
    """The state of a game. Immutable: `play` returns a new one."""

    setup: Setup[B]
    table: T
    gone: frozenset[int]
    """Players who have left."""
    ending: str | None
    """The code of why the game is over; None before."""
    turn: Any
    """The dice of the turn; each family has its own."""

    NAME: ClassVar[str]
    LEAST_PLAYERS: ClassVar[int]
    MOST_PLAYERS: ClassVar[int]
    COLOURS: ClassVar[tuple[Colour, ...]] = tuple(Colour)
    VARIANTS: ClassVar[tuple[str, ...]] = ()
    """The table options of this game."""
    BOX: ClassVar[Box]
    """The default box."""
    TABLE: ClassVar[type[Table]]
    MOVES: ClassVar[tuple[type[Move], ...]] = (Skip, Leave, Adjust)
    """The moves and repairs of this game. For each, say `Keep`, there are two methods named by the
    move's code: `_refuse_keep` returns why it is illegal now, `_do_keep` plays it.
    """

    TURN: ClassVar[type]
    """What a position tells about a turn: a dataclass, which `Turn.told` returns."""

    _HANDLERS: ClassVar[Mapping[type[Move], "_Handlers"]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._HANDLERS = {
            move: _Handlers(getattr(cls, f"_refuse_{move.code}"), getattr(cls, f"_do_{move.code}"))
            for move in cls.MOVES
        }

    # Setup.

    @classmethod
    def begin(
        cls,
        players: Iterable[Player],
        *,
        starter: int = 0,
        box: B | None = None,
        variants: Iterable[str] = (),
        dice: str | None = None,
    ) -> tuple[Self, Events]:
        """Begin a new game and return what to lay out.

        `box` is the data of the owner's copy (default: `BOX`), `variants` the table options that
        are on, `dice` the name of the dice on the table (default: the game's own).
        """
        check_type("players", players, Iterable)
        players = tuple(players)
        for player in players:
            check_type("players", player, Player)
        check_type("starter", starter, int)
        check_type("variants", variants, Iterable)
        variants = tuple(variants)
        for variant in variants:
            check_type("variants", variant, str)
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
        """Raise `BadSetup` for a number of players that the game does not allow."""
        least, most = cls.LEAST_PLAYERS, cls.MOST_PLAYERS
        if not least <= count <= most:
            raise BadSetup("number_of_players", players=count, least=least, most=most)

    @classmethod
    @abstractmethod
    def check_box(cls, box: B) -> None:
        """Raise `BadBox` for data that cannot be printed on this game's components."""

    @classmethod
    @abstractmethod
    def own_dice(cls, box: B) -> DiceSet:
        """The dice of the game."""

    @classmethod
    @abstractmethod
    def dice_sets(cls, box: B) -> Mapping[str, TableDice]:
        """The dice it can be played with by name, its own first."""

    @classmethod
    @abstractmethod
    def _lay_out(cls, setup: Setup[B]) -> tuple[Self, Events]:
        """Return the first state, and the events that lay out the pieces."""

    def __str__(self) -> str:
        """Return the dice and the pieces in a few lines."""
        rows = [(self.NAME, self.ending or self.setup.players[self.player].name), *self._rows()]
        wide = max(len(label) for label, _ in rows)
        return "\n".join(f"{label:{wide + 2}}{row}".rstrip() for label, row in rows)

    @abstractmethod
    def _rows(self) -> Iterator[tuple[str, str]]:
        """Return the dice and the pieces as rows, each with its label."""

    # Positions.

    @property
    def is_over(self) -> bool:
        return self.ending is not None

    def placed(
        self,
        table: T,
        told: Any,  # noqa: ANN401  # each family has its own
        gone: tuple[int, ...],
        ending: str | None,
    ) -> Self:
        """Return this begun game with other pieces, in another turn, with players who left.

        Raises `BadPosition` for what no game can come to.
        """
        seats = range(len(self.setup.players))
        for seat in gone:
            if seat not in seats or gone.count(seat) > 1:
                raise BadPosition("no_such_player", field="gone", player=seat)
        if len(seats) - len(gone) < self.LEAST_PLAYERS:
            raise BadPosition("too_few_would_stay", field="gone", least=self.LEAST_PLAYERS)
        if told.player not in seats or told.player in gone:
            raise BadPosition("no_such_player", field="player", player=told.player)
        impossible = self._impossible(table)
        if impossible is not None:
            names = ",".join(each.name for each in fields(self.TABLE))  # type: ignore[arg-type]
            raise BadPosition.at(names, impossible)
        state = self._but(table=table, gone=frozenset(gone))
        if ending not in state._possible_endings():
            raise BadPosition("wrong_ending", field="ending")
        return state._but(ending=ending)._in_turn(told)

    @abstractmethod
    def _possible_endings(self) -> tuple[str | None, ...]:
        """Return why the game can be over with these pieces; None if it can go on."""

    @abstractmethod
    def _in_turn(self, told: Any) -> Self:  # noqa: ANN401
        """Return this state in that turn; raises `BadPosition` if it cannot be."""

    # The three questions.

    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """Return the legal moves, without repairs; use `refusal` for those."""

    def throws(self, held: Iterable[Face] = ()) -> tuple[WeightedThrow, ...]:
        """Return every throw that can come now, with its number of equally likely ways.

        The chance of a throw is its ways, divided by the ways of all. `held` are dice that are not
        re-rolled in Picnic Blitz. Raises `IllegalMove` if no such dice can be thrown now.
        """
        held, legal = tuple(held), self.legal_moves()
        foreign = Counter(held) - Counter(legal.rerollable)
        if foreign and legal.dice:
            raise IllegalMove("not_thrown", face=next(iter(foreign)))
        throws = legal.throws(held)
        refusal = self.refusal(throws[0].throw if throws else Throw(held, len(held) and 0))
        if refusal is not None:
            raise refusal
        return throws

    def refusal(self, move: Move) -> IllegalMove | None:
        """Return why this move is illegal now; None if it is legal."""
        handlers = self._HANDLERS.get(type(move))
        if handlers is None:
            check_type("move", move, Move)
        if self.ending is not None:
            return IllegalMove("game_over")
        if handlers is None:
            return IllegalMove("not_in_this_game", move=move.code)
        refusal: IllegalMove | None = handlers.refuse(self, move)
        return refusal

    def play(self, move: Move) -> tuple[Self, Events]:
        """Return the next state and what people must do; raises `IllegalMove`."""
        handlers = self._HANDLERS.get(type(move))
        if handlers is None or self.ending is not None:
            raise cast("IllegalMove", self.refusal(move))
        refusal = handlers.refuse(self, move)
        if refusal is not None:
            raise refusal
        played: tuple[Self, Events] = handlers.do(self, move)
        return played

    def outcome(self) -> Outcome | None:
        """Return who won, and why; None during the game."""
        return None if self.ending is None else Outcome(self.ending, self.standings())

    @abstractmethod
    def standings(self) -> tuple[Standing, ...]:
        """Return the ranking if the game ended now."""

    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """Return the points of each player."""

    def shown_points(self) -> tuple[int | None, ...]:
        """Return the public points; None while the rules keep them hidden."""
        return self.points()

    # Order of players.

    @property
    @abstractmethod
    def player(self) -> int:
        """The current player's seat."""

    @property
    def rivals(self) -> tuple[int, ...]:
        """Return the other seats, including players who left: their pieces are still there."""
        return tuple(seat for seat in range(len(self.setup.players)) if seat != self.player)

    def _next_player(self) -> int:
        count = len(self.setup.players)
        seat = (self.player + 1) % count
        while seat in self.gone:
            seat = (seat + 1) % count
        return seat

    @abstractmethod
    def _turn_of(self, player: int) -> Self:
        """Return this state at the beginning of that player's turn."""

    def _pass_on(self, *events: Event) -> tuple[Self, Events]:
        """Begin the next player's turn."""
        following = self._next_player()
        return self._turn_of(following), (*events, PassDice(following))

    def _end(self, why: str, *events: Event) -> tuple[Self, Events]:
        return self._but(ending=why), (*events, GameOver(why))

    def _but(self, **changes: Unpack[_Changes]) -> Self:
        """Return this state with other values, several times faster than `dataclasses.replace`."""
        state = object.__new__(type(self))
        values = state.__dict__
        values.update(self.__dict__)
        values.update(changes)
        return state

    def _in(self, turn: object) -> Self:
        """Return this state with another turn: what most moves do, and so the quickest way."""
        state = object.__new__(type(self))
        values = state.__dict__
        values.update(self.__dict__)
        values["turn"] = turn
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
        if from_plain(self.TABLE, to_plain(move.table), field="table") != move.table:
            raise WrongType("table", tuple, [])  # a list would compare and hash differently
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
        """Return what people must do to restore an earlier state."""
        return self.differences(before.table)

    @abstractmethod
    def _impossible(self, table: T) -> IllegalMove | None:
        """Return why the pieces of this box can never lie like this; None if they can."""

    @abstractmethod
    def differences(self, table: T) -> Events:
        """Return what to change so that the pieces lie like that."""
