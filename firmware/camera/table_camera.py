"""What the table asks of its camera: what lies in the tray, and how well it is seen.

Everything here is called from one worker thread. Nets and OpenCV are loaded by `warm_up`, or when
they are first needed: never by importing this module.
"""

import logging
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.camera.face_check import Problem, problems
from firmware.camera.look import DiceLook, closing, fresh
from firmware.camera.mat import MatSeen, seen_mat
from firmware.camera.motion import Watcher
from firmware.camera.readers import DiceReader, Reads, learner
from firmware.camera.regions import OnMat, View
from firmware.camera.taught_faces import LessonLook, MeantDice, clear
from firmware.camera.zone import Calibration, Zone, light_changed
from firmware.errors import CameraTrouble
from firmware.ports import Adjustable, Camera
from firmware.store import files
from rules.dice import DiceSet

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.plane import Lie
    from vision.reader import Lesson
    from vision.reading import Frame, Reading
    from vision.taught import Taught

SHARP = 0.55
"""From this focus on dice are sharp enough to be read."""
DARK, BRIGHT = 0.08, 0.9
"""Between these the light is good."""
GLARING = 0.03
"""So much of the picture burnt out says that a lamp is mirrored in it."""
DOUBTFUL = "doubtful.jpg"

_QUALITY = 90
_FINE = 1000  # parts of the picture that a zone is told in
_log = logging.getLogger(__name__)

Saw = Callable[["Frame", "Reading", OnMat | None], None]
"""Is shown a picture, what was read in it, and the mat that lies there."""
Glanced = Callable[["Frame", MatSeen | CameraTrouble | None], None]
"""Is shown a picture while the camera is aimed, and the mat in it or what is wrong with that."""


@dataclass(frozen=True)
class Glance:
    """One look through the camera while it is aimed.

    `thumbnail` is packed as `Image.frombytes("1", size, thumbnail)` takes it. `focus`, `light` and
    `glare` go from 0 to 1: how sharp the picture is, how bright, and how much of it is burnt out.
    `mat` is the mat in it, or what is wrong with that.
    """

    thumbnail: bytes
    size: tuple[int, int]
    focus: float
    light: float
    glare: float
    mat: MatSeen | CameraTrouble | None = None


@dataclass(frozen=True)
class Noticed:
    """What a look found that nobody asked for, and nobody has been shown yet."""

    reading: "Reading"
    frame: "Frame | None"
    on_mat: OnMat | None
    tries: int
    """How often these dice were looked at so since they came to rest."""


