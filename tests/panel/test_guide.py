"""The guided first turn on the panel: three hints, each once, until it is over or dismissed."""

from pathlib import Path

from firmware.store.settings import NEW, Settings, load
from tests.harness.flow import Flow

BEGUN = [("new_game", "ok"), ("box", "ok"), ("todo", "ok")]


def guided(tmp_path: Path) -> Flow:
    flow = Flow(tmp_path, settings=NEW)
    flow.start()
    return flow


def test_three_hints_are_shown_once_and_scan_works_through_them(tmp_path: Path) -> None:
    flow = guided(tmp_path)
    flow.follow([*BEGUN, ("guide", "1134wwww"), ("guide", "ok"), ("keep", "ok")])
    flow.follow([("guide", "3466"), ("keep", "ok"), ("throw_or_stop", "stop"), ("todo", "ok")])
    assert flow.name == "throw"
    assert not load(tmp_path).guide
    flow.follow([("throw", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "")])


def test_after_undo_a_hint_does_not_come_again(tmp_path: Path) -> None:
    flow = guided(tmp_path)
    flow.follow([*BEGUN, ("guide", "1134wwww"), ("guide", "ok"), ("keep", "undo")])
    flow.follow([("undone", "ok"), ("throw", "1134wwww"), ("keep", "")])


def test_a_hint_counts_only_once_it_was_shown(tmp_path: Path) -> None:
    flow = guided(tmp_path)
    flow.follow([*BEGUN, ("guide", "1134wwww"), ("guide", "ok"), ("keep", "stop")])
    flow.follow([("stop", "3466"), ("keep", "undo")])  # SCAN kept, and threw on
    flow.follow([("undone", "ok"), ("guide", "")])


def test_back_dismisses_it(tmp_path: Path) -> None:
    flow = guided(tmp_path)
    flow.follow([*BEGUN, ("guide", "back"), ("throw", "1134wwww"), ("keep", "ok")])
    assert flow.name == "throw_or_stop"
    assert not load(tmp_path).guide


def test_a_box_that_was_used_before_is_not_guided(tmp_path: Path) -> None:
    flow = Flow(tmp_path, settings=Settings())
    flow.start()
    flow.follow([*BEGUN, ("throw", "")])
