"""Draws the stand over a mat to scale: from above and from the side."""

from math import cos, radians, sin, tan

from tools.box.numbers import BASE, MAT, MAT_STAND, MODULE_3, PICTURE, RIBBON, beyond
from tools.box.plan import View
from tools.svg import BLUE, FAINT, GREY, INK, PAPER, RED, TEAL, Sheet
from vision.mat.sheet import Area

WIDTH, HEIGHT = 1280, 760
_CASE, _CONE, _WOOD, _WHITE = "#efe9dc", "#e4edf3", "#e3d3b8", "#ffffff"


def draw() -> Sheet:
    sheet = Sheet(WIDTH, HEIGHT, "The stand over an A4 mat, to scale (millimetres)")
    sheet.heading(40, 44, "Camera Module 3, behind the middle of the mat and tilted towards the"
                  " players; all numbers are those of stand.scad.")  # fmt: skip
    _above(View(sheet, 340, 430))
    _beside(View(sheet, 990, 670))
    return sheet


def _seen() -> tuple[float, float]:
    """Return the visible range along the table, behind and before the middle of the mat."""
    stand = MAT_STAND
    back, _, front = beyond(MODULE_3, stand)
    return -stand.tray_depth / 2 - back, stand.tray_depth / 2 + front


def _above(view: View) -> None:
    stand = MAT_STAND
    back, front = _seen()
    view.say(0, -232, "from above", bold=True, size=14)
    tilt, high = radians(stand.camera_tilt), stand.camera_height
    across = MODULE_3.field(1, PICTURE)[0] / 2
    wide = [across * _depth(y + stand.lens_back, tilt, high) for y in (back, front)]
    corners = ((-wide[0], back), (wide[0], back), (wide[1], front), (-wide[1], front))
    view.sheet.area(*(view.at(*corner) for corner in corners), fill=_CONE)
    view.line(*corners, corners[0], colour=BLUE, dashed=True)
    view.say(-wide[1] + 4, front - 4, "seen by the camera", anchor="start", colour=BLUE)
    left, top = -stand.tray_width / 2, -stand.tray_depth / 2
    view.box(left, top, stand.tray_width, stand.tray_depth, _WHITE)
    for marker in MAT.markers.values():
        _area(view, marker, INK)
    for area, words in ((MAT.throw, "THROW"), (MAT.keep, "KEEP")):
        _area(view, area, "none")
        x, y = area.middle
        view.say(left + x, top + y + 4, words, bold=True)
    mast = -stand.tray_depth / 2 - stand.wall - stand.mast_gap
    base = mast + stand.mast_gap - 4 - stand.base_depth
    view.box(-stand.base_width / 2, base, stand.base_width, stand.base_depth, _CASE)
    view.box(-32.5, base + 6, 65, 30, TEAL)
    view.say(0, base + 25, "Pi Zero 2 W", colour=PAPER, bold=True)
    half = stand.mast_size / 2
    view.box(-half, mast - half, 2 * half, 2 * half, _WOOD)
    view.box(-12, mast, 24, stand.arm, "none", dashed=True)
    x, y = view.at(0, -stand.lens_back)
    view.sheet.dot(x, y, 7, RED)
    view.say(9, -stand.lens_back + 4, "lens", anchor="start", colour=RED, bold=True)
    view.down(84, -stand.lens_back, 0, f"{stand.lens_back} to the middle", RED)
    view.across(left, -left, front + 14, f"mat {stand.tray_width} x {stand.tray_depth}")
    view.say(0, front + 32, "players", bold=True)


def _depth(behind: float, tilt: float, high: float) -> float:
    """Return the distance of a place of the table, along the camera's axis."""
    return high * cos(tilt) + behind * sin(tilt)


def _area(view: View, area: Area, fill: str) -> None:
    left, top = -MAT_STAND.tray_width / 2, -MAT_STAND.tray_depth / 2
    view.box(left + area.left, top + area.top, area.right - area.left, area.bottom - area.top,
             fill, edge=GREY)  # fmt: skip


def _beside(view: View) -> None:
    stand = MAT_STAND
    high, lens = stand.camera_height, -stand.lens_back
    back, front = _seen()
    view.say(0, -high - 56, "from the side", bold=True, size=14)
    view.sheet.area(view.at(lens, -high), view.at(back, 0), view.at(front, 0), fill=_CONE)
    view.line((lens, -high), (back, 0), colour=BLUE)
    view.line((lens, -high), (front, 0), colour=BLUE)
    aim = lens + high * tan(radians(stand.camera_tilt))
    view.line((lens, -high), (aim, 0), colour=RED, dashed=True)
    view.line((lens, -high), (lens, 0), colour=GREY, dashed=True)
    view.say(aim - 6, -high * 0.4, f"{stand.camera_tilt} degrees", anchor="start", colour=RED)
    half = stand.tray_depth / 2
    view.line((-half, -1), (half, -1))
    view.say(0, -8, "mat", bold=True)
    mast = lens - stand.arm
    view.box(mast - stand.base_depth + stand.mast_gap - 4, -BASE, stand.base_depth, BASE, _CASE)
    view.box(mast - 14, -44, 28, 44, _CASE)
    top = high + stand.camera_drop
    view.box(mast - stand.mast_size / 2, -top, stand.mast_size, top - 44, _WOOD)
    view.box(mast - 14, -top - 6, stand.arm + 29, 6, _CASE)
    view.box(lens - 4, -top + 6, 8, stand.camera_drop - 6, INK)
    view.line((-230, 0), (190, 0))
    view.down(128, -high, 0, f"lens {high}", RED)
    view.line((lens + 8, -high), (128, -high), colour=RED, dashed=True)
    view.across(back, front, 22, f"{front - back:.0f} seen", BLUE)
    view.across(mast, lens, -top - 18, f"arm {stand.arm:.0f}")
    view.say(mast - 20, -200, "ribbon", anchor="end")
    view.say(mast - 20, -188, f"{stand.ribbon:.0f} of {RIBBON}", anchor="end")
    view.say(mast - 20, -110, "mast, twice", anchor="end", colour=FAINT)
    view.say(mast - 20, -98, f"{stand.mast:g}", anchor="end", colour=FAINT)
    view.say(150, 14, "players", anchor="middle", bold=True)
