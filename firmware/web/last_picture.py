"""The camera's latest picture, for those who may see it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING

from firmware.camera.mat import MatSeen
from firmware.camera.regions import OnMat
from firmware.errors import CameraTrouble
from rules.dice import Face

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.geometry import Frame
    from vision.reading import Reading

QUALITY = 80
GLANCED = 480
WIDEST = 960
"""Pixels; a phone could not show more."""


@dataclass(frozen=True)
class Seen:
    """A picture with its reading; corners are in pixels of the full size."""

    number: int
    jpeg: bytes
    size: tuple[int, int]
    """Width and height of the full picture."""
    reading: "Reading"
    on_mat: OnMat | None = None
    corrected: bool = False
    """Whether people have corrected the reading."""


class LastPicture:
    """The last picture that was read; written by the worker's thread, read by the loop's."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last: Seen | None = None
        self._before: Seen | None = None
        self._number = 0
        self._glanced = b""
        self._mat: MatSeen | CameraTrouble | None = None

    @property
    def last(self) -> Seen | None:
        """The last picture with its reading; None before the first."""
        with self._lock:
            return self._last

    def picture(self, number: int) -> bytes | None:
        """Return one of the last two pictures, as a page may still ask for the previous one."""
        with self._lock:
            known = (self._last, self._before)
        return next((seen.jpeg for seen in known if seen and seen.number == number), None)

    @property
    def glanced(self) -> bytes:
        """The latest picture while aiming."""
        with self._lock:
            return self._glanced

    @property
    def glanced_mat(self) -> MatSeen | CameraTrouble | None:
        """The mat in it, or the problem with that mat."""
        with self._lock:
            return self._mat

    def glance(self, frame: "Frame", mat: MatSeen | CameraTrouble | None = None) -> None:
        """Save a picture taken while aiming."""
        picture = jpeg(frame, GLANCED)
        with self._lock:
            self._glanced, self._mat = picture, mat

    def saw(self, frame: "Frame", reading: "Reading", on_mat: OnMat | None = None) -> None:
        """Save a picture with its reading, replacing the previous one."""
        height, width = frame.shape[:2]
        picture = jpeg(frame)
        with self._lock:
            self._number += 1
            self._before = self._last
            self._last = Seen(self._number, picture, (width, height), reading, on_mat)

    def corrected(self, words: Sequence[str]) -> "Reading | None":
        """Replace the faces of the last reading by these; return the corrected reading.

        Objects that were not dice ("") are removed.
        """
        with self._lock:
            seen = self._last
            if seen is None or len(seen.reading.dice) != len(words):
                return None
            corrected = zip(seen.reading.dice, words, strict=True)
            dice = tuple(
                replace(die, face=Face(word), confidence=1.0) for die, word in corrected if word
            )
            reading = replace(seen.reading, dice=dice, doubts=())
            self._last = replace(seen, reading=reading, corrected=True)
            return reading


def jpeg(frame: "Frame", widest: int = WIDEST) -> bytes:
    """Return a picture that is not wider than that."""
    import cv2  # noqa: PLC0415  # not before the first screen

    part = min(1.0, widest / frame.shape[1])
    small = cv2.resize(frame, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()
