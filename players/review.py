"""What luck gave, and what decisions cost, in the turns of a game that was played.

Every move changes the win chances, and each change has one cause. A throw changes them by luck: the
chances after it, less what throwing was worth. A decision changes them by what it costs: the worth
of the chosen move, less that of the best one. A repair is neither. What is left is a correction:
between two turns the net alone tells the chances, and then the next turn is calculated exactly. So
for every seat the chances before a turn and its four changes are those after it, up to the result.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from players.mind import Mind
from players.net import NoModel
from players.weighing import Choice, Stop, never, shares
from rules.games import AnyGame
from rules.moves import Move, Repair, Throw

Seats = tuple[float, ...]
"""A win chance, or a change of it, by seat."""


@dataclass(frozen=True)
class Decision:
    """Something a player chose, and what would have been best."""

    move: int
    """Which of the moves it was, from 0."""
    chosen: Choice
    best: Choice
    cost: float
    """Win chance of the player that it cost."""


@dataclass(frozen=True)
class Change:
    """How a move, or a whole turn, changed the win chances of each seat, and why."""

    luck: Seats
    play: Seats
    """What decisions changed: for the player who decided, 0 or a loss."""
    repairs: Seats
    correction: Seats
    """By calculating what the net had told."""

    @classmethod
    def none(cls, seats: int) -> "Change":
        return cls(*[(0.0,) * seats] * 4)

    def __add__(self, other: "Change") -> "Change":
        return Change(
            _sum(self.luck, other.luck),
            _sum(self.play, other.play),
            _sum(self.repairs, other.repairs),
            _sum(self.correction, other.correction),
        )


@dataclass(frozen=True)
class TurnReview:
    """A player's turn."""

    player: int
    moves: range
    """Which moves it had, from 0."""
    before: Seats
    """The win chance of each seat when it began."""
    after: Seats
    """The same when it was over; of a turn that goes on, now."""
    change: Change
    decisions: tuple[Decision, ...]
    """Every choice between several, in order."""

    @property
    def luck(self) -> float:
        """What luck gave the player."""
        return self.change.luck[self.player]

    @property
    def cost(self) -> float:
        """What decisions cost the player."""
        return 0 - self.change.play[self.player]

    @property
    def worst(self) -> Decision | None:
        """The decision that cost the most, if one cost anything."""
        return _worst(self.decisions)


@dataclass(frozen=True)
class Account:
    """A player's whole game: `before`, less `cost` and with the other changes, is `now`."""

    before: float
    luck: float
    cost: float
    others: float
    """What the luck and the decisions of the others changed."""
    repairs: float
    correction: float
    now: float
    worst: Decision | None


def review(
    opening: AnyGame, moves: Iterable[Move], mind: Mind, stop: Stop = never
) -> Iterator[TurnReview]:
    """Yield each turn of a game, given the moves that stand, and leave off when told to stop.

    A turn that goes on is told as far as it went. Raises `NoModel` if nobody can tell win chances.
    """
    turn: list[_Step] = []
    first = 0
    for step in _steps(opening, moves, mind):
        turn.append(step)
        if step.ends:
            yield _turn(turn, first)
            first, turn = first + len(turn), []
        if stop():
            break
    if turn:
        yield _turn(turn, first)


def account(turns: Sequence[TurnReview], seat: int) -> Account:
    """Return what the turns of a game, of which there is at least one, come to for a seat."""
    own = [turn for turn in turns if turn.player == seat]
    others = [turn.change for turn in turns if turn.player != seat]
    return Account(
        before=turns[0].before[seat],
        luck=sum(turn.luck for turn in own),
        cost=sum(turn.cost for turn in own),
        others=sum(change.luck[seat] + change.play[seat] for change in others),
        repairs=sum(turn.change.repairs[seat] for turn in turns),
        correction=sum(turn.change.correction[seat] for turn in turns),
        now=turns[-1].after[seat],
        worst=_worst(decision for turn in own for decision in turn.decisions),
    )


def _worst(decisions: Iterable[Decision]) -> Decision | None:
    costly = (decision for decision in decisions if decision.cost > 0)
    return max(costly, key=lambda decision: decision.cost, default=None)


@dataclass(frozen=True)
class _Step:
    """One move."""

    player: int
    before: Seats
    after: Seats
    change: Change
    decision: Decision | None
    ends: bool
    """Whether the turn is over."""


def _turn(steps: Sequence[_Step], first: int) -> TurnReview:
    seats = len(steps[0].before)
    return TurnReview(
        steps[0].player,
        range(first, first + len(steps)),
        steps[0].before,
        steps[-1].after,
        sum((step.change for step in steps), Change.none(seats)),
        tuple(step.decision for step in steps if step.decision is not None),
    )


def _steps(opening: AnyGame, moves: Iterable[Move], mind: Mind) -> Iterator[_Step]:
    state, known = opening, _weigh(opening, mind)
    for number, move in enumerate(moves):
        then, _ = state.play(move)
        following = _weigh(then, mind)
        now, after = known.chances, following.chances
        nothing, decision = (0.0,) * len(now), None
        if isinstance(move, Repair):
            change = Change(nothing, nothing, _less(after, now), nothing)
        else:
            chosen, best = _chosen(state, move, known.choices), known.choices[0]
            worth = _chances(chosen)
            told = mind.foreseen(then) if isinstance(move, Throw) else worth
            change = Change(_less(told, worth), _less(worth, now), nothing, _less(after, told))
            if len(known.choices) > 1:
                decision = Decision(number, chosen, best, best.worth[0] - chosen.worth[0])
        ends = then.is_over or then.player != state.player
        yield _Step(state.player, now, after, change, decision, ends)
        state, known = then, following


@dataclass(frozen=True)
class _Known:
    """What is known of a position."""

    chances: Seats
    choices: tuple[Choice, ...]
    """What the player may do, the best first; nothing after the game."""


def _weigh(state: AnyGame, mind: Mind) -> _Known:
    if state.is_over:
        return _Known(shares(state), ())
    weighed = mind.weigh(state)
    if weighed.why is not None:
        raise NoModel(weighed.why)
    return _Known(_chances(weighed.best), weighed.choices)


def _chances(choice: Choice) -> Seats:
    return cast("Seats", choice.chances)  # a net weighed it


def _chosen(state: AnyGame, move: Move, choices: Sequence[Choice]) -> Choice:
    """Return the choice that this move was.

    Of the dice that a re-roll may have thrown, it is the best set.
    """
    if not isinstance(move, Throw):
        return next(choice for choice in choices if choice.move == move)
    throws = [choice for choice in choices if choice.move is None]
    if len(throws) == 1:
        return throws[0]
    before, after = Counter(state.turn.thrown), Counter(move.faces)
    changed = before - after
    count = max(move.rerolled or changed.total(), 1)
    return next(
        choice
        for choice in throws
        if len(choice.reroll) == count and changed <= Counter(choice.reroll)
    )


def _sum(first: Seats, second: Seats) -> Seats:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _less(first: Seats, second: Seats) -> Seats:
    return tuple(a - b for a, b in zip(first, second, strict=True))
