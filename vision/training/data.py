"""Drawings for training: made once, then kept in a folder."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

LICENSED = ("kamil__", "n3__", "epanemu__", "burks__")
"""The first letters of the names of photos whose owners allow training."""
DRAWINGS, PRINTS, PIECES, PRINTED_DICE = 6000, 500, 100, 200
OWN = 5
"""The first drawings are our own, which the reader must recognise."""
SETS, ICONS = 700, 6
"""The last drawings are sets of icons for picture dice."""
FIRST_ICON = OWN + DRAWINGS


def load_art(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Load drawings for die faces (RGBA) and prints for tables (RGB)."""
    art, prints = folder / "art.npz", folder / "prints.npz"
    if not art.exists() or not prints.exists():
        from vision.simulator import art as own  # noqa: PLC0415 (OpenCV is needed only to draw)
        from vision.training import drawings, printed  # noqa: PLC0415

        folder.mkdir(parents=True, exist_ok=True)
        ours = [own.junior_worm(), own.cucumber(), own.cheese(), own.ketchup(), own.bun()]
        tiles = np.concatenate(
            [np.stack(ours), drawings.atlas(DRAWINGS, 1), drawings.sets(SETS, 3)]
        )
        np.savez_compressed(art, tiles=tiles)
        rng = np.random.default_rng(2)
        pages = [drawings.print_tile(rng) for _ in range(PRINTS)]
        pages += [drawings.piece(rng) for _ in range(PIECES)]
        pages += [printed.printed_die(rng) for _ in range(PRINTED_DICE)]
        np.savez_compressed(prints, tiles=np.stack(pages))
    with np.load(art) as kept_art, np.load(prints) as kept_prints:
        return kept_art["tiles"], kept_prints["tiles"]


def inks(art: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the lightness of each drawing's ink, from 0 to 1."""
    light = art[..., :3] @ np.array([0.3, 0.55, 0.15], np.float32) / 255
    cover = art[..., 3] / np.float32(255)
    return ((light * cover).sum((1, 2)) / np.maximum(cover.sum((1, 2)), 1)).astype(np.float32)
