"""What a step would do, told before it is done."""

import pytest

from firmware.errors import Unclear
from firmware.play import turns
from rules import Barbecue, Bratwurmeck, Face, Keep, Stop, Take
from rules.barbecue import BarbecueVariant
from rules.bratwurmeck import BratwurmeckVariant
from rules.errors import IllegalMove
from rules.events import (
    Failed,
    GameOver,
    PassDice,
    PlacePlate,
    PlateHome,
    SetAside,
    StealWorms,
    Thrown,
    TurnEnded,
)
from rules.grill import Spot
from rules.heckmeck import AnyHeckmeck
from tests.rules.tables import ANN, BEN, CAT, begin, grill, lay_aside, throw, tiles

LOW = (21, 22, 23, 24)
"""Tiles that lie on the grill, so that 25 is only to be had from a rival."""


def barbecue(groups: str = "", *variants: str) -> Barbecue:
    """Ann's turn with these dice aside; Ben has a plate on 26."""
    state = begin(Barbecue, "Ann", "Ben", "Cat", variants=variants)
    return lay_aside(grill(state, {26: Spot(BEN, 1)}), groups)[0]


def bratwurmeck(groups: str, *variants: str, bens: tuple[int, ...] = (25,)) -> AnyHeckmeck:
    """Ann's turn with these dice aside; Ben's stack is topped by 25, unless told."""
    state = tiles(begin(Bratwurmeck, "Ann", "Ben", "Cat", variants=variants), LOW, (26,), bens)
    return lay_aside(state, groups)[0]


# Preview.


def test_a_steal_is_seen_before_it_happens() -> None:
    state = barbecue("66 ww 4")
    seen = turns.preview(state, Stop())
    assert seen.brings == (StealWorms(ANN, BEN, 2), PlateHome(BEN, 26), PlacePlate(ANN, 26))
    assert seen.change == (2, -2, 0)
    assert seen.gained == 2
    assert seen.turn_over
    assert not seen.needs_confirmation
    assert seen.failed is None
    assert state.table.worms == (0, 2, 0)


def test_a_preview_is_what_then_happens() -> None:
    state = barbecue("66 ww 4")
    seen = turns.preview(state, Stop())
    assert (seen.after, seen.events) == state.play(Stop())


def test_nothing_played_is_nothing_changed() -> None:
    state = barbecue("66")
    seen = turns.preview(state)
    assert (seen.after, seen.events, seen.change) == (state, (), (0, 0, 0))
    assert not seen.turn_over


def test_a_stop_for_nothing_is_a_failed_attempt_and_asked_about() -> None:
    seen = turns.preview(barbecue("66", BarbecueVariant.STOP_IS_FAIL), Stop())
    assert seen.failed == Failed(ANN, 12, "no_worm")
    assert seen.needs_confirmation


def test_what_is_illegal_has_no_preview() -> None:
    with pytest.raises(IllegalMove):
        turns.preview(barbecue("66"), Stop())


def test_a_stop_that_costs_a_tile_is_asked_about() -> None:
    seen = turns.preview(bratwurmeck("11"), Stop())
    assert seen.gained == -2
    assert seen.needs_confirmation


def test_a_choice_of_tiles_does_not_end_the_turn() -> None:
    seen = turns.preview(bratwurmeck("wwwww"), Stop())
    assert seen.brings == ()
    assert not seen.turn_over
    assert not seen.needs_confirmation


def test_the_end_of_the_game_ends_the_turn() -> None:
    state = tiles(begin(Bratwurmeck, "Ann", "Ben"), (21,))
    seen = turns.preview(lay_aside(state, "wwww 1")[0], Stop())
    assert seen.after.ending == "grill_empty"
    assert seen.turn_over


# What is told.


def test_a_throw_alone_is_shown_and_not_told() -> None:
    thrown = Thrown(ANN, (Face.ONE,))
    assert turns.notable((thrown,)) == ()
    assert turns.notable((thrown, PassDice(BEN))) == (thrown, PassDice(BEN))


