"""Solid and strong players of the three Heckmeck games."""

from functools import lru_cache
from typing import Any, cast

import numpy as np

from players.fast_rules import FastRules
from players.grill import GrillRules
from players.net import Net, model_file
from players.outcomes import Outcomes
from players.tiles import TileRules
from players.turn import STOPPED, Course, Floats, Solution, Solved
from players.weighing import Choice, ranked
from rules.barbecue import Barbecue
from rules.box import WormBox
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Move, Take
from rules.tiles import TileGame
from rules.turn import Phase

MOST_WORMS = 6
"""On a tile or spot of a box the nets were trained with; a higher number never has fewer."""


@lru_cache(maxsize=8)
def fast_rules(
    game: type[AnyHeckmeck],
    seats: int,
    box: WormBox,
    variants: frozenset[str],
    gone: frozenset[int],
) -> FastRules[Any]:
    """Return the rules of this setup in arrays."""
    if issubclass(game, Barbecue):
        return GrillRules(game, seats, box, variants, gone)
    return TileRules(cast("type[TileGame[WormBox]]", game), seats, box, variants, gone)


def rules_of(state: AnyHeckmeck) -> FastRules[Any]:
    setup = state.setup
    return fast_rules(type(state), len(setup.players), setup.box, setup.variants, state.gone)


def knows(box: WormBox) -> bool:
    """Return whether the nets were trained with boxes like this."""
    worms = [box.worms[number] for number in sorted(box.worms)]
    return worms == sorted(worms) and worms[-1] <= MOST_WORMS


def load(state: AnyHeckmeck) -> Net:
    """Return the net of this game; raises `NoModel`."""
    rules = rules_of(state)
    width = rules.features(rules.start(np.zeros(1, np.intp))).shape[2]
    return Net.from_bytes(model_file(state.NAME), width)


def between_turns(state: AnyHeckmeck, net: Net) -> Floats:
    """Return the win chances of a position between two turns, by seat, as the net tells them."""
    rules = rules_of(state)
    features = rules.features(rules.read(state.table, state.player))
    chances: Floats = net.chances(features, rules.stays)[0]
    return chances


class TurnView:
    """What the choices of one turn are worth; the table stays the same during a turn.

    With a net they are worth the win chance of each seat; without one, the value and the margin of
    `rules.advice`.
    """

    def __init__(self, state: AnyHeckmeck, net: Net | None) -> None:
        self._told = (state.table, state.player, rules_of(state), net)
        self._rules = rules = rules_of(state)
        self._player = player = state.player
        self._by_net = net is not None
        at = rules.read(state.table, player)
        outcomes = Outcomes.of(rules, at)
        if net is None:
            self._worth = outcomes.gains()[0]
            picks = [rules.picks(at, self._worth[None, :, aim])[..., 0] for aim in range(2)]
        else:
            self._worth = outcomes.chances(net)[0]
            picks = [rules.picks(at, self._worth[None, :, player])[..., 0]] * rules.seats
        ends = [
            np.where(pick < 0, -np.inf, self._worth[pick, column])
            for column, pick in enumerate(picks)
        ]
        self._ends: Floats = np.stack(ends, axis=3).astype(np.float32)
        turns = rules.turns
        self._turn: Solution = (
            Solved(turns, self._ends) if net is None else Course(turns, self._ends, player)
        )

    def fits(self, state: AnyHeckmeck, net: Net | None) -> bool:
        """Return whether this is the turn of that state."""
        return self._told == (state.table, state.player, rules_of(state), net)

    def choices(self, state: AnyHeckmeck) -> tuple[Choice, ...]:
        """Return what the player may do, the best first."""
        turn, tree = state.turn, self._rules.turns.tree
        moves = state.legal_moves().choices
        choices = []
        if turn.phase is Phase.THROW:
            choices.append(self._choice(None, self._turn.throwing_at(tree.position(turn))))
        values = state.setup.dice.values
        for move in moves:
            match move:
                case Keep(face):
                    kept = tree.position(turn.keeping(face, values[face]))
                    worth = self._turn.best_at(kept)
                case Take():
                    worth = self._worth[self._outcome(move)]
                case _:
                    worth = self._ends[STOPPED, turn.total, int(turn.has_worm)]
            choices.append(self._choice(move, worth))
        return ranked(choices)

    def _choice(self, move: Move | None, worth: Floats) -> Choice:
        figures = tuple(worth.tolist())
        if self._by_net:
            return Choice(move, (figures[self._player],), figures)
        return Choice(move, figures)

    def _outcome(self, take: Take) -> int:
        """Return the outcome of picking this tile."""
        numbers = self._rules.numbers
        if take.rival is not None:
            return 1 + len(numbers) + take.rival
        return 1 + int(np.searchsorted(numbers, take.tile))
