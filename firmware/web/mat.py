"""The mat in the last picture: its zones, the dice set aside, and problems."""

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
    """Misplaced dice by index: thrown ones, and those set aside."""

    thrown: frozenset[int] = frozenset()
    aside: frozenset[int] = frozenset()


def wrong(
    problem: Problem,
    thrown: Sequence[Face | None],
    aside: Sequence[Face | None],
    kept: Mapping[Face, int],
) -> Wrong:
    """Return the dice of this problem, if it concerns certain dice and not their number.

    `kept` holds the dice that were set aside earlier in this turn.
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


def mat_data(
    mat: OnMat, words: Words, dice: TableDice, misplaced: Collection[int]
) -> dict[str, Any]:
    """Return the mat as data for a page; `amiss` are the misplaced dice set aside."""
    doubted = {doubt.arguments["die"] for doubt in mat.doubts}
    return {
        "zones": zones_data(mat.zones),
        "kept": [
            {
                "face": die.face,
                "means": dice.means(die.face) or die.face,
                "corners": _rounded(die.corners),
                "doubted": number in doubted,
                "amiss": number in misplaced,
            }
            for number, die in enumerate(mat.aside)
        ],
        "doubts": words.doubts(mat.doubts, len(mat.aside)),
    }


def zones_data(zones: Mapping[str, Sequence[tuple[float, float]]]) -> list[dict[str, Any]]:
    """Return the outlines as data for a page."""
    return [{"name": name, "corners": _rounded(edge)} for name, edge in zones.items()]


def _rounded(points: Sequence[tuple[float, float]]) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in points]
