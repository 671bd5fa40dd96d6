"""The games on disk: begun, offered again, listed, given up; with bad files and bad clocks."""

import errno
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.store import shelf as shelves
from firmware.store.journal import DiskTrouble, Journal, follow, games
from firmware.store.shelf import Shelf
from rules import Adjust, Barbecue, Bratwurmeck, Colour, Face, Keep, Player
from rules.errors import BadRecord
from rules.tiles import TileTable
from tests.harness.disks import BadDisk, disk
from tests.harness.journals import a_journal, a_saved_game
from tests.harness.scripted import contents
from tests.rules.records import unsealed
from tests.rules.tables import ANN, throw

__all__ = ["disk"]

PLAYERS = (Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE))
TODAY = date(2026, 11, 15)


def a_shelf(folder: Path, today: date | None = TODAY) -> Shelf:
    return Shelf(folder, lambda: today)


def begun(shelf: Shelf) -> Path:
    """A game with one throw."""
    journal = shelf.begin(*Barbecue.begin(PLAYERS))
    journal.play(throw("66ww1234"))
    return journal.path


def finished(shelf: Shelf) -> Path:
    """A game that Ben has won."""
    journal = shelf.begin(*Bratwurmeck.begin(PLAYERS))
    tiles = Bratwurmeck.TILES
    journal.play(Adjust(TileTable((), tiles[1:], ((), tiles[:1])), ANN))
    return journal.path


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"junk\n")


# A game begins, and goes on.


def test_a_game_that_begins_is_a_file_with_its_date(tmp_path: Path) -> None:
    path = begun(a_shelf(tmp_path / "games"))
    assert json.loads(path.read_text().splitlines()[0])["begun"] == "2026-11-15"


def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    path = begun(shelf)
    del shelf
    journal = a_shelf(tmp_path).open(path)
    journal.play(Keep(Face.WORM))
    assert journal.moves == 2


