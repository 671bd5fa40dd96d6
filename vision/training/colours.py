"""Colours as light (red, green, blue) for training renders."""

import colorsys

import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Colour = NDArray[np.float64]


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return a colour by hue, saturation and value; the latter two are limited."""
    return (
        np.array(colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1)))
        ** 2.2
    )


def any_colour(rng: Rng) -> Colour:
    """Return any colour, greyish ones more often."""
    return hsv(rng.random(), rng.random() ** 1.5, rng.random())


def luma(colour: Colour) -> float:
    """Return its lightness, from 0 to 1."""
    return float(np.asarray(colour) @ (0.3, 0.55, 0.15)) ** (1 / 2.2)
