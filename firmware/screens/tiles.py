"""The screen with the grill of tiles and the players' stacks."""

from firmware.screens.canvas import DARK, INK, Align, Box, Canvas, columns
from firmware.screens.font import Lettering, font
from firmware.screens.kinds import Stack, Tile, TileGrill, TileState
from firmware.screens.pieces import PLATE, draw_plate
from firmware.screens.sprites import ring

_ROOMY, _DENSE = 20, 12
"""Distance of the rows of tiles: with large numbers and worms, and with small numbers only."""
_WIDEST = 24
"""Of a tile, which is at least about as high as wide."""
_STACK = PLATE + 3
"""Height of the stacks: letter and number, with a stroke for each tile below."""
_PIECE, _APART = 7, 3
"""Width of a stack's letter with its edges, and its distance from the number."""
_WORM = 2
"""Side of a worm on a tile."""
_HATCH = 3
"""Distance of the lines on the back of a tile."""


def draw_tiles(canvas: Canvas, grill: TileGrill) -> None:
    """Draw the tiles in two rows, or in one on a wide panel, then the stacks and the line."""
    rows = max(1, 2 // canvas.layout.columns)
    words = canvas.row if grill.line else 0
    stacks = _STACK if grill.stacks else 0
    title = canvas.layout.bar if grill.title else 0
    roomy = canvas.layout.height - title - words - stacks >= rows * _ROOMY
    height = _ROOMY if roomy else _DENSE
    needed = rows * height + stacks + words
    body = canvas.framed(grill.title, grill.foot, needed)
    line = Box(0, body.bottom - words, body.right, body.bottom)
    if grill.line:
        canvas.decide(grill.line, canvas.inner(line))
    gap = max(0, body.height - needed) // 3
    top = body.top + gap
    _draw_rows(canvas, grill, Box(0, top, body.right, top + rows * height), rows, roomy=roomy)
    top += rows * height + gap
    if grill.stacks:
        _draw_stacks(canvas, grill.stacks, Box(0, top, body.right, top + stacks))


def _draw_rows(canvas: Canvas, grill: TileGrill, box: Box, rows: int, *, roomy: bool) -> None:
    if not grill.tiles:
        return
    across = -(-len(grill.tiles) // rows)
    pitch = min(box.width // across, _WIDEST)
    height = box.height // rows
    left = box.left + (box.width - pitch * across) // 2
    texts = [str(tile.number) for tile in grill.tiles]
    lettering = canvas.lettering(texts, pitch - 5) if roomy else canvas.layout.small
    for place, tile in enumerate(grill.tiles):
        row, column = divmod(place, across)
        x, y = left + column * pitch, box.top + row * height
        cell = Box(x, y, x + pitch - 1, y + height - 1)
        _draw_tile(canvas, tile, cell, lettering, chosen=place == grill.chosen)


def _draw_tile(canvas: Canvas, tile: Tile, box: Box, lettering: Lettering, *, chosen: bool) -> None:
    ink = DARK if chosen else INK
    if chosen:
        canvas.plate(box)
    elif tile.state is not TileState.TAKEN:
        canvas.image.paste(INK, (box.left, box.top), ring(box.width, box.height))
    if tile.state is TileState.OPEN:
        _draw_front(canvas, tile, box, lettering, ink)
    elif tile.state is TileState.TURNED:
        _draw_back(canvas, box, ink)
    else:
        x, y = box.left + box.width // 2, box.top + box.height // 2
        canvas.fill(Box(x - 1, y - 1, x + 1, y + 1), ink)


def _draw_front(canvas: Canvas, tile: Tile, box: Box, lettering: Lettering, ink: int) -> None:
    """Draw the number, and its worms below if there is room."""
    letters = font(lettering)
    number = Box(box.left + 2, box.top + 1, box.right - 2, box.top + 1 + letters.height)
    canvas.write(str(tile.number), number, lettering, Align.CENTRE, ink)
    top = box.top + 1 + letters.ascent + 1
    worms = max(0, min(tile.worms, (box.width - 3) // (_WORM + 1)))
    if box.bottom - top < _WORM + 2:
        return
    left = box.left + (box.width - worms * (_WORM + 1) + 1) // 2
    for place in range(worms):
        x = left + place * (_WORM + 1)
        canvas.fill(Box(x, top, x + _WORM, top + _WORM), ink)


def _draw_back(canvas: Canvas, box: Box, ink: int) -> None:
    """Draw slanting lines inside the edge."""
    for y in range(box.top + 2, box.bottom - 2):
        for x in range(box.left + 2, box.right - 2):
            if (x - box.left + y - box.top) % _HATCH == 0:
                canvas.image.putpixel((x, y), ink)


def _draw_stacks(canvas: Canvas, stacks: tuple[Stack, ...], box: Box) -> None:
    """Draw each stack's letter and top tile, the letter on a lit piece if there is room."""
    number = font(canvas.layout.small).width("36")
    roomy = box.width // len(stacks) > _PIECE + _APART + number
    for stack, (left, right) in zip(stacks, columns(box.width, len(stacks)), strict=True):
        _draw_stack(canvas, stack, Box(left, box.top, right - 1, box.bottom), roomy=roomy)


def _draw_stack(canvas: Canvas, stack: Stack, box: Box, *, roomy: bool) -> None:
    """Draw a stack; the current player's is lit."""
    ink = DARK if stack.turn else INK
    letters = font(canvas.layout.small)
    letter, top = stack.letter[:1], "\N{EN DASH}" if stack.top is None else str(stack.top)
    first = _PIECE + _APART - 1 if roomy else letters.width(letter) + 1
    left = box.left + max(0, box.width - first - letters.width(top)) // 2
    if stack.turn:
        canvas.plate(box)
    elif roomy:
        draw_plate(canvas, letter, Box(left, box.top, left + _PIECE, box.top + PLATE))
    if stack.turn or not roomy:
        x = left + 1 if roomy else left
        canvas.write(letter, Box(x, box.top, left + first, box.top + canvas.line), ink=ink)
    canvas.write(top, Box(left + first, box.top, box.right, box.top + canvas.line), ink=ink)
    strokes = Box(box.left + 1, box.bottom - 2, box.right - 1, box.bottom - 1)
    _draw_height(canvas, stack.height, strokes, ink)


def _draw_height(canvas: Canvas, height: int, box: Box, ink: int) -> None:
    """Draw a stroke for each tile, shorter if there are many."""
    wide = next((each for each in (3, 2) if height * (each + 1) <= box.width + 1), 1)
    shown = max(0, min(height, (box.width + 1) // (wide + 1)))
    left = box.left + (box.width - shown * (wide + 1) + 1) // 2
    for place in range(shown):
        x = left + place * (wide + 1)
        canvas.fill(Box(x, box.top, x + wide, box.bottom), ink)
