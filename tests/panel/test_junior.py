"""Junior at the table: nothing is lost by throwing on, pinching, piles that hide their worms."""

from pathlib import Path

import pytest

from firmware.ports import Tune
from firmware.screens.draw import overflow
from firmware.screens.kinds import (
    Choice,
    DiceRow,
    Prompt,
    ScoreTable,
    StandIns,
    TileGrill,
    WormTable,
)
from firmware.speech.language import languages
from rules import Face, Junior
from rules.junior import JuniorBox
from rules.moves import Take
from rules.tiles import Tiles
from tests.harness.flow import Flow
from tests.harness.tile_flows import TileFlow

ANN, BEN, CAT = 0, 1, 2

UP = (4, 4, 5, 6, 6, 8)
TWO_SEVENS = ((9, 5), (9, 7), (8, 7))
ONE_SEVEN = ((9, 5), (9, 7), (8,))


def laid(folder: Path, *stacks: Tiles, variants: tuple[str, ...] = (), up: Tiles = UP) -> TileFlow:
    flow = TileFlow(folder, Junior, *variants)
    flow.lay(up, *stacks)
    return flow


def keep(flow: Flow, face: Face) -> None:
    """Bring the cursor to this face, and press OK."""
    while isinstance(flow.screen, Choice):
        if flow.screen.groups[flow.screen.chosen].face is face:
            break
        flow.press("right")
    flow.press("ok")


def to_seven(flow: TileFlow) -> None:
    """Three buns and a worm."""
    flow.follow([("throw", "bbbcww"), ("keep", "ok"), ("throw_or_stop", "eew")])
    keep(flow, Face.WORM)
    assert flow.name == "throw_or_stop"


# The box.


def worm_table(flow: TileFlow) -> WormTable:
    assert isinstance(flow.screen, WormTable)
    return flow.screen


def test_the_worms_and_the_doubled_face_are_asked_once(tmp_path: Path) -> None:
    flow = TileFlow(tmp_path, Junior)
    flow.follow([("new_game", "ok"), ("box", "")])
    table = worm_table(flow)
    assert (table.title, table.twice) == ("Assumed: same as yours?", Face.WORM)
    flow.follow([("box", "left"), ("box", "stop"), ("box", "")])
    table = worm_table(flow)
    assert (table.title, table.twice) == ("Twice on each die?", Face.BUN)
    flow.follow([("box", "scan"), ("box", "ok"), ("todo", "")])
    assert flow.lines == ["All tiles: 4 to 9, each twice"]
    box = flow.state.setup.box
    assert isinstance(box, JuniorBox)
    assert (box.doubled, box.assumed) == (Face.BUN, False)
    assert flow.state.setup.dice.sides.count(Face.BUN) == 2
    flow.table.session.game.close()
    again = Flow(tmp_path, settings=flow.table.session.settings)
    again.start()
    again.follow([("resume", "right"), ("resume", "ok"), ("new_game", "ok"), ("todo", "")])
    assert again.table.session.game.state.setup.box == box


def test_the_doubled_face_comes_after_the_worms_on_the_last_tile(tmp_path: Path) -> None:
    flow = TileFlow(tmp_path, Junior)
    flow.follow([("new_game", "ok"), *[("box", "right")] * 6, ("box", "ok"), ("box", "right")])
    flow.follow([("box", "ok"), ("box", "ok"), ("box", "stop"), ("box", "right"), ("box", "ok")])
    flow.follow([("box", "back"), ("box", "ok"), ("todo", "")])
    box = flow.state.setup.box
    assert isinstance(box, JuniorBox)
    assert box.doubled is Face.CUCUMBER
    assert (box.worms[9], box.worms[4]) == (5, 2)


# Ordinary dice.


def with_ordinary_dice(folder: Path) -> TileFlow:
    flow = TileFlow(folder, Junior)
    flow.table.session.change(dice={"junior": "standard"})
    return flow


def test_a_doubled_face_that_changes_what_dice_mean_shows_that(tmp_path: Path) -> None:
    flow = with_ordinary_dice(tmp_path)
    flow.follow([("new_game", "ok"), ("box", "left"), ("box", "stop"), ("box", "scan")])
    flow.press("ok")
    assert isinstance(flow.screen, StandIns)
    assert dict(flow.screen.pairs)[Face.FIVE] is Face.BUN
    flow.follow([("stand_ins", "ok"), ("todo", "")])
    assert flow.state.setup.table_dice.meaning[Face.FIVE] is Face.BUN


