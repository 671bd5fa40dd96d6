"""The second look at a throw that was too dark, with more light."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from firmware.camera.calibrated import BRIGHTER
from firmware.camera.pi import PiCamera
from firmware.camera.table_camera import TableCamera
from firmware.camera.zone import Calibration
from firmware.errors import CameraTrouble
from firmware.ports import CameraSettings
from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE, Face
from tests.camera.picamera import Library
from tests.camera.test_eye import SURE, Scripted, Stage
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import Doubt, ReadDie, Reading

DICE = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.SIX, Face.WORM)
DARK = Reading(SURE.dice, (Doubt("dark"),))
OTHERWISE = ((110.0, 20.0), (130.0, 20.0), (130.0, 40.0), (110.0, 40.0))
THREE = Reading((replace(SURE.dice[0], face=Face.THREE),))


class Exposed(Stage):
    """A camera that sees more with more light: its pictures get brighter."""

    def __init__(self, *, works: bool = True) -> None:
        super().__init__()
        self.works = works
        self.stops: list[float] = []

    def exposed(self, stops: float) -> Iterator[tuple[float, Frame]]:
        self.stops.append(stops)
        usual, self.level = self.level, 200
        try:
            for picture in self.frames():
                if not self.works:
                    raise CameraTrouble("camera_gone")
                yield picture
        finally:
            self.level = usual


class Lit(Scripted):
    """A reader that says one thing about usual pictures, and another about brighter ones."""

    def __init__(self, usual: Reading, brighter: Reading) -> None:
        super().__init__()
        self.usual, self.brighter = usual, brighter

    def read(self, frame: Frame, *about: object) -> Reading:
        self.reading = self.brighter if frame.mean() > 150 else self.usual
        return super().read(frame, *about)  # type: ignore[arg-type]


def look(eye: TableCamera, dice: int = 1) -> tuple[Reading, list[float | None]]:
    progress: list[float | None] = []
    reading = eye.look(BARBECUE, frozenset({dice}), progress.append, lambda: False)
    assert reading is not None
    return reading, progress


def test_a_throw_that_is_too_dark_is_read_at_the_second_look() -> None:
    camera = SimulatedCamera(BARBECUE, seed=3)
    seen: list[Frame] = []
    reader = Reader()
    eye = TableCamera(camera, lambda: reader)
    eye.show(lambda frame, _reading, _mat: seen.append(frame), lambda _frame, _mat: None)
    for _ in range(2):
        camera.put(DICE, spoil="dark")
        usual = next(camera.frames())[1]
        reading, progress = look(eye, len(DICE))
        assert reading.accepted
        assert sorted(reading.faces) == sorted(DICE)
        assert progress.count(None) == 2, "people see that it looks again"
        assert seen[-1].mean() > 2 * usual.mean()


def test_an_accepted_throw_is_looked_at_once() -> None:
    camera = Exposed()
    _, progress = look(TableCamera(camera, lambda: Scripted(SURE)))
    assert (camera.looks, camera.stops, progress.count(None)) == (1, [], 1)


def test_another_doubt_is_not_mended_by_light() -> None:
    camera = Exposed()
    glare = Reading(SURE.dice, (Doubt("glare", {"die": 0}),))
    assert look(TableCamera(camera, lambda: Lit(glare, THREE)))[0] == glare
    assert camera.stops == []


def test_a_camera_that_cannot_keeps_its_first_reading() -> None:
    reading, progress = look(TableCamera(Stage(), lambda: Lit(DARK, SURE)))
    assert reading.doubts == DARK.doubts
    assert progress.count(None) == 1


def test_one_second_look_and_then_people_are_asked() -> None:
    camera = Exposed()
    still = Reading(SURE.dice, (Doubt("dark"), Doubt("leaning", {"die": 0})))
    assert look(TableCamera(camera, lambda: Lit(DARK, still)))[0].doubts == DARK.doubts
    assert camera.stops == [BRIGHTER]


@pytest.mark.parametrize("other", [THREE, Reading((replace(SURE.dice[0], corners=OTHERWISE),))])
def test_a_second_look_that_contradicts_the_first_is_not_taken(other: Reading) -> None:
    assert not look(TableCamera(Exposed(), lambda: Lit(DARK, other)))[0].accepted


def test_a_die_that_was_unclear_may_show_another_face_in_more_light() -> None:
    guess = ReadDie(Face.ONE, 0.4, SURE.dice[0].corners)
    unclear = Reading((guess,), (Doubt("dark"), Doubt("unsure", {"die": 0})))
    assert look(TableCamera(Exposed(), lambda: Lit(unclear, SURE)))[0].faces == SURE.faces


def test_a_camera_that_fails_at_the_second_look_keeps_the_first_reading() -> None:
    camera = Exposed(works=False)
    eye = TableCamera(camera, lambda: Lit(DARK, SURE))
    for _ in range(2):
        assert look(eye)[0].doubts == DARK.doubts
        assert (camera.level, camera.looking) == (90, 0), "with its own exposure again"


def test_it_can_be_cancelled_during_the_second_look() -> None:
    camera = Exposed()
    eye = TableCamera(camera, lambda: Lit(DARK, SURE))
    assert eye.look(BARBECUE, frozenset({1}), lambda _: None, lambda: bool(camera.stops)) is None


def test_an_automatic_look_is_repeated_too() -> None:
    noticed = TableCamera(Exposed(), lambda: Lit(DARK, SURE)).notice(
        BARBECUE, frozenset({1}), lambda: False
    )
    assert noticed is not None
    assert noticed.reading.accepted


# Focus.

BLURRED = Reading(SURE.dice, (Doubt("blurred", {"die": 0}),))
SHARP = CameraSettings(10_000, 1.0, (1.5, 1.5), 3.0)


class Lens(Stage):
    """A camera with a lens: its pictures are brighter at the focus of `SHARP`."""

    def __init__(self, *, sharp: bool = True) -> None:
        super().__init__()
        self.sharp = sharp
        self.lens: float | None = None
        self.metered = 0

    def frames(self) -> Iterator[tuple[float, Frame]]:
        self.level = 200 if self.lens == SHARP.lens else 90
        return super().frames()

    def use(self, settings: CameraSettings) -> None:
        self.lens = settings.lens

    def meter(self, *, focus: bool) -> CameraSettings:
        self.metered += 1
        settings = SHARP if self.sharp else replace(SHARP, lens=5.0)
        self.lens = settings.lens
        return settings


def test_a_blurred_throw_is_focused_and_read_at_the_second_look() -> None:
    camera, saved = Lens(), list[Calibration]()
    calibration = Calibration(settings=replace(SHARP, lens=1.0))
    eye = TableCamera(camera, lambda: Lit(BLURRED, SURE), calibration, save=saved.append)
    assert look(eye)[0].accepted
    assert look(eye)[0].accepted
    assert camera.metered == 1, "it stays sharp"
    assert [each.settings for each in saved] == [SHARP]


@pytest.mark.parametrize("reading", [BLURRED, THREE])
def test_a_focus_that_mends_nothing_is_not_kept(reading: Reading) -> None:
    camera, saved = Lens(sharp=reading is THREE), list[Calibration]()
    calibration = Calibration(settings=replace(SHARP, lens=1.0))
    beside = replace(SURE.dice[0], corners=OTHERWISE)
    first = Reading((*SURE.dice, beside), (Doubt("blurred", {"die": 1}),))
    eye = TableCamera(camera, lambda: Lit(first, reading), calibration, save=saved.append)
    assert look(eye)[0].doubts == first.doubts
    assert (camera.lens, eye.calibration, saved) == (1.0, calibration, [])


def test_an_error_in_the_reader_keeps_the_focus_too() -> None:
    class Failing(Lit):
        def read(self, frame: Frame, *about: object) -> Reading:
            if frame.mean() > 150:
                raise RuntimeError
            return super().read(frame, *about)

    camera, calibration = Lens(), Calibration(settings=replace(SHARP, lens=1.0))
    eye = TableCamera(camera, lambda: Failing(BLURRED, SURE), calibration)
    with pytest.raises(RuntimeError):
        look(eye)
    assert (camera.lens, camera.looking, eye.calibration) == (1.0, 0, calibration)


def test_a_lens_that_cannot_move_is_not_focused() -> None:
    camera = Lens()
    eye = TableCamera(
        camera, lambda: Lit(BLURRED, SURE), Calibration(settings=replace(SHARP, lens=None))
    )
    assert look(eye)[0].doubts == BLURRED.doubts
    assert camera.metered == 0


# The Pi's camera.


def exposure(library: Library) -> tuple[int, float]:
    request = library.opened[-1].capture_request(wait=1.0, flush=True)
    metadata = request.get_metadata()
    request.release()
    return metadata["ExposureTime"] + 7, metadata["AnalogueGain"]


def metered(light: float) -> tuple[Library, PiCamera, float]:
    """Return a camera in this light, and what it metered."""
    library = Library(light=light)
    camera = PiCamera(library=lambda: library)
    settings = camera.meter(focus=True)
    return library, camera, settings.exposure * settings.gain


@pytest.mark.parametrize("light", [0.05, 0.5, 1.0, 20.0])
def test_the_pis_camera_exposes_longer_and_returns_even_after_an_error(light: float) -> None:
    library, camera, usual = metered(light)
    pictures = camera.exposed(3.0)
    brighter = [frame.mean() for _, frame in islice(pictures, 3)]
    time, gain = exposure(library)
    assert time * gain == pytest.approx(8 * usual, rel=0.02)
    assert gain <= 16
    with pytest.raises(RuntimeError):
        pictures.throw(RuntimeError)  # type: ignore[attr-defined]
    frames = camera.frames()
    _, frame = next(frames)
    assert frame.mean() < min(brighter)
    time, gain = exposure(library)
    assert time * gain == pytest.approx(usual, rel=0.02)


def test_the_pis_camera_meters_first_if_nobody_did() -> None:
    library = Library()
    assert next(PiCamera(library=lambda: library).exposed(1.0))[1].mean() > 0
