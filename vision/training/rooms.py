"""Makes random rooms for training: their light, and the table."""

import numpy as np

from vision.training.colours import Rng, any_colour, hsv
from vision.training.records import Record

_EVENLY = 0.6
"""The part of rooms lit from everywhere, where a die has at most a pale shadow. Nets that saw only
dark shadows took dark dice on white for prints.
"""
_TELLING, _ASLANT = 0.8, 60.0
"""Dice have a visible shadow if the light of the room is at most `_TELLING` beside a lamp of 1, and
that lamp is no higher than `_ASLANT` degrees.
"""


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
