"""Bratwurmeck at the table: which tile a turn brings, what a fail costs, the grill, repairs."""

from pathlib import Path

import pytest

from firmware.ports import Tune
from firmware.screens.draw import overflow
from firmware.screens.kinds import Choice, Menu, ScoreTable, TileGrill
from firmware.speech.language import languages
from rules import Bratwurmeck
from rules.moves import Adjust, Stop, Take
from rules.tiles import Tiles
from rules.turn import Phase
from tests.harness.flow import Flow
from tests.harness.tile_flows import TileFlow

ANN, BEN, CAT = 0, 1, 2

UP = (21, 22, 24, 27, 28, 30, 33, 34)
STACKS = ((23,), (26, 29, 25), (31,))
"""Ann's dice below come to 25, which lies on top of Ben's stack; 24 is the next lower."""
TO_25 = [("throw", "111wwwww"), ("keep", "ok"), ("throw_or_stop", "stop")]


@pytest.fixture
def flow(tmp_path: Path) -> TileFlow:
    flow = TileFlow(tmp_path, Bratwurmeck)
    flow.lay(UP, *STACKS)
    return flow


def laid(folder: Path, up: Tiles, *stacks: Tiles, player: int = ANN) -> TileFlow:
    flow = TileFlow(folder, Bratwurmeck)
    flow.lay(up, *stacks, player=player)
    return flow


# From the box to the first tile.


def test_the_printed_worms_are_known_and_not_asked(tmp_path: Path) -> None:
    flow = TileFlow(tmp_path, Bratwurmeck)
    flow.follow([("new_game", "ok"), ("todo", "")])
    assert flow.lines == ["All tiles: 21 to 36"]
    flow.follow([("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "3455"), ("keep", "stop")])
    assert flow.lines == ["30: tile 30"]
    flow.follow([("stop", "stop"), ("todo", "")])
    assert (flow.message.title, flow.lines) == ("Ann: 30", ["Take tile 30"])
    assert flow.stacks == ((30,), (), ())


# A choice of tiles.


def test_a_snatch_is_one_press_more_than_a_stop(flow: TileFlow) -> None:
    flow.follow(TO_25)
    assert flow.labels == ["25 from Ben", "24 from the grill"]
    flow.follow([("take", "ok"), ("todo", "")])
    assert flow.moves[-2:] == [Stop(), Take(25, BEN)]
    assert flow.lines == ["Take 25 from Ben"]
    assert flow.stacks == ((23, 25), (26, 29), (31,))


def test_the_next_lower_tile_can_be_taken_instead(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("take", "right"), ("take", "ok"), ("todo", "")])
    assert flow.moves[-1] == Take(24)
    assert (flow.message.title, flow.lines) == ("Ann takes 24", ["Take tile 24"])


def test_the_choice_is_told_before_the_stop(flow: TileFlow) -> None:
    flow.follow(TO_25[:2])
    assert flow.stop_line == "STOP 25: Ben or 24"
    flow.press("undo", "ok", "stop")
    assert flow.lines == ["25: Ben or 24"]
    flow.follow([("stop", "stop"), ("take", "")])


def test_the_worms_of_each_tile_are_told(flow: TileFlow) -> None:
    flow.follow(TO_25)
    assert isinstance(flow.screen, Menu)
    assert flow.screen.foot == "OK: 2 worms"
    flow.press("right")
    assert isinstance(flow.screen, Menu)
    assert flow.screen.foot == "OK: 1 worm"


def test_dice_that_are_done_leave_the_choice_too(flow: TileFlow) -> None:
    flow.follow([("throw", "1112wwww"), ("keep", "ok"), ("throw_or_stop", "2111"), ("keep", "")])
    while flow.screen.groups[flow.screen.chosen].face != "2":  # type: ignore[attr-defined]
        flow.press("right")
    flow.follow([("keep", "ok"), ("throw_or_stop", "111"), ("keep", "")])
    assert isinstance(flow.screen, Choice)
    assert flow.screen.line == "25: Ben or 24"
    flow.follow([("keep", "ok"), ("take", "ok"), ("todo", "")])
    assert flow.stacks[ANN] == (23, 25)


def test_the_only_gain_is_not_asked_about(tmp_path: Path) -> None:
    flow = laid(tmp_path, (33,), (), (25,), ())
    flow.follow(TO_25[:2])
    assert flow.stop_line == "STOP 25: from Ben"
    flow.follow([("throw_or_stop", "stop"), ("todo", "")])
    assert flow.stacks == ((25,), (), ())


def test_ones_own_top_tile_is_never_taken(tmp_path: Path) -> None:
    flow = laid(tmp_path, UP, (25,), (31,), ())
    flow.follow(TO_25[:2])
    assert flow.stop_line == "STOP 25: tile 24"
    flow.follow([("throw_or_stop", "stop"), ("todo", "")])
    assert flow.stacks[ANN] == (25, 24)


def test_a_choice_waits_over_a_restart(flow: TileFlow, tmp_path: Path) -> None:
    flow.follow([*TO_25, ("take", "")])
    flow.table.session.game.close()
    again = Flow(tmp_path)
    again.start()
    again.follow([("resume", "ok"), ("take", "ok"), ("todo", "")])


def test_while_a_tile_is_picked_other_buttons_take_nothing(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("take", "scan"), ("take", "stop"), ("take", "back"), ("menu", "ok")])
    flow.follow([("take", "left"), ("take", "")])
    assert flow.state.phase is Phase.TAKE
    assert flow.screen.chosen == 1  # type: ignore[attr-defined]


def test_pieces_are_not_put_right_meanwhile_and_it_says_how_to_get_there(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("take", "")])
    flow.table.view = flow.table.view.game_panel.adjust(flow.table.view)
    assert flow.lines == ["Take the tile first", "or undo: hold BACK"]
    flow.follow([("note", "ok"), ("take", "undo"), ("undone", "ok"), ("throw_or_stop", "")])
    flow.table.view = flow.table.view.game_panel.adjust(flow.table.view)
    flow.follow([("adjust", "")])


