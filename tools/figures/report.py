"""Measures all figures of the reader, prints them, and draws plots on request.

`python -m tools.figures.report [--photos DIR] [--scenes N] [--plots DIR]`; `make bench` prints them
too, with GRILLSIDE_PHOTOS and GRILLSIDE_SCENES from the environment.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tools.figures import calibration, last, photos, plots, renders, timing
from tools.figures.stats import Share
from tools.figures.verdicts import Tally, Verdict


def report(
    folder: Path | None = None, scenes: int | None = None, drawn: Path | None = None
) -> None:
    """Measure, print, and draw into a folder if one is given."""
    times = timing.measure()
    timing.print_all(times)
    many = renders.scenes_given(scenes)
    measured = renders.measure(many)
    renders.print_all(measured)
    last.print_all(last.measure(max(1, many * last.TABLES // renders.SCENES)))
    folder = photos.folder_given(folder)
    seen = None
    if folder is None:
        print(photos.UNSET)
    else:
        seen = photos.measure(folder)
        photos.print_all(seen)
        print_gap(measured, seen)
    calibration.print_all(measured, seen)
    if drawn is not None:
        plots.draw(drawn, times, measured, seen)


def print_gap(measured: renders.Measured, seen: Sequence[photos.Seen]) -> None:
    """How much worse real pips are read than rendered ones."""
    rendered = [
        one for one in measured.plain if one.readable and one.job.dice_set.name == "standard"
    ]
    real = [one for one in seen if not one.photo.trained]
    print("From renders to reality, ordinary dice, count given")
    for name, told, dice in (
        ("renders", [one.told for one in rendered], _right_in_renders(rendered)),
        ("photos never trained on", [one.told for one in real], _right_in_photos(real)),
        ("  easy and medium", *_kept(real)),
    ):
        exact = Tally.of(told).share(Verdict.EXACT)
        print(f"  {name:24} throws accepted and exact {exact}, dice found and right {dice}")
    print(
        "  Of worms, brown dice and picture dice there are no photos: their figures are renders'."
    )


def _kept(real: Sequence[photos.Seen]) -> tuple[list[Verdict], Share]:
    easier = [one for one in real if not one.photo.hard]
    return [one.told for one in easier], _right_in_photos(easier)


def _right_in_renders(seen: Sequence[renders.Seen]) -> Share:
    true = [match for one in seen for match in one.matches if match.true is not None]
    return Share(sum(match.right for match in true), len(true))


def _right_in_photos(seen: Sequence[photos.Seen]) -> Share:
    right = sum(sighting.right for one in seen for sighting in one.sightings)
    return Share(right, sum(len(one.photo.faces) for one in seen))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="the folder; else GRILLSIDE_PHOTOS")
    parser.add_argument("--scenes", type=int, help=f"of each set; {renders.SCENES} without")
    parser.add_argument("--plots", type=Path, help="draw into this folder too")
    asked = parser.parse_args(arguments)
    report(asked.photos, asked.scenes, asked.plots)


if __name__ == "__main__":
    main()
