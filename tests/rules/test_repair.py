"""Repairs: people misplace pieces, drop dice and go home."""

from dataclasses import replace

from rules import (
    Adjust,
    Barbecue,
    Bratwurmeck,
    Colour,
    Face,
    Junior,
    Keep,
    Leave,
    Player,
    Skip,
    Stop,
    Take,
    Throw,
    Void,
)
from rules.events import (
    Left,
    OffStack,
    OntoStack,
    PassDice,
    SetDice,
    SetGrill,
    SetSnails,
    SetSpot,
    SetWorms,
    Skipped,
    ThrowAgain,
)
from rules.grill import SNAIL, GrillTable, Spot
from rules.heckmeck import AnyHeckmeck
from rules.moves import Move
from rules.outcome import Outcome
from rules.tiles import TileTable
from rules.turn import Phase
from tests.rules import tables

ANN, BEN, CEM = range(3)
PLAYERS = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE), Player("Cem", Colour.BLACK)]
THROW = Throw([*[Face.WORM] * 5, Face.ONE, Face.ONE, Face.TWO])


def start(game: type[AnyHeckmeck], *moves: Move) -> AnyHeckmeck:
    state, _ = game.begin(PLAYERS)
    for move in moves:
        state, _ = state.play(move)
    return state


def refused(state: AnyHeckmeck, move: Move) -> str:
    return tables.refused(state, move).code


# Void.


def test_a_voided_throw_is_thrown_again_with_the_same_dice() -> None:
    before = start(Barbecue)
    after, events = start(Barbecue, THROW).play(Void())
    assert after == before
    assert events == (ThrowAgain(ANN, 8),)
    kept = start(Barbecue, THROW, Keep(Face.WORM))
    again = start(Barbecue, THROW, Keep(Face.WORM), Throw([Face.ONE, Face.TWO, Face.SIX]), Void())
    assert again == kept
    for without_a_throw in (before, kept):
        assert refused(without_a_throw, Void()) == "nothing_to_void"


# Skip.


def test_a_skipped_turn_has_no_effect_and_passes_on() -> None:
    state = start(Barbecue, THROW, Keep(Face.WORM))
    after, events = state.play(Skip())
    assert events == (Skipped(ANN), PassDice(BEN))
    assert after.table == state.table
    assert (after.player, after.turn.left, after.turn.total) == (BEN, 8, 0)


# Leave.


def test_who_leaves_gets_no_more_turns_and_the_pieces_stay() -> None:
    state = start(Barbecue, THROW, Keep(Face.WORM), Stop())
    after, events = state.play(Leave(ANN))
    assert events == (Left(ANN),)
    assert after.table == state.table
    for expected in (CEM, BEN, CEM):
        after, _ = after.play(Skip())
        assert after.player == expected


def test_who_leaves_in_their_own_turn_passes_the_dice_on() -> None:
    state, events = start(Barbecue, THROW).play(Leave(ANN))
    assert events == (Left(ANN), PassDice(BEN))
    assert state.turn.thrown == ()


def test_two_must_stay_and_only_who_is_here_can_leave_or_be_given_the_turn() -> None:
    state = start(Barbecue, Leave(CEM))
    assert refused(state, Leave(BEN)) == "too_few_would_stay"
    assert refused(state, Leave(CEM)) == "gone_home"
    assert refused(state, Adjust(state.table, CEM)) == "gone_home"
    for seat in (-1, 3):
        assert refused(start(Barbecue), Leave(seat)) == "no_such_player"
        assert refused(state, Adjust(state.table, seat)) == "no_such_player"


def test_who_has_left_is_not_ranked_but_can_still_be_stolen_from() -> None:
    state = start(Barbecue, THROW, Keep(Face.WORM), Stop(), Leave(ANN))
    assert Outcome("grill_full", state.standings()).winners == (BEN, CEM), "though Ann leads"
    state, _ = tables.play(state, THROW, Keep(Face.WORM), Stop())
    assert state.points() == (0, 2, 0)
    outcome = Outcome("grill_full", state.standings())
    assert [(standing.player, standing.rank) for standing in outcome.standings] == [
        (BEN, 1), (CEM, 2), (ANN, None),
    ]  # fmt: skip
    assert outcome.winners == (BEN,)


