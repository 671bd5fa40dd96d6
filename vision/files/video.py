"""Reads a video of a throw: finds where it comes to rest, and reads those dice."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf

import cv2
import numpy as np

from vision.burst.stillness import Stillness
from vision.burst.stream import read_stream
from vision.errors import BadPicture
from vision.files.pictures import LEAST_SIDE, Picture, hushed, turned
from vision.geometry import Frame
from vision.reading import Reading

LONGEST = 120
"""Seconds; a longer video shows more than one throw."""

MOST_PIXELS = 9_000_000
"""The largest frame, somewhat more than 4K; a decoder holds many of them."""

MOST_IN_ALL = 4_000_000_000
"""The most pixels of all frames: 16 seconds of 4K, or a minute of Full HD."""

_MOST_FRAMES = 30_000  # where a video tells nothing true of its speed
_SLOWEST, _FASTEST = 1, 1000  # frames a second that are believed
_USUAL_SPEED = 30
_RATE = 15  # so many frames a second are looked at
_TRIES = 3  # rests that are read, from the last one back, until one shows dice
_QUIET = "OPENCV_FFMPEG_LOGLEVEL", "-8"
"""Silences FFmpeg, whose threads print at any time."""
_ORIENTATIONS = {90: 6, 180: 3, 270: 8}
"""The EXIF orientation for each clockwise turn in degrees."""


@dataclass(frozen=True, eq=False)
class Watched:
    """The reading of a video, the last picture read, and its time in seconds."""

    reading: Reading
    picture: Picture
    at: float


@dataclass(frozen=True)
class _Rest:
    """The time between two motions; `still` if it is long enough for rest."""

    first: float
    last: float
    still: bool

    @property
    def length(self) -> float:
        return self.last - self.first


@dataclass(frozen=True, eq=False)
class _Seen:
    """A frame of the video as people see it, and its time."""

    at: float
    picture: Picture


def read_video(path: str, read: Callable[[Frame], Reading]) -> Watched:
    """Read the last rest that shows dice; without rest the doubt is `moving`.

    Earlier rests may show other dice, and later the tray may be empty. It decodes the video several
    times instead of keeping its frames. Raises `BadPicture` for a video that is too long or cannot
    be decoded.
    """
    rests = list(_rests(path))
    still = [rest for rest in rests if rest.still][: -_TRIES - 1 : -1]
    watched = None
    for rest in still or [max(rests, key=lambda rest: rest.length)]:
        latest = _read_rest(path, rest, read)
        if latest.reading.dice:
            return latest
        watched = watched or latest
    if watched is None:  # pragma: no cover - there is always a rest to read
        raise BadPicture("video_broken")
    return watched


def _rests(path: str) -> Iterator[_Rest]:
    stillness = Stillness()
    first = last = 0.0
    still = False
    for seen in _frames(path):
        rested = stillness.see(seen.at, seen.picture.frame)
        if stillness.pictures == 1 and seen.at > first:
            yield _Rest(first, last, still)
            first, still = seen.at, False
        last, still = seen.at, still or rested
    yield _Rest(first, last, still)


def _read_rest(path: str, rest: _Rest, read: Callable[[Frame], Reading]) -> Watched:
    latest: list[_Seen] = []

    def frames() -> Iterator[tuple[float, Frame]]:
        for seen in _frames(path, rest.first, rest.last):
            latest[:] = [seen]
            yield seen.at, seen.picture.frame

    reading = read_stream(frames(), read)
    return Watched(reading, latest[0].picture, latest[0].at)


def _frames(path: str, first: float = 0, last: float = inf) -> Iterator[_Seen]:
    """Yield the frames between two times; at least one, or raise `BadPicture`."""
    with _opened(path) as video:
        speed = video.get(cv2.CAP_PROP_FPS)
        speed = speed if _SLOWEST <= speed <= _FASTEST else _USUAL_SPEED
        step = max(round(speed / _RATE), 1)
        pixels = video.get(cv2.CAP_PROP_FRAME_WIDTH) * video.get(cv2.CAP_PROP_FRAME_HEIGHT)
        _check_length(max(video.get(cv2.CAP_PROP_FRAME_COUNT), 0), speed, pixels)  # as is told
        orientation = _ORIENTATIONS.get(round(video.get(cv2.CAP_PROP_ORIENTATION_META)), 1)
        seen = 0
        for number in range(_MOST_FRAMES):
            at = number / speed
            if at > last or not _grabbed(video):
                break
            _check_length(number + 1, speed, pixels)
            if at >= first and number % step == 0 and (frame := _retrieved(video)) is not None:
                seen += 1
                yield _Seen(at, turned(frame, frame.shape[1], frame.shape[0], orientation))
        else:
            raise BadPicture("video_too_long", most=LONGEST)
        if not seen:
            raise BadPicture("video_broken")


def _check_length(frames: float, speed: float, pixels: float) -> None:
    if (frames - 1) / speed > LONGEST:
        raise BadPicture("video_too_long", most=LONGEST)
    if frames * pixels > MOST_IN_ALL:
        raise BadPicture("video_too_large", most=MOST_IN_ALL // 10**6)


@contextmanager
def _opened(path: str) -> Iterator[cv2.VideoCapture]:
    """Open the video, with frames as stored.

    Only FFmpeg is used: other back ends read a percent sign in a name as a series.
    """
    os.environ.setdefault(*_QUIET)  # OpenCV asks once, before the first video
    with hushed():
        video = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
    try:
        if not video.isOpened():
            raise BadPicture("video_broken")
        width = round(video.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = round(video.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if width * height > MOST_PIXELS:
            raise BadPicture("too_large", width=width, height=height)
        if min(width, height) < LEAST_SIDE:
            raise BadPicture("too_small", width=width, height=height, least=LEAST_SIDE)
        video.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)
        yield video
    finally:
        with hushed():
            video.release()


def _grabbed(video: cv2.VideoCapture) -> bool:
    with hushed():
        return video.grab()


def _retrieved(video: cv2.VideoCapture) -> Frame | None:
    with hushed():
        found, frame = video.retrieve()
    return frame.astype(np.uint8, copy=False) if found else None
