"""A table that wants nobody reminded of a snatch: nothing on the panel gives one away."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.ports import Tune
from firmware.screens.kinds import Choice, Menu, Screen
from rules import Bratwurmeck, Face
from rules.moves import Keep, Stop, Take
from rules.tiles import Tiles
from rules.turn import Phase
from tests.harness.tile_flows import TileFlow

ANN, BEN, CAT = 0, 1, 2

UP = (21, 22, 24, 27, 28, 30, 33)
WITH = ((23,), (26, 29, 25), (31,))
"""Ben's 25 is what Ann's dice come to."""
WITHOUT = ((23,), (26, 25, 29), (31,))
"""Ben's top tile is another."""
TO_25 = [("throw", "111wwwww"), ("keep", "ok")]
LAST_DICE = [("throw", "1112wwww"), ("keep", "ok"), ("throw_or_stop", "2111")]
"""After the 2 three 1s come, and the turn is over with 25."""


def laid(folder: Path, *stacks: Tiles, up: Tiles = UP) -> TileFlow:
    flow = TileFlow(folder, Bratwurmeck, "quiet_snatches")
    flow.lay(up, *stacks)
    return flow


@pytest.fixture
def flow(tmp_path: Path) -> TileFlow:
    return laid(tmp_path, *WITH)


def last_keep(flow: TileFlow) -> None:
    flow.follow(LAST_DICE)
    while isinstance(flow.screen, Choice):
        if flow.screen.groups[flow.screen.chosen].face is Face.TWO:
            break
        flow.press("right")
    flow.follow([("keep", "ok"), ("throw_or_stop", "111"), ("keep", "")])


# What it shows.


def screens(flow: TileFlow, steps: Sequence[str]) -> list[Screen]:
    seen = []
    for step in steps:
        flow.scan(step) if step[0].isdigit() else flow.press(step)
        seen.append(flow.screen)
    return seen


WAYS = (
    ("111wwwww", "ok", "left", "back", "back", "back", "back"),
    ("111wwwww", "stop", "stop"),
    ("111wwwww", "ok", "stop", "back"),
    ("1112wwww", "ok", "2111", "left", "left", "ok", "111", "stop", "back", "ok"),
    ("1112wwww", "ok", "2111", "111", "right", "left", "ok"),
)


@pytest.mark.parametrize("way", WAYS)
def test_with_a_snatch_all_looks_as_without(tmp_path: Path, way: tuple[str, ...]) -> None:
    """But for the number of Ben's tile, which lies on the table for all to see."""
    with_one = screens(laid(tmp_path / "with", *WITH), way)
    without = screens(laid(tmp_path / "without", *WITHOUT), way)
    for one, other in zip(with_one, without, strict=True):
        shown = str(other).replace("29 from Ben", "25 from Ben").replace("top=29", "top=25")
        assert str(one) == shown


def test_a_stop_at_the_choice_shows_no_more(flow: TileFlow) -> None:
    flow.follow([TO_25[0], ("keep", "stop"), ("stop", "")])
    assert flow.lines == ["25: which tile?"]
    flow.follow([("stop", "stop"), ("which_tile", "right"), ("which_tile", "ok"), ("todo", "")])
    assert flow.moves[-3:] == [Keep(Face.WORM), Stop(), Take(25, BEN)]


def test_there_is_no_hint(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("throw_or_stop", "left"), ("tiles", "back"), ("throw_or_stop", "back")])
    assert "Hint" not in flow.labels


# What is answered.


def test_who_thinks_of_it_snatches_and_who_does_not_gets_the_lower_tile(flow: TileFlow) -> None:
    flow.follow(TO_25)
    assert flow.stop_line == "STOP 25: which tile?"
    flow.follow([("throw_or_stop", "stop"), ("which_tile", "")])
    assert flow.labels == ["24 from the grill", "25 from Ben", "31 from Cat"]
    flow.follow([("which_tile", "right"), ("which_tile", "ok")])
    assert (flow.stacks, flow.lines) == (((23, 25), (26, 29), (31,)), ["Take 25 from Ben"])
    flow.follow([("todo", "undo"), ("undone", "ok"), ("throw_or_stop", "stop")])
    flow.follow([("which_tile", "ok"), ("todo", "")])
    assert flow.stacks == ((23, 24), (26, 29, 25), (31,))


def test_a_wrong_tile_is_told_and_changes_nothing(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("throw_or_stop", "stop")])
    before = flow.moves
    flow.requests.clear()
    flow.follow([("which_tile", "left"), ("which_tile", "ok"), ("which_tile", "")])
    assert isinstance(flow.screen, Menu)
    assert flow.screen.title == "That is not the 25"
    assert flow.heard(Tune.DOUBT)
    assert flow.moves == before
    flow.press("right")
    assert isinstance(flow.screen, Menu)
    assert flow.screen.title == "Ann, 25: which tile?"


def test_back_leads_back_to_the_dice(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("which_tile", "back"), ("throw_or_stop", "")])
    assert flow.state.phase is Phase.THROW


