"""The commands config, doctor and report, as people type them."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.camera.table_camera import DOUBTFUL
from firmware.commands.parser import command_parser
from firmware.commands.service import BAD
from firmware.config import file as config_file
from firmware.config.keys import Config
from firmware.errors import Unclear
from tests.harness.commands import a_record, kept

Command = Callable[..., int]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command on a laptop without any file of its own."""
    monkeypatch.setattr(config_file, "SYSTEM", tmp_path / "etc/config.toml")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    parser = command_parser()

    def run(*arguments: object) -> int:
        asked = parser.parse_args([str(argument) for argument in arguments])
        return asked.run(asked) or 0

    return run


@pytest.fixture
def no_camera(tmp_path: Path) -> Path:
    file = tmp_path / "config.toml"
    file.write_text('[camera]\nkind = "none"\n')
    return file


Printed = pytest.CaptureFixture[str]


def test_config_without_a_file(command: Command, capsys: Printed) -> None:
    assert command("config") == 0
    assert "reference box" in capsys.readouterr().out


def test_config_that_is_fine(command: Command, no_camera: Path, capsys: Printed) -> None:
    assert command("config", "--config", no_camera) == 0
    assert capsys.readouterr().out == f"{no_camera} is fine.\n"


def test_config_tells_every_mistake(command: Command, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[sound]\npin = 99\n\n[wifi]\n")
    assert command("config", "--config", file) == BAD
    printed = capsys.readouterr()
    assert printed.out == ""
    first, second = printed.err.splitlines()
    assert "line 2: “sound.pin” cannot be 99" in first
    assert "line 4: There is no “wifi”" in second


def test_config_explained_is_a_file_to_begin_with(command: Command, capsys: Printed) -> None:
    assert command("config", "--explain") == 0
    explained = capsys.readouterr().out
    assert config_file.decode(explained, Path("config.toml")) == Config()
    assert "# mains_hz = 50" in explained


def test_the_file_of_the_user_is_found(command: Command, tmp_path: Path, capsys: Printed) -> None:
    own = tmp_path / "xdg_config_home/grillside/config.toml"
    own.parent.mkdir(parents=True)
    own.touch()
    assert command("config") == 0
    assert "is fine" in capsys.readouterr().out


def test_doctor_on_a_laptop(command: Command, no_camera: Path, capsys: Printed) -> None:
    assert command("doctor", "--config", no_camera) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"good     configuration: {no_camera}"
    assert any(line.startswith("absent   panel: ") for line in told)


def test_doctor_as_data(command: Command, no_camera: Path, capsys: Printed) -> None:
    assert command("doctor", "--json", "--config", no_camera) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["good"] is True
    assert {"check", "state", "code", "arguments", "found", "remedy"} == set(told["findings"][0])


def test_doctor_whose_patient_is_ill(command: Command, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[camera]\nkind = "none"\n[game]\nfolder = "/dev/null/games"\n')
    assert command("doctor", "--watch", "--config", file) == BAD
    told = capsys.readouterr().out
    assert told.startswith("Press every button once")
    assert "\nBAD      disk: /dev/null/games: " in told


def test_report_says_what_is_in_it(command: Command, tmp_path: Path, capsys: Printed) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    kept(folder, a_record()).rename(folder / "0001-bratwurmeck.jsonl")
    (folder / DOUBTFUL).write_bytes(b"picture")
    file = tmp_path / "config.toml"
    file.write_text(f'[camera]\nkind = "none"\n[game]\nfolder = "{folder}"\n')
    out = tmp_path / "out.zip"
    assert command("report", "--config", file, "--out", out, "--with-picture") == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{out} holds:\n  doctor.json: ")
    with zipfile.ZipFile(out) as packed:
        assert set(packed.namelist()) == {
            "doctor.json",
            "config.toml",
            "games/0001-bratwurmeck.jsonl",
            DOUBTFUL,
        }
        assert all(f"  {name}: " in told for name in packed.namelist())
        assert b"Ann" not in packed.read("games/0001-bratwurmeck.jsonl")


def test_report_with_names_and_without_a_picture(
    command: Command, tmp_path: Path, no_camera: Path, capsys: Printed
) -> None:
    kept(tmp_path, a_record()).rename(tmp_path / "0001-bratwurmeck.jsonl")
    assert command("report", "--config", no_camera, "--folder", tmp_path, "--with-names") == 0
    assert "names are in it" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "grillside-report.zip") as packed:
        assert DOUBTFUL not in packed.namelist()
        assert b"Ann" in packed.read("games/0001-bratwurmeck.jsonl")


def test_report_writes_no_file_in_place_of_a_folder(
    command: Command, tmp_path: Path, no_camera: Path
) -> None:
    with pytest.raises(Unclear, match="out_folder"):
        command("report", "--config", no_camera, "--out", tmp_path)
    assert command("report", "--config", no_camera, "--out", tmp_path / "new.zip") == 0
    assert command("report", "--config", no_camera, "--out", tmp_path / "new.zip") == 0


def test_report_about_a_bad_configuration(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[camera]\nkind = 'no")
    assert command("report", "--config", file) == 0
    with zipfile.ZipFile(tmp_path / "grillside-report.zip") as packed:
        assert b"config_syntax" in packed.read("doctor.json")
        assert packed.read("config.toml") == b"[camera]\nkind = 'no"
