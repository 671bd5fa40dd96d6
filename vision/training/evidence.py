"""Collects the answers of the nets at places with known truth."""

import numpy as np
from numpy.typing import NDArray

from rules.dice import DiceSet, Face
from vision.geometry import Frame
from vision.reading import Corners
from vision.stages.acceptance import die_evidence, face_evidence
from vision.stages.dice_kinds import PIPS, faces_of
from vision.stages.finder import Finder, Place
from vision.stages.looker import DRAWING, Look, Looker
from vision.stages.pyramid import Pyramid

Known = list[tuple[list[float], bool]]
Drawn = tuple[list[float], NDArray[np.float32], bool]
"""The evidence for a die with a drawing, the embedding, and whether a die lies there."""
Truth = list[tuple[Face, Corners]]


class Evidence:
    """Collects evidence from pictures."""

    def __init__(self, finder: Finder, looker: Looker) -> None:
        self._finder, self._looker = finder, looker
        self.dice: Known = []
        self.faces: Known = []
        self.art: list[tuple[Face, NDArray[np.float32]]] = []
        self.drawn: list[Drawn] = []

    def __getstate__(self) -> dict[str, object]:
        """Return the evidence without the nets, which stay in their process."""
        return {name: kept for name, kept in vars(self).items() if not name.startswith("_")}

    def take(self, other: "Evidence") -> None:
        """Add the evidence of another."""
        self.dice += other.dice
        self.faces += other.faces
        self.art += other.art
        self.drawn += other.drawn

    def add(self, frame: Frame, dice_set: DiceSet, truth: Truth, blind: list[list[float]]) -> None:
        """Look at a picture."""
        picture = Pyramid(frame)
        places = self._finder.find_again(picture, self._finder.find(picture))
        looks = self._looker.look(picture, [place.shape for place in places])
        self.note(places, looks, dice_set, truth, blind)

    def note(
        self,
        places: list[Place],
        looks: list[Look],
        dice_set: DiceSet,
        truth: Truth,
        blind: list[list[float]],
    ) -> None:
        """Record the nets' answers for a picture."""
        can = faces_of(dice_set)
        pictured = not any(face in dice_set.faces for face in PIPS)
        for place, look in zip(places, looks, strict=True):
            middle = place.shape.middle
            if any(np.hypot(x - middle[0], y - middle[1]) < radius for x, y, radius in blind):
                continue
            face = which(truth, middle)
            evidence = die_evidence(place, look.faces, can)
            self.dice.append((evidence, face is not None))
            if pictured:
                self.drawn.append((evidence, look.embedding, face is not None))
            if face is None:
                continue
            told = int((look.faces * can).argmax())
            right = told == (PIPS.index(face) + 1 if face in PIPS else DRAWING)
            guess = np.array([0.0, *place.guess])
            self.faces.append((face_evidence(guess, look.faces, told), right))
            if pictured:
                self.art.append((face, look.embedding))


def which(truth: Truth, middle: NDArray[np.float64]) -> Face | None:
    """Return the face of the die with its top there, if any."""
    for face, corners in truth:
        points = np.array(corners)
        edge = np.sqrt(abs(np.linalg.det(np.stack([points[1] - points[0], points[3] - points[0]]))))
        if np.hypot(*(points.mean(0) - middle)) < 0.35 * edge:
            return face
    return None
