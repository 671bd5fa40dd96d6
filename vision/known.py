"""What the dice on the table can show, and which of their drawings a close look saw."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet, Face
from vision.chances import softmax
from vision.looker import DRAWING, FACES
from vision.model import FOLDER

PIPS = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX)
ANY = np.array([0.0] + [1.0] * (FACES - 1))

AS_KNOWN = 0.5
"""A drawing no more unlike a known one than this looks as it should."""
LOOKED_WELL = 0.8
"""Looked at a little to all sides, a face that was taught is hardly ever more unlike itself than
this on each of the looks, and of others one in a hundred is so like one that was taught."""
_ANYWAY = 0.003
"""So much looks at one face differ every way, however alike those are that were taught."""
APART = 35.0
"""Faces nearer to each other than this, as looks at one face differ, are hard to tell apart: one
look of ten is nearer to the other face at 25, one of fifty at 35, one of a hundred at 50."""

Answers = NDArray[np.floating[Any]]
"""How likely each of the looker's answers is: nothing, pips 1-6, a drawing."""


@dataclass(frozen=True)
class Told:
    """A drawing: which face it is, how likely rather than another, and how unlike that face it is.

    Beyond `limit` it is too unlike to be any of them. None: on these dice every drawing will do, or
    none.
    """

    face: str
    chance: float = 1.0
    unlike: float | None = None
    taught: bool = False
    """Whether somebody has shown these drawings."""
    limit: float = 1.0

    @property
    def as_known(self) -> bool:
        """Whether it looks as it should, as far as that is known."""
        return self.unlike is None or self.unlike <= AS_KNOWN

    @property
    def whatever(self) -> bool:
        """Whether a drawing is this face whatever it shows."""
        return self.unlike is None and bool(self.face)

    @property
    def strange(self) -> bool:
        """Whether it is none of the drawings that are known."""
        return self.unlike is not None and self.unlike > self.limit


class Known(Protocol):
    """A kind of dice as the judge needs it."""

    can: NDArray[np.float64]
    """Which of the looker's answers these dice can show."""

    def heard(self, answers: Answers) -> Answers:
        """The looker's answers as these dice mean them."""
        ...

    def drawing(self, embedding: NDArray[np.float32]) -> Told:
        """Which face a drawing is."""
        ...


@lru_cache(maxsize=1)
def calibration() -> dict[str, Any]:
    """What `vision.training.calibrate` fitted."""
    known: dict[str, Any] = json.loads((FOLDER / "calibration.json").read_text())
    return known


class Usual:
    """The dice of a game that nobody need teach."""

    def __init__(self, dice_set: DiceSet) -> None:
        self.can = faces_of(dice_set)
        self._drawn = [face for face in dice_set.faces if face not in PIPS]
        known = calibration()
        self._names = [Face(name) for name in known["drawn"]]
        self._seen_before = np.array(known["seen_before"])
        self._told_apart = np.array(known["told_apart"])
        self._alike = float(known["alike"])

    def heard(self, answers: Answers) -> Answers:
        """As they are."""
        return answers

    def drawing(self, embedding: NDArray[np.float32]) -> Told:
        """On a worm set every clean drawing is the worm, whatever the art; else one of ours."""
        if len(self._drawn) == 1:
            return Told(self._drawn[0])
        if not self._drawn:
            return Told(Face.WORM)
        chances = softmax(self._told_apart @ [*embedding, 1.0])
        best = int(chances.argmax())
        unlike = unlike_ours(embedding, self._seen_before, self._alike)
        return Told(self._names[best], float(chances[best]), unlike)


def unlike_ours(embedding: NDArray[np.float32], ours: NDArray[np.float64], least: float) -> float:
    """How unlike all of our own drawings a look is: 1 where it is `least` like the nearest."""
    return (1 - float((ours @ embedding).max())) / (1 - least)