def test_a_doubled_face_as_assumed_is_not_shown_twice(tmp_path: Path) -> None:
    flow = with_ordinary_dice(tmp_path)
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "")])


def test_what_dice_mean_is_in_the_menu_while_others_stand_in(tmp_path: Path) -> None:
    flow = with_ordinary_dice(tmp_path)
    flow.begin()
    flow.press("back")
    assert "What dice mean" in flow.labels
    flow.press(*["right"] * flow.labels.index("What dice mean"), "ok")
    flow.follow([("stand_ins", "ok"), ("menu", "back"), ("throw", "")])


def test_own_dice_mean_what_they_show(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), ())
    flow.press("back")
    assert "What dice mean" not in flow.labels


def test_a_die_entered_by_hand_tells_what_it_means(tmp_path: Path) -> None:
    flow = with_ordinary_dice(tmp_path)
    flow.begin()
    flow.press("back")
    flow.press(*["right"] * flow.labels.index("Enter the dice"), "ok", "right")
    assert isinstance(flow.screen, DiceRow)
    assert flow.screen.lines[-1] == "2 = cheese"


# Dice.


def test_a_bun_counts_two(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), ())
    flow.follow([("throw", "bbccew"), ("keep", "")])
    assert isinstance(flow.screen, Choice)
    assert flow.screen.line == "then 4, no worm"
    flow.follow([("keep", "ok"), ("throw_or_stop", "")])
    assert isinstance(flow.screen, Prompt)
    assert (flow.screen.total, flow.stop_line) == ("4", "4: no worm")


def test_pictures_are_told_apart_in_the_undo_list(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), ())
    flow.follow([("throw", "bcekww"), ("keep", "back"), ("menu", "right"), ("menu", "right")])
    flow.follow([("menu", "ok"), ("undo_list", "")])
    assert flow.labels[0] == "throw BChCuKWW"


# Throwing on.


def test_a_throw_of_nothing_new_still_brings_a_tile(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), (), up=Junior.TILES)
    flow.follow([("throw", "bbccew"), ("keep", "ok"), ("throw_or_stop", "ccww")])
    keep(flow, Face.WORM)
    flow.follow([("throw_or_stop", "bw"), ("todo", "")])
    assert not flow.message.alarm
    assert not flow.heard(Tune.FAIL)
    assert (flow.message.title, flow.lines) == ("Ann: 6", ["Nothing new", "Take tile 6"])


def test_dice_that_tell_the_keep_can_bring_a_tile_too(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), (), up=Junior.TILES)
    flow.follow([("throw", "bbccew"), ("keep", "ok"), ("throw_or_stop", "ccww")])
    keep(flow, Face.WORM)
    flow.press("undo", "ok")
    flow.follow([("keep", "bw"), ("follow", "left"), ("follow_ended", "")])
    assert isinstance(flow.screen, Choice)
    assert flow.screen.line == "6: tile 6"
    flow.follow([("follow_ended", "scan"), ("todo", "")])
    assert flow.stacks[ANN] == (6,)
    assert not flow.heard(Tune.FAIL)


def test_a_turn_without_a_worm_turns_the_highest_tile_over(tmp_path: Path) -> None:
    flow = laid(tmp_path, (9,), (), ())
    flow.follow([("throw", "bbccee"), ("keep", "ok"), ("throw_or_stop", "bbbb"), ("failed", "")])
    assert flow.lines == ["No worm", "Turn over 8"]
    assert flow.message.alarm
    assert flow.heard(Tune.FAIL)
    assert flow.stacks[ANN] == (9,), "nothing is lost"


def test_the_dice_tell_a_turn_without_a_tile(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), ())
    flow.follow([("throw", "bbccce"), ("keep", "ccc"), ("follow_failed", "ok"), ("failed", "")])


def test_a_hint_tells_what_throwing_on_can_bring(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), (), up=Junior.TILES)
    flow.follow([("throw", "bbccew"), ("keep", "ok"), ("throw_or_stop", "ccww")])
    keep(flow, Face.WORM)
    flow.follow([("throw_or_stop", "left"), ("hint", "")])
    way, hope, safe = flow.lines
    assert way == "Best: throw on"
    assert hope.startswith("7 or more: ")
    assert safe == "Nothing is lost"
    assert not any("Nothing new" in line for line in flow.lines)


