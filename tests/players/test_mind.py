"""What the players do: legal, exact, in time, and solid where the strong one cannot play."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from players import Level, Mind, net
from players.arena import move_of
from players.net import NoModel
from rules import Barbecue, Bratwurmeck, Junior, PicnicBlitz, Throw
from rules.advice import advise
from rules.box import WormBox
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck
from tests.players.positions import ALL, HECKMECK, begin, positions
from tests.rules.random_play import steps


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("level", Level)
def test_every_player_plays_legally_anywhere(game: type[AnyGame], level: Level) -> None:
    mind, chance = Mind(), random.Random(1)
    for state in positions(game, range(6), 47 if game is Bratwurmeck else 23):
        decided = mind.decide(state, level, chance)
        assert decided.why is None
        move = move_of(state, decided.best, chance)
        assert state.refusal(move) is None, (move, state)


@pytest.mark.parametrize("game", ALL)
def test_the_strong_player_weighs_every_choice(game: type[AnyGame]) -> None:
    mind = Mind()
    for state in positions(game, range(20, 24), 17):
        weighed = mind.weigh(state)
        legal = state.legal_moves()
        assert weighed.level is Level.STRONG
        assert {c.move for c in weighed.choices if c.move} == set(legal.choices)
        assert any(c.move is None for c in weighed.choices) == bool(legal.dice)
        for choice in weighed.choices:
            assert choice.chances is not None
            assert len(choice.chances) == len(state.setup.players)
            assert sum(choice.chances) == pytest.approx(1, abs=1e-3)
            assert all(choice.chances[seat] == 0 for seat in state.gone)
            assert choice.worth == (choice.chances[state.player],)
            assert choice.worth <= weighed.best.worth


@pytest.mark.parametrize("game", HECKMECK)
def test_the_solid_player_does_what_advise_says(game: type[AnyHeckmeck]) -> None:
    mind = Mind()
    for state in positions(game, range(8), 47):
        told = {option.move: (option.value, option.margin) for option in advise(state).options}
        for choice in mind.weigh(state, Level.SOLID).choices:
            assert choice.worth == pytest.approx(told[choice.move], abs=1e-4)


def test_the_game_over_is_refused() -> None:
    *_, (_, _, state, _) = steps(Junior, 1)
    with pytest.raises(IllegalMove):
        Mind().weigh(state)


@pytest.mark.parametrize("game", ALL)
def test_told_to_stop_it_is_solid(game: type[AnyGame]) -> None:
    weighed = Mind().weigh(begin(game), stop=lambda: True)
    assert (weighed.level, weighed.why) == (Level.SOLID, "out_of_time")


def test_it_stops_within_a_turn_of_ants() -> None:
    state, _ = begin(PicnicBlitz).play(Throw(PicnicBlitz.own_dice(PicnicBlitz.BOX).faces))
    asked = iter([False, False, True])
    weighed = Mind().weigh(state, stop=lambda: next(asked))
    assert weighed.why == "out_of_time"
    assert state.refusal(weighed.best.move or Throw(state.turn.thrown, 1)) is None


def test_a_box_it_never_saw_is_played_solidly() -> None:
    falling = WormBox(worms={number: 5 - (number - 21) // 4 for number in range(21, 37)})
    weighed = Mind().weigh(begin(Bratwurmeck, box=falling))
    assert (weighed.level, weighed.why) == (Level.SOLID, "setup_unknown")


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda content: content[: len(content) // 2],
    "empty": lambda _: b"",
    "text": lambda _: b"weights",
    "flipped": lambda content: content[:900] + bytes([content[900] ^ 255]) + content[901:],
}


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_played_solidly(
    game: type[AnyGame], damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = net.model_file(game.NAME)
    for module in ("heckmeck", "picnic"):
        monkeypatch.setattr(f"players.{module}.model_file", lambda _: DAMAGES[damage](good))
    weighed = Mind().weigh(begin(game))
    assert (weighed.level, weighed.why) == (Level.SOLID, "model_damaged")


def test_a_missing_file_is_played_solidly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.net.files", lambda _: tmp_path)
    assert Mind().weigh(begin(Junior)).why == "model_missing"


def test_a_net_of_another_game_is_refused() -> None:
    with pytest.raises(NoModel):
        net.Net.from_bytes(net.model_file("junior"), 87)
    weights = net.fresh(5, [3], np.random.default_rng(1))
    weights.weights[0][0, 0] = np.nan
    with pytest.raises(NoModel):
        net.Net.from_bytes(weights.to_bytes(), 5)


@pytest.mark.parametrize("game", [Barbecue, Bratwurmeck, PicnicBlitz])
def test_a_decision_is_quick(game: type[AnyGame]) -> None:
    """The middle of many: 100 ms strong, 10 ms solid, with room for a busy machine."""
    states = list(positions(game, range(3), 61))
    for level, most in ((Level.STRONG, 0.1), (Level.SOLID, 0.01)):
        Mind().weigh(states[0], level)
        taken = []
        for state in states:
            begun = time.process_time()
            Mind().weigh(state, level)
            taken.append(time.process_time() - begun)
        assert float(np.median(taken)) < most
