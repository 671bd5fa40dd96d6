"""Draws the plots of the model card: accuracy by source, calibration, and time.

`python -m tools.figures.plots [--photos DIR] [--scenes N] [--out DIR]` measures and draws; without
photos, their parts are omitted.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path

import cv2

from tools.figures import calibration, photos, renders, timing
from tools.figures.stats import Bin, bins, calibration_error
from tools.figures.verdicts import Tally, Verdict
from tools.svg import AMBER, BLUE, FAINT, GREY, INK, PAPER, RED, TEAL, Sheet

OUT = Path(__file__).parent.parent.parent / "docs" / "images"


def draw(
    folder: Path,
    times: timing.Times,
    measured: renders.Measured,
    seen: Sequence[photos.Seen] | None,
) -> None:
    """All plots, into a folder."""
    accuracy(measured, seen).save(folder / "vision-accuracy.svg")
    reliability(measured, seen).save(folder / "vision-reliability.svg")
    clock(times).save(folder / "vision-time.svg")


# Accuracy by source.


@dataclass(frozen=True)
class Row:
    """A bar: its label, and its results."""

    name: str
    tally: Tally


_LEFT, _BAR, _ROW = 250.0, 380.0, 22.0


def accuracy(measured: renders.Measured, seen: Sequence[photos.Seen] | None) -> Sheet:
    """Bars of what became of the pictures, by source."""
    groups = [("Own renders", _render_rows(measured))]
    if seen is not None:
        fresh = [one for one in seen if not one.photo.trained]
        kept = [one for one in seen if one.photo.trained]
        groups = [
            ("Real photos never trained on", _photo_rows(fresh)),
            ("Real photos trained on", _photo_rows(kept)),
            *groups,
        ]
    return bars("What became of each picture, by source", "True count given.", groups)


def bars(title: str, told: str, groups: Sequence[tuple[str, Sequence[Row]]]) -> Sheet:
    """Draw the results of pictures, in groups of bars."""
    height = 92 + sum(34 + _ROW * len(rows) for _, rows in groups)
    sheet = Sheet(780, height, title)
    sheet.heading(20, 28, f"{told} The thin line is the 95 % interval of accepted and exact.")
    sheet.legend(
        20, 70, (TEAL, "accepted and exact"), (GREY, "doubted"), (RED, "accepted but wrong")
    )
    y = 92.0
    for title, rows in groups:
        sheet.text(20, y + 16, title, bold=True)
        y += 26
        for row in rows:
            _bar(sheet, y, row)
            y += _ROW
        y += 8
    return sheet


def _bar(sheet: Sheet, y: float, row: Row) -> None:
    tally = row.tally
    exact = tally.share(Verdict.EXACT)
    sheet.text(_LEFT - 48, y + 13, row.name, anchor="end")
    sheet.text(_LEFT - 10, y + 13, str(tally.total), anchor="end", colour=FAINT)
    x = _LEFT
    for part, colour in ((tally.exact, TEAL), (tally.doubted, GREY), (tally.wrong, RED)):
        wide = _BAR * part / max(tally.total, 1)
        sheet.rect(x, y + 2, wide, _ROW - 7, colour)
        x += wide
    low, high = exact.interval
    middle = y + _ROW / 2 - 1.5
    sheet.line((_LEFT + _BAR * low, middle), (_LEFT + _BAR * high, middle), colour=INK, width=1.2)
    wrong = f", {tally.wrong} wrong" if tally.wrong else ""
    sheet.text(_LEFT + _BAR + 10, y + 13, f"{100 * exact.value:.0f} %{wrong}")


def _photo_rows(seen: Sequence[photos.Seen]) -> list[Row]:
    rows = [
        Row(name.split("/")[0], Tally.of(one.told for one in part))
        for name, part in photos.by(seen, lambda photo: photo.source).items()
    ]
    return [*rows, Row("all", Tally.of(one.told for one in seen))]


def _render_rows(measured: renders.Measured) -> list[Row]:
    readable = [one for one in measured.plain if one.readable]
    return [
        Row(
            dice_set.name,
            Tally.of(one.told for one in readable if one.job.dice_set.name == dice_set.name),
        )
        for dice_set in renders.SETS
    ]


# Reliability.

_TICKS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)
_FROM, _TO = 0.4, 0.9997
_BINS = (0.0, 0.7, 0.85, 0.95, 0.98, 0.99, 0.997, 0.999, 1.0)
_SIDE = 380.0


def reliability(measured: renders.Measured, seen: Sequence[photos.Seen] | None) -> Sheet:
    """The share of dice that were right over how sure the reader was, both in log odds."""
    sheet = Sheet(520, 550, "Confidence and truth, die by die")
    sheet.heading(20, 28, "On the line, confidence keeps its promise; above, it is too modest.")
    left, top = 90.0, 102.0
    for tick in _TICKS:
        x, y = left + _SIDE * _odds(tick), top + _SIDE * (1 - _odds(tick))
        sheet.line((x, top), (x, top + _SIDE))
        sheet.line((left, y), (left + _SIDE, y))
        sheet.text(x, top + _SIDE + 18, f"{100 * tick:g} %", anchor="middle", colour=FAINT)
        sheet.text(left - 8, y + 4, f"{100 * tick:g} %", anchor="end", colour=FAINT)
    sheet.line((left, top + _SIDE), (left + _SIDE, top), colour=FAINT, dashed=True)
    series = [(BLUE, "renders", measured.sightings(), -3.0)]
    if seen is not None:
        series.append((AMBER, "photos never trained on", calibration.on_photos(seen), 3.0))
    entries = []
    for colour, name, sightings, aside in series:
        for one in bins(sightings, _BINS):
            _point(sheet, left + aside, top, one, colour)
        error = calibration_error(bins(sightings))
        entries.append((colour, f"{name} (error {100 * error:.1f} %)"))
    sheet.legend(20, 70, *entries)
    sheet.text(
        left + _SIDE / 2, top + _SIDE + 42, "confidence told (mean of a bin)", anchor="middle"
    )
    sheet.text(20, top + 4, "dice right")
    sheet.text(
        left + _SIDE, top + _SIDE - 8, "lines: 95 % intervals; at the upper edge: none wrong",
        size=11, anchor="end", colour=FAINT,
    )  # fmt: skip
    return sheet


def _point(sheet: Sheet, left: float, top: float, one: Bin, colour: str) -> None:
    x = left + _SIDE * _odds(one.confidence)
    low, high = one.right.interval
    sheet.line(
        (x, top + _SIDE * (1 - _odds(low))), (x, top + _SIDE * (1 - _odds(high))),
        colour=colour, width=1.5,
    )  # fmt: skip
    radius = min(3 + one.right.of**0.5 / 12, 9)
    sheet.dot(x, top + _SIDE * (1 - _odds(one.right.value)), radius, colour)


def _odds(chance: float) -> float:
    """Return the position of a chance on the axes, 0 to 1; values beyond them are at their ends."""
    least, most = log(_FROM / (1 - _FROM)), log(_TO / (1 - _TO))
    kept = min(max(chance, _FROM), _TO)
    return (log(kept / (1 - kept)) - least) / (most - least)


# Time.

_WIDE, _HIGH = 290.0, 200.0


def clock(times: timing.Times) -> Sheet:
    """The time of a reading over the size of the picture and over the count of dice."""
    sheet = Sheet(760, 350, "Time of a reading on one core")
    below = (
        f"Median, OpenCV {cv2.__version__}, this machine: compare the lines, not the milliseconds."
    )
    sheet.heading(20, 28, below)
    sheet.legend(20, 70, (TEAL, "a reading"), (AMBER, "one 640 x 640 pass of a YOLOv5n-sized net"))
    most = 1.15 * max(times.yardstick, *times.by_size.values(), *times.by_count.values())
    sizes = [
        (f"{w * h / 1e6:.1f} MP", log(w * h / 2e5) / log(2e7 / 2e5), ms)
        for (w, h), ms in times.by_size.items()
    ]
    counts = [(str(count), count / 12.9 + 0.03, ms) for count, ms in times.by_count.items()]
    usual = f"size of the picture ({timing.USUAL} dice)"
    _panel(sheet, 70, sizes, times.yardstick, most, usual)
    _panel(sheet, 440, counts, times.yardstick, most, "dice (1280 x 960)")
    return sheet


def _panel(
    sheet: Sheet,
    left: float,
    values: Sequence[tuple[str, float, float]],
    yardstick: float,
    most: float,
    name: str,
) -> None:
    """Values with their labels and places along the axis, 0 to 1."""
    top = 92.0
    step = 25 if most < 130 else 50 if most < 300 else 100
    for tick in range(0, int(most) + 1, step):
        y = top + _HIGH * (1 - tick / most)
        sheet.line((left, y), (left + _WIDE, y))
        sheet.text(left - 8, y + 4, f"{tick} ms" if tick else "0", anchor="end", colour=FAINT)
    y = top + _HIGH * (1 - yardstick / most)
    sheet.line((left, y), (left + _WIDE, y), colour=AMBER, width=2, dashed=True)
    points = [(left + _WIDE * at, top + _HIGH * (1 - ms / most)) for _, at, ms in values]
    for x, y in points:
        sheet.rect(x - 12, y + 8, 24, 14, PAPER)
    sheet.line(*points, colour=TEAL, width=2)
    for (x, y), (label, _, ms) in zip(points, values, strict=True):
        sheet.text(x, top + _HIGH + 18, label, anchor="middle", colour=FAINT)
        sheet.text(x, y + 19, f"{ms:.0f}", anchor="middle")
        sheet.dot(x, y, 4.5, TEAL)
    sheet.text(left + _WIDE / 2, top + _HIGH + 42, name, anchor="middle")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="the folder; else GRILLSIDE_PHOTOS")
    parser.add_argument("--scenes", type=int, help=f"of each set; {renders.SCENES} without")
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args(arguments)
    folder = photos.folder_given(asked.photos)
    if folder is None:
        print(photos.UNSET)
    draw(
        asked.out,
        timing.measure(),
        renders.measure(renders.scenes_given(asked.scenes)),
        None if folder is None else photos.measure(folder),
    )


if __name__ == "__main__":
    main()
