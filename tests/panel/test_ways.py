"""Ways through the screens that are easily got wrong: back, over, twice, without a camera."""

import os
from pathlib import Path

import pytest

from firmware.errors import CameraTrouble
from firmware.panel.view_kinds import PATIENCE
from firmware.screens.kinds import DiceRow, Menu, Message, Progress, ScoreTable, State
from firmware.store.settings import Settings
from rules.moves import Keep, Leave, Throw
from tests.harness.flow import Flow, reading
from vision.reading import Doubt

BEGIN = [("new_game", "ok"), ("box", "ok")]


@pytest.fixture
def flow(tmp_path: Path) -> Flow:
    flow = Flow(tmp_path)
    flow.start()
    return flow


def moves(flow: Flow) -> list[object]:
    return [step.move for step in flow.table.session.game.steps]


def pick(flow: Flow, label: str) -> None:
    """Go down a menu to this line and press OK."""
    screen = flow.screen
    assert isinstance(screen, Menu)
    labels = [item.label for item in screen.items]
    flow.press(*["right"] * ((labels.index(label) - screen.chosen) % len(labels)), "ok")


# What is to be done with the pieces.


def test_what_is_to_be_done_stays_until_it_is_confirmed(flow: Flow) -> None:
    flow.follow(
        [*BEGIN, ("todo", "right"), ("scores", "right"), ("grill", "back"), ("todo", "back")]
    )
    pick(flow, "Back to the game")
    flow.follow([("todo", "ok"), ("throw", "right"), ("scores", "back"), ("throw", "")])


def test_a_followed_fail_is_told_before_the_next_throw_is_read(flow: Flow) -> None:
    flow.follow([*BEGIN, ("todo", "1134wwww"), ("keep", "wwww"), ("follow_failed", "11223344")])
    flow.follow([("failed", "scan"), ("keep", "")])


def test_what_was_to_be_done_is_forgotten_with_an_undo(flow: Flow) -> None:
    flow.follow([*BEGIN, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "wwww")])
    flow.follow([("failed", "undo"), ("undone", "ok"), ("throw_or_stop", "")])


# Undo.


def test_held_away_from_the_game_back_is_only_back(flow: Flow) -> None:
    flow.follow([*BEGIN, ("todo", "1134wwww"), ("keep", "back")])
    pick(flow, "Settings…")
    flow.follow([("settings", "undo"), ("menu", "undo"), ("keep", "")])
    assert len(moves(flow)) == 1


def test_the_undo_list_is_all_or_nothing(flow: Flow, monkeypatch: pytest.MonkeyPatch) -> None:
    flow.follow([*BEGIN, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "1346")])
    flow.press("back")
    pick(flow, "Undo…")
    flow.press("right", "right")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", _full)
        flow.press("ok")
    assert len(moves(flow)) == 3
    flow.follow([("trouble", "ok"), ("undo_list", "ok"), ("undone", "ok"), ("throw", "")])
    assert not moves(flow)


def _full(_file: int) -> None:
    raise OSError(28, "No space left on device")


# Correcting.


