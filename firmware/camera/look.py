"""One look at the dice: wait until they lie still, find where to look, read several pictures.

Nothing here loads numpy or OpenCV before a look begins.
"""

import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.camera.mat import MISLEADING, told_trouble
from firmware.camera.readers import Reads
from firmware.camera.regions import MatView, OnMat, View, read_part
from firmware.camera.zone import Zone
from firmware.errors import CameraTrouble

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.plane import Lie
    from vision.reading import Frame, Reading

FROZEN = 1.0
"""Seconds of one and the same picture: no camera that works shows that."""

_PUSHED = 4
"""So often a look begins anew because the mat was pushed."""
_EVERY = 4  # pixels; that many suffice to tell two pictures apart
_REPEATED = 100  # times the same picture, where its clock stands still too

Pictures = Iterator[tuple[float, "Frame"]]


@dataclass
class DiceLook:
    """What is looked for, and what was seen so far.

    Attributes:
        pictures: The camera's, from now on.
        zone: Where to look if there is no mat.
        reads: What reads the dice that lie there.
        expected: The counts that make sense.
        total: So many dice lie on a mat with those laid aside; None where none are.
        table: How the table lies, if looks before have shown that.
        progress: Called with None until all is at rest, then with a part from 0 to 1.
        cancelled: Whether nobody waits any more.
    """

    pictures: Callable[[], Pictures]
    zone: Callable[[], Zone]
    reads: Reads
    expected: frozenset[int]
    total: int | None
    table: "Lie | None"
    progress: Callable[[float | None], None]
    cancelled: Callable[[], bool]
    last: "Frame | None" = None
    """The last picture."""
    on_mat: OnMat | None = None
    """What is known of a mat in it."""
    _view: View | MatView | None = None
    _done: int = 0

    @property
    def part(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what was read, as parts of the picture's sides."""
        if self._view is None or self.last is None:
            return 0.0, 0.0, 1.0, 1.0
        height, width = self.last.shape[:2]
        left, top, right, bottom = self._view.box
        return left / width, top / height, right / width, bottom / height

    def reading(self) -> "Reading | None":
        """What lies there, in pixels of the whole picture; None if cancelled."""
        from vision.reading import Doubt, Reading  # noqa: PLC0415 (OpenCV: not so early)

        self.progress(None)
        for _ in range(_PUSHED):
            try:
                return self.whole(self._once())
            except _Moved:
                continue
            except _Cancelled:
                return None
        return Reading((), (Doubt("moving"),))  # a mat that never lies still

    def _once(self) -> "Reading":
        from vision.stream import read_stream  # noqa: PLC0415 (as above)

        self._view, self._done = None, 0
        with closing(self._crops()) as crops:
            return read_stream(crops, self._read)

    def whole(self, reading: "Reading") -> "Reading":
        """A reading of what was read, in pixels of the whole picture."""
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
        from vision.stillness import FEWEST  # noqa: PLC0415 (as above)

        view = self._view
        if self.cancelled() or view is None:
            raise _Cancelled
        if not self._done and self._lies_elsewhere(view):
            raise _Moved
        self.progress(min(self._done / FEWEST, 1.0))
        self._done += 1
        on_mat = self.total is not None and isinstance(view, MatView)
        counts = frozenset({self.total or 0}) if on_mat else self.expected
        # What is misread is seldom misread alike upside down, and all pictures must agree.
        turned = self._done % 2 == 0
        return read_part(self.reads, crop, view, counts, self.table, upside_down=turned)

    def _lies_elsewhere(self, view: View | MatView) -> bool:
        """Whether a mat came to lie, or was uncovered, elsewhere than it was first seen."""
        now = None if self.last is None else self._found(self.last)
        return isinstance(now, MatView) and not now.lies_as(view)

    def _found(self, frame: "Frame") -> View | MatView:
        """Where to look in this picture: the zones of a mat, or else the zone that was set."""
        from vision.errors import MatTrouble  # noqa: PLC0415 (as above)
        from vision.mat.placing import find_mat  # noqa: PLC0415

        try:
            mat = find_mat(frame)
        except MatTrouble as trouble:
            told = told_trouble(trouble)
            if told is not None and told.code in MISLEADING:
                raise told from trouble
            mat = None
        if mat is not None:
            return MatView(mat)
        return View(self.zone(), frame.shape[1], frame.shape[0])


class _Moved(Exception):
    """The mat lies elsewhere than when the look began."""


class _Cancelled(Exception):
    """Nobody waits for this look any more."""


def fresh(pictures: Pictures) -> Pictures:
    """Pictures without repetitions; `CameraTrouble` where nothing else comes any more.

    One that has no grain at all is too dark or too bright, which is for the reader to say.
    """
    seen, since, repeated = -1, 0.0, 0
    with closing(pictures):
        for at, frame in pictures:
            sample = frame[::_EVERY, ::_EVERY]
            told = zlib.crc32(sample.tobytes())
            if told != seen or (sample == sample[0, 0]).all():
                seen, since, repeated = told, at, 0
                yield at, frame
                continue
            repeated += 1
            if at - since >= FROZEN or repeated >= _REPEATED:
                raise CameraTrouble("camera_frozen")


@contextmanager
def closing(frames: Pictures) -> Iterator[Pictures]:
    """A camera works only as long as its pictures are taken."""
    try:
        yield frames
    finally:
        if isinstance(frames, Generator):
            frames.close()
