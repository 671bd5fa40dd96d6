"""Whatever stands in a script: steps, or the first line that is none."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.simulator.script import BadScript, read_script
from firmware.speech.words import Words
from tests.harness.damage import LARGE_FILES, damaged, odd_files

GOOD = b"""# A turn.
throw 6 6 w w 1 2 3 4
press scan
expect keep
press right ok  # the worms
spoil glare
wait 0.5
unplug
plug
"""
WORDS = st.sampled_from(
    ["throw", "press", "expect", "wait", "spoil", "plug", "6", "w", "ok", "nan", "inf", "-1", "1e9",
     "9" * 5000, "#", "\0", "\ufeff", "ﬁ", "٣", "²"]
)  # fmt: skip


def steps_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "script.txt"
        path.write_bytes(content)
        try:
            told = [type(step).__name__ for step in read_script(path)]
        except BadScript as bad:
            told = [Words().error(bad)]
        assert all(0 < len(each) < 600 for each in told)


def test_odd_files() -> None:
    for content in (GOOD, *odd_files(GOOD).values()):
        steps_or_refused(content)


@settings(max_examples=50)
@given(damaged(GOOD))
def test_a_damaged_script(content: bytes) -> None:
    steps_or_refused(content)


@given(st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=4))
def test_any_words(lines: list[str]) -> None:
    steps_or_refused("\n".join(lines).encode())


@pytest.mark.proof
@pytest.mark.parametrize("content", LARGE_FILES.values(), ids=LARGE_FILES)
def test_a_file_of_10_mb(content: bytes) -> None:
    steps_or_refused(content)
