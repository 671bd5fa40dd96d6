"""Random looks for training: dice, light, tables, and what else lies about.

Wide on purpose: a net that has seen stranger things than any table holds is not surprised by one.
"""

import colorsys
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.training.data import OWN, PIECES, PRINTED_DICE
from vision.training.records import DIE, THING, Record

Rng = np.random.Generator
Colour = NDArray[np.float64]


class Spots(Protocol):
    """A camera, as far as things must be put before it."""

    @property
    def reach(self) -> float:
        """About half of what is seen of the table, in die edges."""
        ...

    def spot(self, rng: Rng, margin: float = 0.98) -> tuple[float, float]:
        """A random point of the table that is in the picture."""
        ...


def _hsv(hue: float, saturation: float, value: float) -> Colour:
    return (
        np.array(colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1)))
        ** 2.2
    )


def _any(rng: Rng) -> Colour:
    return _hsv(rng.random(), rng.random() ** 1.5, rng.random())


def _luma(colour: Colour) -> float:
    return float(np.asarray(colour) @ (0.3, 0.55, 0.15)) ** (1 / 2.2)


def _body(rng: Rng) -> Colour:
    kind = rng.choice(
        ["white", "ivory", "cream", "dark", "brown", "bright", "pastel", "any"],
        p=[0.17, 0.1, 0.1, 0.12, 0.12, 0.27, 0.06, 0.06],
    )
    if kind == "white":
        return _hsv(rng.random(), rng.uniform(0, 0.06), rng.uniform(0.82, 1))
    if kind == "ivory":
        return _hsv(rng.uniform(0.09, 0.16), rng.uniform(0.08, 0.35), rng.uniform(0.75, 0.98))
    if kind == "cream":
        return _hsv(rng.uniform(0.07, 0.13), rng.uniform(0.15, 0.5), rng.uniform(0.65, 0.95))
    if kind == "dark":
        return _hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.06, 0.28))
    if kind == "brown":
        return _hsv(rng.uniform(0.01, 0.09), rng.uniform(0.4, 0.9), rng.uniform(0.22, 0.6))
    if kind == "bright":
        return _hsv(
            rng.choice([rng.random(), rng.normal(0, 0.03)]),
            rng.uniform(0.6, 1),
            rng.uniform(0.4, 1),
        )
    if kind == "pastel":
        return _hsv(rng.random(), rng.uniform(0.1, 0.5), rng.uniform(0.7, 1))
    return _any(rng)


def _apart(one: Colour, other: Colour) -> float:
    return float(np.abs(one**0.45 - other**0.45).sum())


def _dark_ink(rng: Rng) -> Colour:
    chance = rng.random()
    if chance < 0.6:
        return _hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.02, 0.2))
    if chance < 0.8:
        return _hsv(rng.uniform(0.56, 0.68), rng.uniform(0.6, 1), rng.uniform(0.25, 0.75))
    if chance < 0.9:
        return _hsv(rng.normal(0, 0.03), rng.uniform(0.6, 1), rng.uniform(0.3, 0.8))
    return _any(rng)


def _light_ink(rng: Rng) -> Colour:
    chance = rng.random()
    if chance < 0.75:
        return _hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.75, 1))
    if chance < 0.82:
        return _hsv(rng.uniform(0.08, 0.16), rng.uniform(0.3, 0.9), rng.uniform(0.7, 1))
    return _any(rng)


def _ink(rng: Rng, body: Colour) -> Colour:
    """A colour that can be told from the body."""
    kind = _dark_ink if _luma(body) > rng.uniform(0.42, 0.62) else _light_ink
    if rng.random() < 0.12:  # as light as the body, of another hue
        for _ in range(30):
            ink = _hsv(rng.random(), rng.uniform(0.4, 1), rng.uniform(0.3, 1))
            if _apart(ink, body) > 0.6:
                return ink
    for _ in range(20):
        ink = kind(rng)
        if abs(_luma(ink) - _luma(body)) > 0.24 or _apart(ink, body) > 0.9:
            return ink
    return np.full(3, 0.0 if _luma(body) > 0.4 else 0.95)


def die(rng: Rng, pool: NDArray[np.int64], inks: NDArray[np.float32]) -> Record:
    """One kind of die: its shape, its colours, and what stands on its six sides."""
    return die_with(rng, _sides(rng, pool), inks)


