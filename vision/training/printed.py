"""Draws printed die faces, flat on paper, on a card, on a cloth."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.drawings import colour, drawing, paper

SIDE = 256
_LAYOUTS = (
    (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8),
)  # fmt: skip


def printed_die(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return a printed die face, 256 x 256 red, green, blue."""
    pale = (248, 247, 244) if rng.random() < 0.5 else paper(rng)
    sheet = np.full((SIDE, SIDE, 3), pale, np.uint8)
    edge = int(SIDE * rng.uniform(0.55, 0.92))
    left = (SIDE - edge) // 2
    corner = int(edge * rng.uniform(0.02, 0.3))
    fill = paper(rng) if rng.random() < 0.4 else colour(rng)
    line = colour(rng) if rng.random() < 0.7 else (20, 20, 20)
    if rng.random() < 0.85:
        _block(sheet, left, left, edge, corner, line)
        thick = int(rng.uniform(0, 0.06) * edge)
        _block(sheet, left + thick, left + thick, edge - 2 * thick, max(corner - thick, 1), fill)
    ink = line
    if sum(fill) < 480 and rng.random() < 0.7:  # light on dark
        ink = paper(rng) if rng.random() < 0.4 else (250, 250, 250)
    if rng.random() < 0.3:
        _draw(sheet, drawing(rng), left, edge)
        return sheet
    spread, radius = edge * rng.uniform(0.2, 0.28), int(edge * rng.uniform(0.05, 0.12))
    for cell in _LAYOUTS[int(rng.integers(6))]:
        x = int(SIDE / 2 + (cell % 3 - 1) * spread)
        y = int(SIDE / 2 + (cell // 3 - 1) * spread)
        cv2.circle(sheet, (x, y), radius, ink, -1, cv2.LINE_AA)
    return sheet


def _block(
    sheet: NDArray[np.uint8], x: int, y: int, edge: int, corner: int, ink: tuple[int, ...]
) -> None:
    far = edge - corner
    cv2.rectangle(sheet, (x + corner, y), (x + far, y + edge), ink, -1)
    cv2.rectangle(sheet, (x, y + corner), (x + edge, y + far), ink, -1)
    for cx in (x + corner, x + far):
        for cy in (y + corner, y + far):
            cv2.circle(sheet, (cx, cy), corner, ink, -1, cv2.LINE_AA)


def _draw(sheet: NDArray[np.uint8], art: NDArray[np.uint8], left: int, edge: int) -> None:
    large = cv2.resize(art, (edge, edge), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    cover = large[..., 3:] / 255
    part = sheet[left : left + edge, left : left + edge]
    part[:] = (part * (1 - cover) + large[..., :3] * cover).astype(np.uint8)
