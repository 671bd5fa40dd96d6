"""The plots of the mat: what the counting prints is understood, and what is drawn is whole."""

from pathlib import Path
from xml.etree import ElementTree as ET

from tools.figures.mat_plots import SIZES, TILTS, Point, presses, seen, told_presses
from tools.figures.mats import Counted

PRINTED = """Presses at the table, greedy player, all counted (target)
  barbecue: 200 games, 27470 throws, 54307 presses: 1.98 a throw (2.6)
    SCAN 1.016, choosing dice 0.572
  barbecue on a mat: 200 games, 27470 throws, 34611 presses: 1.26 a throw (1.5)
  barbecue on a mat at home: 200 games, 27470 throws, 34000 presses: 1.24 a throw (1.5)
"""


def test_what_the_counting_prints_is_understood() -> None:
    told = {"": 1.98, "on a mat": 1.26, "on a mat at home": 1.24}
    assert told_presses(PRINTED) == {"barbecue": told}


def test_plots_are_well_formed(tmp_path: Path) -> None:
    counted = Counted(scenes=30, found=29, accepted=28, wrong=1, misplaced=2, dice=232)
    found, zone, exact = Point(10, counted).shares()
    assert (found.part, zone.part, exact.part) == (29, 230, 27)
    drawn = seen([Point(t, counted) for t in TILTS], [Point(s, counted) for s in SIZES])
    drawn.save(tmp_path / "seen.svg")
    presses(told_presses(PRINTED)).save(tmp_path / "presses.svg")
    for name in ("seen", "presses"):
        root = ET.parse(tmp_path / f"{name}.svg").getroot()  # noqa: S314 - our own file
        width = float(root.attrib["width"])
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 < float(text.attrib["x"]) < width
