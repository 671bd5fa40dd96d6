"""Makes random drawings for faces and tables: worms, food, signs, scribbles and prints.

A net that never sees a drawing twice learns to recognise drawings in general. All chances come from
the given generator; with the same OpenCV a seed gives the same drawings.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import figures, glyphs
from vision.training.glyphs import SIDE, Figure, Image, Style, as_image, pick, xy

TILE = 128
PRINT = 256
_LEVELS = 17
_LEAST, _MOST = 0.034, 0.72
_CONTRAST, _LIGHTNESS, _SEEN = 45.0, 22.0, 0.03
"""Ink stands out if it differs this much from the body in colour and lightness (CIE Lab), on this
part of a face.
"""


def colour(rng: np.random.Generator) -> tuple[int, int, int]:
    """Return a colour as red, green, blue: any, but dark and pale inks more often than chance."""
    kind = rng.random()
    if kind < 0.3:
        return _hsv(rng.uniform(0, 180), rng.uniform(0, 120), rng.uniform(0, 70))
    if kind < 0.45:
        return _hsv(rng.uniform(0, 180), rng.uniform(0, 50), rng.uniform(200, 255))
    return _hsv(rng.uniform(0, 180), rng.uniform(90, 255), rng.uniform(60, 255))


def paper(rng: np.random.Generator) -> tuple[int, int, int]:
    """Return the colour of something printed on: pale half the time."""
    if rng.random() < 0.5:
        return _hsv(rng.uniform(0, 180), rng.uniform(0, 60), rng.uniform(190, 255))
    return colour(rng)


def _hsv(hue: float, saturation: float, value: float) -> tuple[int, int, int]:
    pixel = np.array([[[hue % 180, saturation, value]]], np.uint8)
    red, green, blue = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0]
    return int(red), int(green), int(blue)


def palette(rng: np.random.Generator, mode: str) -> Image:
    """Return the colours of the tones 0 to 4: one ink for all, but for coloured drawings."""
    inks = np.array([colour(rng)] * 5, np.uint8)
    if mode == "colour" or rng.random() < 0.15:
        inks[2:] = [colour(rng) for _ in range(3)]
        if rng.random() < 0.4:
            inks[1] = _hsv(rng.uniform(0, 180), rng.uniform(0, 255), rng.uniform(0, 60))
    return inks


def style(rng: np.random.Generator) -> Style:
    """Return a way to print icons."""
    mode = rng.choice(["line", "solid", "colour"], p=[0.5, 0.27, 0.23])
    stroke = float(np.exp(rng.uniform(np.log(0.009), np.log(0.05))))
    return Style(mode, stroke, bool(rng.random() < 0.6), bool(rng.random() < 0.3))


_SIGNS: Sequence[Figure] = (
    *glyphs.HEADS,
    figures.star,
    figures.heart,
    *(figures.emblem,) * 3,
    figures.flower,
    figures.spiral,
    *(figures.text,) * 2,
    figures.logo,
)


def _figure(rng: np.random.Generator) -> Figure:
    kind = rng.random()
    if kind < 0.45:
        return figures.worm
    if kind < 0.65:
        return pick(rng, glyphs.FOODS)
    if kind < 0.9:
        return pick(rng, _SIGNS)
    return figures.scribble


def drawing(rng: np.random.Generator) -> Image:
    """Return one drawing: red, green, blue and the cover of the ink, not premultiplied.

    It covers 3 % to 75 % of the tile and is never a pattern of pips.
    """
    manner = style(rng)
    while True:
        size, turn = rng.uniform(0.45, 0.85), rng.uniform(0, 360)
        tile = _draw(rng, _figure(rng), manner, palette(rng, manner.mode), size, turn)
        if tile is not None:
            return tile


def six_of_a_kind(rng: np.random.Generator, colourful: float = 0.0) -> list[Image]:
    """Return six different icons as one set of dice would show them: same ink, same manner.

    A `colourful` part of all sets has other colours on each icon.
    """
    manner = style(rng)
    inks, size, turn = palette(rng, manner.mode), rng.uniform(0.5, 0.8), rng.uniform(0, 360)
    many = rng.random() < colourful
    tiles: list[Image] = []
    subjects = [figures.worm, *glyphs.FOODS, *dict.fromkeys(_SIGNS), figures.scribble]
    for i in rng.permutation(len(subjects)):
        if many:
            inks = palette(rng, "colour")
        tile = _draw(rng, subjects[i], manner, inks, size * rng.uniform(0.9, 1.06), turn)
        if tile is not None:
            tiles.append(tile)
        if len(tiles) == 6:
            break
    return tiles


def _draw(
    rng: np.random.Generator, figure: Figure, manner: Style, inks: Image, size: float, turn: float
) -> Image | None:
    pen = glyphs.Pen(rng, manner)
    figure(pen)
    tones = _placed(rng, pen.tones, size, turn)
    while 0 < np.count_nonzero(tones) < _LEAST * tones.size:  # too thin to be seen
        tones = as_image(cv2.dilate(tones, np.ones((3, 3), np.uint8)))
    inked = (tones > 0).astype(np.float32)
    cover = cv2.resize(inked, (TILE, TILE), interpolation=cv2.INTER_AREA)
    if not _LEAST <= cover.mean() <= _MOST or looks_like_pips(cover > 0.5):
        return None
    mixed = cv2.resize(
        inks[tones].astype(np.float32) * inked[..., None],
        (TILE, TILE),
        interpolation=cv2.INTER_AREA,
    )
    tile = np.empty((TILE, TILE, 4), np.uint8)
    tile[..., :3] = inks[1]  # also where it is bare, or a resized edge would turn black
    seen = cover > 0
    tile[seen, :3] = np.rint(mixed[seen] / cover[seen, None] / 5) * 5
    tile[..., 3] = np.rint(cover * (_LEVELS - 1)) * (255 / (_LEVELS - 1))
    return tile


def _placed(rng: np.random.Generator, tones: Image, size: float, turn: float) -> Image:
    """Turn a drawing, scale it to a part of the face, and distort it slightly."""
    if not tones.any():
        return tones
    hull = cv2.convexHull(cv2.findNonZero(tones))
    box = cv2.transform(hull, cv2.getRotationMatrix2D((0, 0), turn, 1)).reshape(-1, 2)
    scale = size * SIDE / float((box.max(0) - box.min(0)).max() + 1)
    matrix = cv2.getRotationMatrix2D((0, 0), turn, scale)
    aside = rng.uniform(-0.3, 0.3, 2) * (1 - size) * SIDE
    matrix[:, 2] = SIDE / 2 - (box.max(0) + box.min(0)) / 2 * scale + aside
    back = cv2.invertAffineTransform(matrix).astype(np.float32)
    x, y = np.meshgrid(np.arange(SIDE, dtype=np.float32), np.arange(SIDE, dtype=np.float32))
    shake = rng.normal(0, rng.choice([0, 3, 7]) / scale, (6, 6, 2)).astype(np.float32)
    dx, dy = cv2.split(cv2.resize(shake, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))
    across = back[0, 0] * x + back[0, 1] * y + back[0, 2] + dx
    down = back[1, 0] * x + back[1, 1] * y + back[1, 2] + dy
    return as_image(cv2.remap(tones, across, down, cv2.INTER_NEAREST))


def looks_like_pips(inked: NDArray[np.bool_]) -> bool:
    """Return whether the ink is just one to six solid, round spots of one size."""
    outlines, _ = cv2.findContours(inked.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    areas = []
    for outline in outlines:
        spot = np.zeros(inked.shape, np.uint8)
        cv2.drawContours(spot, [outline], -1, 1, cv2.FILLED)
        area = int(np.count_nonzero(inked & (spot > 0)))
        if area >= 16:
            areas.append(area)
            _, radius = cv2.minEnclosingCircle(outline)
            if area < 0.7 * np.pi * (radius + 0.5) ** 2:
                return False
    return 1 <= len(areas) <= 6 and max(areas) < 2.2 * min(areas)


def stands_out(art: Image, body: tuple[int, int, int]) -> bool:
    """Return whether a drawing is well visible on dice of this colour."""
    colours = np.concatenate([art[..., :3].reshape(-1, 3), [body]]).astype(np.float32) / 255
    lab = cv2.cvtColor(colours[None], cv2.COLOR_RGB2Lab)[0]
    apart = np.abs(lab[:-1] - lab[-1])
    far = (np.linalg.norm(apart, axis=1) >= _CONTRAST) & (apart[:, 0] >= _LIGHTNESS)
    return float((far * art[..., 3].ravel()).mean()) / 255 >= _SEEN


_PIPS: Sequence[tuple[tuple[int, int], ...]] = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
)

Box = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""


def print_tile(rng: np.random.Generator) -> Image:
    """Return a print as tables carry it, 256 x 256 red, green, blue: no die, much like one.

    Text, numbers, dots, dominoes, flat dice, checks, cards, rings, tokens and icons.
    """
    sheet: Image = np.full((PRINT, PRINT, 3), paper(rng), np.uint8)
    kinds = (_p_text, _p_dots, _p_checks, _p_rings, _p_icon, _p_card, _p_token, _p_dice, _p_dice)
    cells = int(rng.choice([1, 1, 2, 2, 3, 4]))
    one = pick(rng, kinds) if rng.random() < 0.5 else None
    edge = PRINT // cells
    for i in range(cells * cells):
        if cells == 1 or rng.random() < 0.85:
            inset = int(edge * rng.uniform(0.02, 0.15))
            wide = edge - 2 * inset
            box = (i % cells * edge + inset, i // cells * edge + inset, wide, wide)
            (one or pick(rng, kinds))(rng, sheet, box)
    if rng.random() < 0.3:
        sheet = as_image(cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.5, 1.5)))
    return sheet


def _write(rng: np.random.Generator, sheet: Image, box: Box, text: str, ink: Sequence[int]) -> None:
    x, y, w, h = box
    mask = glyphs.lettering(rng, text)
    scale = min(w / mask.shape[1], h / mask.shape[0])
    wide, high = (max(1, int(side * scale)) for side in mask.shape[::-1])
    shrunk = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)[..., None] / 255
    x, y = x + (w - wide) // 2, y + (h - high) // 2
    under = sheet[y : y + high, x : x + wide]
    under[:] = under * (1 - shrunk) + np.array(ink) * shrunk


def _disc(sheet: Image, x: float, y: float, r: float, ink: Sequence[int], line: int = -1) -> None:
    centre = (round(x * 16), round(y * 16))
    cv2.circle(sheet, centre, max(1, round(r * 16)), tuple(ink), line, cv2.LINE_AA, 4)


def _panel(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    """A rounded rectangle, mostly with a rim."""
    x, y, w, h = box
    r = int(min(w, h) * rng.uniform(0.02, 0.25))
    for ink, inset in ((colour(rng), 0), (paper(rng), int(rng.choice([0, 1, 3])))):
        points = xy((x + r, y + r), (x + w - r, y + r), (x + w - r, y + h - r), (x + r, y + h - r))
        corners = points.astype(np.int32)
        cv2.fillPoly(sheet, [corners], ink, cv2.LINE_AA)
        cv2.polylines(
            sheet,
            [corners],
            isClosed=True,
            color=ink,
            thickness=max(1, 2 * (r - inset)),
            lineType=cv2.LINE_AA,
        )


def _p_text(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    x, y, w, h = box
    rows, ink = int(rng.integers(1, 9)), colour(rng)
    for row in range(rows):
        text = " ".join(glyphs.word(rng) for _ in range(1 + rows // 3))
        high = h // rows
        _write(rng, sheet, (x, y + row * high, w, max(2, int(high * 0.8))), text, ink)


def _p_dots(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    x, y, w, h = box
    n, ink, line = int(rng.integers(2, 9)), colour(rng), int(rng.choice([-1, -1, 2]))
    step, r, shift = w / n, rng.uniform(0.12, 0.45), rng.choice([0, 0.5])
    for i in range(n * n):
        across = i % n + 0.5 + shift * (i // n % 2) * 0.9
        _disc(sheet, x + across * step, y + (i // n + 0.5) * h / n, r * step, ink, line)


def _p_checks(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    x, y, w, h = box
    n, inks = int(rng.integers(2, 9)), np.array([colour(rng), colour(rng)])
    stripes = rng.random() < 0.3
    down, across = np.mgrid[:h, :w] * n // max(w, h)
    sheet[y : y + h, x : x + w] = inks[(across + (0 if stripes else down)) % 2]


def _p_rings(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    x, y, w, h = box
    for r in np.linspace(0.48, 0.08, int(rng.integers(1, 6))):
        _disc(sheet, x + w / 2, y + h / 2, w * r, colour(rng), int(rng.choice([-1, 1, 2, 4])))


def _p_icon(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    if rng.random() < 0.4:
        _panel(rng, sheet, box)
    _stamp(sheet, drawing(rng), box)


def _stamp(sheet: Image, art: Image, box: Box) -> None:
    x, y, w, h = box
    tile = cv2.resize(art, (w, h), interpolation=cv2.INTER_AREA).astype(np.float64)
    under, cover = sheet[y : y + h, x : x + w], tile[..., 3:] / 255
    under[:] = under * (1 - cover) + tile[..., :3] * cover


def _p_card(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    x, y, w, h = box
    _panel(rng, sheet, (x + w // 6, y, w * 2 // 3, h))
    _p_icon(rng, sheet, (x + w // 3, y + h // 3, w // 3, h // 3))
    corner, ink = max(3, w // 7), colour(rng)
    for left, top in ((x + w // 5, y + h // 20), (x + w * 2 // 3, y + h - h // 20 - corner)):
        _write(rng, sheet, (left, top, corner, corner), pick(rng, "A23456789JQKBD"), ink)


def _p_token(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    x, y, w, h = box
    if rng.random() < 0.5:
        _panel(rng, sheet, box)
    else:
        _disc(sheet, x + w / 2, y + h / 2, w * 0.48, colour(rng))
        _disc(sheet, x + w / 2, y + h / 2, w * 0.4, colour(rng), int(rng.choice([-1, 1, 3])))
    text = glyphs.word(rng, 3) if rng.random() < 0.3 else str(rng.integers(1, 40))
    _write(rng, sheet, (x + w // 4, y + h // 4, w // 2, h // 2), text, colour(rng))


def piece(rng: np.random.Generator) -> Image:
    """A playing piece seen from above, 256 x 256: a number, and below it a few drawings."""
    sheet: Image = np.full((PRINT, PRINT, 3), paper(rng), np.uint8)
    if rng.random() < 0.5:
        _panel(rng, sheet, (0, 0, PRINT, PRINT))
    ink, half = colour(rng), int(PRINT * rng.uniform(0.4, 0.6))
    _write(rng, sheet, (PRINT // 6, PRINT // 12, PRINT * 2 // 3, half - PRINT // 8),
           str(rng.integers(1, 40)), ink)  # fmt: skip
    if rng.random() < 0.5:
        cv2.line(sheet, (PRINT // 10, half), (PRINT * 9 // 10, half), ink, 3, cv2.LINE_AA)
    art, many = drawing(rng), int(rng.integers(1, 5))
    columns = 1 if many == 1 else 2
    high = min(PRINT - half - 8, PRINT // columns)
    high = high // 2 if many > 2 else high
    for number in range(many):
        left = PRINT * (number % columns) // columns + (PRINT // columns - high) // 2
        _stamp(sheet, art, (left, half + 4 + number // columns * high, high, high))
    if rng.random() < 0.5:
        sheet = as_image(np.rot90(sheet, int(rng.integers(1, 4))))
    return sheet


def _p_dice(rng: np.random.Generator, sheet: Image, box: Box) -> None:
    """A flat die, or two as a domino."""
    x, y, w, h = box
    halves = 1 + int(rng.random() < 0.35)
    wide = w // halves
    if rng.random() < 0.85:
        _panel(rng, sheet, (x + (w - wide) // 2, y, wide, h))
    ink, r, spread = colour(rng), rng.uniform(0.07, 0.13), rng.uniform(0.22, 0.3)
    line = int(rng.choice([-1, -1, -1, 2]))
    for half in range(halves):
        middle = y + (half + 0.5) * h / halves
        for across, down in pick(rng, _PIPS):
            _disc(
                sheet, x + w / 2 + across * spread * wide, middle + down * spread * wide,
                r * wide, ink, line,
            )  # fmt: skip
    if halves == 2:
        ends = ((x + (w - wide) // 2, y + h // 2), (x + (w + wide) // 2, y + h // 2))
        cv2.line(sheet, *ends, ink, max(1, w // 40), cv2.LINE_AA)