def test_a_hint_for_a_keep_tells_what_comes_after_it(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), (), up=Junior.TILES)
    flow.follow([("throw", "bbbbew"), ("keep", "left"), ("keep", "back"), ("menu", "")])
    flow.table.view = flow.table.navigator.info(-1)
    assert flow.lines[0] == "Best: keep bun"
    assert flow.lines[1].startswith("8 or more: ")


def test_what_could_be_overshot_is_not_called_safe(tmp_path: Path) -> None:
    """Ann's 7 pinches two worms; 8 or more would bring only the 4."""
    flow = laid(tmp_path, (), (9, 7), (8,), up=(4,))
    to_seven(flow)
    flow.follow([("throw_or_stop", "left"), ("hint", "")])
    assert "Nothing is lost" not in flow.lines


# Pinching.


def test_one_rival_or_the_grill(tmp_path: Path) -> None:
    flow = laid(tmp_path, *ONE_SEVEN)
    to_seven(flow)
    assert flow.stop_line == "STOP 7: Ben or 6"
    flow.follow([("throw_or_stop", "stop"), ("take", "")])
    assert flow.screen.title == "Ann, 7: snatch?"  # type: ignore[attr-defined]
    flow.follow([("take", "ok"), ("todo", "")])
    assert flow.lines == ["Take 7 from Ben"]
    assert flow.stacks == ((9, 5, 7), (9,), (8,))


def test_two_rivals_show_the_value(tmp_path: Path) -> None:
    flow = laid(tmp_path, *TWO_SEVENS)
    to_seven(flow)
    assert flow.stop_line == "STOP 7: 3 to choose"
    flow.follow([("throw_or_stop", "stop"), ("take", "")])
    assert flow.labels == ["7 from Ben", "7 from Cat", "6 from the grill"]
    flow.follow([("take", "right"), ("take", "ok"), ("todo", "")])
    assert flow.moves[-1] == Take(7, CAT)


def test_who_must_pinch_is_asked_only_from_whom(tmp_path: Path) -> None:
    flow = laid(tmp_path / "two", *TWO_SEVENS, variants=("must_pinch",))
    to_seven(flow)
    flow.follow([("throw_or_stop", "stop"), ("take", "")])
    assert flow.labels == ["7 from Ben", "7 from Cat"]
    flow = laid(tmp_path / "one", *ONE_SEVEN, variants=("must_pinch",))
    to_seven(flow)
    flow.follow([("throw_or_stop", "stop"), ("todo", "")])
    assert flow.lines == ["Take 7 from Ben"]


def test_any_lower_tile(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), (), (8,), variants=("any_lower",))
    to_seven(flow)
    flow.follow([("throw_or_stop", "stop"), ("take", "")])
    assert flow.screen.title == "Ann, 7: which tile?"  # type: ignore[attr-defined]
    assert flow.labels == [f"{tile} from the grill" for tile in (6, 5, 4)]
    flow.follow([("take", "left"), ("take", "ok"), ("todo", "")])
    assert flow.stacks[ANN] == (4,)


def test_nothing_new_can_leave_a_choice(tmp_path: Path) -> None:
    flow = laid(tmp_path, *ONE_SEVEN)
    to_seven(flow)
    flow.requests.clear()
    flow.follow([("throw_or_stop", "bw"), ("take", "back"), ("menu", "right"), ("menu", "ok")])
    assert flow.name == "correct", "it may have been read wrong"
    flow.follow([("correct", "back"), ("take", "ok"), ("todo", "")])
    assert not flow.heard(Tune.FAIL)


def test_dice_that_tell_the_keep_can_leave_a_choice(tmp_path: Path) -> None:
    flow = laid(tmp_path, *ONE_SEVEN)
    flow.follow([("throw", "bbbcww"), ("keep", "ok"), ("throw_or_stop", "eew")])
    flow.follow([("keep", "bw"), ("follow_ended", "")])
    assert isinstance(flow.screen, Choice)
    assert flow.screen.line == "7: Ben or 6"
    flow.follow([("follow_ended", "ok"), ("take", "right"), ("take", "ok"), ("todo", "")])
    assert flow.stacks[ANN] == (9, 5, 6)


# Tiles that are there twice, and piles that hide what is in them.


