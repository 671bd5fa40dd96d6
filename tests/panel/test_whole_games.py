"""Whole games from the drawn dice to the ranking; and the table itself killed at any instant."""

import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from firmware.screens.kinds import Menu
from firmware.store.journal import follow, games
from rules import Barbecue, Bratwurmeck, Junior, PicnicBlitz
from rules.games import AnyGame
from rules.moves import Throw
from rules.record import Read
from tests.harness.flow import Flow
from tests.harness.simulated import SimulatedFlow
from tools.table.ants import AntHands
from tools.table.presses import GreedyHands

LAID = 10
"""So many snails lie on the grill before the game begins, to make it short."""


def choose(flow: Flow, line: int) -> None:
    """Bring the cursor to this line of a menu, and press OK."""
    while True:
        screen = flow.screen
        assert isinstance(screen, Menu), screen
        if screen.chosen == line % len(screen.items):
            break
        flow.press("right")
    flow.press("ok")


def lay_snails(flow: Flow) -> None:
    """Lay snails on the repair screens, like people who set up a game in the middle."""
    flow.follow([("todo", "back"), ("menu", "")])
    choose(flow, 4)
    assert flow.name == "repair"
    choose(flow, 2)
    flow.follow([("adjust", "ok"), ("adjust_grill", "left")])
    for _ in range(LAID):
        flow.follow([("adjust_grill", "ok"), ("adjust_grill", "left")])
    flow.press("back")
    choose(flow, -1)
    state = flow.table.session.game.state
    assert isinstance(state, Barbecue)
    assert [number for number, spot in state.spots() if spot.snail] == [*Barbecue.NUMBERS[-LAID:]]


@pytest.mark.proof
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_whole_game_from_the_drawn_dice_to_the_ranking(tmp_path: Path, players: int) -> None:
    """`play_on` sees to it that the game is, in the end, that of the dice really thrown."""
    with SimulatedFlow(tmp_path, seed=players) as flow:
        hands = GreedyHands(flow, random.Random(players))
        hands.begin(players)
        lay_snails(flow)
        played(flow, hands.play_on())


@pytest.mark.proof
@pytest.mark.parametrize("game", [Bratwurmeck, Junior, PicnicBlitz])
def test_a_whole_game_of_each_other_kind(tmp_path: Path, game: type[AnyGame]) -> None:
    with SimulatedFlow(tmp_path, seed=7, game=game) as flow:
        dice = random.Random(7)
        hands = AntHands(flow, dice) if game is PicnicBlitz else GreedyHands(flow, dice)
        played(flow, hands.play(2))
        assert flow.name == "over"


@pytest.mark.proof
def test_a_whole_game_on_a_mat(tmp_path: Path) -> None:
    on_a_mat(tmp_path, 11)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12, 16))
def test_more_whole_games_on_a_mat(tmp_path: Path, seed: int) -> None:
    on_a_mat(tmp_path, seed)


def on_a_mat(folder: Path, seed: int) -> None:
    """Pose, light and table are others for every throw, the lens for every game.

    What was kept is seen, not told.
    """
    with SimulatedFlow(folder, seed=seed, mat=True) as flow:
        hands = GreedyHands(flow, random.Random(seed), mat=True)
        hands.begin(2)
        lay_snails(flow)
        print(f"A lens that bends lines by {flow.bend:+.3f}")
        played(flow, hands.play_on())


def played(flow: SimulatedFlow, throws: int) -> None:
    """Check that every throw is in the record, most of them read by the camera."""
    state, steps = flow.table.session.game.state, flow.table.session.game.steps
    assert state.ending is not None
    read = [step.read for step in steps if isinstance(step.move, Throw)]
    assert len(read) == throws
    assert read.count(Read.CAMERA) > throws / 2
    print(
        f"{state.NAME}, {len(state.setup.players)} players: {throws} throws, {flow.spoilt} spoilt, "
        f"{flow.doubts} doubted, {flow.corrected} corrected by buttons, {flow.presses} presses"
    )


# The table itself is killed.

KILLS = 20

SCRIPT = """
throw 1 1 3 4 w w w w
press scan
expect keep
press ok
throw 1 3 4 6
press scan ok
expect throw_or_stop
press stop
expect todo
press ok back right ok left ok ok ok ok ok ok ok ok
expect by_hand
press ok
expect keep
press ok
expect todo
press undo ok
expect keep
press ok
"""
"""A turn read by the camera; one entered by hand, its end taken back and done again."""


def table(folder: Path, script: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "firmware.commands.cli", "table", "--sim", "--seed", "5"]
    return subprocess.Popen([*command, "--script", str(script), "--folder", str(folder)])


def lines_of(folder: Path) -> list[str]:
    return [line for path in games(folder) for line in follow(path).record.lines]


def wait(process: "subprocess.Popen[bytes]", seconds: float) -> None:
    """As long as it runs."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)


def wait_for_a_game(process: "subprocess.Popen[bytes]", folder: Path) -> None:
    while process.poll() is None and not any(folder.glob("*.jsonl")):
        wait(process, 0.01)


@pytest.mark.proof
def test_the_table_killed_at_any_instant_goes_on_at_a_confirmed_move(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("press ok ok\n" + 4 * SCRIPT)
    with table(tmp_path / "whole", script) as undisturbed:
        wait_for_a_game(undisturbed, tmp_path / "whole")
        begun = time.monotonic()
        assert undisturbed.wait() == 0
    taken = time.monotonic() - begun
    whole = lines_of(tmp_path / "whole")
    dice = random.Random(4)
    stood = []
    for number in range(KILLS):
        folder = tmp_path / str(number)
        with table(folder, script) as killed:
            if number % 5:  # some are killed before there is a game
                wait_for_a_game(killed, folder)
            wait(killed, dice.random() * taken)
            killed.kill()
        lines = lines_of(folder)
        assert lines[1:] == whole[1 : len(lines)]  # the first tells the day
        assert_offered(folder, len(lines))
        stood.append(len(lines))
    print(f"{KILLS} kills; the journals had {sorted(stood)} of {len(whole)} lines")
    assert len(set(stood)) > 2


def assert_offered(folder: Path, lines: int) -> None:
    """A game that was begun is offered, and goes on at its last move."""
    again = Flow(folder)
    again.start()
    if not lines:
        assert again.name == "new_game"
        return
    assert again.name == "resume"
    again.press("ok")
    assert again.name in {"todo", "failed", "keep", "throw", "throw_or_stop"}
    again.table.session.game.close()
