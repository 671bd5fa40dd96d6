"""What tests ask of a one-bit picture."""

import numpy as np
from PIL import Image, ImageChops


def lit(image: Image.Image) -> set[tuple[int, int]]:
    """The pixels that are on."""
    rows, columns = np.nonzero(np.asarray(image.convert("L")))
    return set(zip(columns.tolist(), rows.tolist(), strict=True))


def pieces(pixels: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Pixels that hang together, also by corners."""
    left = set(pixels)
    found = []
    while left:
        piece = {left.pop()}
        edge = list(piece)
        while edge:
            x, y = edge.pop()
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            piece |= near
            edge.extend(near)
        found.append(piece)
    return found


def full_rows(image: Image.Image, width: int) -> list[int]:
    """The rows whose first `width` pixels are all on."""
    on = lit(image)
    return [y for y in range(image.height) if all((x, y) in on for x in range(width))]


def differing(one: Image.Image, other: Image.Image) -> set[tuple[int, int]]:
    """The pixels in which two pictures are not the same."""
    return lit(ImageChops.difference(one.convert("L"), other.convert("L")))
