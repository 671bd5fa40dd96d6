"""docs/build/: pictures of the pins and numbers that hold, and a stand that can be printed."""

import os
import re
import shutil
import subprocess
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path

import pytest

from firmware.config import wired
from firmware.config.keys import Preset
from firmware.devices.wiring import Spi
from firmware.speech.language import language_named
from tests.tools.test_pi import slug
from tools.box import header
from tools.box.__main__ import BUILD, TEXT, drawn, tabled
from tools.box.numbers import (
    CLEAR,
    HEIGHTS,
    MAT_STAND,
    MODULE_3,
    MODULE_3_WIDE,
    PICTURE,
    PRINTER,
    RIBBON,
    SPARE,
    STAND,
    beyond,
    die_pixels,
    tilted_die_pixels,
    tray,
)
from tools.box.parts import WIRINGS, Wire, Wiring
from tools.box.wiring import Card, Route, beside, ground, placed, routes
from tools.catalogues import LOCALE, read

SCAD = BUILD / "stand.scad"
PARTS = ("ring", "base", "mast", "joint", "clip", "console")
DOCUMENTS = ("README.md", "first-run.md", "troubleshooting.md")


# the wiring


def test_the_pictures_are_as_they_would_be_drawn_now() -> None:
    for path, picture in drawn().items():
        assert path.read_text() == picture, f"python -m tools.box draws {path.name} anew"


def test_there_is_one_for_each_preset() -> None:
    shown = {wiring.config.buttons.preset for wiring in WIRINGS.values()}
    assert shown == set(Preset) - {Preset.NONE}


@pytest.mark.parametrize("wiring", WIRINGS.values(), ids=list(WIRINGS))
def test_every_pin_of_the_program_is_wired_and_no_other(wiring: Wiring) -> None:
    config = wiring.config
    bus = wired.bus(config.panel)
    opened = {button.pin for button in wired.buttons(config.buttons).values()}
    others = (config.led.pin, config.sound.pin, bus.reset_pin)
    opened |= {pin for pin in others if pin is not None}
    opened |= {8 - bus.device, 10, 11, bus.command_pin} if isinstance(bus, Spi) else {2, 3}
    terminals = [terminal for part in wiring.parts() for terminal in part.terminals]
    places = [terminal.place for terminal in terminals if terminal.place]
    assert len(places) == len(set(places)), "two wires at one pin"
    power = {terminal.place for terminal in terminals if terminal.wire is Wire.POWER}
    assert set(places) - power == {header.PLACES[pin] for pin in opened}
    assert power <= set(header.POWER_3V3), "5 V would harm a pin"


def test_the_header_is_whole() -> None:
    names = [header.name(place) for place in range(1, 41)]
    assert sorted(header.PLACES) == list(range(28))
    assert (names.count("ground"), names.count("3.3 V"), names.count("5 V")) == (8, 2, 2)


def cards(wiring: Wiring, *, left: bool) -> list[Card]:
    return placed(beside(list(wiring.parts()), wiring, left=left))


def segments(route: Route) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(zip(route.points, route.points[1:], strict=False))


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("wiring", WIRINGS.values(), ids=list(WIRINGS))
def test_no_wire_crosses_another_and_no_part_lies_on_another(wiring: Wiring, *, left: bool) -> None:
    standing = cards(wiring, left=left)
    for one, other in combinations(standing, 2):
        assert one.y + one.height <= other.y or other.y + other.height <= one.y
    for wire, another in combinations(routes(standing, left=left), 2):
        assert not any(meet(*a, *b) for a in segments(wire) for b in segments(another))
    joined = ground(standing, left=left)
    assert (joined is None) == (not standing)


Point = tuple[float, float]


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines, each across or down, have a point in common."""
    across = max(min(a[0], b[0]), min(c[0], d[0])) <= min(max(a[0], b[0]), max(c[0], d[0]))
    down = max(min(a[1], b[1]), min(c[1], d[1])) <= min(max(a[1], b[1]), max(c[1], d[1]))
    return across and down


# the numbers


def test_the_table_of_heights_is_as_it_would_be_computed_now() -> None:
    text = TEXT.read_text()
    assert tabled(text) == text
    assert text.count("\n| Camera Module 3 Wide |") == text.count("pixels |") / 2 == len(HEIGHTS)


def test_a_field_of_view_is_what_geometry_says() -> None:
    across, down = MODULE_3.field(1000, (16, 9))
    assert across == pytest.approx(1299, abs=1)  # 2 * tan 33 degrees
    assert down == pytest.approx(748, abs=1)  # 2 * tan 20.5 degrees
    narrower, same = MODULE_3.field(1000, (4, 3))
    assert narrower == pytest.approx(across * 0.75)
    assert same == down
    wider, lower = MODULE_3.field(1000, (32, 9))
    assert wider == across
    assert lower == pytest.approx(down / 2)


def test_the_reference_build_can_be_read_and_built() -> None:
    wide, deep = tray(MODULE_3, STAND.camera_height)
    assert wide >= STAND.tray_width
    assert deep >= STAND.tray_depth
    assert die_pixels(MODULE_3, STAND.camera_height) >= CLEAR
    assert die_pixels(MODULE_3_WIDE, STAND.camera_height) < CLEAR, "the ordinary one is advised"
    assert STAND.ribbon <= RIBBON - 40, "a ribbon needs some slack"
    assert f"{STAND.ribbon:.0f} mm of it" in TEXT.read_text()
    assert PICTURE == (1280, 960)


def test_the_stand_for_a_mat_sees_all_of_it_and_can_be_built() -> None:
    assert min(beyond(MODULE_3, MAT_STAND)) >= SPARE - 0.1
    assert tilted_die_pixels(MODULE_3, MAT_STAND) >= CLEAR
    assert MAT_STAND.ribbon <= RIBBON - 40, "a ribbon needs some slack"
    assert MAT_STAND.mast <= PRINTER
    assert MAT_STAND.arm > 40, "or the camera would hang at the mast"


def test_straight_above_its_middle_the_ribbon_would_be_too_short_for_a_mat() -> None:
    """Why the camera is tilted; at the height of the tray's stand a mat is not seen whole."""
    above = replace(MAT_STAND, lens_back=0, camera_tilt=0)
    assert min(beyond(MODULE_3, above)) >= SPARE
    assert above.ribbon > RIBBON
    assert min(beyond(MODULE_3, replace(above, camera_height=STAND.camera_height))) < 0


