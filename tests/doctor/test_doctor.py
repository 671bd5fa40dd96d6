"""The doctor: each fault is found and told with what to do; none is a traceback."""

import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.config import file
from firmware.config import keys as config
from firmware.config.file import BadConfig
from firmware.config.keys import CameraKind, Config
from firmware.devices.bus import scan
from firmware.devices.buttons import PinButtons
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.presets import BOX
from firmware.doctor import system, visit
from firmware.doctor.device_checks import (
    WATCHED,
    check_buttons,
    check_panel,
    check_pin,
    i2c_speed,
    lgpio_folder,
    node_trouble,
    watch,
)
from firmware.doctor.findings import Content, Finding, State, look, note
from firmware.doctor.sentences import CHECKS, SENTENCES
from firmware.doctor.system import Installed, check_clock, check_disk, check_versions
from firmware.doctor.telling import data, lines, summary
from firmware.doctor.visit import Visit, check_camera, check_config, checks
from firmware.errors import DeviceTrouble
from firmware.speech.causes import Cause
from firmware.speech.words import Words
from tests.harness.clock import ManualClock

Codes = list[tuple[str, str]]
PI5 = "Raspberry Pi 5 Model B Rev 1.0"


def codes(found: Iterable[tuple[State, Content]]) -> Codes:
    return [(state.value, told.code) for state, told in found]


# panel


class Bus:
    """An I2C bus on which panels answer at these addresses and others fail so."""

    def __init__(self, *answering: int, fault: int = errno.EREMOTEIO) -> None:
        self._answering = answering
        self._fault = fault

    def read_byte(self, address: int) -> int:
        if address not in self._answering:
            raise OSError(self._fault, os.strerror(self._fault))
        return 0

    def close(self) -> None:
        """Nothing is held."""


def panel(told: config.Panel, opened: Callable[[int], Any], speed: int | None = 400_000) -> Codes:
    found = check_panel(told, scan=partial(scan, open_bus=opened), i2c_speed=lambda _: speed)
    return codes(found)


def refusing(number: int) -> Callable[[int], Bus]:
    def refuse(port: int) -> Bus:
        raise OSError(number, os.strerror(number), f"/dev/i2c-{port}")

    return refuse


def test_a_panel_that_answers_is_good() -> None:
    assert panel(config.Panel(), lambda _: Bus(0x3C)) == [("good", "panel_answers")]


@pytest.mark.parametrize(
    ("opened", "code"),
    [
        (refusing(errno.ENOENT), "panel_bus_off"),
        (refusing(errno.EACCES), "panel_permission"),
        (lambda _: Bus(), "panel_silent"),
        (lambda _: Bus(0x3D), "panel_elsewhere"),
        (lambda _: Bus(fault=errno.ETIMEDOUT), "panel_blocked"),
    ],
)
def test_why_a_panel_does_not_answer_is_told(opened: Callable[[int], Any], code: str) -> None:
    assert panel(config.Panel(), opened) == [("bad", code)]


def test_a_slow_bus_is_told() -> None:
    slow = panel(config.Panel(), lambda _: Bus(0x3C), speed=100_000)
    assert slow == [("good", "panel_answers"), ("warning", "panel_slow")]


def test_the_speed_of_a_bus_is_what_the_system_says(tmp_path: Path) -> None:
    assert i2c_speed(1, tmp_path) is None
    node = tmp_path / "i2c-1/of_node"
    node.mkdir(parents=True)
    (node / "clock-frequency").write_bytes((100_000).to_bytes(4, "big"))
    assert i2c_speed(1, tmp_path) == 100_000


def test_without_a_panel_there_is_nothing_to_find() -> None:
    assert codes(check_panel(config.Panel(driver=PanelKind.NONE))) == [("absent", "panel_none")]


