"""Screens with pieces: the grill as a strip, the scores, the worms of the box."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from firmware.screens.canvas import DARK, INK, Align, Box, Canvas, columns
from firmware.screens.die import die
from firmware.screens.font import Lettering, font
from firmware.screens.kinds import GrillStrip, Score, ScoreTable, Spot, WormTable
from firmware.screens.sprites import sprite
from rules.dice import Face

_NUMBER = 7
"""Height of a spot's number above the strip."""
_POINTER = 5
_DIE = 23
"""Side of a die beside a table."""
_TWICE = 44
"""Its width including its count."""
PLATE = 9
"""Height of a piece with a letter."""


def draw_grill(canvas: Canvas, grill: GrillStrip) -> None:
    """Draw the spots side by side with their numbers, and a text about the chosen one."""
    words = canvas.row if grill.line else 0
    strip = _NUMBER + 2 * PLATE + 2
    body = canvas.framed(grill.title, grill.foot, strip + words + _POINTER)
    line = Box(0, body.bottom - words, body.right, body.bottom)
    if grill.line:
        canvas.decide(grill.line, canvas.inner(line))
    if not grill.spots:
        return
    top = body.top + max(0, line.top - body.top - strip - _POINTER + 1) // 2
    pitch = body.width // len(grill.spots)
    left = (body.width - pitch * len(grill.spots)) // 2
    for place, spot in enumerate(grill.spots):
        x = left + place * pitch
        number = Box(x, top, x + pitch, top + _NUMBER)
        cell = Box(x, number.bottom + 1, x + pitch, top + strip)
        _draw_number(canvas, spot.number, number, lit=spot.number == grill.chosen)
        _draw_spot(canvas, spot, cell)
        if spot.number == grill.chosen:
            canvas.stamp("up", Box(x, cell.bottom, x + pitch, cell.bottom + _POINTER))


def _draw_number(canvas: Canvas, number: int, box: Box, *, lit: bool) -> None:
    if lit:
        canvas.fill(box)
    draw_digits(canvas, number, box, DARK if lit else INK)


def draw_digits(canvas: Canvas, number: int, box: Box, ink: int) -> None:
    """Draw a number in the smallest digits, centred in the box; negative ones do not occur."""
    digits = [sprite(f"digit {digit}") for digit in str(abs(number))]
    left = box.left + (box.width - sum(digit.width + 1 for digit in digits) + 1) // 2
    for digit in digits:
        canvas.image.paste(ink, (left, box.top + 1), digit)
        left += digit.width + 1


def _draw_spot(canvas: Canvas, spot: Spot, box: Box) -> None:
    if spot.snail:
        canvas.stamp("snail", box)
    elif spot.plates:
        shown = min(spot.plates, 2)
        top = box.top + (box.height - shown * (PLATE + 1) + 1) // 2
        for _ in range(shown):
            draw_plate(canvas, spot.owner, Box(box.left + 1, top, box.right - 1, top + PLATE))
            top += PLATE + 1
    else:
        worm = sprite("worm small")
        top = box.top + (box.height - spot.worms * (worm.height + 1) + 1) // 2
        for _ in range(spot.worms):
            canvas.stamp("worm small", Box(box.left, top, box.right, top + worm.height))
            top += worm.height + 1


def draw_plate(canvas: Canvas, owner: str, box: Box) -> None:
    """Draw a player's letter on a lit piece."""
    canvas.plate(box)
    letters = font(canvas.layout.small)
    picture = letters.picture(owner[:1])
    left = box.left + (box.width - picture.width) // 2
    canvas.image.paste(DARK, (left, box.top), picture)


