"""Prepares throws for Blender: dice, their pictures, the table, lamps and a camera.

`python -m tools.figures.photoreal.prepare FOLDER [--throws N] [--seed N]`
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from rules.dice import BARBECUE, CLASSIC, DiceSet, Face, junior
from tools.figures.photoreal.job import JOBS, PIPS, Colour, Job, Lamp, load
from tools.figures.photoreal.worms import DESIGNS, SIZE, Canvas, worm
from tools.figures.renders import MOST, SETS
from vision.simulator import art

_OWN = {
    Face.WORM: art.junior_worm,
    Face.CUCUMBER: art.cucumber,
    Face.CHEESE: art.cheese,
    Face.KETCHUP: art.ketchup,
    Face.BUN: art.bun,
}
FIRST_SEED = 900_000_000
_TABLES = ("wood", "wood", "felt", "checks", "dots", "stone", "print", "plain")
_THINGS = ("coin", "tile", "pencil", "token", "cup")


def _colour(rng: np.random.Generator, low: int = 0, high: int = 256) -> Colour:
    red, green, blue = (int(value) for value in rng.integers(low, high, 3))
    return red, green, blue


def _near(colour: Colour, rng: np.random.Generator, reach: int = 9) -> Colour:
    red, green, blue = (
        int(np.clip(value + rng.integers(-reach, reach + 1), 3, 252)) for value in colour
    )
    return red, green, blue


def _body(name: str, rng: np.random.Generator) -> tuple[Colour, Colour, str]:
    """A body, its ink and its finish."""
    if name == CLASSIC.name:
        body = _near(((240, 226, 190), (232, 212, 170), (246, 238, 220))[rng.integers(3)], rng)
        ink: Colour = ((24, 50, 150), (20, 20, 24))[rng.integers(2)]
        return body, ink, str(rng.choice(["plain", "wooden", "soft"]))
    if name == BARBECUE.name:
        body = _near(
            ((110, 60, 36), (96, 50, 30), (126, 74, 44), (84, 44, 30))[rng.integers(4)], rng
        )
        return body, _near((244, 232, 206), rng), str(rng.choice(["plain", "wooden", "plain"]))
    if name == junior().name:
        return (
            _near((242, 238, 228), rng, 9),
            (30, 26, 28),
            str(rng.choice(["plain", "wooden", "soft"])),
        )
    while True:
        light = rng.random() < 0.55
        body = _colour(rng, 190, 256) if light else _colour(rng, 5, 200)
        ink = _colour(rng, 0, 60) if light else _colour(rng, 215, 256)
        if abs(np.mean(body) - np.mean(ink)) > 90:
            finish = str(rng.choice(["plain", "plain", "soft", "marbled", "clear"]))
            return body, ink, finish


def _enlarged(face: Canvas) -> Canvas:
    return cv2.resize(face, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def _pictures(
    dice_set: DiceSet, number: int, body: Colour, ink: Colour, rng: np.random.Generator
) -> dict[Face, Canvas]:
    """What is drawn on some faces: our own on Junior dice, else a worm in one colour or two."""
    if dice_set == junior():
        return {face: _enlarged(drawn()) for face, drawn in _OWN.items()}
    if dice_set == CLASSIC:
        ink = _near((170, 24, 56), rng)
        second = ink if rng.random() < 0.3 else body
    elif dice_set == BARBECUE:
        second = _near((236, 120, 110), rng) if rng.random() < 0.3 else body
    else:
        return {}
    return {Face.WORM: worm(number, ink, second, rng)}


def _face(
    side: Face, pictures: dict[Face, Canvas], pip: float, spread: float, ink: Colour
) -> Canvas:
    if side in pictures:
        return pictures[side]
    face = np.zeros((SIZE, SIZE, 4), np.uint8)
    face[..., :3] = ink
    ys, xs = (np.mgrid[:SIZE, :SIZE] + 0.5) / SIZE - 0.5
    for x, y in PIPS[side]:
        away = np.hypot(xs - x * spread, ys - y * spread)
        cover = np.clip((pip - away) * SIZE + 0.5, 0, 1)
        face[..., 3] = np.maximum(face[..., 3], (cover * 255).astype(np.uint8))
    return face


def _sheet(rng: np.random.Generator) -> Canvas:
    """Print: lines of text, boxes, dots, and dice that are none."""
    paper = np.full((1024, 1024, 3), _near((240, 238, 230), rng), np.uint8)
    for _ in range(int(rng.integers(3, 8))):
        x, y = (int(value) for value in rng.integers(20, 860, 2))
        ink = _colour(rng, 0, 160)
        kind = rng.integers(4)
        if kind == 0:
            for line in range(int(rng.integers(3, 9))):
                text = "".join(rng.choice(list("abcdefg hijk lmno pqrs tuvw"), 26))
                cv2.putText(paper, text, (x, y + 26 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, 2)
        elif kind == 1:
            size = int(rng.integers(50, 200))
            cv2.rectangle(paper, (x, y), (x + size, y + size), ink, -1)
        elif kind == 2:
            for _ in range(20):
                at = (x + int(rng.integers(0, 160)), y + int(rng.integers(0, 160)))
                cv2.circle(paper, at, int(rng.integers(4, 12)), ink, -1)
        else:
            size = int(rng.integers(45, 75))
            cv2.rectangle(paper, (x, y), (x + size, y + size), ink, 3)
            for across, down in PIPS[str(rng.integers(1, 7))]:
                at = (x + size // 2 + across * size // 4, y + size // 2 + down * size // 4)
                cv2.circle(paper, at, size // 11, ink, -1)
    return paper


def _tile(rng: np.random.Generator) -> Canvas:
    """A tile of the game: a number, and worms below it."""
    tile = np.full((512, 512, 3), _near((240, 226, 180), rng), np.uint8)
    cv2.putText(
        tile, str(rng.integers(21, 37)), (110, 220), cv2.FONT_HERSHEY_DUPLEX, 6, (160, 30, 20), 14
    )
    for number in range(int(rng.integers(1, 4))):
        small = cv2.resize(
            worm(int(rng.integers(len(DESIGNS))), (180, 30, 60), (240, 150, 150), rng), (140, 140)
        )
        part = tile[330:470, 40 + 150 * number : 180 + 150 * number]
        alpha = small[..., 3:] / 255
        part[:] = (part * (1 - alpha) + small[..., :3] * alpha).astype(np.uint8)
    return tile


def prepare(folder: Path, count: int, seed: int) -> None:
    """So many throws, a quarter of each set, with all that Blender needs."""
    folder.mkdir(parents=True, exist_ok=True)
    before = load(folder) if (folder / JOBS).exists() else []
    jobs = [_job(folder, number, seed + number) for number in range(count)]
    if any(old != new for old, new in zip(before, jobs, strict=False)):
        sys.exit(f"{folder} holds other throws, and may hold pictures of them: remove it first.")
    (folder / JOBS).write_text(json.dumps([asdict(job) for job in jobs]), encoding="utf-8")


def _write(path: Path, picture: Canvas) -> None:
    swapped = cv2.cvtColor(
        picture, cv2.COLOR_RGBA2BGRA if picture.shape[2] == 4 else cv2.COLOR_RGB2BGR
    )
    cv2.imwrite(str(path), swapped)


def _lamp(warmth: float, rng: np.random.Generator) -> Lamp:
    size, far = float(np.exp(rng.uniform(np.log(3), np.log(90)))), float(rng.uniform(60, 220))
    angle, high = float(rng.uniform(0, 2 * np.pi)), float(np.radians(rng.uniform(20, 80)))
    warm = warmth + float(rng.uniform(-0.3, 0.3))
    return Lamp(
        place=(
            float(far * np.cos(angle) * np.cos(high)),
            float(far * np.sin(angle) * np.cos(high)),
            float(far * np.sin(high)),
        ),
        size=size,
        power=12 * far * far * float(rng.uniform(0.3, 1.0)),
        colour=(1.0, max(0.3, 1 - 0.25 * warm), max(0.15, 1 - 0.6 * warm)),
    )


def _job(folder: Path, number: int, seed: int) -> Job:
    rng = np.random.default_rng([seed, 77])
    dice_set = SETS[number % len(SETS)]
    name = f"{number:04}-{dice_set.name}"
    body, ink, finish = _body(dice_set.name, rng)
    pip, spread = float(rng.uniform(0.07, 0.11)), float(rng.uniform(0.22, 0.27))
    if dice_set == CLASSIC:
        pip, spread = float(rng.uniform(0.05, 0.07)), float(rng.uniform(0.19, 0.24))
    drilled = dice_set != junior() and rng.random() < 0.5
    pictures = _pictures(dice_set, number // len(SETS), body, ink, rng)
    sides = list(dice_set.sides)
    rng.shuffle(sides)
    atlas = np.zeros((2 * SIZE, 3 * SIZE, 4), np.uint8)
    atlas[..., :3] = ink
    for index, side in enumerate(sides):
        if drilled and side in PIPS:
            continue
        # Blender counts from below.
        row, column = 1 - index // 3, index % 3
        cell = _face(side, pictures, pip, spread, ink)
        atlas[row * SIZE : (row + 1) * SIZE, column * SIZE : (column + 1) * SIZE] = cell
    _write(folder / f"{name}-art.png", atlas)
    _write(folder / f"{name}-sheet.png", _sheet(rng))
    _write(folder / f"{name}-tile.png", _tile(rng))
    edge = float(rng.uniform(1.2, 2.0))
    tray = float(rng.uniform(8, 14)) if rng.random() < 0.2 else 0.0
    wood = ((150, 100, 60), (190, 140, 90), (110, 70, 45), (214, 180, 130), (80, 54, 40))
    table = str(rng.choice(_TABLES))
    first = _near(wood[rng.integers(5)], rng, 20) if table == "wood" else _colour(rng)
    warmth = float(rng.uniform(-0.3, 1))
    heap = number % 20 >= 16  # four throws in a row, one of each set
    things = tuple(str(one) for one in rng.choice(_THINGS, int(rng.integers(0, 6))))
    if heap:
        things = ("coin", "coin", "tile", "token", "pencil")
    return Job(
        name=name,
        seed=seed,
        dice_set=dice_set.name,
        sides=tuple(sides),
        count=number // len(SETS) % (MOST + 1),
        edge=edge,
        roundness=float(rng.uniform(0.03, 0.2)),
        ball=float(rng.uniform(0.68, 0.95)),
        pip=pip,
        spread=spread,
        hollow=float(rng.uniform(0.25, 0.7)) if drilled else 0.0,
        printed=float(rng.choice([0, 0.01, 0.03])) * edge,
        body=body,
        ink=ink,
        veins=_near(body, rng, 60),
        finish=finish,
        rough=float(rng.uniform(0.08, 0.6)),
        coat=float(rng.choice([0, 0, 0.5, 1])),
        art=f"{name}-art.png",
        table=table,
        cloth=(first, _colour(rng)),
        sheet=f"{name}-sheet.png",
        tile=f"{name}-tile.png",
        tray=tray,
        things=things,
        heap=heap,
        strewn=0.35 if heap else float(rng.choice([0.3, 0.6, 1, 1])),
        lamps=tuple(_lamp(warmth, rng) for _ in range(int(rng.integers(1, 4)))),
        ambient=float(rng.uniform(0.05, 0.9)),
        warmth=warmth,
        view=float(rng.choice([62.2, 66, 53.5, 75])),
        distance=float(rng.uniform(25, 45)),
        tilt=float(rng.uniform(0, 35)),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 4)),
        film=str(rng.choice(["Standard", "Filmic"])),
        brighter=float(rng.uniform(-0.6, 0.5)),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--throws", type=int, default=100)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    asked = parser.parse_args(arguments)
    prepare(asked.folder, asked.throws, asked.seed)


if __name__ == "__main__":
    main()
