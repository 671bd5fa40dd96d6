"""Turns picture files into frames: of any size, in bounded memory, complete or not at all."""

import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np

from vision.errors import BadPicture
from vision.files.headers import Header, read_header, still
from vision.geometry import Frame
from vision.reading import Corners, Point

MOST_BYTES = 64 * 1024 * 1024
"""The largest file; a picture of dice has a few megabytes."""

LEAST_SIDE = 16
"""The least width and height that can show a die."""

MOST_PIXELS = 16_000_000
"""The most pixels of a frame; larger pictures are reduced, which does not affect reading."""

MOST_SCANNED = 1_600_000_000
"""The most pixels of all passes of a JPEG, which take a second or two."""

_MOST_MEMORY = 256 * 1024 * 1024  # for decoding, beside the file itself
_MOST_STORED = 2**29  # pixels; even skipping through more takes too long
_MOST_SIDE = 2**16  # no decoder of OpenCV goes far beyond
_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""The factors by which a JPEG can be reduced while decoding."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A frame as people see it, and the map back to the pixels of its file.

    A file may be stored turned or mirrored, with a note (EXIF). Dice are read as people see them,
    since a mirrored drawing differs.
    """

    frame: Frame
    width: int
    height: int
    orientation: int = 1

    def stored(self, point: Point) -> Point:
        """Return this point of the frame in the picture as stored."""
        height, width = self.frame.shape[:2]
        x, y = point[0] + 0.5, point[1] + 0.5  # from the edge; a pixel's own middle is whole
        transposed, flipped, upended = _TURNS[self.orientation]
        if flipped:
            x = width - x
        if upended:
            y = height - y
        if transposed:
            x, y, width, height = y, x, height, width
        return x * (self.width / width) - 0.5, y * (self.height / height) - 0.5

    def seen(self, point: Point) -> Point:
        """Return this point of the frame as people see it, in full-size pixels."""
        height, width = self.frame.shape[:2]
        across, down = self.width, self.height
        if _TURNS[self.orientation][0]:
            across, down = down, across
        return (point[0] + 0.5) * across / width - 0.5, (point[1] + 0.5) * down / height - 0.5

    def stored_corners(self, corners: Corners) -> Corners:
        """Return the corners in the picture as stored, also clockwise."""
        a, b, c, d = map(self.stored, corners)
        mirrored = sum(_TURNS[self.orientation]) % 2
        return (a, d, c, b) if mirrored else (a, b, c, d)


_TURNS = {
    1: (False, False, False),
    2: (False, True, False),
    3: (False, True, True),
    4: (False, False, True),
    5: (True, False, False),
    6: (True, True, False),
    7: (True, True, True),
    8: (True, False, True),
}
"""For each EXIF orientation: transposed, then mirrored left to right, then top to bottom."""


def decode(data: bytes) -> Picture:
    """Return the picture in the bytes of a file.

    Raises `BadPicture` if it is no picture, damaged, cut off, too small to show a die, or too
    large. Transparent parts become white.
    """
    header = read_header(data)
    reduced = _reduction(header)
    data = still(data)
    if header.alpha:
        frame = _shrunk(_opaque(_decoded(data, cv2.IMREAD_UNCHANGED, header)))
    else:
        flags = _REDUCED[reduced] | cv2.IMREAD_IGNORE_ORIENTATION
        frame = _shrunk(_decoded(data, flags, header))
    return turned(frame, header.width, header.height, header.orientation)


def turned(frame: Frame, width: int, height: int, orientation: int) -> Picture:
    """Return a stored frame, turned as people see it."""
    transposed, flipped, upended = _TURNS[orientation]
    if transposed:
        frame = frame.transpose(1, 0, 2)
    if flipped:
        frame = frame[:, ::-1]
    if upended:
        frame = frame[::-1]
    return Picture(np.ascontiguousarray(frame), width, height, orientation)


def _reduction(header: Header) -> int:
    """Return by how much to reduce it while decoding; refuses pictures too large for memory."""
    if min(header.width, header.height) < LEAST_SIDE:
        raise BadPicture("too_small", width=header.width, height=header.height, least=LEAST_SIDE)
    pixels = header.width * header.height
    within = pixels <= _MOST_STORED and max(header.width, header.height) < _MOST_SIDE
    for by in _REDUCED if header.jpeg else (1,):
        memory = pixels / by**2 * header.cost + pixels * header.buffered
        small = pixels / by**2 <= MOST_PIXELS or not header.jpeg
        if within and small and memory <= _MOST_MEMORY:
            if header.scans * pixels > MOST_SCANNED:
                raise BadPicture("too_many_scans", scans=header.scans)
            return by
    raise BadPicture("too_large", width=header.width, height=header.height)


def _decoded(data: bytes, flags: int, header: Header) -> Frame:
    with hushed() as said:
        try:
            decoded = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
        except cv2.error as error:
            raise BadPicture("damaged") from error
        if decoded is None or _tells_damage(said(), header.padding):
            raise BadPicture("damaged")
    if decoded.dtype != np.uint8:
        return cv2.convertScaleAbs(decoded, alpha=1 / 257).astype(np.uint8, copy=False)
    return decoded.astype(np.uint8, copy=False)


def _tells_damage(said: bytes, padding: int) -> bool:
    """Return whether libjpeg reported invented parts, which OpenCV does not pass on.

    Remaining bytes at the end are damage too, unless a camera padded the file.
    """
    if left_over := _LEFT_OVER.search(said):
        return int(left_over[1]) > padding
    return b"Corrupt JPEG data" in said or b"Premature end" in said


_LEFT_OVER = re.compile(rb"Corrupt JPEG data: (\d+) extraneous bytes before marker 0xd9")


def _opaque(decoded: Frame) -> Frame:
    """Return the picture on white; transparent parts may hide anything."""
    if decoded.ndim == 2:
        return np.repeat(decoded[:, :, None], 3, axis=2)
    if decoded.shape[2] == 3:
        return decoded
    decoded = _shrunk(decoded)
    paper = 255 - decoded[:, :, 3]
    frame = np.empty((*decoded.shape[:2], 3), np.uint8)
    for channel in range(3):
        seen = cv2.multiply(decoded[:, :, channel], decoded[:, :, 3], scale=1 / 255)
        frame[:, :, channel] = cv2.add(seen, paper)
    return frame


def _shrunk(frame: Frame) -> Frame:
    """Return the picture with at most `MOST_PIXELS`."""
    height, width = frame.shape[:2]
    by = (width * height / MOST_PIXELS) ** 0.5
    if by <= 1:
        return frame
    size = max(int(width / by), 1), max(int(height / by), 1)
    return cv2.resize(frame, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


_HUSH = threading.Lock()


@contextmanager
def hushed() -> Iterator[Callable[[], bytes]]:
    """Hide what decoders print, and return it on request.

    The libraries of OpenCV write to file descriptor 2. It belongs to the whole process, so other
    output is lost meanwhile.
    """
    with _HUSH:
        kept = _error_output()
        heard, tell = os.pipe()
        os.set_blocking(heard, False)
        os.set_blocking(tell, False)  # nobody listens yet: what is too much is dropped
        os.dup2(tell, 2)
        os.close(tell)
        try:
            yield lambda: _heard(heard)
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            os.close(heard)


def _error_output() -> int:
    """Return another descriptor of the error output.

    If it is closed, it stays closed; otherwise the next opened file would take its number, and
    decoders would write into it.
    """
    try:
        return os.dup(2)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        return nowhere if nowhere != 2 else os.dup(2)


def _heard(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except BlockingIOError:
        return b""
