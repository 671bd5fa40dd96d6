"""The installer's script itself: what it says, refuses and would do."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from firmware.config.file import load
from firmware.config.keys import Driver, Preset
from tests.install.script import INSTALLER, ROOT, Card, refused, shell, words

STEPS = [
    "Packages of the system", "The program", "I2C and SPI", "How the box is built", "Into use",
    "The service", "Done",
]  # fmt: skip


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card.at(tmp_path)


def steps(said: str) -> list[str]:
    return re.findall(r"^== (.*)$", said, re.MULTILINE)


def test_the_script_is_clean() -> None:
    checker = shutil.which("shellcheck")
    if checker is None and os.environ.get("CI"):
        pytest.fail("shellcheck is not installed")
    if checker is None:
        pytest.skip("install.sh is not checked: there is no shellcheck here")
    ran = subprocess.run([checker, "-x", INSTALLER], capture_output=True, text=True, check=False)
    assert ran.stdout + ran.stderr == ""


def test_a_dry_run_tells_every_step_and_changes_nothing(card: Card) -> None:
    before = card.files()
    ran = card.told()
    assert ran.returncode == 0, ran.stderr
    assert steps(ran.stdout) == STEPS
    assert "--no-install-recommends" in ran.stdout
    assert "--system-site-packages" in ran.stdout
    assert "enable grillside.service" in ran.stdout
    assert card.files() == before


def test_every_file_of_the_service_is_installed() -> None:
    files = words("page_in_network() { true; }; unit_files")[::2]
    held = {path.name for path in (ROOT / "systemd").iterdir() if path.is_file()}
    assert set(files) == held - {"README.md"}


def test_the_network_is_opened_only_where_it_is_told(card: Card) -> None:
    assert "network-page.conf" not in card.told().stdout


def test_everything_installed_is_removed_again(card: Card) -> None:
    installed = words("page_in_network() { true; }; unit_files")[1::2]
    for path in installed:
        card.write(path[1:], "")
    ran = card.told("--uninstall")
    assert ran.returncode == 0, ran.stderr
    removed = set(re.findall(r"\S+", "\n".join(re.findall(r"\+ rm (.*)", ran.stdout))))
    assert {f"{card.root}{path}" for path in installed} <= removed


def test_uninstalling_says_where_the_games_stay(card: Card) -> None:
    said = card.told("--uninstall").stdout
    assert "/var/lib/grillside" in said
    assert "/etc/grillside/config.toml" in said
    assert f"rm -rf {card.root}/var/lib/grillside" not in said


def test_purge_removes_them(card: Card) -> None:
    said = card.told("--uninstall", "--purge").stdout
    assert f"rm -rf {card.root}/var/lib/grillside {card.root}/etc/grillside" in said


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--panel"], "--panel needs a word after it."),
        (["--panel", "ssd1307"], "--panel cannot be 'ssd1307'."),
        (["--buttons", "four"], "--buttons cannot be 'four'."),
        (["--fast"], "'--fast' is not known."),
        (["trixie"], "'trixie' is not known."),
        (["--purge"], "--purge goes with --uninstall only."),
        (["--root", "/tmp"], "--root goes with --dry-run only."),  # noqa: S108  # never opened
        (["--dry-run", "--root", "/nowhere"], "The folder after --root is not there."),
    ],
)
def test_wrong_words_are_refused_with_what_to_do(arguments: list[str], complaint: str) -> None:
    ran = refused(*arguments)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert complaint in ran.stderr
    assert "Nothing was changed." in ran.stderr


def test_help_names_every_option() -> None:
    said = refused("--help").stdout
    known = re.findall(
        r"^ +(--[a-z-]+)[ )]", (ROOT / "systemd/install/arguments.sh").read_text(), re.MULTILINE
    )
    assert known
    assert all(option in said for option in known)


def test_another_system_is_refused(tmp_path: Path) -> None:
    ran = Card.at(tmp_path, "bullseye").told()
    assert ran.returncode == 1
    assert "'bullseye', which was never tried" in ran.stderr
    assert "Nothing was changed." in ran.stderr


def test_a_program_of_somebody_else_is_not_touched(card: Card) -> None:
    card.write("opt/grillside/theirs", "")
    for errand in ([], ["--uninstall"]):
        ran = card.told(*errand)
        assert ran.returncode == 1
        assert "this script did not make it" in ran.stderr


def test_the_new_program_stands_beside_the_old(card: Card) -> None:
    for old, new in (("grillside-a", "grillside-b"), ("grillside-b", "grillside-a")):
        (card.root / "opt" / old).mkdir()
        link = card.root / "opt/grillside"
        link.unlink(missing_ok=True)
        link.symlink_to(old)
        assert f"venv --system-site-packages {card.root}/opt/{new}" in card.told().stdout


def test_panels_and_buttons_are_those_of_the_configuration() -> None:
    assert set(words('echo "${PANELS[@]}"')) == set(Driver)
    assert set(words('echo "${BUTTONS[@]}"')) == set(Preset)


@pytest.mark.parametrize("buttons", Preset)
def test_what_is_written_is_a_good_configuration(card: Card, buttons: Preset) -> None:
    for panel in ("", *Driver):
        file = card.write("config.toml", shell("box", panel=panel, buttons=buttons).stdout)
        config = load(file)
        assert config.buttons.preset is buttons
        assert not panel or config.panel.driver is Driver(panel)


def test_without_anybody_to_ask_it_is_the_reference_box_and_says_so(card: Card) -> None:
    said = card.told().stdout
    assert "Nobody can be asked here: the reference box" in said
    assert 'preset = "reference"' in said


def test_panel_and_buttons_are_asked(card: Card) -> None:
    said = card.told(typed="7\n2\n3\n").stdout
    assert "A number from 1 to 4, please." in said
    assert 'driver = "sh1106"' in said
    assert 'preset = "three"' in said


def test_a_board_with_a_panel_asks_no_second_question(card: Card) -> None:
    said = card.told(typed="4\n").stdout
    assert "Which panel?" not in said
    assert 'preset = "waveshare-hat"' in said
    assert "driver" not in said


def test_nothing_is_asked_that_was_told(card: Card) -> None:
    for arguments in (["--yes"], ["--panel", "sh1106", "--buttons", "three"]):
        assert "Which" not in card.told(*arguments, typed="\n").stdout


def test_a_configuration_stays(card: Card) -> None:
    card.write("etc/grillside/config.toml", "# mine\n")
    said = card.told("--panel", "sh1106", typed="\n").stdout
    assert "--panel and --buttons are not used" in said
    assert "config.toml stays as it is." in said
    assert "Which" not in said
    assert "sh1106" not in said.replace("--panel sh1106", "")


def test_least_versions_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    least = {one.split(">=")[0]: one.split(">=")[1].split(",")[0] for one in needed}
    either = dict(one.split("=") for one in words('echo "${EITHER[@]}"'))
    assert either == {name: least[name] for name in either}
    compiled = {"numpy", "pillow"}
    assert least.keys() - either.keys() == compiled
    assert compiled <= set(words('echo "${HELD[@]}"'))


def test_all_that_the_project_is_built_from_is_shipped() -> None:
    shipped = words('echo "${SHIPPED[@]}"')
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = project["tool"]["setuptools"]["packages"]["find"]["include"]
    told = {project["project"]["readme"], *project["project"]["license-files"]}
    assert {"pyproject.toml", *told, *(name.rstrip("*") for name in packages)} == set(shipped)


def test_no_part_is_longer_than_a_reader_can_hold() -> None:
    for path in (INSTALLER, *(ROOT / "systemd/install").iterdir()):
        assert len(path.read_text().splitlines()) <= 300, path.name