def test_a_panel_on_spi_cannot_be_asked_but_its_bus_can(tmp_path: Path) -> None:
    spi = config.Panel(bus=config.Bus.SPI, port=0)
    assert codes(check_panel(spi, node_trouble=lambda _: None)) == [("good", "panel_untold")]
    off = check_panel(spi, node_trouble=lambda _: node_trouble(str(tmp_path / "spidev0.0")))
    assert codes(off) == [("bad", "panel_bus_off")]


def test_a_bus_of_somebody_else_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = tmp_path / "spidev0.0"
    node.touch()
    assert node_trouble(str(node)) is None
    monkeypatch.setattr(os, "access", lambda *_: False)
    trouble = node_trouble(str(node))
    assert trouble is not None
    assert trouble.code == "panel_permission"


# buttons


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    yield factory
    factory.close()


def opened(pins: MockFactory, *down: str) -> PinButtons:
    """The box's buttons, of which these are down: a mock pin forgets what it was before."""
    buttons = PinButtons(BOX.buttons, pins, ManualClock())
    for label in down:
        pins.pin(BOX.buttons[label].pin).drive_low()
    return buttons


def test_each_button_is_told_with_its_level(pins: MockFactory, tmp_path: Path) -> None:
    found = list(check_buttons(BOX.buttons, lambda: opened(pins, "STOP"), tmp_path))
    assert [(told.arguments["label"], told.code) for _, told in found] == [
        (label, "button_down" if label == "STOP" else "button_up") for label in BOX.buttons
    ]
    assert [state for state, _ in found].count(State.WARNING) == 1


def test_pins_are_let_go_again(pins: MockFactory, tmp_path: Path) -> None:
    for _ in range(2):
        assert len(list(check_buttons(BOX.buttons, lambda: opened(pins), tmp_path))) == 5


def test_pressed_buttons_are_told_apart(pins: MockFactory, tmp_path: Path) -> None:
    clock = ManualClock()

    def sleep(seconds: float) -> None:
        clock.advance(seconds)
        pins.pin(BOX.buttons["SCAN"].pin).drive_low()

    seen = partial(watch, labels=frozenset(BOX.buttons), now=clock.now, sleep=sleep)
    found = list(check_buttons(BOX.buttons, lambda: opened(pins, "STOP"), tmp_path, seen))
    by_code = {told.arguments["label"]: told.code for _, told in found}
    assert by_code.pop("SCAN") == "button_pressed"
    assert set(by_code.values()) == {"button_not_pressed"}
    assert clock.now() == pytest.approx(WATCHED, abs=0.1)


def test_watching_ends_when_every_button_was_pressed(pins: MockFactory) -> None:
    clock = ManualClock()
    levels = opened(pins)

    def sleep(seconds: float) -> None:
        clock.advance(seconds)
        for button in BOX.buttons.values():
            pins.pin(button.pin).drive_low()

    assert watch(levels, frozenset(BOX.buttons), clock.now, sleep) == frozenset(BOX.buttons)
    assert clock.now() < 1
    levels.close()


def test_without_buttons_there_is_nothing_to_find(tmp_path: Path, pins: MockFactory) -> None:
    assert codes(check_buttons({}, lambda: opened(pins), tmp_path)) == [("absent", "buttons_none")]


def test_lgpio_needs_a_folder_to_write_in(tmp_path: Path, pins: MockFactory) -> None:
    found = check_buttons(BOX.buttons, lambda: opened(pins), tmp_path / "none")
    assert codes(found) == [("bad", "pins_folder")]
    assert lgpio_folder({"LG_WD": "/run/grillside"}) == Path("/run/grillside")
    assert lgpio_folder({}) == Path.cwd()


def test_pins_that_cannot_be_had_are_told(tmp_path: Path) -> None:
    def refuse() -> PinButtons:
        raise DeviceTrouble("pins_permission", reason="no")

    found = look({"buttons": partial(check_buttons, BOX.buttons, refuse, tmp_path)})
    assert [(finding.state, finding.content.code) for finding in found] == [
        (State.BAD, "pins_permission")
    ]