class TableCamera:
    """A camera, a reader of dice, and what is known of the camera's view.

    `doubtful` is the folder that keeps the last picture that was read with doubts, one and no more;
    without it none is kept. `save` is given every calibration that a look finds necessary by
    itself: the first of a camera that nobody aimed, and any in a new light. It must not raise.
    `live` cameras see noise: one that repeats its picture bit by bit shows an old throw, and counts
    as frozen.
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
        self._camera = camera
        self._make_reader = make_reader
        self._reader: DiceReader | None = None
        self.doubtful = doubtful
        self._save = save
        self._live = live
        self._saw: Saw = lambda _frame, _reading, _mat: None
        self._glanced: Glanced = lambda _frame, _mat: None
        self._watched: Iterator[tuple[float, Frame]] | None = None
        self._watcher = Watcher(camera)
        self._table: Lie | None = None
        self.calibration = Calibration() if calibration is None else calibration

    def show(self, saw: Saw, glanced: Glanced) -> None:
        """Show others the last picture of every look with what was read, and every glance.

        Both are called from the worker's thread and must not raise.
        """
        self._saw, self._glanced = saw, glanced

    @property
    def calibration(self) -> Calibration:
        """Zone and settings in use; set it to use others."""
        return self._calibration

    @calibration.setter
    def calibration(self, calibration: Calibration) -> None:
        self._calibration, self._table = calibration, None
        left, top, right, bottom = calibration.zone.box(_FINE, _FINE)
        self._watcher.watch((left / _FINE, top / _FINE, right / _FINE, bottom / _FINE))
        if calibration.settings is not None and isinstance(self._camera, Adjustable):
            self._camera.use(calibration.settings)

    def warm_up(self) -> None:
        """Load what takes a second, so that the first throw need not wait for it; then rest."""
        from vision import stream  # noqa: F401, PLC0415 (OpenCV: not before the first screen)

        self._ready()
        self.rest()

    def know(self, dice: MeantDice) -> None:
        """Do the same for taught dice; until others are read, the reader knows them."""
        learner(self._ready()).know(dice.taught)

    def look(
        self,
        dice: DiceSet | MeantDice,
        expected: frozenset[int],
        progress: Callable[[float | None], None],
        cancelled: Callable[[], bool],
        total: int | None = None,
    ) -> "Reading | None":
        """Wait until the dice lie still, and read those in the zone; None if cancelled.

        Where a mat lies there, its zones are read. With a `total`, dice are laid aside in this
        game: so many lie in both zones, and those aside are told apart.

        Corners and places are in pixels of the whole picture. `progress` is called with None until
        all is at rest, then with a part from 0 to 1; both callbacks are called from this thread.
        Raises `CameraTrouble`; a later call may succeed.
        """
        one = self._one_look(self._reads(dice), expected, total, progress, cancelled)
        reading = one.reading()
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
        """Dice that were all turned to a face to be taught, and how each looks; else as `look`.

        Those that are not seen well are left out, if enough others are.
        """
        shown = LessonLook(learner(self._ready()))
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
        """What speaks against these dice."""
        return problems(learner(self._ready()), taught)

    def _reads(self, dice: DiceSet | MeantDice) -> Reads:
        reader = self._ready()
        if isinstance(dice, MeantDice):
            return dice.reads(learner(reader))
        return lambda frame, *about: reader.read(frame, dice, *about)

    def _one_look(
        self,
        reads: Reads,
        expected: frozenset[int],
        total: int | None,
        progress: Callable[[float | None], None],
        cancelled: Callable[[], bool],
    ) -> DiceLook:
        return DiceLook(
            lambda: fresh(self._pictures()) if self._live else self._pictures(),
            lambda: self._calibration.zone,
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
        """Watch until dice may have been thrown: all is at rest after motion, and no hand is there.

        That is told once for each rest; `again`: once more for this one, a little later. False as
        soon as `pause`, which is given the seconds until the next picture, says to leave. Nothing
        is told in the first `soonest` seconds. Raises `CameraTrouble`; a later call may succeed.
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
        """A look that nobody asked for, and that nobody is shown; else as `look`."""
        reads = self._reads(dice)
        one = self._one_look(reads, expected, total, lambda _part: None, cancelled)
        reading = one.reading()
        if reading is None:
            return None
        noticed = Noticed(reading, one.last, one.on_mat, self._watcher.tries)
        self._remember(reading)
        if reading.accepted:
            self._watcher.clear()
            self._watcher.watch(one.part)
        return noticed

    def reveal(self, noticed: Noticed) -> None:
        """The dice were taken: show others the picture, as that of a look."""
        if noticed.frame is not None:
            self._saw(noticed.frame, noticed.reading, noticed.on_mat)

    def glance(self, size: tuple[int, int]) -> Glance:
        """The next picture for aiming, as a thumbnail of this size; raises `CameraTrouble`.

        The camera goes on working until there is a look, or `rest`.
        """
        from firmware.camera import aiming  # noqa: PLC0415 (OpenCV, as above)

        self._watcher.rest()
        self._table = None  # who aims a camera may move it
        if self._watched is None:
            self._watched = self._camera.frames()
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
        """Focus and meter on what lies there now, use that with this zone, and tell it.

        Saving it is the caller's affair. May take some seconds. Raises `CameraTrouble`, and then
        the calibration stays as it was.
        """
        self.rest()
        self._table = None
        try:
            self._calibration = self._metered(zone, focus=True)
        except CameraTrouble:
            self.calibration = self._calibration  # also the camera's settings
            raise
        return self._calibration

    def rest(self) -> None:
        """No more glances for now: a camera that works costs time and warmth."""
        self._watcher.rest()
        self._rest_glances()

    def _rest_glances(self) -> None:
        if isinstance(self._watched, Generator):
            self._watched.close()
        self._watched = None

    def close(self) -> None:
        """Let go of the camera."""
        self.rest()
        self._camera.close()

    def _remember(self, reading: "Reading") -> None:
        """How the table lies, for throws of dice too few to show it: the camera stays in place."""
        if reading.accepted and reading.table is not None:
            self._table = reading.table

    def _ready(self) -> DiceReader:
        if self._reader is None:
            self._reader = self._make_reader()
        return self._reader

    def _pictures(self) -> Iterator[tuple[float, "Frame"]]:
        """Pictures from now on; metered first, where nobody did or the light is not what it was."""
        self.rest()
        unset = self._calibration.settings is None
        if not unset:
            with closing(self._camera.frames()) as frames:
                for at, frame in frames:
                    if self._outdated(frame):
                        break
                    yield at, frame
                    yield from frames
                    return
                else:
                    return
        self._meter(focus=unset)
        with closing(self._camera.frames()) as frames:
            yield from frames

    def _meter(self, *, focus: bool) -> None:
        self._calibration = self._metered(self._calibration.zone, focus=focus)
        if self._calibration.settings is not None and self._save is not None:
            self._save(self._calibration)

    def _outdated(self, frame: "Frame") -> bool:
        before = self._calibration.brightness
        if before is None or not isinstance(self._camera, Adjustable):
            return False
        return light_changed(before, _brightness(frame, self._calibration.zone))

    def _metered(self, zone: Zone, *, focus: bool) -> Calibration:
        """The camera set for the light as it is now."""
        settings = None
        if isinstance(self._camera, Adjustable):
            settings = self._camera.meter(focus=focus)
        if settings is None:
            return Calibration(zone)
        with closing(self._camera.frames()) as frames:
            for _, frame in frames:
                return Calibration(zone, settings, _brightness(frame, zone))
        raise CameraTrouble("camera_gone")

    def _keep(self, frame: "Frame") -> None:
        """Keep a picture for whoever looks into a wrong or doubtful reading later."""
        if self.doubtful is None:
            return
        import cv2  # noqa: PLC0415 (OpenCV, as above)

        _, encoded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        try:
            files.replace(self.doubtful / DOUBTFUL, encoded.tobytes())
        except OSError as error:  # a full disk is no reason not to read dice
            _log.warning("doubtful picture not kept: %s", error)


def _brightness(frame: "Frame", zone: Zone) -> float:
    from firmware.camera import aiming  # noqa: PLC0415 (OpenCV, as above)

    return aiming.light(View(zone, frame.shape[1], frame.shape[0]).crop(frame))
