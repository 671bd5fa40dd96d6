"""All checks of this box, with the real devices.

A part is checked on a Raspberry Pi, or if the configuration names it. On other machines I2C buses
and pins belong to other things, and are not touched.
"""

import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path

from firmware.camera import zone
from firmware.camera.readers import make_reader
from firmware.camera.table_camera import TableCamera
from firmware.config.cameras import open_camera
from firmware.config.file import BadConfig, box_folder, load, read, shown_path
from firmware.config.keys import CameraKind, Config
from firmware.config.lines import key_lines
from firmware.config.wired import buttons
from firmware.devices.buttons import PinButtons
from firmware.devices.pins import open_pins
from firmware.doctor.device_checks import (
    check_buttons,
    check_panel,
    check_pin,
    lgpio_folder,
    watch,
)
from firmware.doctor.findings import Check, Finding, Findings, State, look, note
from firmware.doctor.service import ask_system, check_service, service_runs
from firmware.doctor.system import Installed, check_clock, check_disk, check_versions, is_pi, model
from firmware.errors import CameraTrouble
from firmware.simulator.camera import SimulatedCamera
from rules.dice import BARBECUE
from vision.reading import Reading

PATIENCE = 8.0
"""Seconds for metering and reading a picture; then the check gives up."""
_READ_AS = BARBECUE
_MOST_DICE = 8


@dataclass(frozen=True)
class Visit:
    """What to check: the configured box, on a board of this name."""

    config: Config
    named: frozenset[str]
    """The tables in the configuration file."""
    model: str

    @classmethod
    def of(cls, path: Path | None, model: str) -> "Visit":
        """Return the box of this file, as far as the file is usable."""
        try:
            config = load(path)
            named = {key[0] for key in key_lines(read(path))} if path else ()
        except BadConfig as bad:
            return cls(bad.usable, frozenset(), model)
        return cls(config, frozenset(named), model)

    def expects(self, part: str) -> bool:
        """Return whether a missing part would be a fault."""
        return is_pi(self.model) or part in self.named


def doctor(path: Path | None, *, watched: bool = False) -> Iterator[Finding]:
    """Run all checks; yields findings as they are made."""
    visit = Visit.of(path, model())
    return look(checks(visit, path, watched=watched))


def checks(visit: Visit, path: Path | None, *, watched: bool) -> Mapping[str, Check]:
    """Return every check by name, in the order of the report."""
    config = visit.config
    used = service_runs(ask_system())
    folder = box_folder(config)
    return {
        "config": partial(check_config, path),
        "panel": partial(_expected, visit, "panel", partial(check_panel, config.panel)),
        "buttons": _unless(
            used,
            partial(_expected, visit, "buttons", partial(_buttons, config, watched=watched)),
        ),
        "sound": partial(check_pin, "sound", config.sound.pin),
        "led": partial(check_pin, "led", config.led.pin),
        "camera": _unless(used, partial(check_camera, visit, folder)),
        "disk": lambda: check_disk(folder, time.monotonic),
        "clock": lambda: check_clock(datetime.now(UTC).date()),
        "service": partial(check_service, config),
        "versions": partial(check_versions, visit.model, config.camera.kind, Installed()),
    }


def _unless(used: bool, check: Check) -> Check:  # noqa: FBT001  # it reads as a sentence
    """Skip a part that the running service holds, which is not a fault."""
    return (lambda: iter([(State.ABSENT, note("part_in_use"))])) if used else check


def check_config(path: Path | None) -> Findings:
    """Report every error in the configuration."""
    try:
        load(path)
    except BadConfig as bad:
        yield from ((State.BAD, problem) for problem in bad.problems)
        return
    if path is None:
        yield State.GOOD, note("config_default")
    else:
        yield State.GOOD, note("config_read", file=shown_path(path))


def _expected(visit: Visit, part: str, check: Check) -> Findings:
    if visit.expects(part):
        yield from check()
    else:
        yield State.ABSENT, note("not_a_pi")


def _buttons(config: Config, *, watched: bool) -> Findings:
    wired = buttons(config.buttons)

    def opened() -> PinButtons:
        return PinButtons(wired, open_pins(), time.monotonic)

    def pressed(levels: PinButtons) -> frozenset[str]:
        return watch(levels, frozenset(wired), time.monotonic, time.sleep)

    return check_buttons(wired, opened, lgpio_folder(os.environ), pressed if watched else None)


def check_camera(visit: Visit, folder: Path) -> Findings:
    """Check a picture of this box's camera, if it should have one."""
    camera = open_camera(visit.config.camera, time.monotonic, lambda: SimulatedCamera(_READ_AS))
    if camera is None:
        yield State.ABSENT, note("camera_off")
        return
    try:
        picture = import_module("firmware.doctor.picture")
    except ImportError as error:
        missing = error.name == "cv2"
        yield State.BAD, note("opencv_missing" if missing else "opencv_broken", reason=str(error))
        return
    table_camera = TableCamera(camera, make_reader, zone.load(folder))
    end = time.monotonic() + PATIENCE
    counts = frozenset(range(_MOST_DICE + 1))

    def seen() -> Reading | None:
        return table_camera.look(_READ_AS, counts, lambda _: None, lambda: time.monotonic() > end)

    try:
        yield from picture.check_camera(camera, seen, _READ_AS, time.monotonic)
    except CameraTrouble as trouble:
        ribbon = is_pi(visit.model) and visit.config.camera.kind is not CameraKind.USB
        why = note("camera_none") if trouble.code == "camera_missing" and not ribbon else trouble
        yield State.BAD if visit.expects("camera") else State.ABSENT, why
    finally:
        table_camera.close()
