"""The mat as a PDF: what a printer draws is what the camera looks for."""

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.commands import read as command
from firmware.commands.cli import main
from firmware.errors import CameraTrouble
from firmware.simulator.camera import Conditions, SimulatedCamera
from rules.dice import BARBECUE, Face
from tests.harness.reading import Scripted
from vision.geometry import Frame
from vision.mat.placing import find_mat
from vision.mat.sheet import CORNERS, Paper, Sheet

pytestmark = pytest.mark.skipif(
    not hasattr(getattr(cv2, "aruco", None), "ArucoDetector"), reason="OpenCV is older than 4.7"
)

DOTS = 6
"""Pixels a millimetre."""
_POINTS = 72 / 25.4


def drawn(pdf: bytes) -> Frame:
    """The filled rectangles of the page, as a printer would draw them."""
    box = re.search(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box is not None
    width, height = (round(float(side) / _POINTS * DOTS) for side in box.groups())
    paper = np.full((height, width, 3), 255, np.uint8)
    ink = 0
    for line in content(pdf).decode("cp1252").splitlines():
        if line.endswith(" g"):
            ink = round(float(line.split()[0]) * 255)
        elif line.endswith(" re f"):
            for area in line.removesuffix(" f").split(" re")[:-1]:
                x, y, wide, high = map(float, area.split())
                left, top = round(x * DOTS), round(y * DOTS)
                paper[top : round((y + high) * DOTS), left : round((x + wide) * DOTS)] = ink
    return paper


def content(pdf: bytes) -> bytes:
    """The page's drawing."""
    found = re.search(rb"/Length (\d+) >>\nstream\n", pdf)
    assert found is not None
    stream = pdf[found.end() : found.end() + int(found[1])]
    assert pdf[found.end() + int(found[1]) :].startswith(b"\nendstream")
    return stream


def test_a_marker_is_one_piece(tmp_path: Path) -> None:
    """Between two, printers and viewers leave hairlines."""
    assert main(["mat", "--out", str(tmp_path / "mat.pdf")]) == 0
    lines = content((tmp_path / "mat.pdf").read_bytes()).decode("cp1252").splitlines()
    black = lines[lines.index("0 g") + 1 :]
    assert len([line for line in black if line.endswith(" re f")]) == CORNERS


@pytest.mark.parametrize("paper", Paper)
def test_what_is_printed_is_found(tmp_path: Path, paper: Paper) -> None:
    out = tmp_path / "mat.pdf"
    assert main(["mat", "--paper", paper, "--out", str(out)]) == 0
    page = drawn(out.read_bytes())
    around = cv2.copyMakeBorder(page, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(120, 140, 160))
    small = cv2.resize(around, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    mat = find_mat(np.asarray(small, np.uint8))
    assert mat is not None
    assert mat.sheet == Sheet(paper)
    left, right = mat.picture([(0, 0), (100, 0)])
    assert np.hypot(*(right - left)) == pytest.approx(100 * DOTS / 2, rel=0.01)


def test_every_part_of_the_file_is_where_its_table_says(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    main(["mat", "--out", str(out)])
    pdf = out.read_bytes()
    start = int(pdf.split()[-2])
    table = pdf[start:].splitlines()
    assert table[0] == b"xref"
    for number, line in enumerate(table[3 : 2 + int(table[1].split()[1])], 1):
        assert pdf[int(line.split()[0]) :].startswith(b"%d 0 obj" % number)


def test_captions_are_in_the_language_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    main(["mat", "--out", str(out), "--language", "de"])
    assert "(ABLEGEN)" in content(out.read_bytes()).decode("cp1252")


def test_how_to_print_it_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["mat", "--out", str(tmp_path / "mat.pdf"), "--language", "en"])
    assert "print it at 100 %" in capsys.readouterr().out


def test_a_name_that_acts_is_printed_as_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["mat", "--out", str(tmp_path / "mat\x1b[2J.pdf"), "--language", "en"])
    assert "\\u001b[2J.pdf: print it" in capsys.readouterr().out


def test_a_folder_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["mat", "--out", str(tmp_path / "file" / "mat.pdf"), "--language", "en"]) == 2
    assert "file" in capsys.readouterr().err


# A picture of a mat, read by the command.


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    camera = SimulatedCamera(BARBECUE, seed=4)
    camera.conditions = Conditions(mat=True)
    camera.put((Face.ONE, Face.WORM), (Face.TWO, Face.TWO, Face.SIX))
    path = tmp_path / "mat.png"
    cv2.imwrite(str(path), next(frame for _, frame in camera.frames()))
    return path


def read(path: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["read", "--dice", "barbecue", "--language", "en", *more, str(path)]) == 0
    return capsys.readouterr().out


def test_a_picture_of_a_mat_is_read_by_zones(
    picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = read(picture, capsys)
    assert "5 dice" in said
    thrown, aside = said.splitlines()[1].split(";")
    assert sorted(thrown.split()[-2:]) == ["1", "worm"]
    assert sorted(aside.split()[-3:]) == ["2", "2", "6"]
    told = json.loads(read(picture, capsys, "--json"))["mat"]
    assert (told["paper"], sorted(told["keep"])) == ("a4", ["2", "2", "6"])


def test_what_is_wrong_with_a_mat_is_said(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "make_reader", Scripted)  # what lies there is another test
    frame = cv2.imread(str(picture))
    assert frame is not None
    cv2.imwrite(str(picture), frame[:, ::-1])
    first, mirrored = read(picture, capsys).splitlines()
    assert first == f"{picture}: not sure: 2 dice: worm 3"
    assert mirrored.startswith("  The mat is mirrored")
    told = json.loads(read(picture, capsys, "--json"))
    assert told["mat"] == {"error": "mat_mirrored"}
    assert (told["accepted"], told["doubts"]) == (False, [{"code": "mat_mirrored"}])
    cv2.imwrite(str(picture), cv2.hconcat([frame, frame]))
    assert "not sure" in (said := read(picture, capsys))
    assert "Two mats" in said
    assert json.loads(read(picture, capsys, "--json"))["doubts"] == [{"code": "mat_twice"}]


def test_a_mat_that_does_no_harm_is_no_doubt(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "make_reader", Scripted)
    monkeypatch.setattr(
        command, "seen_mat", lambda _: CameraTrouble("mat_covered", found=1, least=2)
    )
    said = read(picture, capsys)
    assert "not sure" not in said
    assert "Only 1 of the mat's squares" in said
    assert json.loads(read(picture, capsys, "--json"))["accepted"] is True
