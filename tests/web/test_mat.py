"""What a page is told of a mat: where its zones are, what lies aside, and what is wrong there."""

import pytest

from firmware.camera.mat import MatSeen
from firmware.errors import CameraTrouble
from firmware.web.mat import Wrong, wrong
from rules.dice import Face
from rules.follow import (
    AlreadyKept,
    BackInTray,
    DiceMissing,
    KeptTurned,
    LaidUnseen,
    MixedFaces,
    NotThrown,
    StillInTray,
    TooManyAside,
)
from tests.web.served import FRAME, Served
from tests.web.spread import on_mat, spread
from tools.gallery.walk import reading
from vision.reading import Doubt, Reading

ONE, TWO, THREE, WORM = Face.ONE, Face.TWO, Face.THREE, Face.WORM
THROWN = (ONE, WORM, THREE, WORM)
ASIDE = (TWO, TWO, WORM, THREE)


def test_a_problem_points_at_its_dice() -> None:
    for problem, thrown, aside in [
        (StillInTray(WORM, 2), {1, 3}, set()),
        (BackInTray(ONE), {0}, set()),
        (AlreadyKept(TWO), set(), {0, 1}),
        (NotThrown(THREE), set(), {3}),
        (TooManyAside(WORM, 1), set(), {2}),
        (LaidUnseen(THREE), set(), {3}),
        (MixedFaces((WORM, THREE)), set(), {2, 3}),
        (KeptTurned(ONE), set(), {2, 3}),
        (DiceMissing(7, 8), set(), set()),
    ]:
        found = wrong(problem, THROWN, ASIDE, {TWO: 2, ONE: 1})
        assert found == Wrong(frozenset(thrown), frozenset(aside))


async def test_zones_and_kept_dice_are_told_with_the_picture(table: Served) -> None:
    line = await table.begun()
    await table.look(line, spread("1112266w"), on_mat(""))
    assert line.last["sight"]["mat"]["kept"] == []
    zones = line.last["sight"]["mat"]["zones"]
    assert [zone["name"] for zone in zones] == ["throw", "keep"]
    await table.look(line, reading("22661", aside="111"), on_mat("111"))
    mat = line.last["sight"]["mat"]
    assert [die["face"] for die in mat["kept"]] == ["1", "1", "1"]
    assert not any(die["doubted"] or die["amiss"] for die in mat["kept"])


async def test_a_mistake_is_told_and_its_dice_are_marked(table: Served) -> None:
    line = await table.begun()
    await table.look(line, spread("1112266w"), on_mat(""))
    await table.look(line, reading("12266w", aside="11"), on_mat("11"))
    sight = line.last["sight"]
    assert table.name == "aside"
    assert "still in the tray" in sight["problem"]
    assert [die["amiss"] for die in sight["dice"]] == [True] + [False] * 5
    assert not any(die["amiss"] for die in sight["mat"]["kept"])


async def test_a_row_that_is_not_seen_well_is_told(table: Served) -> None:
    line = await table.begun()
    await table.look(line, spread("1112266w"), on_mat(""))
    glare = Doubt("glare", {"die": 1})
    await table.look(line, Reading(reading("22661").dice), on_mat("111", glare))
    mat = line.last["sight"]["mat"]
    assert [die["doubted"] for die in mat["kept"]] == [False, True, False]
    assert "die 2" in mat["doubts"][0]


async def test_what_may_be_a_die_is_told_with_its_place(table: Served) -> None:
    line = await table.begun()
    await table.look(line, reading("1112266w", Doubt("hidden", {"x": 12.0, "y": 34.0})))
    assert line.last["sight"]["places"] == [[12.0, 34.0]]
    assert line.last["sight"]["mat"] is None


@pytest.mark.parametrize(
    ("mat", "says", "zones"),
    [
        (None, None, 0),
        (MatSeen("a4", 3, 350, 5, {"throw": ((1.0, 2.0),)}, (128, 96)), "3 of its 4", 1),
        (CameraTrouble("mat_twice"), "Two mats", 0),
        (CameraTrouble("mat_covered", found=1, least=2), "Only 1", 0),
    ],
)
async def test_whoever_aims_is_told_how_the_mat_is_seen(
    table: Served, mat: MatSeen | CameraTrouble | None, says: str | None, zones: int
) -> None:
    line = await table.page()
    table.last_picture.glance(FRAME, mat)
    unasked = line.last
    assert unasked["aim_mat"] is None
    line.ask("aim", on=True)
    await line.until(lambda news: news["aim"])
    told = line.last["aim_mat"]
    assert (told is None) == (says is None)
    if told is not None:
        assert says in told["said"]
        assert len(told["zones"]) == zones
