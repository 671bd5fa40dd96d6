"""Whole games between levels, and what training makes."""

import time
from dataclasses import replace

import numpy as np
import pytest

from players import Level
from players.arena import Results, arena, wilson
from players.training import train
from rules import Barbecue, Bratwurmeck, Junior, PicnicBlitz
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck
from tests.players.positions import HECKMECK, begin
from tools.match import won
from tools.players import told_and_came


def results(game: type[AnyGame], levels: list[Level], count: int, seed: int = 1) -> Results:
    *_, last = arena(game, levels, count, seed, time.perf_counter)
    return last


@pytest.mark.parametrize("game", [Barbecue, Bratwurmeck, Junior, PicnicBlitz])
def test_games_end_and_every_seat_is_counted(game: type[AnyGame]) -> None:
    found = results(game, [Level.STRONG, Level.SOLID, Level.EASY], 1)
    assert found.games == 1
    assert sum(score.wins for score in found.scores.values()) == pytest.approx(1)
    assert [score.seats for score in found.scores.values()] == [1, 1, 1]
    assert not found.whys


def test_the_same_seed_is_the_same_games() -> None:
    levels = [Level.EASY, Level.SOLID]
    first, second = (results(Junior, levels, 20) for _ in range(2))
    assert [s.points for s in first.scores.values()] == [s.points for s in second.scores.values()]
    other = results(Junior, levels, 20, seed=2)
    assert [s.points for s in first.scores.values()] != [s.points for s in other.scores.values()]


def test_solid_beats_easy() -> None:
    found = results(Junior, [Level.SOLID, Level.EASY], 120)
    assert found.scores[Level.SOLID].interval[0] > 0.5


def test_an_interval_holds_the_share() -> None:
    low, high = wilson(0, 10)
    assert low == pytest.approx(0, abs=1e-9)
    assert 0.2 < high < 0.4


@pytest.mark.proof
def test_strong_beats_sensible_ants() -> None:
    found = results(PicnicBlitz, [Level.STRONG, Level.SOLID], 20)
    assert found.scores[Level.STRONG].rate > 0.6


@pytest.mark.proof
@pytest.mark.parametrize("game", HECKMECK)
def test_strong_beats_solid(game: type[AnyHeckmeck]) -> None:
    wins = won(begin(game), 512, np.random.default_rng(1))
    assert wins > 512 / 2


@pytest.mark.proof
@pytest.mark.parametrize("game", [Barbecue, Bratwurmeck, Junior, PicnicBlitz])
def test_win_chances_come_true(game: type[AnyGame]) -> None:
    """Where it tells the highest win chances, as many games are won as it tells."""
    told, came = told_and_came(game, 30 if game is PicnicBlitz else 300, 1)
    liked = np.argsort(told)[-len(told) // 4 :]
    assert told[liked].mean() == pytest.approx(came[liked].mean(), abs=0.08)


@pytest.mark.parametrize("name", train.PLANS)
def test_training_learns_the_same_every_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(train.PLANS[name], rounds=2, games=4 if name == "picnic_blitz" else 16)
    monkeypatch.setitem(train.PLANS, name, small)
    monkeypatch.setattr(train, "BATCH", 32)
    monkeypatch.setattr("players.training.selfplay.LONGEST", 12)
    first, second = (train.train(name, tell=lambda _: None).to_bytes() for _ in range(2))
    assert first == second
