"""Whatever has become of the file of a game: what is good of it goes on, and nothing is lost."""

import random
import tempfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.speech.words import Words
from firmware.store.journal import follow
from firmware.store.shelf import Shelf
from rules.errors import BadRecord
from tests.harness.damage import LARGE_FILES, damaged, odd_files, other_values, uncollected
from tests.rules.random_play import a_move
from tests.rules.records import grilled, picnicked, snatched, unsealed, written

RECORDS = {record.state.NAME: record for record in (grilled(), snatched(), picnicked())}
STORIES = {name: unsealed(record) for name, record in RECORDS.items()}
"""Without checksums; else no other value would ever be read."""
GOOD = {name: b"".join(written(record)) for name, record in RECORDS.items()}


def said(bad: BadRecord) -> None:
    text = Words().error(bad)
    assert text
    assert text.isprintable()


@uncollected()
def goes_on_or_tells(content: bytes) -> None:
    """The games are listed; this one is opened and played on, or refused in words."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "0007-barbecue.jsonl"
        path.write_bytes(content)
        shelf = Shelf(folder, lambda: date(2026, 11, 15))
        listed = shelf.recent(5)
        shelf.unfinished()
        assert path.read_bytes() == content
        try:
            journal = shelf.open(path)
        except BadRecord as bad:
            said(bad)
            assert not listed
            assert path.read_bytes() == content
            return
        (saved,) = listed
        if saved.damage is not None:
            said(saved.damage)
        if journal.state.outcome() is None:
            journal.play(a_move(journal.state, random.Random(1)))
        elif journal.moves:
            journal.undo()
        journal.close()
        found = follow(path)
        assert found.damage is None
        assert found.record.state == journal.state
        kept = [each.read_bytes() for each in folder.iterdir()]
        # A line that breaks off was never confirmed; every other byte is kept.
        confirmed = content[: content.rfind(b"\n") + 1]
        assert any(each.startswith(confirmed) for each in kept)


@pytest.mark.parametrize("game", GOOD)
def test_an_odd_file_in_its_place(game: str) -> None:
    for content in odd_files(GOOD[game]).values():
        goes_on_or_tells(content)


@pytest.mark.proof
def test_a_file_of_10_mb_in_its_place() -> None:
    for content in LARGE_FILES.values():
        goes_on_or_tells(content)
    for lines in STORIES.values():
        for content in LARGE_FILES.values():
            goes_on_or_tells(lines[0] + content)


@settings(max_examples=12)
@given(st.sampled_from(sorted(GOOD)).flatmap(lambda game: damaged(GOOD[game])))
def test_a_damaged_file(content: bytes) -> None:
    goes_on_or_tells(content)


def one_line_changed(game: str) -> st.SearchStrategy[bytes]:
    """One value of one line has become another."""
    lines = STORIES[game]
    return st.integers(0, len(lines) - 1).flatmap(
        lambda at: other_values(lines[at]).map(
            lambda line: b"".join([*lines[:at], line + b"\n", *lines[at + 1 :]])
        )
    )


@settings(max_examples=12)
@given(st.sampled_from(sorted(GOOD)).flatmap(one_line_changed))
def test_other_values(content: bytes) -> None:
    goes_on_or_tells(content)


@pytest.mark.proof
@settings(max_examples=300)
@given(
    st.sampled_from(sorted(GOOD)).flatmap(lambda game: damaged(GOOD[game]) | one_line_changed(game))
)
def test_much_damage(content: bytes) -> None:
    goes_on_or_tells(content)
