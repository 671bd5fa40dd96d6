"""From a screen to its picture. Pure: no rules, no language, no device."""

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
    """The picture of a screen, mode "1". What does not fit is cut with an ellipsis.

    `watched` puts an eye into its corner: somebody sees what the camera sees.
    """
    return _drawn(screen, layout, watched=watched).image


def overflow(screen: Screen, layout: Layout = OLED_128X64) -> tuple[str, ...]:
    """The texts of a screen that cannot be shown whole, or not with all their characters.

    A foot for which there is no place at all is told by `left_out`: it is the first to give way.
    """
    return tuple(dict.fromkeys(_drawn(screen, layout).cut))


def left_out(screen: Screen, layout: Layout = OLED_128X64) -> tuple[str, ...]:
    """The foot of a screen, if there is no place for it."""
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
            pass  # the panel rests
    canvas.put_eye()
    return canvas
