"""Phones on the panel: how they come in, who is in, and how they are put out."""

import tomllib
from pathlib import Path

import pytest

from firmware.panel.views.phones import SWITCH, PhoneView
from firmware.ports import Light, Paired
from firmware.screens.draw import overflow
from firmware.screens.kinds import Invitation, Menu, Message
from firmware.speech.language import language_named, languages
from firmware.table.phones import ago
from firmware.web.pairing import LASTS, Pairing
from tests.harness.bench import Bench
from tests.harness.clock import ManualClock
from tests.harness.flow import Flow

ADDRESS = "192.168.178.120:8080"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def pairing(tmp_path: Path, clock: ManualClock) -> Pairing:
    return Pairing(tmp_path, clock.now, needed=True)


def at_settings(flow: Flow) -> None:
    """From the first menu to the settings, by their name."""
    flow.start()
    while chosen(flow) != "Settings…":
        flow.press("right")
    flow.press("ok")


def at_phone(folder: Path, pairing: Pairing, address: str = ADDRESS, language: str = "en") -> Flow:
    """Return the screen behind the last line of the settings."""
    flow = Flow(folder)
    pairing.find_address = lambda: address
    flow.table.session.phone = pairing
    at_settings(flow)
    flow.table.session.language = language_named(language)
    flow.follow([("settings", "left"), ("settings", "ok")])
    return flow


def chosen(flow: Flow) -> str:
    screen = flow.screen
    assert isinstance(screen, Menu), screen
    return screen.items[screen.chosen].label


def shown(flow: Flow) -> Invitation:
    screen = flow.screen
    assert isinstance(screen, Invitation), screen
    return screen


def labels(flow: Flow) -> list[str]:
    screen = flow.screen
    assert isinstance(screen, Menu)
    return [item.label for item in screen.items]


