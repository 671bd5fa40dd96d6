"""Whatever is to be shown, drawing it does not raise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.screens import kinds
from firmware.screens.canvas import Canvas
from firmware.screens.draw import draw, overflow
from firmware.screens.font import font
from firmware.screens.kinds import Screen
from firmware.screens.layout import OLED_128X64, Layout
from rules.dice import Face
from tests.screens.layouts import LAYOUTS

TEXT = st.text(max_size=40)
MARKS = st.sampled_from(kinds.Mark)
SMALL = st.integers(-3, 20)
GROUP = st.builds(kinds.Group, st.sampled_from(Face), st.integers(0, 12), MARKS)
GROUPS = st.lists(GROUP, max_size=8).map(tuple)
LINES = st.lists(TEXT, max_size=4).map(tuple)
DIE = st.builds(kinds.Die, st.one_of(st.none(), st.sampled_from(Face)), MARKS)
SPOT = st.builds(kinds.Spot, SMALL, st.integers(0, 9), TEXT, st.integers(0, 3), st.booleans())
TILE = st.builds(kinds.Tile, SMALL, SMALL, st.sampled_from(kinds.TileState))
STACK = st.builds(kinds.Stack, TEXT, st.one_of(st.none(), SMALL), SMALL, st.booleans())
ANTS = st.one_of(st.just(""), st.text("ABCDÄ", max_size=5), TEXT)
TRACK = st.builds(
    kinds.TrackRow, SMALL, SMALL, st.lists(ANTS, max_size=14).map(tuple), st.booleans()
)
PART = st.floats(-2, 2)

SCREENS: st.SearchStrategy[Screen] = st.one_of(
    st.builds(kinds.Message, TEXT, TEXT, LINES, TEXT, st.booleans()),
    st.builds(
        kinds.Menu, TEXT, TEXT,
        st.lists(st.builds(kinds.Item, TEXT, TEXT, MARKS), max_size=9).map(tuple), SMALL, TEXT,
    ),
    st.builds(
        kinds.Prompt, TEXT, TEXT, SMALL, TEXT, GROUPS, TEXT, st.booleans(), TEXT, TEXT
    ),
    st.builds(
        kinds.Choice, TEXT, TEXT, GROUPS, SMALL, TEXT, TEXT, GROUPS, st.one_of(st.none(), GROUP),
        TEXT,
    ),
    st.builds(
        kinds.DiceRow, TEXT, TEXT, st.lists(DIE, max_size=20).map(tuple),
        st.one_of(st.none(), SMALL), st.booleans(), st.booleans(), st.booleans(), LINES, TEXT,
    ),
    st.builds(
        kinds.GrillStrip, TEXT, TEXT, st.lists(SPOT, max_size=14).map(tuple),
        st.one_of(st.none(), SMALL), TEXT, TEXT,
    ),
    st.builds(
        kinds.TileGrill, TEXT, TEXT, st.lists(TILE, max_size=40).map(tuple),
        st.lists(STACK, max_size=9).map(tuple), st.one_of(st.none(), SMALL), TEXT, TEXT,
    ),
    st.builds(
        kinds.TrackBoard, TEXT, TEXT, st.lists(TRACK, max_size=9).map(tuple),
        st.one_of(st.none(), st.tuples(SMALL, SMALL)), st.one_of(st.none(), SMALL), TEXT, TEXT,
    ),
    st.builds(
        kinds.StandIns, TEXT, TEXT,
        st.lists(
            st.tuples(st.sampled_from(Face), st.sampled_from(Face)), max_size=12
        ).map(tuple), TEXT,
    ),
    st.builds(
        kinds.ScoreTable, TEXT, TEXT,
        st.lists(
            st.builds(kinds.Score, TEXT, TEXT, TEXT, TEXT, TEXT, st.booleans(), TEXT,
                      st.booleans()), max_size=7
        ).map(tuple), TEXT, TEXT,
    ),
    st.builds(
        kinds.WormTable, TEXT, TEXT, st.lists(st.tuples(SMALL, SMALL), max_size=16).map(tuple),
        st.one_of(st.none(), SMALL), TEXT, st.one_of(st.none(), st.sampled_from(Face)),
    ),
    st.builds(kinds.Progress, TEXT, TEXT, TEXT, st.one_of(st.none(), PART), SMALL, TEXT),
    st.builds(
        kinds.Checks, TEXT, TEXT,
        st.lists(
            st.builds(kinds.Check, TEXT, st.sampled_from(kinds.State)), max_size=14
        ).map(tuple), TEXT,
    ),
    st.builds(
        kinds.Aim, TEXT, st.binary(max_size=40), st.tuples(SMALL, SMALL),
        st.lists(st.tuples(PART, PART), max_size=5).map(tuple), st.one_of(st.none(), SMALL), PART,
        PART, TEXT, TEXT,
    ),
    st.builds(kinds.Letters, TEXT, TEXT, TEXT, LINES, SMALL, TEXT),
    st.builds(kinds.Invitation, TEXT, TEXT, TEXT, TEXT, LINES),
)  # fmt: skip


@given(SCREENS, st.sampled_from(LAYOUTS))
def test_anything_can_be_drawn_on_every_panel(screen: Screen, layout: Layout) -> None:
    assert draw(screen, layout).size == (layout.width, layout.height)
    assert all(isinstance(text, str) for text in overflow(screen, layout))


def as_long_as_fits(width: int) -> str:
    slimmest = font(OLED_128X64.decision[-1])
    lines = ("l" * count for count in range(width, 0, -1))
    return next(line for line in lines if slimmest.width(line) <= width)


LONG = as_long_as_fits(126)
FULL: tuple[Screen, ...] = (
    kinds.Menu("menu", "", (kinds.Item(as_long_as_fits(122)),) * 9),
    kinds.Prompt("prompt", "Ann", 8, LONG, stop=LONG),
    kinds.DiceRow("dice", "Ann", (kinds.Die(Face.ONE),) * 8, lines=(LONG, LONG)),
)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("screen", FULL, ids=lambda screen: screen.name)
def test_what_fits_the_smallest_panel_fits_the_others(screen: Screen, layout: Layout) -> None:
    assert overflow(screen, layout) == ()


@given(SCREENS)
def test_an_eye_stands_on_whatever_is_drawn(screen: Screen) -> None:
    eye = Canvas(OLED_128X64).corner
    corner = (eye.left, eye.top, eye.right, eye.bottom)
    drawn, blank = draw(screen, watched=True), draw(kinds.Blank(), watched=True)
    assert drawn.crop(corner).tobytes() == blank.crop(corner).tobytes()
    assert blank.getbbox() is not None
