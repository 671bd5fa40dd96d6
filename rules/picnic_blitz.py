"""Picnic Blitz: ants on six tracks, attacks for straights, and points for captured food.

References like R61 are to the rulings in docs/rules.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from rules import dice
from rules.ant_turn import AntPhase, AntTurn, ToldAntTurn
from rules.ants import Step, Target, can_use, refuse_march, refuse_push, step, target, targets
from rules.dice import DiceSet, Face, TableDice, own
from rules.errors import IllegalMove
from rules.events import (
    CaptureTrack,
    DealAnts,
    Events,
    LayQueens,
    MoveAnt,
    OpenTrack,
    PassDice,
    Passed,
    PushAnt,
    QueenSpent,
    QueenTaken,
    SetDice,
    ThrowAgain,
    Thrown,
)
from rules.game import Game, Setup
from rules.legal import LegalMoves
from rules.moves import (
    Adjust,
    Attack,
    March,
    Move,
    Pass,
    QueenUse,
    SpendQueen,
    TakeQueen,
    Throw,
    Void,
)
from rules.outcome import Standing, rank
from rules.picnic_variants import PicnicVariant, target_for
from rules.players import Colour
from rules.table import Table
from rules.tracks import ANTS, QUEENS, TRACKS, AntTable, Track, TrackBox

__all__ = ["AntPhase", "AntTurn", "PicnicBlitz", "PicnicVariant", "Step", "Target"]

DICE = 6
BEGINNERS_REROLL = 3
"""Dice that beginners may re-roll."""

_QUEEN_PHASES: Mapping[QueenUse, tuple[AntPhase, ...]] = {
    QueenUse.REROLL: (AntPhase.ROLLED,),
    QueenUse.ATTACK: (AntPhase.ROLLED, AntPhase.ATTACK),
    QueenUse.MOVE: (AntPhase.ROLLED, AntPhase.ATTACK),
}


@dataclass(frozen=True)
class PicnicBlitz(Game[AntTable, TrackBox]):
    """The state of a game of Picnic Blitz."""

    turn: AntTurn

    NAME: ClassVar[str] = "picnic_blitz"
    LEAST_PLAYERS: ClassVar[int] = 2
    MOST_PLAYERS: ClassVar[int] = 4
    COLOURS: ClassVar[tuple[Colour, ...]] = (Colour.BLACK, Colour.RED, Colour.BLUE, Colour.YELLOW)
    VARIANTS: ClassVar[tuple[str, ...]] = tuple(PicnicVariant)
    BOX: ClassVar[TrackBox] = TrackBox(
        tracks=dict(zip(TRACKS, map(Track, (6, 7, 8, 8, 9, 10), (2, 2, 3, 3, 3, 4)), strict=True)),
        assumed=True,
    )
    TABLE: ClassVar[type[Table]] = AntTable
    TURN: ClassVar[type] = ToldAntTurn
    MOVES: ClassVar[tuple[type[Move], ...]] = (
        *(Throw, Attack, March, SpendQueen, TakeQueen, Pass, Void),
        *Game.MOVES,
    )

    # Preparation.

    @classmethod
    def check_box(cls, box: TrackBox) -> None:
        """Refuse a box without six tracks, or with lengths or food that no board has."""
        box.check()

    @classmethod
    def own_dice(cls, box: TrackBox) -> DiceSet:
        return dice.STANDARD

    @classmethod
    def dice_sets(cls, box: TrackBox) -> Mapping[str, TableDice]:
        """Return ordinary dice, the only possible ones."""
        return {dice.STANDARD.name: own(dice.STANDARD)}

    @classmethod
    def _lay_out(cls, setup: Setup[TrackBox]) -> tuple[Self, Events]:
        count = len(setup.players)
        target_for(count, setup.variants)  # refuses a combination without a target
        table = AntTable.empty(setup.box, count)
        state = cls(setup, table, frozenset(), None, AntTurn(setup.starter))
        ants = (DealAnts(seat, ANTS) for seat in range(count))
        queens = () if state.without_queens else (LayQueens(QUEENS),)
        return state, (*ants, *queens, PassDice(setup.starter))

    @property
    def without_queens(self) -> bool:
        """Whether this table plays without queens (R60)."""
        return PicnicVariant.BEGINNERS in self.setup.variants

    @property
    def player(self) -> int:
        """Whose turn it is, by seat."""
        return self.turn.player

    @property
    def phase(self) -> AntPhase:
        """The phase of the turn, while the game goes on."""
        return self.turn.phase

    def _turn_of(self, player: int) -> Self:
        return self._in(AntTurn(player))

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves; each possible throw is a move."""
        turn = self.turn
        if self.ending is not None:
            return LegalMoves((), 0, self.setup.dice)
        if turn.phase is AntPhase.THROW:
            return LegalMoves((), DICE, self.setup.dice)
        others = (*map(SpendQueen, QueenUse), TakeQueen(), Pass())
        choices = (
            *(Attack(aim.player, aim.track) for aim in self.targets()),
            *(March(going.track) for going in self.steps()),
            *(move for move in others if self.refusal(move) is None),
        )
        if not turn.groups:
            return LegalMoves(choices, 0, self.setup.dice)
        return LegalMoves(choices, DICE, self.setup.dice, turn.thrown, turn.again)

    # Rolling and re-rolling.

    def active_ants(self, player: int) -> int:
        """Return the player's ants that count for re-rolls (R61)."""
        return sum(self._counts(player, track) for track in TRACKS)

    def _counts(self, player: int, track: int) -> bool:
        guards = self.table.controller(track) == player
        asleep = guards and PicnicVariant.SLEEPING_GUARDS in self.setup.variants
        return self.table.active(player, track) and not asleep

    def _refuse_throw(self, move: Throw) -> IllegalMove | None:
        turn = self.turn
        if turn.phase not in {AntPhase.THROW, AntPhase.ROLLED}:
            return IllegalMove("throw_not_now", phase=turn.phase)
        if turn.phase is AntPhase.ROLLED and not turn.groups:
            return IllegalMove("no_reroll_left")
        if len(move.faces) != DICE:
            return IllegalMove("number_of_dice", dice=len(move.faces), left=DICE)
        unknown = self.setup.dice.refuse(move.faces)
        if unknown is not None:
            return unknown
        if turn.phase is AntPhase.ROLLED:
            return turn.refuse_reroll(move)
        return None if move.rerolled is None else IllegalMove("not_a_reroll")

    def _do_throw(self, move: Throw) -> tuple[Self, Events]:
        turn = self.turn.threw(move.faces, self._set_of_rerolls(), move.rerolled)
        return self._in(turn), (Thrown(turn.player, move.faces),)

    def _set_of_rerolls(self) -> int:
        """Return how many dice a whole set of the player's re-rolls has (R60, R62)."""
        return BEGINNERS_REROLL if self.without_queens else self.active_ants(self.player)

    def _refuse_void(self, _move: Void) -> IllegalMove | None:
        return IllegalMove("nothing_to_void") if self.turn.before is None else None

    def _do_void(self, _move: Void) -> tuple[Self, Events]:
        turn = self.turn.voided(self._set_of_rerolls())
        lying = SetDice(turn.player, turn.thrown, ())
        event = lying if turn.thrown else ThrowAgain(turn.player, DICE)
        return self._in(turn), (event,)

    # Attacking.

    @property
    def straight(self) -> int:
        """The length of the longest straight: 4, 5 or 6, else 0."""
        return self.turn.straight

    @property
    def attacks_left(self) -> int:
        """The attacks the player has left."""
        return self.turn.attacks

    def targets(self) -> tuple[Target, ...]:
        """Return the ants that the player can attack now."""
        if self.ending is not None or not self.turn.attacks:
            return ()
        return targets(self.table, self.player, attacks=self.turn.attacks, lowest=self._lowest)

    @property
    def _lowest(self) -> int:
        """Return the first space from which an ant can be pushed (R64)."""
        return 2 if PicnicVariant.FIRM_FIRST in self.setup.variants else 1

    def _refuse_attack(self, move: Attack) -> IllegalMove | None:
        turn = self.turn
        if turn.phase not in {AntPhase.ROLLED, AntPhase.ATTACK}:
            return IllegalMove("attack_not_now", phase=turn.phase)
        if not turn.attacks:
            return IllegalMove("no_attack_left")
        if not 0 <= move.rival < len(self.setup.players):
            return IllegalMove("no_such_player", player=move.rival)
        if move.rival == turn.player:
            return IllegalMove("own_ant")
        return refuse_push(
            self.table, move.rival, move.track, attacks=turn.attacks, lowest=self._lowest
        )

    def _do_attack(self, move: Attack) -> tuple[Self, Events]:
        aim = target(self.table, move.rival, move.track)
        table = self.table.pushed(move.rival, move.track)
        state = self._but(table=table, turn=self.turn.attacking(self.turn.attacks - aim.cost))
        opened = (OpenTrack(move.track),) if self.table.controller(move.track) is not None else ()
        under = self.table.pile(move.track, aim.to) if aim.to else ()
        return state, (PushAnt(move.rival, move.track, aim.to, under), *opened)

    # Moving.

    def steps(self) -> tuple[Step, ...]:
        """Return the tracks on which the player can move now."""
        if self.ending is not None or self.turn.phase is AntPhase.THROW:
            return ()
        shown = sorted(int(face) for face in set(self.turn.thrown))
        marches = (track for track in shown if self._refuse_march(March(track)) is None)
        return tuple(map(self._step, marches))

    def _step(self, track: int) -> Step:
        food = self.setup.box.tracks[track].food
        return step(self.table, self.player, track, steps=self._dice_for(track), food=food)

    def _dice_for(self, track: int) -> int:
        return self.turn.thrown.count(Face(str(track))) if track in TRACKS else 0

    def _refuse_march(self, move: March) -> IllegalMove | None:
        turn = self.turn
        if turn.phase is AntPhase.THROW:
            return IllegalMove("march_not_now", phase=turn.phase)
        if move.track in turn.marched:
            return IllegalMove("already_marched", track=move.track)
        return refuse_march(self.table, turn.player, move.track, steps=self._dice_for(move.track))

    def _do_march(self, move: March) -> tuple[Self, Events]:
        """Move on one track, or two with a queen; the game may end after each (R66, R68)."""
        player, track = self.player, move.track
        going = self._step(track)
        captured = (CaptureTrack(player, track, going.food),) if going.food else ()
        events = (MoveAnt(player, track, going.to, self.table.pile(track, going.to)), *captured)
        state = self._but(table=self.table.moved(player, track, going.to))
        if state._reached():
            return state._end("target_reached", *events)
        marches = self.turn.marches - 1
        if not marches:
            return state._pass_on(*events)
        return state._but(turn=self.turn.moving(marches, track)), events

    def _refuse_pass(self, _move: Pass) -> IllegalMove | None:
        if self.turn.phase is AntPhase.THROW:
            return IllegalMove("pass_not_now", phase=self.turn.phase)
        return None

    def _do_pass(self, _move: Pass) -> tuple[Self, Events]:
        return self._pass_on(Passed(self.player))

    # The queen.

    def _refuse_take_queen(self, _move: TakeQueen) -> IllegalMove | None:
        """Allow it only instead of attacking and moving, and never a second queen (R67)."""
        if self.without_queens:
            return IllegalMove("without_queens")
        if self.turn.phase is not AntPhase.ROLLED:
            return IllegalMove("take_queen_not_now", phase=self.turn.phase)
        return IllegalMove("has_queen") if self.table.queens[self.player] else None

    def _do_take_queen(self, _move: TakeQueen) -> tuple[Self, Events]:
        state = self._but(table=self.table.with_queen(self.player, has=True))
        return state._pass_on(QueenTaken(self.player))

    def _refuse_spend_queen(self, move: SpendQueen) -> IllegalMove | None:
        """Allow each use only in its phase, and only with an effect (R73, R75)."""
        turn = self.turn
        if not self.table.queens[turn.player]:
            return IllegalMove("no_queen")
        if turn.phase not in _QUEEN_PHASES[move.use]:
            return IllegalMove("spend_queen_not_now", use=move.use, phase=turn.phase)
        if self._queen_helps(move.use):
            return None
        return IllegalMove("queen_without_effect", use=move.use)

    def _queen_helps(self, use: QueenUse) -> bool:
        turn = self.turn
        match use:
            case QueenUse.REROLL:
                fresh = self._turn_with_queen(use)
                return (fresh.groups, fresh.again) != (turn.groups, turn.again)
            case QueenUse.ATTACK:
                more = turn.attacks + 1
                return can_use(self.table, turn.player, attacks=more, lowest=self._lowest)
            case QueenUse.MOVE:
                wanted = self.target - self.points()[turn.player]
                steps = self.steps()
                return len(steps) > 1 and any(going.food < wanted for going in steps)

    def _do_spend_queen(self, move: SpendQueen) -> tuple[Self, Events]:
        table = self.table.with_queen(self.player, has=False)
        state = self._but(table=table, turn=self._turn_with_queen(move.use))
        return state, (QueenSpent(self.player, move.use),)

    def _turn_with_queen(self, use: QueenUse) -> AntTurn:
        match use:
            case QueenUse.REROLL:
                return self.turn.refreshed(self._set_of_rerolls())
            case QueenUse.ATTACK:
                return self.turn.attacking(self.turn.attacks + 1)
            case QueenUse.MOVE:
                return self.turn.moving(2)

    # Capturing food and winning (R68).

    @property
    def target(self) -> int:
        return target_for(len(self.setup.players), self.setup.variants)

    def points(self) -> tuple[int, ...]:
        """Return the points of the food that each player has captured."""
        held = [0] * len(self.setup.players)
        for number, track in self.setup.box.tracks.items():
            controller = self.table.controller(number)
            if controller is not None:
                held[controller] += track.food
        return tuple(held)

    def _possible_endings(self) -> tuple[str | None, ...]:
        return ("target_reached",) if self._reached() else (None,)

    def _rows(self) -> Iterator[tuple[str, str]]:
        names = [player.name for player in self.setup.players]
        if not self.is_over:
            yield "phase", self.turn.phase
            if self.turn.thrown:
                yield "thrown", " ".join(self.turn.thrown)
        yield from self.table.rows(names)
        for name, points, queen in zip(names, self.points(), self.table.queens, strict=True):
            yield name, f"points={points} queen={int(queen)}"

    def _in_turn(self, told: ToldAntTurn) -> Self:
        state = self._turn_of(told.player)
        return state._but(turn=told.turn(DICE, state._set_of_rerolls()))

    def _reached(self) -> bool:
        """Return whether a player who has not left has reached the target."""
        points = enumerate(self.points())
        return any(held >= self.target for seat, held in points if seat not in self.gone)

    def standings(self) -> tuple[Standing, ...]:
        """Rank by points."""
        return rank({seat: (held, None) for seat, held in enumerate(self.points())}, self.gone)

    # Repair.

    def back_to(self, before: Self) -> Events:
        """Return what people must do to restore pieces and dice of an earlier state."""
        dice = SetDice(before.turn.player, before.turn.thrown, ())
        return (*super().back_to(before), dice)

    def _do_adjust(self, move: Adjust) -> tuple[Self, Events]:
        """Correct the pieces; ants may then allow other re-rolls, and food may end the game."""
        state, events = super()._do_adjust(move)
        if state.turn.phase is AntPhase.ROLLED:
            state = state._but(turn=state.turn.allowed(state._set_of_rerolls()))
        return state._end("target_reached", *events) if state._reached() else (state, events)

    def _impossible(self, table: AntTable) -> IllegalMove | None:
        if self.without_queens and any(table.queens):
            return IllegalMove("without_queens")
        return table.impossible(self.setup.box, len(self.setup.players))

    def differences(self, table: AntTable) -> Events:
        """Return what to change so that the pieces lie like that."""
        return self.table.differences(table, self.setup.box)
