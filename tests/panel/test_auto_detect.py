"""Dice that nobody asked for: when they are a throw, and what is done then is what SCAN does."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware.store.settings import Settings
from firmware.table.auto_detect import TOLD, Verdict
from firmware.table.requests import Look
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Throw
from tests.harness.flow import Flow, reading
from tools.table.presses import GAMES
from tools.table.unpressed import MOST, MOST_ON_MAT, count, fallen
from vision.reading import Doubt, Reading

BEGIN = [("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "")]


def laid_at(told: Reading, seed: int) -> Reading:
    """Return the same dice at new places."""
    return fallen(told, Random(seed))


class Noticing(Flow):
    """A table with automatic reading: dice are thrown and nothing is pressed."""

    def __init__(self, folder: Path, game: str = "barbecue") -> None:
        super().__init__(folder, settings=Settings(by_itself=True, game=game))
        self.throws = 100
        self.start()

    def lie(self, text: str, *doubts: Doubt, aside: str | None = None) -> Verdict | None:
        """These dice were thrown and lie there: what is noticed."""
        self.throws += 1
        return self.notice(laid_at(reading(text, *doubts, aside=aside), self.throws))

    def notice(self, told: Reading) -> Verdict | None:
        unasked = self.table.auto_look
        if unasked is None:
            return None
        verdict = self.table.judge(unasked, told)
        if verdict is Verdict.THROWN:
            self.table.noticed(told)
            assert not [ask for ask in self.table.session.requests if isinstance(ask, Look)]
            self._answer()
        return verdict

    @property
    def moves(self) -> list[object]:
        return [step.move for step in self.table.session.game.steps]


@pytest.fixture
def flow(tmp_path: Path) -> Noticing:
    flow = Noticing(tmp_path)
    flow.follow(BEGIN)
    return flow


@pytest.fixture
def mat(flow: Noticing) -> Noticing:
    """The first throw lies on a mat: 1 1 3 4 w w w 6."""
    assert flow.lie("1134www6", aside="") is Verdict.THROWN
    assert flow.name == "keep"
    return flow


# Without a mat.


def test_a_throw_is_read_by_itself(flow: Noticing) -> None:
    assert flow.lie("1134www6") is Verdict.THROWN
    assert flow.name == "keep"
    assert len(flow.moves) == 1


def test_it_is_off_unless_somebody_wants_it(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.follow(BEGIN)
    assert flow.table.auto_look is None


def test_the_configuration_says_so_until_the_players_do(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    flow.follow(BEGIN)
    flow.table.session.auto_read_default = True
    assert flow.table.auto_look is not None
    flow.table.session.change(by_itself=False)
    assert flow.table.auto_look is None


@pytest.mark.parametrize("dice", ["", "1", "1134www", "1134www61"])
def test_another_count_is_no_throw(flow: Noticing, dice: str) -> None:
    assert flow.lie(dice, Doubt("count", {"found": len(dice)})) is Verdict.WAITS
    assert flow.lie(dice) is Verdict.WAITS
    assert flow.name == "throw"


def test_a_doubt_is_not_taken(flow: Noticing) -> None:
    assert flow.lie("1134www6", Doubt("hidden", {"x": 1.0, "y": 1.0})) is Verdict.UNCLEAR
    assert flow.name == "throw"
    assert flow.moves == []


def test_a_keep_waits_for_a_press_since_a_count_never_decides(flow: Noticing) -> None:
    flow.lie("1134www6")
    assert flow.lie("11236") is None
    flow.press("ok")
    assert flow.name == "throw_or_stop"
    assert flow.lie("12236") is Verdict.THROWN


def test_dice_that_are_laid_aside_move_too(flow: Noticing) -> None:
    thrown = laid_at(reading("1134www6"), 1)
    flow.notice(thrown)
    flow.press("ok")
    rest = replace(thrown, dice=tuple(die for die in thrown.dice if die.face != "worm"))
    assert flow.notice(rest) is Verdict.WAITS
    assert flow.notice(laid_at(rest, 7)) is Verdict.UNCLEAR  # pushed, or thrown and fallen alike
    assert len(flow.moves) == 2
    assert flow.lie("11344") is Verdict.THROWN


def test_one_die_that_was_nudged_makes_no_throw(flow: Noticing) -> None:
    thrown = laid_at(reading("1134www6"), 1)
    flow.notice(thrown)
    flow.press("ok")
    rest = [die for die in thrown.dice if die.face != "worm"]
    turned = laid_at(reading("2"), 9).dice[0]
    assert flow.notice(replace(thrown, dice=(*rest[:-1], turned))) is Verdict.WAITS


def ended(flow: Noticing) -> None:
    """Play a failed attempt, with pieces to move."""
    flow.lie("wwwww114")
    flow.press("ok")
    assert flow.lie("www") is Verdict.THROWN
    assert flow.name == "failed"


def test_the_next_turn_begins_without_a_press_once_all_can_be_read(flow: Noticing) -> None:
    ended(flow)
    unasked = flow.table.auto_look
    assert unasked is not None
    assert unasked.soonest == TOLD
    assert flow.lie("1134www6") is Verdict.THROWN
    assert flow.name == "keep"
    assert flow.table.session.unconfirmed == ()


def test_dice_that_are_gathered_are_not_thrown(flow: Noticing) -> None:
    ended(flow)
    assert flow.lie("wwwwwwww") is Verdict.UNCLEAR  # five that were kept, and the last three
    assert flow.name == "failed"


def test_while_the_table_is_laid_nothing_is_read(tmp_path: Path) -> None:
    flow = Noticing(tmp_path)
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "")])
    assert flow.table.auto_look is None


def test_after_some_tries_it_is_said_calmly(flow: Noticing) -> None:
    flow.table.view.unread = True
    assert "SCAN" in str(flow.screen)
    assert "Unclear" in str(flow.screen)
    assert not getattr(flow.screen, "alarm", False)


# On a mat.


def test_a_whole_turn_without_a_press(mat: Noticing) -> None:
    presses = mat.presses
    assert mat.lie("11346", aside="www") is Verdict.LAID  # not thrown yet
    assert mat.lie("11234", aside="www") is Verdict.THROWN
    assert mat.name == "follow"
    assert len(mat.moves) == 1  # it is only shown
    assert mat.lie("446", aside="www11") is Verdict.THROWN
    assert mat.name == "follow"
    assert [type(move) for move in mat.moves] == [Throw, Keep, Throw]
    assert mat.presses == presses
    mat.tray = reading("6", aside="www1144")
    mat.press("stop")
    assert [type(move) for move in mat.moves[-2:]] == [Keep, Stop]


@pytest.mark.parametrize(
    ("tray", "aside", "verdict"),
    [
        ("134www6", "1", Verdict.WAITS),  # one of two laid aside so far
        ("1134ww6", "", Verdict.WAITS),  # one in the hand
        ("34www6", "", Verdict.WAITS),
        ("1134www6", "", Verdict.WAITS),
        ("2222", "www", Verdict.WAITS),  # thrown, but one is on the floor
        ("2234www", "1", Verdict.UNCLEAR),  # thrown on with one of two aside
        ("223344", "w6", Verdict.UNCLEAR),
        ("11346", "www", Verdict.LAID),
        ("22346", "www", Verdict.THROWN),
    ],
)
def test_what_lies_aside_decides(mat: Noticing, tray: str, aside: str, verdict: Verdict) -> None:
    before = mat.moves
    assert mat.lie(tray, aside=aside) is verdict
    assert mat.moves == before
    assert mat.name == ("follow" if verdict is Verdict.THROWN else "keep")


def test_a_row_that_is_not_seen_well_tells_nothing(mat: Noticing) -> None:
    assert mat.lie("22346") is Verdict.WAITS


def test_few_dice_may_fall_as_they_lay(mat: Noticing) -> None:
    mat.lie("44442", aside="www")
    assert mat.name == "follow"
    assert mat.lie("2", aside="www4444") is Verdict.UNCLEAR
    assert mat.lie("3", aside="www4444") is Verdict.THROWN


def test_a_failure_is_seen_as_by_a_press(mat: Noticing) -> None:
    assert mat.lie("wwwww", aside="www") is Verdict.THROWN
    assert mat.name == "failed"
    assert [type(move) for move in mat.moves] == [Throw, Keep, Throw]


def test_a_mistake_that_was_told_is_put_right_without_a_press(mat: Noticing) -> None:
    mat.scan(reading("1134w6", aside="ww"))
    assert mat.name == "aside"
    assert mat.lie("11346", aside="www") is Verdict.LAID
    mat.table.aside_corrected()
    assert mat.name == "keep"


def test_a_kept_die_that_was_turned_back(mat: Noticing) -> None:
    mat.scan(reading("11346", aside="www"))
    thrown = laid_at(reading("12346", aside="ww3"), 1)
    assert mat.notice(thrown) is Verdict.UNCLEAR
    mat.scan(thrown)
    assert mat.name == "aside"
    kept = reading("", aside="www").aside
    assert mat.notice(replace(thrown, aside=kept)) is Verdict.THROWN  # it lies where it lay
    assert mat.name == "keep"


# What is done is what SCAN does.


@pytest.mark.parametrize(
    ("before", "tray", "aside"),
    [
        ([], "1134www6", None),
        ([], "1134www6", ""),
        ([("1134www6", "")], "22346", "www"),
        ([("1134www6", ""), ("22346", "www")], "166", "www22"),
        ([("1134www6", "")], "wwwww", "www"),
    ],
)
def test_nothing_is_done_that_scan_would_not_do(
    tmp_path: Path, before: list[tuple[str, str]], tray: str, aside: str | None
) -> None:
    noticing, pressing = Noticing(tmp_path / "one"), Noticing(tmp_path / "two")
    for flow in (noticing, pressing):
        flow.follow(BEGIN)
        for lay, kept in before:
            flow.scan(reading(lay, aside=kept))
    unasked = noticing.table.auto_look
    assert unasked is not None
    assert noticing.lie(tray, aside=aside) is Verdict.THROWN
    pressing.scan(reading(tray, aside=aside))
    assert noticing.screen == pressing.screen
    assert noticing.table.session.game.steps == pressing.table.session.game.steps
    look = [ask for ask in pressing.requests if isinstance(ask, Look)][-1]
    assert (look.expected, look.total) == (unasked.expected, unasked.total)


def test_nothing_is_noticed_elsewhere(mat: Noticing) -> None:
    """Questions, menus and pages wait for whoever looks at them."""
    for press in ("back", "stop", "right"):
        flow = mat
        flow.press(press)
        if flow.name not in {"keep", "follow"}:
            assert flow.table.auto_look is None, flow.name
        while flow.name != "keep":
            flow.press("back")
    mat.scan(reading("1134www6", Doubt("hidden", {"x": 1.0, "y": 1.0})))
    assert mat.name == "doubt"
    assert mat.table.auto_look is None


# Picnic Blitz.


def test_in_picnic_blitz_the_first_throw_alone(tmp_path: Path) -> None:
    flow = Noticing(tmp_path, "picnic_blitz")
    flow.press("ok")
    while flow.name != "picnic_throw":
        flow.press("ok")
    assert flow.lie("12345") is Verdict.WAITS
    assert flow.lie("112346") is Verdict.THROWN
    assert [type(move) for move in flow.moves] == [Throw]
    assert flow.name != "picnic_throw"
    assert flow.table.auto_look is None


# Whole games.


@pytest.mark.proof
@pytest.mark.parametrize("mat", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_hardly_a_press_is_left(game: type[AnyHeckmeck], *, mat: bool) -> None:
    assert count(2, game, mat=mat).a_throw <= (MOST_ON_MAT if mat else MOST)
