"""Draws plots of reading the mat, by tilt and by size of dice, and of presses per throw.

    python -m tools.table.presses > presses.txt
    python -m tools.figures.mat_plots [--scenes 30] [--presses presses.txt] [--out DIR]

Scenes are those of `tools.figures.mats` but for what is varied; so many are drawn for each point.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tools.figures.mats import Counted, look, scene
from tools.figures.stats import Share
from tools.svg import AMBER, BLUE, FAINT, GREY, INK, PAPER, RED, TEAL, Sheet
from tools.table.presses import MOST_ON_MAT
from vision.reader import Reader
from vision.simulator.scene import Scene

OUT = Path(__file__).parents[2] / "docs" / "images"
TILTS = (0.0, 10.0, 20.0, 30.0, 40.0, 50.0)
SIZES = (54.0, 46.0, 38.0, 30.0, 22.0, 16.0)
_FIRST = 1000
"""Seeds of scenes that no other figure uses."""


class Point(NamedTuple):
    """The results of the scenes with one value of the varied parameter."""

    value: float
    counted: Counted

    def shares(self) -> tuple[Share, Share, Share]:
        """Mats found, dice in the right zone, and throws accepted and exact."""
        got = self.counted
        return (
            Share(got.found, got.scenes),
            Share(got.dice - got.misplaced, got.dice),
            Share(got.accepted - got.wrong, got.scenes),
        )


def measure(scenes: int, reader: Reader) -> tuple[list[Point], list[Point]]:
    """By tilt, and by the size of dice."""

    def seen(value: float, *drawn: Scene) -> Point:
        counted = Counted()
        for each in drawn:
            look(counted, each, reader)
        return Point(value, counted)

    usual = [scene(_FIRST + seed) for seed in range(scenes)]
    by_tilt = [seen(tilt, *(replace(each, tilt=tilt) for each in usual)) for tilt in TILTS]
    by_size = [seen(size, *(replace(each, edge=size) for each in usual)) for size in SIZES]
    return by_tilt, by_size


_WIDE, _HIGH, _TOP = 300.0, 200.0, 96.0


def seen(by_tilt: Sequence[Point], by_size: Sequence[Point]) -> Sheet:
    scenes = by_tilt[0].counted.scenes
    sheet = Sheet(780, 370, "An A4 mat, rendered, by how it is seen")
    wrong = sum(point.counted.wrong for point in (*by_tilt, *by_size))
    told = (
        f"{scenes} scenes a point; bars at exact are 95 % intervals; accepted but wrong: {wrong}."
    )
    sheet.heading(20, 28, told)
    sheet.legend(20, 70, (BLUE, "mats found"), (AMBER, "dice in their zone"),
                 (TEAL, "accepted and exact"))  # fmt: skip
    _panel(sheet, 70, by_tilt, "tilt of the camera, degrees")
    _panel(sheet, 450, by_size, "edge of a die, pixels")
    return sheet


def _panel(sheet: Sheet, left: float, points: Sequence[Point], name: str) -> None:
    for tick in (0, 25, 50, 75, 100):
        y = _TOP + _HIGH * (1 - tick / 100)
        sheet.line((left, y), (left + _WIDE, y))
        sheet.text(left - 8, y + 4, f"{tick} %", anchor="end", colour=FAINT)
    xs = [left + _WIDE * (at + 0.5) / len(points) for at in range(len(points))]
    for nth, (colour, aside) in enumerate(((BLUE, -7.0), (AMBER, 0.0), (TEAL, 7.0))):
        shares = [point.shares()[nth] for point in points]
        places = [
            (x + aside, _TOP + _HIGH * (1 - share.value))
            for x, share in zip(xs, shares, strict=True)
        ]
        sheet.line(*places, colour=colour, width=2)
        for (x, y), share in zip(places, shares, strict=True):
            low, high = share.interval
            if colour == TEAL:
                ends = (_TOP + _HIGH * (1 - low), _TOP + _HIGH * (1 - high))
                sheet.line((x, ends[0]), (x, ends[1]), colour=colour, width=1.2)
            sheet.dot(x, y, 4.5, colour)
    for x, point in zip(xs, points, strict=True):
        sheet.text(x, _TOP + _HIGH + 20, f"{point.value:g}", anchor="middle")
    sheet.text(left + _WIDE / 2, _TOP + _HIGH + 44, name, anchor="middle")


_TOLD = re.compile(r"^  (\w+?)( on a mat)?( at home)?: .* ([\d.]+) a throw", re.MULTILINE)


def told_presses(text: str) -> dict[str, dict[str, float]]:
    """Presses a throw by game and by where it was played, as `tools.table.presses` prints them."""
    told: dict[str, dict[str, float]] = {}
    for game, mat, home, presses in _TOLD.findall(text):
        told.setdefault(game, {})[f"{mat}{home}".strip()] = float(presses)
    return told


def presses(told: Mapping[str, Mapping[str, float]]) -> Sheet:
    """Bars of presses a throw: without a mat, on one, and on one at home."""
    ways = (("", GREY), ("on a mat", BLUE), ("on a mat at home", TEAL))
    sheet = Sheet(780, 110 + 92 * len(told), "Presses a throw, every one counted")
    sheet.heading(20, 28, "200 whole games of each kind; at home the box is compared only once, and"
                  " the same people play several.")  # fmt: skip
    sheet.legend(20, 70, *((colour, way or "without a mat") for way, colour in ways))
    left, scale, y = 140.0, 230.0, 92.0
    aim, bottom = left + scale * MOST_ON_MAT, y + 92 * len(told)
    sheet.line((aim, 88), (aim, bottom), colour=RED, width=1.5, dashed=True)
    for game, by_way in told.items():
        sheet.text(left - 14, y + 42, game, anchor="end", bold=True)
        for row, (way, colour) in enumerate(ways):
            value = by_way.get(way)
            if value is None:
                continue
            sheet.rect(left, y + 8 + 24 * row, scale * value, 18, colour)
            sheet.rect(left + scale * value + 5, y + 10 + 24 * row, 32, 14, PAPER)
            sheet.text(left + scale * value + 8, y + 22 + 24 * row, f"{value:.2f}")
        y += 92
    sheet.text(aim, y + 12, f"aim on a mat: {MOST_ON_MAT}", anchor="middle", colour=INK)
    return sheet


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=30, help="of each point; 0: draw no scenes")
    parser.add_argument("--presses", type=Path, help="what tools.table.presses has printed")
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args(arguments)
    if asked.scenes:
        by_tilt, by_size = measure(asked.scenes, Reader())
        for name, points in (("tilt", by_tilt), ("size", by_size)):
            for point in points:
                told = ", ".join(f"{share.part} of {share.of}" for share in point.shares())
                print(f"{name} {point.value:g}: {told}, wrong {point.counted.wrong}")
        seen(by_tilt, by_size).save(asked.out / "mat-seen.svg")
    if asked.presses:
        told_by_game = told_presses(asked.presses.read_text())
        presses(told_by_game).save(asked.out / "mat-presses.svg")


if __name__ == "__main__":
    main()
