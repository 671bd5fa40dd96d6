"""The games on disk: begin one, go on with one, see the last ones.

Games are ordered by their number, never by a date: a clock may jump or have no date at all. Looking
at games writes nothing, and one file that is no good never hides the others.
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
from firmware.store.journal import Journal, follow, games, told_by_disk
from rules.errors import BadRecord
from rules.events import Events
from rules.games import AnyGame
from rules.players import Player
from rules.record import Record

FIRST_YEAR = 2025
"""No game of this table is older: an earlier date is that of a clock which was never set."""
LOOKED_THROUGH = 5
"""So many games are looked through for one that is not over: a small board takes a tenth of a
second for each, and people wait."""
ASIDE = ".aside"
"""Beside the file of a game that was given up lies an empty one with this ending."""

_log = logging.getLogger(__name__)


def today() -> date:
    """The date of the machine's clock, whatever that is worth."""
    return datetime.now().astimezone().date()


@dataclass(frozen=True)
class Saved:
    """A game on disk, as far as it can be followed."""

    path: Path
    game: str
    """The game's name in the rules; its title is a matter of words."""
    players: tuple[Player, ...]
    begun: date | None
    moves: int
    """How many stand."""
    over: bool
    winners: tuple[int, ...]
    """Empty while the game is not over."""
    given_up: bool
    damage: BadRecord | None
    """The first line that cannot be followed; the game stands as before it."""


_Stamp = tuple[int, int, int]
"""What differs when a file has changed."""


class Shelf:
    """The games of one folder. `today` is asked when a game begins; None if nobody knows.

    One game is open at a time: to begin or open another closes it. What the disk refuses is a
    `DiskTrouble`.
    """

    def __init__(self, folder: Path, today: Callable[[], date | None]) -> None:
        self.folder = folder
        self._today = today
        self._journal: Journal | None = None
        self._looks: dict[Path, tuple[_Stamp, Saved]] = {}

    def begin(self, state: AnyGame, events: Events) -> Journal:
        """A new file for a game that begins, from what `Game.begin` answered."""
        begun = _plausible(self._today())
        record = Record.begin(state, events, None if begun is None else begun.isoformat())
        return self._opened(Journal.create(self.folder, record))

    def open(self, path: Path) -> Journal:
        """Go on with a game, from the good part of its file if that is damaged.

        It is no longer given up. `BadRecord` if nothing of it is good, `DiskTrouble` with the code
        `game_elsewhere` if another program goes on with it.
        """
        if self._journal is not None and self._journal.path == path:
            self._journal.close()
        journal = Journal.open(path)
        if _marker(path).exists():
            with told_by_disk(path):
                _marker(path).unlink(missing_ok=True)
        return self._opened(journal)

    def unfinished(self) -> Saved | None:
        """The newest game that is not over and was not given up, among the last ones."""
        newest = islice(self._newest(given_up=False), LOOKED_THROUGH)
        return next((saved for saved in newest if not saved.over), None)

    def recent(self, count: int) -> tuple[Saved, ...]:
        """The last games, the newest first."""
        return tuple(islice(self._newest(), count))

    def give_up(self, path: Path) -> None:
        """Do not offer this game again. It stays among the last games and can still be opened."""
        marker = _marker(path)
        with told_by_disk(path):
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
        """The games from the newest on, with or without those that were given up."""
        for path in reversed(_listed(self.folder)):
            if not given_up and _marker(path).exists():
                continue
            try:
                yield self._look(path)
            except (BadRecord, OSError) as error:
                _log.warning("Nothing of this game can be read: %s: %s", path, error)

    def _look(self, path: Path) -> Saved:
        """To follow a whole game takes a small board a while, so an unchanged one is remembered."""
        told = path.stat()
        stamp = (told.st_ino, told.st_size, told.st_mtime_ns)
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
