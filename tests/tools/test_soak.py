"""Thousands of turns with everything going wrong; a sample of that is a proof, all of it a soak."""

import random
import signal
import sys
from pathlib import Path

import pytest

from tests.panel.test_never_lost import Lines, check, play_and_kill, saved
from tools.soak.faults import KINDS
from tools.soak.run import run

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

TURNS = 5_000
SEEDS = (1, 2)
"""Ten thousand turns in all: a process each, and a core if there are two."""
KILLS = 60
FLAT = 5.0
"""MB in a thousand turns, about half a kB a press. Less cannot be told from the steps of some MB by
which memory goes up and down now and then."""
LEAK = 0.01
"""Of the pieces of memory that Python holds, in a thousand turns."""


def kill(folder: Path, seed: int, times: int) -> str:
    """End a box at so many instants, by turns at once and as the system does it."""
    dice = random.Random(seed)
    before: Lines = {}
    unseen = 0
    for number in range(times):
        command = [sys.executable, "-m", "tools.soak.child", str(folder), str(1000 * seed + number)]
        how = signal.SIGKILL if number % 2 else signal.SIGTERM
        confirmed = play_and_kill(command, dice, how)
        after = saved(folder)
        unseen += check(before, confirmed, after)
        before = after
    lines = sum(map(len, before.values()))
    return f"{times} ends in {lines} lines; {unseen} times one choice more than was seen"


@pytest.mark.proof
def test_some_turns_with_every_fault(tmp_path: Path) -> None:
    figures = run(tmp_path, 2, 150, rate=0.12)
    print(figures)
    assert set(figures.met) == set(KINDS)
    assert all(figures.met.values()), "a kind of fault was not met"
    assert figures.games > 1


def test_a_short_run_has_figures_too(tmp_path: Path) -> None:
    assert "0.00% in 1,000 turns" in str(run(tmp_path, 1, 3))


@pytest.mark.proof
def test_a_box_killed_or_ended_among_faults_goes_on_where_it_was(tmp_path: Path) -> None:
    print(kill(tmp_path, 1, 4))


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_thousands_of_turns_with_faults_at_random(tmp_path: Path, seed: int) -> None:
    figures = run(tmp_path, seed, TURNS)
    print(figures)
    assert all(figures.met.values())
    assert figures.growth < FLAT
    assert figures.leak < LEAK


@pytest.mark.soak
def test_killed_and_ended_at_random(tmp_path: Path) -> None:
    print(kill(tmp_path, 2, KILLS))
