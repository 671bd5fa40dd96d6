"""Worms, no two alike, and the signs, flowers, words and scribbles between them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.training import glyphs
from vision.training.glyphs import Pen, Points, mirrored, oval, petals, pick, soft, xy


def _spine(rng: np.random.Generator) -> Points:
    """Return the middle line of a worm from tail to head."""
    u, kind, n = rng.uniform, rng.integers(6), 90
    t = np.linspace(0, 1, n)
    if kind == 0:  # a wave
        line = np.stack([2 * t, u(0.15, 0.5) * np.sin(u(3, 12) * t + u(0, 6)) * u(0.6, 1)], 1)
    elif kind == 1:  # a coil
        angle, r = t * u(5, 12), np.interp(t, [0, 1], [u(0.25, 0.4), 1])
        line = np.stack([r * np.cos(angle), r * np.sin(angle) * u(0.6, 1)], 1)
    elif kind == 2:  # an arc
        angle = t * u(1.5, 5)
        line = np.stack([np.cos(angle), np.sin(angle) * u(0.6, 1)], 1)
    elif kind == 3:  # a looper with humps, its head raised
        hump = np.abs(np.sin(t * np.pi * rng.integers(1, 4))) * u(0.3, 0.8)
        line = np.stack([2 * t, -hump - u(0.2, 0.9) * np.clip(t - 0.75, 0, 1) * 4], 1)
    else:  # wherever it crawls
        bends = np.interp(t, np.linspace(0, 1, 6), u(-1, 1, 6) * u(3, 9))
        heading = np.cumsum(bends) / n * 2 + u(0, 6)
        line = np.cumsum(np.stack([np.cos(heading), np.sin(heading)], 1), 0)
    line -= (line.max(0) + line.min(0)) / 2
    line /= np.abs(line).max()
    steps = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    even = np.linspace(0, steps[-1], n)
    return np.stack([np.interp(even, steps, line[:, 0]), np.interp(even, steps, line[:, 1])], 1)


def worm(pen: Pen) -> None:
    """Draw a worm as some children would: of beads, as a tube with rings, or as one line."""
    rng, u = pen.rng, pen.rng.uniform
    spine = _spine(rng) * 0.8
    t = np.linspace(0, 1, len(spine))
    ends: Sequence[Sequence[float]] = (
        [1, 1, 1],
        [0.15, 0.8, 1],
        [0.1, 1, 0.7],
        [0.5, 1.2, 0.9],
        [0.7, 0.8, 1.1],
    )
    half = np.interp(t, [0, 0.4, 1], pick(rng, ends)) * u(0.08, 0.24)
    head = float(half[-1] * u(1, 1.7))
    body = rng.random()
    if body < 0.3:
        _beads(pen, spine, half)
    elif body < 0.9:
        _tube(pen, spine, half)
    else:
        pen.line(spine, 1, u(1.5, 4))
        head = max(head, 0.15)
    _head(pen, spine[-1], spine[-1] - spine[-6], head)


def _beads(pen: Pen, spine: Points, half: NDArray[np.float64]) -> None:
    gap, legs = pen.rng.uniform(0.9, 1.7), pen.rng.random() < 0.35
    last, tone = spine[0] + 9, 2
    for point, r in zip(spine[:-4], half[:-4], strict=True):
        if np.hypot(*(point - last)) < gap * r:
            continue
        if legs:
            for dx in (-0.4, 0.4):
                pen.line(np.stack([point, point + xy((dx * r, 1.7 * r))[0]]))
        pen.ball(point[0], point[1], r, None, tone)
        last, tone = point, 5 - tone


def _tube(pen: Pen, spine: Points, half: NDArray[np.float64]) -> None:
    rng, mode = pen.rng, pen.style.mode
    along = np.gradient(spine, axis=0)
    side = along[:, ::-1] * (-1, 1) / np.hypot(*along.T)[:, None] * half[:, None]
    left, right = spine + side, spine - side
    every, bow = int(rng.integers(3, 14)), rng.uniform(-0.6, 0.6)
    rings, reach = rng.random() < 0.65, rng.choice([1.0, 1.0, 0.6])
    band = int(rng.integers(20, 70)) if rng.random() < 0.3 else -99
    pen.ball(spine[0][0], spine[0][1], half[0])
    for i in range(len(spine) - 1):
        tone = 3 if 0 <= i - band < 12 else 2
        quad = np.stack([left[i], left[i + 1], right[i + 1], right[i]])
        pen.fill(quad, {"line": 0, "solid": 1, "colour": tone}[mode])
        if mode == "solid":
            pen.line(spine[i : i + 2], 1)
        # the edges trail behind, or the next piece would wipe half their width away
        for edge in (left, right):
            pen.line(edge[max(0, i - 2) : i + 1], 0 if mode == "solid" else 1, 0.8)
        if rings and i % every == 1:
            arc = np.stack([side[i], along[i] * bow * every / 3, -side[i]]) * reach + spine[i]
            pen.detail(soft(arc, closed=False), 0.7)
        elif band >= 0 and i in {band, band + 12}:
            pen.detail(np.stack([left[i], right[i]]))


def _head(pen: Pen, at: Points, way: Points, r: float) -> None:
    rng, u = pen.rng, pen.rng.uniform
    x, y = float(at[0]), float(at[1])
    way = way / max(1e-6, float(np.hypot(*way)))
    if rng.random() < 0.25:
        for turn in (-0.5, 0.5):
            tip = at + 1.9 * r * np.array([turn, -1])
            pen.line(np.stack([at, tip]))
            pen.fill(oval(tip[0], tip[1], r * 0.22), 1)
    if rng.random() < 0.12:
        tongue = at + way * r * 1.9
        pen.line(np.stack([at, tongue, tongue + (way + way[::-1] * (-1, 1)) * r * 0.4]))
        pen.line(np.stack([tongue, tongue + (way - way[::-1] * (-1, 1)) * r * 0.4]))
    pen.ball(x, y, r, r * u(0.8, 1.1), int(rng.choice([2, 2, 3])))
    eyes, size = rng.choice([0, 1, 2, 2, 2]), r * u(0.15, 0.4)
    for side in (-0.38, 0.38)[:eyes]:
        pen.eye(x + side * r, y - 0.25 * r, size)
    if rng.random() < 0.6:
        pen.smile(x, y + 0.25 * r, r * u(0.3, 0.55))
    if rng.random() < 0.22:
        hats = (
            xy((0.6, -1.6), (0.6, -0.7), (1.1, -0.7), (1.1, -0.55)),  # a top hat
            xy((0.02, -2.0), (0.7, -0.6)),  # a cone
            xy((0.0, -1.3), (0.4, -0.9), (0.8, -1.5), (0.7, -0.6)),  # a crown
            xy((0.4, -1.9), (0.9, -1.6), (0.5, -1.1), (0.55, -0.6)),  # a cook's
        )
        pen.shape(mirrored(pick(rng, hats)) * r + at, 4)


_HALVES: Sequence[tuple[tuple[float, float], ...]] = (
    ((0.02, -0.1), (0.3, -0.3), (0.5, 0.1), (0.9, -0.6), (0.75, 0.6)),  # a crown
    ((0.02, -0.9), (0.7, -0.7), (0.8, -0.6), (0.7, 0.3), (0.02, 1)),  # a shield
    ((0.02, -1), (0.7, -0.2), (0.3, -0.2), (0.3, 1)),  # an arrow
    ((0.25, -1), (0.25, -0.3), (0.8, -0.3), (0.8, 0.15), (0.25, 0.15), (0.25, 1)),  # a cross
    ((0.02, -1), (0.9, -0.1), (0.65, -0.1), (0.65, 0.9)),  # a house
    ((0.02, -1), (0.5, -0.4), (0.3, -0.4), (0.7, 0.4), (0.15, 0.4), (0.15, 0.9)),  # a fir
    ((0.02, -1), (0.45, -0.5), (0.6, 0.2), (0.1, 0.7), (0.06, 1)),  # a leaf
    ((0.08, -1), (0.4, -0.7), (0.5, 0.3), (0.85, 0.65), (0.2, 0.7), (0.2, 0.9)),  # a bell
    ((0.1, -1), (0.1, 0.3), (0.6, 0.1), (0.9, -0.1), (0.75, 0.7), (0.02, 1)),  # an anchor
    ((0.05, -0.5), (0.6, -1), (1, -0.6), (0.5, 0.0), (0.8, 0.5), (0.4, 0.9), (0.06, 0.3)),  # wings
    ((0.5, -0.8), (0.95, -0.3), (0.02, 0.95)),  # a gem
    ((0.9, -0.9), (0.8, -0.1), (0.15, 0.3), (0.12, 0.7), (0.55, 0.95)),  # a goblet
    ((0.3, -0.9), (0.3, -0.1), (0.95, -0.1), (0.6, 0.8)),  # a ship
    ((0.02, -0.9), (0.25, -0.5), (0.9, 0.3), (0.3, 0.3), (0.25, 0.9)),  # a plane
)


def emblem(pen: Pen) -> None:
    """Draw something symmetric: a crown, a shield, an arrow or a shape of its own."""
    rng = pen.rng
    half = np.array(pick(rng, _HALVES))
    if rng.random() < 0.3:  # a shape of its own
        y = np.sort(rng.uniform(-1, 1, int(rng.integers(3, 8))))
        half = np.stack([rng.uniform(0.1, 1, len(y)), y], 1)
    outline = mirrored(np.clip(half + rng.normal(0, 0.05, half.shape), (0.01, -1), (1, 1)))
    outline = soft(outline) if rng.random() < 0.4 else outline
    pen.shape(outline)
    inside = rng.random()
    if inside < 0.3:
        pen.detail(outline * rng.uniform(0.5, 0.75), closed=True)
    elif inside < 0.5:
        pen.detail(xy((0, -0.7), (0, 0.7)))
        for y in np.linspace(-0.3, 0.5, int(rng.integers(1, 5))):
            pen.detail(xy((-0.3, y - 0.2), (0, y), (0.3, y - 0.2)))
    elif inside < 0.65:
        glyphs.face(pen, 0.5)


def flower(pen: Pen) -> None:
    """Draw a flower."""
    n, r, u = int(pen.rng.integers(4, 10)), pen.rng.uniform(0.2, 0.4), pen.rng.uniform
    wide = u(0.6, 1.1) * np.pi * 0.6 / n
    if pen.rng.random() < 0.4:
        pen.line(soft(xy((0, 0), (u(-0.3, 0.3), 0.8), (0, 1.5)), closed=False), 1, 1.3)
    for turn in np.arange(n) * 2 * np.pi / n:
        turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        pen.shape(oval(0.6, 0, 0.38, wide) @ turned)
    pen.ball(0, 0, r, None, 3)
    pen.detail(petals(n, r * 0.3, r * 0.6), closed=True)


def spiral(pen: Pen) -> None:
    """Draw a spiral."""
    t = np.linspace(0, 1, 150)
    angle = t * pen.rng.uniform(10, 28)
    pen.line(np.stack([t * np.cos(angle), t * np.sin(angle)], 1), 1, pen.rng.uniform(1, 2))


def text(pen: Pen) -> None:
    """Draw a letter, a number or a short word."""
    text = glyphs.word(pen.rng, 4)
    high = min(1.0, pen.rng.uniform(0.9, 1.8) / len(text) ** 0.7)
    pen.letters(
        text, (-min(1.0, high * len(text) * 0.6), -high, min(1.0, high * len(text) * 0.6), high)
    )


def logo(pen: Pen) -> None:
    """Draw a frame with a word or a star in it."""
    rng = pen.rng
    frames = (oval(0, 0, 1), xy((-1, -1), (1, -1), (1, 1), (-1, 1)), petals(8, 0.85, 1))
    frame = pick(rng, frames) * (1, rng.uniform(0.6, 1))
    pen.line(frame, 1, rng.uniform(1, 3), closed=True)
    if rng.random() < 0.5:
        pen.line(frame * 0.85, 2, closed=True)
    if rng.random() < 0.6:
        pen.letters(glyphs.word(rng, 5), (-0.6, -0.3, 0.6, 0.3))
    else:
        pen.shape(petals(int(rng.integers(3, 9)), 0.2, 0.5))


def scribble(pen: Pen) -> None:
    """Draw lines or blobs that mean nothing."""
    rng, n = pen.rng, int(pen.rng.integers(3, 14))
    kind = rng.random()
    for tone in range(1, int(rng.integers(2, 4))):
        points = rng.uniform(-1, 1, (n, 2))
        if kind < 0.35:
            pen.line(points, tone, rng.uniform(0.7, 2))
        elif kind < 0.7:
            pen.line(soft(points, closed=False), tone, rng.uniform(0.7, 3))
        else:
            angle = np.sort(rng.uniform(0, 2 * np.pi, n + 3))
            ray = np.stack([np.cos(angle), np.sin(angle)], 1)
            pen.shape(soft(ray * rng.uniform(0.25, 1, (n + 3, 1))), tone + 1)
            pen.detail(points * 0.4)


def star(pen: Pen) -> None:
    """Draw a star."""
    n = int(pen.rng.integers(4, 12))
    inner = pen.rng.uniform(0.25, 0.6)
    pen.shape(petals(n, inner, 1))
    if pen.rng.random() < 0.6:
        pen.detail(petals(n, inner * 0.5, 0.5), closed=True)


def heart(pen: Pen) -> None:
    """Draw a heart."""
    t = np.linspace(0, 2 * np.pi, 60)
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    curve = np.stack([16 * np.sin(t) ** 3, -y * pen.rng.uniform(0.8, 1.2)], 1) / 17
    pen.shape(curve)
    if pen.rng.random() < 0.5:
        pen.detail(curve * pen.rng.uniform(0.4, 0.75), closed=True)