class Shown:
    """Dice that are being taught: whatever a clean face shows, it is a face."""

    can = np.array([0.0] * DRAWING + [1.0])
    FACE = ""

    def heard(self, answers: Answers) -> Answers:
        """Pips and drawings are all one."""
        return drawn(answers, range(1, DRAWING))

    def drawing(self, embedding: NDArray[np.float32]) -> Told:  # noqa: ARG002
        """Nobody has said yet which."""
        return Told(self.FACE)


class Alike:
    """Taught drawings: each look is the one whose mean it is nearest to, or none of them.

    Attributes:
        names: What the faces are called.
        means: What their looks have in common, one row for each.
    """

    def __init__(self, embeddings: Mapping[str, NDArray[np.float32]]) -> None:
        """From all looks at each face."""
        looks = list(embeddings.values())
        self.names, self.means = tuple(embeddings), means(looks)
        self._unlike = _unlike(looks, self.means)
        known = calibration()
        self._sharp, self._farthest = float(known["taught"]), float(known["farthest"])

    def tell(self, embedding: NDArray[np.float32]) -> Told:
        """Which of them a look saw."""
        far = self.far(embedding)
        best = int(far.argmin())
        chance = float(softmax(-self._sharp * far)[best])
        return Told(self.names[best], chance, float(far[best]) / self._farthest, taught=True)

    def far(self, embedding: NDArray[np.float32]) -> NDArray[np.floating[Any]]:
        """How far a look is from each face, as looks at one face differ: most in some ways."""
        apart = self.means - embedding
        return np.asarray(((apart @ self._unlike) * apart).sum(1))

    def too_alike(self) -> set[tuple[str, str]]:
        """Pairs of faces that are hard to tell apart."""
        apart = np.stack([self.far(mean) for mean in self.means])
        return {
            (min(one, other), max(one, other))
            for (i, one), (j, other) in combinations(enumerate(self.names), 2)
            if apart[i, j] < APART
        }


def _unlike(
    looks: Sequence[NDArray[np.float32]], common: NDArray[np.float32]
) -> NDArray[np.floating[Any]]:
    """What weighs a difference the more, the less looks at one face differ that way."""
    apart = np.concatenate([each - mean for each, mean in zip(looks, common, strict=True)])
    within = apart.T @ apart / max(len(apart), 1)
    usual = np.trace(within) / len(within)
    return np.asarray(np.linalg.inv(within + (usual + _ANYWAY) * np.eye(len(within))))


def means(embeddings: Iterable[NDArray[np.float32]]) -> NDArray[np.float32]:
    """What the looks at each face have in common, a row for each."""
    common = [looks.mean(0) for looks in embeddings]
    return np.array([mean / np.linalg.norm(mean) for mean in common], np.float32)


class Learned:
    """Dice that were taught: pips as everywhere, and drawings that somebody showed."""

    def __init__(self, faces: Sequence[str], drawings: Alike) -> None:
        self._drawings = drawings
        pips = [face in faces for face in PIPS]
        self._strange = [number for number, there in enumerate(pips, 1) if not there]
        self.can = np.array([False, *pips, True], np.float64)

    def heard(self, answers: Answers) -> Answers:
        """A drawing may look like pips, so pips that these dice do not have are drawings."""
        return drawn(answers, self._strange)

    def drawing(self, embedding: NDArray[np.float32]) -> Told:
        """The one it is most like; the reader looks well where it seems to be none."""
        return replace(self._drawings.tell(embedding), limit=LOOKED_WELL)

    def nearest(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        """Of several looks at one die, the one most like a drawing that was taught."""
        far = [self._drawings.far(each).min() for each in embeddings]
        return np.asarray(embeddings[int(np.argmin(far))])


def drawn(answers: Answers, which: Sequence[int]) -> Answers:
    """Answers in which some pips count as a drawing."""
    heard = answers.copy()
    heard[DRAWING] += heard[list(which)].sum()
    heard[list(which)] = 0
    return heard


def faces_of(dice_set: DiceSet) -> NDArray[np.float64]:
    """Which of the looker's answers these dice can show."""
    pips = [face in dice_set.faces for face in PIPS]
    return np.array([False, *pips, any(face not in PIPS for face in dice_set.faces)], np.float64)
