"""Who won, and why."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place at the end. Who went home has no rank."""

    player: int
    rank: int | None
    points: int
    tie_break: int | None
    """What decides between equal points: a highest plate or tile; None where the game has none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: `why` is a code, the standings are in order of rank."""

    why: str
    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """One player, or several who share the win."""
        return tuple(standing.player for standing in self.standings if standing.rank == 1)

    @property
    def tie_broken(self) -> bool:
        """Whether the winner had no more points than the second."""
        tied = {s.rank for s in self.standings if s.points == self.standings[0].points}
        return len(tied - {None}) > 1


def rank(
    scores: Mapping[int, tuple[int, int | None]], gone: frozenset[int]
) -> tuple[Standing, ...]:
    """Order players by points, then by tie-break; equal in both share a rank."""

    def key(player: int) -> tuple[int, int]:
        points, tie_break = scores[player]
        return points, tie_break or 0

    staying = sorted((p for p in scores if p not in gone), key=key, reverse=True)
    keys = [key(player) for player in staying]
    ranked = [Standing(p, 1 + keys.index(key(p)), *scores[p]) for p in staying]
    away = [Standing(p, None, *scores[p]) for p in sorted(gone)]
    return (*ranked, *away)