def die_with(rng: Rng, sides: NDArray[np.float64], inks: NDArray[np.float32]) -> Record:
    """A kind of die with these sides: pips from 1 on, drawings from 10 on."""
    it = np.zeros(1, DIE)[0]
    body = _body(rng)
    ink = _ink(rng, body)
    it["body"], it["ink"] = body, ink
    other = _any(rng)
    it["body2"] = body * 0.4 + other * 0.6 if rng.random() < 0.5 else body * rng.uniform(0.4, 1.4)
    if abs(_luma(it["body2"]) - _luma(ink)) < 0.2:
        it["body2"] = body
    it["marble"] = rng.uniform(0.2, 1) if rng.random() < 0.2 else 0.0
    it["dirt"] = rng.uniform(0, 0.35) if rng.random() < 0.3 else 0.0
    shape = rng.random()
    it["round"] = rng.uniform(0.015, 0.06) if shape < 0.25 else rng.uniform(0.06, 0.22)
    it["ball"] = 0.9 if rng.random() < 0.3 else rng.uniform(0.585, 0.8)
    if it["ball"] < 0.64:
        it["round"] = min(float(it["round"]), 0.12)
    it["gloss"] = rng.uniform(0.05, 0.97)
    it["shine"] = rng.choice([rng.uniform(0, 0.25), rng.uniform(0.25, 0.9)])
    it["clear"] = rng.uniform(0.3, 0.85) if rng.random() < 0.2 else 0.0
    if rng.random() < 0.15:
        it["rim"] = rng.uniform(0.1, 1)
        it["disc"] = rng.uniform(-0.25, 0.6) if rng.random() < 0.6 else 0.0
    spread = rng.uniform(0.19, 0.285)
    it["spread"] = spread
    it["pip_radius"] = min(rng.uniform(0.05, 0.125), 0.45 * spread)
    it["ace_radius"] = it["pip_radius"] * (rng.uniform(1.1, 2) if rng.random() < 0.25 else 1)
    red = rng.random() < 0.06 and _luma(body) > 0.5
    it["ace_ink"] = _hsv(0, 0.9, rng.uniform(0.5, 0.9)) if red else ink
    it["depth"] = rng.uniform(0.1, 0.9) if rng.random() < 0.6 else 0.0
    it["pip_shape"] = rng.choice([0, 1, 2], p=[0.95, 0.03, 0.02])
    it["art_scale"] = rng.uniform(0.85, 1.12)
    it["quarter"] = rng.integers(0, 4, 6)
    it["art"] = sides
    drawn = it["art"][it["art"] >= 10].astype(int) - 10
    clear = bool((np.abs(inks[drawn] - _luma(body)) > 0.25).all())
    it["own_ink"] = float(clear and rng.random() < 0.7)
    if len(drawn) == 6 and int(drawn.max()) < OWN and rng.random() < 0.85:
        it["own_ink"] = 1.0  # our own picture dice are light, so that all five can be seen
        it["body"] = it["body2"] = _hsv(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.75, 1))
        it["ink"] = it["ace_ink"] = _ink(rng, it["body"])
    return it


def _sides(rng: Rng, pool: NDArray[np.int64]) -> NDArray[np.float64]:
    """Faces +x -x +y -y +z -z: opposite sides of a pip die make seven."""
    sides = np.array([1, 6, 2, 5, 3, 4], dtype=np.float64)
    chance = rng.random()
    if chance < 0.5:
        if rng.random() < 0.05:
            sides[rng.integers(6)] = 0  # a blank side
        return sides
    drawings = 10.0 + rng.choice(pool, 6)
    if chance < 0.66:
        sides[sides == 6] = drawings[0]
        return sides
    if chance < 0.78:
        sides[sides == 5] = drawings[0]
        return sides
    if chance < 0.82:
        sides[sides == 1] = drawings[0]
        return sides
    if rng.random() < 0.5:  # picture dice of our own
        return 10.0 + rng.permutation([*range(OWN), int(rng.integers(OWN))])
    return drawings


def light(rng: Rng, frame: Record) -> None:
    """Lamps, windows, the sun; the light of the room; shadows of what stands outside."""
    lights = np.zeros((3, 7))
    warm = _hsv(rng.uniform(0.05, 0.14), rng.uniform(0, 0.45), 1)
    cold = _hsv(rng.uniform(0.53, 0.62), rng.uniform(0, 0.35), 1)
    for number in range(1 + int(rng.random() < 0.6) + int(rng.random() < 0.3)):
        high, around = np.radians(rng.uniform(22, 88)), rng.uniform(0, 2 * np.pi)
        to = [np.cos(high) * np.cos(around), np.cos(high) * np.sin(around), np.sin(high)]
        if number == 0 and rng.random() < 0.12:  # the flash of the camera
            to = frame["eye"] / np.linalg.norm(frame["eye"]) + rng.normal(0, 0.06, 3)
            to = to / np.linalg.norm(to)
        power = 1.0 if number == 0 else rng.uniform(0.1, 0.8)
        tint = warm if rng.random() < 0.5 else cold
        lights[number] = [*to, *(tint * power), np.exp(rng.uniform(np.log(1.6), np.log(45)))]
    room = np.exp(rng.uniform(np.log(0.12), np.log(1.6)))
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


