"""A set of dice that no net has seen, taught by the command from pictures, and then read."""

import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.camera.face_check import examine
from firmware.commands.cli import main
from firmware.store import taught_dice
from rules.dice import BARBECUE, STANDARD, DiceSet, Face
from tools.figures.renders import FIRST_SEED
from vision.reader import Reader
from vision.simulator.art import Art
from vision.simulator.die_styles import DieStyle
from vision.simulator.editions import another_edition
from vision.simulator.scene import Light, Scene, Surface, render
from vision.training.drawings import six_of_a_kind

pytestmark = pytest.mark.proof

NAMES = dict(zip(STANDARD.faces, ("sun", "moon", "clover", "kite", "fish", "flash"), strict=True))
DICE = 6
THROWS: tuple[tuple[Light, Surface], ...] = (("warm", "felt"), ("cold", "cloth"))
"""Other lights and tables than it was taught on."""


@dataclass(frozen=True)
class Icon:
    """One drawing of an invented set."""

    seed: int
    number: int

    def __call__(self) -> Art:
        return six_of_a_kind(np.random.default_rng(self.seed), 1.0)[self.number]


def invented(seed: int) -> DieStyle:
    """Six other icons, all of one manner."""
    pictures = {face: Icon(FIRST_SEED + seed, n) for n, face in enumerate(NAMES)}
    return replace(another_edition(pips=False), pictures=pictures)


def photographed(path: Path, scene: Scene) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), render(scene).frame)


def shown(folder: Path, style: DieStyle, dice_set: DiceSet, names: dict[Face, str]) -> None:
    """A picture for each face, all dice turned to it."""
    for face, name in names.items():
        scene = Scene(dice_set, (face,) * DICE, seed=11, place=3, style=style)
        photographed(folder / name / "all.jpg", scene)


def thrown(folder: Path, style: DieStyle, dice_set: DiceSet) -> list[tuple[Face, ...]]:
    throws = []
    for number, (light, surface) in enumerate(THROWS):
        rng = np.random.default_rng(number)
        faces = tuple(dice_set.sides[n] for n in rng.integers(0, len(dice_set.sides), DICE))
        scene = Scene(
            dice_set, faces, seed=21 + number, place=7, style=style, light=light, surface=surface
        )
        photographed(folder / f"{number}.jpg", scene)
        throws.append(faces)
    return throws


def read(capsys: pytest.CaptureFixture[str], dice: Path, folder: Path) -> list[dict[str, object]]:
    capsys.readouterr()
    assert main(["read", "--dice", str(dice), "--expect", str(DICE), "--json", str(folder)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def faces_in(answer: dict[str, object]) -> Counter[str]:
    dice = answer["dice"]
    assert isinstance(dice, list)
    return Counter(die["face"] for die in dice)


@pytest.fixture(scope="module")
def sky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a set, taught with one picture of each face."""
    folder = tmp_path_factory.mktemp("sky")
    shown(folder / "pictures", another_edition(pips=False), STANDARD, NAMES)
    means = ",".join(f"{name}={face}" for face, name in NAMES.items())
    asked = ["teach", "Sky", "--faces", ",".join(NAMES.values()), "--out", str(folder / "sky.json")]
    asked += ["--game", "picnic_blitz", "--means", means]
    assert main([*asked, "--from", str(folder / "pictures")]) == 0
    return folder / "sky.json"


def test_six_pictures_teach_six_faces(
    sky: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    throws = thrown(tmp_path, another_edition(pips=False), STANDARD)
    dice = taught_dice.decode(sky.read_bytes())
    assert dice.faces("picnic_blitz") == {name: face for face, name in NAMES.items()}
    assert examine(Reader(), dice.taught).wrong == 0
    assert sky.stat().st_size < 250_000
    assert [faces_in(answer) for answer in read(capsys, sky, tmp_path)] == [
        Counter(NAMES[face] for face in faces) for faces in throws
    ]


def test_beside_pips_only_the_drawn_face_is_taught(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    style = another_edition(pips=True)
    shown(tmp_path / "pictures", style, BARBECUE, {Face.WORM: "worm"})
    throws = thrown(tmp_path / "throws", style, BARBECUE)
    file = tmp_path / "brown.json"
    asked = ["teach", "Brown", "--faces", "1,2,3,4,6,worm", "--out", str(file)]
    assert main([*asked, "--from", str(tmp_path / "pictures")]) == 0
    assert taught_dice.decode(file.read_bytes()).faces("barbecue") == {f: f for f in BARBECUE.faces}
    for answer, faces in zip(read(capsys, file, tmp_path / "throws"), throws, strict=True):
        assert faces_in(answer) == Counter(map(str, faces))


def test_what_was_never_shown_is_doubted(
    sky: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dice of another set, with drawings of its own."""
    thrown(tmp_path, invented(1), STANDARD)
    for answer in read(capsys, sky, tmp_path):
        assert not answer["accepted"]
