"""Draws the whole build to scale: from above and from the side."""

from tools.box.numbers import MODULE_3, MODULE_3_WIDE, PICTURE, RIBBON, STAND, Lens
from tools.svg import AMBER, BLUE, FAINT, GREY, INK, PAPER, RED, TEAL, Anchor, Sheet

SCALE = 1.5
"""Units of the picture for a millimetre."""
WIDTH, HEIGHT = 1280, 710
_WOOD, _FELT, _CASE, _CONE = "#e3d3b8", "#cfe0d4", "#efe9dc", "#e4edf3"
_DICE = ((-60, 30), (-25, -32), (8, 24), (40, -20), (66, 34), (-70, -30), (20, -52), (78, -40))
_KEPT = (-84, -62, -40)
_DIE = 16.0


class View:
    """An area of the sheet with its own position for the middle of the tray."""

    def __init__(self, sheet: Sheet, x: float, y: float) -> None:
        self.sheet = sheet
        self._x = x
        self._y = y

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Millimetres as units of the sheet."""
        return self._x + SCALE * x, self._y + SCALE * y

    def box(
        self, left: float, top: float, width: float, depth: float, fill: str, **how: object
    ) -> None:
        x, y = self.at(left, top)
        dashed = bool(how.get("dashed"))
        edge = str(how.get("edge", INK))
        self.sheet.outline(
            x, y, SCALE * width, SCALE * depth, fill=fill, edge=edge, radius=4, dashed=dashed
        )

    def line(self, *points: tuple[float, float], colour: str = INK, dashed: bool = False) -> None:
        self.sheet.line(*(self.at(*point) for point in points), colour=colour, width=1.5,
                        dashed=dashed)  # fmt: skip

    def say(
        self, x: float, y: float, words: str, *, anchor: Anchor = "middle", colour: str = INK,
        bold: bool = False, size: float = 12,
    ) -> None:  # fmt: skip
        """Words at a place in millimetres."""
        at_x, at_y = self.at(x, y)
        self.sheet.text(at_x, at_y, words, size=size, colour=colour, anchor=anchor, bold=bold)

    def across(self, left: float, right: float, y: float, words: str, colour: str = FAINT) -> None:
        """A measure from left to right."""
        self.line((left, y), (right, y), colour=colour)
        for x in (left, right):
            self.line((x, y - 4), (x, y + 4), colour=colour)
        self.say((left + right) / 2, y - 4, words, colour=colour)

    def down(self, x: float, top: float, bottom: float, words: str, colour: str = FAINT) -> None:
        """A measure from top to bottom."""
        self.line((x, top), (x, bottom), colour=colour)
        for y in (top, bottom):
            self.line((x - 4, y), (x + 4, y), colour=colour)
        self.say(x + 5, (top + bottom) / 2 + 3, words, anchor="start", colour=colour)


def draw() -> Sheet:
    title = "The reference build, to scale (millimetres)"
    sheet = Sheet(WIDTH, HEIGHT, title)
    sheet.heading(40, 44, "Camera Module 3 above the middle of the tray; all numbers are those of"
                  " stand.scad and of the table of heights.")  # fmt: skip
    _above(View(sheet, 340, 400))
    _beside(View(sheet, 1000, 620))
    return sheet


def _above(view: View) -> None:
    stand = STAND
    across, down = MODULE_3.field(stand.camera_height, PICTURE)
    view.say(0, -205, "from above", bold=True, size=14)
    view.box(-across / 2, -down / 2, across, down, _CONE, dashed=True, edge=BLUE)
    view.say(-across / 2 + 4, -down / 2 + 12, "seen by the camera", anchor="start", colour=BLUE)
    _tray(view)
    _base(view)
    _console(view)
    half = stand.tray_depth / 2 + stand.wall
    for x in _KEPT:
        view.box(x - _DIE / 2, half + 16, _DIE, _DIE, PAPER)
    view.line((-104, half + 36), (104, half + 36), colour=GREY)
    view.say(0, half + 28, "keep row: dice laid aside, outside", anchor="start")
    view.say(0, half + 74, "players", bold=True)
    view.box(-216, -half, 60, 2 * half, "none", dashed=True, edge=GREY)
    view.say(-186, 0, "the game's", colour=FAINT)
    view.say(-186, 12, "own grill", colour=FAINT)
    view.across(-across / 2, across / 2, half + 56, f"{across:.0f} seen across", BLUE)


def _tray(view: View) -> None:
    stand = STAND
    wide, deep = stand.tray_width + 2 * stand.wall, stand.tray_depth + 2 * stand.wall
    view.box(-wide / 2, -deep / 2, wide, deep, _WOOD)
    view.box(-stand.tray_width / 2, -stand.tray_depth / 2, stand.tray_width, stand.tray_depth,
             _FELT)  # fmt: skip
    for x, y in _DICE:
        view.box(x - _DIE / 2, -y - _DIE / 2, _DIE, _DIE, PAPER)
    view.say(-96, 69, f"tray {stand.tray_width} x {stand.tray_depth} inside", anchor="start",
             bold=True)  # fmt: skip


def _base(view: View) -> None:
    stand = STAND
    mast = -stand.arm
    front = mast + stand.mast_gap - 4
    view.box(-stand.base_width / 2, front - stand.base_depth, stand.base_width, stand.base_depth,
             _CASE)  # fmt: skip
    view.box(-32.5, front - stand.base_depth + 6, 65, 30, TEAL)
    view.say(0, front - stand.base_depth + 25, "Pi Zero 2 W", colour=PAPER, bold=True)
    view.box(-12, mast, 24, stand.arm, "none", dashed=True)
    half = stand.mast_size / 2
    view.box(-half, mast - half, 2 * half, 2 * half, _WOOD)
    view.say(-half - 4, mast + 4, "mast", anchor="end")
    x, y = view.at(0, 0)
    view.sheet.dot(x, y, 7, RED)
    view.say(8, 4, "lens", anchor="start", colour=RED, bold=True)


def _console(view: View) -> None:
    stand = STAND
    left = stand.tray_width / 2 + stand.wall + stand.console_gap
    top = -stand.console_depth / 2
    middle = left + stand.console_width / 2
    view.box(left, top, stand.console_width, stand.console_depth, _CASE)
    view.box(middle - 28.5, top + 18, 57, 30, INK)
    view.say(middle, top + 36, "panel", colour=PAPER, bold=True)
    for number, (word, fill) in enumerate(
        (("LEFT", PAPER), ("RIGHT", PAPER), ("OK", PAPER), ("STOP", RED))
    ):
        x, y = view.at(middle + (number - 1.5) * 31, top + 84)
        view.sheet.ring(x, y, SCALE * 13.5, fill=fill)
        ink = PAPER if fill == RED else INK
        view.sheet.text(x, y + 4, word, size=10, anchor="middle", bold=True, colour=ink)
    x, y = view.at(middle, top + 126)
    view.sheet.ring(x, y, SCALE * 16.5, fill=AMBER)
    view.sheet.text(x, y + 4, "SCAN", size=12, anchor="middle", bold=True)
    x, y = view.at(left + stand.console_width - 18, top + 18)
    view.sheet.dot(x, y, 4.5, AMBER)
    view.say(left + stand.console_width - 18, top + 10, "LED", size=10, colour=FAINT)
    view.across(left, left + stand.console_width, -top + 14, f"{stand.console_width}")


def _beside(view: View) -> None:
    stand = STAND
    high = stand.camera_height
    view.say(0, -high - 52, "from the side", bold=True, size=14)
    _cone(view, MODULE_3_WIDE, GREY)
    _cone(view, MODULE_3, BLUE)
    half = stand.tray_depth / 2
    for edge in (-half - stand.wall, half):
        view.box(edge, -stand.tray_height, stand.wall, stand.tray_height, _WOOD)
    for x in (-40.0, -4.0, 36.0):
        view.box(x, -_DIE, _DIE, _DIE, PAPER)
    mast = -stand.arm
    view.box(mast - stand.base_depth + stand.mast_gap - 4, -4, stand.base_depth, 4, _CASE)
    view.box(mast - 14, -44, 28, 44, _CASE)
    top = high + stand.camera_drop
    view.box(mast - stand.mast_size / 2, -top, stand.mast_size, top - 44, _WOOD)
    view.box(mast - 14, -top - 6, stand.arm + 29, 6, _CASE)
    view.box(-12, -top + 4, 24, 2, TEAL)
    view.box(-4, -top + 6, 8, stand.camera_drop - 6, INK)
    view.line((-210, 0), (170, 0))
    view.say(-206, 14, "the table, or a board under all of it", anchor="start", colour=FAINT)
    view.down(134, -high, 0, f"lens {high}", RED)
    view.line((8, -high), (134, -high), colour=RED, dashed=True)
    _, down = MODULE_3.field(high, PICTURE)
    view.across(-down / 2, down / 2, 34, f"{down:.0f} seen by {MODULE_3.name}", BLUE)
    view.across(mast, 0, -top - 18, f"arm {stand.arm:.0f}")
    view.say(mast - 20, -190, "ribbon", anchor="end")
    view.say(mast - 20, -178, f"{stand.ribbon:.0f} of {RIBBON}", anchor="end")
    view.say(150, 14, "players", anchor="middle", bold=True)


def _cone(view: View, lens: Lens, colour: str) -> None:
    high = STAND.camera_height
    _, down = lens.field(high, PICTURE)
    points = [view.at(0, -high), view.at(-down / 2, 0), view.at(down / 2, 0)]
    if lens is MODULE_3:
        view.sheet.area(*points, fill=_CONE)
        view.line((0, -high), (-down / 2, 0), colour=colour)
        view.line((0, -high), (down / 2, 0), colour=colour)
    else:
        view.line((0, -high), (down / 2 * 0.72, -high * 0.28), colour=colour, dashed=True)
        view.say(down / 2 * 0.45 + 5, -high * 0.55, "Wide", anchor="start", colour=FAINT)
