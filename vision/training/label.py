"""Marks the top faces of real photos with the current nets: `python -m vision.training.label`.

People give values and boxes; the nets only find the top face within its box. Dice that they cannot
find are excluded. Their answers are kept as evidence for `calibrate`, because they were not trained
on these photos yet.
"""

import argparse
import csv
import json
from pathlib import Path

import cv2
import numpy as np

from rules.dice import STANDARD, Face
from vision.stages.finder import Finder
from vision.stages.looker import NOTHING, Look, Looker
from vision.stages.pyramid import Pyramid
from vision.training.data import LICENSED
from vision.training.evidence import Evidence
from vision.training.photos import Die, Known, picture_at

LARGEST = 1000


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, help="holds images/, index.csv and boxes.csv")
    parser.add_argument("--out", type=Path, default=Path(".train/photos"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    boxes: dict[str, list[list[float]]] = {}
    with (args.photos / "boxes.csv").open() as file:
        for row in csv.DictReader(file):
            box = [float(row[name]) for name in ("x", "y", "w", "h", "value")]
            boxes.setdefault(row["file"], []).append(box)
    finder, looker = Finder(), Looker()
    labels: dict[str, Known] = {}
    evidence = Evidence(finder, looker)
    with (args.photos / "index.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["file"].startswith(LICENSED)]
    for row in rows:
        frame = picture_at(args.photos / "images" / row["file"])
        scale = min(1.0, LARGEST / max(frame.shape[:2]))
        if scale < 1:
            small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            frame = np.asarray(small, np.uint8)
        seen = Pyramid(frame)
        places = finder.find_again(seen, finder.find(seen))
        looks = looker.look(seen, [place.shape for place in places])
        found = [
            (place.belief * (1 - float(look.faces[NOTHING])), look)
            for place, look in zip(places, looks, strict=True)
        ]
        wanted = sorted(int(value) for value in row["values"].split())
        if row["file"] in boxes:
            scaled = [[*(v * scale for v in box[:4]), box[4]] for box in boxes[row["file"]]]
            known = _by_box(found, scaled)
        else:
            known = _by_value(found, wanted)
        print(row["file"], len(wanted), "dice", len(known["dice"]), "marked")
        name = Path(row["file"]).stem + ".jpg"
        cv2.imwrite(str(args.out / name), frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
        if len(known["dice"]) + len(known["blind"]) >= len(wanted):
            labels[name] = known
            truth = [(Face(str(die["value"])), die["corners"]) for die in known["dice"]]
            evidence.note(places, looks, STANDARD, truth, known["blind"])
    (args.out / "labels.json").write_text(json.dumps(labels))
    (args.out / "evidence.json").write_text(
        json.dumps({"dice": evidence.dice, "faces": evidence.faces})
    )


Found = list[tuple[float, Look]]


def _die(look: Look, value: int) -> Die:
    return {"corners": look.shape.corners, "value": value}


def _by_box(found: Found, boxes: list[list[float]]) -> Known:
    dice: list[Die] = []
    blind: list[list[float]] = []
    for x, y, w, h, value in boxes:
        within = [
            (belief * (0.3 + float(look.faces[int(value)])), number)
            for number, (belief, look) in enumerate(found)
            if x - 0.05 * w <= look.shape.middle[0] <= x + 1.05 * w
            and y - 0.05 * h <= look.shape.middle[1] <= y + 1.05 * h
            and 0.35 * np.sqrt(w * h) < look.shape.edge < 1.15 * np.sqrt(w * h)
        ]
        if within and max(within)[0] > 0.02:
            dice.append(_die(found[max(within)[1]][1], int(value)))
        else:
            blind.append([x + w / 2, y + h / 2, max(w, h) * 0.6])
    return {"dice": dice, "blind": blind}


def _by_value(found: Found, wanted: list[int]) -> Known:
    """Match without boxes: the strongest places must show exactly the known values."""
    strongest = sorted(found, key=lambda pair: -pair[0] * float(pair[1].faces[1:7].sum()))[
        : len(wanted)
    ]
    told = [int(look.faces[1:7].argmax()) + 1 for _, look in strongest]
    if sorted(told) != wanted:
        return {"dice": [], "blind": []}
    return {
        "dice": [_die(look, value) for (_, look), value in zip(strongest, told, strict=True)],
        "blind": [],
    }


if __name__ == "__main__":
    main()
