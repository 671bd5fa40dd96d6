"""Places the dice of a throw."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.simulator.camera import HEIGHT, WIDTH, Camera
from vision.simulator.clutter import PENCIL
from vision.simulator.dice import EDGE, Floats, Pose, apart, flat, leaning

_MARGIN = 8
"""Pixels between whole dice and the edge of the picture."""
_TRIES = 400
_LEANS = 22, 40
"""Degrees by which a die leans against another. With less it would slide down: it holds from 45
degrees minus the angle of friction, which for dice is at most 22 degrees (friction of 0.4)."""
_NEARLY = 0.8
"""Largest gap between a die and most pencils that lie against it, in mm."""

Inside = Callable[[Pose], bool]


class NoRoom(ValueError):
    """There is no room in the picture for all dice."""


@dataclass(frozen=True)
class Lying:
    """The poses of dice, in the order of their sides.

    Attributes:
        poses: One for each die.
        spoilt: The dice whose pose makes them doubtful.
        prop: The middle and direction (x, y) of a pencil that a die leans on, or that lies
            against one.
    """

    poses: tuple[Pose, ...]
    spoilt: tuple[int, ...] = ()
    prop: tuple[Floats, Floats] | None = None


class Thrower:
    """Drops dice on a table, each apart from the others and wholly visible.

    Args:
        camera: The camera that must see them.
        allowed: Whether a die may lie there; it must also be within the picture.
        rng: The luck of the throw.
    """

    def __init__(self, camera: Camera, allowed: Inside, rng: np.random.Generator) -> None:
        self._camera, self._allowed, self._rng = camera, allowed, rng
        spread = rng.uniform(0.25, 1.0)
        self._middle = rng.uniform((0.4, 0.4), (0.6, 0.6)) * (WIDTH, HEIGHT)
        self._reach = spread * np.array([WIDTH, HEIGHT]) * 0.5
        self._prop: tuple[Floats, Floats] | None = None

    def loose(self, ups: Sequence[int]) -> Lying:
        """Place each die on its own."""
        poses: list[Pose] = []
        for up in ups:
            poses.append(self._anywhere(poses, up))
        return Lying(tuple(poses))

    def touching(self, ups: Sequence[int]) -> Lying:
        """Place dice side by side, in groups of two to four."""
        poses: list[Pose] = []
        group = 0
        for up in ups:
            pose = self._beside(poses[-group:], poses, up) if group else None
            if pose is None:
                pose = self._anywhere(poses, up)
                group = 0
            poses.append(pose)
            group = (group + 1) % int(self._rng.integers(2, 5))
        return Lying(tuple(poses))

    def cocked(self, ups: Sequence[int]) -> Lying:
        """Lean one die on another, or on a pencil."""
        rng = self._rng
        victim = int(rng.integers(len(ups)))
        others = [index for index in range(len(ups)) if index != victim]
        placed: dict[int, Pose] = {}
        if others and rng.random() < 0.65:
            support = others[int(rng.integers(len(others)))]
            placed[support], placed[victim] = self._against_die(ups[support], ups[victim])
        else:
            placed[victim], self._prop = self._on_pencil(ups[victim])
        for index in others:
            if index not in placed:
                placed[index] = self._anywhere(list(placed.values()), ups[index], gap=4.0)
        return Lying(tuple(placed[index] for index in range(len(ups))), (victim,), self._prop)

    def beside(self, ups: Sequence[int]) -> Lying:
        """Place all level, with a pencil against one, where another die would lean on it."""
        rng = self._rng
        for _ in range(_TRIES):
            first = self._anywhere([], ups[0])
            turn = rng.uniform(0, 2 * np.pi)
            ahead = np.array([np.cos(turn), np.sin(turn)])
            reach = float(((first.corners()[:, :2] - first.centre[:2]) @ ahead).max())
            far = reach + PENCIL / 2 + abs(rng.normal(0, _NEARLY))
            self._prop = first.centre[:2] + far * ahead, np.array([-ahead[1], ahead[0]])
            poses = [first]
            try:
                for up in ups[1:]:
                    poses.append(self._anywhere(poses, up))
            except NoRoom:
                self._prop = None
                continue
            return Lying(tuple(poses), (), self._prop)
        raise NoRoom("no_room")

    def stacked(self, ups: Sequence[int]) -> Lying:
        """Lay one die on another, to hide part of its face."""
        rng = self._rng
        upper, lower = (int(index) for index in rng.permutation(len(ups))[:2])
        placed: dict[int, Pose] = {}
        placed[lower], placed[upper] = self._on_die(ups[lower], ups[upper])
        for index in range(len(ups)):
            if index not in placed:
                placed[index] = self._anywhere(list(placed.values()), ups[index])
        return Lying(tuple(placed[index] for index in range(len(ups))), (upper, lower))

    def cut_off(self, ups: Sequence[int]) -> Lying:
        """Let the edge of the picture cut the face of one die."""
        rng = self._rng
        victim = int(rng.integers(len(ups)))
        x, y = rng.uniform(0.2, 0.8) * WIDTH, rng.uniform(0.2, 0.8) * HEIGHT
        x, y = [(x, 0.0), (WIDTH - 1.0, y), (x, HEIGHT - 1.0), (0.0, y)][int(rng.integers(4))]
        place = self._camera.on_table(np.array([x]), np.array([y]), EDGE)[0]
        place += rng.uniform(-0.25, 0.25, 2) * EDGE
        cut = flat(place[0], place[1], rng.uniform(0, 6.3), ups[victim])
        poses: list[Pose] = [cut]
        for index, up in enumerate(ups):
            if index != victim:
                poses.append(self._anywhere(poses, up))
        rest = poses[1:]
        return Lying((*rest[:victim], cut, *rest[victim:]), (victim,))

    def _fits(self, pose: Pose) -> bool:
        seen = self._camera.project(pose.corners())
        low, high = seen.min(axis=0), seen.max(axis=0)
        whole = (low > _MARGIN).all() and (high < (WIDTH - _MARGIN, HEIGHT - _MARGIN)).all()
        return bool(whole) and self._off_pencil(pose) and self._allowed(pose)

    def _off_pencil(self, pose: Pose) -> bool:
        if self._prop is None:
            return True
        middle, along = self._prop
        way = pose.centre[:2] - middle
        beside = abs(float(way[0] * along[1] - way[1] * along[0]))
        return beside > EDGE or abs(float(way @ along)) > 150

    def _spot(self, part: float) -> Floats:
        """A place around the middle of the throw; anywhere in the picture as `part` grows to 1."""
        reach = self._reach + part * (np.array([WIDTH, HEIGHT]) - self._reach)
        x, y = self._middle + self._rng.uniform(-1, 1, 2) * reach
        return np.asarray(self._camera.on_table(np.array([x]), np.array([y]))[0])

    def _anywhere(self, poses: list[Pose], up: int, gap: float = 0.6) -> Pose:
        for attempt in range(_TRIES):
            x, y = self._spot(attempt / _TRIES)
            pose = flat(x, y, self._rng.uniform(0, 2 * np.pi), up)
            if apart(poses, pose, gap) and self._fits(pose):
                return pose
        return self._squeezed(poses, up)

    def _squeezed(self, poses: list[Pose], up: int) -> Pose:
        """Return the first free place of a fine grid: a full table must have room for one more."""
        steps = np.arange(-14, 15) * 1.02 * EDGE
        places = sorted(((x, y) for x in steps for y in steps), key=lambda at: np.hypot(*at))
        for x, y in places:
            pose = flat(x, y, 0.0, up)
            if apart(poses, pose, 0.1) and self._fits(pose):
                return pose
        raise NoRoom("no_room")

    def _beside(self, group: list[Pose], poses: list[Pose], up: int) -> Pose | None:
        rng = self._rng
        for _ in range(30):
            other = group[int(rng.integers(len(group)))]
            yaw = np.arctan2(other.turn[1, 0], other.turn[0, 0]) + rng.integers(4) * np.pi / 2
            if abs(other.turn[2, 0]) > 0.5:  # its own x points up or down
                yaw = np.arctan2(other.turn[1, 1], other.turn[0, 1]) + rng.integers(4) * np.pi / 2
            across = EDGE + rng.uniform(0.02, 0.25)
            slide = 0.0 if rng.random() < 0.4 else rng.uniform(-0.6, 0.6) * EDGE
            ahead = np.array([np.cos(yaw), np.sin(yaw)])
            x, y = other.centre[:2] + across * ahead + slide * np.array([-ahead[1], ahead[0]])
            pose = flat(x, y, yaw, up)
            if apart(poses, pose, 0.01) and self._fits(pose):
                return pose
        return None

    def _against_die(self, up: int, other: int) -> tuple[Pose, Pose]:
        """A flat die and one that leans against its side."""
        rng = self._rng
        for attempt in range(_TRIES):
            x, y = self._spot(attempt / _TRIES)
            yaw = rng.uniform(0, 2 * np.pi)
            support = flat(x, y, yaw + rng.integers(4) * np.pi / 2, up)
            lean = np.radians(rng.uniform(*_LEANS))
            ahead = np.array([np.cos(yaw), np.sin(yaw)])
            slide = rng.uniform(-0.35, 0.35) * EDGE * np.array([-ahead[1], ahead[0]])
            foot = np.array([x, y]) + ahead * EDGE * (0.51 + np.cos(lean)) + slide
            pose = leaning(foot, yaw + np.pi, lean, rng.integers(4) * np.pi / 2, other)
            if self._fits(support) and self._fits(pose):
                return support, pose
        raise NoRoom("no_room")

    def _on_die(self, up: int, other: int) -> tuple[Pose, Pose]:
        """A die on the table and one that lies on it, off its middle."""
        rng = self._rng
        for attempt in range(_TRIES):
            x, y = self._spot(attempt / _TRIES)
            below = flat(x, y, rng.uniform(0, 2 * np.pi), up)
            away, turn = rng.uniform(0.25, 0.48) * EDGE, rng.uniform(0, 2 * np.pi)
            x, y = x + away * np.cos(turn), y + away * np.sin(turn)
            above = flat(x, y, rng.uniform(0, 2 * np.pi), other, EDGE)
            if self._fits(below) and self._fits(above):
                return below, above
        raise NoRoom("no_room")

    def _on_pencil(self, up: int) -> tuple[Pose, tuple[Floats, Floats]]:
        rng = self._rng
        for attempt in range(_TRIES):
            foot = self._spot(attempt / _TRIES)
            yaw = rng.uniform(0, 2 * np.pi)
            lean = np.radians(rng.uniform(24, 38))
            pose = leaning(foot, yaw, lean, rng.integers(4) * np.pi / 2, up)
            if self._fits(pose):
                ahead = np.array([np.cos(yaw), np.sin(yaw)])
                far = 5.6 / np.tan(lean) + 3.2  # where a pencil just fits below
                return pose, (foot + ahead * far, np.array([-ahead[1], ahead[0]]))
        raise NoRoom("no_room")
