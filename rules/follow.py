"""What the dice on the table say was done: which keep they imply, or what is wrong with them.

Pure, on multisets of faces, so that whoever sees the dice need not know the rules. A count alone
never decides where another legal group, or a lost die, would explain it too.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.coded import Coded
from rules.dice import Face, Faces
from rules.heckmeck import Heckmeck
from rules.moves import Keep
from rules.turn import Phase


class Problem(Coded):
    """Something is wrong with the dice on the table."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DiceDone(Problem):
    """No dice are to be thrown or kept now: the turn or the game is over."""


@dataclass(frozen=True, slots=True)
class NotOnTheDice(Problem):
    """The dice of this game have no such face."""

    face: Face


@dataclass(frozen=True, slots=True)
class DiceMissing(Problem):
    """Fewer dice are seen than there must be."""

    seen: int
    wanted: int


@dataclass(frozen=True, slots=True)
class TooManyDice(Problem):
    """More dice are seen than there can be."""

    seen: int
    wanted: int


@dataclass(frozen=True, slots=True)
class NothingAside(Problem):
    """The throw was not answered by laying dice aside."""


@dataclass(frozen=True, slots=True)
class StillInTray(Problem):
    """All dice of the face must be laid aside, and some are still in the tray."""

    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class TooManyAside(Problem):
    """More dice of the face lie aside than were thrown."""

    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class AlreadyKept(Problem):
    """Dice of this face were kept before in this turn, and more now lie aside."""

    face: Face


@dataclass(frozen=True, slots=True)
class NotThrown(Problem):
    """A face lies aside that the throw did not show."""

    face: Face