def test_without_a_page_the_settings_know_no_phones(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    at_settings(flow)
    assert "Phone…" not in labels(flow)


def test_the_panel_tells_where_and_with_what_code(tmp_path: Path, pairing: Pairing) -> None:
    flow = at_phone(tmp_path, pairing)
    screen = shown(flow)
    assert (screen.address, screen.lines) == (ADDRESS, ("no phone yet",))
    assert pairing.pair(screen.code, "here") is not None
    assert shown(flow).lines == ("1 paired", "STOP: which?")
    assert shown(flow).code != screen.code
    flow.follow([("phone", "back"), ("settings", "ok"), ("phone", "ok"), ("settings", "")])
    assert "Phone…" in labels(flow)


def test_a_code_that_is_too_old_gives_way(
    tmp_path: Path, pairing: Pairing, clock: ManualClock
) -> None:
    flow = at_phone(tmp_path, pairing)
    old = shown(flow).code
    clock.advance(LASTS)
    assert shown(flow).code != old


def test_phones_are_listed_and_forgotten_one_by_one_or_all(
    tmp_path: Path, pairing: Pairing
) -> None:
    """And only when that is meant."""
    flow = at_phone(tmp_path, pairing)
    tokens = [pairing.pair(pairing.code, "here", device) for device in ("iPhone", "", "Mac")]
    flow.follow([("phone", "stop"), ("phones", "")])
    assert labels(flow) == ["iPhone", "Browser", "Mac", "All of them"]
    flow.follow([("phones", "right"), ("phones", "ok"), ("forget_phones", "")])
    screen = flow.screen
    assert isinstance(screen, Menu)
    assert screen.title == "Forget Browser?"
    flow.follow([("forget_phones", "ok"), ("phone", "stop"), ("phones", "back"), ("phone", "stop")])
    assert all(map(pairing.knows, tokens))
    flow.follow([("phones", "right"), ("phones", "ok"), ("forget_phones", "right")])
    flow.follow([("forget_phones", "ok"), ("phone", "stop")])
    assert list(map(pairing.knows, tokens)) == [True, False, True]
    flow.follow([("phones", "left"), ("phones", "ok"), ("forget_phones", "right")])
    flow.follow([("forget_phones", "ok"), ("phone", "")])
    assert not any(map(pairing.knows, tokens))
    assert shown(flow).lines == ("no phone yet",)


def test_the_panel_tells_when_a_phone_was_seen(tmp_path: Path) -> None:
    for seconds, said in [
        (0, "now"),
        (119, "now"),
        (120, "2 min"),
        (7199, "119 min"),
        (7200, "2 h"),
        (2e5, "2 days"),
    ]:
        assert ago(Flow(tmp_path).table.session, Paired("a", "iPhone", seconds)) == said


def test_the_panel_says_that_a_disk_brings_phones_back(
    tmp_path: Path, pairing: Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    flow = at_phone(tmp_path, pairing)
    pairing.pair(pairing.code, "here", "iPhone")
    monkeypatch.setattr("firmware.web.phones.replace", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    flow.follow([("phone", "stop"), ("phones", "left"), ("phones", "ok")])
    flow.follow([("forget_phones", "right"), ("forget_phones", "ok")])
    flow.table.report_unsaved()
    assert isinstance(flow.screen, Message)
    assert flow.screen.lines == ("The disk refuses: phones stay so until power-off.",)
    flow.follow([("trouble", "ok"), ("phone", "")])


def refuse(*_arguments: object, **_named: object) -> None:
    raise OSError(30, "Read-only file system")


def test_where_nobody_is_paired_nobody_is_forgotten(tmp_path: Path, pairing: Pairing) -> None:
    flow = at_phone(tmp_path, pairing)
    flow.follow([("phone", "stop"), ("phone", "")])


def test_a_page_that_is_closed_to_others_tells_how_to_open_it(
    tmp_path: Path, pairing: Pairing
) -> None:
    for language in languages():
        pairing.needed = False
        flow = at_phone(tmp_path, pairing, address="", language=language)
        screen = flow.screen
        assert isinstance(screen, Message)
        assert screen.lines[1:] == SWITCH
        assert tomllib.loads("\n".join(SWITCH)) == {"page": {"network": True}}
        assert overflow(screen) == ()
        flow.follow([("phone", "stop"), ("phone", "back"), ("settings", "")])


def test_a_network_may_come_late(tmp_path: Path, pairing: Pairing) -> None:
    found = [""]
    flow = Flow(tmp_path)
    pairing.find_address = lambda: found[0]
    flow.table.session.phone = pairing
    at_settings(flow)
    flow.follow([("settings", "left"), ("settings", "ok"), ("phone", "")])
    assert isinstance(flow.screen, Message)
    assert flow.screen.title == "No network yet"
    found[0] = ADDRESS
    assert isinstance(flow.screen, Invitation)
    assert flow.screen.address == ADDRESS


def test_nothing_is_to_be_guessed_before_somebody_looks(tmp_path: Path, pairing: Pairing) -> None:
    at_phone(tmp_path, pairing, address="")
    assert pairing.pair("", "here") is None
    assert pairing.wait("here") == 0


def test_a_question_follows_the_phones_and_the_language(tmp_path: Path, pairing: Pairing) -> None:
    pairing.pair(pairing.code, "here")
    flow = at_phone(tmp_path, pairing)
    flow.press("stop", "left", "ok")
    pairing.pair(pairing.code, "here")
    flow.table.session.language = german = language_named("de")
    title = german.ngettext("Forget {count} phone?", "Forget {count} phones?", 2)
    assert isinstance(flow.screen, Menu)
    assert flow.screen.title == title
    assert labels(flow) == [german.gettext("No, back"), german.gettext("Yes, forget")]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paired", [0, 1, 16])
def test_it_all_fits(tmp_path: Path, pairing: Pairing, paired: int, language: str) -> None:
    for _ in range(paired):
        pairing.pair(pairing.code, "here")
    flow = at_phone(tmp_path, pairing, "255.255.255.255:65535", language)
    assert overflow(flow.screen) == ()
    flow.press("stop")
    assert overflow(flow.screen) == ()


# On a panel that stands there while nobody presses anything.


@pytest.fixture
def bench(tmp_path: Path, pairing: Pairing, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(PhoneView, "lasts", 0.001)
    bench = Bench(tmp_path, table_camera=False)
    pairing.find_address = lambda: ADDRESS
    bench.table.session.phone = pairing
    return bench


def invitation(bench: Bench) -> Invitation:
    screen = bench.table.screen
    assert isinstance(screen, Invitation)
    return screen


async def at_panel(bench: Bench) -> None:
    await bench.at("new_game")
    bench.table.view = bench.table.navigator.settings(bench.table.view)
    await bench.press("left ok")


async def test_the_panel_follows_by_itself(
    bench: Bench, pairing: Pairing, clock: ManualClock
) -> None:
    frames = bench.display.frames
    await at_panel(bench)
    drawn = len(frames)
    pairing.pair(invitation(bench).code, "here")
    await bench.until(lambda: len(frames) > drawn)
    drawn = len(frames)
    clock.advance(LASTS)
    await bench.until(lambda: len(frames) > drawn)


async def test_a_dark_panel_invites_nobody(bench: Bench, clock: ManualClock) -> None:
    await at_panel(bench)
    code = invitation(bench).code
    bench.clock.advance(600)
    await bench.until(lambda: bench.loop.light is Light.OFF)
    clock.advance(LASTS)
    assert bench.loop._patience() is None, "no new code is made for nobody"
    bench.clock.advance(1)
    await bench.press("right")
    assert invitation(bench).code != code
