"""What the three Heckmeck games share: throw, lay aside all of one new face, stop or go on.

What a result brings, and what a failed turn costs, is each game's own.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from rules.dice import Face, TableDice, own
from rules.errors import IllegalMove
from rules.events import Event, Events, PassDice, SetAside, ThrowAgain, Thrown, TurnEnded
from rules.game import B, Game, Setup, T
from rules.legal import LegalMoves
from rules.moves import Keep, Move, Stop, Throw, Void
from rules.turn import Phase, Turn

_KEEPS = {face: Keep(face) for face in Face}


@dataclass(frozen=True)
class Heckmeck(Game[T, B]):
    """A Heckmeck game at one moment."""

    turn: Turn

    DICE: ClassVar[int] = 8
    ONLY_OLD_COUNTS: ClassVar[bool] = False
    """Whether a throw of only old faces leaves the result standing, or fails the turn."""
    NUMBERS: ClassVar[tuple[int, ...]]
    """The results that spots or tiles ask for, ascending."""
    LEAST_PLAYERS: ClassVar[int] = 2
    MOVES: ClassVar[tuple[type[Move], ...]] = (Throw, Keep, Stop, Void, *Game.MOVES)

    @classmethod
    @abstractmethod
    def stand_ins(cls, box: B) -> TableDice:
        """How ordinary dice stand in for the game's own."""

    @classmethod
    def dice_sets(cls, box: B) -> Mapping[str, TableDice]:
        """The game's own dice, or ordinary ones."""
        return {table.name: table for table in (own(cls.own_dice(box)), cls.stand_ins(box))}

    @classmethod
    def _lay_out(cls, setup: Setup[B]) -> tuple[Self, Events]:
        table, events = cls._first_table(setup)
        state = cls(setup, table, frozenset(), None, Turn(setup.starter, cls.DICE))
        return state, (*events, PassDice(setup.starter))

    @classmethod
    @abstractmethod
    def _first_table(cls, setup: Setup[B]) -> tuple[T, Events]:
        """The table before the first throw, and the events that lay it out."""

    @property
    def player(self) -> int:
        """Whose turn it is, by seat."""
        return self.turn.player

    @property
    def phase(self) -> Phase:
        """What is to be done next, while the game goes on."""
        return self.turn.phase

    # What may be done now.

    def legal_moves(self) -> LegalMoves:
        """What may be done now; each possible throw counts as a move."""
        turn = self.turn
        dice = self.setup.dice
        if self.ending is not None:
            return LegalMoves((), 0, dice)
        if turn.phase is Phase.KEEP:
            fresh = dict.fromkeys([face for face in turn.thrown if face not in turn.kept])
            return LegalMoves(tuple([_KEEPS[face] for face in fresh]), 0, dice)
        stop = (Stop(),) if self._stop_refusal() is None else ()
        return LegalMoves(stop, turn.left, dice)

    def refusal(self, move: Move) -> IllegalMove | None:
        """Why this move is illegal now; None if it is legal."""
        if self.ending is not None:
            return IllegalMove("game_over")
        match move:
            case Throw():
                return self._throw_refusal(move)
            case Keep():
                return self._keep_refusal(move.face)
            case Stop():
                return self._stop_refusal()
            case Void():
                return self._void_refusal()
        return super().refusal(move)

    def _throw_refusal(self, move: Throw) -> IllegalMove | None:
        turn = self.turn
        if turn.phase is not Phase.THROW:
            return IllegalMove("throw_not_now", phase=turn.phase)
        if len(move.faces) != turn.left:
            return IllegalMove("number_of_dice", dice=len(move.faces), left=turn.left)
        values = self.setup.dice.values
        for face in move.faces:
            if face not in values:
                return IllegalMove("face_unknown", face=face, faces=self.setup.dice.faces)
        return None

    def _keep_refusal(self, face: Face) -> IllegalMove | None:
        turn = self.turn
        if turn.phase is not Phase.KEEP:
            return IllegalMove("keep_not_now", phase=turn.phase)
        if face not in turn.thrown:
            return IllegalMove("not_thrown", face=face)
        if face in turn.kept:
            return IllegalMove("already_kept", face=face)
        return None

    def _stop_refusal(self) -> IllegalMove | None:
        """A throw must be answered by laying aside, and nobody stops before the first (R70)."""
        turn = self.turn
        if turn.phase is not Phase.THROW:
            return IllegalMove("stop_not_now", phase=turn.phase)
        if not turn.kept:
            return IllegalMove("stop_before_first_throw")
        return None

    def _void_refusal(self) -> IllegalMove | None:
        return None if self.turn.phase is Phase.KEEP else IllegalMove("nothing_to_void")

    # What a move does.

    def _play(self, move: Move) -> tuple[Self, Events]:
        match move:
            case Throw():
                return self._throw(move)
            case Keep():
                return self._keep(move.face)
            case Stop():
                return self._finish("stopped")
            case Void():
                turn = self.turn
                return self._with_turn(turn.voided()), (ThrowAgain(turn.player, turn.left),)
        return super()._play(move)

    def _throw(self, move: Throw) -> tuple[Self, Events]:
        turn = self.turn.threw(move.faces)
        state = self._with_turn(turn)
        thrown = Thrown(turn.player, move.faces)
        if all(face in turn.kept for face in move.faces):
            return state._only_old(thrown)
        return state, (thrown,)

    def _keep(self, face: Face) -> tuple[Self, Events]:
        before = self.turn
        turn = before.keeping(face, self.setup.dice.values[face])
        state = self._with_turn(turn)
        aside = SetAside(turn.player, face, before.left - turn.left)
        if not turn.left:
            return state._finish("all_dice", aside)
        if len(turn.kept) == len(self.setup.dice.faces):
            return state._finish("all_faces", aside)
        return state, (aside,)

    def _finish(self, why: str, *events: Event) -> tuple[Self, Events]:
        """The dice are done and the result counts."""
        state, settled = self._settle()
        return state, (*events, TurnEnded(self.player, self.turn.total, why), *settled)

    def _only_old(self, *events: Event) -> tuple[Self, Events]:
        """The throw shows nothing new: the turn is over."""
        if self.ONLY_OLD_COUNTS:
            return self._finish("only_old", *events)
        ended = TurnEnded(self.player, self.turn.total, "only_old")
        return self._fail("only_old", *events, ended)

    @abstractmethod
    def _settle(self) -> tuple[Self, Events]:
        """Give the player what the result brings."""

    @abstractmethod
    def _fail(self, why: str, *events: Event) -> tuple[Self, Events]:
        """The turn brings nothing, for this reason."""

    def _with_turn(self, turn: Turn) -> Self:
        return type(self)(self.setup, self.table, self.gone, self.ending, turn)

    def _turn_of(self, player: int) -> Self:
        return self._with_turn(Turn(player, self.DICE))

    def _with_table(self, table: T) -> Self:
        return type(self)(self.setup, table, self.gone, self.ending, self.turn)

    # What would be, for odds and advice.

    def with_result(self, total: int, *, worm: bool) -> Self:
        """This table as if the player's dice aside came to this, with dice left to throw."""
        face = next(face for face in self.setup.dice.faces if (face is Face.WORM) is worm)
        turn = Turn(self.player, 1, kept={face: 1}, total=total)
        return self._with_turn(turn)

    def if_settled(self) -> tuple[Self, ...]:
        """Every state that can follow if the turn ended now; several where there is a choice."""
        return (self._settle()[0],)

    def if_only_old(self) -> tuple[Self, ...]:
        """Every state that can follow if the next throw showed only faces already kept."""
        return self.if_settled() if self.ONLY_OLD_COUNTS else (self._fail("only_old")[0],)
