"""Derives from the dice on the table which keep was made, or what is wrong with them.

Pure, on multisets of faces: a caller need not know the rules. The number of dice in the tray is not
enough if another legal group, or a lost die, would explain it too; then the possible keeps are
returned. Dice seen aside decide.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import factorial, prod

from rules.coded import Coded
from rules.dice import Face, Faces
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep
from rules.turn import TAKE


class Problem(Coded):
    """Something is wrong with the dice on the table."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class DiceDone(Problem):
    """No dice are to be thrown or kept: the turn or the game is over."""


@dataclass(frozen=True, slots=True)
class NotOnTheDice(Problem):
    """The dice of this game have no such face."""

    face: Face


@dataclass(frozen=True, slots=True)
class DiceMissing(Problem):
    """Fewer dice are visible than there must be."""

    seen: int
    wanted: int


@dataclass(frozen=True, slots=True)
class TooManyDice(Problem):
    """More dice are visible than there can be."""

    seen: int
    wanted: int


@dataclass(frozen=True, slots=True)
class NothingAside(Problem):
    """No dice were set aside after the throw."""


@dataclass(frozen=True, slots=True)
class StillInTray(Problem):
    """All dice of the face must be set aside, and some are still in the tray."""

    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class TooManyAside(Problem):
    """More dice of the face are set aside than were thrown."""

    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class LaidUnseen(Problem):
    """Dice of this face were set aside, but their throw was never read."""

    face: Face


@dataclass(frozen=True, slots=True)
class AlreadyKept(Problem):
    """This face was already kept in this turn, and now more of its dice are set aside."""

    face: Face


@dataclass(frozen=True, slots=True)
class NotThrown(Problem):
    """A face was set aside that the throw did not show."""

    face: Face