def test_the_game_that_is_open_can_be_opened_again(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    path = begun(shelf)
    assert shelf.open(path).moves == 1


def test_to_begin_or_open_another_lets_go_of_the_first(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    first, second = begun(shelf), begun(shelf)
    assert Journal.open(first).moves == 1
    shelf.open(first)
    assert Journal.open(second).moves == 1


def test_a_game_that_is_played_elsewhere_is_offered_but_not_opened(tmp_path: Path) -> None:
    journal = a_journal(tmp_path)
    shelf = a_shelf(tmp_path)
    assert shelf.unfinished() is not None
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        shelf.open(journal.path)


def test_a_game_that_cannot_be_opened_does_not_close_the_one_that_is(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    journal = shelf.begin(*Barbecue.begin(PLAYERS))
    with pytest.raises(DiskTrouble, match="disk_gone"):
        shelf.open(tmp_path / "0009-junior.jsonl")
    with pytest.raises(DiskTrouble, match="game_elsewhere"):
        Journal.open(journal.path)


# The date.


def test_a_clock_that_was_never_set_has_no_date(tmp_path: Path) -> None:
    for today in (None, date(1970, 1, 1), date(2000, 1, 1), date(2024, 12, 31)):
        shelf = a_shelf(tmp_path, today)
        assert "begun" not in json.loads(begun(shelf).read_text().splitlines()[0])
        assert shelf.recent(1)[0].begun is None


DATES = st.none() | st.dates()


@given(days=st.lists(DATES, min_size=1, max_size=4))
@settings(max_examples=20)
def test_however_the_clock_jumps_the_newest_game_is_the_last_one_begun(
    tmp_path_factory: pytest.TempPathFactory, days: list[date | None]
) -> None:
    clock: Iterator[date | None] = iter(days)
    shelf = Shelf(tmp_path_factory.mktemp("games"), lambda: next(clock))
    paths = [begun(shelf) for _ in days]
    newest = shelf.unfinished()
    assert newest is not None
    assert newest.path == paths[-1]
    assert [saved.path for saved in shelf.recent(9)] == paths[::-1]


# The game that is offered.


def test_an_empty_shelf_offers_nothing(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path / "nowhere")
    assert shelf.unfinished() is None
    assert shelf.recent(5) == ()
    assert not (tmp_path / "nowhere").exists()


def test_the_newest_game_that_is_not_over_is_offered(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    begun(shelf)
    second = begun(shelf)
    finished(shelf)
    offered = shelf.unfinished()
    assert offered is not None
    assert offered.path == second


def test_a_game_that_was_taken_back_from_its_end_is_offered(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    path = finished(shelf)
    assert shelf.unfinished() is None
    shelf.open(path).undo()
    assert shelf.unfinished() is not None


def test_games_of_long_ago_are_not_looked_through(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    begun(shelf)
    for _ in range(shelves.LOOKED_THROUGH):
        finished(shelf)
    assert shelf.unfinished() is None


def test_a_game_given_up_is_not_offered_but_listed(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    first, second = begun(shelf), begun(shelf)
    shelf.give_up(second)
    for each in (shelf, a_shelf(tmp_path)):
        offered = each.unfinished()
        assert offered is not None
        assert offered.path == first
        assert [saved.given_up for saved in each.recent(9)] == [True, False]


def test_games_given_up_do_not_hide_an_older_one(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    begun(shelf)
    for _ in range(shelves.LOOKED_THROUGH):
        shelf.give_up(begun(shelf))
    assert shelf.unfinished() is not None


def test_opened_again_it_is_no_longer_given_up(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    path = begun(shelf)
    shelf.give_up(path)
    shelf.open(path)
    offered = a_shelf(tmp_path).unfinished()
    assert offered is not None
    assert not offered.given_up


def test_a_disk_that_refuses_to_give_up(tmp_path: Path, disk: BadDisk) -> None:
    shelf = a_shelf(tmp_path)
    path = begun(shelf)
    disk.refused["fsync"] = errno.EROFS
    with pytest.raises(DiskTrouble, match="disk_read_only"):
        shelf.give_up(path)
    assert shelf.unfinished() is not None


# The last games.


def test_a_game_is_summed_up(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    path = finished(shelf)
    (saved,) = shelf.recent(9)
    assert (saved.path, saved.game, saved.players) == (path, "bratwurmeck", PLAYERS)
    assert (saved.begun, saved.moves) == (TODAY, 1)
    assert (saved.over, saved.winners) == (True, (1,))
    assert (saved.given_up, saved.damage) == (False, None)


def test_so_many_are_listed_the_newest_first(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    paths = [begun(shelf) for _ in range(4)]
    assert [saved.path for saved in shelf.recent(3)] == paths[:0:-1]


def test_a_game_that_went_on_is_looked_at_again(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    path = begun(shelf)
    assert shelf.recent(1)[0].moves == 1
    shelf.open(path).play(Keep(Face.WORM))
    assert shelf.recent(1)[0].moves == 2


def test_a_game_that_did_not_is_not_followed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = a_shelf(tmp_path)
    begun(shelf)
    first = shelf.recent(1)
    monkeypatch.setattr(shelves, "follow", pytest.fail)
    assert shelf.recent(1) == first


def test_a_bad_file_hides_no_other(tmp_path: Path) -> None:
    shelf = a_shelf(tmp_path)
    paths = [begun(shelf) for _ in range(3)]
    paths[2].unlink()
    paths[2].mkdir()
    for junk in (b"", b"milk\n", b"\0" * 99, b'{"grillside":99}\n'):
        paths[1].write_bytes(junk)
        offered = shelf.unfinished()
        assert offered is not None
        assert offered.path == paths[0]
        assert [saved.path for saved in shelf.recent(9)] == paths[:1]


def test_a_folder_that_cannot_be_read_holds_no_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> list[Path]:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(shelves, "games", refuse)
    assert a_shelf(tmp_path).unfinished() is None


# Damage.


def test_the_good_part_of_a_damaged_game_is_offered(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    damage(path)
    before = contents(tmp_path)
    shelf = a_shelf(tmp_path)
    offered = shelf.unfinished()
    assert offered is not None
    assert offered.damage is not None
    assert (offered.moves, offered.damage.line) == (3, 6)
    assert contents(tmp_path) == before
    shelf.open(path).play(Keep(Face.SIX))
    assert (tmp_path / f"{path.name}.damaged").read_bytes() == before[path.name]
    assert [saved.damage for saved in shelf.recent(9)] == [None]


def test_a_damaged_game_that_is_given_up_stays_as_it_is(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    damage(path)
    before = path.read_bytes()
    shelf = a_shelf(tmp_path)
    shelf.give_up(path)
    assert shelf.unfinished() is None
    assert path.read_bytes() == before


def test_a_game_of_which_nothing_is_good_is_refused_and_kept(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    path.write_bytes(b"milk\n")
    shelf = a_shelf(tmp_path)
    with pytest.raises(BadRecord):
        shelf.open(path)
    assert path.read_bytes() == b"milk\n"
    assert begun(shelf).name == "0002-barbecue.jsonl"


def test_an_older_game_is_offered_and_migrated(tmp_path: Path) -> None:
    path = a_saved_game(tmp_path)
    path.write_bytes(b"".join(unsealed(follow(path).record)))
    shelf = a_shelf(tmp_path)
    offered = shelf.unfinished()
    assert offered is not None
    assert (offered.moves, offered.begun) == (3, None)
    shelf.open(path).play(Keep(Face.SIX))
    assert shelf.recent(1)[0].moves == 4
    assert games(tmp_path) == [path]
