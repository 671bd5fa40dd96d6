"""Random throws for training: what lies on the table, how it looks, who looks at it.

Lengths are in die edges; the table is z = 0.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.looker import DRAWING
from vision.training import styles
from vision.training.data import OWN, PRINTED_DICE
from vision.training.records import DECAL, DIE, FRAME, LABEL, THING, Record

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Batch:
    """So many frames as the renderer takes them, with their labels."""

    frames: Record
    dice: Record
    things: Record
    decals: Record
    labels: Record
    edges: Floats
    """About how many pixels a die measures in each frame."""


@dataclass(frozen=True)
class Trouble:
    """How often things go wrong on the table."""

    leaning: float = 0.07
    hands: float = 0.07
    on_dice: float = 0.07
    """Part of the clutter that may touch or cover dice."""


USUAL = Trouble()


class Maker:
    """Makes random frames of one size; the same seed makes the same frames.

    `inks` says for each drawing how light its ink is.
    """

    def __init__(
        self,
        seed: int,
        width: int,
        height: int,
        inks: Floats,
        prints: int,
        trouble: Trouble = USUAL,
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.width, self.height = width, height
        self.inks, self.prints, self.trouble = inks, prints, trouble

    def batch(self, count: int, arts: int = 48) -> Batch:
        """So many frames; they share a few drawings, so that each is seen on several dice."""
        pool = self.rng.integers(0, len(self.inks), arts)
        pool[: arts // 6] = self.rng.integers(0, OWN, arts // 6)
        made = [self._frame(number, pool) for number in range(count)]
        frames = np.concatenate([m.frames for m in made])
        for name in ("dice", "things", "decals"):
            lengths = [len(getattr(m, name)) for m in made]
            first = {"dice": "first_die", "things": "first_thing", "decals": "first_decal"}[name]
            frames[name] = lengths
            frames[first] = np.cumsum([0, *lengths[:-1]])
        return Batch(
            frames=frames,
            dice=np.concatenate([m.dice for m in made]),
            things=np.concatenate([m.things for m in made]),
            decals=np.concatenate([m.decals for m in made]),
            labels=np.concatenate([m.labels for m in made]),
            edges=np.concatenate([m.edges for m in made]),
        )

    def _frame(self, number: int, pool: NDArray[np.int64]) -> Batch:
        rng = self.rng
        frame = np.zeros(1, FRAME)
        camera = _aim(rng, frame[0], self.width, self.height)
        styles.light(rng, frame[0])
        styles.table(rng, frame[0])
        frame["pages"] = self.prints
        dice, lifted = self._dice(camera, pool)
        things = self._things(camera, dice, lifted)
        decals = self._decals(camera)
        labels = self._labels(number, frame[0], dice)
        return Batch(frame, dice, things, decals, labels, np.array([camera.edge], np.float32))

    def _dice(self, camera: "Camera", pool: NDArray[np.int64]) -> tuple[Record, Record]:
        rng = self.rng
        room = (self.width / camera.edge) * (self.height / camera.edge)
        most = int(np.clip(room * 0.28, 1, 16))
        if rng.random() < 0.07:
            count = 0
        elif rng.random() < 0.8:
            count = int(rng.integers(1, min(most, 8) + 1))
        else:
            count = int(rng.integers(1, most + 1))
        mood = rng.random()
        kinds = 1 if mood < 0.6 else 2 if mood < 0.8 else 5
        looks = [styles.die(rng, pool, self.inks) for _ in range(kinds)]
        sizes = [1.0 if kinds == 1 or rng.random() < 0.6 else rng.uniform(0.65, 1.3) for _ in looks]
        touching = rng.choice([0.0, 0.3, 0.9], p=[0.45, 0.35, 0.2])
        lifted = np.zeros(0, THING)
        lift = 0.0
        if count and rng.random() < 0.1:  # some lie on a book, a phone, a board
            lifted = np.zeros(1, THING)
            lift = styles.slab(rng, lifted[0], camera.spot(rng))
        placed: list[tuple[float, float, float, float]] = []
        dice: list[Record] = []
        for _ in range(count):
            which = int(rng.integers(kinds))
            size = sizes[which] * rng.uniform(0.985, 1.015)
            spot = _place(rng, camera, placed, size, touching)
            if spot is None:
                continue
            x, y, yaw = spot
            if lift and not _upon(lifted[0], x, y, 0.75) and _upon(lifted[0], x, y, -0.75):
                continue  # it would hang over the edge
            placed.append((*spot, size))
            die = looks[which].copy()
            turn, raised = _resting(rng, yaw, die, self.trouble.leaning)
            die["turn"], die["size"] = turn.ravel(), size
            on = lift if lift and _upon(lifted[0], x, y, 0.75) else 0.0
            die["centre"] = x, y, size * raised + on
            die["seed"] = rng.integers(0, 30000)
            dice.append(die)
        return (np.array(dice, DIE) if dice else np.zeros(0, DIE)), lifted

    def _things(self, camera: "Camera", dice: Record, lifted: Record) -> Record:
        rng = self.rng
        things: list[Record] = list(lifted)
        if rng.random() < 0.45:
            for _ in range(int(rng.integers(1, 9))):
                thing = np.zeros(1, THING)[0]
                x, y = camera.spot(rng, margin=1.25)
                styles.clutter(rng, thing, x, y, self.prints)
                reach = max(thing["half"][0], thing["half"][1])
                if any(np.hypot(d["centre"][0] - x, d["centre"][1] - y) < reach + 0.72 * d["size"]
                       for d in dice) and rng.random() > self.trouble.on_dice:  # fmt: skip
                    continue
                things.append(thing)
        if rng.random() < 0.08:
            styles.tray(rng, things, camera.reach)
        if rng.random() < self.trouble.hands:
            styles.hand(rng, things, camera)
        return np.array(things, THING) if things else np.zeros(0, THING)

    def _decals(self, camera: "Camera") -> Record:
        rng = self.rng
        if rng.random() > 0.5:
            return np.zeros(0, DECAL)
        flat_dice = rng.random() < 0.3  # printed dice of the size of the real ones
        decals = np.zeros(int(rng.integers(4, 24) if flat_dice else rng.integers(1, 9)), DECAL)
        size = rng.uniform(0.4, 0.75)
        for decal in decals:
            angle = rng.uniform(0, 2 * np.pi)
            decal["x"], decal["y"] = camera.spot(rng, margin=1.2)
            decal["cosine"], decal["sine"] = np.cos(angle), np.sin(angle)
            half = 0.5 if rng.random() < 0.3 else np.exp(rng.uniform(np.log(0.3), np.log(5)))
            decal["half_w"], decal["half_h"] = half * rng.uniform(0.8, 1.25), half
            decal["tile"] = rng.integers(self.prints)
            decal["ink"] = rng.choice([0.0, 0.6, 0.95])
            if flat_dice:
                decal["half_w"] = decal["half_h"] = size
                decal["tile"] = self.prints - 1 - rng.integers(PRINTED_DICE)
        return decals

    def _labels(self, number: int, frame: Record, dice: Record) -> Record:
        labels = np.zeros(len(dice), LABEL)
        for label, die in zip(labels, dice, strict=True):
            turn = die["turn"].reshape(3, 3)
            axis = int(np.argmax(np.abs(turn[:, 2])))
            below = turn[axis, 2] < 0
            slot = axis * 2 + int(below)
            up = turn[axis] * (-1 if below else 1)
            a, b = turn[(axis + 1) % 3], turn[(axis + 2) % 3]
            half = die["size"] / 2
            around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            corners = np.array([die["centre"] + half * (up + i * a + j * b) for i, j in around])
            seen = project(frame, corners)
            middle = project(frame, (die["centre"] + half * up)[None])[0]
            ax = (seen[1] + seen[2] - seen[0] - seen[3]) / 4
            bx = (seen[2] + seen[3] - seen[0] - seen[1]) / 4
            kind = int(die["art"][slot])
            label["frame"] = number
            label["x"], label["y"] = middle
            label["half"] = ax[0], bx[0], ax[1], bx[1]
            label["corners"] = seen.ravel()
            label["face"] = kind if kind < 10 else DRAWING
            label["art"] = kind - 10 if kind >= 10 else -1
            label["slot"] = slot
            label["lean"] = np.degrees(np.arccos(np.clip(abs(turn[axis, 2]), 0, 1)))
        return labels


@dataclass(frozen=True)
class Camera:
    """Where the camera looks, and how large a die appears to it."""

    frame: Record
    width: int
    height: int
    edge: float

    @property
    def reach(self) -> float:
        """About half of what is seen of the table, in die edges."""
        return self.height / self.edge / 2

    def spot(self, rng: np.random.Generator, margin: float = 0.98) -> tuple[float, float]:
        """A random point of the table that is in the picture."""
        x = self.width * (0.5 + margin * (rng.random() - 0.5))
        y = self.height * (0.5 + margin * (rng.random() - 0.5))
        f = self.frame
        along = np.array([(x - f["cx"]) / f["fx"], (y - f["cy"]) / f["fy"], 1.0])
        along = f["turn"].reshape(3, 3).T @ along
        down = -f["eye"][2] / min(along[2], -0.05)
        return float(f["eye"][0] + along[0] * down), float(f["eye"][1] + along[1] * down)


def project(frame: Record, points: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Points of the world in pixels."""
    seen = (points - frame["eye"]) @ frame["turn"].reshape(3, 3).T
    depth = np.maximum(seen[:, 2:], 1e-3)
    return seen[:, :2] / depth * (frame["fx"], frame["fy"]) + (frame["cx"], frame["cy"])


