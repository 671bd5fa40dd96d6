"""Whatever the bytes of a video: a reading, or a refusal."""

import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.damage import damaged
from tests.vision.files import turned_video, video
from tests.vision.test_video import die_at, read, rolling
from vision.errors import BadPicture
from vision.files.video import read_video
from vision.reading import Reading


@cache
def good(suffix: str) -> bytes:
    """A die rolls and comes to rest."""
    frames = [*rolling(60, 100), *[die_at(100)] * 12]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"throw{suffix}"
        if suffix == ".avi":
            video(path, frames)
        else:
            turned_video(path, frames, 90)
        return path.read_bytes()


def read_or_refused(suffix: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"throw{suffix}"
        path.write_bytes(content)
        try:
            watched = read_video(str(path), read)
        except BadPicture:
            return
        assert isinstance(watched.reading, Reading)
        assert watched.picture.frame.shape[2] == 3


@pytest.mark.parametrize("suffix", [".avi", ".mp4"])
@settings(max_examples=8)
@given(data=st.data())
def test_a_damaged_video(suffix: str, data: st.DataObject) -> None:
    read_or_refused(suffix, data.draw(damaged(good(suffix))))


@pytest.mark.proof
@pytest.mark.parametrize("suffix", [".avi", ".mp4"])
@settings(max_examples=150)
@given(data=st.data())
def test_many_damaged_videos(suffix: str, data: st.DataObject) -> None:
    read_or_refused(suffix, data.draw(damaged(good(suffix))))
