"""Reads the dice in the tray, and reports how well the camera sees them.

Call it only from the worker's thread. `warm_up` or the first look loads the nets and OpenCV;
importing this module does not.
"""

import logging
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.camera.calibrated import CalibratedCamera
from firmware.camera.face_check import Problem, examine
from firmware.camera.look import DiceLook, fresh
from firmware.camera.mat import MatSeen, seen_mat
from firmware.camera.motion import Watcher
from firmware.camera.readers import DiceReader, Reads
from firmware.camera.regions import OnMat
from firmware.camera.taught_faces import LessonLook, MeantDice, clear
from firmware.camera.zone import Calibration, Zone
from firmware.errors import CameraTrouble
from firmware.ports import Camera
from firmware.store import files
from rules.dice import DiceSet

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.files.taught_dice import Taught
    from vision.geometry import Frame
    from vision.reader import Lesson
    from vision.reading import Reading, TablePose

SHARP = 0.55
"""Dice can be read from this focus on."""
DARK, BRIGHT = 0.08, 0.9
"""The light is good between these."""
GLARING = 0.03
"""A larger burnt-out share means that a lamp is reflected."""
DOUBTFUL = "doubtful.jpg"

_QUALITY = 90
_FINE = 1000  # steps of the picture's size, for the corners of a zone
_log = logging.getLogger(__name__)

Saw = Callable[["Frame", "Reading", OnMat | None], None]
"""Receives a picture, its reading, and the mat in it."""
Glanced = Callable[["Frame", MatSeen | CameraTrouble | None], None]
"""Receives a picture taken while aiming, and the mat in it or the problem with that mat."""


@dataclass(frozen=True)
class Glance:
    """One picture taken while the camera is aimed.

    `thumbnail` is packed as `Image.frombytes("1", size, thumbnail)` expects. `focus`, `light` and
    `glare` go from 0 to 1: how sharp and how bright the picture is, and how much of it is burnt
    out. `mat` is the mat in it, or the problem with that mat.
    """

    thumbnail: bytes
    size: tuple[int, int]
    focus: float
    light: float
    glare: float
    mat: MatSeen | CameraTrouble | None = None


@dataclass(frozen=True)
class Noticed:
    """The result of an automatic look that nobody has seen yet."""

    reading: "Reading"
    frame: "Frame | None"
    on_mat: OnMat | None
    tries: int
    """How often these dice were read automatically since they came to rest."""


