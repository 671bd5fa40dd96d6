"""A mat lies on the table: what is laid aside is seen, and mistakes are told at once."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from firmware.errors import CameraTrouble, DeviceTrouble
from firmware.panel.view_kinds import PATIENCE
from firmware.ports import Action
from firmware.screens.kinds import Choice, Message, Progress
from firmware.store.settings import Settings
from rules import Barbecue, Bratwurmeck, Junior
from rules.dice import Face
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Throw
from tests.harness.flow import Flow, reading
from tests.harness.marks import MORE
from tools.table.presses import MOST_ON_MAT, count
from vision.reading import Reading


def begun(folder: Path, settings: Settings | None = None) -> Flow:
    """A game, Barbecue unless told otherwise, before its first throw."""
    flow = Flow(folder, settings=settings)
    flow.start()
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "")])
    return flow


@pytest.fixture
def flow(tmp_path: Path) -> Flow:
    """A Barbecue game whose first throw lies there: 1 1 3 4 w w w 6."""
    flow = begun(tmp_path)
    flow.scan(reading("1134www6", aside=""))
    assert flow.name == "keep"
    return flow


def moves(flow: Flow) -> list[object]:
    return [step.move for step in flow.table.session.game.steps]


def said(flow: Flow) -> str:
    return " ".join(flow.screen.lines)  # type: ignore[attr-defined]


def test_a_keep_is_seen_without_a_press(flow: Flow) -> None:
    flow.scan(reading("11234", aside="www"))
    assert flow.name == "follow"
    flow.scan(reading("226", aside="www11"))
    assert flow.name == "follow"
    thrown = Throw(tuple(map(Face, "11234")))
    assert moves(flow)[1:] == [Keep(Face.WORM), thrown]
    flow.press("ok")
    assert moves(flow)[3] == Keep(Face.ONE)


def test_dice_laid_aside_but_not_thrown_again(flow: Flow) -> None:
    flow.scan(reading("11346", aside="www"))
    assert flow.name == "throw_or_stop"
    assert moves(flow)[-1] == Keep(Face.WORM)


@pytest.mark.parametrize(
    ("tray", "aside", "words"),
    [
        ("1134w6", "ww", "still in the tray"),
        ("34www6", "1", "7"),
        ("134www6", "", "7"),
        ("34www6", "12", "2"),
        ("134www6", "12", "9"),
        ("1134ww", "w6", "one face at a time"),
    ],
)
def test_a_mistake_is_said_and_changes_nothing(
    flow: Flow, tray: str, aside: str, words: str
) -> None:
    before = moves(flow)
    flow.scan(reading(tray, aside=aside))
    assert flow.name == "aside"
    assert words in said(flow)
    assert moves(flow) == before
    flow.scan(reading("11346", aside="www"))  # put right
    assert flow.name == "throw_or_stop"


def test_a_face_that_was_kept_before(flow: Flow) -> None:
    flow.scan(reading("11346", aside="www"))
    flow.scan(reading("1w346", aside="www"))
    flow.scan(reading("1346", aside="wwww"))
    assert flow.name == "aside"
    assert "already" in said(flow)


def test_a_kept_die_that_was_turned(flow: Flow) -> None:
    flow.scan(reading("11346", aside="www"))
    flow.scan(reading("12346", aside="ww3"))
    assert flow.name == "aside"
    assert "turned" in said(flow)


def test_the_table_can_be_told_that_it_is_wrong(flow: Flow) -> None:
    flow.scan(reading("1134w6", aside="ww"))
    flow.press("back")
    assert flow.name == "keep"
    flow.press("stop")  # no look: what is under the cursor
    assert flow.name == "stop"


@pytest.mark.parametrize("action", [each for each in Action if each is not Action.UNDO])
def test_whatever_is_pressed_on_a_mistake_it_changes_nothing(flow: Flow, action: Action) -> None:
    before = moves(flow)
    flow.scan(reading("1134w6", aside="ww"))
    flow.press(action)
    assert moves(flow) == before
    assert flow.name in {"aside", "keep", "menu"}


def test_stop_takes_what_lies_aside(flow: Flow) -> None:
    flow.scan(reading("24446", aside="www"))
    flow.tray = reading("26", aside="www444")
    flow.press("stop")
    assert flow.name == "todo"
    assert moves(flow)[-2:] == [Keep(Face.FOUR), Stop()]


@pytest.fixture
def stopping(tmp_path: Path) -> Flow:
    """Return a game with five worms aside, and nothing thrown since."""
    flow = begun(tmp_path)
    flow.scan(reading("wwwww123", aside=""))
    flow.scan(reading("123", aside="wwwww"))
    assert flow.name == "throw_or_stop"
    return flow


def test_stop_notices_what_was_laid_aside_of_a_throw_that_nobody_read(stopping: Flow) -> None:
    before = moves(stopping)
    stopping.lying(reading("2", aside="wwwww66"))
    stopping.press("stop")
    assert stopping.name == "aside"
    assert "No throw with 6" in said(stopping)
    assert moves(stopping) == before
    stopping.scan(reading("266", aside="wwwww"))  # put back, and read
    assert stopping.name == "keep"


@pytest.mark.parametrize("tray", ["2", ""])  # none is left in the tray: it is in a hand
def test_whoever_wants_to_stop_all_the_same_does(stopping: Flow, tray: str) -> None:
    stopping.lying(reading(tray, aside="wwwww66"))
    stopping.press("stop")
    assert cast("Message", stopping.screen).title == "SCAN: again  STOP: anyway"
    stopping.press("stop")
    assert moves(stopping)[-1] == Stop()


@pytest.mark.parametrize(
    "lying",
    [
        reading("123", aside="wwwww"),
        reading("", aside="wwwww"),  # the others are in somebody's hand already
        reading("123", aside="wwww6"),  # one was turned by the hand that laid it
        reading("123"),
        reading("123", aside="wwwww", doubted=[0]),
        CameraTrouble("camera_gone"),
    ],
)
def test_nothing_else_keeps_anybody_from_stopping(
    stopping: Flow, lying: Reading | DeviceTrouble
) -> None:
    stopping.tray = lying
    stopping.press("stop")
    assert stopping.name == "todo"
    assert moves(stopping)[-1] == Stop()


def test_a_camera_that_takes_its_time_keeps_nobody_from_stopping(stopping: Flow) -> None:
    stopping.tray = None
    stopping.press("stop")
    assert stopping.name == "reading"
    stopping.press("ok")
    assert stopping.name == "reading", "it may still come"
    for _ in range(PATIENCE):
        stopping.table.tick()
    assert cast("Progress", stopping.screen).foot == "OK: stop   BACK: leave"
    stopping.press("ok")
    assert moves(stopping)[-1] == Stop()


def test_what_lies_aside_unread_is_entered_by_hand_where_that_is_wanted(stopping: Flow) -> None:
    stopping.scan(reading("2", aside="wwwww66"))
    stopping.follow([("aside", "ok"), ("by_hand", "")])
    stopping.scan(reading("2", aside="wwwww66"))  # they look once more, and nothing has changed
    stopping.follow([("aside", "back"), ("throw_or_stop", "")])


def test_stop_with_nothing_laid_aside_asks_as_ever(flow: Flow) -> None:
    flow.tray = reading("1134www6", aside="")
    flow.press("stop")
    assert flow.name == "stop"


def test_stop_in_vain_is_asked(flow: Flow) -> None:
    flow.tray = reading("34www6", aside="11")
    flow.press("stop")
    assert flow.name == "stop"
    flow.press("back")
    assert moves(flow)[1:] == []


def test_the_last_dice_end_the_turn(flow: Flow) -> None:
    flow.scan(reading("44444", aside="www"))
    flow.scan(reading("", aside="www44444"))
    assert flow.name in {"todo", "keep"}
    assert Keep(Face.FOUR) in moves(flow)


def test_all_faces_kept_end_the_turn_whatever_was_thrown_then(tmp_path: Path) -> None:
    flow = begun(tmp_path, Settings(game=Junior.NAME))
    thrown = [("wcekbb", ""), ("cekkb", "w"), ("ebbk", "wc"), ("kww", "wce"), ("bw", "wcek")]
    for tray, aside in thrown:
        flow.scan(reading(tray, aside=aside))
    flow.scan(reading("c", aside="wcekb"))  # the bun was the last face; a die was thrown on
    assert flow.name == "todo"
    assert Keep(Face.BUN) in moves(flow)
    assert Throw((Face.CUCUMBER,)) not in moves(flow)


def test_a_row_that_is_not_seen_well_is_followed_by_the_count(flow: Flow) -> None:
    flow.scan(replace(reading("11234"), aside_unclear=True))
    assert flow.name == "follow"
    assert cast("Choice", flow.screen).player == "Row unclear: worm?"
    flow.scan(reading("1146", aside="www2"))
    assert flow.name == "follow"
    assert cast("Choice", flow.screen).player == "Green kept 2?"


def test_a_mat_that_was_taken_away_is_no_unclear_row(flow: Flow) -> None:
    flow.scan(reading("11234"))
    assert cast("Choice", flow.screen).player == "Green kept worm?"


def test_a_throw_that_shows_nothing_new_fails_without_a_press(flow: Flow) -> None:
    """As any other throw does: nothing is left to choose."""
    flow.scan(reading("wwwww", aside="www"))
    assert flow.name == "failed"
    assert moves(flow)[1:] == [Keep(Face.WORM), Throw([Face.WORM] * 5)]
    flow.press("undo")
    assert moves(flow)[1:] == [Keep(Face.WORM)], "read wrong: the throw is looked at again"


def test_a_die_that_may_not_have_been_thrown_again_fails_nobody(flow: Flow) -> None:
    flow.scan(reading("11146", aside="www"))
    flow.scan(reading("w4", aside="www111"))
    flow.scan(reading("w", aside="www1114"))  # the 4 is laid aside, and the worm as it lay
    assert flow.name == "follow_failed"
    assert Keep(Face.FOUR) not in moves(flow)


@pytest.mark.parametrize(("game", "games"), [(Barbecue, 1), MORE(Bratwurmeck, 4), MORE(Junior, 40)])
def test_a_throw_takes_hardly_a_press(game: type[AnyHeckmeck], games: int) -> None:
    """Junior's games are short, and so more of them are needed."""
    assert count(games, game, mat=True).a_throw <= MOST_ON_MAT
