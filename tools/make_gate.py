"""Renders the pictures of the regression gate, and records how well they are read.

`python -m tools.make_gate` renders them; `--record` saves how many the reader gets right with the
current model. `make proof` fails below that number.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from tests.vision.tables import same_place
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import Corners, Reading
from vision.simulator.scene import LIGHTS, SURFACES, Scene, Shot, Spoil, random_scene, render

FOLDER = Path(__file__).parents[1] / "tests/vision/gate"
TRUTH, FIGURES = FOLDER / "truth.json", FOLDER / "figures.json"
SIZE = (960, 720)
"""At 1280 x 960 they would weigh more than 5 MB."""
QUALITY = 88
FIRST_SEED = 200_000_000

SETS: tuple[DiceSet, ...] = (STANDARD, CLASSIC, BARBECUE, junior())
READABLE = 8
"""Of the twelve pictures of each set; the others are spoilt."""
SPOILS: tuple[Spoil, ...] = ("cocked", "glare", "hand", "cut_off", "blurred", "stacked", "dark")


@dataclass(frozen=True)
class TrueTop:
    """A die of a picture: its face and position, in pixels of the file."""

    face: Face
    corners: Corners


@dataclass(frozen=True)
class Picture:
    """A file of the gate and its true content; `spoilt` describes its defect, if any."""

    file: str
    dice_set: str
    spoilt: str | None
    dice: tuple[TrueTop, ...]

    def frame(self) -> Frame:
        frame = cv2.imread(str(FOLDER / self.file))
        if frame is None:
            raise FileNotFoundError(FOLDER / self.file)
        return np.asarray(frame, np.uint8)


@dataclass(frozen=True)
class Result:
    """The readings of one picture with and without the number of dice."""

    picture: Picture
    told: Reading
    untold: Reading

    @property
    def exact(self) -> bool:
        """Accepted, every die found and read, nothing invented."""
        return self.told.accepted and _exact(self.told, self.picture)

    @property
    def wrong(self) -> bool:
        """Return whether it was accepted, but wrong.

        Spoilt pictures read without the count are not in here: a die that is half covered may go
        unseen then. How often they are accepted is a figure of its own.
        """
        readings = (self.told,) if self.picture.spoilt else (self.told, self.untold)
        return any(it.accepted and not _exact(it, self.picture) for it in readings)


@dataclass(frozen=True)
class Figures:
    """The results of the gate's pictures.

    Attributes:
        readable: Pictures that can be read.
        exact: Those of them that are accepted and exact.
        spoilt: Pictures that cannot be trusted.
        spoilt_accepted: Those of them that are accepted where the count is told.
        spoilt_accepted_untold: The same where it is not.
        wrong: Readable ones that are accepted, and not what lies there.
    """

    readable: int
    exact: int
    spoilt: int
    spoilt_accepted: int
    spoilt_accepted_untold: int
    wrong: int


def scenes() -> Iterator[tuple[str, Scene]]:
    """Every picture's name and scene, always the same."""
    for which, dice_set in enumerate(SETS):
        for number in range(12):
            seed = FIRST_SEED + 100 * which + number
            rng = np.random.default_rng([seed, 5])
            spoilt = number >= READABLE
            count = int(rng.integers(2, 7)) if spoilt else _COUNTS[which][number]
            spoil = SPOILS[(4 * which + number - READABLE) % len(SPOILS)] if spoilt else None
            if number == READABLE - 1:
                spoil = "touching"
            scene = random_scene(
                dice_set, count, seed, spoil=spoil, jpeg=None,
                edge=float(np.exp(rng.uniform(np.log(36), np.log(110)))),
                light=LIGHTS[(which + number) % len(LIGHTS)],
                surface=SURFACES[(2 * which + number) % len(SURFACES)],
            )  # fmt: skip
            yield f"{dice_set.name}-{number + 1:02}.jpg", scene


