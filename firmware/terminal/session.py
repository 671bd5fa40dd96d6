"""A session in the terminal: resume or begin a game, play it, say goodbye."""

import random
import sys
from collections.abc import Mapping
from pathlib import Path

from firmware.errors import Unclear
from firmware.play.by_game import check, entry
from firmware.play.match import Match
from firmware.speech.games import WORDS
from firmware.speech.language import ENGLISH, Language
from firmware.speech.words import Words
from firmware.store.journal import DiskTrouble, Journal, as_disk_trouble, follow, games
from firmware.store.shelf import Shelf, today
from firmware.terminal.console import Console, Quit, ask_or_quit
from firmware.terminal.heckmeck import HeckmeckPlay
from firmware.terminal.new_game import new_game
from firmware.terminal.picnic import PicnicPlay
from firmware.terminal.play import AnyTerminalPlay
from rules.errors import BadRecord
from rules.heckmeck import Heckmeck
from rules.picnic_blitz import PicnicBlitz

RECENT = 20
"""How many recent games to search for an unfinished one."""

PLAYS: Mapping[type, type[AnyTerminalPlay]] = {Heckmeck: HeckmeckPlay, PicnicBlitz: PicnicPlay}
"""The keyboard interface of each game or family of games."""


def play(
    console: Console,
    folder: Path,
    dice: random.Random,
    *,
    game: str | None = None,
    names: str | None = None,
    resume: Path | None = None,
    language: Language = ENGLISH,
) -> None:
    """Play one game; every move that was shown is in its file, whatever happens."""
    words = Words(language=language)
    journal: Journal | None = None
    try:
        if resume is not None:
            named = resume.resolve() if resume.is_symlink() else resume  # a user may name a link
            journal = Journal.open(named)
            _tell_damage(console, journal, words)
        elif game is None and names is None:
            journal = _unfinished(console, folder, words)
        if journal is None:
            begun = new_game(console, folder, game, names, words)
            journal = Shelf(folder, today).begin(*begun)
        entry(PLAYS, type(journal.state))(console, Match(journal), dice, language).run()
    except Quit:
        if journal is None:
            return
    finally:
        if journal is not None:
            journal.close()
    if journal.state.ending is not None:
        console.print(words.say("The whole game is recorded in {path}.", path=journal.path))
    else:
        console.print(words.say("The game is saved in {path}.", path=journal.path))
        console.print(words.say("Start again to resume."))


def _unfinished(console: Console, folder: Path, words: Words) -> Journal | None:
    """Return the newest unfinished game, if the players want to resume it."""
    for path in reversed(games(folder)[-RECENT:]):
        try:
            with as_disk_trouble(path):
                if follow(path).record.state.ending is not None:
                    continue
            journal = Journal.open(path)
        except (BadRecord, OSError) as error:
            _tell_refused(console, path, error, words)
            continue
        _tell_damage(console, journal, words)
        return journal if _wanted(console, journal, words) else None
    return None


def _tell_damage(console: Console, journal: Journal, words: Words) -> None:
    if journal.damage is None:
        return
    text = words.say(
        "{path}, {damage} The good part goes on; the damaged file is kept beside it.",
        path=journal.path,
        damage=words.error(journal.damage),
    )
    console.print(f"! {text}", "")


def _tell_refused(console: Console, path: Path, error: BadRecord | OSError, words: Words) -> None:
    if isinstance(error, DiskTrouble) and error.code == "game_elsewhere":
        console.print(f"! {path}: {words.error(error)}", "")
        return
    why = words.error(error) if isinstance(error, BadRecord) else f"{words.trouble(error)}."
    left = words.say("Its file is left as it is.")
    console.print("! " + words.say("A game cannot be resumed: {path}, {why}", path=path, why=why))
    console.print(f"  {left}", "")


def _wanted(console: Console, journal: Journal, words: Words) -> bool:
    _ = words.say
    names = ", ".join(player.name for player in journal.state.setup.players)
    title = WORDS[journal.state.NAME].title
    moves = words.counted(journal.moves, "move")
    console.print(
        _("Not finished: {title}, {names}, {moves}.", title=title, names=names, moves=moves)
    )
    rows = (
        ("Enter", _("resume this game")),
        ("n", _("begin a new game; this one stays saved")),
        ("q", _("leave")),
    )
    while True:
        question = _("Enter to resume it, n for a new game")
        answer = ask_or_quit(console, f"{question} > ", *rows).casefold()
        if answer in {"", "y", "yes"}:
            return True
        if answer in {"n", "no", "new"}:
            console.print(
                _("To resume it later:"),
                f"  {sys.argv[0]} play --resume {journal.path}",
                "",
            )
            return False
        console.print(f"! {words.error(Unclear('typed_resume', word=answer))}")


check(__name__, PLAYS=PLAYS)
