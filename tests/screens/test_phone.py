"""What invites a phone: a code that its camera reads, and numbers that can be typed."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from firmware.screens.canvas import Canvas
from firmware.screens.draw import draw, overflow
from firmware.screens.font import Lettering, font
from firmware.screens.kinds import Invitation
from firmware.screens.layout import OLED_128X64
from firmware.screens.phone import broken, draw_invitation, qr_code
from tests.screens.pixels import differing, lit

ADDRESSES = (
    "10.0.0.5",
    "10.0.0.5:8080",
    "192.168.1.20:8080",
    "192.168.178.120:8080",
    "255.255.255.255:65535",
    "grillside.local:8080",
)
LINES = ("16 gekoppelt", "STOP: trennen")
NARROW = Lettering("narrow")
FIELD = 62
"""Columns of the picture, its margin included."""


KEY = "204816357912468013"


def invitation(address: str = ADDRESSES[3], key: str = KEY, *, secure: bool = False) -> Invitation:
    return Invitation("phone", address, "204816", key, LINES[secure:], secure)


def seen(screen: Invitation, scale: int) -> str:
    """What a camera makes of the panel, in a dark frame as panels have."""
    panel = draw(screen).convert("L").resize((128 * scale, 64 * scale), 0)
    framed = np.pad(np.array(panel), 20 * scale)
    return str(cv2.QRCodeDetector().detectAndDecode(cv2.GaussianBlur(framed, (5, 5), 0))[0])


def test_a_camera_reads_the_address_and_the_secret() -> None:
    for address in ADDRESSES:
        link = f"HTTP://{address.upper()}/#{KEY}"
        assert [seen(invitation(address), scale) for scale in (4, 6)] == [link, link]
        assert seen(invitation(address, secure=True), 4) == f"HTTPS://{address.upper()}/#{KEY}"


def test_a_secret_keeps_its_noughts() -> None:
    assert seen(invitation(key="0" * 16 + "42"), 4).endswith("/#000000000000000042")


def test_every_address_of_a_home_is_a_picture_of_its_size() -> None:
    """25 modules of two pixels, and three of margin, are what the panel can carry."""
    for address in ADDRESSES:
        picture = qr_code(address, KEY)
        assert picture.width == picture.height <= 25
        on = lit(draw(invitation(address)))
        margin = {(x, y) for x in range(FIELD) for y in range(64)} - {
            (x, y) for x in range(6, FIELD - 6) for y in range(7, 57)
        }
        if picture.width == 25:
            assert margin <= on
            assert not {(x, y) for x, y in on if x == FIELD}, "text stands apart"


def test_the_eye_covers_nothing_of_it() -> None:
    for secure in [False, True]:
        for address in ADDRESSES:
            canvas = Canvas(OLED_128X64, watched=True)
            draw_invitation(canvas, invitation(address, secure=secure))
            corner = canvas.corner
            assert not {
                (x, y) for x, y in lit(canvas.image) if x >= corner.left and y < corner.bottom
            }
            assert canvas.cut == []
            assert overflow(invitation(address, secure=secure)) == (), "it can be typed too"


def test_rows_stay_apart() -> None:
    """However many there are: between them the panel is dark."""
    for address in ADDRESSES:
        on = lit(draw(invitation(address)))
        rows = sorted({y for x, y in on if x > FIELD})
        runs = 1 + sum(after - before > 1 for before, after in pairwise(rows))
        assert runs == len(broken(address, NARROW, 63)) + 1 + len(LINES)


def test_numbers_are_large() -> None:
    on = lit(draw(replace(invitation("10.0.0.5:8080"), lines=())))
    rows = sorted({y for x, y in on if x > FIELD})
    assert len(rows) == 2 * (font(NARROW).ascent - 1)


def test_another_secret_is_seen() -> None:
    changed = differing(draw(invitation()), draw(invitation(key=KEY[::-1])))
    assert {x > FIELD for x, _ in changed} == {False}


def test_an_address_is_broken_where_people_pause() -> None:
    for address, rows in [
        ("10.0.0.5:8080", ["10.0.0.5:8080"]),
        ("192.168.1.20:8080", ["192.168.1.20", ":8080"]),
        ("192.168.178.120:8080", ["192.168.178.", "120:8080"]),
        ("grillside.local:8080", ["grillside.local", ":8080"]),
        ("unbreakablyunbreakable", ["unbreakablyunbreakable"]),
        ("", [""]),
    ]:
        assert broken(address, NARROW, 63) == rows


def test_an_address_too_long_for_the_panel_is_there_to_be_typed() -> None:
    long = invitation("the-grillside-of-the-wilhelmina-family.local:8080")
    assert qr_code(long.address, long.key).width > 26
    on = lit(draw(long))
    assert (0, 0) not in on, "no picture"
    assert {y for _, y in on}


def test_what_does_not_fit_is_told() -> None:
    lines = ("a", "b", "c", "d")
    assert set(lines) <= set(overflow(replace(invitation(), lines=lines)))
    wide = ("Zwei Handys sind gekoppelt",)
    assert overflow(replace(invitation(), lines=wide)) == wide