@dataclass(frozen=True, slots=True)
class MixedFaces(Problem):
    """Dice of several faces were set aside at once."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class KeptTurned(Problem):
    """A die set aside with this face now shows another."""

    face: Face


@dataclass(frozen=True, slots=True)
class BackInTray(Problem):
    """A die that was set aside is in the tray again."""

    face: Face


@dataclass(frozen=True, slots=True)
class NoSuchGroup(Problem):
    """So many dice have left the tray, but no face could be kept with so many dice."""

    count: int


@dataclass(frozen=True, slots=True)
class Followed:
    """What the dice imply. Empty if they are in order and nothing was kept."""

    keep: Keep | None = None
    """The only keep that explains the dice."""
    possible: tuple[Keep, ...] = ()
    """The legal keeps that fit the dice, the likeliest first."""
    problem: Problem | None = None


def follow(
    state: AnyHeckmeck, tray: Iterable[Face], aside: Iterable[Face] | None = None
) -> Followed:
    """Interpret the dice in the tray and, if visible, those set aside.

    While a throw waits to be answered, the dice set aside reveal the keep; the tray may hold the
    rest of the throw or already the next one. Otherwise the dice must match the state.
    """
    in_tray, seen_aside = Counter(tray), None if aside is None else Counter(aside)
    foreign = {*in_tray, *(seen_aside or ())}.difference(state.setup.dice.faces)
    if foreign:
        return Followed(problem=NotOnTheDice(min(foreign)))
    if state.ending is not None or state.turn.phase is TAKE:
        return Followed(problem=DiceDone())
    if seen_aside is None:
        return _Tray(state, in_tray).followed()
    return _TrayAndAside(state, in_tray, seen_aside).followed()


class _Tray:
    """The dice in the tray, without knowing those set aside."""

    def __init__(self, state: AnyHeckmeck, tray: Counter[Face]) -> None:
        turn = state.turn
        self.dice = state.DICE
        self.sides = len(state.setup.dice.sides)
        self.tray = tray
        self.left = turn.left
        self.kept = Counter(turn.kept)
        self.thrown = Counter(turn.thrown)
        self.groups = {face: n for face, n in self.thrown.items() if face not in turn.kept}
        """The legal keeps, with the number of dice each would set aside."""
        self.taken = self.thrown - tray
        """The dice of the throw that are no longer in the tray."""

    def followed(self) -> Followed:
        """What the number and the faces of the dice in the tray suggest."""
        gone = self.left - self.tray.total()
        if not self.thrown or gone < 0:
            return Followed(problem=self._miscount(gone))
        if not gone:
            return Followed(problem=NothingAside())
        fitting = [face for face, count in self.groups.items() if count == gone]
        if not fitting:
            return self._no_group_fits(gone)
        possible = self._likeliest_first(fitting)
        overlooked = self._overlooked()
        if overlooked is not None and not self._shown_by_chance():
            return Followed(None, (*overlooked.possible, *possible), overlooked.problem)
        # Only a forced keep is certain, and only if more dice are gone than the one that may be
        # lost.
        forced = len(self.groups) == 1 and gone > 1
        contradicted = self._untouched() and self.taken != {fitting[0]: gone}
        return Followed(possible[0] if forced and not contradicted else None, possible)

    def _miscount(self, missing: int) -> Problem | None:
        seen = self.dice - missing
        if missing > 0:
            return DiceMissing(seen, self.dice)
        return TooManyDice(seen, self.dice) if missing else None

    def _no_group_fits(self, gone: int) -> Followed:
        """Return the problem; if the rest of the throw is still there, it shows which."""
        overlooked = self._overlooked()
        if overlooked is not None:
            return overlooked
        smaller = [face for face, count in self.groups.items() if count < gone]
        if smaller:
            most = max(self.groups[face] for face in smaller)
            largest = [face for face in smaller if self.groups[face] == most]
            return Followed(None, self._likeliest_first(largest), self._miscount(gone - most))
        if self._untouched():
            return Followed(problem=MixedFaces(tuple(sorted(self.taken))))
        return Followed(problem=NoSuchGroup(gone))

    def _overlooked(self) -> Followed | None:
        """Return a problem if the rest of the throw is there, with only part of one group gone."""
        if not self._untouched() or len(self.taken) != 1:
            return None
        ((face, count),) = self.taken.items()
        if face in self.kept:
            return Followed(problem=AlreadyKept(face))
        short = self.groups[face] - count
        return Followed(None, (Keep(face),), StillInTray(face, short)) if short else None

    def _untouched(self) -> bool:
        """Return whether the tray could be the rest of the throw, not thrown again."""
        return self.tray <= self.thrown

    def _shown_by_chance(self) -> bool:
        """Return whether re-thrown dice would show these faces by chance, say once in fifty."""
        count = self.tray.total()
        orders = factorial(count) // prod(map(factorial, self.tray.values()))
        return bool(50 * orders > self.sides**count)

    def _likeliest_first(self, faces: list[Face]) -> tuple[Keep, ...]:
        """Sort keeps of these faces; those whose dice have left the tray come first."""
        return tuple(Keep(face) for face in sorted(faces, key=lambda face: -self.taken[face]))


class _TrayAndAside(_Tray):
    """The dice in the tray and those set aside, which reveal the keep."""

    def __init__(self, state: AnyHeckmeck, tray: Counter[Face], aside: Counter[Face]) -> None:
        super().__init__(state, tray)
        self.gone = self.kept - aside
        """Dice that were kept before and are no longer set aside."""
        self.laid = aside - self.kept
        """Dice set aside that were not kept before."""
        self.missing = self.dice - tray.total() - aside.total()

    def followed(self) -> Followed:
        """The keep that was set aside, if it is complete and legal and no die is lost."""
        keep = next((Keep(f) for f, count in self.groups.items() if self.laid == {f: count}), None)
        problem = self._miscount(self.missing) or self._disorder(keep)
        if keep is not None:
            return Followed(None if problem else keep, (keep,), problem)
        return Followed(problem=problem or self._wrong_group())

    def _disorder(self, keep: Keep | None) -> Problem | None:
        """Return a problem unless the dice kept before are still set aside unchanged."""
        if not self.gone:
            return None
        face = min(self.gone)
        return (
            BackInTray(face) if face in self.tray and not self._turned(keep) else KeptTurned(face)
        )

    def _turned(self, keep: Keep | None) -> bool:
        """Return a problem if a die set aside shows neither a kept face nor a legal keep."""
        return bool(self.laid) and (keep is None or self.tray == self.thrown)

    def _wrong_group(self) -> Problem | None:
        """Return why the dice set aside are not a legal keep."""
        if not self.laid:
            return NothingAside() if self.thrown else None
        face = min(self.laid)
        count = self.laid[face]
        if not self.thrown:
            return LaidUnseen(face)
        if len(self.laid) > 1:
            return MixedFaces(tuple(sorted(self.laid)))
        if face in self.kept:
            return AlreadyKept(face)
        if face not in self.groups:
            return NotThrown(face)
        short = self.groups[face] - count
        return StillInTray(face, short) if short > 0 else TooManyAside(face, -short)
