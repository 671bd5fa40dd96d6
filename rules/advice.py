"""What a player could do now, and what each way is worth: exact, from the rules themselves.

Two figures. `value` is the player's own points gained minus lost in this turn. `margin` adds what
rivals lose by it, shared among the rivals still at the table: taking 2 from one of three rivals
is worth 2 and 2/3. Each figure assumes best play for that figure until the turn ends, on this
table, with what a failed turn costs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.dice import DiceSet
from rules.errors import IllegalMove
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Move, Stop
from rules.odds import NEVER, Chances, Payoffs, Worth, reach, turn_tree
from rules.turn import Phase, Turn

Figures = tuple[float, float]
"""A value and a margin."""


@dataclass(frozen=True)
class Option:
    """One thing the player may do. No `move` means: throw the dice that are left."""

    move: Move | None
    value: float
    margin: float
    only_old: float | None = None
    """If dice can be thrown after it: the chance that a throw shows only faces already kept."""
    stop_next: bool = False
    """After this keep, stopping has at least the value of throwing on."""


@dataclass(frozen=True)
class Advice:
    """Everything exact there is to say about the player's next step."""

    options: tuple[Option, ...]
    """The best value first."""
    chances: Chances
    """Of each sum, for the rest of the turn."""

    @property
    def best(self) -> Option:
        """The option of the highest value; between equals, of the highest margin."""
        return self.options[0]


def advise(state: AnyHeckmeck) -> Advice:
    """The advice for this state; `IllegalMove` if the game is over."""
    if state.ending is not None:
        raise IllegalMove("game_over")
    return Advice(_Advisor(state).options(), chances(state))


def chances(state: AnyHeckmeck) -> Chances:
    """The best chance to end this turn with a worm and exactly, or at least, each sum."""
    tree = turn_tree(state.setup.dice, state.DICE)
    reached = reach(tree, state.NUMBERS[0], only_old_counts=state.ONLY_OLD_COUNTS)
    turn = state.turn
    match turn.phase:
        case Phase.THROW:
            return reached.chances(tree.position(turn))
        case Phase.KEEP:
            return reached.chances(*(tree.position(kept) for _, kept in _keeps(state)))
        case _:
            return Chances(
                {total: float(turn.total == total) for total in reached.sums},
                {total: float(turn.total >= total) for total in reached.sums},
            )


def opening_chances(game: type[AnyHeckmeck], dice: DiceSet) -> Chances:
    """The same for a turn that has not begun, with these dice of the game."""
    tree = turn_tree(dice, game.DICE)
    reached = reach(tree, game.NUMBERS[0], only_old_counts=game.ONLY_OLD_COUNTS)
    return reached.chances(tree.start)


def _keeps(state: AnyHeckmeck) -> Iterator[tuple[Keep, Turn]]:
    """Each legal keep and the turn after it."""
    values = state.setup.dice.values
    for move in state.legal_moves().choices:
        if isinstance(move, Keep):
            yield move, state.turn.keeping(move.face, values[move.face])


class _Advisor:
    """Works out the options of one state."""

    def __init__(self, state: AnyHeckmeck) -> None:
        self.state = state
        self.tree = turn_tree(state.setup.dice, state.DICE)
        self.points = state.points()
        self.rivals = [rival for rival in state.rivals if rival not in state.gone]

    def options(self) -> tuple[Option, ...]:
        """What may be done now, the best value first."""
        match self.state.turn.phase:
            case Phase.THROW:
                options = self._throw_or_stop()
            case Phase.KEEP:
                options = self._keep()
            case _:
                options = self._take()
        return tuple(sorted(options, key=lambda o: (o.value, o.margin), reverse=True))

    def _throw_or_stop(self) -> Iterator[Option]:
        state = self.state
        position = self.tree.position(state.turn)
        value, margin = self._worth().of_throwing(position)
        yield Option(None, value, margin, self.tree.only_old_chance(position))
        if state.refusal(Stop()) is None:
            yield Option(Stop(), *self._best(state.if_settled()))

    def _keep(self) -> Iterator[Option]:
        worth = self._worth()
        for move, turn in _keeps(self.state):
            position = self.tree.position(turn)
            value, margin = worth.of(position)
            if self.tree.is_over(position):
                yield Option(move, value, margin)
            else:
                stop_next = value > worth.of_throwing(position)[0]
                only_old = self.tree.only_old_chance(position)
                yield Option(move, value, margin, only_old, stop_next)

    def _take(self) -> Iterator[Option]:
        for move in self.state.legal_moves().choices:
            yield Option(move, *self._best([self.state.play(move)[0]]))

    def _worth(self) -> Worth:
        """What every position of the turn is worth on this table, by value and by margin."""
        state = self.state
        # Without a worm the total does not matter: the turn brings nothing.
        without = state.with_result(0, worm=False)
        nothing = self._best(without.if_settled())
        with_worm = [state.with_result(n, worm=True) for n in range(self.tree.highest_total + 1)]
        ended = [(nothing, self._best(result.if_settled())) for result in with_worm]
        never = (NEVER, NEVER)
        stopped = [
            (nothing if _may_stop(without) else never, figures if _may_stop(result) else never)
            for result, (_, figures) in zip(with_worm, ended, strict=True)
        ]
        if state.ONLY_OLD_COUNTS:
            only_old = ended
        else:
            failed = self._best(without.if_only_old())
            only_old = [(failed, failed)] * len(ended)
        return self.tree.evaluate(Payoffs.of(ended, stopped, only_old))

    def _best(self, states: Iterable[AnyHeckmeck]) -> Figures:
        """The figures of the best of these ends of the turn, each figure by itself."""
        figures = [self._figures(state.points()) for state in states]
        return max(value for value, _ in figures), max(margin for _, margin in figures)

    def _figures(self, points: tuple[int, ...]) -> Figures:
        own = points[self.state.player] - self.points[self.state.player]
        lost = sum(self.points[rival] - points[rival] for rival in self.rivals)
        return own, own + lost / len(self.rivals)


def _may_stop(state: AnyHeckmeck) -> bool:
    return state.refusal(Stop()) is None
