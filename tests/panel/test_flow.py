"""Whole ways through the screens, as lists of (expected screen, what is done there)."""

from pathlib import Path

import pytest

from firmware.errors import CameraTrouble
from firmware.screens.kinds import Choice, DiceRow, Mark, Message, Prompt
from rules.dice import Face
from rules.moves import Keep, Stop, Throw
from rules.record import Read
from tests.harness.flow import Flow, reading
from vision.reading import Doubt


@pytest.fixture
def flow(tmp_path: Path) -> Flow:
    flow = Flow(tmp_path)
    flow.start()
    return flow


FIRST_THROW = [("new_game", "left"), ("new_game", "ok"), ("box", "ok")]


def moves(flow: Flow) -> list[object]:
    return [step.move for step in flow.table.session.game.steps]


def test_from_power_on_to_the_first_throw_in_six_presses(flow: Flow) -> None:
    flow.follow([("new_game", "right"), ("new_game", "right"), ("new_game", "ok"), ("box", "ok")])
    flow.follow([("todo", "1234wwww"), ("keep", "")])
    assert flow.presses == 5, "and a first time there is one more, for the panel"
    assert len(flow.table.session.game.state.setup.players) == 5


def test_the_box_is_asked_once(flow: Flow, tmp_path: Path) -> None:
    flow.follow([*FIRST_THROW, ("todo", "")])
    flow.table.session.game.close()
    again = Flow(tmp_path)
    again.start()
    again.follow([("resume", "right"), ("resume", "ok"), ("new_game", "ok"), ("todo", "")])


def test_a_turn_by_ok_and_stop(flow: Flow) -> None:
    flow.follow(
        [
            *FIRST_THROW,
            ("todo", "1134wwww"),
            ("keep", "ok"),  # four worms are worth most
            ("throw_or_stop", "1346"),
            ("keep", "ok"),
            ("throw_or_stop", "stop"),
            ("todo", "11112222"),  # the next SCAN confirms
            ("keep", ""),
        ]
    )
    assert moves(flow)[:5] == [
        Throw([Face.ONE, Face.ONE, Face.THREE, Face.FOUR, *[Face.WORM] * 4]),
        Keep(Face.WORM),
        Throw([Face.ONE, Face.THREE, Face.FOUR, Face.SIX]),
        Keep(Face.SIX),
        Stop(),
    ]


def test_stop_at_the_choice_shows_first_what_it_brings(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1666wwww"), ("keep", "ok"), ("throw_or_stop", "1666")])
    flow.follow([("keep", "stop"), ("stop", "")])
    assert isinstance(flow.screen, Message)
    assert "38" in flow.screen.lines[0]
    before = len(moves(flow))
    flow.follow([("stop", "back"), ("keep", "stop"), ("stop", "stop"), ("todo", "ok")])
    assert moves(flow)[before:] == [Keep(Face.SIX), Stop()]


def test_scan_in_a_menu_reads_the_dice_of_the_game(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "ok"), ("throw", "back"), ("menu", "1134wwww")])
    flow.follow([("keep", "back"), *[("menu", "left")] * 3, ("menu", "ok")])
    flow.follow([("settings", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "")])


def test_dice_tell_the_keep(flow: Flow) -> None:
    """Set dice aside, throw the rest, press SCAN again: both are shown, and taken by a choice."""
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "2266"), ("follow", "")])
    assert isinstance(flow.screen, Choice)
    assert flow.screen.inferred is not None
    assert (flow.screen.inferred.face, flow.screen.inferred.count) == (Face.WORM, 4)
    assert len(moves(flow)) == 1, "nothing is taken silently"
    flow.follow([("follow", "ok"), ("throw_or_stop", "")])
    assert moves(flow)[1:] == [Keep(Face.WORM), Throw([Face.TWO] * 2 + [Face.SIX] * 2),
                               Keep(Face.SIX)]  # fmt: skip


def inferred(flow: Flow) -> Face:
    assert isinstance(flow.screen, Choice)
    assert flow.screen.inferred is not None
    return flow.screen.inferred.face


def test_a_keep_that_could_be_another_is_changed(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1223344w"), ("keep", "111666"), ("follow", "")])
    assert inferred(flow) is Face.FOUR, "the highest of those that fit"
    before = len(moves(flow))
    flow.follow([("follow", "left"), ("follow", "scan"), ("follow", "")])
    assert inferred(flow) is Face.THREE
    assert len(moves(flow)) == before, "a SCAN takes nothing that could be otherwise"
    flow.follow([("follow", "ok"), ("keep", "")])
    assert moves(flow)[before] == Keep(Face.THREE)


def test_where_several_keeps_fit_the_new_dice_are_a_step_further(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1223344w"), ("keep", "111666"), ("follow", "right")])
    flow.follow([("follow", "left"), ("follow", "left"), ("follow", "left"), ("follow", "right")])
    flow.follow([("follow", "stop"), ("stop", "ok"), ("throw_or_stop", "")])
    assert [move for move in moves(flow) if isinstance(move, Keep)][-1] == Keep(Face.SIX)


def test_scan_after_scan_takes_what_was_shown(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "2266"), ("follow", "23")])
    flow.follow([("follow", "")])
    assert moves(flow)[1:] == [Keep(Face.WORM), Throw([Face.TWO] * 2 + [Face.SIX] * 2)]


