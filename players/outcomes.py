"""What the outcomes of a turn lead to, and what that is worth."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from players.fast_rules import FastRules, Positions
from players.net import Net
from players.turn import Bools, Floats, Ints


@dataclass(frozen=True)
class Outcomes:
    """Every possible outcome of the turns of many games."""

    rules: FastRules[Any]
    at: Positions
    possible: Bools
    """By game and outcome; the other arrays have a row for each possible one."""
    game: Ints
    outcome: Ints
    then: Positions
    """The position after it."""
    over: Bools
    """Whether it ends the game."""

    @classmethod
    def of(cls, rules: FastRules[Any], at: Positions) -> "Outcomes":
        possible = rules.possible(at)
        game, outcome = np.nonzero(possible)
        then, over = rules.after(at[game], outcome)
        return cls(rules, at, possible, game, outcome, then, over)

    def chances(self, net: Net) -> Floats:
        """Return the win chances after each outcome, by game, outcome and seat."""
        rules, over = self.rules, self.over
        known = np.empty((len(self.game), rules.seats), np.float32)
        known[over] = rules.shares(self.then[over])
        known[~over] = net.chances(rules.features(self.then[~over]), rules.stays)
        chances = np.full((*self.possible.shape, rules.seats), -np.inf, np.float32)
        chances[self.game, self.outcome] = known
        return chances

    def gains(self) -> Floats:
        """Return the player's gain by each outcome: a value and a margin, as in `rules.advice`."""
        rules = self.rules
        change = rules.points(self.then) - rules.points(self.at)[self.game]
        own = np.take_along_axis(change, self.at.mover[self.game][:, None], axis=1)[:, 0]
        others = np.where(rules.stays, change, 0).sum(axis=1) - own
        gains = np.full((*self.possible.shape, 2), -np.inf, np.float32)
        gains[self.game, self.outcome, 0] = own
        gains[self.game, self.outcome, 1] = own - others / (rules.staying - 1)
        return gains
