"""Makes random looks for training: dice, and other things on the table.

The variety is wide: the nets learn stranger things than occur on tables.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.training.colours import Colour, Rng, any_colour, hsv, luma
from vision.training.data import OWN, PIECES, PRINTED_DICE
from vision.training.records import DIE, THING, Record


class Spots(Protocol):
    """The part of a camera that placing things needs."""

    @property
    def reach(self) -> float:
        """Return about half the extent of the visible table, in die edges."""
        ...

    def spot(self, rng: Rng, margin: float = 0.98) -> tuple[float, float]:
        """Return a random visible point of the table."""
        ...


class Made(IntEnum):
    """The kinds of props, as the renderer calls them."""

    BOX = 0
    STICK = 2
    RING = 4


@dataclass(frozen=True)
class Prop:
    """A thing that a die leans on, touches or lies in; lengths in die edges.

    `x` and `y` are its middle, `toward` the direction it points in, `long` and `wide` half of its
    length and width, and `high` its whole height. For a ring `long` is the radius.
    """

    made: Made
    x: float
    y: float
    toward: float
    long: float
    wide: float
    high: float


def _body(rng: Rng) -> Colour:
    kind = rng.choice(
        ["white", "ivory", "cream", "dark", "brown", "bright", "pastel", "any"],
        p=[0.17, 0.1, 0.1, 0.12, 0.12, 0.27, 0.06, 0.06],
    )
    if kind == "white":
        return hsv(rng.random(), rng.uniform(0, 0.06), rng.uniform(0.82, 1))
    if kind == "ivory":
        return hsv(rng.uniform(0.09, 0.16), rng.uniform(0.08, 0.35), rng.uniform(0.75, 0.98))
    if kind == "cream":
        return hsv(rng.uniform(0.07, 0.13), rng.uniform(0.15, 0.5), rng.uniform(0.65, 0.95))
    if kind == "dark":
        return hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.06, 0.28))
    if kind == "brown":
        return hsv(rng.uniform(0.01, 0.09), rng.uniform(0.4, 0.9), rng.uniform(0.22, 0.6))
    if kind == "bright":
        return hsv(
            rng.choice([rng.random(), rng.normal(0, 0.03)]),
            rng.uniform(0.6, 1),
            rng.uniform(0.4, 1),
        )
    if kind == "pastel":
        return hsv(rng.random(), rng.uniform(0.1, 0.5), rng.uniform(0.7, 1))
    return any_colour(rng)


def _apart(one: Colour, other: Colour) -> float:
    return float(np.abs(one**0.45 - other**0.45).sum())


def _dark_ink(rng: Rng) -> Colour:
    chance = rng.random()
    if chance < 0.6:
        return hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.02, 0.2))
    if chance < 0.8:
        return hsv(rng.uniform(0.56, 0.68), rng.uniform(0.6, 1), rng.uniform(0.25, 0.75))
    if chance < 0.9:
        return hsv(rng.normal(0, 0.03), rng.uniform(0.6, 1), rng.uniform(0.3, 0.8))
    return any_colour(rng)


def _light_ink(rng: Rng) -> Colour:
    chance = rng.random()
    if chance < 0.75:
        return hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.75, 1))
    if chance < 0.82:
        return hsv(rng.uniform(0.08, 0.16), rng.uniform(0.3, 0.9), rng.uniform(0.7, 1))
    return any_colour(rng)


def _ink(rng: Rng, body: Colour) -> Colour:
    """Return a colour that differs from the body."""
    kind = _dark_ink if luma(body) > rng.uniform(0.42, 0.62) else _light_ink
    if rng.random() < 0.12:  # as light as the body, of another hue
        for _ in range(30):
            ink = hsv(rng.random(), rng.uniform(0.4, 1), rng.uniform(0.3, 1))
            if _apart(ink, body) > 0.6:
                return ink
    for _ in range(20):
        ink = kind(rng)
        if abs(luma(ink) - luma(body)) > 0.24 or _apart(ink, body) > 0.9:
            return ink
    return np.full(3, 0.0 if luma(body) > 0.4 else 0.95)


def die(rng: Rng, pool: NDArray[np.int64], inks: NDArray[np.float32]) -> Record:
    """Return one kind of die: its shape, its colours and its six sides."""
    return die_with(rng, _sides(rng, pool), inks)


def die_with(rng: Rng, sides: NDArray[np.float64], inks: NDArray[np.float32]) -> Record:
    """A kind of die with these sides: pips from 1 on, drawings from 10 on."""
    it = np.zeros(1, DIE)[0]
    body = _body(rng)
    ink = _ink(rng, body)
    it["body"], it["ink"] = body, ink
    other = any_colour(rng)
    it["body2"] = body * 0.4 + other * 0.6 if rng.random() < 0.5 else body * rng.uniform(0.4, 1.4)
    if abs(luma(it["body2"]) - luma(ink)) < 0.2:
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
    it["clear"] = rng.uniform(0.3, 0.85) if rng.random() < 0.3 else 0.0
    if rng.random() < 0.25:
        it["rim"] = rng.uniform(0.1, 1)
        it["disc"] = rng.uniform(-0.25, 0.6) if rng.random() < 0.6 else 0.0
    spread = rng.uniform(0.19, 0.295)
    it["spread"] = spread
    it["pip_radius"] = min(rng.uniform(0.05, 0.13), 0.45 * spread)
    it["ace_radius"] = it["pip_radius"] * (rng.uniform(1.1, 2) if rng.random() < 0.25 else 1)
    red = rng.random() < 0.06 and luma(body) > 0.5
    it["ace_ink"] = hsv(0, 0.9, rng.uniform(0.5, 0.9)) if red else ink
    it["depth"] = rng.uniform(0.1, 0.9) if rng.random() < 0.6 else 0.0
    it["pip_shape"] = rng.choice([0, 1, 2], p=[0.95, 0.03, 0.02])
    it["art_scale"] = rng.uniform(0.85, 1.12)
    it["quarter"] = rng.integers(0, 4, 6)
    it["art"] = sides
    drawn = it["art"][it["art"] >= 10].astype(int) - 10
    clear = bool((np.abs(inks[drawn] - luma(body)) > 0.25).all())
    it["own_ink"] = float(clear and rng.random() < 0.7)
    if len(drawn) == 6 and int(drawn.max()) < OWN and rng.random() < 0.85:
        it["own_ink"] = 1.0  # our own picture dice are light, to show all five
        it["body"] = it["body2"] = hsv(rng.random(), rng.uniform(0, 0.25), rng.uniform(0.75, 1))
        it["ink"] = it["ace_ink"] = _ink(rng, it["body"])
    return it


def as_photographed(rng: Rng, dice: Record) -> None:
    """Give the dice of a photographic frame bodies as people have them.

    Most are of plastic with a clear coat. Some come from a 3D printer: their pips are hollows
    without paint, often close together.
    """
    kind = rng.random()
    if kind < 0.7:
        dice["gloss"], dice["shine"] = rng.uniform(0.6, 0.98), rng.uniform(0.55, 0.9)
        if rng.random() < 0.25:
            dice["clear"], dice["marble"] = rng.uniform(0.45, 0.85), 0.0
    elif kind < 0.8:
        dice["ink"] = dice["ace_ink"] = dice["body"] * rng.uniform(0.3, 0.75)
        dice["depth"], dice["clear"], dice["marble"] = rng.uniform(0.7, 1), 0.0, 0.0
        dice["gloss"], dice["shine"] = rng.uniform(0.1, 0.7), rng.uniform(0.1, 0.6)
        dice["spread"] = rng.uniform(0.13, 0.25)
        dice["pip_radius"] = dice["ace_radius"] = 0.42 * dice["spread"]


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


def _flat(yaw: float) -> NDArray[np.float64]:
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([c, s, 0, -s, c, 0, 0, 0, 1.0])


def slab(rng: Rng, thing: Record, spot: tuple[float, float]) -> float:
    """Make a flat thing that dice can lie on; return its height."""
    high = rng.uniform(0.08, 1.6)
    thing["kind"], thing["turn"] = 0, _flat(rng.uniform(0, 2 * np.pi))
    thing["half"] = rng.uniform(1.5, 6), rng.uniform(1.5, 6), high / 2
    thing["centre"] = *spot, high / 2
    thing["round"] = rng.uniform(0.01, 0.06)
    thing["colour"] = any_colour(rng)
    thing["print"], thing["gloss"], thing["shine"] = -1, rng.random(), rng.random()
    return float(high)


def clutter(rng: Rng, thing: Record, x: float, y: float, prints: int) -> None:
    """A coin, a token, a plate, a pen, a rubber, a box, a ring, a marble, a playing piece.

    Most have one of the `prints`, except the last, which are dice: from above, a box with the face
    of a die looks like a die.
    """
    pages = prints - PRINTED_DICE
    thing["turn"] = _flat(rng.uniform(0, 2 * np.pi))
    thing["colour"] = any_colour(rng)
    thing["print"] = rng.integers(pages) if rng.random() < 0.6 else -1
    thing["gloss"], thing["shine"] = rng.random(2)
    kind = rng.random()
    if rng.random() < 0.15:  # a playing piece
        wide, high = rng.uniform(0.5, 1.0), rng.uniform(0.1, 0.45)
        thing["kind"], thing["half"] = 0, (wide, wide * rng.uniform(1, 2.2), high / 2)
        thing["round"], thing["colour"] = 0.04, hsv(0.12, rng.uniform(0, 0.3), 0.9)
        thing["print"] = pages - 1 - rng.integers(PIECES)
    elif kind < 0.3:  # round and flat
        radius, high = np.exp(rng.uniform(np.log(0.3), np.log(2.5))), rng.uniform(0.05, 0.35)
        thing["kind"], thing["half"], thing["round"] = 1, (radius, radius, high / 2), 0.02
        if rng.random() < 0.4:  # metal
            thing["colour"] = hsv(
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
    yaw, colour = rng.uniform(0, 2 * np.pi), any_colour(rng)
    for side in range(4):
        a = yaw + side * np.pi / 2
        wall = np.zeros(1, THING)[0]
        wall["kind"], wall["turn"] = 0, _flat(a)
        wall["half"] = thick, half * 1.3, high / 2
        wall["centre"] = half * 1.3 * np.cos(a), half * 1.3 * np.sin(a), high / 2
        wall["round"], wall["colour"], wall["print"] = 0.04, colour, -1
        wall["gloss"], wall["shine"] = 0.3, 0.3
        things.append(wall)


def prop(rng: Rng, lies: Prop) -> Record:
    """Return it in a random colour, in the renderer's form."""
    it = np.zeros(1, THING)[0]
    high = lies.high / 2
    it["kind"], it["turn"] = lies.made, _flat(lies.toward)
    it["half"] = lies.long, lies.wide, high
    it["centre"] = lies.x, lies.y, high
    it["round"] = min(rng.uniform(0.01, 0.08), high / 2.2)
    it["colour"], it["print"] = any_colour(rng), -1
    it["gloss"], it["shine"] = rng.random(2)
    return it


def hand(
    rng: Rng, things: list[Record], camera: Spots, over: NDArray[np.float32] | None = None
) -> None:
    """Some fingers that come in from the margin, over a die, beside it or anywhere."""
    skin = hsv(rng.uniform(0.01, 0.1), rng.uniform(0.2, 0.7), rng.uniform(0.12, 0.95))
    if rng.random() < 0.12:  # a glove, or a sleeve
        skin = any_colour(rng)
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
