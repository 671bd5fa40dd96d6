"""Games in files, for tests of the journal and of the shelf."""

from pathlib import Path

from firmware.store.journal import Journal
from rules import Barbecue, Colour, Face, Keep, Player
from rules.games import AnyGame
from rules.record import Read, Record
from tests.rules.records import said
from tests.rules.tables import throw


def a_record(game: type[AnyGame] = Barbecue) -> Record:
    return Record.begin(*game.begin([Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]))


def a_journal(folder: Path) -> Journal:
    """Return a game with a throw, a keep, and a second throw read by the camera."""
    journal = Journal.create(folder, a_record())
    journal.play(throw("66ww1234"))
    journal.play(Keep(Face.WORM))
    journal.play(throw("666123"), Read.CAMERA)
    return journal


def a_saved_game(folder: Path) -> Path:
    """Save the same game and close it."""
    journal = a_journal(folder)
    journal.close()
    return journal.path


def moves_in(path: Path) -> list[str]:
    """Return the lines of a file after the headers, without checksums."""
    return [said(line) for line in path.read_text().splitlines()[2:]]


def reopened(journal: Journal) -> Journal:
    """Close and open the game, as after a restart."""
    journal.close()
    return Journal.open(journal.path)