def _aim(rng: np.random.Generator, frame: Record, width: int, height: int) -> Camera:
    edge = float(np.exp(rng.uniform(np.log(15), np.log(190))))
    if rng.random() < 0.17:
        edge = float(np.exp(rng.uniform(np.log(150), np.log(480))))
    focal = width * float(np.exp(rng.uniform(np.log(0.75), np.log(2.6))))
    tilt = np.radians(abs(rng.normal(0, 8)) if rng.random() < 0.4 else rng.uniform(0, 40))
    if rng.random() < (0.25 if edge < 60 else 0.1):
        tilt = np.radians(rng.uniform(25, 45))
    around, roll = rng.uniform(0, 2 * np.pi, 2)
    away = focal / edge
    back = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    forward = -back
    right = np.array([np.cos(around + np.pi / 2), np.sin(around + np.pi / 2), 0.0])
    down = np.cross(forward, right)
    right, down = (
        np.cos(roll) * right + np.sin(roll) * down,
        np.cos(roll) * down - np.sin(roll) * right,
    )
    squash = float(np.exp(rng.uniform(-0.28, 0.28))) if rng.random() < 0.15 else 1.0
    frame["turn"] = np.concatenate([right, down, forward])
    frame["eye"] = back * away + [0, 0, 0.5]
    frame["fx"], frame["fy"] = focal * squash**0.5, focal / squash**0.5
    frame["cx"] = width / 2 + rng.uniform(-0.03, 0.03) * width
    frame["cy"] = height / 2 + rng.uniform(-0.03, 0.03) * height
    frame["seed"] = rng.integers(0, 30000)
    return Camera(frame, width, height, edge)