def test_a_buzzer_is_told() -> None:
    assert codes(check_pin("sound", 18)) == [("good", "sound_pin")]
    assert codes(check_pin("sound", None)) == [("absent", "sound_none")]


def test_an_led_is_told() -> None:
    assert codes(check_pin("led", 12)) == [("good", "led_pin")]
    assert codes(check_pin("led", None)) == [("absent", "led_none")]


# disk and clock


def seconds(*times: float) -> Callable[[], float]:
    return iter(times).__next__


def disk(folder: Path, *, free: int = 10**9, lasts: float = 0.01) -> Codes:
    return codes(check_disk(folder, seconds(0, lasts), lambda _: free))


def test_a_disk_with_room_is_good_and_stays_as_it_was(tmp_path: Path) -> None:
    assert disk(tmp_path / "not/yet/there") == [("good", "disk_good")]
    assert not list(tmp_path.iterdir())


def test_a_disk_that_is_full_slow_or_nearly_full_is_told(tmp_path: Path) -> None:
    assert disk(tmp_path, free=10**6) == [("bad", "disk_full")]
    assert disk(tmp_path, free=50 * 10**6) == [("warning", "disk_low")]
    assert disk(tmp_path, lasts=2) == [("warning", "disk_slow")]


def test_a_disk_that_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    assert disk(tmp_path / "file") == [("bad", "disk_refuses")]

    def refuse(_handle: int) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "fsync", refuse)
    assert disk(tmp_path) == [("bad", "disk_refuses")]


def test_a_clock_without_a_date_is_told() -> None:
    assert codes(check_clock(date(1970, 1, 1))) == [("warning", "clock_wrong")]
    assert codes(check_clock(date(2027, 1, 1))) == [("good", "clock_good")]


# versions

SOUND: Mapping[str, str | None] = {
    "numpy": "2.2.4",
    "opencv-python-headless": "4.10.0",
    "pillow": "11.1.0",
    "luma.oled": "3.16.0",
    "gpiozero": "2.0.1.post3",
    "picamera2": "0.3.30",
    "lgpio": "0.2.2",
    "opencv-python": None,
}


def faults(
    *,
    model: str = PI5,
    camera: CameraKind = CameraKind.AUTO,
    python: tuple[int, ...] = (3, 13, 5),
    libcamera: bool = True,
    **versions: str | None,
) -> Codes:
    known = {name.replace("_", "-"): version for name, version in versions.items()}
    all_versions = {**SOUND, **known}
    installed = Installed(
        python, lambda package: all_versions.get(package, "1.0"), lambda _: libcamera
    )
    found = codes(check_versions(model, camera, installed))
    return [(state, code) for state, code in found if state != "good"]


def test_a_sound_system_has_no_faults() -> None:
    assert faults() == []


def test_what_does_not_go_together_is_told() -> None:
    assert faults(libcamera=False) == [("bad", "libcamera_missing")]
    assert faults(python=(3, 11, 2)) == [("bad", "numpy_too_new")]
    assert faults(python=(3, 11, 2), numpy="1.24.2") == []
    assert faults(gpiozero="2.0.1") == [("bad", "gpiozero_too_old")]
    assert faults(gpiozero="2.0.1", model="Raspberry Pi 4") == [("warning", "gpiozero_too_old")]
    assert faults(pillow="14.0.0") == [("bad", "pillow_too_new")]
    assert faults(opencv_python="5.0.0") == [("bad", "opencv_twice")]
    assert faults(opencv_python="5.0.0", opencv_python_headless="") == [("warning", "opencv_full")]