def test_one_reason_is_not_told_twice() -> None:
    failed = Failed(ANN, 12, "only_old")
    ended = TurnEnded(ANN, 12, "only_old")
    assert turns.notable((ended, failed, GameOver("grill_full"))) == (failed,)
    stopped = TurnEnded(ANN, 12, "stopped")
    assert turns.notable((stopped, failed)) == (stopped, failed)


# What a quiet table keeps to itself.


def test_a_turn_that_goes_on_has_not_ended() -> None:
    assert turns.preview(bratwurmeck("ww")).ended is None
    assert turns.preview(bratwurmeck("wwwww"), Stop()).ended == TurnEnded(ANN, 25, "stopped")


@pytest.mark.parametrize("bens", [(25,), (29,)])
def test_a_quiet_table_is_silent_whether_there_is_a_snatch_or_not(bens: tuple[int, ...]) -> None:
    state = bratwurmeck("wwwww", BratwurmeckVariant.QUIET_SNATCHES, bens=bens)
    assert turns.preview(state, Stop()).untold
    assert not turns.preview(bratwurmeck("wwwww", bens=bens), Stop()).untold


def test_a_quiet_table_is_silent_where_a_stop_would_fail() -> None:
    quiet = begin(Bratwurmeck, "Ann", "Ben", variants=[BratwurmeckVariant.QUIET_SNATCHES])
    state = lay_aside(tiles(quiet, (36,), (), (30,)), "wwwww")[0]
    seen = turns.preview(state, Stop())
    assert seen.failed == Failed(ANN, 25, "no_tile")
    assert seen.untold


def test_what_everyone_sees_is_no_secret() -> None:
    exact = bratwurmeck("wwww 1", BratwurmeckVariant.QUIET_SNATCHES)
    assert not turns.preview(exact, Stop()).untold, "21 lies on the grill"
    alone = bratwurmeck("wwwww", BratwurmeckVariant.QUIET_SNATCHES, bens=())
    assert not turns.preview(alone, Stop()).untold, "no rival has a tile"
    without = bratwurmeck("55555", BratwurmeckVariant.QUIET_SNATCHES)
    assert not turns.preview(without, Stop()).untold, "there is no worm"
    assert not turns.preview(exact).untold, "the turn goes on"


# Laying aside.


def test_a_throw_is_offered_by_its_faces() -> None:
    state, _ = barbecue("66").play(throw("112w6w"))
    ones, twos, sixes, worms = turns.keepables(state)
    assert (ones.face, ones.count, ones.total, ones.worm) == (Face.ONE, 2, 14, False)
    assert (twos.count, twos.total) == (1, 14)
    assert (worms.count, worms.total, worms.worm) == (2, 22, True)
    assert not ones.ends
    assert ones.preview is not None
    assert ones.preview.events == (SetAside(ANN, Face.ONE, 2),)
    assert (sixes.face, sixes.preview, sixes.total, sixes.ends) == (Face.SIX, None, 12, False)


def test_a_worm_that_lies_aside_stays_one() -> None:
    state, _ = barbecue("ww").play(throw("111111"))
    (ones,) = turns.keepables(state)
    assert ones.worm
    assert ones.ends


def test_without_a_throw_there_is_nothing_to_keep() -> None:
    assert turns.keepables(barbecue("66")) == ()


# Ending a turn.


def test_a_stop_is_a_stop() -> None:
    assert turns.stopping(barbecue("66 ww 4")) == (Stop(),)
    assert turns.stopping(bratwurmeck("wwwww")) == (Stop(),)


def test_a_quiet_table_takes_the_lower_tile() -> None:
    state = bratwurmeck("wwwww", BratwurmeckVariant.QUIET_SNATCHES)
    assert turns.quiet(state)
    assert turns.stopping(state) == (Stop(), Take(24))


