"""What a snapshot does not work out again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.panel.control import PanelControl
from firmware.ports import Light
from firmware.screens.layout import OLED_128X64
from firmware.web import snapshot
from firmware.web.last_picture import LastPicture
from firmware.web.snapshot import Snapshot
from tests.harness.flow import Flow, reading

Job = Callable[[], object]


def snapshot_of(flow: Flow, jobs: list[Job]) -> Snapshot:
    def work(job: Job, then: Callable[[object], object]) -> None:
        jobs.append(job)
        then(job())

    control = PanelControl(flow.table, flow.table.press)
    return Snapshot(control, OLED_128X64, LastPicture(), work)


def test_a_look_at_the_dice_costs_no_odds(tmp_path: Path) -> None:
    flow, jobs = Flow(tmp_path), list[Job]()
    flow.start()
    flow.table.session.change(hints=True)
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "1134www6")])
    page = snapshot_of(flow, jobs)
    page.as_data(Light.FULL)
    shown = page.as_data(Light.FULL)["game"]["odds"]
    assert shown
    flow.scan(reading("1134www6", doubted=[2]))
    assert page.as_data(Light.FULL)["game"]["odds"] == shown
    assert len(jobs) == 1


def test_while_the_panel_waits_without_a_game_nothing_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flow = Flow(tmp_path)
    reads: list[object] = []

    def counted(session: object) -> dict[str, Any] | None:
        reads.append(session)
        return None

    monkeypatch.setattr(snapshot, "unfinished_game", counted)
    flow.start()
    page = snapshot_of(flow, [])
    PanelControl(flow.table, flow.table.press).teach(flow.table.session.last_game, pips=True)
    flow.scan(None)
    screens = set()
    for _ in range(3):
        flow.table.tick()
        page.as_data(Light.FULL)
        screens.add(flow.screen)
    assert len(screens) == 3
    assert len(reads) == 1