def table(rng: Rng, frame: Record) -> None:
    """What the dice lie on."""
    kind = int(
        rng.choice(12, p=[0.2, 0.17, 0.06, 0.08, 0.08, 0.08, 0.05, 0.05, 0.05, 0.06, 0.05, 0.07])
    )
    frame["kind"] = kind
    mood = rng.random()
    if kind in (1, 10):
        base = _hsv(rng.uniform(0.03, 0.13), rng.uniform(0.2, 0.85), rng.uniform(0.2, 0.92))
        second = base * rng.uniform(0.35, 0.9)
        third = base * rng.uniform(0.15, 0.6)
    elif mood < 0.25:  # white or grey
        base = _hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.5, 1))
        second, third = base * rng.uniform(0.5, 1.0), _any(rng)
    elif mood < 0.42:  # black
        base = _hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.02, 0.22))
        second, third = base * rng.uniform(0.5, 2.5), _any(rng)
    elif mood < 0.7:  # felt, cloth, card of one hue
        hue = rng.random()
        base = _hsv(hue, rng.uniform(0.2, 1), rng.uniform(0.15, 0.9))
        second = base * rng.uniform(0.5, 1.5)
        third = _hsv(hue + rng.normal(0, 0.08), rng.random(), rng.random())
    else:
        base, second, third = _any(rng), _any(rng), _any(rng)
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
    frame["far"] = _any(rng)


def _flat(yaw: float) -> NDArray[np.float64]:
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([c, s, 0, -s, c, 0, 0, 0, 1.0])


def slab(rng: Rng, thing: Record, spot: tuple[float, float]) -> float:
    """A flat thing that dice can lie on; answers its height."""
    high = rng.uniform(0.08, 1.6)
    thing["kind"], thing["turn"] = 0, _flat(rng.uniform(0, 2 * np.pi))
    thing["half"] = rng.uniform(1.5, 6), rng.uniform(1.5, 6), high / 2
    thing["centre"] = *spot, high / 2
    thing["round"] = rng.uniform(0.01, 0.06)
    thing["colour"] = _any(rng)
    thing["print"], thing["gloss"], thing["shine"] = -1, rng.random(), rng.random()
    return float(high)


def clutter(rng: Rng, thing: Record, x: float, y: float, prints: int) -> None:
    """A coin, a token, a plate, a pen, a rubber, a box, a ring, a marble, a playing piece."""
    thing["turn"] = _flat(rng.uniform(0, 2 * np.pi))
    thing["colour"] = _any(rng)
    thing["print"] = rng.integers(prints) if rng.random() < 0.6 else -1
    thing["gloss"], thing["shine"] = rng.random(2)
    kind = rng.random()
    if rng.random() < 0.15:  # a playing piece
        wide, high = rng.uniform(0.5, 1.0), rng.uniform(0.1, 0.45)
        thing["kind"], thing["half"] = 0, (wide, wide * rng.uniform(1, 2.2), high / 2)
        thing["round"], thing["colour"] = 0.04, _hsv(0.12, rng.uniform(0, 0.3), 0.9)
        thing["print"] = prints - 1 - PRINTED_DICE - rng.integers(PIECES)
    elif kind < 0.3:  # round and flat
        radius, high = np.exp(rng.uniform(np.log(0.3), np.log(2.5))), rng.uniform(0.05, 0.35)
        thing["kind"], thing["half"], thing["round"] = 1, (radius, radius, high / 2), 0.02
        if rng.random() < 0.4:  # metal
            thing["colour"] = _hsv(
                rng.uniform(0.05, 0.15), rng.uniform(0, 0.5), rng.uniform(0.3, 0.8)
            )
            thing["shine"] = rng.uniform(0.3, 1)
    elif kind < 0.55:  # pens, sticks, cables
        radius, long = rng.uniform(0.08, 0.4), rng.uniform(1, 9)
        thing["kind"], thing["half"] = 2, (long, radius, radius)
        high = 2 * radius
    elif kind < 0.93:  # boxes of all kinds, some as large as a die
        high = np.exp(rng.uniform(np.log(0.08), np.log(1.5)))
        wide, deep = np.exp(rng.uniform(np.log(0.3), np.log(4), 2))
        if rng.random() < 0.3:  # keys, domino stones, sugar cubes
            wide, deep = rng.uniform(0.4, 0.65, 2)
            deep = wide if rng.random() < 0.5 else deep
            if high > 0.7:
                high = 0.3
        thing["kind"], thing["half"] = 0, (wide, deep, high / 2)
        thing["round"] = min(rng.uniform(0.01, 0.15), high / 2.2)
    elif kind < 0.97:
        radius = rng.uniform(0.3, 1.5)
        thick = radius * rng.uniform(0.06, 0.35)
        thing["kind"], thing["half"] = 4, (radius, thick, thick)
        thing["shine"] = rng.uniform(0.2, 1)
        high = 2 * thick
    else:
        radius = rng.uniform(0.25, 0.8)
        thing["kind"], thing["half"] = 3, (radius, radius, radius)
        high = 2 * radius
    thing["centre"] = x, y, high / 2


