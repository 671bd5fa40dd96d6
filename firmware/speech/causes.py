"""Groups the doubts about a reading by cause, to report each once, with its dice; and its words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, cast

from firmware.speech.language import N_, NN_, Wording

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reading import Doubt

_WHOLE = ("moving", "dark")
"""Problems of the whole picture, which explain every other doubt."""
_GRAVEST = ("cut_off", "covered", "blurred", "leaning", "overlapping", "glare", "not_in_set",
            "unknown_art", "unsure")  # fmt: skip
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


CAUSES: Mapping[str, Wording] = {
    "moving": Wording(
        N_("The dice did not lie still for long enough: hands off."), N_("It moved: hands off")
    ),
    "dark": Wording(N_("The picture is too dark: give more light."), N_("Too dark: more light")),
    "out_of_focus": Wording(
        N_(
            "The picture is blurred: let the dice and the camera lie still, focus it, "
            "wipe the lens."
        ),
        N_("Blurred: wipe the lens"),
    ),
    "cut_off": Wording(
        NN_(
            "Die {dice} is cut off by the edge of the picture: move it inwards.",
            "Dice {dice} are cut off by the edge of the picture: move them inwards.",
        ),
        N_("At the edge: move it"),
    ),
    "covered": Wording(
        NN_(
            "Something lies over die {dice}, such as a hand: take it away.",
            "Something lies over dice {dice}, such as a hand: take it away.",
        ),
        N_("Covered: clear it"),
    ),
    "blurred": Wording(
        NN_(
            "Die {dice} is blurred: let it lie still.",
            "Dice {dice} are blurred: let them lie still.",
        ),
        N_("Blurred: let it lie"),
    ),
    "leaning": Wording(
        NN_("Die {dice} leans: lay it flat.", "Dice {dice} lean: lay them flat."),
        N_("Leaning: lay it flat"),
    ),
    "overlapping": Wording(
        NN_(
            "Two faces are seen where die {dice} lies: lay it flat, apart from others.",
            "Two faces each are seen where dice {dice} lie: lay them flat, apart from others.",
        ),
        N_("Overlapping: lay flat"),
    ),
    "glare": Wording(
        NN_(
            "Light glares on die {dice}: move the die or the lamp.",
            "Light glares on dice {dice}: move the dice or the lamp.",
        ),
        N_("Glare: move the die"),
    ),
    "not_in_set": Wording(
        NN_(
            "Die {dice} shows {faces}, which these dice do not have: are they the right dice?",
            "Dice {dice} show {faces}, which these dice do not have: are they the right dice?",
        ),
        N_("{faces}: not in this set"),
    ),
    "unknown_art": Wording(
        NN_(
            "Die {dice} shows a drawing that these dice do not have: are they the right dice?",
            "Dice {dice} show drawings that these dice do not have: are they the right dice?",
        ),
        N_("Unknown: right dice?"),
    ),
    "unsure": Wording(
        NN_(
            "Die {dice} is not clear: move it a little, or see to light and focus.",
            "Dice {dice} are not clear: move them a little, or see to light and focus.",
        ),
        N_("Unclear: move it"),
    ),
    "hidden": Wording(
        N_(
            "Something at {places} may be a die: lay it flat where it can be seen, or take it away."
        ),
        N_("A die half hidden?"),
    ),
    "missing": Wording(
        NN_(
            "{count} die is seen, there should be {expected}: does a hand or another die hide "
            "one, does one lean, or lie outside the picture?",
            "{count} dice are seen, there should be {expected}: does a hand or another die hide "
            "one, does one lean, or lie outside the picture?",
        ),
        N_("{found} dice, not {expected}"),
    ),
    "too_many": Wording(
        NN_(
            "{count} die is seen, there should be {expected}: "
            "take away what does not belong there.",
            "{count} dice are seen, there should be {expected}: "
            "take away what does not belong there.",
        ),
        N_("{found} dice, not {expected}"),
    ),
    "disagree": Wording(
        N_("Pictures of these dice do not agree: move the dice a little."),
        N_("Not sure: move the dice"),
    ),
}
"""Each cause and what to do. On the panel the title names the dice, which are marked."""
