"""Whole games between levels, played through `rules`, and what came of them."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import cast

from players.mind import Mind
from players.weighing import Choice, Level, shares
from rules.dice import Faces
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.moves import Move, Throw
from rules.picnic_blitz import DICE, PicnicBlitz
from rules.players import Player

Clock = Callable[[], float]
"""Tells the time in seconds."""
LONGEST = 5_000
"""Moves of a game; a longer one counts as won by nobody."""


@dataclass
class Score:
    """What one level has reached, over all its seats."""

    seats: int = 0
    wins: float = 0.0
    """A shared win counts in part."""
    points: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """The share of the games won, by seat."""
        return self.wins / self.seats

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of `rate` (Wilson)."""
        return wilson(self.wins, self.seats)


@dataclass
class Results:
    """The results of some games."""

    games: int = 0
    scores: dict[Level, Score] = field(default_factory=dict)
    whys: set[str] = field(default_factory=set)
    """Why strong seats played as solid ones, if they did."""


def wilson(wins: float, games: int, spread: float = 1.96) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> low, high = wilson(60, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.502 0.691'
    """
    share, extra = wins / games, spread**2 / games
    middle = (share + extra / 2) / (1 + extra)
    reach = spread * sqrt(share * (1 - share) / games + extra / (4 * games)) / (1 + extra)
    return middle - reach, middle + reach


def arena(
    game: type[AnyGame],
    levels: Sequence[Level],
    games: int,
    seed: int,
    clock: Clock,
    variants: Sequence[str] = (),
) -> Iterator[Results]:
    """Play so many games, and yield the results after each; it is always the same object.

    Each dice stream is played once with every rotation of the seats.
    """
    mind = Mind()
    results = Results(scores={level: Score() for level in levels})
    count = len(levels)
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:count])]
    for number in range(games):
        turned = number % count
        seats = [*levels[turned:], *levels[:turned]]
        chance = random.Random(f"{seed} {number // count}")  # noqa: S311
        state, _ = game.begin(players, variants=variants)
        for _ in range(LONGEST):
            if state.ending is not None:
                break
            level = seats[state.player]
            begun = clock()
            weighed = mind.decide(state, level, chance)
            score = results.scores[level]
            score.seconds += clock() - begun
            score.decisions += 1
            if weighed.why is not None:
                results.whys.add(weighed.why)
            state, _ = state.play(move_of(state, weighed.best, chance))
        results.games += 1
        _count(results, state, seats)
        yield results


def _count(results: Results, state: AnyGame, seats: Sequence[Level]) -> None:
    for level, points, share in zip(seats, state.points(), shares(state), strict=True):
        score = results.scores[level]
        score.seats += 1
        score.points += points
        score.wins += share


def move_of(state: AnyGame, choice: Choice, chance: random.Random) -> Move:
    """Return the move of a choice; where it is to throw, throw the dice."""
    return choice.move if choice.move is not None else _throw(state, choice.reroll, chance)


def _throw(state: AnyGame, reroll: Faces, chance: random.Random) -> Throw:
    sides = state.setup.dice.sides
    if isinstance(state, Heckmeck):
        return Throw(chance.choices(sides, k=state.turn.left))
    held = list(cast("PicnicBlitz", state).turn.thrown)
    for face in reroll:
        held.remove(face)
    thrown = chance.choices(sides, k=DICE - len(held))
    return Throw([*held, *thrown], len(reroll) or None)
