"""Exact chances: against published figures, against brute force, and against common sense."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules import Barbecue, Bratwurmeck, Colour, Face, Junior, Keep, Player, Stop, Take, Throw
from rules.advice import advise, chances, opening_chances
from rules.dice import BARBECUE, CLASSIC, DiceSet, junior
from rules.errors import IllegalMove
from rules.events import GameOver, PassDice
from rules.heckmeck import AnyHeckmeck
from rules.moves import Adjust, Move
from rules.odds import Reach, TurnTree, turn_tree
from rules.tiles import TileTable
from rules.turn import Phase
from tests.harness.greedy import greedy_move
from tests.harness.marks import MORE
from tests.rules.random_play import begin, steps

PLAYERS = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE), Player("Cem", Colour.BLACK)]


def named(dice: DiceSet) -> str:
    return f"{dice.name} {dice.sides[-1]}"


# Against published figures.


def test_classic_chances_of_the_first_turn() -> None:
    told = opening_chances(Bratwurmeck, CLASSIC)
    at_least = {21: 0.893027, 25: 0.680331, 30: 0.263790, 36: 0.015678}
    assert {total: told.at_least[total] for total in at_least} == pytest.approx(at_least, abs=5e-7)
    assert told.exactly[21] == pytest.approx(0.439597, abs=5e-7)


def test_worms_to_be_expected_of_the_first_turn_on_a_full_classic_grill() -> None:
    state, _ = Bratwurmeck.begin(PLAYERS)
    assert advise(state).best.value == pytest.approx(1.6447296740401, abs=1e-12)


@pytest.mark.parametrize(
    ("face", "chance"),
    [
        (Face.ONE, 0.575662),
        (Face.TWO, 0.750010),
        (Face.THREE, 0.762079),
        (Face.FIVE, 0.763631),
        (Face.WORM, 0.992093),
    ],
)
def test_chance_of_any_tile_after_a_published_first_throw(face: Face, chance: float) -> None:
    state, _ = Bratwurmeck.begin(PLAYERS)
    thrown = [Face.ONE, Face.ONE, Face.TWO, Face.THREE, Face.FIVE, *[Face.WORM] * 3]
    state, _ = state.play(Throw(thrown))
    state, _ = state.play(Keep(face))
    assert chances(state).at_least[21] == pytest.approx(chance, abs=5e-7)


@pytest.mark.parametrize("dice", [BARBECUE, CLASSIC, junior()])
def test_chance_of_nothing_new_is_the_kept_sides_to_the_power_of_the_dice(dice: DiceSet) -> None:
    tree = turn_tree(dice, 4)
    for level in tree.levels:
        for position in level.index:
            sides = sum(1 for side in dice.sides if position.kept >> dice.faces.index(side) & 1)
            expected = (sides / 6) ** position.left
            assert tree.only_old_chance(position) == pytest.approx(expected)


# Against brute force with few dice: every single roll of every die, in fractions.


class BruteForce:
    """The best chance to end with a worm and a sum as wanted, by trying everything."""

    def __init__(self, dice: DiceSet, only_old_counts: bool) -> None:
        self.dice = dice
        self.only_old_counts = only_old_counts

    def chance(self, count: int, lowest: int, highest: int) -> Fraction:
        @cache
        def before(kept: frozenset[Face], left: int, total: int) -> Fraction:
            ends = Fraction(Face.WORM in kept and lowest <= total <= highest)
            if not left or len(kept) == len(self.dice.faces):
                return ends
            rolls = list(product(self.dice.sides, repeat=left))
            on = sum(after(kept, roll, total, ends) for roll in rolls) / Fraction(len(rolls))
            return max(ends, on) if kept else on

        def after(
            kept: frozenset[Face], roll: tuple[Face, ...], total: int, ends: Fraction
        ) -> Fraction:
            new = set(roll) - kept
            if not new:
                return ends if self.only_old_counts else Fraction(0)
            return max(
                before(
                    kept | {face},
                    len(roll) - roll.count(face),
                    total + roll.count(face) * self.dice.values[face],
                )
                for face in new
            )

        return before(frozenset(), count, 0)


@pytest.mark.parametrize("dice", [BARBECUE, CLASSIC, *map(junior, junior().faces)], ids=named)
@pytest.mark.parametrize("only_old_counts", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.proof
def test_chances_are_those_of_brute_force(dice: DiceSet, only_old_counts: bool, count: int) -> None:
    tree = TurnTree(dice, count)
    reached = Reach(tree, 1, only_old_counts=only_old_counts).chances(tree.start)
    brute = BruteForce(dice, only_old_counts)
    for total in reached.exactly:
        assert reached.exactly[total] == pytest.approx(float(brute.chance(count, total, total)))
        assert reached.at_least[total] == pytest.approx(float(brute.chance(count, total, 99)))


# The value of a turn, against playing every roll through the rules themselves.


class PlayedOut:
    """The best value and margin of a turn, found by playing everything there is."""

    def __init__(self, state: AnyHeckmeck) -> None:
        self.state = state
        self.points = state.points()

    def after(self, state: AnyHeckmeck, move: Move) -> tuple[float, float]:
        """What a move is worth, whatever follows it in this turn."""
        state, events = state.play(move)
        if any(isinstance(event, PassDice | GameOver) for event in events):
            return self.figures(state)
        choices = [self.after(state, choice) for choice in state.legal_moves().choices]
        if state.turn.phase is Phase.THROW:
            choices.append(self.throwing(state))
        return best(choices)

    def throwing(self, state: AnyHeckmeck) -> tuple[float, float]:
        """What throwing on is worth: the average over every roll."""
        rolls = Counter(
            tuple(sorted(roll)) for roll in product(state.setup.dice.sides, repeat=state.turn.left)
        )
        total = rolls.total()
        figures = [(self.after(state, Throw(roll)), count / total) for roll, count in rolls.items()]
        return (
            sum(value * chance for (value, _), chance in figures),
            sum(margin * chance for (_, margin), chance in figures),
        )

    def figures(self, state: AnyHeckmeck) -> tuple[float, float]:
        gained = [now - then for now, then in zip(state.points(), self.points, strict=True)]
        own = gained[self.state.player]
        staying = [seat for seat in self.state.rivals if seat not in self.state.gone]
        return own, own - sum(gained[seat] for seat in staying) / len(staying)


def best(figures: list[tuple[float, float]]) -> tuple[float, float]:
    """Each figure under best play for that figure."""
    return max(value for value, _ in figures), max(margin for _, margin in figures)


@pytest.mark.parametrize("game", [Barbecue, Junior, MORE(Bratwurmeck)])
def test_the_value_of_every_option_is_that_of_playing_everything(game: type[AnyHeckmeck]) -> None:
    checked: Counter[Phase] = Counter()
    for seed in range(40):
        for _, _, state, _ in steps(game, seed, repairs=0.05, most=60):
            phase = state.turn.phase
            if state.ending is None and state.turn.left <= 3 and checked[phase] < 8:
                checked[phase] += 1
                check_options(state)
    assert checked[Phase.KEEP] == checked[Phase.THROW] == 8


def check_options(state: AnyHeckmeck) -> None:
    played = PlayedOut(state)
    for option in advise(state).options:
        if option.move is None:
            expected = played.throwing(state)
        else:
            expected = played.after(state, option.move)
        assert (option.value, option.margin) == pytest.approx(expected)


# Advice.


def test_advice_lists_every_choice_and_the_best_first() -> None:
    state, _ = Barbecue.begin(PLAYERS)
    state, _ = state.play(Throw([Face.ONE, Face.TWO, Face.SIX, *[Face.WORM] * 5]))
    advice = advise(state)
    assert {option.move for option in advice.options} == set(state.legal_moves().choices)
    values = [option.value for option in advice.options]
    assert values == sorted(values, reverse=True)
    assert advice.best.move == Keep(Face.WORM)


def test_stopping_is_an_option_only_where_it_is_legal() -> None:
    state, _ = Barbecue.begin(PLAYERS)
    assert [option.move for option in advise(state).options] == [None]
    state, _ = state.play(Throw([Face.ONE, Face.TWO, Face.SIX, *[Face.WORM] * 5]))
    state, _ = state.play(Keep(Face.WORM))
    moves = [option.move for option in advise(state).options]
    assert set(moves) == {None, Stop()}


def test_a_stolen_tile_counts_more_in_the_margin() -> None:
    state, _ = Bratwurmeck.begin(PLAYERS)
    table = TileTable(tuple(t for t in Bratwurmeck.TILES if t != 30), (), ((), (30,), ()))
    for move in (
        Adjust(table, 0),
        Throw([*[Face.WORM] * 6, Face.ONE, Face.TWO]),
        Keep(Face.WORM),
        Stop(),
    ):
        state, _ = state.play(move)
    options = {option.move: option for option in advise(state).options}
    snatch, lower = options[Take(30, 1)], options[Take(29)]
    assert (snatch.value, snatch.margin) == (3, 4.5)
    assert (lower.value, lower.margin) == (3, 3)
    assert chances(state).exactly[30] == 1, "the dice are done"
    assert chances(state).at_least[31] == 0


def test_a_game_that_is_over_gets_no_advice() -> None:
    dice = random.Random(5)
    state, _ = begin(Junior, dice)
    while state.ending is None:
        state, _ = state.play(greedy_move(state, dice))
    with pytest.raises(IllegalMove, match="game_over"):
        advise(state)


def test_more_is_never_likelier_and_exactly_is_never_likelier_than_at_least() -> None:
    for game, dice in ((Barbecue, BARBECUE), (Bratwurmeck, CLASSIC), (Junior, junior())):
        told = opening_chances(game, dice)
        falling = list(told.at_least.values())
        assert falling == sorted(falling, reverse=True)
        assert all(told.exactly[n] <= told.at_least[n] + 1e-12 for n in told.exactly)


def test_nobody_loses_by_throwing_on_in_junior() -> None:
    """R41: a throw of only old symbols counts, so throwing on is about value alone."""
    state, _ = Junior.begin(PLAYERS)
    state, _ = state.play(Throw([Face.WORM, Face.WORM, Face.WORM, Face.WORM, Face.BUN, Face.BUN]))
    state, _ = state.play(Keep(Face.WORM))
    throwing, stopping = sorted(advise(state).options, key=lambda option: option.move is not None)
    assert throwing.value >= stopping.value
