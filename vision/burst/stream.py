"""Reads a throw from a burst of pictures: waits until all is at rest, then compares several."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import dist, sqrt
from statistics import median

import numpy as np

from vision.burst.stillness import FEWEST, REST, Stillness
from vision.geometry import Frame
from vision.reading import Corners, Doubt, Point, ReadDie, Reading

MOST = 5
"""The most pictures to read if the first few disagree."""

LIMIT = 6.0
"""Seconds to come to rest."""

_STOPPED = 100  # pictures in a row by a clock that does not advance, before giving up
_NEAR = 0.5  # of a die's side: two dice cannot lie nearer to each other
_NEAR_ALONE = 20.0  # pixels, where no die gives a measure
_WEAK = 0.5  # of the others' confidence: a contradiction as weak as this can be noise


def read_stream(
    frames: Iterable[tuple[float, Frame]],
    read: Callable[[Frame], Reading],
    *,
    rest: float = REST,
    limit: float = LIMIT,
) -> Reading:
    """Read the throw in these pictures.

    Waits until nothing has moved for `rest` seconds by the pictures' timestamps, then reads three
    pictures, or up to five if they disagree, and combines them. It takes no more pictures than
    needed. If the pictures end, or `limit` seconds pass, before rest, it reads the last picture
    with the doubt `moving`; without any picture there are no dice.

    Pictures with the same timestamp count as one. An earlier timestamp or another size restarts the
    wait. `read` is called once for identical pictures.
    """
    stillness = Stillness(rest)
    burst = _Burst(read)
    for timestamp, frame in _within(limit, frames):
        before = stillness.pictures
        at_rest = stillness.see(timestamp, frame)
        if stillness.pictures == 1:
            burst.restart(frame)
        elif stillness.pictures > before:
            burst.add(frame)
        if at_rest and burst.settled():
            break
    return burst.reading()


def _within(limit: float, frames: Iterable[tuple[float, Frame]]) -> Iterator[tuple[float, Frame]]:
    """Yield the pictures up to the time limit, even if the clock is set back or stands still."""
    elapsed, stopped, last = 0.0, 0, None
    for timestamp, frame in frames:
        step = 0.0 if last is None else max(0.0, timestamp - last)
        elapsed, last = elapsed + step, timestamp
        stopped = 0 if step else stopped + 1
        yield timestamp, frame
        if elapsed >= limit or stopped >= _STOPPED:
            return


class _Burst:
    """The pictures since the last motion, and their readings."""

    def __init__(self, read: Callable[[Frame], Reading]) -> None:
        self._read = read
        self._unread: deque[Frame] = deque(maxlen=MOST)
        self._done: list[tuple[Frame, Reading]] = []

    def restart(self, frame: Frame) -> None:
        self._unread.clear()
        self._done.clear()
        self.add(frame)

    def add(self, frame: Frame) -> None:
        self._unread.append(frame.copy())  # the camera may reuse its buffer

    def settled(self) -> bool:
        """Read the pictures, the latest first, until no other could change the verdict."""
        while self._unread and not _settled([reading for _, reading in self._done]):
            frame = self._unread.pop()
            self._done.append((frame, self._once(frame)))
        return _settled([reading for _, reading in self._done])

    def _once(self, frame: Frame) -> Reading:
        for known, reading in self._done:
            if np.array_equal(known, frame):
                return reading
        return self._read(frame)

    def reading(self) -> Reading:
        if self._done:
            return fuse([reading for _, reading in self._done])
        moving = Doubt("moving")
        if not self._unread:
            return Reading((), (moving,))
        last = self._read(self._unread[-1])
        return replace(last, doubts=(moving, *last.doubts), table=None)


def fuse(readings: Sequence[Reading]) -> Reading:
    """Combine several readings of one throw at rest.

    A die counts if most readings have it, with the face of the highest confidence; other readings
    lower that confidence. The result is accepted only if all readings are accepted and alike, or,
    of five or more, all but one that doubts itself and contradicts the others weakly. Otherwise
    every doubt stays, the most frequent first, followed by `disagree` if dice or faces differ.
    """
    if not readings:
        raise ValueError("no_readings")
    votes = _Votes(readings)
    numbers: dict[int, int] = {}
    dice: list[ReadDie] = []
    for place, seen in enumerate(votes.by_place):
        if 2 * len(seen) > len(readings):
            numbers[place] = len(dice)
            dice.append(_fused(seen, len(readings)))
    doubts = () if votes.accepted else _doubts(votes, numbers)
    shown = (reading.table for reading in readings if votes.accepted)
    return Reading(tuple(dice), doubts, table=next(filter(None, shown), None))


def agrees(again: Reading, before: Reading) -> bool:
    """Return whether a second reading of a throw shows all dice that the first is sure of."""
    doubted = {doubt.arguments.get("die") for doubt in before.doubts}
    sure = (die for number, die in enumerate(before.dice) if number not in doubted)
    both = Reading((*again.dice, *(again.aside or ()))), Reading((*sure, *(before.aside or ())))
    shown, wanted = _Votes(both).seen
    return wanted <= shown


def _settled(readings: Sequence[Reading]) -> bool:
    """Return whether another reading could not change the verdict."""
    if not FEWEST <= len(readings) < MOST:
        return len(readings) >= MOST
    votes = _Votes(readings)
    return votes.accepted or not votes.hopeful


class _Votes:
    """Compares readings: which of their dice are the same, and which readings stand alone."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = readings
        self.by_place: list[list[ReadDie]] = []
        self.places = [self._placed(reading.dice) for reading in readings]
        self.seen = [
            frozenset(zip(places, (die.face for die in reading.dice), strict=True))
            for reading, places in zip(readings, self.places, strict=True)
        ]
        clean = Counter(
            seen for seen, reading in zip(self.seen, readings, strict=True) if reading.accepted
        )
        self._agreed = max(clean, key=clean.__getitem__, default=None)
        self._alone = [
            number
            for number, reading in enumerate(readings)
            if not reading.accepted or self.seen[number] != self._agreed
        ]

    @property
    def alike(self) -> bool:
        """Whether all have the same dice with the same faces."""
        return len(set(self.seen)) == 1

    @property
    def accepted(self) -> bool:
        return not self._alone or (len(self.readings) >= MOST and self.hopeful)

    @property
    def hopeful(self) -> bool:
        """Whether at most one reading differs, and it may be noise."""
        return not self._alone or (len(self._alone) == 1 and self._weak(self._alone[0]))

    def _placed(self, dice: Sequence[ReadDie]) -> tuple[int, ...]:
        """Return the place of each die, nearest pairs first; others get new places."""
        pairs = sorted(
            (gap, number, place)
            for number, die in enumerate(dice)
            for place, seen in enumerate(self.by_place)
            if (gap := _gap(die, seen[0])) < _NEAR
        )
        places: dict[int, int] = {}
        for _, number, place in pairs:
            if number not in places and place not in places.values():
                places[number] = place
        for number, die in enumerate(dice):
            if number in places:
                self.by_place[places[number]].append(die)
            else:
                places[number] = len(self.by_place)
                self.by_place.append([die])
        return tuple(places[number] for number in range(len(dice)))

    def _weak(self, number: int) -> bool:
        """Return whether this reading doubts itself and is unsure of what only it shows."""
        reading = self.readings[number]
        if reading.accepted or self._agreed is None:
            return False
        sure = min(
            (
                die.confidence
                for other in self.readings
                if other is not reading
                for die in other.dice
            ),
            default=0.0,
        )
        return all(
            die.confidence < _WEAK * sure
            for die, place in zip(reading.dice, self.places[number], strict=True)
            if (place, die.face) not in self._agreed
        )


