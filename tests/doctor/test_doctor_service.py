"""The doctor on the service: installed, running, and its user in the right groups."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware.config.keys import Bus, Buttons, Camera, CameraKind, Config, Panel, Preset
from firmware.devices.panel_kinds import PanelKind
from firmware.doctor.findings import Note
from firmware.doctor.sentences import SENTENCES
from firmware.doctor.service import ask_system, check_service, groups_of, needed_groups

GOOD = {
    "LoadState": "loaded",
    "ActiveState": "active",
    "UnitFileState": "enabled",
    "Result": "success",
    "NRestarts": "0",
    "StatusText": "No game is going on.",
}
GROUPS = frozenset({"video", "gpio", "i2c"})


def found(
    told: Mapping[str, str] | None, groups: frozenset[str] | None = GROUPS
) -> list[tuple[str, str]]:
    codes = []
    for state, note in check_service(Config(), lambda: told, lambda _user: groups):
        assert isinstance(note, Note)
        words, remedy = SENTENCES[note.code]
        assert words.format(**note.arguments) or remedy.format(**note.arguments)
        codes.append((state.value, note.code))
    return codes


RUNS = ("good", "service_runs")


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        (None, [("absent", "service_unknown")]),
        ({"LoadState": "not-found"}, [("absent", "service_none")]),
        (GOOD, [RUNS]),
        ({**GOOD, "ActiveState": "failed"}, [("bad", "service_failed")]),
        ({**GOOD, "ActiveState": "activating"}, [("warning", "service_changing")]),
        ({**GOOD, "ActiveState": "inactive"}, [("warning", "service_stopped")]),
        ({**GOOD, "NRestarts": "3"}, [RUNS, ("warning", "service_restarted")]),
        ({**GOOD, "UnitFileState": "disabled"}, [RUNS, ("warning", "service_disabled")]),
    ],
)
def test_how_the_service_stands(
    told: Mapping[str, str] | None, codes: list[tuple[str, str]]
) -> None:
    assert found(told) == codes


def test_its_user_must_be_there_and_in_its_groups() -> None:
    assert found(GOOD, None) == [RUNS, ("bad", "service_user")]
    assert found(GOOD, GROUPS - {"i2c"}) == [RUNS, ("bad", "service_group")]


def test_which_groups_a_box_needs() -> None:
    assert needed_groups(Config()) == ("gpio", "i2c", "video")
    assert needed_groups(Config(panel=Panel(bus=Bus.SPI, port=0))) == ("gpio", "spi", "video")
    bare = Config(
        panel=Panel(driver=PanelKind.NONE),
        buttons=Buttons(preset=Preset.NONE),
        camera=Camera(kind=CameraKind.NONE),
    )
    assert needed_groups(bare) == ()


def test_groups_are_those_of_the_system() -> None:
    assert "root" in (groups_of("root") or ())
    assert groups_of("no-such-user-here") is None


def test_a_group_without_a_name_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getgrouplist", lambda _user, own: [own, 2**31 - 7])
    assert groups_of("root") == frozenset({"root"})


def test_the_system_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask_system() is None
    systemctl = tmp_path / "systemctl"
    systemctl.write_text('#!/bin/sh\necho LoadState=loaded\necho "StatusText=a=b"\n')
    systemctl.chmod(0o755)
    assert ask_system() == {"LoadState": "loaded", "StatusText": "a=b"}
    systemctl.write_text("#!/bin/sh\nexit 1\n")
    assert ask_system() is None