def test_laid_aside_but_not_thrown_yet(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "1134"), ("keep", "")])
    assert isinstance(flow.screen, Choice)
    assert flow.screen.groups[flow.screen.chosen].face is Face.WORM
    assert "others" in flow.screen.line
    flow.press("left")
    assert "others" not in flow.screen.line


def test_only_old_faces_fail_and_say_where_the_snail_goes(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "wwww")])
    assert flow.name == "failed"
    assert isinstance(flow.screen, Message)
    assert flow.screen.alarm
    assert any("36" in line for line in flow.screen.lines)


def test_the_dice_tell_a_fail(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "wwww"), ("follow_failed", "")])
    assert len(moves(flow)) == 1
    flow.follow([("follow_failed", "ok"), ("failed", "11223344"), ("keep", "")])


def test_struck_out_faces_say_why(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "11ww")])
    assert isinstance(flow.screen, Choice)
    marks = {group.face: group.mark for group in flow.screen.groups}
    assert marks == {Face.ONE: Mark.NONE, Face.WORM: Mark.STRUCK}
    flow.follow([("keep", "right"), ("keep", "ok"), ("keep", "stop"), ("keep", "")])
    assert isinstance(flow.screen, Choice)
    assert "worm" in flow.screen.line


def test_a_doubt_is_marked_and_corrected(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "")])
    flow.scan(reading("11234www", doubted=[3]))
    assert isinstance(flow.screen, DiceRow)
    assert flow.name == "doubt"
    assert flow.screen.dice[3].mark is Mark.DOUBTED
    assert flow.screen.cursor == 3
    flow.follow([("doubt", "ok"), ("correct", "right"), ("correct", "ok"), ("correct", "ok")])
    assert flow.name == "keep"
    step = flow.table.session.game.steps[-1]
    assert step.read is Read.CORRECTED
    assert step.move == Throw([Face.ONE, Face.ONE, Face.TWO, Face.FOUR, Face.FOUR,
                               *[Face.WORM] * 3])  # fmt: skip


def test_a_missing_die_is_added(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "")])
    count = Doubt("count", {"found": 7, "expected": (8,)})
    flow.scan(reading("1123www", count))
    flow.follow([("doubt", "ok"), ("correct", "ok"), ("correct", "ok"), ("keep", "")])
    assert len(flow.table.session.game.state.turn.thrown) == 8


def test_a_die_too_many_is_taken_away(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "")])
    flow.scan(reading("1123", doubted=[1]))
    flow.press("ok", "stop")
    assert isinstance(flow.screen, DiceRow)
    assert len(flow.screen.dice) == 3


def test_a_doubt_is_looked_at_again(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "")])
    flow.scan(reading("11234www", doubted=[3]))
    flow.follow([("doubt", "11234www"), ("keep", "")])
    assert flow.table.session.game.steps[-1].read is Read.CAMERA


def test_without_a_picture_the_dice_are_entered(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "")])
    flow.scan(CameraTrouble("camera_gone"))
    flow.follow([("no_camera", "ok"), *[("by_hand", "ok")] * 9, ("keep", "")])
    assert flow.table.session.game.steps[-1].move == Throw([Face.ONE] * 8)
    assert flow.table.session.game.steps[-1].read is Read.HAND


def test_the_camera_is_taken_back_when_it_returns(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "")])
    flow.scan(CameraTrouble("camera_gone"))
    flow.follow([("no_camera", "11223344"), ("keep", "")])


def test_undo_without_limit_and_across_restarts(flow: Flow, tmp_path: Path) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "1346")])
    flow.table.session.game.close()
    again = Flow(tmp_path)
    again.start()
    again.follow([("resume", "ok"), ("keep", "undo"), ("undone", "undo"), ("undone", "undo")])
    again.follow([("undone", "ok"), ("throw", "undo"), ("throw", "")])
    assert isinstance(again.screen, Prompt)
    assert again.screen.stop == "Nothing to undo"
    assert again.table.session.game.moves == 0


def test_the_undo_list_goes_back_several_moves(flow: Flow) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "1346")])
    flow.follow([("keep", "back"), ("menu", "right"), ("menu", "right"), ("menu", "ok")])
    flow.follow([("undo_list", "right"), ("undo_list", "ok"), ("undone", "ok"), ("keep", "")])
    assert flow.table.session.game.moves == 1


def test_resume_tells_what_was_to_be_done(flow: Flow, tmp_path: Path) -> None:
    flow.follow([*FIRST_THROW, ("todo", "1666wwww"), ("keep", "ok"), ("throw_or_stop", "1666")])
    flow.follow([("keep", "stop"), ("stop", "stop"), ("todo", "")])
    told = flow.screen
    flow.table.session.game.close()
    again = Flow(tmp_path)
    again.start()
    again.follow([("resume", "ok"), ("todo", "")])
    assert again.screen == told
