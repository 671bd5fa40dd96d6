"""Traps of real Pis that no device can show here: what is asked for, loaded and started at all."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(
    path
    for package in ("rules", "players", "vision", "firmware")
    for path in (ROOT / package).rglob("*.py")
    if "training" not in path.parts
)
SYSTEMS_OWN = {"picamera2", "libcamera", "lgpio", "rpi-lgpio", "rpi-gpio", "pigpio", "spidev"}
"""What fits a Pi only as its system brings it."""


def asked_for() -> Iterator[Requirement]:
    """Every package that pip may be asked for, by anybody."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for listed in (project["dependencies"], *project["optional-dependencies"].values()):
        yield from map(Requirement, listed)


def imported() -> set[str]:
    """Every module that the program may load, at once or later."""
    lines = re.findall(r"^ *(?:import|from) ([\w.]+)(?: import ([\w, ]+))?", source(), re.MULTILINE)
    return {f"{module}.{name.strip()}" if names else module
            for module, names in lines for name in names.split(",")}  # fmt: skip


@cache
def source() -> str:
    """The whole program."""
    return "\n".join(path.read_text() for path in SHIPPED)


def used(*names: str) -> list[str]:
    """Which of these stand anywhere in it."""
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", source())]


def test_pip_is_never_asked_for_what_the_system_brings() -> None:
    names = [requirement.name.lower().replace("_", "-") for requirement in asked_for()]
    assert not SYSTEMS_OWN & set(names)
    assert not {"opencv-python", "opencv-contrib-python"} & set(names), "they need a desktop"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    plain = {Requirement(line).name for line in project["dependencies"]}
    assert "opencv-python-headless" not in plain, "on a Pi apt brings OpenCV"


def test_versions_that_are_known_to_break_are_ruled_out() -> None:
    for requirement in asked_for():
        if requirement.name == "gpiozero":
            assert "2.0.1" not in requirement.specifier
            assert "2.0.1.post3" in requirement.specifier
        if requirement.name == "pillow":
            assert "13.0.0" in requirement.specifier
            assert "14.0.0" not in requirement.specifier


def test_no_other_library_of_pins_is_loaded() -> None:
    tops = {name.split(".")[0] for name in imported()}
    assert not {"RPi", "pigpio", "gpiod", "periphery"} & tops
    factories = {name for name in imported() if name.startswith("gpiozero.pins")}
    assert factories == {"gpiozero.pins.lgpio.LGPIOFactory"}


def test_nothing_forks() -> None:
    """Other programs may be run (`subprocess` loads them anew); a copy of this one may not."""
    assert "subprocess" in imported(), "else this would find nothing at all"
    assert not [name for name in imported() if name.startswith("multiprocessing")]
    assert used("os.fork", "os.forkpty", "pty.fork", "ProcessPoolExecutor") == []


def test_nothing_is_used_that_opencv_5_dropped() -> None:
    assert used("cv2.dnn", "cv2.ml", "CascadeClassifier", "HOGDescriptor") == ["cv2.dnn"]


def test_the_unit_names_the_pins_library_and_a_folder_for_it() -> None:
    unit = (ROOT / "systemd/grillside.service").read_text()
    assert "Environment=GPIOZERO_PIN_FACTORY=lgpio" in unit.splitlines()
    (folder,) = re.findall(r"^RuntimeDirectory=(\S+)$", unit, re.MULTILINE)
    assert f"Environment=LG_WD=%t/{folder}" in unit.splitlines()
    assert f"WorkingDirectory=%t/{folder}" in unit.splitlines()
