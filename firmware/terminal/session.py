"""From the first question to the last: resume or begin, play, say good-bye."""

import random
from pathlib import Path

from firmware.drawing import many
from firmware.journal import Journal, games
from firmware.terminal.console import Console, Quit, ask_or_quit
from firmware.terminal.new_game import new_game
from firmware.terminal.play import TerminalPlay
from firmware.words import TITLES, Words
from rules.errors import BadRecord
from rules.record import Record


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
        if journal is not None and journal.state.ending is None:
            console.say(f"The game is saved in {journal.path}.", "Start again to go on with it.")
    else:
        console.say(f"The whole game is recorded in {journal.path}.")


def _unfinished(console: Console, folder: Path) -> Journal | None:
    """The newest game, if it is not over and the players want to go on with it."""
    newest = games(folder)[-1:]
    if not newest:
        return None
    try:
        journal = Journal.open(newest[0])
    except (BadRecord, OSError) as error:
        why = Words().error(error) if isinstance(error, BadRecord) else f"{error.strerror}."
        console.say(f"! The last game cannot be resumed: {newest[0]}, {why}")
        console.say("  Its file is left as it is.", "")
        return None
    if journal.state.ending is not None:
        return None
    names = ", ".join(player.name for player in journal.state.setup.players)
    title = TITLES[journal.state.NAME]
    console.say(f"A game of {title} is not finished: {names}, {many(journal.moves, 'move')}.")
    while True:
        answer = ask_or_quit(console, "Enter to go on with it, n for a new game > ").casefold()
        if answer in {"", "y", "yes"}:
            return journal
        if answer in {"n", "no", "new"}:
            console.say(f"It stays there: grillside play --resume {journal.path}", "")
            return None


def _begin(console: Console, folder: Path, game: str | None, names: str | None) -> Journal:
    state, events = new_game(console, folder, game, names)
    return Journal.create(folder, Record.begin(state, events))
