"""What the dice on the table can show, and which of their drawings a close look saw."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet, Face
from vision.chances import softmax
from vision.looker import DRAWING, FACES
from vision.model import FOLDER

PIPS = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX)
ANY = np.array([0.0] + [1.0] * (FACES - 1))

STEADIEST = 0.985
"""No looks are held to be more alike than this: under another light they are not."""
_ANYWAY = 0.003
"""So much looks at one face differ every way, however alike those are that were taught."""

Answers = NDArray[np.floating[Any]]
"""How likely each of the looker's answers is: nothing, pips 1-6, a drawing."""


@dataclass(frozen=True)
class Told:
    """A drawing: which face it is, how likely rather than another, and what speaks against it."""

    face: str
    chance: float = 1.0
    doubt: str | None = None


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
            return Told(Face.WORM, doubt="unknown_art")
        chances = softmax(self._told_apart @ [*embedding, 1.0])
        best = int(chances.argmax())
        known = float((self._seen_before @ embedding).max()) >= self._alike
        return Told(self._names[best], float(chances[best]), None if known else "unknown_art")


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
        steady: How like each other the looks at one face are: how much nearer one face must be than
            the others depends on that.
    """

    def __init__(self, embeddings: Mapping[str, NDArray[np.float32]]) -> None:
        """From all looks at each face."""
        looks = list(embeddings.values())
        self.names, self.means, self.steady = tuple(embeddings), means(looks), steady(looks)
        self._sharp = float(calibration()["taught"]) / (1 - min(self.steady, STEADIEST))
        self._farthest = float(calibration()["farthest"])
        self._unlike = _unlike(looks, self.means)

    def tell(self, embedding: NDArray[np.float32]) -> Told:
        """Which of them a look saw."""
        alike = self.means @ embedding
        best = int(alike.argmax())
        chance = float(softmax(self._sharp * alike)[best])
        strange = self.far(embedding)[best] > self._farthest
        return Told(self.names[best], chance, "unknown_art" if strange else None)

    def far(self, embedding: NDArray[np.float32]) -> NDArray[np.floating[Any]]:
        """How far a look is from each face, as looks at one face differ: most in some ways."""
        apart = self.means - embedding
        return np.asarray(((apart @ self._unlike) * apart).sum(1))


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


def steady(embeddings: Iterable[NDArray[np.float32]]) -> float:
    """How like the others of its face a look is, but for the odd one in ten.

    A look alone says nothing: two of each face are needed.
    """
    alike: list[float] = []
    for looks in embeddings:
        others = looks.sum(0) - looks
        lengths = np.linalg.norm(others, axis=1)
        alike += [float(v) for v in (looks * others).sum(1)[lengths > 0] / lengths[lengths > 0]]
    return float(np.percentile(alike, 10)) if alike else 1.0


class Learned:
    """Dice that were taught: pips as everywhere, and drawings that somebody showed."""

    def __init__(self, faces: Sequence[str], drawings: Alike) -> None:
        self._drawings = drawings
        pips = [face in faces for face in PIPS]
        self._strange = [number for number, there in enumerate(pips, 1) if not there]
        self.can = np.array([False, *pips, bool(drawings.names)], np.float64)

    def heard(self, answers: Answers) -> Answers:
        """A drawing may look like pips, so pips that these dice do not have are drawings."""
        return drawn(answers, self._strange) if self._drawings.names else answers

    def drawing(self, embedding: NDArray[np.float32]) -> Told:
        """The one it is most like."""
        return self._drawings.tell(embedding)


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
