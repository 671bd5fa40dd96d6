"""Bytes in, a whole picture or a refusal out."""

import os
import struct
import subprocess
import sys
from contextlib import suppress
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.marks import MORE
from tests.vision.files import (
    GROUND,
    chunk,
    encoded,
    exif,
    png,
    resized,
    scene,
    tall_jpeg,
    webp_with_exif,
    with_exif,
)
from vision.errors import BadPicture
from vision.files.headers import MOST_SCANS, still
from vision.files.pictures import MOST_PIXELS, decode, hushed
from vision.geometry import Frame
from vision.reading import Corners

ORIENTATIONS = range(1, 9)
KINDS = [".jpg", ".png", ".webp", ".bmp", ".ppm"]


def refused(data: bytes) -> BadPicture:
    with pytest.raises(BadPicture) as caught:
        decode(data)
    return caught.value


def is_scene(frame: Frame) -> bool:
    return frame.shape == (120, 160, 3) and cv2.absdiff(frame, scene()).mean() < 3


def mark(frame: Frame) -> Corners:
    """The corners of the brightest part, clockwise from the left above."""
    ys, xs = np.nonzero(frame.min(axis=2) > 200)
    left, right = float(xs.min()), float(xs.max())
    top, bottom = float(ys.min()), float(ys.max())
    return (left, top), (right, top), (right, bottom), (left, bottom)


# Every kind of picture.