class TableCamera:
    """A camera, a reader of dice, and the calibration of the camera's view.

    `doubtful` is the folder for the last doubtful picture; None keeps no picture. `save` receives
    each calibration that a look makes by itself: the first of a camera that nobody aimed, any in
    new light, and any new focus that mends a blurred picture. It must not raise. `live` cameras
    have noise: one that repeats a picture bit by bit counts as frozen.
    """

    def __init__(
        self,
        camera: Camera,
        make_reader: Callable[[], DiceReader],
        calibration: Calibration | None = None,
        *,
        doubtful: Path | None = None,
        save: Callable[[Calibration], None] | None = None,
        live: bool = False,
    ) -> None:
        self._camera = CalibratedCamera(camera, calibration or Calibration(), save)
        self._make_reader = make_reader
        self._reader: DiceReader | None = None
        self.doubtful = doubtful
        self._live = live
        self._saw: Saw = lambda _frame, _reading, _mat: None
        self._glanced: Glanced = lambda _frame, _mat: None
        self._watched: Iterator[tuple[float, Frame]] | None = None
        self._watcher = Watcher(camera)
        self._table: TablePose | None = None
        self._watch_zone()

    def show(self, saw: Saw, glanced: Glanced) -> None:
        """Pass the last picture of every look with its reading, and every glance, to listeners.

        Both are called from the worker's thread and must not raise.
        """
        self._saw, self._glanced = saw, glanced

    @property
    def calibration(self) -> Calibration:
        """The zone and settings in use; assign to change them."""
        return self._camera.calibration

    @calibration.setter
    def calibration(self, calibration: Calibration) -> None:
        self._camera.use(calibration)
        self._table = None
        self._watch_zone()

    def _watch_zone(self) -> None:
        left, top, right, bottom = self.calibration.zone.box(_FINE, _FINE)
        self._watcher.watch((left / _FINE, top / _FINE, right / _FINE, bottom / _FINE))

    def warm_up(self) -> None:
        """Load what takes a second, so that the first throw need not wait; then stop the camera."""
        from vision.burst import stream  # noqa: F401, PLC0415 (OpenCV: not before the first screen)

        self._ready()
        self.rest()

    def know(self, dice: MeantDice) -> None:
        """Load taught dice in advance. The reader keeps them until it reads others."""
        self._ready().know(dice.taught)

    def look(
        self,
        dice: DiceSet | MeantDice,
        expected: frozenset[int],
        progress: Callable[[float | None], None],
        cancelled: Callable[[], bool],
        total: int | None = None,
    ) -> "Reading | None":
        """Wait until the dice are at rest, and read those in the zone; return None if cancelled.

        If a mat is visible, its zones are read. `total` is given in games that set dice aside: it
        counts the dice in both zones, and dice set aside are reported separately. Corners and
        places are in pixels of the whole picture. `progress` receives None until everything is at
        rest, then a fraction from 0 to 1; a second look, with more light or another focus, begins
        with None again. Both callbacks are called from this thread. Raises `CameraTrouble`; a later
        call may succeed.
        """
        first = self._one_look(self._reads(dice), expected, total, progress, cancelled)
        one, reading = self._looked(first)
        if reading is None or one.last is None:
            return reading
        self._remember(reading)
        if not reading.accepted:
            self._keep(one.last)
        self._watcher.watch(one.part)
        self._watcher.restart()
        self._saw(one.last, reading, one.on_mat)
        return reading

    def lesson(
        self,
        expected: frozenset[int],
        progress: Callable[[float | None], None],
        cancelled: Callable[[], bool],
    ) -> "Lesson | None":
        """Read dice that all show a face to be taught, and how each looks; otherwise like `look`.

        Badly visible dice are left out if enough others remain.
        """
        shown = LessonLook(self._ready())
        one = self._one_look(shown, expected, None, progress, cancelled)
        moving = one.reading()
        if moving is None or one.last is None or shown.lesson is None:
            return None
        seen = one.whole(shown.lesson.reading)
        seen = replace(seen, doubts=(*moving.doubts, *seen.doubts))
        self._watcher.restart()
        self._saw(one.last, seen, one.on_mat)
        return clear(replace(shown.lesson, reading=seen), min(expected))

    def problems(self, taught: "Taught") -> tuple[Problem, ...]:
        """Return the problems of these taught dice that would cause wrong or doubtful readings."""
        return examine(self._ready(), taught).problems

    def _reads(self, dice: DiceSet | MeantDice) -> Reads:
        reader = self._ready()
        if isinstance(dice, MeantDice):
            return dice.reads(reader)
        return lambda frame, *about: reader.read(frame, dice, *about)

    def _looked(self, one: DiceLook) -> "tuple[DiceLook, Reading | None]":
        """Look, and a second time if that may remove the doubts; return the look to trust."""
        reading = one.reading()
        better = None if reading is None else self._camera.better(reading)
        if reading is None or better is None:
            return one, reading
        other = replace(one, pictures=lambda: self._fresh(better()), last=None, on_mat=None)
        calibration, mended = self.calibration, False
        try:
            again = other.reading()
            mended = again is not None and _mended(one, reading, other, again)
        except CameraTrouble as trouble:
            _log.info("no second look: %s", trouble.code)
            return one, reading
        finally:
            if not mended:
                self._camera.use(calibration)
        if mended and self.calibration is not calibration:
            self._camera.save()
        return (other, again) if mended or again is None else (one, reading)

    def _fresh(self, pictures: Iterator[tuple[float, "Frame"]]) -> Iterator[tuple[float, "Frame"]]:
        return fresh(pictures) if self._live else pictures

    def _one_look(
        self,
        reads: Reads,
        expected: frozenset[int],
        total: int | None,
        progress: Callable[[float | None], None],
        cancelled: Callable[[], bool],
    ) -> DiceLook:
        return DiceLook(
            lambda: self._fresh(self._pictures()),
            lambda: self.calibration.zone,
            reads,
            expected,
            total,
            self._table,
            progress,
            cancelled,
        )

    def watch(
        self, pause: Callable[[float], bool], *, soonest: float = 0.0, again: bool = False
    ) -> bool:
        """Wait until dice may have been thrown: all is at rest after motion, without a hand.

        Reports each rest once; `again` reports the same rest once more, a little later. Returns
        False as soon as `pause` says to stop; it receives the seconds until the next picture.
        Nothing is reported in the first `soonest` seconds. Raises `CameraTrouble`; a later call may
        succeed.
        """
        self._rest_glances()
        if again:
            self._watcher.again()
        return self._watcher.until_thrown(soonest, pause)

    def notice(
        self,
        dice: DiceSet | MeantDice,
        expected: frozenset[int],
        cancelled: Callable[[], bool],
        total: int | None = None,
    ) -> Noticed | None:
        """Look without a request, and show the result to nobody; otherwise like `look`."""
        reads = self._reads(dice)
        first = self._one_look(reads, expected, total, lambda _part: None, cancelled)
        one, reading = self._looked(first)
        if reading is None:
            return None
        noticed = Noticed(reading, one.last, one.on_mat, self._watcher.tries)
        self._remember(reading)
        if reading.accepted:
            self._watcher.clear()
            self._watcher.watch(one.part)
        return noticed

    def reveal(self, noticed: Noticed) -> None:
        """Show the picture of an automatic look, once its dice were used."""
        if noticed.frame is not None:
            self._saw(noticed.frame, noticed.reading, noticed.on_mat)

    def glance(self, size: tuple[int, int]) -> Glance:
        """Take the next picture for aiming, with a thumbnail; raises `CameraTrouble`.

        The camera keeps running until the next look, or `rest`.
        """
        from firmware.camera import aiming  # noqa: PLC0415 (OpenCV, as above)

        self._watcher.rest()
        self._table = None  # the camera may be moved while it is aimed
        if self._watched is None:
            self._watched = self._camera.camera.frames()
        try:
            _, frame = next(self._watched)
        except StopIteration:
            self.rest()
            raise CameraTrouble("camera_gone") from None
        except CameraTrouble:
            self.rest()
            raise
        mat = seen_mat(frame)
        self._glanced(frame, mat)
        return Glance(
            aiming.thumbnail(frame, size),
            size,
            aiming.focus(frame),
            aiming.light(frame),
            aiming.glare(frame),
            mat,
        )

    def calibrate(self, zone: Zone) -> Calibration:
        """Focus and meter on the current view, and use the result with this zone.

        Returns the calibration without saving it. May take some seconds. Raises `CameraTrouble`,
        which leaves the calibration unchanged.
        """
        self.rest()
        self._table = None
        self._camera.calibrate(zone)
        return self.calibration

    def rest(self) -> None:
        """Stop the camera after glances: it costs processor time and warmth."""
        self._watcher.rest()
        self._rest_glances()

    def _rest_glances(self) -> None:
        if isinstance(self._watched, Generator):
            self._watched.close()
        self._watched = None

    def close(self) -> None:
        self.rest()
        self._camera.camera.close()

    def _remember(self, reading: "Reading") -> None:
        """Remember the table's position for throws with too few dice to find it again."""
        if reading.accepted and reading.table is not None:
            self._table = reading.table

    def _ready(self) -> DiceReader:
        if self._reader is None:
            self._reader = self._make_reader()
        return self._reader

    def _pictures(self) -> Iterator[tuple[float, "Frame"]]:
        self.rest()
        return self._camera.pictures()

    def _keep(self, frame: "Frame") -> None:
        """Save a doubtful picture, to look into it later."""
        if self.doubtful is None:
            return
        import cv2  # noqa: PLC0415 (OpenCV, as above)

        _, encoded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        try:
            files.replace(self.doubtful / DOUBTFUL, encoded.tobytes())
        except OSError as error:  # a full disk must not stop the reading of dice
            _log.warning("doubtful picture not kept: %s", error)


def _mended(one: DiceLook, reading: "Reading", other: DiceLook, again: "Reading") -> bool:
    """Return whether a second look replaces the first: it has no doubt, and agrees with it."""
    from vision.burst.stream import agrees  # noqa: PLC0415 (OpenCV, as above)

    mat_lost = one.on_mat is not None and other.on_mat is None
    return again.accepted and not mat_lost and agrees(again, reading)