def _corners(x: float, y: float, yaw: float, size: float) -> NDArray[np.float64]:
    c, s = np.cos(yaw) * size / 2, np.sin(yaw) * size / 2
    across = ((c - s, s + c), (-c - s, -s + c), (-c + s, -s - c), (c + s, s - c))
    return np.array([(x + dx, y + dy) for dx, dy in across])


def _clash(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    """Whether two squares (x, y, yaw, size) overlap: no line between them keeps them apart."""
    apart = np.hypot(a[0] - b[0], a[1] - b[1])
    if apart > 0.7072 * (a[3] + b[3]):
        return False
    first, second = _corners(*a), _corners(*b)
    for yaw in (a[2], b[2]):
        for axis in ((np.cos(yaw), np.sin(yaw)), (-np.sin(yaw), np.cos(yaw))):
            p, q = first @ axis, second @ axis
            if p.max() <= q.min() + 1e-3 or q.max() <= p.min() + 1e-3:
                return False
    return True


def _place(
    rng: np.random.Generator,
    camera: Camera,
    placed: list[tuple[float, float, float, float]],
    size: float,
    touching: float,
) -> tuple[float, float, float] | None:
    for _ in range(12):
        yaw = float(rng.uniform(0, 2 * np.pi))
        if placed and rng.random() < touching:
            x, y, other, edge = placed[int(rng.integers(len(placed)))]
            if rng.random() < 0.5:
                yaw = other
            toward = (
                other
                + rng.integers(4) * np.pi / 2
                + (0 if yaw == other else rng.uniform(-0.8, 0.8))
            )
            gap = (edge + size) / 2 if yaw == other else (edge + size) * rng.uniform(0.5, 0.7)
            gap += abs(rng.normal(0, 0.04)) + 0.002
            slide = rng.uniform(-0.7, 0.7) * (yaw == other)
            x += gap * np.cos(toward) - slide * np.sin(toward)
            y += gap * np.sin(toward) + slide * np.cos(toward)
        else:
            x, y = camera.spot(rng)
        if not any(_clash((x, y, yaw, size), there) for there in placed):
            return float(x), float(y), yaw
    return None


def _resting(
    rng: np.random.Generator, yaw: float, die: Record, leaning: float
) -> tuple[Floats, float]:
    """How the die lies: its axes, and how high its middle is, in its own edges."""
    c, s = np.cos(yaw), np.sin(yaw)
    flat = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    turn = _ORIENTATIONS[int(rng.integers(24))] @ flat
    drawn = np.flatnonzero(die["art"] >= 10)
    if 0 < len(drawn) < 6 and rng.random() < 0.3:  # one drawing among pips: show it more often
        slot = int(rng.choice(drawn))
        while np.argmax(np.abs(turn[:, 2])) != slot // 2 or (turn[slot // 2, 2] < 0) != slot % 2:
            turn = _ORIENTATIONS[int(rng.integers(24))] @ flat
    raised = 0.5
    lean = rng.uniform(10, 45) if rng.random() < leaning else abs(rng.normal(0, 1.2))
    if lean > 0.1:
        axis = rng.uniform(0, 2 * np.pi)
        k = np.array([np.cos(axis), np.sin(axis), 0.0])
        a = np.radians(lean)
        cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
        turn = turn @ (np.eye(3) + np.sin(a) * cross + (1 - np.cos(a)) * cross @ cross).T
        raised = 0.5 * float(np.abs(turn[:, 2]).sum())  # its lowest corner touches the table
        raised = min(raised, float(die["ball"]))
    return turn.astype(np.float32), raised


def _orientations() -> list[NDArray[np.float64]]:
    found = []
    for first in range(6):
        for second in range(6):
            if first // 2 == second // 2:
                continue
            x, y = np.zeros(3), np.zeros(3)
            x[first // 2] = 1 - 2 * (first % 2)
            y[second // 2] = 1 - 2 * (second % 2)
            found.append(np.array([x, y, np.cross(x, y)]))
    return found


_ORIENTATIONS = _orientations()


def _upon(slab: Record, x: float, y: float, inside: float) -> bool:
    turn = slab["turn"].reshape(3, 3)
    dx, dy, _ = turn @ np.array([x - slab["centre"][0], y - slab["centre"][1], 0.0])
    return bool(abs(dx) < slab["half"][0] - inside and abs(dy) < slab["half"][1] - inside)