# Adjust: Barbecue.


def grill(**changes: object) -> GrillTable:
    table = GrillTable({}, (0, 0, 0), (0, 0, 0))
    return replace(table, **changes)  # type: ignore[arg-type]


def with_spots(table: GrillTable, spots: dict[int, Spot]) -> GrillTable:
    for number, spot in spots.items():
        table = table.with_spot(number, spot)
    return table


def test_adjust_sets_up_a_game_in_the_middle_and_says_what_differs() -> None:
    table = with_spots(
        grill(worms=(4, 0, 2), snails=(0, 1, 0)), {27: Spot(ANN, 2), 25: Spot(CEM, 1), 36: SNAIL}
    )
    state, events = start(Barbecue).play(Adjust(table, BEN))
    assert state.table == table
    assert state.player == BEN
    assert events == (
        SetSpot(25, CEM, 1, snail=False),
        SetSpot(27, ANN, 2, snail=False),
        SetSpot(36, None, 0, snail=True),
        SetWorms(ANN, 4),
        SetWorms(CEM, 2),
        SetSnails(BEN, 1),
        PassDice(BEN),
    )


def test_adjusting_the_pieces_leaves_the_dice_of_the_turn() -> None:
    state = start(Barbecue, THROW)
    after, events = state.play(Adjust(with_spots(grill(), {36: SNAIL}), ANN))
    assert after.turn == state.turn
    assert events == (SetSpot(36, None, 0, snail=True),)
    assert state.play(Adjust(state.table, ANN)) == (state, ()), "nothing is told of nothing"


IMPOSSIBLE = [
    (with_spots(grill(), {30: Spot(ANN, 1)}), "too_few_worms"),
    (with_spots(grill(worms=(5, 0, 0)), {30: Spot(ANN, 2)}), "too_few_worms"),
    (with_spots(grill(worms=(9, 0, 0)), {30: Spot(ANN, 3)}), "spot_holds"),
    (with_spots(grill(worms=(9, 0, 0)), {30: Spot(ANN, 1, snail=True)}), "spot_holds"),
    (with_spots(grill(), {30: Spot(ANN, 0)}), "spot_owner"),
    (with_spots(grill(), {30: Spot(None, 1)}), "spot_owner"),
    (with_spots(grill(), {30: Spot(3, 1)}), "no_such_player"),
    (grill(worms=(-1, 0, 0)), "less_than_nothing"),
    (grill(snails=(0, -1, 0)), "less_than_nothing"),
    (grill(snails=(12, 1, 0)), "too_many_snails"),
    (with_spots(grill(snails=(12, 0, 0)), {36: SNAIL}), "too_many_snails"),
    (grill(worms=(0, 0)), "one_for_each_player"),
    (grill(snails=()), "one_for_each_player"),
    (
        with_spots(grill(worms=(50, 0, 0)), {n: Spot(ANN, 2) for n in range(23, 29)}),
        "too_many_plates",
    ),
]


def test_a_grill_that_cannot_exist_is_refused() -> None:
    for table, code in IMPOSSIBLE:
        assert refused(start(Barbecue), Adjust(table, ANN)) == code
    another = start(Bratwurmeck).table
    assert refused(start(Barbecue), Adjust(another, ANN)) == "table_of_another_game"


def test_a_strict_table_has_fifty_worms_but_need_not_back_plates() -> None:
    state, _ = Barbecue.begin(PLAYERS, variants=["strict_worms"])
    assert refused(state, Adjust(grill(worms=(26, 25, 0)), ANN)) == "too_many_worms"
    assert state.refusal(Adjust(with_spots(grill(), {30: Spot(ANN, 1)}), ANN)) is None


# Adjust: tiles.


