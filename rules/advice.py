"""The player's options, and the exact value of each, calculated from the rules.

Two figures. `value` is the player's own points gained minus lost in this turn. `margin` adds what
rivals lose, shared among the rivals still at the table: taking 2 from one of three rivals is worth
2 and 2/3. Each figure assumes the best play for it until the end of the turn, on this table,
including the cost of a failed turn.
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
    """An option of the player. Without a `move` it means: throw the remaining dice."""

    move: Move | None
    value: float
    margin: float
    only_old: float | None = None
    """If dice can be thrown afterwards: the chance of a throw with only faces already kept."""
    stop_next: bool = False
    """Whether stopping after this keep is at least as good as throwing on."""


@dataclass(frozen=True)
class Advice:
    """Everything exact about the player's next step."""

    options: tuple[Option, ...]
    """Sorted by value, the best first."""
    chances: Chances
    """Of each sum, for the rest of the turn."""

    @property
    def best(self) -> Option:
        """The option with the highest value; of equals, the one with the highest margin."""
        return self.options[0]


def advise(state: AnyHeckmeck) -> Advice:
    """Return the advice for this state; raises `IllegalMove` if the game is over."""
    if state.ending is not None:
        raise IllegalMove("game_over")
    return Advice(_Advisor(state).options(), chances(state))


def chances(state: AnyHeckmeck) -> Chances:
    """Return the best chances to end this turn with a worm and exactly, or at least, each sum."""
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
    """Return the same for a new turn with these dice."""
    tree = turn_tree(dice, game.DICE)
    reached = reach(tree, game.NUMBERS[0], only_old_counts=game.ONLY_OLD_COUNTS)
    return reached.chances(tree.start)


def _keeps(state: AnyHeckmeck) -> Iterator[tuple[Keep, Turn]]:
    """Yield each legal keep with the turn after it."""
    values = state.setup.dice.values
    for move in state.legal_moves().choices:
        if isinstance(move, Keep):
            yield move, state.turn.keeping(move.face, values[move.face])


class _Advisor:
    """Calculates the options of one state."""

    def __init__(self, state: AnyHeckmeck) -> None:
        self.state = state
        self.tree = turn_tree(state.setup.dice, state.DICE)
        self.points = state.points()
        self.rivals = [rival for rival in state.rivals if rival not in state.gone]

    def options(self) -> tuple[Option, ...]:
        """Return the options, the best value first."""
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
        """Return the value of every position of the turn on this table, by value and by margin."""
        state = self.state
        # Without a worm the turn brings nothing, whatever the total.
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
        """Return the best figures of these ends of the turn, each figure separately."""
        figures = [self._figures(state.points()) for state in states]
        return max(value for value, _ in figures), max(margin for _, margin in figures)

    def _figures(self, points: tuple[int, ...]) -> Figures:
        own = points[self.state.player] - self.points[self.state.player]
        lost = sum(self.points[rival] - points[rival] for rival in self.rivals)
        return own, own + lost / len(self.rivals)


def _may_stop(state: AnyHeckmeck) -> bool:
    return state.refusal(Stop()) is None
