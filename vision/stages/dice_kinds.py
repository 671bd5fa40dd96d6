"""The faces that dice can show, and which drawing a look shows."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet, Face
from vision.nets import FOLDER
from vision.nets.softmax import softmax
from vision.stages import limits
from vision.stages.looker import DRAWING, FACES

PIPS = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX)
ANY = np.array([0.0] + [1.0] * (FACES - 1))

_ANYWAY = 0.003
"""The least variation of looks at one face, however alike the taught ones are."""

Answers = NDArray[np.floating[Any]]
"""The chance of each answer of the looker: nothing, pips 1-6, a drawing."""


@dataclass(frozen=True)
class Told:
    """A drawing: its face, how likely it is this one, and how unlike that face it is.

    Beyond `limit` it is none of the known faces. None means that any drawing will do, or none.
    """

    face: str
    chance: float = 1.0
    unlike: float | None = None
    taught: bool = False
    """Whether these drawings were taught."""
    limit: float = 1.0
    second: str = ""
    """The second likeliest drawing."""

    @property
    def whatever(self) -> bool:
        """Whether every drawing is this face."""
        return self.unlike is None and bool(self.face)

    @property
    def strange(self) -> bool:
        """Whether it is none of the known drawings."""
        return self.unlike is not None and self.unlike > self.limit


class Known(Protocol):
    """A kind of dice for the judge."""

    can: NDArray[np.float64]
    """The answers of the looker that these dice can show."""

    def heard(self, answers: Answers) -> Answers:
        """Return the looker's answers, adapted to these dice."""
        ...

    def drawing(self, embedding: NDArray[np.float32]) -> Told:
        """Return the face of a drawing."""
        ...


@lru_cache(maxsize=1)
def calibration() -> dict[str, Any]:
    """Return the results of `vision.training.calibrate`."""
    known: dict[str, Any] = json.loads((FOLDER / "calibration.json").read_text())
    return known


class Usual:
    """The dice of a game, without teaching."""

    def __init__(self, dice_set: DiceSet) -> None:
        self.can = faces_of(dice_set)
        self._drawn = [face for face in dice_set.faces if face not in PIPS]
        known = calibration()
        self._names = [Face(name) for name in known["drawn"]]
        self._seen_before = np.array(known["seen_before"])
        self._told_apart = np.array(known["told_apart"])
        self._alike = float(known["alike"])

    def heard(self, answers: Answers) -> Answers:
        """Return them unchanged."""
        return answers

    def drawing(self, embedding: NDArray[np.float32]) -> Told:
        """Return the worm on a worm set, whatever the drawing; else one of ours."""
        if len(self._drawn) == 1:
            return Told(self._drawn[0])
        if not self._drawn:
            return Told(Face.WORM)
        chances = softmax(self._told_apart @ [*embedding, 1.0])
        second, best = (int(place) for place in chances.argsort()[-2:])
        unlike = unlike_ours(embedding, self._seen_before, self._alike)
        return Told(self._names[best], float(chances[best]), unlike, second=self._names[second])


def unlike_ours(embedding: NDArray[np.float32], ours: NDArray[np.float64], least: float) -> float:
    """Return how unlike our own drawings a look is; 1 if it is `least` like the nearest."""
    return (1 - float((ours @ embedding).max())) / (1 - least)


class Shown:
    """Dice that are being taught: every clean drawing is a face."""

    can = np.array([0.0] * DRAWING + [1.0])
    FACE = ""

    def heard(self, answers: Answers) -> Answers:
        """Count pips as drawings."""
        return drawn(answers, range(1, DRAWING))

    def drawing(self, embedding: NDArray[np.float32]) -> Told:  # noqa: ARG002
        """Return an unnamed face."""
        return Told(self.FACE)


class Alike:
    """Taught drawings. A look is the face with the nearest mean, or none.

    Attributes:
        names: The names of the faces.
        means: The mean of the looks at each, one row each.
    """

    def __init__(self, embeddings: Mapping[str, NDArray[np.float32]]) -> None:
        """Learn from all looks at each face."""
        looks = list(embeddings.values())
        self.names, self.means = tuple(embeddings), means(looks)
        self._unlike = _unlike(looks, self.means)
        known = calibration()
        self._sharp, self._farthest = float(known["taught"]), float(known["farthest"])

    def tell(self, embedding: NDArray[np.float32]) -> Told:
        """Return the face of a look."""
        far = self.far(embedding)
        best, *others = (int(place) for place in far.argsort()[:2])
        chance = float(softmax(-self._sharp * far)[best])
        second = self.names[others[0]] if others else ""
        unlike = float(far[best]) / self._farthest
        return Told(self.names[best], chance, unlike, taught=True, second=second)

    def far(self, embedding: NDArray[np.float32]) -> NDArray[np.floating[Any]]:
        """Return the distance of a look from each face."""
        apart = self.means - embedding
        return np.asarray(((apart @ self._unlike) * apart).sum(1))

    def too_alike(self) -> set[tuple[str, str]]:
        """Return the pairs of faces that are hard to distinguish."""
        apart = np.stack([self.far(mean) for mean in self.means])
        return {
            (min(one, other), max(one, other))
            for (i, one), (j, other) in combinations(enumerate(self.names), 2)
            if apart[i, j] < limits.APART
        }


def _unlike(
    looks: Sequence[NDArray[np.float32]], common: NDArray[np.float32]
) -> NDArray[np.floating[Any]]:
    """Return a metric in which differences that are rare among looks at one face weigh more."""
    apart = np.concatenate([each - mean for each, mean in zip(looks, common, strict=True)])
    within = apart.T @ apart / max(len(apart), 1)
    usual = np.trace(within) / len(within)
    return np.asarray(np.linalg.inv(within + (usual + _ANYWAY) * np.eye(len(within))))


def means(embeddings: Iterable[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the mean of the looks at each face, one row each."""
    common = [looks.mean(0) for looks in embeddings]
    return np.array([mean / np.linalg.norm(mean) for mean in common], np.float32)


class Learned:
    """Taught dice: the usual pips, and taught drawings."""

    def __init__(self, faces: Sequence[str], drawings: Alike) -> None:
        self._drawings = drawings
        pips = [face in faces for face in PIPS]
        self._strange = [number for number, there in enumerate(pips, 1) if not there]
        self.can = np.array([False, *pips, True], np.float64)

    def heard(self, answers: Answers) -> Answers:
        """Count pips that these dice do not have as a drawing, which may look like them."""
        return drawn(answers, self._strange)

    def drawing(self, embedding: NDArray[np.float32]) -> Told:
        """Return the most similar face; the reader checks it if it seems to be none."""
        return replace(self._drawings.tell(embedding), limit=limits.LOOKED_WELL)

    def nearest(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the look that is most similar to a taught drawing."""
        far = [self._drawings.far(each).min() for each in embeddings]
        return np.asarray(embeddings[int(np.argmin(far))])


def drawn(answers: Answers, which: Sequence[int]) -> Answers:
    """Return the answers with some pips counted as a drawing."""
    heard = answers.copy()
    heard[DRAWING] += heard[list(which)].sum()
    heard[list(which)] = 0
    return heard


def faces_of(dice_set: DiceSet) -> NDArray[np.float64]:
    """The answers of the looker that these dice can show."""
    pips = [face in dice_set.faces for face in PIPS]
    return np.array([False, *pips, any(face not in PIPS for face in dice_set.faces)], np.float64)
