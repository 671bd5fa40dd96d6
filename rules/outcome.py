"""Who won, and why."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's final place. Players who left have no rank."""

    player: int
    rank: int | None
    points: int
    tie_break: int | None
    """Decides between equal points: the highest plate or tile; None if the game has no tie-break.
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: `why` is a code, the standings are sorted by rank."""

    why: str
    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """One player, or several who share the win."""
        return tuple(standing.player for standing in self.standings if standing.rank == 1)

    @property
    def tie_broken(self) -> bool:
        """Whether the tie-break decided the win."""
        tied = {s.rank for s in self.standings if s.points == self.standings[0].points}
        return len(tied - {None}) > 1


def rank(
    scores: Mapping[int, tuple[int, int | None]], gone: frozenset[int]
) -> tuple[Standing, ...]:
    """Rank players by points, then by tie-break; equal players share a rank."""

    def key(player: int) -> tuple[int, int]:
        points, tie_break = scores[player]
        return points, tie_break or 0

    staying = sorted((p for p in scores if p not in gone), key=key, reverse=True)
    keys = [key(player) for player in staying]
    ranked = [Standing(p, 1 + keys.index(key(p)), *scores[p]) for p in staying]
    away = [Standing(p, None, *scores[p]) for p in sorted(gone)]
    return (*ranked, *away)
