"""What no one foresaw, and a disk that refuses: told on the panel, and the game goes on."""

import errno
import logging
import os
from pathlib import Path

import pytest

from firmware.panel.games.keep import KeepView
from firmware.panel.games.throw import ThrowView
from firmware.screens.kinds import Message
from tests.harness.flow import Flow


@pytest.fixture
def flow(tmp_path: Path) -> Flow:
    flow = Flow(tmp_path)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "1134wwww"), ("keep", "")])
    return flow


def broken(*_: object) -> None:
    raise ZeroDivisionError("nobody foresaw this")


def test_a_press_that_fails_shows_a_code_and_the_game_goes_on(
    flow: Flow, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
        patched.setattr(KeepView, "ok", broken)
        flow.press("ok")
    assert isinstance(flow.screen, Message)
    code = flow.screen.title.split()[-1]
    assert code in caplog.text
    assert "nobody foresaw this" in caplog.text
    flow.follow([("trouble", "ok"), ("keep", "ok"), ("throw_or_stop", "")])


def test_a_screen_that_cannot_be_drawn_shows_a_code_too(
    flow: Flow, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(ThrowView, "screen", broken)
        flow.press("ok")
        assert flow.name == "trouble"
    flow.follow([("trouble", "ok"), ("throw_or_stop", "")])
    assert flow.table.session.game.moves == 2


def test_the_same_mistake_has_the_same_code(flow: Flow, monkeypatch: pytest.MonkeyPatch) -> None:
    titles = []
    for _ in range(2):
        with monkeypatch.context() as patched:
            patched.setattr(KeepView, "ok", broken)
            flow.press("ok")
        titles.append(flow.screen.title if isinstance(flow.screen, Message) else "")
        flow.press("ok")
    assert titles[0] == titles[1] != ""


def test_a_full_disk_does_nothing_and_says_so(
    flow: Flow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = flow.table.session.game.path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        flow.press("ok")
    assert isinstance(flow.screen, Message)
    assert "full" in flow.screen.lines[0]
    assert flow.table.session.game.path.read_bytes() == before
    flow.follow([("trouble", "ok"), ("keep", "ok"), ("throw_or_stop", "")])


def test_a_second_table_is_told_that_the_game_goes_on_elsewhere(flow: Flow, tmp_path: Path) -> None:
    second = Flow(tmp_path)
    second.start()
    second.follow([("resume", "ok"), ("trouble", "ok"), ("resume", "")])
