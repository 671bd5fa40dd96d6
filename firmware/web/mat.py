"""The mat in the picture of the last look: its zones, what lies aside, and what is wrong there."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from firmware.camera.regions import OnMat
from firmware.speech.words import Words
from rules.dice import Face, TableDice
from rules.follow import (
    AlreadyKept,
    BackInTray,
    KeptTurned,
    LaidUnseen,
    MixedFaces,
    NotThrown,
    Problem,
    StillInTray,
    TooManyAside,
)


class Wrong(NamedTuple):
    """Dice that do not lie as they should, by their places: of those thrown, of those aside."""

    thrown: frozenset[int] = frozenset()
    aside: frozenset[int] = frozenset()


def wrong(
    problem: Problem,
    thrown: Sequence[Face | None],
    aside: Sequence[Face | None],
    kept: Mapping[Face, int],
) -> Wrong:
    """The dice that this problem is about, where it is about some and not about their number.

    `kept` is what was laid aside before in this turn.
    """
    match problem:
        case StillInTray(face=face) | BackInTray(face=face):
            return Wrong(thrown=_showing(thrown, {face}))
        case (
            AlreadyKept(face=face)
            | LaidUnseen(face=face)
            | NotThrown(face=face)
            | TooManyAside(face=face)
        ):
            return Wrong(aside=_showing(aside, {face}))
        case MixedFaces(faces=faces):
            return Wrong(aside=_showing(aside, faces))
        case KeptTurned():
            return Wrong(aside=_showing(aside, Counter(aside) - Counter(kept)))
        case _:
            return Wrong()


def _showing(dice: Sequence[Face | None], faces: Collection[Face | None]) -> frozenset[int]:
    return frozenset(number for number, face in enumerate(dice) if face in faces)


def told_mat(mat: OnMat, words: Words, dice: TableDice, amiss: Collection[int]) -> dict[str, Any]:
    """As a page draws it; `amiss` are the places of dice aside that are wrong there."""
    doubted = {doubt.arguments["die"] for doubt in mat.doubts}
    return {
        "zones": told_zones(mat.zones),
        "kept": [
            {
                "face": die.face,
                "means": dice.means(die.face) or die.face,
                "corners": _rounded(die.corners),
                "doubted": number in doubted,
                "amiss": number in amiss,
            }
            for number, die in enumerate(mat.aside)
        ],
        "doubts": words.doubts(mat.doubts, len(mat.aside)),
    }


def told_zones(zones: Mapping[str, Sequence[tuple[float, float]]]) -> list[dict[str, Any]]:
    """Outlines as a page draws them."""
    return [{"name": name, "corners": _rounded(edge)} for name, edge in zones.items()]


def _rounded(points: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in points]
