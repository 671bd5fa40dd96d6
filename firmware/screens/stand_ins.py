"""The screen that shows the meaning of ordinary dice in a game."""

from firmware.screens.canvas import Box, Canvas, columns
from firmware.screens.die import die
from firmware.screens.kinds import StandIns
from firmware.screens.sprites import sprite

_LEAST = 15
"""The smallest die on which a child can recognise the picture."""
_BESIDE = 3
"""Between a die and the arrow."""


def draw_stand_ins(canvas: Canvas, screen: StandIns) -> None:
    """Draw each die, an arrow and its meaning, as large as fits, in columns.

    Faces that mean themselves are omitted, unless there are no others.
    """
    pairs = [pair for pair in screen.pairs if pair[0] is not pair[1]] or list(screen.pairs)
    across = min(2 * canvas.layout.columns, max(1, -(-len(pairs) // 2)))
    down = max(1, -(-len(pairs) // across))
    body = canvas.framed(screen.title, screen.foot, down * (_LEAST + 2))
    pitch = min(body.height // down, canvas.layout.most_die + 4)
    size = min(canvas.layout.most_die, (pitch - 2) // 2 * 2 + 1)
    top = body.top + (body.height - pitch * down) // 2
    sides = columns(body.width, across)
    arrow = sprite("arrow").width + 2 * _BESIDE
    for place, (shown, meant) in enumerate(pairs):
        left, right = sides[place // down]
        x = left + (right - left - 2 * size - arrow) // 2
        y = top + place % down * pitch + (pitch - size) // 2
        canvas.image.paste(die(shown, size, size), (x, y))
        canvas.stamp("arrow", Box(x + size, y, x + size + arrow, y + size))
        canvas.image.paste(die(meant, size, size), (x + size + arrow, y))