def tiles(
    game: type[AnyHeckmeck], *stacks: tuple[int, ...], down: tuple[int, ...] = ()
) -> TileTable:
    rest = list(game.TILES)  # type: ignore[attr-defined]
    for tile in (*down, *(tile for stack in stacks for tile in stack)):
        rest.remove(tile)
    return TileTable(tuple(rest), down, stacks)


def test_adjusting_tiles_says_how_grill_and_stacks_must_lie() -> None:
    table = tiles(Bratwurmeck, (24, 31), (26,), (), down=(36,))
    state, events = start(Bratwurmeck).play(Adjust(table, CEM))
    assert state.table == table
    assert events == (
        OntoStack(ANN, (24, 31)),
        OntoStack(BEN, (26,)),
        SetGrill(table.up, (36,)),
        PassDice(CEM),
    )


def test_the_order_of_tiles_on_the_grill_does_not_matter() -> None:
    table = tiles(Bratwurmeck, (), (), ())
    assert TileTable(tuple(reversed(table.up)), (), table.stacks) == table


def test_tiles_that_cannot_lie_like_that_are_refused() -> None:
    for up, down, stacks, code in (
        (Bratwurmeck.TILES[1:], (), ((), (), ()), "tile_missing"),
        (Bratwurmeck.TILES, (21,), ((), (), ()), "tile_too_many"),
        (Bratwurmeck.TILES, (), ((37,), (), ()), "no_such_tile"),
        (Bratwurmeck.TILES, (), ((), ()), "one_for_each_player"),
    ):
        assert refused(start(Bratwurmeck), Adjust(TileTable(up, down, stacks), ANN)) == code


def test_junior_has_every_tile_twice() -> None:
    assert start(Junior).refusal(Adjust(tiles(Junior, (9, 9), (), ()), ANN)) is None
    table = TileTable(tuple(range(4, 10)), (), ((), (), ()))
    assert refused(start(Junior), Adjust(table, ANN)) == "tile_missing"


def test_a_grill_adjusted_empty_ends_the_game_which_takes_no_repairs_then() -> None:
    table = tiles(Bratwurmeck, Bratwurmeck.TILES[:9], Bratwurmeck.TILES[9:], ())
    state = start(Bratwurmeck, Adjust(table, ANN))
    assert state.ending == "grill_empty"
    for move in (Void(), Skip(), Leave(ANN), Adjust(table, ANN), Take(21), Stop()):
        assert refused(state, move) == "game_over"
    assert refused(start(Barbecue), Take(25)) == "not_in_this_game"


def test_while_a_tile_is_picked_the_table_may_not_change() -> None:
    state = start(
        Bratwurmeck,
        Adjust(tiles(Bratwurmeck, (), (25,), ()), ANN),
        Throw([*[Face.WORM] * 5, Face.ONE, Face.ONE, Face.TWO]),
        Keep(Face.WORM),
        Stop(),
    )
    assert state.turn.phase is Phase.TAKE
    assert set(state.legal_moves()) == {Take(25, BEN), Take(24)}
    assert refused(state, Adjust(tiles(Bratwurmeck, (), (), ()), ANN)) == "pick_first"


def test_only_tiles_that_move_are_told() -> None:
    state = start(Bratwurmeck, Adjust(tiles(Bratwurmeck, (24, 31), (26,), ()), ANN))
    after = tiles(Bratwurmeck, (24,), (26, 31), ())
    assert state.differences(after) == (OffStack(ANN, (31,)), OntoStack(BEN, (31,)))


# Undo: what people must do so that all lies as before.


def test_going_back_tells_pieces_and_dice() -> None:
    thrown = start(Barbecue, THROW)
    kept, _ = thrown.play(Keep(Face.WORM))
    assert kept.back_to(thrown) == (SetDice(ANN, thrown.turn.thrown, ()),)
    after, _ = kept.play(Stop())
    assert after.back_to(kept) == (
        SetSpot(25, None, 0, snail=False),
        SetWorms(ANN, 0),
        SetDice(ANN, (), (Face.WORM,) * 5),
    )