def tray(rng: Rng, things: list[Record], reach: float) -> None:
    """Four walls about the dice."""
    half, high, thick = reach * rng.uniform(0.7, 1.2), rng.uniform(0.3, 1.5), rng.uniform(0.1, 0.5)
    yaw, colour = rng.uniform(0, 2 * np.pi), _any(rng)
    for side in range(4):
        a = yaw + side * np.pi / 2
        wall = np.zeros(1, THING)[0]
        wall["kind"], wall["turn"] = 0, _flat(a)
        wall["half"] = thick, half * 1.3, high / 2
        wall["centre"] = half * 1.3 * np.cos(a), half * 1.3 * np.sin(a), high / 2
        wall["round"], wall["colour"], wall["print"] = 0.04, colour, -1
        wall["gloss"], wall["shine"] = 0.3, 0.3
        things.append(wall)


def stick(rng: Rng, x: float, y: float, toward: float, radius: float) -> Record:
    """A pencil that a die leans on."""
    it = np.zeros(1, THING)[0]
    aside, long = rng.uniform(-1, 1), rng.uniform(1.5, 5)
    it["kind"], it["turn"], it["half"] = 2, _flat(toward), (long, radius, radius)
    it["centre"] = x + aside * np.cos(toward), y + aside * np.sin(toward), radius
    it["colour"], it["print"] = _any(rng), -1
    it["gloss"], it["shine"] = rng.random(2)
    return it


def hand(
    rng: Rng, things: list[Record], camera: Spots, over: NDArray[np.float32] | None = None
) -> None:
    """Some fingers that come in from the margin, over a die, beside it or anywhere."""
    skin = _hsv(rng.uniform(0.01, 0.1), rng.uniform(0.2, 0.7), rng.uniform(0.12, 0.95))
    if rng.random() < 0.12:  # a glove, or a sleeve
        skin = _any(rng)
    x, y = camera.spot(rng, margin=1.0)
    if over is not None:
        beside, around = rng.uniform(0, 1.2), rng.uniform(0, 2 * np.pi)
        x, y = over[0] + beside * np.cos(around), over[1] + beside * np.sin(around)
    toward = np.arctan2(y, x) + rng.normal(0, 0.5)
    thick, apart = rng.uniform(0.3, 0.65), rng.uniform(0.1, 0.25)
    low = rng.uniform(0.6, 2.2) if over is None else 2 * over[2]
    for finger in range(int(rng.integers(1, 5))):
        radius = thick * rng.uniform(0.85, 1.1)
        high = low + radius * rng.uniform(0.6, 2.2)
        along, back = np.array([np.cos(toward), np.sin(toward)]), rng.uniform(-0.4, 0.8)
        tip = (x, y) + finger * 2.2 * thick * along[::-1] * (-1, 1) + bool(finger) * back * along
        a = toward + (finger - 1.5) * apart
        for long, bend, wide in ((rng.uniform(0.8, 1.5), rng.normal(0, 0.15), 0.88), (5.0, 0, 1)):
            way = np.array([np.cos(a + bend), np.sin(a + bend)])
            it = np.zeros(1, THING)[0]
            it["kind"], it["turn"] = 2, _flat(a + bend)
            it["half"] = long, radius * wide, radius * wide
            it["centre"] = *(tip + long * way), high
            it["colour"], it["print"], it["gloss"] = skin * rng.uniform(0.9, 1.05), -1, 0.3
            it["shine"] = rng.uniform(0, 0.35)
            things.append(it)
            if wide < 1 and rng.random() < 0.6:
                things.append(_nail(rng, it, tip + 0.1 * radius * way))
            tip = tip + 1.8 * long * way


def _nail(rng: Rng, finger: Record, tip: NDArray[np.float64]) -> Record:
    """A little lighter than the skin, and shining."""
    nail = finger.copy()
    radius = finger["half"][1]
    nail["half"] = 0.35 * radius, 0.5 * radius, 0.5 * radius
    nail["centre"] = *tip, finger["centre"][2] + 0.56 * radius
    nail["colour"] = finger["colour"] * rng.uniform(0.9, 1.4) + rng.uniform(0, 0.12)
    nail["shine"] = rng.uniform(0.2, 0.8)
    return nail