def test_a_hint_tells_the_better_tile(flow: TileFlow) -> None:
    flow.follow(TO_25)
    flow.table.view = flow.table.navigator.info(-1)
    assert flow.lines[0] == "Best: 25 from Ben"


# A failed turn.

FAIL = [("throw", "11234555"), ("keep", "ok"), ("throw_or_stop", "55555"), ("failed", "")]


def test_a_fail_costs_the_top_tile_and_the_highest_on_the_grill(flow: TileFlow) -> None:
    flow.follow(FAIL)
    assert flow.message.alarm
    assert flow.heard(Tune.FAIL)
    assert flow.lines == ["55555: nothing new", "Give back 23", "Turn over 34"]
    assert 23 in flow.state.table.up
    assert 34 in flow.state.table.down


def test_a_returned_tile_that_is_the_highest_stays_open(tmp_path: Path) -> None:
    flow = laid(tmp_path, UP, (35,), (), ())
    flow.follow(FAIL)
    assert flow.lines == ["55555: nothing new", "Give back 35"]


def test_the_alternative_turns_it_over_too(tmp_path: Path) -> None:
    flow = TileFlow(tmp_path, Bratwurmeck, "alternative")
    flow.lay(UP, (35,), (), ())
    flow.follow(FAIL)
    assert flow.lines == ["55555: nothing new", "Give back 35", "Turn over 35"]


def test_who_has_no_tile_returns_none_and_turns_none_over(tmp_path: Path) -> None:
    flow = laid(tmp_path, UP, (), (25,), ())
    flow.follow(FAIL)
    assert flow.lines == ["55555: nothing new"]


def test_a_stop_for_nothing_says_what_it_costs(flow: TileFlow) -> None:
    flow.follow(FAIL[:2])
    assert flow.stop_line == "15: no worm"
    flow.follow([("throw_or_stop", "stop"), ("stop", "")])
    assert flow.lines == ["15: no worm", "It costs your 23"]
    flow.follow([("stop", "ok"), ("throw_or_stop", "stop"), ("stop", "stop"), ("failed", "")])
    assert flow.lines == ["No worm", "Give back 23", "Turn over 34"]


# Taking back.


def test_an_undo_says_where_each_tile_goes(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("take", "ok"), ("todo", "undo"), ("undone", "")])
    assert flow.lines == ["25: Ann → Ben", "Dice to Ann"]
    flow.follow([("undone", "ok"), ("take", "right"), ("take", "ok"), ("todo", "undo")])
    assert flow.lines == ["24: Ann → grill", "Face down: 32 35 36", "Dice to Ann"]


def test_an_undone_fail_gives_the_tile_back(flow: TileFlow) -> None:
    flow.follow([*FAIL, ("failed", "undo"), ("undone", "")])
    assert flow.lines == ["23: grill → Ann", "Face down: 32 35 36", "Dice to Ann"]


