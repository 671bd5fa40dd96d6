"""The table's eye: looks, glances, calibration."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.camera.pi import PiCamera
from firmware.camera.table_camera import DOUBTFUL, TableCamera
from firmware.camera.taught_faces import MeantDice
from firmware.camera.zone import WHOLE, Calibration, Zone, light_changed
from firmware.errors import CameraTrouble
from firmware.ports import CameraSettings
from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE, DiceSet, Face
from tests.camera.picamera import Library
from tests.harness.reading import Unteachable
from tests.vision.lessons import taught
from vision.files.taught_dice import Taught
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import Corners, Doubt, Point, ReadDie, Reading
from vision.stages.context import NO_CONTEXT, Context

LEFT = Zone(((0.05, 0.1), (0.5, 0.1), (0.5, 0.9), (0.05, 0.9)))
CORNERS = ((10.0, 20.0), (30.0, 20.0), (30.0, 40.0), (10.0, 40.0))
SURE = Reading((ReadDie(Face.WORM, 1.0, CORNERS),))
UNSURE = Reading(SURE.dice, (Doubt("hidden", {"x": 50.0, "y": 60.0}), Doubt("dark")))


class Stage:
    """A camera with a grey picture, a little brighter at its lower edge.

    It knows how many are looking through it.
    """

    def __init__(self, level: int = 90) -> None:
        self.level = level
        self.broken = False
        self.looking = 0
        self.looks = 0
        self.closed = False
        self._times = count()

    def frames(self) -> Iterator[tuple[float, Frame]]:
        self.looks += 1
        self.looking += 1
        try:
            for at in self._times:
                if self.broken:
                    raise CameraTrouble("camera_gone")
                rows = np.rint(self.level + np.linspace(-4, 4, 480)).clip(0, 255)
                frame = np.tile(rows[:, None, None], (1, 640, 3)).astype(np.uint8)
                frame[240, at % 300 + 40] ^= 1  # as no two pictures are the same
                yield at * 0.1, frame
        finally:
            self.looking -= 1

    def close(self) -> None:
        self.closed = True


class Lamp(Stage):
    """A camera that can be metered: what it sees is light times gain."""

    def __init__(self) -> None:
        super().__init__()
        self.light = 90.0
        self.gain = 1.0
        self.metered: list[bool] = []

    def frames(self) -> Iterator[tuple[float, Frame]]:
        self.level = round(min(self.light * self.gain, 255))
        return super().frames()

    def use(self, settings: CameraSettings) -> None:
        self.gain = settings.gain

    def meter(self, *, focus: bool) -> CameraSettings:
        self.metered.append(focus)
        self.gain = 100 / self.light
        return CameraSettings(10_000, self.gain, (1.5, 1.5))


class Scripted(Unteachable):
    """A reader that says what it is told, also where the picture is upside down."""

    def __init__(self, reading: Reading = SURE) -> None:
        self.reading = reading
        self.asked: list[tuple[tuple[int, ...], DiceSet | Taught, Collection[int] | None]] = []
        self.zone: Callable[[Point], bool] | None = None
        self.upside_down: Callable[[Point], bool] | None = None
        self.known: list[bool] = []
        """Whether it was told how the table lies, each time."""

    def read(
        self,
        frame: Frame,
        dice: DiceSet | Taught,
        expected: Collection[int] | None = None,
        context: Context = NO_CONTEXT,
    ) -> Reading:
        self.asked.append((frame.shape, dice, expected))
        self.known.append(context.table is not None)
        upside_down = frame[0].mean() > frame[-1].mean()
        if not upside_down:
            self.zone = context.zone
            return self.reading
        self.upside_down = context.zone
        width, height = frame.shape[1] - 1, frame.shape[0] - 1
        return Reading(
            tuple(
                ReadDie(die.face, die.confidence, _turned(die.corners, width, height))
                for die in self.reading.dice
            ),
            tuple(
                Doubt("hidden", {"x": width - 50.0, "y": height - 60.0})
                if doubt.code == "hidden"
                else doubt
                for doubt in self.reading.doubts
            ),
        )


def _turned(corners: Corners, width: int, height: int) -> Corners:
    a, b, c, d = ((width - x, height - y) for x, y in corners)
    return a, b, c, d


def looked(eye: TableCamera, expected: int = 1) -> Reading:
    reading = eye.look(BARBECUE, frozenset({expected}), lambda part: None, lambda: False)
    assert reading is not None
    return reading


# What is read.


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_a_throw_is_read_with_places_in_the_whole_picture(reader: Reader) -> None:
    camera = SimulatedCamera(BARBECUE, seed=2)
    thrown = camera.throw(5)
    whole = looked(TableCamera(camera, lambda: reader), 5)
    assert whole.accepted
    assert whole.faces == tuple(sorted(thrown))
    xs, ys = zip(*(die.centre for die in whole.dice), strict=True)
    tight = (max(min(xs) / 1280 - 0.05, 0), max(min(ys) / 960 - 0.05, 0))
    wide = (min(max(xs) / 1280 + 0.05, 1), min(max(ys) / 960 + 0.05, 1))
    zone = Zone((tight, (wide[0], tight[1]), wide, (tight[0], wide[1])))
    cropped = looked(TableCamera(camera, lambda: reader, Calibration(zone)), 5)
    assert cropped.accepted
    for die, same in zip(whole.dice, cropped.dice, strict=True):
        assert die.face == same.face
        assert die.centre == pytest.approx(same.centre, abs=4)


class TwoTables:
    """A camera that sees the tray at the left, and dice set aside at the right."""

    def __init__(self, thrown: tuple[Face, ...], aside: tuple[Face, ...]) -> None:
        self._tables = [SimulatedCamera(BARBECUE, seed) for seed in (1, 2)]
        for table, faces in zip(self._tables, (thrown, aside), strict=True):
            table.put(faces)

    def frames(self) -> Iterator[tuple[float, Frame]]:
        left, right = (table.frames() for table in self._tables)
        for (at, thrown), (_, aside) in zip(left, right, strict=True):
            yield at, np.hstack([thrown, aside])

    def close(self) -> None: ...


def test_dice_aside_are_never_counted_as_thrown(reader: Reader) -> None:
    camera = TwoTables((Face.TWO, Face.SIX, Face.WORM), (Face.ONE, Face.ONE, Face.WORM))
    left = Zone(((0.01, 0.02), (0.49, 0.02), (0.49, 0.98), (0.01, 0.98)))
    reading = looked(TableCamera(camera, lambda: reader, Calibration(left)), 3)
    assert reading.accepted
    assert reading.faces == (Face.TWO, Face.SIX, Face.WORM)


def test_a_spoilt_throw_is_doubted(reader: Reader) -> None:
    camera = SimulatedCamera(BARBECUE, seed=1)
    camera.throw(4, spoil="hand")
    assert not looked(TableCamera(camera, lambda: reader), 4).accepted


def test_only_the_zone_is_looked_at() -> None:
    reader = Scripted()
    looked(TableCamera(Stage(), lambda: reader, Calibration(LEFT)))
    left, top, right, bottom = LEFT.box(640, 480)
    assert reader.asked[0] == ((bottom - top, right - left, 3), BARBECUE, frozenset({1}))
    assert reader.zone is not None
    assert reader.zone((0.3 * 640 - left, 0.5 * 480 - top))
    assert not reader.zone((0.6 * 640 - left, 0.5 * 480 - top))
    assert reader.upside_down is not None
    assert reader.upside_down((right - 0.3 * 640, 0.5 * 480 - top))
    assert not reader.upside_down((right - 0.6 * 640, 0.5 * 480 - top))


def test_places_of_doubts_are_in_the_whole_picture() -> None:
    zone = Zone(((0.3, 0.4), (0.9, 0.4), (0.9, 0.9), (0.3, 0.9)))
    reading = looked(TableCamera(Stage(), lambda: Scripted(UNSURE), Calibration(zone)))
    left, top, _, _ = zone.box(640, 480)
    assert left > 0
    assert top > 0
    hidden = next(doubt for doubt in reading.doubts if doubt.code == "hidden")
    assert [doubt.code for doubt in reading.doubts] == ["hidden", "dark"], "and no disagreement"
    assert hidden.arguments == {"x": 50.0 + left, "y": 60.0 + top}
    assert reading.dice[0].corners[0] == (10.0 + left, 20.0 + top)


# How it is read.


class Knowing(Reader):
    """Notes what it is told to know."""

    known: Taught | None = None

    def know(self, taught: Taught) -> None:
        self.known = taught


def test_taught_dice_are_worked_out_before_they_are_looked_at() -> None:
    reader, sky = Knowing(), taught("Sky", ("sun", "moon"))
    TableCamera(Stage(), lambda: reader).know(MeantDice(sky, {"sun": Face.WORM, "moon": Face.ONE}))
    assert reader.known is sky


def test_the_reader_is_made_once_and_when_it_is_needed() -> None:
    made = []

    def make() -> Scripted:
        made.append(1)
        return Scripted()

    eye = TableCamera(Stage(), make)
    assert not made
    eye.warm_up()
    looked(eye)
    looked(eye)
    assert made == [1]


def test_progress_waits_then_counts() -> None:
    told: list[float | None] = []
    reading = TableCamera(Lamp(), Scripted).look(
        BARBECUE, frozenset({1}), told.append, lambda: False
    )
    assert reading is not None
    assert told[0] is None
    parts = [part for part in told if part is not None]
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert parts[-1] <= 1


def test_a_look_can_be_cancelled_at_any_time() -> None:
    camera = Stage()
    eye = TableCamera(camera, Scripted)
    for after in (0, 1, 3):
        asked = iter([False] * after + [True])
        assert eye.look(BARBECUE, frozenset({1}), lambda part: None, lambda: next(asked)) is None  # noqa: B023
        assert camera.looking == 0
    assert looked(eye) == SURE


def test_the_camera_works_only_while_it_is_looked_through() -> None:
    camera = Stage()
    eye = TableCamera(camera, Scripted)
    looked(eye)
    eye.glance((8, 8))
    assert camera.looking == 1
    looked(eye)
    assert camera.looking == 0
    eye.close()
    assert camera.closed


def test_trouble_is_told_and_may_pass() -> None:
    camera = Stage()
    eye = TableCamera(camera, Scripted)
    camera.broken = True
    for act in (lambda: looked(eye), lambda: eye.glance((8, 8))):
        with pytest.raises(CameraTrouble):
            act()
    assert camera.looking == 0
    camera.broken = False
    assert looked(eye) == SURE
    assert eye.glance((8, 8)).light == pytest.approx(90 / 255, abs=0.005)


class Fooled(Scripted):
    """Takes the worm for a 6 in pictures that are the right way up."""

    def read(
        self,
        frame: Frame,
        dice: DiceSet | Taught,
        expected: Collection[int] | None = None,
        context: Context = NO_CONTEXT,
    ) -> Reading:
        reading = super().read(frame, dice, expected, context)
        if frame[0].mean() > frame[-1].mean():
            return reading
        return Reading(tuple(replace(die, face=Face.SIX) for die in reading.dice))


def test_what_reads_otherwise_upside_down_is_not_believed() -> None:
    reading = looked(TableCamera(Stage(), Fooled))
    assert "disagree" in [doubt.code for doubt in reading.doubts]


# The last doubtful picture.


def test_the_last_doubtful_picture_is_kept_whole_where_it_may_be(tmp_path: Path) -> None:
    camera, reader = Stage(), Scripted(UNSURE)
    eye = TableCamera(camera, lambda: reader, Calibration(LEFT), doubtful=tmp_path / "state")
    looked(eye)
    camera.level = 200
    looked(eye)
    reader.reading = SURE
    camera.level = 30
    looked(eye)
    (kept,) = (tmp_path / "state").iterdir()
    assert kept.name == DOUBTFUL
    picture = cv2.imread(str(kept))
    assert picture is not None
    assert picture.shape == (480, 640, 3)
    assert picture.mean() == pytest.approx(200, abs=2)


def test_no_picture_is_kept_where_it_may_not_or_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    looked(TableCamera(Stage(), lambda: Scripted(UNSURE)))
    assert not list(tmp_path.iterdir())
    (tmp_path / "state").write_text("a file where the folder should be")
    eye = TableCamera(Stage(), lambda: Scripted(UNSURE), doubtful=tmp_path / "state")
    assert not looked(eye).accepted


# Aiming, focus and light.


def test_a_glance_shows_what_the_camera_sees() -> None:
    camera = SimulatedCamera(BARBECUE, seed=2)
    camera.throw(6)
    glance = TableCamera(camera, Scripted).glance((84, 63))
    assert Image.frombytes("1", glance.size, glance.thumbnail).getbbox() is not None
    assert glance.focus > 0.5
    assert 0.05 < glance.light < 0.95
    assert glance.glare < 0.03


def test_glances_follow_each_other_and_then_the_camera_may_rest() -> None:
    camera = Stage()
    eye = TableCamera(camera, Scripted)
    for _ in range(3):
        eye.glance((8, 8))
    assert camera.looks == 1
    for done in (eye.rest, eye.warm_up):
        eye.glance((8, 8))
        assert camera.looking == 1
        done()
        assert camera.looking == 0


class Ended(Stage):
    """A camera without pictures."""

    def frames(self) -> Iterator[tuple[float, Frame]]:
        return iter(())


def test_a_camera_that_has_no_pictures() -> None:
    eye = TableCamera(Ended(), Scripted)
    with pytest.raises(CameraTrouble):
        eye.glance((8, 8))
    assert [doubt.code for doubt in looked(eye).doubts] == ["moving"]


def test_calibration_focuses_meters_and_keeps_the_zone() -> None:
    library = Library()
    eye = TableCamera(PiCamera(library=lambda: library), Scripted)
    told = eye.calibrate(LEFT)
    assert told == eye.calibration
    assert told.zone == LEFT
    assert told.settings is not None
    assert told.settings.exposure % 10_000 == 0
    assert told.settings.lens == 2.8
    assert told.brightness == pytest.approx(0.45, abs=0.05)
    assert not library.opened[0].started


def test_a_camera_that_sets_itself_has_but_a_zone() -> None:
    eye = TableCamera(Stage(), Scripted)
    assert eye.calibrate(LEFT) == Calibration(LEFT)


def test_a_calibration_that_fails_changes_nothing() -> None:
    library = Library(infos=[])
    eye = TableCamera(PiCamera(library=lambda: library), Scripted)
    with pytest.raises(CameraTrouble):
        eye.calibrate(LEFT)
    assert eye.calibration == Calibration()


def test_a_camera_that_goes_while_it_is_calibrated_keeps_its_settings() -> None:
    camera = Lamp()
    eye = TableCamera(camera, Scripted)
    before = eye.calibrate(WHOLE)
    camera.light, camera.broken = 30, True
    with pytest.raises(CameraTrouble):
        eye.calibrate(LEFT)
    assert eye.calibration == before
    assert before.settings is not None
    assert camera.gain == before.settings.gain


def test_what_was_saved_is_used_from_the_first_picture_on() -> None:
    camera = Lamp()
    TableCamera(camera, Scripted, Calibration(WHOLE, CameraSettings(10_000, 2.0, (1.0, 1.0)), 0.7))
    assert camera.gain == 2.0


def test_the_camera_is_metered_anew_when_the_light_has_changed() -> None:
    camera = Lamp()
    eye = TableCamera(camera, Scripted)
    before = eye.calibrate(WHOLE)
    looked(eye)
    assert camera.metered == [True]
    camera.light = 30
    looked(eye)
    looked(eye)
    assert camera.metered == [True, False], "once, and the lens is left alone"
    assert eye.calibration.settings is not None
    assert before.settings is not None
    assert eye.calibration.settings.gain > before.settings.gain
    assert camera.looking == 0


def test_a_camera_that_nobody_aimed_focuses_and_meters_at_the_first_look() -> None:
    library = Library()
    saved: list[Calibration] = []
    eye = TableCamera(
        PiCamera(library=lambda: library), Scripted, Calibration(LEFT), save=saved.append
    )
    looked(eye)
    looked(eye)
    assert saved == [eye.calibration], "once"
    assert saved[0].zone == LEFT
    assert saved[0].settings is not None
    assert (saved[0].settings.exposure % 10_000, saved[0].settings.lens) == (0, 2.8)
    assert saved[0].brightness == pytest.approx(0.45, abs=0.05)


def test_what_a_new_light_takes_is_saved() -> None:
    camera = Lamp()
    saved: list[Calibration] = []
    eye = TableCamera(camera, Scripted, save=saved.append)
    eye.calibrate(LEFT)
    looked(eye)
    assert not saved, "whoever asked for a calibration keeps it"
    camera.light = 30
    looked(eye)
    assert saved == [eye.calibration]
    assert saved[0].zone == LEFT


class Webcam(Lamp):
    """A camera that turns out to set itself."""

    def meter(self, *, focus: bool) -> None:  # type: ignore[override]
        self.metered.append(focus)


def test_of_a_camera_that_sets_itself_nothing_is_saved() -> None:
    saved: list[Calibration] = []
    eye = TableCamera(Webcam(), Scripted, Calibration(LEFT), save=saved.append)
    assert looked(eye).accepted
    assert (eye.calibration, saved) == (Calibration(LEFT), [])


def test_a_camera_that_goes_while_it_is_first_metered_is_metered_at_the_next_look() -> None:
    camera = Lamp()
    eye = TableCamera(camera, Scripted)
    camera.broken = True
    with pytest.raises(CameraTrouble):
        looked(eye)
    assert eye.calibration == Calibration()
    camera.broken = False
    looked(eye)
    assert eye.calibration.settings is not None


def test_a_light_that_cannot_be_made_up_for_is_metered_but_once() -> None:
    """In the dark no gain reaches the old brightness; that is the new one then."""
    camera = Lamp()
    eye = TableCamera(camera, Scripted)
    eye.calibrate(WHOLE)
    camera.meter = lambda *, focus: CameraSettings(40_000, 2.0, (1.0, 1.0))  # type: ignore[method-assign]
    camera.light = 5
    for _ in range(3):
        looked(eye)
    assert eye.calibration.brightness == pytest.approx(camera.level / 255, abs=0.005)


def test_when_the_light_has_changed() -> None:
    for now, changed in ((0.4, False), (0.5, False), (0.6, True), (0.25, True)):
        assert light_changed(0.4, now) is changed
    assert not light_changed(0.0, 0.0)
