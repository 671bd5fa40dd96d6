"""Doubted dice, questions and games: who hears of them, and how long they wait."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest

from firmware.panel.control import PanelControl
from firmware.play.match import Match
from firmware.play.table_view import Update
from rules import Barbecue
from tests.devices.waits import LIMIT
from tests.harness.flow import Flow, reading

THROWN = "1134www6"


@pytest.fixture
def flow(tmp_path: Path) -> Flow:
    """A Barbecue game before its first throw."""
    flow = Flow(tmp_path)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "")])
    return flow


def control(flow: Flow) -> PanelControl:
    return PanelControl(flow.table, flow.table.press)


def match(flow: Flow) -> Match:
    return flow.table.session.game


def scanned_again_and_left(flow: Flow) -> None:
    flow.scan(None)
    assert flow.name == "reading"
    flow.press("back")


def taught(flow: Flow) -> None:
    control(flow).teach(Barbecue, pips=True)
    control(flow).leave_teaching()


@pytest.mark.parametrize("leave", [scanned_again_and_left, taught])
def test_doubted_dice_are_forgotten_by_whoever_leaves_them(
    flow: Flow, leave: Callable[[Flow], None]
) -> None:
    flow.scan(reading(THROWN, doubted=[2]))
    assert flow.name == "doubt"
    assert match(flow).view().draft is not None
    leave(flow)
    assert flow.name == "throw"
    assert match(flow).view().draft is None


def test_after_teaching_the_panel_asks_what_the_page_asks(flow: Flow) -> None:
    flow.scan(THROWN)
    flow.scan("22346")
    question = match(flow).question
    assert (flow.name, question is None) == ("follow", False)
    taught(flow)
    assert (flow.name, match(flow).question) == ("follow", question)


def test_after_teaching_the_instructions_still_wait(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "")])
    taught(flow)
    assert flow.name == "todo"


def test_listeners_hear_of_a_resumed_game(flow: Flow, tmp_path: Path) -> None:
    flow.scan(THROWN)
    before = match(flow).state
    match(flow).close()
    again = Flow(tmp_path)
    heard: SimpleQueue[Update] = SimpleQueue()
    again.table.session.observers.subscribe(heard.put)
    again.start()
    again.follow([("resume", "ok"), ("keep", "")])
    told = heard.get(timeout=LIMIT)
    assert (told.view.state, told.events, told.undone) == (before, (), 0)


def test_after_teaching_an_unfinished_game_is_offered_again(flow: Flow, tmp_path: Path) -> None:
    match(flow).close()
    again = Flow(tmp_path)
    again.start()
    assert again.name == "resume"
    taught(again)
    assert again.name == "resume"