def test_an_undone_first_fail_leaves_no_tile_face_down(tmp_path: Path) -> None:
    flow = TileFlow(tmp_path, Bratwurmeck)
    flow.lay(tuple(range(22, 37)), (21,), (), ())
    flow.follow([*FAIL, ("failed", "undo"), ("undone", "")])
    assert flow.lines == ["21: grill → Ann", "No tile face down", "Dice to Ann"]


def test_the_undo_list_names_tiles(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("take", "ok"), ("todo", "back"), ("menu", "right"), ("menu", "right")])
    flow.follow([("menu", "ok"), ("undo_list", "")])
    assert flow.labels[:2] == ["25 from Ben", "stop"]


# The grill and the scores.


def line_of(flow: TileFlow, tile: int) -> str:
    """Return the text about a tile on the grill's page."""
    flow.table.view = flow.table.navigator.info(1)
    flow.press("ok")
    while True:
        screen = flow.screen
        assert isinstance(screen, TileGrill)
        assert screen.chosen is not None
        if screen.tiles[screen.chosen].number == tile:
            return screen.line
        flow.press("right")


def test_the_grill_tells_where_a_tile_lies(flow: TileFlow) -> None:
    for tile, said in [
        (21, "21: 1 worm"),
        (34, "34: 4 worms"),
        (25, "25: Ben has it"),
        (26, "26: in a stack"),  # nobody sees in whose
        (36, "36: face down"),
    ]:
        assert line_of(flow, tile) == said


def test_the_grill_shows_tops_and_heights(flow: TileFlow) -> None:
    flow.follow([("throw", "right"), ("scores", "right"), ("tiles", "")])
    assert isinstance(flow.screen, TileGrill)
    shown = [(s.letter, s.top, s.height, s.turn) for s in flow.screen.stacks]
    assert shown == [("A", 23, 1, True), ("B", 25, 3, False), ("C", 31, 1, False)]


def test_from_the_grill_it_goes_back_to_the_game(flow: TileFlow) -> None:
    flow.follow([("throw", "left"), ("tiles", "")])
    assert flow.screen.foot == "OK: look closer"  # type: ignore[attr-defined]
    flow.follow([("tiles", "ok"), ("tiles", "left"), ("tiles", "")])
    assert flow.screen.chosen == 15  # type: ignore[attr-defined]
    flow.follow([("tiles", "ok"), ("throw", "left"), ("tiles", "left"), ("scores", "left")])
    flow.follow([("throw", "left"), ("tiles", "11112222"), ("keep", "")])


def test_scores_count_worms_and_tiles(flow: TileFlow) -> None:
    flow.follow([("throw", "right"), ("scores", "")])
    assert isinstance(flow.screen, ScoreTable)
    assert [(row.points, row.tiles) for row in flow.screen.rows] == [
        ("1", "1"), ("7", "3"), ("3", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ann", "Ben", "Cat"), "ABC"),
        (("Ann", "Ben", "Anton"), "ABN"),
        (("Ann", "An", "A"), "AN3"),
        (("1st", "2nd", "東京"), "SN3"),
    ],
)
def test_each_stack_has_its_letter(tmp_path: Path, names: tuple[str, ...], letters: str) -> None:
    """Beside the number of a tile a digit would mislead."""
    by_colour = dict(zip(("green", "yellow", "blue"), names, strict=True))
    flow = TileFlow(tmp_path, Bratwurmeck, names=by_colour)
    flow.begin()
    flow.follow([("throw", "right"), ("scores", "")])
    assert isinstance(flow.screen, ScoreTable)
    assert "".join(row.letter for row in flow.screen.rows) == letters
    flow.follow([("scores", "right"), ("tiles", "")])
    assert isinstance(flow.screen, TileGrill)
    assert "".join(stack.letter for stack in flow.screen.stacks) == letters


# The end.

LAST = [("throw", "1112wwww"), ("keep", "ok"), ("throw_or_stop", "1555"), ("keep", "left")]


