"""Checks the machine: storage for games, clock, and installed packages."""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from importlib import metadata, util
from math import ceil
from pathlib import Path

from firmware.config.file import shown_path
from firmware.config.keys import CameraKind
from firmware.doctor.findings import Content, Findings, State, note
from firmware.store.shelf import FIRST_YEAR

LOW, FULL = 100, 5
"""Megabytes free; a whole game takes a fiftieth of one."""
SLOW = 0.4
"""Seconds to save a move, from which players notice a delay."""
_MEGABYTE = 1_000_000
_LINE = b"x" * 200 + b"\n"

PACKAGES = (
    "grillside", "numpy", "opencv-python-headless", "msgspec", "pillow", "luma.oled", "luma.core",
    "smbus2", "gpiozero", "lgpio", "picamera2", "babel",
)  # fmt: skip
_MODULES = {"opencv-python-headless": "cv2"}
"""Packages of the system may be installed without metadata; then the module counts."""


def model(file: Path = Path("/proc/device-tree/model")) -> str:
    """Return the name of the board, or ""."""
    try:
        return file.read_text(errors="replace").rstrip("\0\n")
    except OSError:
        return ""


def is_pi(model: str) -> bool:
    return model.startswith("Raspberry Pi")


def check_disk(
    folder: Path,
    now: Callable[[], float],
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
) -> Findings:
    """Check whether moves can be saved, and how fast. Leaves nothing behind."""
    shown = shown_path(folder)
    try:
        there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        megabytes = free(there) // _MEGABYTE
        if megabytes < FULL:
            yield State.BAD, note("disk_full", folder=shown, free=megabytes)
            return
        seconds = _time_to_keep(there, now)
    except OSError as error:
        yield State.BAD, note("disk_refuses", folder=shown, reason=error.strerror or str(error))
        return
    milliseconds = ceil(1000 * seconds)
    if megabytes < LOW:
        yield State.WARNING, note("disk_low", folder=shown, free=megabytes)
    if seconds > SLOW:
        yield State.WARNING, note("disk_slow", folder=shown, milliseconds=milliseconds)
    elif megabytes >= LOW:
        yield State.GOOD, note("disk_good", folder=shown, free=megabytes, milliseconds=milliseconds)


def _time_to_keep(folder: Path, now: Callable[[], float]) -> float:
    # With a name, like a game: an unnamed file may be synced sooner.
    with tempfile.NamedTemporaryFile(dir=folder, prefix="doctor-", buffering=0) as file:
        start = now()
        file.write(_LINE)
        os.fsync(file.fileno())
        return now() - start


def check_clock(today: date) -> Findings:
    """Check whether the date is plausible. It is only displayed."""
    if today.year < FIRST_YEAR:
        yield State.WARNING, note("clock_wrong", date=today.isoformat())
    else:
        yield State.GOOD, note("clock_good", date=today.isoformat())


@dataclass(frozen=True)
class Installed:
    """Looks up an installed version; "" is a package without a version."""

    python: tuple[int, ...] = sys.version_info[:3]
    version: Callable[[str], str | None] = lambda package: installed_version(package)  # noqa: PLW0108
    has_module: Callable[[str], bool] = lambda module: util.find_spec(module) is not None


def installed_version(package: str) -> str | None:
    """Return the installed version without loading the package."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        module = _MODULES.get(package, package)
        return "" if "." not in module and util.find_spec(module) is not None else None


def check_versions(model: str, camera: CameraKind, installed: Installed) -> Findings:
    """Check the installed packages, and which of them do not fit together."""
    if model:
        yield State.GOOD, note("machine", model=model)
    python = ".".join(map(str, installed.python))
    yield State.GOOD, note("version", package="Python", version=python)
    for package in PACKAGES:
        version = installed.version(package)
        if version is None:
            yield _missing(package, camera, pi=is_pi(model))
        else:
            yield State.GOOD, note("version", package=package, version=version)
    yield from _misfits(model, installed)


def _missing(package: str, camera: CameraKind, *, pi: bool) -> tuple[State, Content]:
    if package == "opencv-python-headless":
        return State.BAD if camera is not CameraKind.NONE else State.ABSENT, note("opencv_missing")
    if package == "lgpio" and pi:
        return State.BAD, note("lgpio_missing")
    if package == "picamera2" and (camera is CameraKind.PI or (pi and camera is CameraKind.AUTO)):
        state = State.BAD if camera is CameraKind.PI else State.WARNING
        return state, note("picamera2_missing")
    return State.ABSENT, note("package_missing", package=package)


def _misfits(model: str, installed: Installed) -> Findings:
    version = installed.version
    numpy, picamera2 = version("numpy") or "", version("picamera2")
    if picamera2 is not None and not installed.has_module("libcamera"):
        yield State.BAD, note("libcamera_missing", version=picamera2)
    elif picamera2 is not None and installed.python[:2] == (3, 11) and _numbers(numpy) >= (2,):
        yield State.BAD, note("numpy_too_new", version=numpy)
    gpiozero = version("gpiozero")
    if gpiozero and _numbers(gpiozero) < (2, 0, 1, 3):
        state = State.BAD if model.startswith("Raspberry Pi 5") else State.WARNING
        yield state, note("gpiozero_too_old", version=gpiozero)
    luma, pillow = version("luma.oled"), version("pillow")
    if luma and pillow and _numbers(pillow) >= (14,) and _numbers(luma) < (3, 17):
        yield State.BAD, note("pillow_too_new", version=pillow, luma=luma)
    full, headless = version("opencv-python"), version("opencv-python-headless")
    if full and headless:
        yield State.BAD, note("opencv_twice")
    elif full and is_pi(model):
        yield State.WARNING, note("opencv_full", version=full)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))
