"""The screen with the tracks, their ants and the food at their ends."""

from dataclasses import dataclass

from firmware.screens.canvas import DARK, INK, Align, Box, Canvas, columns
from firmware.screens.font import font
from firmware.screens.kinds import TrackBoard, TrackRow
from firmware.screens.pieces import draw_digits
from firmware.screens.sprites import ring

_CELL = 9
"""Height of a space with the cursor's edge."""
_LEAST, _MOST = 8, 12
"""Distance of the rows: neighbouring edges may share a line, letters do not touch."""
_HOME = 8
"""Width of a track's number, where its ants at home would be."""
_POINTS = 7
"""Side of the piece with the food's points."""
_BELOW = 3
"""Width of the bars beside an ant's letter, one for each ant below it."""
_MOST_BELOW = 3
"""As many as there are rivals."""
_WIDEST = 14
"""Of a space; a track's parts stay close together."""


@dataclass(frozen=True)
class _Places:
    """The places of a row's spaces."""

    left: int
    top: int
    pitch: int
    count: int
    guarded: bool
    """Whether an ant is on the food, which makes the last space wider."""

    def at(self, space: int) -> Box:
        """Return the box of a space, from 1; 0 is home, the last one is the food's."""
        if space < 1:
            return Box(self.left - _HOME - 1, self.top, self.left - 1, self.top + _CELL)
        x = self.left + (space - 1) * self.pitch
        wider = _POINTS + 1 if self.guarded and space == self.count else 0
        return Box(x, self.top, x + self.pitch + wider, self.top + _CELL)


def draw_tracks(canvas: Canvas, board: TrackBoard) -> None:
    """Draw the rows; the chosen space is lit, and its destination has an edge.

    On a wide panel they are in columns. If rows scroll anyway, a foot takes the place of one.
    """
    words = canvas.row if board.line else 0
    room = canvas.layout.height - (canvas.layout.bar if board.title else 0) - words
    if board.line and board.foot and not canvas.beside(board.title, board.foot):
        room -= canvas.line
    across = canvas.layout.columns
    down = min(-(-len(board.rows) // across), max(1, 1 + (room - _CELL) // _LEAST))
    shown = min(len(board.rows), down * across)
    height = _CELL + max(0, down - 1) * _LEAST
    body = canvas.framed(board.title, board.foot, height + words)
    line = Box(0, body.bottom - words, body.right, body.bottom)
    if board.line:
        canvas.decide(board.line, canvas.inner(line))
    if not board.rows:
        return
    chosen, space = board.chosen or (0, 0)
    first = min(max(0, chosen - shown // 2), len(board.rows) - shown)
    step = min(_MOST, (line.top - body.top - _CELL) // max(1, down - 1))
    # rows this close give the chosen one another line on both sides: no letter touches its marks
    spare = line.top - body.top - _CELL - (down - 1) * step
    around = int(board.chosen is not None and step < _CELL and spare >= 2)
    top = body.top + spare // 2 - around
    longest = max(1, *(len(row.spaces) for row in board.rows))
    margin = canvas.layout.margin + _HOME + 1
    sides = columns(body.width, across)
    pitch = max(1, min(_WIDEST, (sides[0][1] - margin - _POINTS - 1) // longest))
    for place in range(first, first + shown):
        row = board.rows[place]
        column, level = divmod(place - first, down)
        y = top + level * step + around * ((place >= chosen) + (place > chosen))
        guarded = bool(row.spaces and row.spaces[-1])
        left = sides[column][0] + margin
        places = _Places(left, y, pitch, len(row.spaces), guarded)
        _draw_row(canvas, row, places)
        if board.chosen and place == chosen:
            _mark(canvas, places, space, board.to)


def _draw_row(canvas: Canvas, row: TrackRow, places: _Places) -> None:
    home = places.at(0)
    canvas.write(str(row.number), Box(home.left, home.top, home.right, home.top + canvas.line),
                 align=Align.CENTRE)  # fmt: skip
    for space, ants in enumerate(row.spaces, 1):
        box = places.at(space)
        middle = box.left + places.pitch // 2
        if ants:
            _draw_pile(canvas, ants, middle, box.top)
        elif space < places.count:
            _draw_empty(canvas, middle, box.top, captured=row.captured)
        if space == places.count:
            left = box.left + places.pitch if ants else middle - _POINTS // 2
            _draw_food(canvas, row.food, left, box.top + 1)


def _draw_empty(canvas: Canvas, middle: int, top: int, *, captured: bool) -> None:
    """Draw a dot; on a captured track a stroke, as its ants do not move."""
    if captured:
        canvas.fill(Box(middle - 3, top + 4, middle + 4, top + 5))
    else:
        canvas.fill(Box(middle - 1, top + 4, middle + 1, top + 6))


def _draw_pile(canvas: Canvas, ants: str, middle: int, top: int) -> None:
    """Draw the top letter, with a bar for each ant below."""
    letter = font(canvas.layout.small).picture(ants[-1])
    left = middle - (letter.width + (1 + _BELOW if len(ants) > 1 else 0)) // 2
    canvas.image.paste(INK, (left, top), letter)
    bars = left + letter.width + 1
    for place in range(min(len(ants) - 1, _MOST_BELOW)):
        bottom = top + 8 - 3 * place
        canvas.fill(Box(bars, max(top + 1, bottom - 2), bars + _BELOW, bottom))


def _draw_food(canvas: Canvas, points: int, left: int, top: int) -> None:
    """Draw the points on a piece of food."""
    piece = Box(left, top, left + _POINTS, top + _POINTS)
    canvas.plate(piece)
    draw_digits(canvas, points, piece, DARK)


def _mark(canvas: Canvas, places: _Places, space: int, to: int | None) -> None:
    if to is not None:
        goal = places.at(to)
        canvas.image.paste(INK, (goal.left, goal.top), ring(goal.width, goal.height))
    canvas.invert(places.at(space))
