"""From the first question to the last: resume or begin, play, say good-bye."""

import random
import sys
from pathlib import Path

from firmware.drawing import many
from firmware.journal import Journal, games
from firmware.terminal.console import Console, Quit, ask_or_quit
from firmware.terminal.new_game import new_game
from firmware.terminal.play import TerminalPlay
from firmware.words import TITLES, Words
from rules.errors import BadRecord
from rules.record import Record

RECENT = 20
"""So many games are looked through for one that is not over."""


def play(
    console: Console,
    folder: Path,
    dice: random.Random,
    *,
    game: str | None = None,
    names: str | None = None,
    resume: Path | None = None,
) -> None:
    """Play one game; whatever happens, every move that was shown is in its file."""
    journal: Journal | None = None
    try:
        if resume is not None:
            journal = Journal.open(resume)
        elif game is None and names is None:
            journal = _unfinished(console, folder)
        if journal is None:
            journal = _begin(console, folder, game, names)
        TerminalPlay(console, journal, dice).run()
    except Quit:
        if journal is None:
            return
    if journal.state.ending is not None:
        console.say(f"The whole game is recorded in {journal.path}.")
    else:
        console.say(f"The game is saved in {journal.path}.", "Start again to go on with it.")


def _unfinished(console: Console, folder: Path) -> Journal | None:
    """The newest game that is not over, if the players want to go on with it."""
    for path in reversed(games(folder)[-RECENT:]):
        try:
            journal = Journal.open(path)
        except (BadRecord, OSError) as error:
            _tell_damage(console, path, error)
            continue
        if journal.state.ending is None:
            return journal if _wanted(console, journal) else None
    return None


def _tell_damage(console: Console, path: Path, error: BadRecord | OSError) -> None:
    why = Words().error(error) if isinstance(error, BadRecord) else f"{error.strerror}."
    console.say(f"! A game cannot be resumed: {path}, {why}")
    console.say("  Its file is left as it is; `grillside replay --at N` shows what is good.", "")


def _wanted(console: Console, journal: Journal) -> bool:
    names = ", ".join(player.name for player in journal.state.setup.players)
    title = TITLES[journal.state.NAME]
    console.say(f"Not finished: {title}, {names}, {many(journal.moves, 'move')}.")
    while True:
        answer = ask_or_quit(console, "Enter to go on with it, n for a new game > ").casefold()
        if answer in {"", "y", "yes"}:
            return True
        if answer in {"n", "no", "new"}:
            console.say(
                "Later you can go on with it:", f"  {sys.argv[0]} play --resume {journal.path}", ""
            )
            return False


def _begin(console: Console, folder: Path, game: str | None, names: str | None) -> Journal:
    state, events = new_game(console, folder, game, names)
    return Journal.create(folder, Record.begin(state, events))
