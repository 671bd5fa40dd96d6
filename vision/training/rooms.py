"""Makes random rooms for training: their light, and the table."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from vision.training.colours import Rng, any_colour, hsv
from vision.training.records import LAMP, Record


class Shape(IntEnum):
    """The shapes of lamps, as the renderer calls them."""

    RECTANGLE = 0
    DISC = 1
    RING = 2


_EVENLY = 0.6
"""The part of rooms lit from everywhere, where a die has at most a pale shadow. Nets that saw only
dark shadows took dark dice on white for prints.
"""
_TELLING, _ASLANT = 0.8, 60.0
"""Dice have a visible shadow if the light of the room is at most `_TELLING` beside a lamp of 1, and
that lamp is no higher than `_ASLANT` degrees.
"""


_LAMPS = (0.26, 0.22, 0.18, 0.12, 0.08, 0.14)
"""How often each kind of lamp hangs in a photographic room."""
_RING = 0.8
"""The inner radius of a ring lamp, as a part of its outer one. `photo.cu` has the same number."""


def light(rng: Rng, frame: Record) -> bool:
    """Add lamps, windows, the sun, the light of the room, and shadows from outside the picture.

    Returns whether shadows distinguish dice from prints.
    """
    aslant = False
    lights = np.zeros((3, 7))
    warm = hsv(rng.uniform(0.05, 0.14), rng.uniform(0, 0.45), 1)
    cold = hsv(rng.uniform(0.53, 0.62), rng.uniform(0, 0.35), 1)
    for number in range(1 + int(rng.random() < 0.6) + int(rng.random() < 0.3)):
        high, around = np.radians(rng.uniform(22, 88)), rng.uniform(0, 2 * np.pi)
        to = [np.cos(high) * np.cos(around), np.cos(high) * np.sin(around), np.sin(high)]
        if number == 0 and rng.random() < 0.12:  # the flash of the camera
            to = frame["eye"] / np.linalg.norm(frame["eye"]) + rng.normal(0, 0.06, 3)
            to = to / np.linalg.norm(to)
        elif number == 0:
            aslant = bool(high <= np.radians(_ASLANT))
        power = 1.0 if number == 0 else rng.uniform(0.1, 0.8)
        tint = warm if rng.random() < 0.5 else cold
        lights[number] = [*to, *(tint * power), np.exp(rng.uniform(np.log(1.6), np.log(45)))]
    room = np.exp(rng.uniform(np.log(0.12), np.log(1.6)))
    frame["nook"] = 0.5
    if rng.random() < _EVENLY:
        room = np.exp(rng.uniform(np.log(2), np.log(12)))
        frame["nook"] = rng.uniform(0, 0.3)
    lights[lights[:, 6] == 0, 6] = 5
    lights[lights[:, 2] == 0, 2] = 1
    frame["lights"] = lights.ravel()
    frame["ambient"] = room * (warm if rng.random() < 0.5 else cold)
    frame["sky"] = frame["ambient"] * rng.uniform(0.4, 2.0)
    frame["ground"] = frame["ambient"] * rng.uniform(0.1, 0.9)
    shade = np.zeros((2, 6))
    if rng.random() < 0.25:
        for k in shade[: 1 + int(rng.random() < 0.3)]:
            a = rng.uniform(0, 2 * np.pi)
            k[:] = (
                *rng.normal(0, 6, 2),
                np.cos(a),
                np.sin(a),
                rng.uniform(1, 9),
                rng.uniform(0.05, 2),
            )
    frame["shade"] = shade.ravel()
    return aslant and bool(room <= _TELLING)


def photograph(rng: Rng, frame: Record, samples: int) -> bool:
    """Replace the light of a plain frame by lamps with a size, for the path tracer.

    `samples` is the number of rays for each pixel. Returns whether shadows distinguish dice from
    prints.
    """
    lamps = np.zeros(4, LAMP)
    count = int(rng.choice([1, 2, 3, 4], p=[0.3, 0.35, 0.2, 0.15]))
    warm = hsv(rng.uniform(0.05, 0.14), rng.uniform(0, 0.5), 1)
    cold = hsv(rng.uniform(0.53, 0.62), rng.uniform(0, 0.35), 1)
    small, high = True, 0.0
    for number, lamp in enumerate(lamps[:count]):
        wide, to, far = _lamp(rng, frame, lamp)
        tint = warm if rng.random() < 0.5 else cold
        power = 1.0 if number == 0 else rng.uniform(0.1, 0.8)
        # The light at the middle of the table is `power`, whatever the size of the lamp.
        area = np.pi if lamp["shape"] else 4.0
        ring = 1 - _RING**2 if lamp["shape"] == Shape.RING else 1.0
        lamp["colour"] = tint * power * np.pi * far**2 / (area * ring * wide * max(to[2], 0.25))
        if number == 0:
            small, high = np.sqrt(wide) < 0.3 * far, float(np.degrees(np.arcsin(to[2])))
    frame["lamps"], frame["lamp_count"] = lamps.view(np.float32).ravel(), count
    room = np.exp(rng.uniform(np.log(0.1), np.log(1.5)))
    if rng.random() < 0.3:
        room = np.exp(rng.uniform(np.log(1.5), np.log(8)))
    frame["ambient"] = room * (warm if rng.random() < 0.5 else cold)
    frame["sky"] = frame["ambient"] * rng.uniform(0.7, 1.5)
    frame["ground"] = frame["ambient"] * rng.uniform(0.1, 0.9)
    frame["clutter"] = rng.uniform(0.1, 0.95)
    frame["photo"] = samples
    frame["focus"] = np.linalg.norm(frame["eye"]) * (1 + rng.normal(0, 0.03))
    frame["aperture"] = rng.uniform(0, 0.12)
    if rng.random() < 0.5:  # wood, cloth and lacquer that shine
        frame["shine"], frame["gloss"] = rng.uniform(0.1, 0.7), rng.uniform(0.3, 0.97)
    return bool(small and high <= _ASLANT and room <= 0.5)


def _lamp(rng: Rng, frame: Record, lamp: Record) -> tuple[float, NDArray[np.float64], float]:
    """Place a lamp; return half width times half height, its direction, and its distance.

    A die has about 1.6 cm, so that a ceiling is about 100 edges away.
    """
    kind = rng.choice(["ceiling", "window", "desk", "ring", "tube", "soft"], p=_LAMPS)
    high = rng.uniform(40, 88)
    shape, half = Shape.DISC, (1.0, 1.0)
    if kind == "ceiling":
        far, half = rng.uniform(60, 150), (rng.uniform(5, 25),) * 2
        shape = Shape(rng.choice([Shape.DISC, Shape.RECTANGLE]))
    elif kind == "window":
        far, half, high = rng.uniform(50, 200), tuple(rng.uniform(15, 60, 2)), rng.uniform(12, 60)
        shape, lamp["bars"] = Shape.RECTANGLE, rng.choice([0, 1, 2, 3])
    elif kind == "desk":
        far, half, high = rng.uniform(15, 60), (rng.uniform(1.5, 6),) * 2, rng.uniform(25, 85)
    elif kind == "ring":  # about the lens
        far, half, shape = 1.0, (rng.uniform(2, 10),) * 2, Shape.RING
    elif kind == "tube":
        far, half = rng.uniform(15, 120), (rng.uniform(10, 45), rng.uniform(0.4, 2))
        shape = Shape.RECTANGLE
    else:  # a softbox, or a bright wall
        far, half, high = rng.uniform(20, 60), tuple(rng.uniform(10, 40, 2)), rng.uniform(25, 88)
        shape = Shape.RECTANGLE
    lift, around = np.radians(high), rng.uniform(0, 2 * np.pi)
    to = np.array([np.cos(lift) * np.cos(around), np.cos(lift) * np.sin(around), np.sin(lift)])
    if kind == "ring":
        far = float(np.linalg.norm(frame["eye"]))
        to = np.asarray(frame["eye"], np.float64) / far
    across = np.cross(to, (0.0, 0.0, 1.0)) if to[2] < 0.99 else np.array([1.0, 0, 0])
    across /= np.linalg.norm(across)
    up = np.cross(across, to)
    roll = rng.uniform(0, 2 * np.pi) if kind in {"ceiling", "tube"} else 0.0
    across, up = (
        np.cos(roll) * across + np.sin(roll) * up,
        np.cos(roll) * up - np.sin(roll) * across,
    )
    lamp["shape"], lamp["centre"] = shape, far * to
    lamp["u"], lamp["v"] = across * half[0], up * half[1]
    return float(half[0] * half[1]), to, float(far)


def table(rng: Rng, frame: Record) -> None:
    """Choose the table."""
    kind = int(
        rng.choice(12, p=[0.2, 0.17, 0.06, 0.08, 0.08, 0.08, 0.05, 0.05, 0.05, 0.06, 0.05, 0.07])
    )
    frame["kind"] = kind
    mood = rng.random()
    if kind in (1, 10):
        base = hsv(rng.uniform(0.03, 0.13), rng.uniform(0.2, 0.85), rng.uniform(0.2, 0.92))
        second = base * rng.uniform(0.35, 0.9)
        third = base * rng.uniform(0.15, 0.6)
    elif mood < 0.25:  # white or grey
        base = hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.5, 1))
        second, third = base * rng.uniform(0.5, 1.0), any_colour(rng)
    elif mood < 0.42:  # black
        base = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.02, 0.22))
        second, third = base * rng.uniform(0.5, 2.5), any_colour(rng)
    elif mood < 0.7:  # felt, cloth, card of one hue
        hue = rng.random()
        base = hsv(hue, rng.uniform(0.2, 1), rng.uniform(0.15, 0.9))
        second = base * rng.uniform(0.5, 1.5)
        third = hsv(hue + rng.normal(0, 0.08), rng.random(), rng.random())
    else:
        base, second, third = any_colour(rng), any_colour(rng), any_colour(rng)
    frame["colours"] = np.concatenate([base, second, third])
    angle = rng.uniform(0, 2 * np.pi)
    frame["cosine"], frame["sine"] = np.cos(angle), np.sin(angle)
    frame["scale"] = np.exp(rng.uniform(np.log(0.35), np.log(6)))
    if kind == 1:
        frame["scale"] = np.exp(rng.uniform(np.log(1.5), np.log(12)))
    if kind == 7:
        frame["scale"] = rng.uniform(0.7, 1.8)
    if kind == 11:
        frame["scale"] = np.exp(rng.uniform(np.log(0.8), np.log(8)))
    frame["shift"] = rng.uniform(-50, 50, 2)
    frame["contrast"], frame["blotch"] = rng.random(2)
    frame["grain"] = rng.choice(
        [0.0, rng.uniform(0, 0.15), rng.uniform(0.1, 0.9)], p=[0.3, 0.4, 0.3]
    )
    frame["grain_scale"] = np.exp(rng.uniform(np.log(8), np.log(120)))
    frame["gloss"], frame["shine"] = rng.uniform(0.1, 0.9), rng.choice([0.0, rng.uniform(0, 0.5)])
    frame["floor"] = float(rng.random() < 0.2)
    angle = rng.uniform(0, 2 * np.pi)
    frame["edge_x"] = rng.uniform(0.5, 9)
    frame["edge_cos"], frame["edge_sin"] = np.cos(angle), np.sin(angle)
    frame["far"] = any_colour(rng)


def pale(rng: Rng, frame: Record) -> None:
    """Make the table white or pale without a pattern, like printed paper."""
    base = hsv(rng.random(), rng.uniform(0, 0.1), rng.uniform(0.72, 1))
    frame["kind"], frame["blotch"] = 0, rng.uniform(0, 0.5)
    frame["colours"] = np.concatenate([base, base * rng.uniform(0.8, 1.1), base])
    frame["grain"] *= rng.uniform(0, 0.4)