def test_how_far_is_seen_straight_down_is_the_field_of_view() -> None:
    across, down = MODULE_3.field(STAND.camera_height, PICTURE)
    back, side, front = beyond(MODULE_3, STAND)
    assert back == front == pytest.approx((down - STAND.tray_depth) / 2)
    assert side == pytest.approx((across - STAND.tray_width) / 2)


def test_the_document_tells_the_numbers_of_the_mat() -> None:
    told = " ".join(f"-D {name}={number}" for name, number in mat_numbers().items())
    assert told in " ".join(TEXT.read_text().replace("\\\n", " ").split())
    commented = " ".join(SCAD.read_text().replace("\n//", " ").split())
    assert told in commented


def mat_numbers() -> dict[str, int]:
    """What differs from the stand for a tray."""
    usual = asdict(STAND)
    return {name: number for name, number in asdict(MAT_STAND).items() if number != usual[name]}


def test_the_stand_has_the_numbers_of_the_plan() -> None:
    told = dict(re.findall(r"^(\w+) = ([\d.]+);", SCAD.read_text(), re.MULTILINE))
    for name, number in asdict(STAND).items():
        assert float(told[name]) == number, name


# what is printed


@pytest.fixture(scope="session")
def openscad() -> str:
    """OpenSCAD. On the machine that checks every change it must be there."""
    found = shutil.which("openscad")
    if found is None and os.environ.get("CI"):
        pytest.fail("openscad is not installed")
    if found is None:
        pytest.skip("the stand is not tried: there is no openscad here")
    return found


@pytest.mark.proof
@pytest.mark.parametrize(
    ("part", "mat"), [*((part, False) for part in PARTS), ("mast", True), ("clip", True)]
)
def test_the_stand_can_be_printed(openscad: str, part: str, *, mat: bool, tmp_path: Path) -> None:
    solid = tmp_path / f"{part}.stl"
    numbers = mat_numbers() if mat else {}
    told = [word for name, number in numbers.items() for word in ("-D", f"{name}={number}")]
    command = [openscad, "-D", f'part="{part}"', *told, "-o", str(solid), str(SCAD)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "WARNING" not in done.stderr
    assert "ERROR" not in done.stderr
    assert closed(solid.read_text()), "an edge has not exactly two sides"


def closed(solid: str) -> bool:
    """Whether the surface is whole: each edge is run through once in each direction."""
    corners = re.findall(r"vertex (\S+ \S+ \S+)", solid)
    assert len(corners) >= 36
    edges: dict[tuple[str, str], int] = {}
    for number in range(0, len(corners), 3):
        one, two, three = corners[number : number + 3]
        for edge in ((one, two), (two, three), (three, one)):
            edges[edge] = edges.get(edge, 0) + 1
    return all(edges.get((end, start)) == count for (start, end), count in edges.items())


# the words


def said() -> list[re.Pattern[str]]:
    """Every text that panel and doctor can show, whatever is filled in."""
    catalogue = read(LOCALE / "de.po")
    texts: list[str] = []
    for message in catalogue:
        texts += [message.id] if isinstance(message.id, str) else message.id
    telling = [text for text in texts if re.search(r"\w{2}", re.sub(r"\{\w+\}", "", text))]
    return [re.compile(re.sub(r"\\\{\w+\\\}", ".+?", re.escape(text))) for text in telling]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_quoted_word_is_what_the_panel_says(name: str) -> None:
    known = said()
    quoted = re.findall(r"“((?:[^“”]|“[^“”]*”)+)”", (BUILD / name).read_text())
    for words in quoted:
        if words != "quotation marks":
            assert any(pattern.fullmatch(words) for pattern in known), words


def test_the_words_in_italics_of_the_first_run_are_entries_of_its_menus() -> None:
    known = said()
    for words in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", (BUILD / "first-run.md").read_text()):
        assert any(pattern.fullmatch(words) for pattern in known), words
    assert language_named("de").gettext("Aim the camera…") != "Aim the camera…"


def test_every_doubt_and_every_trouble_of_a_camera_has_its_remedy() -> None:
    from firmware.speech.causes import CAUSES
    from firmware.speech.troubles import TROUBLES

    text = (BUILD / "troubleshooting.md").read_text()
    missing = {
        "unsure",
        "hidden",
        "disagree",
        "not_in_set",
        "missing",
        "too_many",
    }  # said by the panel itself
    for code, words in CAUSES.items():
        assert code in missing or str(words.short) in text, code
    for code, told in TROUBLES.items():
        assert not code.startswith("camera_") or str(told) in text, code


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_to_headings_lead_to_one(name: str) -> None:
    for file, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", (BUILD / name).read_text()):
        target = BUILD / (file or name)
        headings = re.findall(r"^#+ (.+)$", target.read_text(), re.MULTILINE)
        assert anchor in map(slug, headings), f"{target.name}#{anchor}"