def test_every_kind_is_read() -> None:
    lossy = encoded(scene(), ".webp", cv2.IMWRITE_WEBP_QUALITY, 90)
    progressive = encoded(scene(), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    for stored in (*(encoded(scene(), suffix) for suffix in KINDS), lossy, progressive):
        picture = decode(stored)
        assert is_scene(picture.frame)
        assert (picture.width, picture.height, picture.orientation) == (160, 120, 1)
        assert picture.frame.dtype == np.uint8


def passes(count: int, width: int, height: int) -> bytes:
    """A JPEG whose last pass is stored again and again, which is no damage to any decoder."""
    data = encoded(scene(width, height), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * (count - data.count(b"\xff\xda") + 1) + data[-2:]


def test_a_jpeg_of_many_passes_is_refused_before_it_is_decoded() -> None:
    assert is_scene(decode(passes(MOST_SCANS, 160, 120)).frame)
    assert refused(passes(MOST_SCANS + 1, 160, 120)).code == "too_many_scans"
    large = resized(passes(60, 160, 120), 6000, 5000)
    assert refused(large).arguments == {"scans": 60}


def test_grey_becomes_three_equal_channels() -> None:
    grey = cv2.cvtColor(scene(), cv2.COLOR_BGR2GRAY)
    for suffix in (".jpg", ".png", ".bmp", ".pgm"):
        frame = decode(encoded(grey.astype(np.uint8), suffix)).frame
        assert frame.shape == (120, 160, 3)
        assert np.ptp(frame, axis=2).max() == 0


def test_16_bits_lose_the_lower_half() -> None:
    deep = scene().astype(np.uint16) * 257
    assert is_scene(decode(cv2.imencode(".png", deep)[1].tobytes()).frame)


def test_one_bit_a_pixel() -> None:
    frame = decode(png(32, 20, 1, 0, b"\xf0\xf0\xf0\xf0")).frame
    assert frame.shape == (20, 32, 3)
    assert set(frame[0, :8, 0]) == {0, 255}


def test_black_and_white_are_pictures_too() -> None:
    for colour in (0, 255):
        frame = decode(encoded(np.full((50, 50, 3), colour, np.uint8))).frame
        assert (frame == colour).all()


def test_ink_colours_are_read_as_they_look() -> None:
    image = pytest.importorskip("PIL.Image")
    buffer = pytest.importorskip("io").BytesIO()
    image.fromarray(scene()[:, :, ::-1]).convert("CMYK").save(buffer, "JPEG", quality=95)
    assert is_scene(decode(buffer.getvalue()).frame)


# Transparency.


LAYERS = np.dstack([scene(), np.full((120, 160), 255, np.uint8)])
LAYERS[60:, :, 3] = 0


def test_what_is_transparent_is_white() -> None:
    for data in (
        cv2.imencode(".png", LAYERS)[1].tobytes(),
        cv2.imencode(".png", LAYERS.astype(np.uint16) * 257)[1].tobytes(),
        cv2.imencode(".webp", LAYERS, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes(),
    ):
        frame = decode(data).frame
        assert (frame[60:] == 255).all()
        assert cv2.absdiff(frame[:60], scene()[:60]).max() <= 1


def test_half_transparent_is_half_white() -> None:
    layers = np.dstack([scene(), np.full((120, 160), 128, np.uint8)])
    frame = decode(encoded(layers, ".png")).frame
    assert np.abs(frame[100, 100].astype(int) - [(c + 255) / 2 for c in GROUND]).max() < 2


def test_grey_with_transparency() -> None:
    frame = decode(png(20, 20, 8, 4, b"\x50\xff" * 10 + b"\x50\x00" * 10)).frame
    assert frame[0, :, 0].tolist() == [0x50] * 10 + [255] * 10


def test_a_palette_with_a_transparent_colour() -> None:
    palette = chunk(b"PLTE", bytes([10, 20, 30, 40, 50, 60]))
    row = b"\0\1" * 10
    frame = decode(png(20, 20, 8, 3, row, palette, chunk(b"tRNS", b"\xff\x00"))).frame
    assert frame[0, 0].tolist() == [30, 20, 10]
    assert frame[0, 1].tolist() == [255, 255, 255]


def test_a_single_transparent_colour() -> None:
    for colour, row in ((0, b"\x50" * 20), (2, b"\x50\x60\x70" * 20)):
        noted = chunk(b"tRNS", b"\0\1" * (3 if colour else 1))
        assert decode(png(20, 20, 8, colour, row, noted)).frame.shape == (20, 20, 3)


# Turned pictures: read as people see them, told as they are stored.


def test_a_turned_picture_is_seen_as_people_see_it() -> None:
    for orientation, suffix, order in product(ORIENTATIONS, (".jpg", ".png"), "<>"):
        data = with_exif(encoded(scene(), suffix), exif(orientation, order))
        seen = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert seen is not None
        assert np.array_equal(decode(data).frame, seen)


def test_corners_are_told_clockwise_in_pixels_of_the_file() -> None:
    for orientation in ORIENTATIONS:
        picture = decode(with_exif(encoded(scene(), ".png"), exif(orientation)))
        corners = picture.stored_corners(mark(picture.frame))
        assert set(corners) == set(mark(scene()))
        assert {(20.0, 15.0), (39.0, 29.0)} <= set(corners)
        assert cv2.contourArea(np.array(corners, np.float32), oriented=True) > 0
        webp = decode(webp_with_exif(scene(), exif(orientation)))
        assert (webp.frame.shape[:2] == (120, 160)) == (orientation < 5)
        found = np.array(sorted(webp.stored_corners(mark(webp.frame))))
        assert np.abs(found - sorted(mark(scene()))).max() <= 1


def test_a_note_that_makes_no_sense_turns_nothing() -> None:
    strange = (b"", b"II*\0", b"II*\0\xff\xff\xff\xff", b"junk" * 9)
    for noted in (*strange, exif(0), exif(9), exif(1)[:-6]):
        picture = decode(with_exif(encoded(scene()), noted))
        assert picture.orientation == 1
        assert is_scene(picture.frame)


# Size.


def test_too_small_to_show_a_die() -> None:
    for (width, height), suffix in product(
        ((1, 1), (15, 400), (400, 15)), (".jpg", ".png", ".bmp")
    ):
        error = refused(encoded(np.zeros((height, width, 3), np.uint8), suffix))
        assert error.code == "too_small"
        assert error.arguments == {"width": width, "height": height, "least": 16}
    assert decode(encoded(np.zeros((16, 16, 3), np.uint8))).frame.shape == (16, 16, 3)


@pytest.mark.parametrize("suffix", [".jpg", MORE(".png")])
def test_a_large_picture_is_made_smaller_and_its_corners_larger(suffix: str) -> None:
    picture = decode(encoded(scene(4800, 3600), suffix))
    height, width = picture.frame.shape[:2]
    assert height * width <= MOST_PIXELS
    assert (picture.width, picture.height) == (4800, 3600)
    stored = np.array(picture.stored_corners(mark(picture.frame)))
    assert np.abs(stored - np.array([(600, 450), (1199, 450), (1199, 899), (600, 899)])).max() < 3


def test_20_000_x_20_000_in_a_jpeg() -> None:
    picture = decode(tall_jpeg(20_000, 20_000))
    assert picture.frame.shape == (2500, 2500, 3) or picture.frame.shape == (5000, 5000, 3)
    x, y = picture.stored((picture.frame.shape[1] - 0.5, -0.5))
    assert (x, y) == (19_999.5, -0.5)


BOMBS = {
    "png": png(20_000, 20_000, 1, 0, bytes(2500)),
    "png, deep": png(60_000, 60_000, 16, 6, b""),
    "png, as large as can be": png(2**31 - 1, 2**31 - 1, 8, 2, b""),
    "jpeg": resized(encoded(scene()), 65_500, 65_500),
    "progressive": resized(
        encoded(scene(), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1), 20_000, 20_000
    ),
    "webp": b"RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0\x2f" + b"\xff" * 16,
    "bmp": encoded(scene(), ".bmp")[:18]
    + struct.pack("<ii", 50_000, -50_000)
    + encoded(scene(), ".bmp")[26:],
    "a long strip": png(2**21, 16, 1, 0, bytes(2**18)),
    "pnm": b"P6 # a comment\n90000\n#another\n90000 255\n",
}


def test_what_no_memory_holds_is_refused_before_it_is_decoded() -> None:
    for data in BOMBS.values():
        error = refused(data)
        assert error.code == "too_large"
        assert error.arguments["width"] >= 16_384  # type: ignore[operator]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is told by Linux")
@pytest.mark.parametrize("kind", ["jpeg", MORE("png"), MORE("large png")])
def test_memory_is_bounded(kind: str) -> None:
    code = (
        "import sys, vision.files.pictures as p\n"
        "try: p.decode(sys.stdin.buffer.read())\n"
        "except p.BadPicture: pass\n"
        "print(next(line for line in open('/proc/self/status') if 'VmHWM' in line).split()[1])"
    )
    data = {
        "jpeg": lambda: tall_jpeg(20_000, 20_000),
        "png": lambda: BOMBS["png"],
        "large png": lambda: png(7000, 6000, 8, 2, bytes(21_000)),
    }[kind]()
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
    assert int(done.stdout) < 400 * 1024


# What is no whole picture.


def test_what_is_no_picture() -> None:
    for junk in (b"hello", b"%PDF-1.7", b"\0" * 99, b"GIF89a", b"<svg/>", b"P6", b"II*\0"):
        assert refused(junk).code == "not_a_picture"
    assert refused(b"").code == "empty_file"


def test_a_picture_that_breaks_off_is_no_picture() -> None:
    for suffix, part in product(KINDS, (0.2, 0.5, 0.9, 0.99)):
        data = encoded(scene(), suffix)
        assert refused(data[: int(len(data) * part)]).code in {"damaged", "not_a_picture"}
    for missing, progressive in product((1, 2, 3, 50), (0, 1)):
        data = encoded(scene(), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, progressive)
        assert refused(data[:-missing]).code == "damaged"


def test_the_end_of_a_thumbnail_is_not_the_end() -> None:
    data = encoded(scene())
    thumbnail = exif(1) + encoded(scene(16, 16))
    assert is_scene(decode(with_exif(data, thumbnail)).frame)
    assert refused(with_exif(data, thumbnail)[:-2]).code == "damaged"


def test_what_follows_the_end_does_not_matter() -> None:
    assert is_scene(decode(encoded(scene()) + b"a film of two seconds" * 99).frame)


def test_a_jpeg_damaged_in_the_middle() -> None:
    data = encoded(np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8))
    half = len(data) // 2
    assert refused(data[:half] + bytes(50) + data[half + 50 :]).code == "damaged"


def test_padding_before_the_end_is_no_damage() -> None:
    assert is_scene(decode(encoded(scene())[:-2] + bytes(4) + b"\xff\xd9").frame)


def test_a_jpeg_of_more_than_8_bits_a_colour_is_not_read() -> None:
    data = encoded(scene())
    at = data.index(b"\xff\xc0") + 4
    assert refused(data[:at] + b"\x0c" + data[at + 1 :]).code == "not_a_picture"


def test_a_png_that_begins_with_another_part() -> None:
    data = encoded(scene(), ".png")
    assert refused(data[:8] + chunk(b"tEXt", b"huge" * 9) + data[8:]).code == "damaged"


def test_a_part_of_a_png_that_promises_more_than_the_file_holds() -> None:
    data = encoded(scene(), ".png")
    at = data.index(b"IDAT") - 4
    assert refused(data[:at] + b"\xff" + data[at + 1 :]).code == "damaged"


@pytest.mark.parametrize("first", [b"fcTL", b"fcJL"], ids=["whole", "damaged"])
def test_of_an_animated_png_the_still_picture_is_read(first: bytes) -> None:
    """Whatever the animation holds: newer OpenCV would play it, or die of it."""
    shown = struct.pack(">IIIIIHHBB", 0, 160, 120, 0, 0, 1, 10, 0, 0)
    other = encoded(scene()[::-1].copy(), ".png")
    rows = other[other.index(b"IDAT") + 4 : -16]
    data = encoded(scene(), ".png")
    animated = b"".join(
        [
            data[:33],
            chunk(b"acTL", struct.pack(">II", 2, 0)),
            chunk(first, shown),
            data[33:-12],
            chunk(b"fcTL", b"\0\0\0\1" + shown[4:]),
            chunk(b"fdAT", b"\0\0\0\2" + rows),
            data[-12:],
        ]
    )
    assert is_scene(decode(animated).frame)
    assert still(animated) == still(data)


def test_what_a_png_says_of_transparency_is_kept() -> None:
    clear = png(20, 20, 8, 3, bytes(20), chunk(b"PLTE", b"abc"), chunk(b"tRNS", b"\0"))
    assert still(clear) == clear
    assert (decode(clear).frame == 255).all()


def test_a_png_that_is_all_parts() -> None:
    data = encoded(scene(), ".png")
    assert refused(data[:33] + chunk(b"junk", b"") * 200_000 + data[33:]).code == "damaged"


def test_a_picture_of_no_size() -> None:
    bmp = encoded(scene(), ".bmp")
    for data in (
        resized(encoded(scene()), 0, 0),
        png(0, 0, 8, 2, b"\0"),
        bmp[:18] + bytes(8) + bmp[26:],
        b"P6 0 0 255\n",
    ):
        assert refused(data).code == "damaged"


def test_an_exception_of_opencv_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise cv2.error

    monkeypatch.setattr(cv2, "imdecode", fail)
    assert refused(encoded(scene())).code == "damaged"


def test_a_jpeg_that_is_all_segments() -> None:
    assert refused(b"\xff\xd8" + b"\xff\xe0\0\2" * 100_000).code == "damaged"


def test_no_decoder_speaks_to_people(capfd: pytest.CaptureFixture[str]) -> None:
    for suffix in KINDS:
        data = encoded(scene(), suffix)
        half = len(data) // 2
        for bad in (data[:half], data[:half] + b"\xff\x00" * 20 + data[half + 40 :]):
            try:
                decode(bad)
            except BadPicture:
                continue
    assert capfd.readouterr() == ("", "")


# Hushing.


def test_what_is_said_meanwhile_is_heard(capfd: pytest.CaptureFixture[str]) -> None:
    with hushed() as said:
        assert said() == b""
        os.write(2, b"quiet")
        assert said() == b"quiet"
    os.write(2, b"loud")
    assert capfd.readouterr().err == "loud"


def test_more_is_said_than_anybody_wants_to_hear() -> None:
    """Whoever speaks must not wait for a listener."""
    with hushed() as said:
        with suppress(BlockingIOError):
            for _ in range(1000):
                os.write(2, bytes(1000))
        assert len(said()) > 10_000


def test_an_error_does_not_leave_it_quiet(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyError), hushed():
        raise KeyError
    os.write(2, b"loud")
    assert capfd.readouterr().err == "loud"


def test_no_error_output_at_all() -> None:
    code = (
        "import vision.files.pictures as p, os, sys\nos.close(2)\np.decode(sys.stdin.buffer.read())"
    )
    data = encoded(scene())
    assert subprocess.run([sys.executable, "-c", code], input=data, check=False).returncode == 0


# Whatever the bytes: a picture, or a refusal.

STARTS = [encoded(scene(48, 32), suffix) for suffix in KINDS]
STARTS += [with_exif(STARTS[0], exif(6)), encoded(np.zeros((20, 20, 4), np.uint8), ".png")]


def never_another_error(data: bytes) -> None:
    try:
        picture = decode(data)
    except BadPicture:
        return
    assert picture.frame.dtype == np.uint8
    assert picture.frame.ndim == 3
    assert picture.frame.shape[2] == 3


@settings(max_examples=60)
@given(st.binary(max_size=400), st.sampled_from(STARTS), st.integers(0, 64))
def test_any_bytes(junk: bytes, start: bytes, kept: int) -> None:
    never_another_error(start[:kept] + junk)


DAMAGES = st.tuples(
    st.sampled_from(STARTS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=8),
    st.floats(0, 1),
)


def survives(damage: tuple[bytes, list[tuple[float, int]], float]) -> None:
    data, changes, kept = damage
    damaged = bytearray(data)
    for place, value in changes:
        # Most of what can go wrong stands near the beginning.
        damaged[int(place**3 * (len(data) - 1))] = value
    never_another_error(bytes(damaged))
    never_another_error(bytes(damaged[: int(kept * len(data))]))


@settings(max_examples=80)
@given(DAMAGES)
def test_any_damage(damage: tuple[bytes, list[tuple[float, int]], float]) -> None:
    survives(damage)


@pytest.mark.proof
@settings(max_examples=500)
@given(DAMAGES)
def test_much_damage(damage: tuple[bytes, list[tuple[float, int]], float]) -> None:
    survives(damage)
