"""Scripts: what each line means, how they drive the simulated table, and what is recorded."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from firmware.commands.cli import main
from firmware.devices.absent import Absent
from firmware.devices.memory import MemoryDisplay
from firmware.panel.routing import Table
from firmware.ports import Action
from firmware.runtime.loop import TableLoop
from firmware.runtime.table_devices import Devices
from firmware.simulator.camera import SimulatedCamera
from firmware.simulator.script import (
    SPOILS,
    BadScript,
    Expect,
    Plug,
    Press,
    Spoil,
    Step,
    ThrowDice,
    Wait,
    parse,
    read_script,
)
from firmware.simulator.script_runner import PASSING, USUAL, Driver, Recording
from firmware.speech.language import ENGLISH
from firmware.store.settings import Settings
from firmware.store.shelf import Shelf
from firmware.table.session import Session
from rules.dice import BARBECUE, STANDARD, Face
from tests.harness.clock import ManualClock
from vision.simulator import scene

# Lines.


def test_every_step_is_a_line() -> None:
    script = """
        # A game for two.
        press ok OK          # twice
        throw 1 6 worm w
        spoil glare
        spoil
        unplug
        plug
        wait 1.5
        expect keep
    """
    assert parse(script.splitlines()) == (
        Press(3, (Action.OK, Action.OK)),
        ThrowDice(4, (Face.ONE, Face.SIX, Face.WORM, Face.WORM)),
        Spoil(5, "glare"),
        Spoil(6, ""),
        Plug(7, there=False),
        Plug(8, there=True),
        Wait(9, 1.5),
        Expect(10, "keep"),
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("throw", "script_line"),
        ("throw 7", "script_face"),
        ("throw 1 1 wurm", "script_face"),
        ("press", "script_line"),
        ("press ok jump", "script_action"),
        ("spoil everything", "script_line"),
        ("spoil glare dark", "script_line"),
        ("expect", "script_line"),
        ("expect keep or stop", "script_line"),
        ("plug in", "script_line"),
        ("wait", "script_line"),
        ("wait long", "script_wait"),
        ("wait -1", "script_wait"),
        ("wait 61", "script_wait"),
        ("wait nan", "script_wait"),
        ("wait inf", "script_wait"),
        ("dance", "script_line"),
        ("__import__('os').remove('x')", "script_line"),
        ("press __import__('os')", "script_action"),
        ("wait 1+1", "script_wait"),
    ],
)
def test_a_line_that_cannot_be_followed_is_named(line: str, code: str) -> None:
    with pytest.raises(BadScript) as caught:
        parse(["press ok", "", line, "expect keep"])
    assert (caught.value.code, caught.value.line) == (code, 3)
    assert caught.value.arguments["line"] == 3


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_bytes(b"press ok\n\xff\xfe")
    with pytest.raises(BadScript) as caught:
        read_script(path)
    assert caught.value.code == "script_not_text"


def test_a_script_can_spoil_whatever_a_scene_can() -> None:
    assert set(SPOILS) == set(scene.SPOILS)


# Driving.


class Driven:
    """A simulated table with an eye that sees nothing: buttons alone."""

    def __init__(self, folder: Path) -> None:
        self.recording = Recording()
        self.camera = SimulatedCamera(BARBECUE)
        shelf = Shelf(folder, lambda: None)
        self.table = Table(Session(shelf, ENGLISH, Settings(players=2), camera=False))
        display = MemoryDisplay(on_show=self.recording.add)
        devices = Devices(
            Absent(),
            display,
            Absent(),
            ManualClock(),
            None,
            power_off=lambda: None,
            folder=folder,
            ends_at_power_off=True,
        )
        self.loop = TableLoop(self.table, devices)

    def drive(self, *lines: str) -> None:
        self._run(parse(lines))

    def _run(self, steps: Sequence[Step]) -> None:
        asyncio.run(Driver(self.loop, self.camera, steps, self.recording).run())


@pytest.fixture
def driven(tmp_path: Path) -> Driven:
    return Driven(tmp_path)


def test_each_press_comes_when_the_table_is_at_rest(driven: Driven) -> None:
    driven.drive("expect new_game", "press ok", "expect box", "press ok ok scan", "expect by_hand")


def test_an_expectation_that_fails_names_its_line(driven: Driven) -> None:
    with pytest.raises(BadScript) as caught:
        driven.drive("press ok", "", "expect keep", "press ok")
    assert caught.value.code == "script_screen"
    assert caught.value.arguments == {"line": 3, "wanted": "keep", "stands": "box"}


def test_a_table_that_is_left_needs_no_more_steps(driven: Driven) -> None:
    driven.drive("press left left ok right ok", "expect new_game")
    assert driven.table.screen.name == "goodbye"


@pytest.mark.parametrize(
    ("lines", "code"),
    [(("spoil stacked", "throw 1"), "script_spoil"), (("", "throw 5"), "script_dice")],
)
def test_dice_that_cannot_lie_so_name_their_line(
    driven: Driven, lines: tuple[str, str], code: str
) -> None:
    with pytest.raises(BadScript) as caught:
        driven.drive(*lines)
    assert (caught.value.code, caught.value.line) == (code, 2)


def test_the_dice_of_a_script_are_those_of_the_game(driven: Driven) -> None:
    there, back = 6 * "left ", 6 * "right "
    ordinary = f"press {there}ok right ok ok back {back}ok ok ok"
    driven.drive(ordinary, "expect throw", "throw 5 5 1")
    assert driven.camera.dice_set is STANDARD
    driven = Driven(driven.table.session.shelf.folder / "another")
    with pytest.raises(BadScript) as caught:
        driven.drive(ordinary, "throw worm")
    assert (caught.value.code, caught.value.line) == ("script_dice", 2)


def test_a_camera_is_unplugged_and_plugged(driven: Driven) -> None:
    driven.drive("unplug", "throw 1 1", "plug", "spoil glare", "spoil")
    assert next(driven.camera.frames())


def test_pictures_stand_for_as_long_as_they_should(driven: Driven) -> None:
    driven.drive("press ok", "wait 3", "press ok")
    stands = [seconds for _, seconds in driven.recording.pictures]
    assert stands[-3:] == [USUAL, 3.0, PASSING]


# The command.


def run(tmp_path: Path, *words: str, script: str) -> int:
    path = tmp_path / "script"
    path.write_text(script)
    folder = str(tmp_path / "games")
    return main(
        ["table", "--sim", "--folder", folder, "--seed", "5", "--script", str(path), *words]
    )


@pytest.fixture(autouse=True)
def _no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.commands.table.keep_log", lambda _folder: None)


def test_a_script_plays_through_the_real_reader_and_is_recorded(tmp_path: Path) -> None:
    script = """
        press ok ok
        throw 1 1 1 3 4 6 w w
        press scan
        expect keep
        unplug
        press ok scan
        expect no_camera
        plug
    """
    record = tmp_path / "out.gif"
    assert run(tmp_path, "--record", str(record), script=script) == 0
    with Image.open(record) as animation:
        assert animation.format == "GIF"
        assert animation.n_frames > 5  # type: ignore[attr-defined]


def test_a_bad_script_is_refused_before_anything_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, script="press ok\njump\n") == 2
    assert "line 2" in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


def test_a_script_that_goes_wrong_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, script="expect keep\n") == 2
    assert "line 1: the screen is “new_game”, not “keep”" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--script", "x"], ["--record", "x"], ["--sim", "--record", "x"]]
)
def test_scripts_and_recordings_need_each_other(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", *words]) == 2
    assert "say --" in capsys.readouterr().err


def test_nothing_of_a_script_is_evaluated() -> None:
    module = sys.modules[parse.__module__].__file__
    assert module is not None
    for name in ("script.py", "script_runner.py", "run.py"):
        text = Path(module).with_name(name).read_text()
        assert "eval(" not in text
        assert "exec(" not in text
