"""What the panel refuses or warns of is told on the page too."""

from pathlib import Path

import pytest

from firmware.errors import CameraTrouble
from firmware.panel.control import PanelControl
from firmware.ports import Light
from firmware.screens.layout import OLED_128X64
from firmware.web.last_picture import LastPicture
from firmware.web.snapshot import Snapshot
from tests.harness.flow import Flow, reading
from vision.reading import Reading


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (reading("1134w6", aside="ww"), "still in the tray"),
        (CameraTrouble("camera_gone"), "Camera lost"),
    ],
)
def test_a_refusal_stands_on_the_page(
    tmp_path: Path, seen: Reading | CameraTrouble, words: str
) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "1134www6")])
    control = PanelControl(flow.table, flow.table.press)
    news = Snapshot(control, OLED_128X64, LastPicture(), lambda _job, _then: None)
    assert news.as_data(Light.FULL)["game"]["told"] == []
    flow.scan(seen)
    assert words in " ".join(news.as_data(Light.FULL)["game"]["told"])
    flow.press("ok" if isinstance(seen, Reading) else "back")
    assert news.as_data(Light.FULL)["game"]["told"] == []
