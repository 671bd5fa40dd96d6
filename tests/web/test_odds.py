"""The odds as a page gets them: the figures of `rules.advice` and `firmware.play.goals`."""

from itertools import pairwise
from pathlib import Path

from firmware.play.goals import goal_chance
from firmware.speech.language import language_named
from firmware.speech.words import Words
from firmware.store.journal import follow
from firmware.web.odds import odds
from rules.advice import advise
from rules.heckmeck import Heckmeck
from rules.picnic_blitz import PicnicBlitz
from rules.rerolls import Straight
from tests.web import prepared
from tests.web.served import keep_game


def test_every_choice_of_a_heckmeck_game_is_a_row_and_one_is_best(tmp_path: Path) -> None:
    for prepare in [prepared.risky, prepared.snatch_or_lower, prepared.pinch]:
        state = follow(prepare(tmp_path)).record.state
        assert isinstance(state, Heckmeck)
        told = odds(state, Words(state.setup.players))
        advice = advise(state)
        rows = told["rows"]
        assert [row["points"] for row in rows] == [option.value for option in advice.options]
        for row, option in zip(rows, advice.options, strict=True):
            assert row["fails"] == (None if option.stop_next else option.only_old)
        assert [row["best"] for row in rows] == [True] + [False] * (len(rows) - 1)
        assert told["old_counts"] is state.ONLY_OLD_COUNTS
        assert all(more > fewer for (_, more), (_, fewer) in pairwise(told["sums"]))


def test_a_single_choice_is_not_called_the_best(tmp_path: Path) -> None:
    state = follow(prepared.begun(tmp_path)).record.state
    (row,) = odds(state, Words(state.setup.players))["rows"]
    assert (row["label"], row["best"]) == ("throw on", False)


def test_picnic_blitz_tells_straights_and_each_track(tmp_path: Path) -> None:
    state = follow(prepared.straight(tmp_path)).record.state
    assert isinstance(state, PicnicBlitz)
    first, *tracks = odds(state, Words(state.setup.players, language_named("de")))["rows"]
    assert first["label"] == "6 in Folge"
    assert first["again"] == ("5",)
    assert first["chance"] == goal_chance(state, Straight(6)).chance
    assert [row["label"].partition(":")[0] for row in tracks] == [f"Bahn {n}" for n in range(1, 7)]


def test_the_steps_of_a_track_get_less_likely(tmp_path: Path) -> None:
    state = follow(keep_game(tmp_path, PicnicBlitz)).record.state
    for row in odds(state, Words(state.setup.players))["rows"]:
        chances = [row["chance"], *(chance for _, chance in row["more"])]
        assert all(one > other for one, other in pairwise(chances))
