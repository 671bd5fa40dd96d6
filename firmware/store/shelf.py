"""The games on disk: begin, resume and list them.

Games are ordered by their number, not by date: a clock may jump or be unset. Listing games writes
nothing, and one bad file never hides the others.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from pathlib import Path

from firmware.store.files import descriptor, sync_folder
from firmware.store.journal import Journal, as_disk_trouble, follow, games
from rules.errors import BadRecord
from rules.events import Events
from rules.games import AnyGame
from rules.players import Levels, Player
from rules.record import Record

FIRST_YEAR = 2025
"""The table is not older; an earlier date comes from a clock that was never set."""
LOOKED_THROUGH = 5
"""How many games to search for an unfinished one. People wait meanwhile: a Pi Zero takes a tenth of
a second for each.
"""
ASIDE = ".aside"
"""An empty file with this ending marks a game that was given up."""

_log = logging.getLogger(__name__)


def today() -> date:
    """Return the date of the machine's clock, however reliable it is."""
    return datetime.now().astimezone().date()


@dataclass(frozen=True)
class Saved:
    """A game on disk, up to its last valid line."""

    path: Path
    game: str
    """The game's name in the rules; its title is a text."""
    players: tuple[Player, ...]
    begun: date | None
    moves: int
    """The number of moves not undone."""
    over: bool
    winners: tuple[int, ...]
    """Empty while the game is not over."""
    given_up: bool
    damage: BadRecord | None
    """The first invalid line; the game is in the state before it."""


_Stamp = tuple[int, int, int]
"""Differs if the file has changed."""


class Shelf:
    """The games of one folder.

    `today` is called when a game begins; None if the date is unknown. One game is open at a time:
    beginning or opening another closes it. Refusals of the disk are `DiskTrouble`.
    """

    def __init__(self, folder: Path, today: Callable[[], date | None]) -> None:
        self.folder = folder
        self._today = today
        self._journal: Journal | None = None
        self._looks: dict[Path, tuple[_Stamp, Saved]] = {}

    def begin(self, state: AnyGame, events: Events, levels: Levels = ()) -> Journal:
        """Create the file of a new game, from the result of `Game.begin`.

        `levels` says which seats the box plays.
        """
        begun = _plausible(self._today())
        record = Record.begin(state, events, None if begun is None else begun.isoformat(), levels)
        return self._opened(Journal.create(self.folder, record))

    def open(self, path: Path) -> Journal:
        """Resume a game from the valid part of its file; it no longer counts as given up.

        Raises `BadRecord` if no part is valid, `DiskTrouble` with the code `game_elsewhere` if
        another program has it open.
        """
        if self._journal is not None and self._journal.path == path:
            self._journal.close()
        journal = Journal.open(path)
        if _marker(path).exists():
            with as_disk_trouble(path):
                _marker(path).unlink(missing_ok=True)
        return self._opened(journal)

    def unfinished(self) -> Saved | None:
        """Return the newest of the recent games that is neither over nor given up."""
        newest = islice(self._newest(given_up=False), LOOKED_THROUGH)
        return next((saved for saved in newest if not saved.over), None)

    def recent(self, count: int) -> tuple[Saved, ...]:
        """Return the recent games, the newest first."""
        return tuple(islice(self._newest(), count))

    def give_up(self, path: Path) -> None:
        """Do not offer this game again. It stays in the list and can still be opened."""
        marker = _marker(path)
        with as_disk_trouble(path):
            try:
                os.close(descriptor(marker, path.parent, os.O_WRONLY | os.O_CREAT))
                sync_folder(path.parent)
            except OSError:
                with suppress(OSError):
                    marker.unlink()
                raise

    def _opened(self, journal: Journal) -> Journal:
        if self._journal is not None:
            self._journal.close()
        self._journal = journal
        return journal

    def _newest(self, *, given_up: bool = True) -> Iterator[Saved]:
        """Yield the games from the newest on, with or without those given up."""
        for path in reversed(_listed(self.folder)):
            if not given_up and _marker(path).exists():
                continue
            try:
                yield self._look(path)
            except (BadRecord, OSError) as error:
                _log.warning("Nothing of this game can be read: %s: %s", path, error)

    def _look(self, path: Path) -> Saved:
        """Read a game, cached while unchanged, as this takes a small board a while."""
        status = path.stat()
        stamp = (status.st_ino, status.st_size, status.st_mtime_ns)
        known, saved = self._looks.get(path, (None, None))
        if saved is None or known != stamp:
            saved = _saved(path)
        saved = replace(saved, given_up=_marker(path).exists())
        self._looks[path] = (stamp, saved)
        return saved


def _listed(folder: Path) -> list[Path]:
    try:
        return games(folder)
    except OSError as error:
        _log.warning("The games cannot be listed: %s: %s", folder, error)
        return []


def _saved(path: Path) -> Saved:
    found = follow(path)
    record = found.record
    outcome = record.state.outcome()
    return Saved(
        path=path,
        game=record.state.NAME,
        players=record.state.setup.players,
        begun=None if record.begun is None else date.fromisoformat(record.begun),
        moves=len(record.steps),
        over=outcome is not None,
        winners=() if outcome is None else outcome.winners,
        given_up=False,
        damage=found.damage,
    )


def _plausible(today: date | None) -> date | None:
    return today if today is not None and today.year >= FIRST_YEAR else None


def _marker(path: Path) -> Path:
    return path.with_name(path.name + ASIDE)
