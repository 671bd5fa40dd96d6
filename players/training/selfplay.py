"""Many games at once, each seat played by the net that learns from them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from players.ant_net import AntNet
from players.ant_turn import AntTurns, worth_of
from players.ants import AntRules, chosen
from players.fast_rules import FastRules
from players.net import Net
from players.outcomes import Outcomes
from players.turn import Bools, Floats, Ints, Solved

CHUNK = 32
"""Turns solved at a time: more do not fit into a processor's cache."""
LONGEST = 80
"""Turns of a game; a longer one is broken off."""
COPIES = 8
"""How often each turn is played to see what it means for the other seats, of more than two."""


def solve(rules: FastRules[Any], picks: Ints, worth: Floats) -> list[Solved]:
    """Solve each game's turn, given the worth to the player of each outcome, by game."""
    ends = np.where(picks >= 0, worth[np.arange(len(worth)), picks], -np.inf).astype(np.float32)
    return [Solved(rules.turns, ends[..., at : at + CHUNK]) for at in range(0, len(worth), CHUNK)]


def play(solved: list[Solved], picks: Ints, rng: np.random.Generator, copies: int = 1) -> Ints:
    """Play each game's turn so many times; return the outcomes, by copy and game."""
    ends = [each.play(rng, copies) for each in solved]
    way, total, worm = (np.concatenate(each, axis=1) for each in zip(*ends, strict=True))
    outcomes: Ints = picks[way, total, worm, np.arange(picks.shape[3])]
    return outcomes


@dataclass(frozen=True)
class Step:
    """A turn of each game that is still played."""

    features: tuple[Floats, ...]
    """Of the positions before it."""
    expected: Floats
    """The win chances before the dice are thrown, by game and seat."""
    reached: Floats
    """Those after the turn."""
    wild: Bools
    """Whether it ended by chance, not as the dice and the player would have it."""
    then: Any
    """The positions after it."""
    over: Bools


def dice_step(
    rules: FastRules[Any], net: Net, at: Any, rng: np.random.Generator, wild: float
) -> Step:
    """Play a turn of a Heckmeck game; a share `wild` ends anyhow, to see more positions."""
    outcomes = Outcomes.of(rules, at)
    chances = outcomes.chances(net)
    rows = np.arange(len(at))
    worth = chances[rows, :, at.mover]
    picks = rules.picks(at, worth)
    solved = solve(rules, picks, worth)
    played = play(solved, picks, rng, 1 if rules.seats == 2 else COPIES)
    start = np.concatenate([each.start for each in solved])
    expected = _expected(start, chances[rows, played].mean(axis=0), at.mover)
    anyhow = rng.random(len(at)) < wild
    lots = np.where(outcomes.possible, rng.random(outcomes.possible.shape), -1)
    chosen = np.where(anyhow, lots.argmax(axis=1), played[0])
    then, over = rules.after(at, chosen)
    return Step((rules.features(at),), expected, chances[rows, chosen], anyhow, then, over)


def ant_step(rules: AntRules, net: AntNet, at: Any, rng: np.random.Generator, wild: float) -> Step:
    """Play a turn of Picnic Blitz; of a share `wild` the player only moves some ant somewhere."""
    turns = AntTurns(rules, net, at)
    then = turns.play(rng)
    anyhow = rng.random(len(at)) < wild
    track, steps = rng.integers(0, 6, len(at)), rng.integers(1, 4, len(at))
    moved, legal = rules.marched(at, track, steps)
    anyhow &= legal
    then = chosen(anyhow, rules.passed(moved), then)
    held = rules.points(then)
    over = held[np.arange(len(at)), at.mover] >= rules.target
    reached = worth_of(rules, net, then)
    reached[over] = np.arange(rules.seats) == at.mover[over, None]
    expected = _expected(turns.start, reached, at.mover)
    return Step(rules.features(at), expected, reached, anyhow, then, over)


def games(
    step: Any, rules: Any, net: Any, rng: np.random.Generator, count: int, *, wild: float
) -> tuple[tuple[Floats, ...], Floats]:
    """Play so many games; return the features of all positions, and what the net should say.

    A position is worth what the exact turn expects of it, corrected by how much better or worse
    the rest of the game went than expected there. So lucky dice do not count, and what the net
    should say is far less noisy than who won.
    """
    at = rules.start(rng.integers(0, rules.seats, count))
    left = np.arange(count)
    steps: list[tuple[Ints, Step]] = []
    later = np.zeros((count, rules.seats), np.float32)
    for _ in range(LONGEST):
        played: Step = step(rules, net, at, rng, wild)
        steps.append((left, played))
        later[left] = played.reached  # unless the game goes on
        at, left = played.then[~played.over], left[~played.over]
        if not len(left):
            break
    wanted: list[Floats] = []
    for here, played in reversed(steps):
        rest = np.where(played.wild[:, None], 0, later[here] - played.reached)
        later[here] = played.expected + rest
        wanted.insert(0, later[here])
    features = zip(*(played.features for _, played in steps), strict=True)
    return tuple(map(np.concatenate, features)), np.concatenate(wanted)


def _expected(own: Floats, others: Floats, mover: Ints) -> Floats:
    """Return the win chances before the dice: the player's own, and the rest shared like these."""
    is_own = np.arange(others.shape[1]) == mover[:, None]
    others = np.where(is_own, 0, others + 1e-9)
    rest = 1 - own[:, None]
    expected: Floats = np.where(
        is_own, own[:, None], others / others.sum(axis=1, keepdims=True) * rest
    ).astype(np.float32)
    return expected