@dataclass(frozen=True, slots=True)
class MixedFaces(Problem):
    """Dice of several faces were laid aside at once."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class KeptTurned(Problem):
    """A die that was laid aside showing this face shows another now."""

    face: Face


@dataclass(frozen=True, slots=True)
class BackInTray(Problem):
    """A die that was laid aside lies in the tray again."""

    face: Face


@dataclass(frozen=True, slots=True)
class NoSuchGroup(Problem):
    """So many dice are gone from the tray, but no face could be kept with so many dice."""

    count: int


@dataclass(frozen=True, slots=True)
class Followed:
    """What the dice say. With nothing in it, they lie as they should and nothing was kept."""

    keep: Keep | None = None
    """The one keep that explains the dice."""
    possible: tuple[Keep, ...] = ()
    """Every legal keep that could explain them, the likeliest first."""
    problem: Problem | None = None


def follow(
    state: Heckmeck[Any, Any], tray: Iterable[Face], aside: Iterable[Face] | None = None
) -> Followed:
    """Read the dice in the tray and, where they are seen, those laid aside.

    While a throw waits to be answered, the dice laid aside tell the keep; the tray may hold the
    rest of the throw or already the next one. Otherwise the dice must lie as the state has them.
    """
    in_tray = Counter(tray)
    seen_aside = None if aside is None else Counter(aside)
    known = state.setup.dice.values
    for face in (*in_tray, *(seen_aside or ())):
        if face not in known:
            return Followed(problem=NotOnTheDice(face))
    table = _Dice(state, in_tray, seen_aside)
    if state.ending is not None or state.turn.phase is Phase.TAKE:
        return Followed(problem=DiceDone())
    if state.turn.phase is Phase.THROW:
        return Followed(problem=table.disorder() or table.miscount(state.turn.left))
    return table.by_count() if seen_aside is None else table.by_aside(seen_aside)


class _Dice:
    """The dice that are seen, beside the turn they belong to."""

    def __init__(
        self, state: Heckmeck[Any, Any], tray: Counter[Face], aside: Counter[Face] | None
    ) -> None:
        turn = state.turn
        self.dice = state.DICE
        self.tray = tray
        self.aside = aside
        self.left = turn.left
        self.kept = Counter(turn.kept)
        self.thrown = Counter(turn.thrown)
        self.groups = {face: n for face, n in self.thrown.items() if face not in turn.kept}
        """The legal keeps: how many dice each would lay aside."""

    def miscount(self, wanted: int) -> Problem | None:
        """Whether the tray holds as many dice as it should."""
        away = self.dice - wanted if self.aside is None else self.aside.total()
        seen = self.tray.total() + away
        if self.tray.total() < wanted:
            return DiceMissing(seen, self.dice)
        return TooManyDice(seen, self.dice) if self.tray.total() > wanted else None

    def disorder(self) -> Problem | None:
        """Whether the dice kept before still lie aside as they were laid."""
        if self.aside is None:
            return None
        laid = self.aside - self.kept
        gone = self.kept - self.aside
        if not gone:
            unasked = laid and not self.thrown
            return TooManyAside(*next(iter(laid.items()))) if unasked else None
        face = next(iter(gone))
        if laid and not any(laid == {face: count} for face, count in self.groups.items()):
            return KeptTurned(face)
        seen = self.tray.total() + self.aside.total()
        return DiceMissing(seen, self.dice) if seen < self.dice else BackInTray(face)

    # The dice aside are seen: they tell the keep.

    def by_aside(self, aside: Counter[Face]) -> Followed:
        """The keep that lies aside, if it is whole and legal."""
        problem = self.disorder()
        if problem is not None:
            return Followed(problem=problem)
        laid = aside - self.kept
        if not laid:
            return Followed(problem=self.miscount(self.left) or NothingAside())
        if len(laid) > 1:
            return Followed(problem=MixedFaces(tuple(sorted(laid))))
        ((face, count),) = laid.items()
        problem = self._wrong_group(face, count)
        if problem is not None:
            return Followed(problem=problem)
        keep = Keep(face)
        problem = self.miscount(self.left - count)
        return Followed(None if problem else keep, (keep,), problem)

    def _wrong_group(self, face: Face, count: int) -> Problem | None:
        if face in self.kept:
            return AlreadyKept(face)
        if face not in self.groups:
            return NotThrown(face)
        short = self.groups[face] - count
        if short < 0:
            return TooManyAside(face, -short)
        if not short:
            return None
        return self.miscount(self.left - count) or StillInTray(face, short)

    # Only the tray is seen: how many dice are gone from it hints at the keep.

    def by_count(self) -> Followed:
        """The keeps that would take as many dice as are gone from the tray."""
        gone = self.left - self.tray.total()
        if gone < 0:
            return Followed(problem=self.miscount(self.left))
        if not gone:
            return Followed(problem=NothingAside())
        fitting = [face for face, count in self.groups.items() if count == gone]
        smaller = [face for face, count in self.groups.items() if count < gone]
        if not fitting:
            return self._no_group_fits(gone, smaller)
        # Dice not thrown again show what was taken away.
        untouched = self.tray <= self.thrown
        taken = self.thrown - self.tray
        fitting.sort(key=lambda face: taken != {face: gone})
        possible = tuple(map(Keep, fitting))
        contradicted = untouched and taken != {fitting[0]: gone}
        certain = len(fitting) == 1 and not smaller and gone > 1 and not contradicted
        return Followed(possible[0] if certain else None, possible)

    def _no_group_fits(self, gone: int, smaller: list[Face]) -> Followed:
        """Something is wrong; where the rest of the throw still lies, it shows what."""
        taken = self.thrown - self.tray
        if self.tray <= self.thrown and len(taken) == 1:
            ((face, count),) = taken.items()
            if face in self.kept:
                return Followed(problem=AlreadyKept(face))
            return Followed(None, (Keep(face),), StillInTray(face, self.thrown[face] - count))
        if self.tray <= self.thrown and not smaller:
            return Followed(problem=MixedFaces(tuple(sorted(taken))))
        if smaller:
            most = max(self.groups[face] for face in smaller)
            likely = tuple(Keep(face) for face in smaller if self.groups[face] == most)
            seen = self.dice - (gone - most)
            return Followed(None, likely, DiceMissing(seen, self.dice))
        return Followed(problem=NoSuchGroup(gone))
