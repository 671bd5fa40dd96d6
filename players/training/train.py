"""Trains the net of each game from nothing, with games of all setups against itself."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from players import ant_net, net
from players.ant_net import AntNet
from players.ants import AntRules
from players.grill import GrillRules
from players.heckmeck import MOST_WORMS
from players.net import Net
from players.tiles import TileRules
from players.training.learn import Adam
from players.training.selfplay import ant_step, dice_step, games
from players.turn import Floats
from rules.barbecue import Barbecue
from rules.box import WormBox
from rules.bratwurmeck import Bratwurmeck
from rules.errors import BadSetup
from rules.heckmeck import AnyHeckmeck
from rules.junior import Junior, JuniorBox
from rules.picnic_blitz import PicnicBlitz
from rules.tracks import FOODS, LENGTHS, TRACKS, Track, TrackBox

HIDDEN = (64,)
BATCH = 512
KEPT = 8
"""Rounds whose positions are still learned from."""
RATES = (4e-3, 2e-4)
"""The first and the last step size."""
WILD = 0.05
ODD = 0.2
"""The share of rounds with table options, and that with another box."""

Rng = np.random.Generator


@dataclass(frozen=True)
class Plan:
    """How the net of one game is trained."""

    game: type[Any]
    rounds: int
    """Rounds of games with one setup each."""
    games: int
    """Games in a round."""
    seats: tuple[float, ...]
    """The share of rounds with 2, 3, ... seats."""


PLANS = {
    plan.game.NAME: plan
    for plan in (
        Plan(Bratwurmeck, 200, 256, (0.6, 0.15, 0.15, 0.04, 0.03, 0.03)),
        Plan(Barbecue, 150, 256, (0.6, 0.15, 0.15, 0.1)),
        Plan(Junior, 250, 256, (0.6, 0.15, 0.15, 0.1)),
        Plan(PicnicBlitz, 60, 32, (0.6, 0.2, 0.2)),
    )
}


def train(name: str, seed: int = 1, tell: Callable[[str], None] = print) -> Net | AntNet:
    """Return the trained net of this game; tells about its progress."""
    plan = PLANS[name]
    ants = plan.game is PicnicBlitz
    rng = np.random.default_rng(seed)
    rules = _setup(plan, rng, plain=True)
    blank = rules.features(rules.start(np.zeros(1, np.intp)))
    trained: Net | AntNet
    if ants:
        trained = ant_net.fresh(blank[0].shape[-1], blank[1].shape[-1], rng)
    else:
        trained = net.fresh(blank.shape[-1], list(HIDDEN), rng)
    adam = Adam(trained)
    kept: list[tuple[tuple[Floats, ...], Floats]] = []
    begun = time.perf_counter()
    for at in range(plan.rounds):
        rules = _setup(plan, rng, plain=False)
        step = ant_step if ants else dice_step
        kept = [*kept[1 - KEPT :], games(step, rules, trained, rng, plan.games, wild=WILD)]
        rate = RATES[0] * (RATES[1] / RATES[0]) ** (at / (plan.rounds - 1))
        loss = _learn(adam, kept, rate, rng)
        if at % 10 == 9:
            took = time.perf_counter() - begun
            tell(f"{name}: round {at + 1} of {plan.rounds}, {took:.0f} s, loss {loss:.4f}")
    return trained


def _learn(
    adam: Adam, kept: list[tuple[tuple[Floats, ...], Floats]], rate: float, rng: Rng
) -> float:
    """Learn from the kept rounds as many positions as they have; return the mean loss."""
    sizes = np.array([len(wanted) for _, wanted in kept])
    losses = []
    for at in rng.choice(len(kept), size=int(sizes.sum() / BATCH), p=sizes / sizes.sum()):
        features, wanted = kept[at]
        rows = rng.integers(0, len(wanted), BATCH)
        losses.append(adam.step(tuple(each[rows] for each in features), wanted[rows], rate))
    return float(np.mean(losses))


# Setups: mostly as most people play, and now and then another box, or table options.


def _setup(plan: Plan, rng: Rng, *, plain: bool) -> Any:
    """Return the rules of some setup."""
    game = plan.game
    seats = 2 if plain else int(rng.choice(len(plan.seats), p=plan.seats)) + 2
    odd = not plain and rng.random() < ODD
    variants = [v for v in game.VARIANTS if odd and rng.random() < 0.4]
    other_box = not plain and rng.random() < ODD
    if game is PicnicBlitz:
        box = _tracks(rng) if other_box else game.BOX
        while True:
            try:
                return AntRules(seats, box, variants)
            except BadSetup:
                variants.pop()
    box = _worms(game, rng) if other_box else game.BOX
    kind = GrillRules if game is Barbecue else TileRules
    return kind(game, seats, box, variants)


def _worms(game: type[AnyHeckmeck], rng: Rng) -> WormBox:
    """Return a box with other worms: a higher number never has fewer."""
    worms = np.sort(rng.integers(1, MOST_WORMS + 1, len(game.NUMBERS)))
    printed = dict(zip(game.NUMBERS, worms.tolist(), strict=True))
    if game is Junior:
        faces = game.own_dice(game.BOX).faces
        return JuniorBox(worms=printed, doubled=faces[rng.integers(0, len(faces))])
    return WormBox(worms=printed)


def _tracks(rng: Rng) -> TrackBox:
    """Return a box with other tracks."""
    lengths = rng.choice(LENGTHS, len(TRACKS)).tolist()
    foods = rng.choice(FOODS, len(TRACKS)).tolist()
    return TrackBox(tracks=dict(zip(TRACKS, map(Track, lengths, foods), strict=True)))
