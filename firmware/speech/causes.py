"""Groups the doubts about a reading by cause, to report each cause once, with its dice."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reading import Doubt

_WHOLE = ("moving", "dark", "bright")
"""Problems of the whole picture, which explain every other doubt."""
_GRAVEST = ("cut_off", "covered", "blurred", "leaning", "overlapping", "glare", "not_in_set",
            "unknown_art", "odd_size", "unsure")  # fmt: skip
"""Problems of a die; an earlier one explains the later ones: glare makes a strange drawing."""


@dataclass(frozen=True)
class Cause:
    """Why a reading is in doubt.

    Its code is that of its doubts, except for three: `out_of_focus` means that most dice are
    blurred, `missing` and `too_many` explain a `count`.
    """

    code: str
    dice: tuple[int, ...] = ()
    """The dice concerned, counted from 0."""
    faces: tuple[str, ...] = ()
    places: tuple[tuple[float, float], ...] = ()
    found: int = 0
    expected: tuple[int, ...] = ()

    @property
    def arguments(self) -> Mapping[str, Any]:
        """Everything known about it, by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)[1:]}


def causes(doubts: Sequence["Doubt"], dice: int) -> tuple[Cause, ...]:
    """Return the causes of these doubts about a reading of so many dice."""
    codes = {doubt.code for doubt in doubts}
    for code in _WHOLE:
        if code in codes:
            return (Cause(code),)
    blurred = {_die(doubt) for doubt in doubts if doubt.code == "blurred"}
    if 2 * len(blurred) > dice:
        return (Cause("out_of_focus"),)
    found = tuple(_about_dice(doubts))
    hidden = [_place(doubt) for doubt in doubts if doubt.code == "hidden"]
    if hidden and "covered" not in codes:  # something that covers one die may hide another
        found += (Cause("hidden", places=tuple(hidden)),)
    found += tuple(_about_number(doubts, dice, hides=bool(codes & {"covered", "hidden"})))
    return found or ((Cause("disagree"),) if doubts else ())


def _about_dice(doubts: Sequence["Doubt"]) -> Iterator[Cause]:
    """Yield each die once, with its gravest problem."""
    reported: set[int] = set()
    for code in _GRAVEST:
        about = [doubt for doubt in doubts if doubt.code == code and _die(doubt) not in reported]
        dice = sorted(set(map(_die, about)))
        reported.update(dice)
        faces = {str(doubt.arguments["face"]): None for doubt in about if "face" in doubt.arguments}
        if dice:
            yield Cause(code, tuple(dice), faces=tuple(faces))


def _about_number(doubts: Sequence["Doubt"], dice: int, *, hides: bool) -> Iterator[Cause]:
    """Yield missing dice, unless a reason is already known, or surplus ones."""
    for doubt in doubts:
        expected = doubt.arguments.get("expected")
        if doubt.code != "count" or not isinstance(expected, tuple) or dice in expected:
            continue  # the last one: only single pictures had another number
        if dice > max(expected):
            yield Cause("too_many", found=dice, expected=expected)
        elif not hides:
            yield Cause("missing", found=dice, expected=expected)


def _die(doubt: "Doubt") -> int:
    return cast("int", doubt.arguments["die"])


def _place(doubt: "Doubt") -> tuple[float, float]:
    x, y = (cast("float", doubt.arguments[axis]) for axis in "xy")
    return x, y


def numbers(dice: Iterable[int]) -> list[str]:
    """Return dice counted from 1, with ranges for several in a row.

    >>> numbers([0, 1, 2, 6]), numbers([1, 2])
    (['1-3', '7'], ['2', '3'])
    """
    runs: list[list[int]] = []
    for die in dice:
        if runs and runs[-1][-1] == die - 1:
            runs[-1].append(die)
        else:
            runs.append([die])
    ranges: list[str] = []
    for run in runs:
        ends = [str(die + 1) for die in run]
        ranges += ends if len(run) < 3 else [f"{ends[0]}-{ends[-1]}"]
    return ranges
