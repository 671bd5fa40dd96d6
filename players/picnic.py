"""Solid and strong players of Picnic Blitz.

Nobody has solved this game, so the solid player is a plain sensible one: it throws again what does
not serve its best move, attacks the ant that is nearest its food, and moves as far as it can.
"""

from collections import Counter
from functools import lru_cache

import numpy as np

from players.ant_net import AntNet
from players.ant_turn import AntTurns, worth_of
from players.ants import AntRules
from players.net import model_file
from players.six_dice import six_dice
from players.turn import Floats
from players.weighing import Choice, OutOfTime, Stop, ranked, shares
from rules.ant_turn import AntPhase
from rules.ants import Step
from rules.dice import Face, Faces
from rules.moves import Attack, March, Move, Pass, QueenUse, SpendQueen, TakeQueen
from rules.picnic_blitz import PicnicBlitz
from rules.tracks import TrackBox


@lru_cache(maxsize=8)
def _rules(seats: int, box: TrackBox, variants: frozenset[str], gone: frozenset[int]) -> AntRules:
    return AntRules(seats, box, variants, gone)


def rules_of(state: PicnicBlitz) -> AntRules:
    """Return the rules of this setup in arrays."""
    setup = state.setup
    return _rules(len(setup.players), setup.box, setup.variants, state.gone)


def load() -> AntNet:
    """Return the net of this game; raises `NoModel`."""
    rules = AntRules(2, PicnicBlitz.BOX)
    tracks, sums = rules.features(rules.start(np.zeros(1, np.intp)))
    return AntNet.from_bytes(model_file(PicnicBlitz.NAME), tracks.shape[3], sums.shape[2])


def between_turns(state: PicnicBlitz, net: AntNet) -> Floats:
    """Return the win chances of a position between two turns, by seat, as the net tells them."""
    rules = rules_of(state)
    worth: Floats = worth_of(rules, net, rules.read(state.table, state.player))[0]
    return worth


# The strong player.


class TurnView:
    """What the choices of one turn are worth to each seat, as the net sees it."""

    def __init__(self, state: PicnicBlitz, net: AntNet) -> None:
        self._told = (state.table, state.player, rules_of(state), net)
        self._net = net
        self._rules = rules_of(state)
        self._player = state.player
        self._turns = self._turns_of(state)

    def fits(self, state: PicnicBlitz, net: AntNet) -> bool:
        """Return whether this is the turn of that state, and no ant has moved since."""
        return self._told == (state.table, state.player, rules_of(state), net)

    def _turns_of(self, state: PicnicBlitz) -> AntTurns:
        at = self._rules.read(state.table, self._player)
        return AntTurns(self._rules, self._net, at, by_seat=True)

    def choices(self, state: PicnicBlitz, stop: Stop) -> tuple[Choice, ...]:
        """Return what the player may do, the best first; raises `OutOfTime`."""
        if state.phase is AntPhase.THROW:
            return (self._choice(None, self._turns.start),)
        acts = []
        for move in state.legal_moves().choices:
            if stop():
                raise OutOfTime
            acts.append(self._choice(move, self._after(state, move)))
        return ranked([*acts, *self._rerolls(state)])

    def thrown(self, state: PicnicBlitz) -> Floats:
        """Return what the dice that lie are worth, before re-rolls and anything else."""
        turn, throw = state.turn, six_dice().index[state.turn.thrown]
        if turn.groups > 1:
            whole: Floats = self._turns.whole[throw]
            return whole
        single: Floats = self._turns.rerolls.single[turn.again][throw]
        return single

    def _choice(self, move: Move | None, worth: Floats, reroll: Faces = ()) -> Choice:
        chances = tuple(worth.tolist())
        return Choice(move, (chances[self._player],), chances, reroll)

    def _rerolls(self, state: PicnicBlitz) -> list[Choice]:
        """Return every set of dice that may be thrown again."""
        turn, dice, turns = state.turn, six_dice(), self._turns
        if not turn.groups:
            return []
        found = []
        throw = dice.index[turn.thrown]
        for thrown in range(1, turn.again + 1):
            for hold in dict.fromkeys(dice.holds[thrown][:, throw].tolist()):
                worth = turns.rerolls.of_hold(hold, thrown, turn.again, turn.groups)
                again = Counter(turn.thrown) - Counter(dice.faces(hold))
                found.append(self._choice(None, worth, tuple(sorted(again.elements()))))
        return found

    def _after(self, state: PicnicBlitz, move: Move) -> Floats:
        """Return what a position is worth after this move."""
        then, _ = state.play(move)
        if then.is_over:
            return np.array(shares(then), np.float32)
        if then.phase is AntPhase.THROW:
            return between_turns(then, self._net)
        if then.phase is AntPhase.MOVE:
            return self._best([self._after(then, each) for each in then.legal_moves().choices])
        turns = self._turns_of(then)
        throw = six_dice().index[then.turn.thrown]
        if then.phase is AntPhase.ROLLED:  # a queen was spent for re-rolls
            whole: Floats = turns.whole[throw]
            return whole
        return turns.best_move(throw, then.turn.attacks)

    def _best(self, worth: list[Floats]) -> Floats:
        return max(worth, key=lambda each: float(each[self._player]))


# The sensible player. It ranks, and does not count.


def sensible(state: PicnicBlitz) -> tuple[Choice, ...]:
    """Return what the player may do, what a plain sensible player would do first."""
    turn = state.turn
    if turn.phase is AntPhase.THROW:
        return (Choice(None, (1.0,)),)
    wanted = _wanted(state)
    moves = list(state.legal_moves().choices)
    moves.sort(key=lambda move: move != wanted)
    found = [Choice(move, (-float(rank),)) for rank, move in enumerate(moves, start=1)]
    again = _useless(state)
    if again:
        found.append(Choice(None, (1.0,), reroll=again))
    return ranked(found)


def _useless(state: PicnicBlitz) -> Faces:
    """Return the dice to throw again: those of no use for the best move or a straight."""
    turn = state.turn
    if not turn.groups or (state.straight and state.targets()):
        return ()
    steps = state.steps()
    if any(step.food for step in steps):
        return ()
    best = max(steps, key=_farthest, default=None)
    kept = None if best is None else Face(str(best.track))
    return tuple(face for face in turn.thrown if face != kept)[: turn.again]


def _farthest(step: Step) -> tuple[int, int, int]:
    return step.food, step.steps, step.to


def _wanted(state: PicnicBlitz) -> Move:
    """Return the move of a plain sensible player: attack, then move, else take a queen."""
    table, box = state.table, state.setup.box
    steps = state.steps()
    best = max(steps, key=_farthest, default=None)
    moves = state.legal_moves().choices
    if best and best.food and best.food + state.points()[state.player] >= state.target:
        return March(best.track)
    targets = state.targets()
    if targets:
        aim = max(
            targets,
            key=lambda each: (
                each.space - table.length(each.track),
                box.tracks[each.track].food,
            ),
        )
        return Attack(aim.player, aim.track)
    second = SpendQueen(QueenUse.MOVE)
    if second in moves and len([step for step in steps if step.food or step.steps > 1]) > 1:
        return second
    if best is not None:
        return March(best.track)
    return TakeQueen() if TakeQueen() in moves else Pass()
