"""Whatever is to be shown, drawing it does not raise."""

import dataclasses
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.screens import kinds
from firmware.screens.canvas import Canvas
from firmware.screens.draw import draw, overflow
from firmware.screens.font import font
from firmware.screens.kinds import Screen
from firmware.screens.layout import OLED_128X64, Layout
from rules.dice import Face
from tests.screens.layouts import LAYOUTS

SIMPLE: dict[object, st.SearchStrategy[object]] = {
    str: st.text(max_size=40) | st.text("ABCDÄ", max_size=5),
    int: st.integers(-3, 20),
    float: st.floats(-2, 2),
    bool: st.booleans(),
    bytes: st.binary(max_size=40),
    type(None): st.none(),
}
MOST = 14
"""Lines, dice, tiles or rows."""


def anything(hint: Any) -> st.SearchStrategy[Any]:
    """Values of this type, as the fields of a screen have them."""
    inner = get_args(hint)
    if hint in SIMPLE:
        return SIMPLE[hint]
    if get_origin(hint) is tuple and inner[-1] is Ellipsis:
        return st.lists(anything(inner[0]), max_size=MOST).map(tuple)
    if get_origin(hint) is tuple:
        return st.tuples(*map(anything, inner))
    if inner:
        return st.one_of(*map(anything, inner))
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    hints = get_type_hints(hint)
    fields = {field.name: anything(hints[field.name]) for field in dataclasses.fields(hint)}
    return st.builds(hint, **fields)


SCREENS: st.SearchStrategy[Screen] = st.one_of(
    *(anything(kind) for kind in vars(kinds).values()
      if isinstance(kind, type) and issubclass(kind, Screen) and kind is not Screen)
)  # fmt: skip


@settings(max_examples=60)
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


def test_what_fits_the_smallest_panel_fits_the_others() -> None:
    for layout in LAYOUTS:
        for screen in FULL:
            assert overflow(screen, layout) == ()


@settings(max_examples=40)
@given(SCREENS)
def test_an_eye_stands_on_whatever_is_drawn(screen: Screen) -> None:
    eye = Canvas(OLED_128X64).corner
    corner = (eye.left, eye.top, eye.right, eye.bottom)
    drawn, blank = draw(screen, watched=True), draw(kinds.Blank(), watched=True)
    assert drawn.crop(corner).tobytes() == blank.crop(corner).tobytes()
    assert blank.getbbox() is not None
