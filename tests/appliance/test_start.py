"""The box as a process: its first picture comes before OpenCV, and it leaves when it is told to."""

from pathlib import Path

from firmware.store.shelf import Shelf
from tests.harness.flow import Flow
from tools.table.start import standing


def test_the_first_picture_does_not_wait_for_opencv(tmp_path: Path) -> None:
    with standing(tmp_path, "simulated") as box:
        first, ready = box.told(), box.told()
        assert (first.what, first.opencv) == ("shown", False)
        assert (ready.what, ready.opencv) == ("ready", True)
        status, seconds = box.end()
    assert status == 0
    assert seconds < 1


def test_told_to_end_it_leaves_the_journal_whole(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "1134wwww"), ("keep", "ok")])
    flow.table.session.game.close()
    before = flow.table.session.game.path.read_bytes()
    with standing(tmp_path, "none") as box:
        assert [box.told().what, box.told().what] == ["shown", "ready"]
        status, seconds = box.end()
    assert status == 0
    assert seconds < 1
    assert flow.table.session.game.path.read_bytes() == before
    saved = Shelf(tmp_path, lambda: None).unfinished()
    assert saved is not None
    assert saved.moves == 2