def test_what_is_missing_matters_where_it_is_needed() -> None:
    assert faults(picamera2=None) == [("warning", "picamera2_missing")]
    assert faults(picamera2=None, camera=CameraKind.PI) == [("bad", "picamera2_missing")]
    assert faults(picamera2=None, camera=CameraKind.USB) == [("absent", "package_missing")]
    assert faults(picamera2=None, lgpio=None, model="") == [("absent", "package_missing")] * 2
    assert faults(lgpio=None) == [("bad", "lgpio_missing")]
    assert faults(opencv_python_headless=None) == [("bad", "opencv_missing")]
    none = faults(opencv_python_headless=None, camera=CameraKind.NONE)
    assert none == [("absent", "opencv_missing")]


def test_versions_of_this_machine() -> None:
    assert system.installed_version("no-such-package") is None
    assert system.installed_version("json") == ""  # a module that no package claims
    assert re.match(r"\d", system.installed_version("msgspec") or "")


def test_a_board_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "model").write_text(f"{PI5}\0")
    assert system.model(tmp_path / "model") == PI5
    assert system.model(tmp_path / "none") == ""
    assert system.is_pi(PI5)
    assert not system.is_pi("")


# the whole visit


def test_the_configuration_is_looked_at(tmp_path: Path) -> None:
    assert codes(check_config(None)) == [("good", "config_default")]
    file = tmp_path / "config.toml"
    file.write_text("[sound]\npin = 18\n")
    assert codes(check_config(file)) == [("good", "config_read")]
    file.write_text("[sound]\npin = 99\n[wifi]\n")
    assert codes(check_config(file)) == [("bad", "config_number"), ("bad", "config_unknown")]


def test_a_bad_configuration_does_not_stop_the_doctor(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[sound]\npin = 99\n")
    assert Visit.of(file, "").config == Config()
    file.write_text("[camera]\nkind = 'none'\n")
    assert Visit.of(file, "").named == {"camera"}


def test_a_laptop_has_nothing_bad_and_nothing_is_touched() -> None:
    laptop = Visit(Config(camera=config.Camera(kind=CameraKind.NONE)), frozenset(), "")
    found = list(look(checks(laptop, None, watched=False)))
    assert {finding.check for finding in found} == set(CHECKS)
    assert not [finding for finding in found if finding.state is State.BAD]
    untouched = {finding.check for finding in found if finding.content.code == "not_a_pi"}
    assert untouched == {"panel", "buttons"}


def test_what_is_configured_and_missing_is_bad() -> None:
    named = frozenset({"panel", "camera"})
    port = config.Panel(port=22)
    empty = config.Camera(kind=CameraKind.USB, device="/dev/no-camera")
    box = Visit(Config(panel=port, camera=empty), named, "")
    found = [one for one in look(checks(box, None, watched=False)) if one.check in named]
    assert [(one.state, one.content.code) for one in found] == [
        (State.BAD, "panel_bus_off"),
        (State.BAD, "camera_none"),
    ]


def test_a_camera_that_nobody_asked_for_may_be_missing_and_has_no_ribbon() -> None:
    empty = config.Camera(kind=CameraKind.USB, device="/dev/no-camera")
    found = list(check_camera(Visit(Config(camera=empty), frozenset(), ""), Path()))
    assert [(state, told.code) for state, told in found] == [(State.ABSENT, "camera_none")]
    said = " ".join(lines([Finding("camera", *found[0])], Words()))
    assert "USB" in said
    assert "ribbon" not in said


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ImportError("No module named 'cv2'", name="cv2"), "opencv_missing"),
        (ImportError("libGL.so.1: cannot open shared object file"), "opencv_broken"),
    ],
)
def test_without_opencv_there_is_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: ImportError, code: str
) -> None:
    def fail(_module: str) -> ModuleType:
        raise error

    monkeypatch.setattr(visit, "import_module", fail)
    assert codes(check_camera(Visit(Config(), frozenset(), ""), tmp_path)) == [("bad", code)]


