"""Draws a screen. Pure: no rules, no language, no device."""

from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from firmware.screens import kinds
from firmware.screens.aiming import draw_aim
from firmware.screens.canvas import Canvas
from firmware.screens.kinds import Screen
from firmware.screens.layout import OLED_128X64, Layout
from firmware.screens.phone import draw_invitation
from firmware.screens.pieces import draw_grill, draw_scores, draw_worms
from firmware.screens.stand_ins import draw_stand_ins
from firmware.screens.texts import (
    draw_checks,
    draw_edge,
    draw_letters,
    draw_menu,
    draw_message,
    draw_progress,
)
from firmware.screens.throws import draw_choice, draw_dice_row, draw_prompt
from firmware.screens.tiles import draw_tiles
from firmware.screens.tracks import draw_tracks

_DRAWING: Mapping[type[Screen], Callable[[Canvas, Any], None]] = {
    kinds.Message: draw_message,
    kinds.Menu: draw_menu,
    kinds.Prompt: draw_prompt,
    kinds.Choice: draw_choice,
    kinds.DiceRow: draw_dice_row,
    kinds.StandIns: draw_stand_ins,
    kinds.GrillStrip: draw_grill,
    kinds.TileGrill: draw_tiles,
    kinds.TrackBoard: draw_tracks,
    kinds.ScoreTable: draw_scores,
    kinds.WormTable: draw_worms,
    kinds.Progress: draw_progress,
    kinds.Checks: draw_checks,
    kinds.Aim: draw_aim,
    kinds.Letters: draw_letters,
    kinds.Invitation: draw_invitation,
    kinds.Edge: draw_edge,
    kinds.Blank: lambda _canvas, _screen: None,
}


def draw(screen: Screen, layout: Layout = OLED_128X64, *, watched: bool = False) -> Image.Image:
    """Draw a screen in mode "1". Text that does not fit ends with an ellipsis.

    `watched` adds an eye in the corner: somebody watches the camera's picture.
    """
    return _drawn(screen, layout, watched=watched).image


def overflow(screen: Screen, layout: Layout = OLED_128X64) -> tuple[str, ...]:
    """Return the texts of a screen that were shortened or have unknown characters.

    Use `left_out` for a foot without any room: it is the first to be omitted.
    """
    return tuple(dict.fromkeys(_drawn(screen, layout).cut))


def left_out(screen: Screen, layout: Layout = OLED_128X64) -> tuple[str, ...]:
    """Return the foot of a screen if there is no room for it."""
    return tuple(_drawn(screen, layout).left_out)


def _drawn(screen: Screen, layout: Layout, *, watched: bool = False) -> Canvas:
    canvas = Canvas(layout, watched=watched)
    _DRAWING[type(screen)](canvas, screen)
    canvas.put_eye()
    canvas.answer(screen.said)
    return canvas
