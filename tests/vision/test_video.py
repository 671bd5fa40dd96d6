"""Videos: the last rest that shows dice is read, one frame at a time."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from rules.dice import Face
from tests.vision.files import MARK, encoded, scene, turned_video, video
from vision.errors import BadPicture
from vision.files.headers import is_video, known
from vision.files.video import read_video
from vision.geometry import Frame
from vision.reading import ReadDie, Reading

EMPTY = scene()[60:, :].repeat(2, axis=0)


def die_at(x: int) -> Frame:
    frame = EMPTY.copy()
    frame[50:70, x : x + 20] = MARK
    return frame


def rolling(start: int, end: int) -> list[Frame]:
    return [die_at(x) for x in range(start, end, 4)]


def read(frame: Frame) -> Reading:
    """Read one die at anything bright."""
    ys, xs = np.nonzero(frame.min(axis=2) > 180)
    if xs.size < 100:
        return Reading(())
    left, right, top, bottom = (float(edge) for edge in (xs.min(), xs.max(), ys.min(), ys.max()))
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Reading((ReadDie(Face.WORM, 0.9, corners),))


def left_edge(reading: Reading) -> float:
    (die,) = reading.dice
    return die.corners[0][0]


def codes(reading: Reading) -> list[str]:
    return [doubt.code for doubt in reading.doubts]


def watched(tmp_path: Path, frames: Sequence[Frame], speed: float = 30) -> str:
    return str(video(tmp_path / "throw.avi", list(frames), speed))


def refused(path: str) -> BadPicture:
    with pytest.raises(BadPicture) as caught:
        read_video(path, read)
    return caught.value


# What is a video.

STARTS = {
    "MP4": b"\0\0\0\x20ftypisom",
    "phone": b"\0\0\0\x14ftypqt  ",
    "old MOV": b"\0\0\0\x08wide\0\0",
    "Matroska": b"\x1a\x45\xdf\xa3",
    "AVI": b"RIFF\x12\x34\x56\x78AVI LIST",
    "MPEG": b"\0\0\1\xba",
    "H.264": b"\0\0\0\1\x67\x64",
    "H.265": b"\0\0\0\1\x40\x01",
    "transport stream": (b"\x47" + bytes(187)) * 2,
}


def test_a_video_is_known_by_its_first_bytes() -> None:
    for head in STARTS.values():
        assert is_video(head)
        assert not known(head)
    for suffix in (".jpg", ".png", ".webp", ".bmp", ".ppm"):
        picture = encoded(scene(), suffix)[:4096]
        assert known(picture)
        assert not is_video(picture)
    for neither in (b"", b"GIF89a", b"\0\0\0\x18ftypheic", b"\0\0\0\x18ftypavif"):
        assert not is_video(neither)
        assert not known(neither)


# Where it rests.


def test_a_die_is_read_where_it_comes_to_rest(tmp_path: Path) -> None:
    path = watched(tmp_path, [*rolling(0, 100), *[die_at(100)] * 20])
    found = read_video(path, read)
    assert codes(found.reading) == []
    assert left_edge(found.reading) == pytest.approx(100, abs=2)
    assert 25 / 30 <= found.at <= 45 / 30
    assert read(found.picture.frame).dice == found.reading.dice
    assert (found.picture.width, found.picture.height) == (160, 120)


def test_the_last_rest_is_the_throw(tmp_path: Path) -> None:
    before = [die_at(10)] * 60
    path = watched(tmp_path, [*before, *rolling(10, 100), *[die_at(100)] * 15])
    assert left_edge(read_video(path, read).reading) == pytest.approx(100, abs=2)


def test_a_tray_that_was_cleared_afterwards(tmp_path: Path) -> None:
    throw = [*rolling(0, 80), *[die_at(80)] * 15]
    path = watched(tmp_path, [*[EMPTY] * 15, *throw, *rolling(80, 140), *[EMPTY] * 40])
    assert left_edge(read_video(path, read).reading) == pytest.approx(80, abs=2)


def test_an_empty_tray_has_no_dice(tmp_path: Path) -> None:
    found = read_video(watched(tmp_path, [EMPTY] * 30), read)
    assert found.reading == Reading(())


def test_what_never_rests_is_doubted(tmp_path: Path) -> None:
    """A single frame may have been in motion."""
    for frames in (rolling(0, 136), [die_at(50)]):
        found = read_video(watched(tmp_path, frames), read)
        assert codes(found.reading) == ["moving"]
        assert len(found.reading.dice) == 1


def test_any_speed(tmp_path: Path) -> None:
    for speed in (5, 24, 240):
        frames = [*rolling(0, 100), *[die_at(100)] * speed]
        found = read_video(watched(tmp_path, frames, speed), read)
        assert codes(found.reading) == []
        assert left_edge(found.reading) == pytest.approx(100, abs=2)


# As stored.


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_a_turned_video_is_seen_as_people_see_it(tmp_path: Path, degrees: int) -> None:
    path = turned_video(tmp_path / "throw.mp4", [die_at(100)] * 20, degrees)
    found = read_video(str(path), read)
    assert found.picture.frame.shape[:2] == ((120, 160) if degrees in {0, 180} else (160, 120))
    upright = np.rot90(die_at(100), -degrees // 90).astype(int)
    upended = upright[::-1, ::-1]  # OpenCV 4.6 takes one quarter turn for the other
    assert min(np.abs(way - found.picture.frame).mean() for way in (upright, upended)) < 5
    (die,) = found.reading.dice
    corners = np.array(found.picture.stored_corners(die.corners))
    assert np.abs(corners.min(axis=0) - (100, 50)).max() < 3
    assert np.abs(corners.max(axis=0) - (119, 69)).max() < 3


# What cannot be read.


def test_a_longer_video_is_refused(tmp_path: Path) -> None:
    error = refused(watched(tmp_path, [EMPTY] * 130, speed=1))
    assert (error.code, error.arguments) == ("video_too_long", {"most": 120})


def test_more_pixels_than_anybody_films(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = watched(tmp_path, [EMPTY] * 30)
    monkeypatch.setattr("vision.files.video.MOST_IN_ALL", 160 * 120 * 30)
    read_video(path, read)
    monkeypatch.setattr("vision.files.video.MOST_IN_ALL", 160 * 120 * 30 - 1)
    assert refused(path).code == "video_too_large"
    monkeypatch.setattr("cv2.CAP_PROP_FRAME_COUNT", -1)  # where a container tells no count
    assert refused(path).code == "video_too_large"


def test_more_frames_than_anybody_films(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.files.video._MOST_FRAMES", 20)
    assert refused(watched(tmp_path, [EMPTY] * 30)).code == "video_too_long"


def test_a_video_that_breaks_off_is_read_so_far(tmp_path: Path) -> None:
    path = Path(watched(tmp_path, [*rolling(0, 60), *[die_at(60)] * 60]))
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    assert left_edge(read_video(str(path), read).reading) == pytest.approx(60, abs=2)


def test_a_broken_video(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = Path(watched(tmp_path, [EMPTY] * 30))
    whole = path.read_bytes()
    for kept in (12, 100, 3000):
        path.write_bytes(whole[:kept])
        assert refused(str(path)).code == "video_broken"
        assert capfd.readouterr() == ("", "")


@pytest.mark.proof
def test_a_decoder_that_prints_when_it_likes_is_not_heard(tmp_path: Path) -> None:
    """FFmpeg's own threads do. It is asked once a process how much it shall print."""
    path = turned_video(tmp_path / "throw.mp4", [*rolling(0, 60), *[die_at(60)] * 40], 90)
    data = bytearray(path.read_bytes())
    body = data.index(b"mdat")
    for at in range(body + 400, len(data) * 3 // 4, 97):
        data[at : at + 8] = bytes(8)
    path.write_bytes(data)
    script = (
        "import sys\n"
        "from contextlib import nullcontext\n"
        "from vision.files import video\n"
        "from vision.reading import Reading\n"
        "video.hushed = nullcontext\n"
        "video.read_video(sys.argv[1], lambda _: Reading(()))\n"
        "print('read')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("read\n", "")


def test_too_small_to_show_a_die(tmp_path: Path) -> None:
    assert refused(watched(tmp_path, [EMPTY[:8, :8]] * 3)).code == "too_small"


def test_too_large_to_be_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.files.video.MOST_PIXELS", 160 * 120 - 1)
    error = refused(watched(tmp_path, [EMPTY] * 3))
    assert (error.code, error.arguments) == ("too_large", {"width": 160, "height": 120})