def test_a_tie_is_broken_by_the_highest_tile(tmp_path: Path) -> None:
    flow = laid(tmp_path, (21,), (33, 22), (36,), (31,), player=BEN)
    flow.follow([*LAST, ("keep", "ok"), ("throw_or_stop", "stop"), ("todo", "ok"), ("over", "")])
    assert flow.lines == ["Ben wins!", "with 5 worms"]
    flow.follow([("over", "ok"), ("ranking", "")])
    assert isinstance(flow.screen, ScoreTable)
    assert [(row.rank, row.name, row.points) for row in flow.screen.rows] == [
        ("1", "Ben", "5"), ("2", "Ann", "5"), ("3", "Cat", "3"),
    ]  # fmt: skip
    flow.follow([("ranking", "right"), ("over_why", "")])
    assert flow.lines == ["No open tile is left", "Tie: highest tile 36"]
    flow.follow([("over_why", "right"), ("over_board", "")])
    assert isinstance(flow.screen, TileGrill)
    assert not any(stack.turn for stack in flow.screen.stacks)


# Pieces put right.


def adjusting(flow: TileFlow) -> None:
    flow.table.view = flow.table.view.game_panel.adjust(flow.table.view)
    flow.follow([("adjust", "ok"), ("adjust_tiles", "")])


def pick_up(flow: TileFlow, tile: int) -> TileGrill:
    """Bring the cursor to a tile."""
    while isinstance(flow.screen, TileGrill) and flow.screen.chosen is not None:
        if flow.screen.tiles[flow.screen.chosen].number == tile:
            return flow.screen
        flow.press("right")
    raise AssertionError(flow.screen)


def test_a_tile_is_laid_from_place_to_place(flow: TileFlow) -> None:
    adjusting(flow)
    said = [pick_up(flow, 21).line]
    for _ in range(5):
        flow.press("ok")
        said.append(pick_up(flow, 21).line)
    assert said == ["21: face up", "21: face down", "21: Ann, on top", "21: Ben, on top",
                    "21: Cat, on top", "21: face up"]  # fmt: skip
    flow.press("stop")
    assert pick_up(flow, 21).line == "21: Cat, on top"


def test_nothing_changes_until_it_is_taken(flow: TileFlow) -> None:
    before = flow.state.table
    adjusting(flow)
    pick_up(flow, 29)
    flow.press("ok")
    assert flow.state.table == before
    flow.follow([("adjust_tiles", "back"), ("adjust", "left"), ("adjust", "ok"), ("todo", "")])
    assert flow.stacks == ((23,), (26, 25), (31, 29))
    assert isinstance(flow.moves[-1], Adjust)


def test_a_stack_is_put_into_another_order(flow: TileFlow) -> None:
    adjusting(flow)
    assert pick_up(flow, 29).line == "29: Ben, 1 above"
    flow.press(*["ok"] * 5)
    assert pick_up(flow, 29).line == "29: Ben, on top"
    flow.follow([("adjust_tiles", "scan"), ("adjust", "left"), ("adjust", "ok"), ("todo", "")])
    assert flow.stacks[BEN] == (26, 25, 29)
    assert flow.lines == ["Ben: off 29 25", "Ben: on 25 29"]


def test_moved_tiles_are_told_line_by_line(flow: TileFlow) -> None:
    adjusting(flow)
    for tile, presses in ((25, 1), (23, 1), (31, 1)):
        pick_up(flow, tile)
        flow.press(*["ok"] * presses)
    flow.follow([("adjust_tiles", "back"), ("adjust", "left"), ("adjust", "ok"), ("todo", "")])
    assert flow.lines == ["31: Cat → grill", "23: Ann → Ben"]
    assert flow.message.foot == "OK: 2 more lines"
    flow.press("ok")
    assert flow.lines == ["25: Ben → Cat", "Face down: 32 35 36"]
    flow.follow([("todo", "ok"), ("throw", "")])


def test_where_nothing_was_moved_nothing_is_written(flow: TileFlow) -> None:
    before = len(flow.moves)
    adjusting(flow)
    flow.follow([("adjust_tiles", "back"), ("adjust", "left"), ("adjust", "ok"), ("throw", "")])
    assert len(flow.moves) == before


# Names of any length.

LONG = {"green": "Wilhelmina", "yellow": "Maximilian", "blue": "Bartholomew"}


@pytest.mark.parametrize("language", languages())
def test_long_names_fit_where_tiles_are_taken(tmp_path: Path, language: str) -> None:
    flow = TileFlow(tmp_path, Bratwurmeck, language=language, names=LONG)
    flow.lay(UP, *STACKS)
    for press in ("stop", "ok", "undo", "ok", "right", "ok", "undo"):
        if flow.name == "throw":
            flow.follow(TO_25[:2])
        flow.press(press)
        assert overflow(flow.screen) == (), flow.screen
