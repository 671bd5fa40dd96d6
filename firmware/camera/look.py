"""One look at the dice: wait until they are at rest, find the zone, read several pictures.

Imports neither numpy nor OpenCV until a look begins.
"""

import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.camera.mat import MISLEADING, placed_mat
from firmware.camera.readers import Reads
from firmware.camera.regions import MatView, OnMat, View, read_part
from firmware.camera.zone import Zone
from firmware.errors import CameraTrouble

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.geometry import Frame
    from vision.reading import Reading, TablePose

FROZEN = 1.0
"""A picture that stays identical for this many seconds comes from a hanging camera."""

_PUSHED = 4
"""How often a look may start over because the mat was moved."""
_EVERY = 4  # pixels to compare; enough to tell two pictures apart
_REPEATED = 100  # times the same picture, in case its clock has stopped too

Pictures = Iterator[tuple[float, "Frame"]]


@dataclass
class DiceLook:
    """What to look for, and what was seen so far.

    Attributes:
        pictures: Pictures of the camera, from now on.
        zone: Where to look if there is no mat.
        reads: Reads the dice there.
        expected: The plausible numbers of dice.
        total: How many dice lie on the mat including those set aside; None without a mat that sets
            dice aside.
        table: Position of the table, if earlier looks found it.
        progress: Called with None until everything is at rest, then with a fraction from 0 to 1;
            a second look begins with None again.
        cancelled: Returns whether to give up.
    """

    pictures: Callable[[], Pictures]
    zone: Callable[[], Zone]
    reads: Reads
    expected: frozenset[int]
    total: int | None
    table: "TablePose | None"
    progress: Callable[[float | None], None]
    cancelled: Callable[[], bool]
    last: "Frame | None" = None
    """The latest picture."""
    on_mat: OnMat | None = None
    """The mat in that picture, if there is one."""
    _view: View | MatView | None = None
    _done: int = 0

    @property
    def part(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the area read, as fractions of the picture's size."""
        if self._view is None or self.last is None:
            return 0.0, 0.0, 1.0, 1.0
        height, width = self.last.shape[:2]
        left, top, right, bottom = self._view.box
        return left / width, top / height, right / width, bottom / height

    def reading(self) -> "Reading | None":
        """Return the reading in pixels of the whole picture; None if cancelled."""
        from vision.reading import Doubt, Reading  # noqa: PLC0415 (OpenCV: not so early)

        self.progress(None)
        for _ in range(_PUSHED):
            try:
                return self.whole(self._once())
            except _Moved:
                continue
            except _Cancelled:
                return None
        return Reading((), (Doubt("moving"),))  # the mat keeps moving

    def _once(self) -> "Reading":
        from vision.burst.stream import read_stream  # noqa: PLC0415 (as above)

        self._view, self._done = None, 0
        with closing(self._crops()) as crops:
            return read_stream(crops, self._read)

    def whole(self, reading: "Reading") -> "Reading":
        """Convert a reading of the area to pixels of the whole picture."""
        if self._view is None:
            return reading
        whole = self._view.whole(reading)
        if not isinstance(self._view, MatView):
            return whole
        apart = self.total is not None
        self.on_mat = self._view.shown(whole, apart=apart)
        return self._view.sorted(whole, self.expected) if apart else whole

    def _crops(self) -> Pictures:
        with closing(self.pictures()) as pictures:
            for at, frame in pictures:
                if self.cancelled():
                    raise _Cancelled
                if self._view is None or not self._view.fits(frame):
                    self._view = self._found(frame)
                self.last = frame
                yield at, self._view.crop(frame)

    def _read(self, crop: "Frame") -> "Reading":
        from vision.burst.stillness import FEWEST  # noqa: PLC0415 (as above)

        view = self._view
        if self.cancelled() or view is None:
            raise _Cancelled
        if not self._done and self._lies_elsewhere(view):
            raise _Moved
        self.progress(min(self._done / FEWEST, 1.0))
        self._done += 1
        on_mat = self.total is not None and isinstance(view, MatView)
        counts = frozenset({self.total or 0}) if on_mat else self.expected
        # Errors seldom repeat upside down, and all pictures must agree.
        turned = self._done % 2 == 0
        return read_part(self.reads, crop, view, counts, self.table, upside_down=turned)

    def _lies_elsewhere(self, view: View | MatView) -> bool:
        """Return whether a mat appeared or is now elsewhere."""
        now = None if self.last is None else self._found(self.last)
        return isinstance(now, MatView) and not now.same_place(view)

    def _found(self, frame: "Frame") -> View | MatView:
        """Return where to look in this picture: the zones of a mat, or the configured zone."""
        mat = placed_mat(frame)
        if mat is not None and not isinstance(mat, CameraTrouble):
            return MatView(mat)
        if mat is not None and mat.code in MISLEADING:
            raise mat
        return View(self.zone(), frame.shape[1], frame.shape[0])


class _Moved(Exception):
    """The mat has moved since the look began."""


class _Cancelled(Exception):
    """The look was cancelled."""


def fresh(pictures: Pictures) -> Pictures:
    """Yield only new pictures; raise `CameraTrouble` if the camera repeats one.

    A picture without any grain is too dark or too bright; the reader reports that.
    """
    seen, since, repeated = -1, 0.0, 0
    with closing(pictures):
        for at, frame in pictures:
            sample = frame[::_EVERY, ::_EVERY]
            checksum = zlib.crc32(sample.tobytes())
            if checksum != seen or (sample == sample[0, 0]).all():
                seen, since, repeated = checksum, at, 0
                yield at, frame
                continue
            repeated += 1
            if at - since >= FROZEN or repeated >= _REPEATED:
                raise CameraTrouble("camera_frozen")


@contextmanager
def closing(frames: Pictures) -> Iterator[Pictures]:
    """Yield from `pictures`, and stop the camera afterwards."""
    try:
        yield frames
    finally:
        if isinstance(frames, Generator):
            frames.close()
