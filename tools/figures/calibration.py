"""Measures whether confidence is calibrated: 99 of 100 dice read with 99 % must be right.

`python -m tools.figures.calibration [--scenes N] [--photos DIR]`. In renders the place of every die
is known; in photos only the faces are, so a wrong face may count as a missed one.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.figures import photos, renders
from tools.figures.stats import Bin, Sighting, bins, calibration_error, table


def on_photos(seen: Iterable[photos.Seen]) -> tuple[Sighting, ...]:
    """Every die that was read in a photo never trained on."""
    return tuple(sighting for one in seen if not one.photo.trained for sighting in one.sightings)


def print_bins(name: str, sightings: Sequence[Sighting]) -> None:
    """Confidence beside truth, and how far they lie apart."""
    found = bins(sightings)
    error = calibration_error(found)
    print(
        f"Confidence and truth, {name}: {len(sightings)} dice read, expected calibration error "
        f"{100 * error:.2f} %"
    )
    print(table(("confidence", "dice", "mean", "right"), map(_row, found)))


def _row(one: Bin) -> list[str]:
    low, high = one.right.interval
    return [
        f"{one.low:.3f} to {one.high:.3f}",
        str(one.right.of),
        f"{100 * one.confidence:.2f} %",
        f"{100 * one.right.value:.2f} % [{100 * low:.1f}-{100 * high:.1f}]",
    ]


def print_all(measured: renders.Measured, seen: Sequence[photos.Seen] | None) -> None:
    """For renders, and for photos where there are some."""
    print_bins("renders", measured.sightings())
    if seen is not None:
        print_bins("photos never trained on", on_photos(seen))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, help=f"of each set; {renders.SCENES} without")
    parser.add_argument("--photos", type=Path, help="the folder; else GRILLSIDE_PHOTOS")
    asked = parser.parse_args(arguments)
    folder = photos.folder_given(asked.photos)
    print_all(
        renders.measure(renders.scenes_given(asked.scenes)),
        None if folder is None else photos.measure(folder),
    )


if __name__ == "__main__":
    main()
