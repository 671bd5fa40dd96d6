"""What is wrong with a lesson: the looks of each face are read with all the others as the lesson.

Nothing here loads numpy or OpenCV before a lesson is examined.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rules.coded import Coded

if TYPE_CHECKING:  # OpenCV comes with them: not before the first screen
    import numpy as np
    from numpy.typing import NDArray

    from vision.known import Alike
    from vision.taught import Taught

_UNCLEAR = 0.1
"""Two faces are too alike where more of their looks than this could be either."""
_STRAYED = 0.34
"""Where no more looks of a face than this are another face, those dice were not turned to it."""


class Teacher(Protocol):
    """What tells drawings apart."""

    def drawings(self, taught: "Taught") -> "Alike":
        """What tells the drawings of these dice apart."""


@dataclass(frozen=True, slots=True)
class TooAlike(Coded):
    """Two faces that cannot be told apart for certain: show them again, in better light."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OddLook(Coded):
    """A look at a face that is unlike the others of it: was that die turned to it?

    `look` counts the looks of this face from 0.
    """

    face: str
    look: int

    @property
    def faces(self) -> tuple[str, ...]:
        """What to show again."""
        return (self.face,)


Problem = TooAlike | OddLook


@dataclass(frozen=True)
class FaceCheck:
    """A lesson that was tried on itself: each look read with all others as the lesson.

    `alone` are the faces with a single look, which no other confirms: all that can be told of it
    is whether it could be another face, so it is counted where it is doubted, and never as right.
    """

    problems: tuple[Problem, ...]
    right: int
    doubted: int
    wrong: int
    alone: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Nothing speaks for this lesson: not one look is right, or at least not doubted."""
        return not self.right and not self.alone


def problems(reader: Teacher, taught: "Taught") -> tuple[Problem, ...]:
    """What would be misread, or hardly read."""
    return examine(reader, taught).problems


def examine(reader: Teacher, taught: "Taught") -> FaceCheck:
    """How well these dice tell their own faces apart."""
    from vision.known import Alike  # noqa: PLC0415 (OpenCV: not before the first screen)

    seen = _seen(reader, taught)
    told = _all_told(seen)
    odd = [OddLook(face, number) for face, many in told.items() for number in _odd(face, many)]
    strayed: list[_Answer] = []
    if odd:  # a die that was not turned makes its two faces seem more alike than they are
        rest = _without(seen, odd)
        strayed = [
            told[look.face][look.look]
            for look in odd
            if len(rest[look.face]) < len(seen[look.face])
        ]
        seen, told = rest, _all_told(rest)
    alone = tuple(face for face, many in told.items() if many == [(face, True)])
    right = sum(many.count((face, True)) for face, many in told.items() if face not in alone)
    wrong = sum(
        sure and other not in {face, None} for face, many in told.items() for other, sure in many
    ) + sum(other is not None for other, _ in strayed)
    unclear = Counter(
        (min(face, other), max(face, other))
        for face, many in told.items()
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
"""Which face a look is told as, None for no face; and whether that is sure."""


def _all_told(seen: "Mapping[str, NDArray[np.float32]]") -> dict[str, list[_Answer]]:
    return {
        face: [_told(seen, face, number) for number in range(len(looks))]
        for face, looks in seen.items()
    }


def _odd(face: str, told: list[_Answer]) -> list[int]:
    """Which looks at a face are surely none of it: but where many are, the faces are alike."""
    elsewhere = [number for number, (other, sure) in enumerate(told) if sure and other != face]
    strayed = len(elsewhere) <= len(told) * _STRAYED
    return [number for number in elsewhere if strayed or told[number][0] is None]


def _without(
    seen: "Mapping[str, NDArray[np.float32]]", odd: list[OddLook]
) -> "dict[str, NDArray[np.float32]]":
    """The looks but the odd ones; of a face that has no other, all."""
    import numpy as np  # noqa: PLC0415 (as above)

    left = {}
    for face, looks in seen.items():
        others = np.delete(looks, [look.look for look in odd if look.face == face], 0)
        left[face] = others if len(others) else looks
    return left


def _told(seen: "Mapping[str, NDArray[np.float32]]", face: str, number: int) -> _Answer:
    """What a look is told as by all the others; one that has no others, by itself too.

    Where that is not sure, the face is the one that it could be as well. What is strange is told
    less strictly than at the table, which looks at it to all sides.
    """
    import numpy as np  # noqa: PLC0415 (OpenCV: not before the first screen)

    from vision.judge import SURE  # noqa: PLC0415
    from vision.known import Alike  # noqa: PLC0415

    look = seen[face][number]
    others = np.delete(seen[face], number, 0)
    lesson = Alike({**seen, face: others if len(others) else seen[face]})
    told = lesson.tell(look)
    if told.strange:
        return None, True
    if told.chance >= SURE:
        return told.face, True
    nearest = np.argsort(lesson.far(look))
    return next(lesson.names[n] for n in nearest if lesson.names[n] != face), False


def _seen(reader: Teacher, taught: "Taught") -> "dict[str, NDArray[np.float32]]":
    """What the net makes of each look: the mean of one look alone is that look."""
    import numpy as np  # noqa: PLC0415 (as above)

    from vision.taught import Taught  # noqa: PLC0415

    rows: dict[str, list[NDArray[np.float32]]] = {face: [] for face in taught.looks}
    for number in range(max(map(len, taught.looks.values()))):
        single = {
            face: (looks[number],) for face, looks in taught.looks.items() if number < len(looks)
        }
        told = reader.drawings(Taught(taught.name, tuple(single), single))
        for face, row in zip(told.names, told.means, strict=True):
            rows[face].append(row)
    return {face: np.stack(several) for face, several in rows.items()}
