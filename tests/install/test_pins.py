"""The versions that the installer takes from PyPI, and those that Debian may bring instead."""

import re

from tests.install.script import words
from tools.pins import FROM_THE_SYSTEM, PINS, wanted

PIN = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?: --hash=sha256:[0-9a-f]{64})+")
LINES = [line for line in PINS.read_text().splitlines() if not line.startswith("#")]


def pinned() -> dict[str, str]:
    """The version of each; a line that says anything else, an address for example, is refused."""
    found = [PIN.fullmatch(line) for line in LINES]
    assert all(found)
    return {pin["name"]: pin["version"] for pin in found if pin}


def test_all_that_the_project_needs_is_pinned_or_comes_from_the_system() -> None:
    pins = pinned()
    for one in wanted():
        assert (one.name in pins) != (one.name in FROM_THE_SYSTEM), one.name
        assert one.name in FROM_THE_SYSTEM or pins[one.name] in one.specifier, one.name


def test_every_pin_is_one_that_the_installer_may_choose() -> None:
    either = [one.split("=")[0] for one in words('echo "${EITHER[@]}" "${ALWAYS_FROM_PIP[@]}"')]
    assert sorted([*either, "setuptools"]) == sorted(pinned())
    assert words(f"pinned {' '.join(either)}; echo {'-' * 3}")[-1] == "---"


def test_a_name_without_a_pin_is_no_program_without_it() -> None:
    ran = words("(pinned unheard-of 2>&1 && echo built) || true")
    assert ran[:3] == ["install.sh:", "unheard-of", "is"]
    assert "built" not in ran


def test_least_versions_are_those_of_the_project_or_mended_ones_of_debian() -> None:
    least = {one.name: next(each.version for each in one.specifier if each.operator == ">=")
             for one in wanted()}  # fmt: skip
    either = dict(one.split("=") for one in words('echo "${EITHER[@]}"'))
    for name in either.keys() & least.keys():
        assert either[name] == least[name] or "-" in either[name], name
    assert least.keys() - either.keys() == FROM_THE_SYSTEM | {"setuptools"}
