"""The installer's script itself: what it says, refuses and would do."""

import os
import re
import shutil
import subprocess
import tomllib
from itertools import takewhile
from pathlib import Path

import pytest

from firmware.config.file import load
from firmware.config.keys import Preset
from firmware.devices.panel_kinds import PanelKind
from tests.install.script import INSTALLER, ROOT, Card, refused, shell, words

STEPS = [
    "Packages of the system", "The program", "I2C and SPI", "How the box is built", "Into use",
    "The service", "Done",
]  # fmt: skip


BUILDER = """\
#!/bin/bash
# In place of Python: a virtual environment whose pip tells who runs it, and leaves traps.
cat >"${@: -1}/pip" <<'END'
#!/bin/bash
cd "$(dirname "$0")/.."
echo "$(id -un)" "$@" >>told
ln -sf ../python fingerprint
touch open; chmod 6777 open
END
mkdir "${@: -1}/bin"
mv "${@: -1}/pip" "${@: -1}/bin"
chmod 755 "${@: -1}/bin/pip"
"""


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
    assert "network-page.conf" not in ran.stdout, "the network is opened only where it is told"
    assert "Nobody can be asked here: the reference box" in ran.stdout
    assert 'preset = "reference"' in ran.stdout
    assert card.files() == before


def test_every_file_of_the_service_is_installed() -> None:
    files = words("page_in_network() { true; }; unit_files")[::2]
    held = {path.name for path in (ROOT / "systemd").iterdir() if path.is_file()}
    assert set(files) == held - {"README.md"}


def test_everything_installed_is_removed_again(card: Card) -> None:
    installed = words("page_in_network() { true; }; unit_files")[1::2]
    for path in installed:
        card.write(path[1:], "")
    ran = card.told("--uninstall")
    assert ran.returncode == 0, ran.stderr
    removed = set(re.findall(r"\S+", "\n".join(re.findall(r"\+ rm (.*)", ran.stdout))))
    assert {f"{card.root}{path}" for path in installed} <= removed


def test_uninstalling_says_where_the_games_stay_and_purge_removes_them(card: Card) -> None:
    said = card.told("--uninstall").stdout
    assert "/var/lib/grillside" in said
    assert "/etc/grillside/config.toml" in said
    gone = f"rm -rf {card.root}/var/lib/grillside {card.root}/etc/grillside"
    assert gone not in said
    assert gone in card.told("--uninstall", "--purge").stdout


def test_wrong_words_are_refused_with_what_to_do() -> None:
    for arguments, complaint in (
        ("--panel", "--panel needs a word after it."),
        ("--panel ssd1307", "--panel cannot be 'ssd1307'."),
        ("--buttons four", "--buttons cannot be 'four'."),
        ("--fast", "'--fast' is not known."),
        ("--purge", "--purge goes with --uninstall only."),
        ("--root /tmp", "--root goes with --dry-run only."),
        ("--dry-run --root /nowhere", "The folder after --root is not there."),
    ):
        ran = refused(*arguments.split())
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
    assert set(words('echo "${PANELS[@]}"')) == set(PanelKind)
    assert set(words('echo "${BUTTONS[@]}"')) == set(Preset)


@pytest.mark.parametrize("buttons", Preset)
def test_what_is_written_is_a_good_configuration(card: Card, buttons: Preset) -> None:
    for panel in ("", *PanelKind):
        file = card.write("config.toml", shell("box", panel=panel, buttons=buttons).stdout)
        config = load(file)
        assert config.buttons.preset is buttons
        assert not panel or config.panel.driver == panel


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


def test_a_package_of_the_system_that_is_too_old_is_brought_up_to_date() -> None:
    """apt offers the mended one, an older one is installed."""
    asked = """
    candidates() { printf '%s\\n' 'python3-h11 0.14.0-1.1' 'python3-starlette 0.46.1-3'; }
    dpkg-query() { printf 'python3-h11 installed %s\\n' "$there"; }
    sort_packages; echo "${missing[@]}" / "${from_pip[@]}"
    """
    for there, is_missing in (("0.14.0-1", True), ("0.14.0-1.1", False)):
        told = words(asked, there=there)
        assert ("python3-h11" in told) == is_missing
        assert "starlette" in told[told.index("/") :]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_pip_never_runs_as_root_and_what_it_made_is_roots(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(BUILDER)
    python.chmod(0o755)
    # Others must get to it.
    for folder in (tmp_path, *takewhile(lambda up: up.name != "tmp", tmp_path.parents)):
        folder.chmod(0o755)
    made = tmp_path / "made"
    ran = shell(
        'PYTHON=$python SHIPPED=(LICENSE) from_pip=(h11); fill "$next"; '
        'is_made_of "" "$next" && echo believed || echo not believed',
        python=python, next=made,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "not believed\n"
    told = (made / "told").read_text().splitlines()
    assert [line.split()[:2] for line in told] == [
        ["nobody", "install"], ["nobody", "install"], ["nobody", "uninstall"],
    ]  # fmt: skip
    assert {"--require-hashes", "--no-deps"} <= set(told[0].split())
    assert {"--no-index", "--no-deps"} <= set(told[1].split())
    for path in (made, *made.rglob("*")):
        status = path.lstat()
        assert (status.st_uid, status.st_gid) == (0, 0), path
        assert path.is_symlink() or not status.st_mode & 0o7022, path
    assert not (made / "fingerprint").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_program_that_was_never_given_to_root_is_built_again(tmp_path: Path) -> None:
    """Broken off in the middle, with a fingerprint that what was being installed left there."""
    fingerprint = tmp_path / "fingerprint"
    fingerprint.write_text("true\n")
    asked = 'works() { true; }; is_made_of true "$made" && echo believed || echo not believed'
    assert shell(asked, made=tmp_path).stdout == "believed\n"
    shutil.chown(fingerprint, "nobody")
    assert shell(asked, made=tmp_path).stdout == "not believed\n"


def test_nobody_else_can_put_a_link_where_the_lock_lies() -> None:
    (lock,) = words('echo "$LOCK"')
    status = Path(lock).parent.stat()
    assert status.st_uid == 0
    assert not status.st_mode & 0o022


def test_all_that_the_project_is_built_from_is_shipped() -> None:
    shipped = words('echo "${SHIPPED[@]}"')
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = project["tool"]["setuptools"]["packages"]["find"]["include"]
    told = {project["project"]["readme"], *project["project"]["license-files"]}
    assert {"pyproject.toml", *told, *(name.rstrip("*") for name in packages)} == set(shipped)


def test_no_part_is_longer_than_a_reader_can_hold() -> None:
    for path in (INSTALLER, *(ROOT / "systemd/install").iterdir()):
        assert len(path.read_text().splitlines()) <= 300, path.name
