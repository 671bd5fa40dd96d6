"""Drawings for training: made once, then kept in a folder."""

from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.simulator import art
from vision.training import drawings, printed

Images = NDArray[np.uint8]
LICENSED = ("kamil__", "n3__", "epanemu__", "burks__")
"""The first letters of the names of photos whose owners allow training."""
DRAWINGS, PRINTS, PIECES, PRINTED_DICE = 6000, 500, 100, 200
OWN = 5
"""The first drawings are our own, which the reader must recognise."""
SETS, ICONS = 700, 6
"""The last drawings are sets of icons for picture dice."""
FIRST_ICON = OWN + DRAWINGS


def load_art(folder: Path) -> tuple[Images, Images]:
    """Load drawings for die faces (RGBA) and prints for tables (RGB), which are drawn once."""
    art_file, prints_file = folder / "art.npy", folder / "prints.npy"
    if not prints_file.exists():
        with ProcessPoolExecutor() as cores:
            np.save(art_file, _drawn(cores, (1, _own), (DRAWINGS, _drawing), (SETS, _icons)))
            np.save(
                prints_file, _drawn(cores, (PRINTS, _page), (PIECES, _piece), (PRINTED_DICE, _die))
            )
    return np.load(art_file), np.load(prints_file)


Draw = Callable[[np.random.Generator], list[Images]]


def _one(draw: Draw, seed: int, number: int) -> list[Images]:
    return draw(np.random.default_rng([seed, number]))


def _drawn(cores: Executor, *kinds: tuple[int, Draw]) -> Images:
    """Draw so many of each kind; each drawing is determined by its kind and its number."""
    made: list[Images] = []
    for seed, (count, draw) in enumerate(kinds):
        for images in cores.map(partial(_one, draw, seed), range(count), chunksize=16):
            made += images
    return np.stack(made)


def _own(_: np.random.Generator) -> list[Images]:
    return [art.junior_worm(), art.cucumber(), art.cheese(), art.ketchup(), art.bun()]


def _drawing(rng: np.random.Generator) -> list[Images]:
    return [drawings.drawing(rng)]


def _icons(rng: np.random.Generator) -> list[Images]:
    return drawings.six_of_a_kind(rng, 0.3)


def _page(rng: np.random.Generator) -> list[Images]:
    return [drawings.print_tile(rng)]


def _piece(rng: np.random.Generator) -> list[Images]:
    return [drawings.piece(rng)]


def _die(rng: np.random.Generator) -> list[Images]:
    return [printed.printed_die(rng)]


def inks(drawn: Images) -> NDArray[np.float32]:
    """Return the lightness of each drawing's ink, from 0 to 1."""
    light = drawn[..., :3] @ np.array([0.3, 0.55, 0.15], np.float32) / 255
    cover = drawn[..., 3] / np.float32(255)
    return ((light * cover).sum((1, 2)) / np.maximum(cover.sum((1, 2)), 1)).astype(np.float32)