def test_a_quiet_table_without_a_choice_just_stops() -> None:
    state = bratwurmeck("wwwww", BratwurmeckVariant.QUIET_SNATCHES, bens=())
    assert turns.stopping(state) == (Stop(),)


def test_a_snatch_is_a_stop_and_a_choice() -> None:
    assert turns.snatching(bratwurmeck("wwwww"), BEN) == (Stop(), Take(25, BEN))


def test_a_snatch_of_a_choice_that_waits() -> None:
    waiting, _ = bratwurmeck("wwwww").play(Stop())
    assert turns.snatching(waiting, BEN) == (Take(25, BEN),)


def test_the_only_gain_needs_no_choice() -> None:
    state = tiles(begin(Bratwurmeck, "Ann", "Ben"), (36,), (), (25,))
    assert turns.snatching(lay_aside(state, "wwwww")[0], BEN) == (Stop(),)


@pytest.mark.parametrize("rival", [ANN, CAT])
def test_who_has_no_such_tile_cannot_be_robbed(rival: int) -> None:
    with pytest.raises(Unclear, match="no_snatch"):
        turns.snatching(bratwurmeck("wwwww"), rival)


def test_a_throw_must_be_answered_before_a_snatch() -> None:
    state, _ = bratwurmeck("wwwww").play(throw("111"))
    with pytest.raises(Unclear, match="no_snatch"):
        turns.snatching(state, BEN)


def test_barbecue_has_nothing_to_snatch() -> None:
    with pytest.raises(Unclear, match="nothing_to_snatch"):
        turns.snatching(barbecue("66 ww 4"), BEN)


# The last keep of a turn, at a quiet table.


def last_keep(*variants: str, bens: tuple[int, ...] = (25,)) -> AnyHeckmeck:
    """Keeping the ones ends Ann's turn with 25."""
    state = bratwurmeck("wwww 2", *variants, bens=bens)
    return state.play(throw("111"))[0]


def test_a_quiet_table_leaves_the_thought_to_the_player() -> None:
    assert turns.asks_for_snatch(last_keep(BratwurmeckVariant.QUIET_SNATCHES), Keep(Face.ONE))
    assert not turns.asks_for_snatch(last_keep(), Keep(Face.ONE))
    early, _ = bratwurmeck("ww", BratwurmeckVariant.QUIET_SNATCHES).play(throw("111222"))
    assert not turns.asks_for_snatch(early, Keep(Face.ONE))
    assert not turns.asks_for_snatch(barbecue("66").play(throw("111111"))[0], Keep(Face.ONE))


def test_who_thinks_of_nobody_gets_the_lower_tile() -> None:
    state = last_keep(BratwurmeckVariant.QUIET_SNATCHES)
    assert turns.ending(state, Keep(Face.ONE), None) == (Keep(Face.ONE), Take(24))


def test_who_thinks_of_it_snatches() -> None:
    state = last_keep(BratwurmeckVariant.QUIET_SNATCHES)
    assert turns.ending(state, Keep(Face.ONE), BEN) == (Keep(Face.ONE), Take(25, BEN))


def test_a_wrong_thought_is_refused_and_nothing_is_played() -> None:
    with pytest.raises(Unclear, match="total=25") as refused:
        turns.ending(last_keep(BratwurmeckVariant.QUIET_SNATCHES), Keep(Face.ONE), CAT)
    assert refused.value.code == "no_snatch"


def test_without_a_choice_the_keep_is_all() -> None:
    state = last_keep(BratwurmeckVariant.QUIET_SNATCHES, bens=())
    assert turns.ending(state, Keep(Face.ONE), None) == (Keep(Face.ONE),)


def test_the_only_gain_may_be_named() -> None:
    quiet = begin(Bratwurmeck, "Ann", "Ben", variants=[BratwurmeckVariant.QUIET_SNATCHES])
    state = lay_aside(tiles(quiet, (36,), (), (25,)), "wwww 2")[0].play(throw("111"))[0]
    assert turns.ending(state, Keep(Face.ONE), BEN) == (Keep(Face.ONE),)
