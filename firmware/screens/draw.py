"""Draws a screen. Pure: no rules, no language, no device."""

from PIL import Image

from firmware.screens.aiming import draw_aim
from firmware.screens.canvas import Canvas
from firmware.screens.kinds import (
    Aim,
    Checks,
    Choice,
    DiceRow,
    Edge,
    GrillStrip,
    Invitation,
    Letters,
    Menu,
    Message,
    Progress,
    Prompt,
    ScoreTable,
    Screen,
    StandIns,
    TileGrill,
    TrackBoard,
    WormTable,
)  # fmt: skip
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
)  # fmt: skip
from firmware.screens.throws import draw_choice, draw_dice_row, draw_prompt
from firmware.screens.tiles import draw_tiles
from firmware.screens.tracks import draw_tracks


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


def _drawn(screen: Screen, layout: Layout, *, watched: bool = False) -> Canvas:  # noqa: C901
    canvas = Canvas(layout, watched=watched)
    match screen:
        case Message():
            draw_message(canvas, screen)
        case Menu():
            draw_menu(canvas, screen)
        case Prompt():
            draw_prompt(canvas, screen)
        case Choice():
            draw_choice(canvas, screen)
        case DiceRow():
            draw_dice_row(canvas, screen)
        case StandIns():
            draw_stand_ins(canvas, screen)
        case GrillStrip():
            draw_grill(canvas, screen)
        case TileGrill():
            draw_tiles(canvas, screen)
        case TrackBoard():
            draw_tracks(canvas, screen)
        case ScoreTable():
            draw_scores(canvas, screen)
        case WormTable():
            draw_worms(canvas, screen)
        case Progress():
            draw_progress(canvas, screen)
        case Checks():
            draw_checks(canvas, screen)
        case Aim():
            draw_aim(canvas, screen)
        case Letters():
            draw_letters(canvas, screen)
        case Invitation():
            draw_invitation(canvas, screen)
        case Edge():
            draw_edge(canvas, screen)
        case _:
            pass  # the panel is off
    canvas.put_eye()
    return canvas
