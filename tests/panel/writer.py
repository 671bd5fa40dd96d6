"""A program that plays without end, to be killed: `python -m tests.panel.writer FOLDER SEED`.

It goes on with the game it finds, or begins one. Each line is printed, after the name of its file,
once it is confirmed. What it does next depends on the seed and on the lines so far, never on what
happened to it: however often it is killed, the games are those of one that was left alone.
"""

import random
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import cast

from firmware.store.journal import DiskTrouble, Journal, follow
from firmware.store.shelf import Shelf
from rules import Barbecue, Colour, Keep, Player, Throw
from rules.heckmeck import AnyHeckmeck
from rules.record import Played, Read, Record
from tests.harness.greedy import greedy_move

PLAYERS = (Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE), Player("Cat", Colour.BLACK))
TODAY = date(2026, 11, 15)


def choice(record: Record, seed: str) -> Sequence[Played]:
    """Return the next moves: one, or a keep with the next throw, or none for an undo."""
    dice = random.Random(f"{seed} {len(record.lines)}")
    state = cast("AnyHeckmeck", record.state)
    if record.steps and dice.random() < 0.1:
        return ()
    moves: list[Played] = []
    for _ in range(dice.choice((1, 2))):
        move = greedy_move(state, dice)
        moves.append((move, Read.HAND if isinstance(move, Throw) else None))
        state, _events = state.play(move)
        if not isinstance(move, Keep) or state.ending is not None:
            break
    return moves


def begun() -> Record:
    """A game before its first move."""
    return Record.begin(*Barbecue.begin(PLAYERS), TODAY.isoformat())


def main(folder: Path, seed: str) -> None:
    """Play until somebody kills it or the disk refuses."""
    shelf = Shelf(folder, lambda: TODAY)
    saved = shelf.unfinished()
    journal = None if saved is None else shelf.open(saved.path)
    while True:
        if journal is None:
            journal = shelf.begin(*begun().opening)
            name = journal.path.name
            print("".join(f"{name} {line}\n" for line in begun().lines), end="", flush=True)
        _play(journal, f"{seed} {journal.path.name}")
        journal = None


def _play(journal: Journal, seed: str) -> None:
    record = follow(journal.path).record
    while journal.state.ending is None:
        before = len(record.lines)
        moves = choice(record, seed)
        if moves:
            journal.play_all(moves)
            record.play_all(moves)
        else:
            journal.undo()
            record.undo()
        confirmed = "".join(f"{journal.path.name} {line}\n" for line in record.lines[before:])
        print(confirmed, end="", flush=True)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), sys.argv[2])
    except DiskTrouble as trouble:
        sys.exit(trouble.code)
