"""A wide panel shows at once what a usual one scrolls through."""

from dataclasses import replace

from firmware.devices.panel_kinds import PanelKind
from firmware.screens.draw import draw
from firmware.screens.kinds import Item, Menu, Screen, TrackBoard, TrackRow
from firmware.screens.layout import OLED_128X64, Layout

WIDE = Layout(*PanelKind.SSD1322.size)
MENU = Menu("menu", "Menu", tuple(Item(f"Line {number}") for number in range(6)))
TRACKS = tuple(TrackRow(number, 2, ("",) * 8) for number in range(6))


def with_item(place: int, menu: Menu = MENU) -> Menu:
    items = (*menu.items[:place], Item("Another"), *menu.items[place + 1 :])
    return replace(menu, items=items)


def with_track(place: int) -> Screen:
    rows = list(TRACKS)
    rows[place] = replace(rows[place], spaces=("A",) * 8)
    return TrackBoard("tracks", "Board", tuple(rows), line="Ann on space 5")


def test_six_things_are_there_at_once() -> None:
    for changed in [with_item, with_track]:
        seen = {
            layout.width: len({draw(changed(place), layout).tobytes() for place in range(6)})
            for layout in (OLED_128X64, WIDE)
        }
        assert seen[128] < 6
        assert seen[256] == 6


def test_the_chosen_item_stays_in_sight_while_columns_scroll() -> None:
    menu = replace(MENU, items=tuple(Item(f"Line {number}") for number in range(13)))
    for chosen in range(13):
        there = replace(menu, chosen=chosen)
        assert draw(there, WIDE).tobytes() != draw(with_item(chosen, there), WIDE).tobytes()
