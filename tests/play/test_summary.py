"""The turns of a game: whose they were, what they brought, and which failed."""

from firmware.play.setup import Setup
from firmware.play.summary import turns_played
from rules import Barbecue, Colour, Face, Keep, Player, Stop, Throw
from rules.barbecue import BarbecueVariant
from rules.grill import Spot
from rules.moves import Adjust, Leave, Move, Skip
from rules.record import Record
from tests.rules.tables import ANN, BEN, begin, grill

WORMS = (Throw([Face.WORM] * 5 + [Face.SIX] * 3), Keep(Face.WORM))
"""25 with a worm."""


def played(*moves: Move) -> Record:
    """A record of Barbecue; Ben has a plate and two worms on 25."""
    state = begin(Barbecue, "Ann", "Ben")
    record = Record.begin(state, ())
    lying = grill(state, {25: Spot(BEN, 1)})
    for move in (Adjust(lying.table, ANN), *moves):
        record.play(move)
    return record


def test_a_turn_is_told_with_what_it_brought() -> None:
    record = played(*WORMS, Stop(), Throw([Face.SIX] * 8), Keep(Face.SIX))
    first, second = turns_played(record.opening[0], record.steps)
    assert (first.player, first.gained, first.failed) == (ANN, 2, False)
    assert first.points == (2, 0)
    assert first.best.move == Stop()
    assert (second.player, second.gained, second.failed) == (BEN, 0, True)


def test_repairs_win_nothing() -> None:
    """Worms that somebody was given by hand are nobody's best turn."""
    record = played(Skip(), *WORMS, Stop())
    turns = turns_played(record.opening[0], record.steps)
    assert [(turn.player, turn.gained) for turn in turns] == [(BEN, 2)]
    assert turns[0].points == (0, 4)


def test_the_same_people_play_again_and_the_next_one_starts() -> None:
    names = [("Ann", Colour.GREEN), ("Ben", Colour.BLUE), ("Cat", Colour.BLACK)]
    players = tuple(Player(*each) for each in names)
    options = frozenset({str(BarbecueVariant.STOP_IS_FAIL)})
    first = Setup(Barbecue, players, Barbecue.BOX, starter=1, dice="standard", variants=options)
    state, _ = first.begin()
    again = Setup.again(state)
    assert (again.starter, again.players) == (2, players)
    assert (again.box, again.dice, again.variants) == (first.box, first.dice, options)
    last, _ = Setup.again(again.begin()[0]).begin()
    assert last.player == 0


def test_who_left_does_not_play_again() -> None:
    state, _ = Setup(
        Barbecue,
        (Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE), Player("Cat", Colour.BLACK)),
        Barbecue.BOX,
    ).begin()
    state, _ = state.play(Leave(1))
    again = Setup.again(state)
    assert [player.name for player in again.players] == ["Ann", "Cat"]
    assert again.players[again.starter].name == "Cat"