def test_what_the_running_service_holds_is_not_called_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(visit, "ask_system", lambda: {"ActiveState": "active"})
    every = visit.checks(Visit(Config(), frozenset(), "Raspberry Pi"), None, watched=False)
    for part in ("buttons", "camera"):
        assert codes(every[part]()) == [("absent", "part_in_use")]


def test_the_doctor_and_the_report_look_where_the_service_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "SERVICE_FOLDER", tmp_path)
    assert file.box_folder(Config(), {}) == tmp_path
    assert file.box_folder(Config(), {"XDG_DATA_HOME": "/data"}) == Path("/data/grillside")
    monkeypatch.setattr(file, "SERVICE_FOLDER", tmp_path / "none")
    assert file.box_folder(Config(), {}) == file.games_folder(Config(), {})


def test_buttons_are_looked_at_on_a_pi(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit, "open_pins", lambda: pins)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    box = Visit(Config(), frozenset(), PI5)
    found = codes(checks(box, None, watched=False)["buttons"]())
    assert found == [("good", "button_up")] * 5


def test_a_check_that_fails_is_itself_told_and_the_others_go_on() -> None:
    def fails() -> Iterator[tuple[State, Content]]:
        yield State.GOOD, note("sound_none")
        raise ZeroDivisionError

    found = list(look({"sound": fails, "clock": partial(check_clock, date(2027, 1, 1))}))
    assert [(finding.state, finding.content.code) for finding in found] == [
        (State.GOOD, "sound_none"),
        (State.BAD, "check_failed"),
        (State.GOOD, "clock_good"),
    ]


# told


def test_findings_are_told_with_what_to_do() -> None:
    slow = Finding("panel", State.WARNING, note("panel_slow", kilohertz=100, milliseconds=93))
    shaky = Finding("camera", State.WARNING, Cause("leaning", (0,)))
    told = list(lines([slow, shaky], Words()))
    assert told[0].startswith("warning  panel: The bus runs at 100 kHz")
    assert "i2c_arm_baudrate=400000" in told[1]
    assert told[2].startswith("warning  camera: Die 1 leans")


def test_the_last_line_says_whether_there_is_anything_to_do() -> None:
    slow = Finding("panel", State.WARNING, note("panel_slow", kilohertz=100, milliseconds=93))
    full = Finding("disk", State.BAD, note("disk_full", folder="~/games", free=1))
    assert summary([], Words()) == "Nothing to do."
    assert summary([slow, slow], Words()) == "2 things could be better."
    assert summary([slow, full], Words()) == "1 thing is bad: see above."


def test_findings_as_data() -> None:
    full = Finding("disk", State.BAD, note("disk_full", folder="~/games", free=1))
    told = data([full], Words())
    assert told["good"] is False
    assert told["findings"] == [
        {
            "check": "disk",
            "state": "bad",
            "code": "disk_full",
            "arguments": {"folder": "~/games", "free": 1},
            "found": "~/games: 1 MB free, which is nothing.",
            "remedy": "Moves could not be saved. Make room, or name another folder in [game].",
        }
    ]


def test_a_code_without_words_is_still_told() -> None:
    odd = Finding("panel", State.BAD, DeviceTrouble("no_such_code", node="/dev/x"))
    assert "no_such_code(node=/dev/x)" in next(lines([odd], Words()))
    assert "no_such_code" in data([odd], Words())["findings"][0]["found"]


def test_nothing_a_terminal_acts_upon_is_printed() -> None:
    odd = Finding("config", State.GOOD, note("config_read", file="a\x1b[31m"))
    assert next(lines([odd], Words())).isprintable()


def test_remedies_name_only_what_was_found() -> None:
    for found, remedy in SENTENCES.values():
        named = set(re.findall(r"\{(\w+)\}", found))
        assert set(re.findall(r"\{(\w+)\}", remedy)) <= named


def test_the_whole_configuration_error_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("nonsense")
    [(state, told)] = check_config(file)
    assert isinstance(told, BadConfig)
    assert (state, told.line) == (State.BAD, 1)