def _gap(die: ReadDie, other: ReadDie) -> float:
    """Return the distance of two dice, in sides of the smaller."""
    side = min(_side(die.corners), _side(other.corners))
    return dist(die.centre, other.centre) / side if side else float("inf")


def _side(corners: Corners) -> float:
    around = zip(corners, corners[1:] + corners[:1], strict=True)
    return sqrt(abs(sum(x * v - u * y for (x, y), (u, v) in around)) / 2)


def _fused(seen: Sequence[ReadDie], of: int) -> ReadDie:
    """Combine the sightings of one die."""
    sure: dict[str, float] = {}
    for die in seen:
        sure[die.face] = sure.get(die.face, 0.0) + die.confidence
    face, *others = sorted(sure, key=sure.__getitem__, reverse=True)
    others += [die.second for die in seen if die.second != face]
    turned = [_turned(die.corners, seen[0].corners) for die in seen]
    first, second, third, fourth = (_middle(points) for points in zip(*turned, strict=True))
    return ReadDie(face, sure[face] / of, (first, second, third, fourth), [*others, ""][0])


def _turned(corners: Corners, like: Corners) -> Corners:
    """Return the corners in the order in which the other begins."""
    a, b, c, d = corners
    turns: tuple[Corners, ...] = ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c))
    return min(turns, key=lambda turn: sum(map(dist, turn, like)))


def _middle(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return median(xs), median(ys)


def _doubts(votes: _Votes, numbers: Mapping[int, int]) -> tuple[Doubt, ...]:
    """Return all doubts about the combined dice, the most frequent first; never none.

    `numbers` counts the combined dice by place. Doubts about dice in few readings are omitted,
    since such readings disagree anyway.
    """
    sides = [_side(seen[0].corners) for seen in votes.by_place]
    near = _NEAR * median(sides) if sides else _NEAR_ALONE
    groups: list[list[Doubt]] = []
    for reading, places in zip(votes.readings, votes.places, strict=True):
        for doubt in reading.doubts:
            about = _renumbered(doubt, [numbers.get(place) for place in places])
            if about is None:
                continue
            for group in groups:
                if _same(group[0], about, near):
                    group.append(about)
                    break
            else:
                groups.append([about])
    groups.sort(key=len, reverse=True)
    doubts = tuple(max(group, key=group.count) for group in groups)
    return doubts if doubts and votes.alike else (*doubts, Doubt("disagree"))


def _renumbered(doubt: Doubt, numbers: Sequence[int | None]) -> Doubt | None:
    """Return the doubt with the combined dice's numbers; None if its die is not among them."""
    arguments = dict(doubt.arguments)
    old = arguments.get("die")
    if isinstance(old, int):
        new = numbers[old]
        if new is None:
            return None
        arguments["die"] = new
    return Doubt(doubt.code, arguments)


def _same(doubt: Doubt, other: Doubt, near: float) -> bool:
    """Return whether two doubts mean the same: same dice, or about the same spot."""
    mine, its = doubt.arguments, other.arguments
    if doubt.code != other.code or mine.get("die") != its.get("die"):
        return False
    return all(
        abs(x - y) <= near
        for x, y in ((mine.get(n), its.get(n)) for n in ("x", "y"))
        if isinstance(x, int | float) and isinstance(y, int | float)
    )