def test_equal_tiles_stand_side_by_side(tmp_path: Path) -> None:
    flow = laid(tmp_path, *ONE_SEVEN)
    flow.follow([("throw", "left"), ("tiles", "ok")])
    said = []
    for _ in range(12):
        assert isinstance(flow.screen, TileGrill)
        said.append(flow.screen.line)
        flow.press("right")
    assert said == [
        "4: 1 worm", "4: 1 worm", "5: 1 worm", "5: Ann has it", "6: 2 worms", "6: 2 worms",
        "7: face down", "7: Ben has it", "8: 3 worms", "8: Cat has it", "9: in a stack",
        "9: in a stack",
    ]  # fmt: skip


def points(flow: TileFlow) -> list[tuple[str, str]]:
    assert isinstance(flow.screen, ScoreTable)
    return [(row.points, row.tiles) for row in flow.screen.rows]


def test_worms_are_hidden_until_the_end(tmp_path: Path) -> None:
    flow = laid(tmp_path, *ONE_SEVEN)
    flow.follow([("throw", "right"), ("scores", "")])
    assert points(flow) == [("?", "2"), ("?", "2"), ("?", "1")]
    assert flow.screen.foot == "hidden until the end"  # type: ignore[attr-defined]


def test_a_table_can_show_all_worms(tmp_path: Path) -> None:
    flow = laid(tmp_path, *ONE_SEVEN, variants=("open_worms",))
    flow.follow([("throw", "right"), ("scores", "")])
    assert points(flow) == [("5", "2"), ("6", "2"), ("3", "1")]


def test_of_two_equal_tiles_each_is_laid_by_itself(tmp_path: Path) -> None:
    flow = laid(tmp_path, *ONE_SEVEN)
    flow.table.view = flow.table.view.game_panel.adjust(flow.table.view)
    flow.follow([("adjust", "ok"), ("adjust_tiles", "ok"), ("adjust_tiles", "right")])
    flow.press("ok", "ok")
    assert isinstance(flow.screen, TileGrill)
    assert flow.screen.line == "4: Ann, on top"
    flow.follow([("adjust_tiles", "back"), ("adjust", "left"), ("adjust", "ok"), ("todo", "")])
    assert flow.state.table.up == (5, 6, 6, 8)
    assert flow.state.table.down == (4, 7)
    assert flow.stacks[ANN] == (9, 5, 4)
    assert flow.lines == ["4: grill → Ann", "Face down: 4 7"]


# The end.

LONG = {"green": "Wilhelmina", "yellow": "Maximilian", "blue": "Bartholomew", "black": "Konstantin",
        "orange": "Alexandrina"}  # fmt: skip


def take_the_last_four(flow: TileFlow) -> None:
    flow.follow([("throw", "cccwww"), ("keep", "")])
    keep(flow, Face.WORM)
    flow.follow([("throw_or_stop", "bce"), ("keep", "")])
    keep(flow, Face.CHEESE)
    flow.follow([("throw_or_stop", "stop"), ("todo", "ok"), ("over", "")])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("winners", [1, 2, 3, 5])
def test_several_winners_are_shown_as_such(tmp_path: Path, winners: int, language: str) -> None:
    """Everyone who wins has as many worms as Ben, who takes the last tile."""
    flow = TileFlow(tmp_path, Junior, language=language, players=5, names=LONG)
    piles: list[Tiles] = [(9,), (8,), (9,), (8, 5), (7, 6)]
    those = {1} | ({0} if winners > 1 else set()) | set(range(2, winners))
    flow.lay((4,), *(pile if seat in those else () for seat, pile in enumerate(piles)), player=BEN)
    take_the_last_four(flow)
    outcome = flow.state.outcome()
    assert outcome is not None
    assert len(outcome.winners) == winners
    for _ in range(4):
        assert overflow(flow.screen) == (), flow.screen
        flow.press("right")


def test_two_winners_are_named(tmp_path: Path) -> None:
    flow = TileFlow(tmp_path, Junior)
    flow.lay((4,), (9,), (8,), (5,), player=BEN)
    take_the_last_four(flow)
    assert flow.lines == ["Ann and Ben win!", "with 4 worms"]
    flow.follow([("over", "ok"), ("ranking", "")])
    assert isinstance(flow.screen, ScoreTable)
    assert flow.screen.title == "2 winners!"
    assert [(row.rank, row.points) for row in flow.screen.rows] == [
        ("1", "4"), ("1", "4"), ("3", "1"),
    ]  # fmt: skip
    flow.follow([("ranking", "right"), ("over_why", "")])
    assert flow.lines == ["No open tile is left"]
