"""The Pi's own camera, against a fake of the few calls of picamera2 that are used."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import cycle, islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.camera.pi import PiCamera, steady
from firmware.config.keys import Size
from firmware.errors import CameraTrouble
from firmware.ports import CameraSettings
from tests.camera.picamera import INFO, SENSORS, WEBCAM, Library
from vision.geometry import Frame

SET = CameraSettings(20_000, 1.5, (1.6, 2.0), 3.1)


def taken(camera: PiCamera, most: int = 1) -> list[tuple[float, Frame]]:
    frames = camera.frames()
    try:
        return list(islice(frames, most))
    finally:
        frames.close()  # type: ignore[attr-defined]


def pi(library: Library, mains_hz: int = 50, size: Size = Size.LARGE) -> PiCamera:
    return PiCamera(size.pixels, mains_hz=mains_hz, library=lambda: library)


def trouble(act: Callable[[], object]) -> str:
    with pytest.raises(CameraTrouble) as caught:
        act()
    return caught.value.code


def test_picamera2_may_be_missing_or_built_for_another_numpy() -> None:
    for error in (ImportError("No module named 'libcamera'"), ValueError("numpy.dtype size")):

        def fails(error: Exception = error) -> object:
            raise error

        camera = PiCamera(library=fails)
        assert trouble(lambda camera=camera: taken(camera)) == "camera_library"  # type: ignore[misc]
        assert not camera.present()
    assert trouble(lambda: taken(PiCamera())) == "camera_library", "it is really asked for"


@pytest.mark.parametrize("infos", [[], [WEBCAM]])
def test_no_camera_at_the_ribbon(infos: list[dict[str, object]]) -> None:
    camera = pi(Library(infos=[*infos]))
    assert trouble(lambda: taken(camera)) == "camera_missing"
    assert not camera.present()


@pytest.mark.parametrize("infos", [[WEBCAM, INFO | {"Num": 1}], [INFO | {"Num": 1}, WEBCAM]])
def test_a_webcam_is_passed_over_wherever_it_is_listed(infos: list[dict[str, object]]) -> None:
    library = Library(infos=[*infos])
    assert len(taken(pi(library))) == 1
    assert library.opened[0].info["Id"] == INFO["Id"]


@pytest.mark.parametrize("recent", [False, True])
def test_a_ribbon_that_slips_while_the_camera_is_opened(recent: bool) -> None:
    library = Library(plugged=False, recent=recent)
    assert trouble(lambda: taken(pi(library))) == "camera_missing"


def test_a_camera_that_another_program_holds_can_be_had_later() -> None:
    library = Library(owner="rpicam-hello")
    camera = pi(library)
    assert camera.present()
    assert trouble(lambda: taken(camera)) == "camera_busy"
    library.owner = None
    assert len(taken(camera)) == 1


def test_no_picture_was_exposed_before_it_was_asked_for() -> None:
    library = Library()
    camera = pi(library)
    for _ in range(3):
        asked = library.now / 1e9
        (at, _), *_ = taken(camera, 3)
        assert at >= asked


def test_timestamps_are_the_sensors_and_go_up() -> None:
    times = [at for at, _ in taken(pi(Library()), 20)]
    assert times == sorted(set(times))


def test_red_is_where_opencv_has_it() -> None:
    _, frame = taken(pi(Library()))[0]
    assert frame.shape == (960, 1280, 3)
    assert frame[:, :, 2].min() > 0
    assert frame[:, :, :2].max() == 0


def test_memory_is_bounded() -> None:
    library = Library()
    taken(pi(library))
    configured = library.opened[0].configured
    assert configured is not None
    width, height = configured["main"]["size"]
    assert width * height <= 1_500_000
    assert configured["buffer_count"] <= 3
    assert configured["raw"] is None


def test_the_whole_field_is_seen_whatever_the_size_of_pictures() -> None:
    """Left to itself the camera would see the middle of the sensor."""
    for sensor, size in product(SENSORS, Size):
        library = Library(sensor=sensor)
        taken(pi(library, size=size))
        assert library.opened[0].seen == max(SENSORS[sensor])
    library = Library(tells_size=False)
    taken(pi(library))
    assert library.opened[0].seen == (3072, 1728)


def test_the_camera_rests_between_looks_and_is_opened_once() -> None:
    library = Library()
    camera = pi(library)
    for _ in range(3):
        taken(camera, 10)
        assert not library.opened[0].started
        assert library.opened[0].lent == 0
    assert len(library.opened) == 1


def test_closed_it_is_free_for_others() -> None:
    library = Library()
    with closing(pi(library)) as camera:
        taken(camera)
        assert library.owner is not None
    assert library.owner is None
    camera.close()
    assert len(taken(camera)) == 1


def test_gone_in_the_middle_and_back_again() -> None:
    library = Library()
    camera = pi(library)
    frames = camera.frames()
    next(frames)
    library.plugged = False
    assert trouble(lambda: next(frames)) == "camera_gone"
    assert library.opened[0].closed
    assert trouble(lambda: taken(camera)) == "camera_missing"
    library.plugged = True
    assert len(taken(camera)) == 1
    assert len(library.opened) == 2


def test_a_camera_that_fails_while_it_stops_is_opened_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = Library()
    camera = pi(library)
    frames = camera.frames()
    next(frames)

    def fails() -> None:
        raise RuntimeError("Unable to stop preview.")

    monkeypatch.setattr(library.opened[0], "stop", fails)
    frames.close()  # type: ignore[attr-defined]
    library.owner = None
    assert len(taken(camera)) == 1
    assert len(library.opened) == 2


def test_the_first_picture_is_already_taken_as_it_was_set() -> None:
    library = Library()
    camera = pi(library)
    bright = taken(camera)[0][1].max()
    camera.use(SET)
    levels = [int(frame.max()) for _, frame in taken(camera, 5)]
    assert len(set(levels)) == 1
    assert levels[0] != bright


def test_the_lens_is_awaited() -> None:
    library = Library()
    camera = pi(library)
    camera.use(SET)
    frames = camera.frames()
    next(frames)
    assert library.opened[0].lens == pytest.approx(SET.lens, abs=0.1)


def test_a_lens_that_never_gets_there_is_not_awaited_for_ever() -> None:
    camera = pi(Library())
    camera.use(replace(SET, lens=50.0))
    assert len(taken(camera)) == 1


def test_light_that_never_settles_is_metered_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library()
    camera = pi(library)
    taken(camera)
    lights = cycle([0.2, 1.0])
    monkeypatch.setattr(Library, "light", property(lambda _: next(lights), lambda _, value: None))
    assert camera.meter(focus=True).exposure >= 1


def test_settings_outlive_the_camera() -> None:
    library = Library()
    camera = pi(library)
    camera.use(SET)
    before = taken(camera)[0][1].max()
    camera.close()
    assert taken(camera)[0][1].max() == before


def test_settings_of_a_camera_with_a_lens_suit_one_without() -> None:
    camera = pi(Library(autofocus=False))
    camera.use(SET)
    assert len(taken(camera)) == 1


@pytest.mark.parametrize(("mains_hz", "flicker"), [(50, 10_000), (60, 8_333.333)])
def test_metered_light_makes_no_bands(mains_hz: int, flicker: float) -> None:
    library = Library(light=0.4)
    settings = pi(library, mains_hz).meter(focus=True)
    flickers = settings.exposure / flicker
    assert flickers == pytest.approx(round(flickers), abs=1e-3)
    assert settings.exposure * settings.gain == pytest.approx(16_000 / 0.4, rel=0.05)
    assert settings.colours == (1.7, 2.1)
    assert settings.lens == 2.8


def test_what_was_metered_is_used_and_the_light_may_come_back() -> None:
    library = Library()
    camera = pi(library)
    camera.meter(focus=True)
    good = taken(camera)[0][1].max()
    library.light = 0.25
    dark = taken(camera)[0][1].max()
    assert dark < 0.5 * good
    camera.meter(focus=False)
    assert taken(camera)[0][1].max() == pytest.approx(good, rel=0.05)


def test_the_lens_stays_where_it_was_when_only_light_is_metered() -> None:
    library = Library()
    camera = pi(library)
    camera.meter(focus=True)
    library.distance = 5.0
    assert camera.meter(focus=False).lens == 2.8
    assert camera.meter(focus=True).lens == 5.0


def test_a_lens_that_cannot_be_moved_is_left_alone() -> None:
    assert pi(Library(autofocus=False)).meter(focus=True).lens is None


@pytest.mark.parametrize("focuses", [False, None])
def test_nothing_to_focus_on(focuses: bool | None) -> None:
    camera = pi(Library(focuses=focuses))
    assert camera.meter(focus=True).lens == 3.0
    assert len(taken(camera)) == 1


def test_gone_while_it_is_metered() -> None:
    library = Library()
    camera = pi(library)
    taken(camera)
    library.plugged = False
    assert trouble(lambda: camera.meter(focus=True)) == "camera_gone"


@settings(max_examples=50)
@given(st.floats(200, 5e6), st.sampled_from([50, 60]), st.floats(1.0, 2.0), st.floats(8.0, 64.0))
def test_steady_exposures(total: float, mains_hz: int, least: float, most: float) -> None:
    exposure, gain = steady(total, mains_hz, (least, most))
    flicker = 1e6 / (2 * mains_hz)
    assert 1 <= exposure <= 40_000
    assert least <= gain <= most
    if exposure * gain < 0.99 * total:
        assert gain == most
    if exposure > flicker - 1:
        flickers = exposure / flicker
        assert flickers == pytest.approx(round(flickers), abs=1e-3)


def test_who_only_watches_gets_small_grey_pictures_four_a_second() -> None:
    library = Library()
    camera = pi(library)
    camera.use(SET)
    glimpses = camera.glimpses()
    (first, picture), (second, _) = islice(glimpses, 2)
    glimpses.close()  # type: ignore[attr-defined]
    assert picture.shape == (240, 320)
    assert picture.min() == picture.max() > 0
    assert second - first == pytest.approx(0.25)
    assert not library.opened[0].started


def test_a_look_after_watching_is_as_quick_as_ever() -> None:
    camera = pi(Library())
    camera.use(SET)
    glimpses = camera.glimpses()
    next(glimpses)
    glimpses.close()  # type: ignore[attr-defined]
    (first, frame), (second, _) = taken(camera, 2)
    assert frame.shape == (960, 1280, 3)
    assert second - first < 0.1
