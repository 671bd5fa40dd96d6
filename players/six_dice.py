"""The exact programme of re-rolls in Picnic Blitz, for many games at once.

A throw of six dice is one of 462 multisets. Values are by multiset and column: a column is a game
with its own best play, or a seat, where `lead` names the column that decides.
"""

from functools import cache
from itertools import combinations
from math import factorial, prod

import numpy as np

from players.turn import Floats, Ints
from rules.ant_turn import ATTACKS, ONE_GROUP
from rules.dice import STANDARD, Faces, straight

DICE = 6


class SixDice:
    """Every multiset of up to six dice, and how they lead to each other."""

    def __init__(self) -> None:
        every = [f for count in range(DICE, -1, -1) for f in STANDARD.throws(count)]
        self.full = list(STANDARD.throws(DICE))
        self._every = every
        self.index = {faces: at for at, faces in enumerate(every)}
        faces = STANDARD.faces
        self.counts = np.array([[dice.count(face) for face in faces] for dice in self.full])
        """By throw: how many dice show each face."""
        ways = [factorial(DICE) // prod(map(factorial, row)) for row in self.counts.tolist()]
        self.chances = (np.array(ways) / len(faces) ** DICE).astype(np.float32)
        self.attacks = np.array([ATTACKS.get(straight(dice), 0) for dice in self.full])
        self._more = []
        """By number of dice, from five to none: the multisets with one more die."""
        for count in range(DICE - 1, -1, -1):
            rows = [
                [self.index[tuple(sorted((*held, face)))] for face in faces]
                for held in STANDARD.throws(count)
            ]
            self._more.append(np.array(rows).T)
        self.holds = [self._holds(thrown) for thrown in range(DICE + 1)]
        """By number of dice to throw: for each throw, the multisets to hold."""

    def _holds(self, thrown: int) -> Ints:
        rows = [
            [self.index[held] for held in dict.fromkeys(combinations(dice, DICE - thrown))]
            for dice in self.full
        ]
        wide = max(map(len, rows))
        return np.array([row + row[:1] * (wide - len(row)) for row in rows]).T

    def faces(self, hold: int) -> Faces:
        """Return the dice of a multiset."""
        return self._every[hold]

    def thrown(self, hold: int, thrown: int, rng: np.random.Generator) -> int:
        """Throw so many dice, and return the throw with those that are held."""
        faces = [STANDARD.faces[at] for at in rng.integers(0, len(STANDARD.faces), thrown)]
        return self.index[tuple(sorted((*self._every[hold], *faces)))]

    def spread(self, worth: Floats) -> Floats:
        """Return what every multiset is worth, given the throws: the mean over its missing dice."""
        parts = [worth]
        begin = 0
        for more in self._more:
            last = parts[-1]
            mean = last[more[0] - begin].copy()
            for column in more[1:]:
                mean += last[column - begin]
            begin += len(last)
            parts.append(mean / len(more))
        return np.concatenate(parts)

    def rerolled(self, ends: Floats, again: Ints, lead: int | None) -> "Rerolls":
        """Return what each throw is worth with re-rolls of up to so many dice, by column."""
        return Rerolls(self, ends, again, lead)


def better(first: Floats, second: Floats, lead: int | None) -> Floats:
    """Return the better of two values: by column, or as the leading column has it."""
    if lead is None:
        return np.maximum(first, second)
    return np.where((second[..., lead] > first[..., lead])[..., None], second, first)


class Rerolls:
    """What throws are worth before their re-rolls: one throw of them, or two (R62)."""

    def __init__(self, dice: SixDice, ends: Floats, again: Ints, lead: int | None) -> None:
        self._dice = dice
        self.ends = ends
        self._again = again
        self._lead = lead
        once = dice.spread(ends)
        self._spread = [once]
        """By number of dice that may be thrown in a second group: the worth of what is held."""
        self.single = [ends]
        most = int(again.max(initial=0))
        for thrown in range(1, most + 1):
            self.single.append(better(self.single[-1], self._held(once, thrown), lead))
        if most > ONE_GROUP:
            self._spread += [dice.spread(worth) for worth in self.single[1:most]]

    def _held(self, spread: Floats, thrown: int) -> Floats:
        first, *others = self._dice.holds[thrown]
        best = spread[first]
        for hold in others:
            best = better(best, spread[hold], self._lead)
        return best

    def of_hold(self, hold: int | Ints, thrown: int, again: int, groups: int) -> Floats:
        """Return the worth of keeping these dice and throwing the others, by column."""
        worth: Floats = self._spread[again - thrown if groups > 1 else 0][hold]
        return worth

    def whole(self) -> Floats:
        """Return the worth of each throw with a whole set of re-rolls, by column."""
        best = self.ends.copy()
        for again in np.unique(self._again):
            here = np.nonzero(self._again == again)[0]
            if again <= ONE_GROUP:
                best[:, here] = self.single[again][:, here]
                continue
            lead = self._lead
            found = self.ends[:, here]
            for thrown in range(1, again + 1):
                spread = self._spread[again - thrown][:, here]
                first, *others = self._dice.holds[thrown]
                for hold in (first, *others):
                    found = better(found, spread[hold], lead)
            best[:, here] = found
        return best


@cache
def six_dice() -> SixDice:
    """Return the table, built once."""
    return SixDice()