def draw_worms(canvas: Canvas, table: WormTable) -> None:
    """Draw the numbers, each above its worms, in two rows, or in one on a wide panel."""
    if not table.worms:
        canvas.framed(table.title, table.foot, 0)
        return
    rows = max(1, 2 // canvas.layout.columns)
    across = -(-len(table.worms) // rows)
    body = canvas.framed(table.title, table.foot, rows * (_NUMBER + canvas.row - 2))
    if table.twice is not None:
        beside = Box(body.right - _TWICE, body.top, body.right, body.bottom)
        body = Box(body.left, body.top, beside.left, body.bottom)
        _draw_twice(canvas, table.twice, beside, lit=table.chosen == table.DICE)
    height = min(body.height // rows, canvas.line + canvas.row - 1)
    tiny = height < canvas.line + canvas.row - 2
    head_height = _NUMBER if tiny else canvas.line
    top = body.top + (body.height - rows * height) // 2
    sides = columns(body.width, across)
    for place, (number, worms) in enumerate(table.worms):
        left, right = sides[place % across]
        y = top + place // across * height
        cell = Box(left, y, right, y + height)
        head = Box(left, y, right, y + head_height)
        if tiny:
            _draw_number(canvas, number, head, lit=False)
        else:
            canvas.write(str(number), head, align=Align.CENTRE)
        canvas.decide(str(worms), Box(left, head.bottom - 1, right, head.bottom - 1 + canvas.row))
        if number == table.chosen:
            canvas.invert(Box(left, y, right - 1, cell.bottom))


def _draw_twice(canvas: Canvas, face: Face, box: Box, *, lit: bool) -> None:
    """Draw a die with the face that it has twice."""
    times = "2x"
    wide = font(canvas.layout.small).width(times)
    left = box.left + (box.width - wide - 1 - _DIE) // 2
    top = box.top + (box.height - _DIE) // 2
    canvas.write(times, Box(left, top, left + wide, top + _DIE))
    canvas.image.paste(die(face, _DIE, _DIE, filled=lit), (left + wide + 1, top))


@dataclass(frozen=True)
class _Columns:
    """The widths of the scores' columns, in pixels, and their font."""

    lettering: Lettering
    rank: int
    letter: int
    worms: int
    snails: int
    points: int
    queen: int
    tiles: int

    @property
    def all(self) -> int:
        """The width of all columns except the name."""
        pieces = self.worms + self.snails + self.tiles + self.queen
        return self.rank + self.letter + pieces + self.points


def draw_scores(canvas: Canvas, table: ScoreTable) -> None:
    """Draw a line for each player, large if they are few; the current player's is lit.

    The title is omitted if six or seven rows, or the line of decision text, need its room. On a
    wide panel the lines are in columns if there are too many for large letters.
    """
    layout = canvas.layout
    count = max(1, len(table.rows))
    words = canvas.row if table.line else 0
    least = canvas.line - 1
    title = table.title
    across = layout.columns if count * canvas.row > layout.height - layout.bar - words else 1
    down = -(-count // across)
    if layout.height - layout.bar - words < down * least:
        title = ""
    room = layout.height - (layout.bar if title else 0) - words
    height = canvas.row if down * canvas.row <= room else min(canvas.line + 2, room // down)
    body = canvas.framed(title, table.foot, down * height + words)
    top = body.top + max(0, body.height - down * height - words) // 2
    if words:
        canvas.decide(table.line, canvas.inner(Box(0, top, body.right, top + words)))
        top += words
    sides = columns(body.width, across, between=layout.gutter)
    taken = _score_columns(canvas, table.rows, sides[0][1], large=height >= canvas.row)
    for place, row in enumerate(table.rows):
        left, right = sides[place // down]
        y = top + place % down * height
        box = Box(left, y, right, y + height)
        _draw_score(canvas, row, box, taken)
        if row.turn:
            canvas.invert(box)


def _score_columns(canvas: Canvas, rows: tuple[Score, ...], width: int, *, large: bool) -> _Columns:
    """Return the columns; names are never shortened for the letter or the parts of the points."""
    small = canvas.layout.small
    tried = [*canvas.layout.decision, small] if large else [small]
    wide = [_measured(each, rows) for each in tried]
    plain = replace(wide[-1], letter=0)
    bare = replace(plain, worms=0, snails=0, tiles=0)
    room = width - 2 * canvas.layout.margin
    for taken in (*wide, plain):
        letters = font(taken.lettering)
        if all(letters.width(row.name) <= room - taken.all for row in rows):
            return taken
    return bare


def _measured(lettering: Lettering, rows: tuple[Score, ...]) -> _Columns:
    letters = font(lettering)

    def widest(texts: Iterable[str], beside: int) -> int:
        return max((letters.width(text) + beside for text in texts if text), default=0)

    return _Columns(
        lettering,
        rank=widest((row.rank for row in rows), 4),
        letter=10 if any(row.letter for row in rows) else 0,
        worms=widest((row.worms for row in rows), 11),
        snails=widest((row.snails for row in rows), 11),
        points=widest((row.points for row in rows), 5),
        queen=sprite("crown").width + 2 if any(row.queen for row in rows) else 0,
        tiles=widest((row.tiles for row in rows), 11),
    )


def _draw_score(canvas: Canvas, row: Score, box: Box, taken: _Columns) -> None:
    inner = canvas.inner(box)
    left, right = inner.left, inner.right

    def at(start: int, width: int) -> Box:
        return Box(start, box.top, start + width, box.bottom)

    if taken.rank:
        canvas.write(row.rank, at(left, taken.rank - 3), taken.lettering)
        left += taken.rank
    if taken.letter and row.letter:
        top = box.top + (box.height - PLATE) // 2
        if box.height > PLATE:
            draw_plate(canvas, row.letter, Box(left, top, left + 7, top + PLATE))
        else:
            canvas.write(row.letter[:1], at(left, 7), align=Align.CENTRE)
    left += taken.letter
    right -= taken.points
    canvas.write(row.points, at(right + 2, taken.points - 2), taken.lettering, Align.RIGHT)
    for text, width, picture in (
        (row.snails, taken.snails, "snail small"),
        (row.worms, taken.worms, "worm 7"),
        (row.tiles, taken.tiles, "tile"),
    ):
        right -= width
        if text and width:
            canvas.write(text, at(right, width - 9), taken.lettering, Align.RIGHT)
            canvas.stamp(picture, at(right + width - 8, 7))
    right -= taken.queen
    if row.queen:
        canvas.stamp("crown", at(right + 2, taken.queen - 2))
    canvas.write(row.name, at(left, right - left), taken.lettering)
    if row.gone:
        end = min(left + font(taken.lettering).width(row.name) + 1, right)
        middle = box.top + box.height // 2
        canvas.fill(Box(left, middle, end, middle + 1))
