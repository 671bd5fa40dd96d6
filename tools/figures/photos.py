"""Measures the reader on real photos labelled by people.

`python -m tools.figures.photos --photos DIR`, or with GRILLSIDE_PHOTOS set. The folder holds
`images/` and `index.csv` with the columns file, source_repo, n_dice, values (faces with spaces
between), dice_colour, view and difficulty.
"""

import argparse
import csv
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.dice import STANDARD, Face, Faces
from tools.figures.spread import reader, spread
from tools.figures.stats import Sighting, table
from tools.figures.verdicts import HEADER, LEGEND, Verdict, cells, sightings, verdict
from vision.errors import BadPicture
from vision.files.pictures import decode
from vision.reading import Doubt, Reading
from vision.training.data import LICENSED as TRAINED

UNSET = (
    "Real photos: skipped, since no folder was given. Set GRILLSIDE_PHOTOS or pass --photos: a"
    " folder\nwith images/ and index.csv (tools/figures/photos.py says which columns)."
)

_SIDE = 34  # letters of a group's name


@dataclass(frozen=True)
class Photo:
    """A photo with its labels."""

    path: Path
    source: str
    faces: Faces
    colour: str
    view: str
    difficulty: str

    @property
    def trained(self) -> bool:
        """Whether the nets have seen it."""
        return self.path.name.startswith(TRAINED)

    @property
    def hard(self) -> bool:
        return self.difficulty not in {"easy", "medium"}


@dataclass(frozen=True)
class Seen:
    """The readings with the true count given (`told`), and without (`untold`)."""

    photo: Photo
    told: Verdict
    untold: Verdict
    faces: tuple[str, ...]
    untold_faces: tuple[str, ...]
    doubts: tuple[str, ...]
    sightings: tuple[Sighting, ...]

    @property
    def exact(self) -> bool:
        """Whether every die was found and read, doubted or not."""
        return self.faces == self.photo.faces


def folder_given(asked: Path | None = None) -> Path | None:
    """The folder of photos, from the option or the environment."""
    named = os.environ.get("GRILLSIDE_PHOTOS")
    return asked or (Path(named) if named else None)


def labelled(folder: Path) -> list[Photo]:
    """The photos of a folder."""
    with (folder / "index.csv").open(newline="", encoding="utf-8") as file:
        return [
            Photo(
                folder / "images" / row["file"],
                row["source_repo"],
                tuple(sorted(Face(value) for value in row["values"].split())),
                row["dice_colour"],
                row["view"],
                row["difficulty"],
            )
            for row in csv.DictReader(file)
        ]


def see(photo: Photo) -> Seen:
    """Read one photo as `grillside read` does."""
    try:
        frame = decode(photo.path.read_bytes()).frame
    except BadPicture as error:
        told = untold = Reading((), (Doubt(error.code),))
    else:
        told = reader().read(frame, STANDARD, {len(photo.faces)})
        untold = reader().read(frame, STANDARD, None)
    return Seen(
        photo,
        verdict(told, exact=told.faces == photo.faces),
        verdict(untold, exact=untold.faces == photo.faces),
        told.faces,
        untold.faces,
        tuple(sorted({doubt.code for doubt in told.doubts})),
        sightings(photo.faces, told.dice),
    )


def measure(folder: Path, processes: int | None = None) -> list[Seen]:
    """Read all photos of a folder."""
    return spread(see, labelled(folder), "photos", processes)


def print_all(seen: Sequence[Seen], *, doubted: bool = False) -> None:
    """All tables, and every photo that was accepted but wrong by name."""
    fresh = [one for one in seen if not one.photo.trained]
    print(
        f"Real photos, ordinary dice: {len(fresh)} never trained on, {len(seen) - len(fresh)} "
        "trained on; 95 % intervals"
    )
    print(LEGEND)
    print("  Some photos show one scene twice, so the intervals are a little too narrow.")
    for name, part in (("never trained on", fresh), ("trained on", _trained(seen))):
        if part:
            print(table((name, *HEADER), _by_difficulty(part)))
    for name, key in _KEYS:
        print(table((f"never trained on, by {name}", *HEADER), _grouped(fresh, key)))
    if trained := _trained(seen):
        print(table(("trained on, by source", *HEADER), _grouped(trained, _KEYS[0][1])))
    _print_wrong(seen)
    codes = Counter(code for one in fresh for code in one.doubts)
    listed = ", ".join(f"{code} {count}" for code, count in codes.most_common())
    print(f"  Doubts about photos never trained on (photos each): {listed or 'none'}")
    if doubted:
        _print_doubted(seen)


def _trained(seen: Sequence[Seen]) -> list[Seen]:
    return [one for one in seen if one.photo.trained]


def _by_difficulty(seen: Sequence[Seen]) -> Iterable[list[str]]:
    groups = {
        "easy": [one for one in seen if one.photo.difficulty == "easy"],
        "medium": [one for one in seen if one.photo.difficulty == "medium"],
        "easy and medium": [one for one in seen if not one.photo.hard],
        "hard": [one for one in seen if one.photo.hard],
        "all": list(seen),
        "without dice": [one for one in seen if not one.photo.faces],
    }
    return [[name, *cells(part)] for name, part in groups.items() if part]


_KEYS: tuple[tuple[str, Callable[[Photo], str]], ...] = (
    ("source", lambda photo: photo.source),
    ("view", lambda photo: photo.view),
    ("colour", lambda photo: photo.colour),
)


def by(seen: Iterable[Seen], key: Callable[[Photo], str]) -> dict[str, list[Seen]]:
    groups: dict[str, list[Seen]] = {}
    for one in seen:
        groups.setdefault(key(one.photo), []).append(one)
    return dict(sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])))


def _grouped(seen: Sequence[Seen], key: Callable[[Photo], str]) -> list[list[str]]:
    return [[name[:_SIDE], *cells(part)] for name, part in by(seen, key).items()]


def _print_wrong(seen: Sequence[Seen]) -> None:
    wrong = [one for one in seen if Verdict.WRONG in {one.told, one.untold}]
    print(f"  Accepted but wrong: {'none' if not wrong else ''}")
    for one in wrong:
        how = [
            name
            for name, each in (("count given", one.told), ("not given", one.untold))
            if each is Verdict.WRONG
        ]
        faces = one.faces if one.told is Verdict.WRONG else one.untold_faces
        apart = "trained on, " if one.photo.trained else ""
        print(
            f"    {one.photo.path.name} ({apart}{one.photo.difficulty}; {', '.join(how)}): "
            f"read {_told(faces)}, true {_told(one.photo.faces)}"
        )


def _print_doubted(seen: Sequence[Seen]) -> None:
    print("  Doubted with the count given:")
    for one in seen:
        if one.told is Verdict.DOUBTED:
            right = "right" if one.exact else f"read {_told(one.faces)}, true"
            print(
                f"    {one.photo.path.name} ({one.photo.difficulty}): {right} "
                f"{_told(one.photo.faces)}; {', '.join(one.doubts)}"
            )


def _told(faces: tuple[str, ...]) -> str:
    return " ".join(faces) or "none"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="the folder; else GRILLSIDE_PHOTOS")
    parser.add_argument("--doubted", action="store_true", help="list what was doubted, and why")
    asked = parser.parse_args(arguments)
    folder = folder_given(asked.photos)
    if folder is None:
        print(UNSET)
    else:
        print_all(measure(folder), doubted=asked.doubted)


if __name__ == "__main__":
    main()