@pytest.mark.parametrize("failing", [1, 2])
def test_a_correction_is_all_or_nothing(
    flow: Flow, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    flow.follow([*BEGIN, ("todo", "1134wwww"), ("keep", "1134www6"), ("reread", "")])
    syncs = 0
    fsync = os.fsync

    def sometimes(file: int) -> None:
        nonlocal syncs
        syncs += 1
        if syncs == failing:
            _full(file)
        fsync(file)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", sometimes)
        flow.press("ok")
    if failing == 1:
        assert len(moves(flow)) == 1
        flow.follow([("trouble", "ok"), ("reread", "ok")])
    flow.follow([("keep", "")])
    assert len(moves(flow)) == 1


def test_after_a_repair_the_throw_cannot_be_corrected_but_by_undo(flow: Flow) -> None:
    flow.follow([*BEGIN, ("todo", "1134wwww"), ("keep", "back")])
    pick(flow, "Fix something…")
    pick(flow, "Someone leaves…")
    flow.press("left", "ok")
    flow.follow([("leaving", "right"), ("leaving", "ok"), ("todo", "ok")])
    assert isinstance(moves(flow)[-1], Leave)
    flow.follow([("keep", "1134www6"), ("keep", "back")])
    assert isinstance(flow.screen, Menu)
    assert "Correct the dice" not in [item.label for item in flow.screen.items]
    assert len(moves(flow)) == 2


def test_who_leaves_is_asked_for_told_of_and_struck_out(tmp_path: Path) -> None:
    names = {"green": "Ann", "yellow": "Ben", "blue": "Cat"}
    flow = Flow(tmp_path, settings=Settings(players=3, names=names))
    flow.start()
    flow.follow([*BEGIN, ("todo", "ok"), ("throw", "back")])
    pick(flow, "Fix something…")
    pick(flow, "Someone leaves…")
    flow.follow([("leave", "ok"), ("leaving", "")])
    assert isinstance(flow.screen, Menu)
    assert flow.screen.title == "Ann leaves?"
    flow.follow([("leaving", "ok"), ("leave", "ok"), ("leaving", "back"), ("leave", "ok")])
    assert moves(flow) == []
    flow.follow([("leaving", "right"), ("leaving", "ok"), ("todo", "")])
    screen = flow.screen
    assert isinstance(screen, Message)
    assert (screen.title, screen.foot) == ("Ann left", "Next: Ben")
    assert screen.lines == ("The pieces stay",)
    flow.follow([("todo", "ok"), ("throw", "right"), ("scores", "")])
    assert isinstance(flow.screen, ScoreTable)
    assert [row.gone for row in flow.screen.rows] == [True, False, False]


def test_every_die_that_was_read_is_shown(flow: Flow) -> None:
    flow.follow([*BEGIN, ("todo", "")])
    flow.scan(reading("11223344w", Doubt("count", {"found": 9, "expected": (8,)})))
    assert isinstance(flow.screen, DiceRow)
    assert len(flow.screen.dice) == 9
    flow.press("left", "ok")
    assert flow.name == "doubt", "nine cannot be taken"


# Cameras that hang, fail or are not there.


def test_a_camera_that_hangs_has_a_way_out(flow: Flow) -> None:
    flow.follow([*BEGIN, ("todo", "ok")])
    flow.scan(None)
    flow.follow([("reading", "ok"), ("reading", "")])
    for _ in range(PATIENCE):
        flow.table.tick()
    assert isinstance(flow.screen, Progress)
    told = (flow.screen.title, flow.screen.line)
    assert told == ("Camera not responding", "Check its cable")
    assert "OK: by hand" in flow.screen.foot
    flow.follow([("reading", "ok"), ("by_hand", "")])


def test_trouble_over_a_look_leads_back_to_the_game(flow: Flow) -> None:
    flow.follow([*BEGIN, ("todo", "ok")])
    flow.scan(None)
    flow.table.refuse(CameraTrouble("camera_gone"))
    flow.follow([("trouble", "ok"), ("throw", "")])


def test_a_part_that_fails_at_the_start_is_told_with_its_remedy(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.table.checked("games", State.GOOD)
    flow.table.checked("reader", State.GOOD)
    flow.table.checked("camera", State.BAD, CameraTrouble("camera_missing"))
    assert isinstance(flow.screen, Message)
    assert "ribbon" in flow.screen.lines[0]
    flow.follow([("trouble", "ok"), ("new_game", "")])


def test_without_a_camera_scan_takes_what_was_entered_and_loses_nothing(tmp_path: Path) -> None:
    flow = Flow(tmp_path, camera=False)
    flow.start()
    flow.follow([*BEGIN, ("todo", "ok"), ("throw", "scan"), ("by_hand", "ok"), ("by_hand", "scan")])
    assert isinstance(flow.screen, DiceRow)
    assert sum(die.face is not None for die in flow.screen.dice) == 2
    flow.follow([*[("by_hand", "ok")] * 7, ("by_hand", "scan"), ("keep", "scan")])
    assert isinstance(moves(flow)[0], Throw)
    assert isinstance(moves(flow)[-1], Keep)


# Who plays.


@pytest.mark.parametrize("name", ["Yellow", "", "   ", "x" * 300, "a\x00b"])
def test_whatever_a_name_is_a_game_can_begin(tmp_path: Path, name: str) -> None:
    flow = Flow(tmp_path, settings=Settings(names={"green": name}))
    flow.start()
    flow.follow([*BEGIN, ("todo", "")])
    players = flow.table.session.game.state.setup.players
    assert len({player.name.casefold() for player in players}) == 3


def test_anybody_can_start(flow: Flow) -> None:
    pick(flow, "Options…")
    flow.press("ok", "ok", "ok", "ok", "back")
    pick(flow, "5 players")
    flow.follow([("box", "ok"), ("todo", "")])
    assert flow.table.session.game.state.setup.starter == 4


def test_a_starter_who_does_not_play_is_told(flow: Flow) -> None:
    pick(flow, "Options…")
    flow.press("ok", "ok", "ok", "ok", "back")
    pick(flow, "2 players")
    flow.follow([("note", "ok"), ("box", "ok"), ("todo", "")])
    assert flow.table.session.game.state.setup.starter == 0
