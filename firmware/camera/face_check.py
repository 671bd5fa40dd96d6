"""Leave-one-out check of taught faces.

Imports neither numpy nor OpenCV until faces are checked.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rules.coded import Coded

if TYPE_CHECKING:  # they load OpenCV, which must wait until after the first screen
    import numpy as np
    from numpy.typing import NDArray

    from vision.files.taught_dice import Taught
    from vision.stages.dice_kinds import Alike

_UNCLEAR = 0.1
"""Two faces are too alike if a larger share of their looks could be either."""
_STRAYED = 0.34
"""If at most this share of a face's looks match another face, those dice were not turned to it."""


class Teacher(Protocol):
    """Compares the drawings of faces."""

    def drawings(self, taught: "Taught") -> "Alike":
        """Return what distinguishes the drawings of these dice."""


@dataclass(frozen=True, slots=True)
class TooAlike(Coded):
    """Two faces that cannot be distinguished reliably; show them again, in better light."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OddLook(Coded):
    """A look at a face that differs from its other looks; perhaps that die was not turned.

    `look` counts the looks of this face from 0.
    """

    face: str
    look: int

    @property
    def faces(self) -> tuple[str, ...]:
        return (self.face,)


Problem = TooAlike | OddLook


@dataclass(frozen=True)
class FaceCheck:
    """The result of reading each look with all other looks as the lesson.

    `alone` holds the faces with a single look, which no other look confirms. Such a look can be
    counted as doubted, never as right.
    """

    problems: tuple[Problem, ...]
    right: int
    doubted: int
    wrong: int
    alone: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Return whether no look was read correctly, or at least without doubt."""
        return not self.right and not self.alone


def examine(reader: Teacher, taught: "Taught") -> FaceCheck:
    """Check how well these dice distinguish their own faces."""
    from vision.stages.dice_kinds import Alike  # noqa: PLC0415 (OpenCV: not before the first screen)

    seen = _features(reader, taught)
    answers = _answers(seen)
    odd = [OddLook(face, number) for face, many in answers.items() for number in _odd(face, many)]
    strayed: list[_Answer] = []
    if odd:  # a die that was not turned makes its two faces look too alike
        rest = _without(seen, odd)
        strayed = [
            answers[look.face][look.look]
            for look in odd
            if len(rest[look.face]) < len(seen[look.face])
        ]
        seen, answers = rest, _answers(rest)
    alone = tuple(face for face, many in answers.items() if many == [(face, True)])
    right = sum(many.count((face, True)) for face, many in answers.items() if face not in alone)
    wrong = sum(
        sure and other not in {face, None} for face, many in answers.items() for other, sure in many
    ) + sum(other is not None for other, _ in strayed)
    unclear = Counter(
        (min(face, other), max(face, other))
        for face, many in answers.items()
        for other, _ in many
        if other not in {face, None}
    )
    pairs = {
        pair
        for pair, times in unclear.items()
        if times > _UNCLEAR * sum(len(seen[face]) for face in pair)
    }
    pairs |= Alike(seen).too_alike()
    doubted = sum(map(len, seen.values())) - len(alone) + len(strayed) - right - wrong
    return FaceCheck((*map(TooAlike, sorted(pairs)), *odd), right, doubted, wrong, alone)


_Answer = tuple[str | None, bool]
"""The face that a look is read as (None for no face), and whether that is certain."""


def _answers(seen: "Mapping[str, NDArray[np.float32]]") -> dict[str, list[_Answer]]:
    return {
        face: [_answer(seen, face, number) for number in range(len(looks))]
        for face, looks in seen.items()
    }


def _odd(face: str, answers: list[_Answer]) -> list[int]:
    """Return the looks that certainly show another face; if there are many, the faces are alike."""
    elsewhere = [number for number, (other, sure) in enumerate(answers) if sure and other != face]
    strayed = len(elsewhere) <= len(answers) * _STRAYED
    return [number for number in elsewhere if strayed or answers[number][0] is None]


def _without(
    seen: "Mapping[str, NDArray[np.float32]]", odd: list[OddLook]
) -> "dict[str, NDArray[np.float32]]":
    """Return the looks without the odd ones, but all looks of a face that has only odd ones."""
    import numpy as np  # noqa: PLC0415 (as above)

    left = {}
    for face, looks in seen.items():
        others = np.delete(looks, [look.look for look in odd if look.face == face], 0)
        left[face] = others if len(others) else looks
    return left


def _answer(seen: "Mapping[str, NDArray[np.float32]]", face: str, number: int) -> _Answer:
    """Read a look with all other looks as the lesson.

    A look that is the only one of its face is compared with itself too. If the answer is uncertain,
    return the face that it might be as well. This accepts unknown faces more easily than a game
    does, which looks at a die from all sides.
    """
    import numpy as np  # noqa: PLC0415 (OpenCV: not before the first screen)

    from vision.stages.dice_kinds import Alike  # noqa: PLC0415
    from vision.stages.limits import SURE  # noqa: PLC0415

    look = seen[face][number]
    others = np.delete(seen[face], number, 0)
    lesson = Alike({**seen, face: others if len(others) else seen[face]})
    match = lesson.tell(look)
    if match.strange:
        return None, True
    if match.chance >= SURE:
        return match.face, True
    nearest = np.argsort(lesson.far(look))
    return next(lesson.names[n] for n in nearest if lesson.names[n] != face), False


def _features(reader: Teacher, taught: "Taught") -> "dict[str, NDArray[np.float32]]":
    """Return the net's features for each look."""
    import numpy as np  # noqa: PLC0415 (as above)

    from vision.files.taught_dice import Taught  # noqa: PLC0415

    rows: dict[str, list[NDArray[np.float32]]] = {face: [] for face in taught.looks}
    for number in range(max(map(len, taught.looks.values()))):
        single = {
            face: (looks[number],) for face, looks in taught.looks.items() if number < len(looks)
        }
        drawings = reader.drawings(Taught(taught.name, tuple(single), single))
        for face, row in zip(drawings.names, drawings.means, strict=True):
            rows[face].append(row)
    return {face: np.stack(several) for face, several in rows.items()}