_COUNTS = (
    (1, 2, 3, 0, 5, 6, 7, 8),
    (2, 0, 4, 5, 3, 8, 1, 6),
    (3, 8, 5, 6, 0, 7, 4, 5),
    (0, 4, 6, 1, 8, 2, 5, 7),
)
"""Dice of the readable pictures of each set; the last ones touch each other."""


def make() -> None:
    """Render every picture, and write down what it shows."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.jpg"):
        old.unlink()
    known = [_kept(name, scene) for name, scene in scenes()]
    lines = ",\n".join(json.dumps(asdict(picture)) for picture in known)
    TRUTH.write_text(f"[\n{lines}\n]\n")
    weight = sum(path.stat().st_size for path in FOLDER.glob("*.jpg"))
    print(f"{len(known)} pictures, {weight / 1e6:.1f} MB")


def _kept(name: str, scene: Scene) -> Picture:
    shot: Shot = render(scene)
    small = cv2.resize(shot.frame, SIZE, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(FOLDER / name), small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    scale = SIZE[0] / shot.frame.shape[1]
    dice = tuple(TrueTop(die.face, _corners(die.corners, scale)) for die in shot.dice)
    return Picture(name, scene.dice_set.name, None if shot.readable else scene.spoil, dice)


def _corners(points: Corners, scale: float = 1.0) -> Corners:
    one, two, three, four = ((round(x * scale, 1), round(y * scale, 1)) for x, y in points)
    return one, two, three, four


def pictures() -> list[Picture]:
    return [
        Picture(
            it["file"], it["dice_set"], it["spoilt"],
            tuple(TrueTop(Face(die["face"]), _corners(die["corners"])) for die in it["dice"]),
        )
        for it in json.loads(TRUTH.read_text())
    ]  # fmt: skip


def read_all() -> list[Result]:
    """Every picture as the reader reads it now."""
    reader, found = Reader(), []
    by_name = {dice_set.name: dice_set for dice_set in SETS}
    for picture in pictures():
        frame, dice_set = picture.frame(), by_name[picture.dice_set]
        told = reader.read(frame, dice_set, {len(picture.dice)})
        found.append(Result(picture, told, reader.read(frame, dice_set)))
    return found


def _exact(reading: Reading, picture: Picture) -> bool:
    return len(reading.dice) == len(picture.dice) and all(
        any(die.face is true.face and same_place(true, die) for die in reading.dice)
        for true in picture.dice
    )


def figures(results: list[Result]) -> Figures:
    readable = [result for result in results if result.picture.spoilt is None]
    spoilt = [result for result in results if result.picture.spoilt is not None]
    return Figures(
        len(readable),
        sum(result.exact for result in readable),
        len(spoilt),
        sum(result.told.accepted for result in spoilt),
        sum(result.untold.accepted for result in spoilt),
        sum(result.wrong for result in readable),
    )


def recorded() -> Figures:
    return Figures(**json.loads(FIGURES.read_text()))


def table(results: list[Result]) -> str:
    """One line for each picture that did not come out as it should."""
    lines = [f"{'picture':16} {'spoilt':8} {'claimed':9} {'truth':28} {'read':28} doubts"]
    for result in results:
        picture, told = result.picture, result.told
        good = result.exact if picture.spoilt is None else not told.accepted
        if good and not result.wrong and not (picture.spoilt and result.untold.accepted):
            continue
        claimed = "told" if told.accepted else "untold" if result.untold.accepted else "no"
        true = " ".join(sorted(die.face for die in picture.dice))
        doubts = " ".join(doubt.code for doubt in told.doubts)
        lines.append(
            f"{picture.file:16} {picture.spoilt or '':8} {claimed + '!' * result.wrong:9} "
            f"{true:28} {' '.join(told.faces):28} {doubts}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write down the figures of now")
    if not parser.parse_args().record:
        make()
        return
    results = read_all()
    now = figures(results)
    print(table(results))
    print(now)
    if now.wrong:
        parser.exit(1, "Something is claimed that is not so: nothing recorded.\n")
    FIGURES.write_text(json.dumps(asdict(now), indent=1) + "\n")


if __name__ == "__main__":
    main()
