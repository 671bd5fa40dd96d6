"""The screen for aiming the camera: its picture, the throw zone, focus and light."""

from PIL import Image

from firmware.screens.canvas import DARK, INK, Align, Box, Canvas, wrapped
from firmware.screens.kinds import Aim
from firmware.screens.sprites import sprite

_GAUGE = 11
_HANDLE = 3
"""Half the side of the square around the moving corner."""


def draw_aim(canvas: Canvas, aim: Aim) -> None:
    """Draw the picture with the zone at the left; bars and small print at the right."""
    layout = canvas.layout
    words = canvas.row if aim.line else 0
    line = Box(0, layout.height - words, layout.width, layout.height)
    if aim.line:
        canvas.decide(aim.line, canvas.inner(line))
    view = _draw_view(canvas, aim, Box(0, 0, layout.width * 5 // 8, line.top))
    side = Box(view.right + 4, 1, layout.width - 1, line.top)
    for name, value in (("focus", aim.focus), ("sun", aim.light)):
        _draw_gauge(canvas, name, value, Box(side.left, side.top, side.right, side.top + _GAUGE))
        side = Box(side.left, side.top + _GAUGE + 1, side.right, side.bottom)
    rows = wrapped(aim.foot, layout.small, side.width) if aim.foot else []
    fitting = max(0, side.height // canvas.line)
    if len(rows) > fitting:
        canvas.cut.append(aim.foot)
    top = side.top + max(0, side.height - len(rows[:fitting]) * canvas.line) // 2
    for row in rows[:fitting]:
        canvas.write(row, Box(side.left, top, side.right, top + canvas.line))
        top += canvas.line


def _draw_view(canvas: Canvas, aim: Aim, room: Box) -> Box:
    width, height = (max(1, length) for length in aim.size)
    scale = min(room.width / width, room.height / height)
    size = (max(1, int(width * scale)), max(1, int(height * scale)))
    view = Box(room.left, room.top, room.left + size[0], room.top + size[1])
    if len(aim.thumbnail) == (width + 7) // 8 * height:
        seen = Image.frombytes("1", (width, height), aim.thumbnail)
        canvas.image.paste(seen.resize(size, Image.Resampling.NEAREST), (view.left, view.top))
    corners = [
        (view.left + round(_part(x) * (size[0] - 1)), view.top + round(_part(y) * (size[1] - 1)))
        for x, y in aim.corners
    ]
    sides = list(zip(corners, [*corners[1:], *corners[:1]], strict=True))
    for start, end in sides:
        _draw_side(canvas, start, end, 3, DARK)
    for start, end in sides:
        _draw_side(canvas, start, end, 1, INK)
    if aim.chosen is not None and 0 <= aim.chosen < len(corners):
        _draw_handle(canvas, corners[aim.chosen], view)
    return view


def _draw_side(
    canvas: Canvas, start: tuple[int, int], end: tuple[int, int], size: int, ink: int
) -> None:
    """Draw a line of squares."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    for step in range(steps + 1):
        x = start[0] + (end[0] - start[0]) * step // steps - size // 2
        y = start[1] + (end[1] - start[1]) * step // steps - size // 2
        canvas.fill(Box(x, y, x + size, y + size), ink)


def _draw_handle(canvas: Canvas, corner: tuple[int, int], view: Box) -> None:
    """Draw a square with a dot, moved into the picture if the corner is at its edge."""
    x = min(max(corner[0], view.left + _HANDLE), view.right - 1 - _HANDLE)
    y = min(max(corner[1], view.top + _HANDLE), view.bottom - 1 - _HANDLE)
    canvas.fill(Box(x - _HANDLE - 1, y - _HANDLE - 1, x + _HANDLE + 2, y + _HANDLE + 2), DARK)
    canvas.fill(Box(x - _HANDLE, y - _HANDLE, x + _HANDLE + 1, y + _HANDLE + 1))
    canvas.fill(Box(x - 1, y - 1, x + 2, y + 2), DARK)


def _draw_gauge(canvas: Canvas, name: str, value: float, box: Box) -> None:
    icon = sprite(name)
    canvas.stamp(name, box, Align.LEFT)
    bar = Box(box.left + icon.width + 3, box.top + 2, box.right, box.bottom - 2)
    canvas.frame(bar)
    inside = Box(bar.left + 2, bar.top + 2, bar.right - 2, bar.bottom - 2)
    length = round(inside.width * _part(value))
    canvas.fill(Box(inside.left, inside.top, inside.left + length, inside.bottom))


def _part(value: float) -> float:
    return min(max(value, 0.0), 1.0)
