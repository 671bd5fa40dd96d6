"""The base class of the three Heckmeck games: throw, keep a new face, stop or go on.

Each game defines what a result brings, and what a failed turn costs.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from rules.dice import Face, TableDice, own
from rules.errors import BadPosition, IllegalMove
from rules.events import (
    Event,
    Events,
    Failed,
    PassDice,
    SetAside,
    SetDice,
    ThrowAgain,
    Thrown,
    TurnEnded,
)
from rules.frozen import FrozenMap
from rules.game import B, Game, Setup, T
from rules.legal import LegalMoves
from rules.moves import Keep, Move, Stop, Throw, Void
from rules.turn import KEEP, TAKE, THROW, Phase, ToldTurn, Turn

_KEEPS = {face: Keep(face) for face in Face}
_STOP = Stop()


@dataclass(frozen=True)
class Heckmeck(Game[T, B]):
    """The state of a Heckmeck game."""

    turn: Turn

    DICE: ClassVar[int] = 8
    ONLY_OLD_COUNTS: ClassVar[bool] = False
    """Whether the result counts after a throw of only old faces, or the turn fails."""
    NUMBERS: ClassVar[tuple[int, ...]]
    """The numbers of the spots or tiles, ascending."""
    LEAST_PLAYERS: ClassVar[int] = 2
    TURN: ClassVar[type] = ToldTurn
    MOVES: ClassVar[tuple[type[Move], ...]] = (Throw, Keep, Stop, Void, *Game.MOVES)

    @classmethod
    @abstractmethod
    def stand_ins(cls, box: B) -> TableDice:
        """Return how ordinary dice replace the game's own."""

    @classmethod
    def dice_sets(cls, box: B) -> Mapping[str, TableDice]:
        return {table.name: table for table in (own(cls.own_dice(box)), cls.stand_ins(box))}

    @classmethod
    def _lay_out(cls, setup: Setup[B]) -> tuple[Self, Events]:
        table, events = cls._first_table(setup)
        state = cls(setup, table, frozenset(), None, Turn(setup.starter, cls.DICE))
        return state, (*events, PassDice(setup.starter))

    @classmethod
    @abstractmethod
    def _first_table(cls, setup: Setup[B]) -> tuple[T, Events]:
        """Return the first table, and the events that lay it out."""

    @property
    def player(self) -> int:
        """The current player's seat."""
        return self.turn.player

    @property
    def phase(self) -> Phase:
        """What to do next, while the game goes on."""
        return self.turn.phase

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves; each possible throw is a move."""
        turn = self.turn
        dice = self.setup.dice
        if self.ending is not None:
            return LegalMoves((), 0, dice)
        if turn.phase is KEEP:
            kept = turn.kept
            keeps = [_KEEPS[face] for face in dict.fromkeys(turn.thrown) if face not in kept]
            return LegalMoves(tuple(keeps), 0, dice)
        stop = (_STOP,) if self._refuse_stop(_STOP) is None else ()
        return LegalMoves(stop, turn.left, dice)

    def _rows(self) -> Iterator[tuple[str, str]]:
        turn = self.turn
        aside = [face for face, count in turn.kept.items() for _ in range(count)]
        if not self.is_over:
            yield "phase", turn.phase
            if turn.thrown:
                yield "thrown", " ".join(turn.thrown)
            if aside:
                yield "kept", " ".join((*aside, "=", str(turn.total)))
        yield from self._pieces()

    @abstractmethod
    def _pieces(self) -> Iterator[tuple[str, str]]:
        """Return the pieces as rows, each with its label."""

    def _in_turn(self, told: ToldTurn) -> Self:
        dice = self.setup.dice
        turn = told.turn(dice, self.DICE)
        state = self._in(turn)
        if self.is_over:
            return state
        if turn.phase is KEEP and turn.kept.keys() >= set(turn.thrown):
            raise BadPosition("turn_over", field="thrown")
        if turn.phase is THROW and not (turn.left and dice.values.keys() - turn.kept):
            raise BadPosition("turn_over", field="kept")
        if turn.phase is TAKE and len(state.legal_moves()) < 2:
            raise BadPosition("wrong_phase", field="phase", phase=turn.phase)
        return state

    # Throw.

    def _refuse_throw(self, move: Throw) -> IllegalMove | None:
        turn = self.turn
        if turn.phase is not THROW:
            return IllegalMove("throw_not_now", phase=turn.phase)
        if move.rerolled is not None:
            return IllegalMove("not_a_reroll")
        if len(move.faces) != turn.left:
            return IllegalMove("number_of_dice", dice=len(move.faces), left=turn.left)
        return self.setup.dice.refuse(move.faces)

    def _do_throw(self, move: Throw) -> tuple[Self, Events]:
        turn = self.turn.threw(move.faces)
        state = self._in(turn)
        thrown = Thrown(turn.player, move.faces)
        if all(map(turn.kept.__contains__, move.faces)):
            return state._only_old(thrown)
        return state, (thrown,)

    def _only_old(self, thrown: Thrown) -> tuple[Self, Events]:
        """End the turn, because the throw shows no new face."""
        if self.ONLY_OLD_COUNTS:
            return self._finish("only_old", thrown)
        ended = TurnEnded(self.player, self.turn.total, "only_old")
        return self._fail("only_old", thrown, ended)

    def _refuse_void(self, _move: Void) -> IllegalMove | None:
        return None if self.turn.phase is KEEP else IllegalMove("nothing_to_void")

    def _do_void(self, _move: Void) -> tuple[Self, Events]:
        turn = self.turn.voided()
        return self._in(turn), (ThrowAgain(turn.player, turn.left),)

    # Keep.

    def _refuse_keep(self, move: Keep) -> IllegalMove | None:
        turn = self.turn
        if turn.phase is not KEEP:
            return IllegalMove("keep_not_now", phase=turn.phase)
        if move.face not in turn.thrown:
            return IllegalMove("not_thrown", face=move.face)
        if move.face in turn.kept:
            return IllegalMove("already_kept", face=move.face)
        return None

    def _do_keep(self, move: Keep) -> tuple[Self, Events]:
        before = self.turn
        turn = before.keeping(move.face, self.setup.dice.values[move.face])
        state = self._in(turn)
        aside = SetAside(turn.player, move.face, before.left - turn.left)
        if not turn.left:
            return state._finish("all_dice", aside)
        if len(turn.kept) == len(self.setup.dice.faces):
            return state._finish("all_faces", aside)
        return state, (aside,)

    # Stop.

    def _refuse_stop(self, _move: Stop) -> IllegalMove | None:
        """Refuse before the first throw, and while a throw must be answered (R70)."""
        turn = self.turn
        if turn.phase is not THROW:
            return IllegalMove("stop_not_now", phase=turn.phase)
        if not turn.kept:
            return IllegalMove("stop_before_first_throw")
        return None

    def _do_stop(self, _move: Stop) -> tuple[Self, Events]:
        return self._finish("stopped")

    def back_to(self, before: Self) -> Events:
        """Return what people must do to restore pieces and dice of an earlier state."""
        turn = before.turn
        aside = [face for face, count in turn.kept.items() for _ in range(count)]
        dice = SetDice(turn.player, turn.thrown, tuple(sorted(aside)))
        return (*super().back_to(before), dice)

    # How a turn ends.

    def _finish(self, why: str, *events: Event) -> tuple[Self, Events]:
        """End the dice; the result counts."""
        state, settled = self._settle()
        return state, (*events, TurnEnded(self.player, self.turn.total, why), *settled)

    @abstractmethod
    def _settle(self) -> tuple[Self, Events]:
        """Give the player what the result brings."""

    @abstractmethod
    def _fail(self, why: str, *events: Event) -> tuple[Self, Events]:
        """End the turn without a gain, for this reason."""

    def _failed(self, why: str) -> Failed:
        return Failed(self.player, self.turn.total, why)

    def _turn_of(self, player: int) -> Self:
        return self._in(Turn(player, self.DICE))

    # Hypothetical states, for odds and advice.

    def with_result(self, total: int, *, worm: bool) -> Self:
        """Return this state with another sum of the dice set aside and other dice left."""
        face = next(face for face in self.setup.dice.faces if (face is Face.WORM) is worm)
        turn = Turn(self.player, 1, kept=FrozenMap({face: 1}), total=total)
        return self._in(turn)

    def if_settled(self) -> tuple[Self, ...]:
        """Return every state that can follow if the turn ended now; a choice allows several."""
        return (self._settle()[0],)

    def if_only_old(self) -> tuple[Self, ...]:
        """Return every state that can follow a throw of only old faces."""
        return self.if_settled() if self.ONLY_OLD_COUNTS else (self._fail("only_old")[0],)


AnyHeckmeck = Heckmeck[Any, Any]
"""A Heckmeck game, whichever."""
