"""Draws the known failures of the model card: `python -m tools.figures.failures`.

Each is a throw of the simulated camera, with the reading of the real reader drawn over it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from firmware.commands.annotate import annotated
from firmware.speech.words import Words
from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet
from vision.reader import Reader
from vision.simulator.scene import random_scene, render

FOLDER = Path(__file__).parent.parent.parent / "docs/images"
WIDTH = 800


@dataclass(frozen=True)
class Failure:
    """A difficult throw, and the counts given to the reader."""

    name: str
    dice_set: DiceSet
    seed: int
    expected: tuple[int, ...] | None
    scene: dict[str, Any]
    count: int = 5


FAILURES = (
    Failure("leaning", BARBECUE, 941_020_526, (1,), {"spoil": "cocked"}, 1),
    Failure("stacked", STANDARD, 310_002_008, None, {"spoil": "stacked"}),
    Failure("hand", STANDARD, 310_006_004, None, {"spoil": "hand"}),
    Failure("small", CLASSIC, 310_000_007, (5,), {"edge": 20.0, "tilt": 33.0, "distance": 42.0}),
    Failure("printed", BARBECUE, 310_001_050, (5,), {"surface": "paper"}),
)


def main() -> None:
    """Draw them all, and say what was read."""
    reader = Reader()
    for failure in FAILURES:
        shot = render(random_scene(failure.dice_set, failure.count, failure.seed, **failure.scene))
        reading = reader.read(shot.frame, failure.dice_set, failure.expected)
        lines = Words().doubts(reading.doubts, len(reading.dice))[:3]
        drawn = annotated(shot.frame, reading, lines)
        scale = WIDTH / drawn.shape[1]
        small = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        path = FOLDER / f"failure-{failure.name}.jpg"
        cv2.imwrite(str(path), small, [cv2.IMWRITE_JPEG_QUALITY, 82])
        true = " ".join(sorted(die.face for die in shot.dice))
        told = "accepted" if reading.accepted else " ".join(doubt.code for doubt in reading.doubts)
        print(f"{failure.name:8} {true} read as {' '.join(reading.faces)}: {told}")


if __name__ == "__main__":
    main()