def test_dice_that_are_done_ask_the_same(flow: TileFlow) -> None:
    last_keep(flow)
    assert isinstance(flow.screen, Choice)
    assert flow.screen.line == "25: which tile?"
    flow.follow([("keep", "ok"), ("which_tile", "left"), ("which_tile", "ok"), ("which_tile", "")])
    assert flow.state.phase is Phase.KEEP
    flow.follow([("which_tile", "left"), ("which_tile", "ok"), ("todo", "")])
    assert flow.stacks[ANN] == (23, 25)


def test_a_followed_keep_that_ends_the_turn_asks_the_same(flow: TileFlow) -> None:
    flow.follow([("throw", "2223wwww"), ("keep", "2233"), ("follow", "")])
    while isinstance(flow.screen, Choice):
        if flow.screen.groups[flow.screen.chosen].face is Face.TWO:
            break
        flow.press("right")
    flow.follow([("follow", "ok"), ("throw_or_stop", "")])
    flow.follow([("throw_or_stop", "11"), ("keep", "ok"), ("which_tile", "")])
    assert flow.labels[0] == "24 from the grill"


# Where nothing can be given away, nothing is asked.


def test_a_tile_on_the_grill_is_just_taken(tmp_path: Path) -> None:
    flow = laid(tmp_path, (23,), (26, 29), (31,), up=(21, 24, 25))
    flow.follow(TO_25)
    assert flow.stop_line == "STOP 25: tile 25"
    flow.follow([("throw_or_stop", "stop"), ("todo", "")])


def test_where_no_rival_has_a_tile_the_lower_is_just_taken(tmp_path: Path) -> None:
    flow = laid(tmp_path, (23,), (), ())
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("todo", "")])
    assert flow.stacks[ANN] == (23, 24)


def test_without_a_worm_a_stop_is_a_fail_as_everywhere(flow: TileFlow) -> None:
    flow.follow([("throw", "11234555"), ("keep", "ok")])
    assert flow.stop_line == "15: no worm"
    flow.follow([("throw_or_stop", "stop"), ("stop", "stop"), ("failed", "")])


# Where the grill has nothing.

LOW_UP = (33,)


@pytest.mark.parametrize("stacks", [WITH, WITHOUT])
def test_with_nothing_on_the_grill_it_is_asked_all_the_same(
    tmp_path: Path, stacks: tuple[Tiles, ...]
) -> None:
    flow = laid(tmp_path, *stacks, up=LOW_UP)
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("which_tile", "")])
    assert flow.labels == ["No rival’s tile", f"{stacks[BEN][-1]} from Ben", "31 from Cat"]
    flow.follow([("which_tile", "ok"), ("in_vain", "")])
    assert (flow.message.title, flow.lines) == (
        "Ann, 25: sure?", ["No tile so low", "May cost your 23"]
    )  # fmt: skip
    flow.follow([("in_vain", "back"), ("which_tile", "back"), ("throw_or_stop", "")])
    assert flow.stacks == stacks


def test_who_has_no_tile_can_lose_none(tmp_path: Path) -> None:
    flow = laid(tmp_path, (), *WITHOUT[1:], up=LOW_UP)
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("which_tile", "ok"), ("in_vain", "")])
    assert flow.lines == ["No tile so low", "It may bring nothing"]


def test_without_a_rivals_tile_it_is_a_fail(tmp_path: Path) -> None:
    flow = laid(tmp_path, *WITHOUT, up=LOW_UP)
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("which_tile", "ok"), ("in_vain", "ok")])
    assert flow.name == "failed"
    assert flow.lines == ["No tile", "Give back 23", "Turn over 33"]


def test_the_only_gain_cannot_be_declined(tmp_path: Path) -> None:
    """R72; it is told when it has happened."""
    flow = laid(tmp_path, *WITH, up=LOW_UP)
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("which_tile", "ok"), ("in_vain", "ok")])
    assert (flow.name, flow.lines) == ("todo", ["Take 25 from Ben"])
    assert flow.stacks[ANN] == (23, 25)


# Taking back.


@pytest.mark.parametrize("press", ["ok", "right ok"])
def test_undo_goes_back_past_the_choice(flow: TileFlow, press: str) -> None:
    """A table that stood there would tell that there was a choice."""
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("which_tile", "")])
    flow.press(*press.split())
    flow.follow([("todo", "undo"), ("undone", "")])
    assert flow.message.title == "Undone: stop"
    flow.follow([("undone", "ok"), ("throw_or_stop", "")])


def test_the_undo_list_has_no_choice_either(flow: TileFlow) -> None:
    flow.follow([*TO_25, ("throw_or_stop", "stop"), ("which_tile", "ok"), ("todo", "back")])
    flow.follow([("menu", "right"), ("menu", "right"), ("menu", "ok"), ("undo_list", "")])
    assert flow.labels[:3] == ["stop", "keep worm", "throw 111WWWWW"]
    flow.follow([("undo_list", "right"), ("undo_list", "ok"), ("undone", "ok"), ("keep", "")])


def test_a_game_that_waits_for_a_tile_asks_which(flow: TileFlow) -> None:
    """Another surface may have left it there."""
    flow.follow(TO_25)
    flow.table.session.game.play(Stop())
    flow.table.view = flow.table.navigator.game()
    flow.follow(
        [("which_tile", "left"), ("which_tile", "ok"), ("which_tile", "back"), ("menu", "ok")]
    )
    flow.follow([("which_tile", "ok"), ("todo", "")])
    assert flow.moves[-1] == Take(24)
