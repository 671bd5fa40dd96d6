"""Files of taught dice: what was saved comes back, and whatever else is refused with a code."""

import base64
import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings

from tests.harness.damage import LARGE_FILES, damaged, odd_files, other_values, uncollected
from tests.vision.files import encoded, png
from tests.vision.lessons import look, taught
from vision.errors import BadDice
from vision.files.dice_file import LONGEST, MOST_BYTES, VERSION, check_name, opened
from vision.files.taught_dice import MOST_FACES, MOST_LOOKS, Taught, decode, encode
from vision.stages.looker import SIDE

GOOD = encode(taught())
LOOK = encoded(look(1))
CODES = {
    "dice_damaged", "not_dice", "dice_newer", "dice_too_large", "bad_name", "face_count",
    "face_twice", "look_count", "all_pips",
}  # fmt: skip


def refused(stored: bytes) -> BadDice:
    with pytest.raises(BadDice) as error:
        decode(stored)
    return error.value


@uncollected()
def trouble(stored: bytes) -> BadDice | None:
    """Return the reason of a refusal, or None."""
    try:
        decode(stored)
    except BadDice as error:
        return error
    return None


def changed(**values: object) -> bytes:
    return json.dumps({**json.loads(GOOD), **values}).encode()


def looking(*packed: object) -> bytes:
    """The good file with these in the place of the looks at its last face."""
    return changed(looks={**json.loads(GOOD)["looks"], "moon": list(packed)})


def packed(stored: bytes) -> str:
    return base64.b64encode(stored).decode()


# There and back.


def test_what_is_saved_comes_back() -> None:
    before, after = taught(), decode(GOOD)
    assert (after.name, after.faces) == (before.name, before.faces)
    assert list(after.looks) == list(before.looks)
    for face, looks in before.looks.items():
        assert len(after.looks[face]) == len(looks)
        for one, other in zip(looks, after.looks[face], strict=True):
            assert np.abs(one.astype(int) - other).mean() < 4  # a JPEG is not exact


def test_the_file_is_one_line_of_json() -> None:
    assert GOOD.endswith(b"}\n")
    assert GOOD.count(b"\n") == 1
    assert json.loads(GOOD)["version"] == VERSION


def test_the_largest_set_fits_into_a_file() -> None:
    """Of looks as they are: noise would take three times as much."""
    whole = taught("x" * LONGEST, tuple(f"face {n}" for n in range(MOST_FACES)), MOST_LOOKS)
    assert len(encode(whole)) < MOST_BYTES
    assert len(decode(encode(whole)).looks) == MOST_FACES


def test_what_is_written_beside_is_passed_by() -> None:
    stored = encode(taught(), means={"game": {"sun": "worm"}})
    assert opened(stored)["means"] == {"game": {"sun": "worm"}}
    assert decode(stored).faces == taught().faces


def test_names_of_any_script() -> None:
    assert decode(encode(taught("Würfel 骰子", ("1", "☀", "луна")))).faces == ("1", "☀", "луна")


# What is no set.


def test_names_that_are_none() -> None:
    for name in ("", " ", " a", "a ", "a\n", "\x1b[2J", "\u202e", "\ud800", "x" * 25):
        for make in (check_name, taught, lambda name: taught("Sky", ("1", name))):
            with pytest.raises(BadDice) as error:
                make(name)
            assert error.value.code == "bad_name"


SETS: list[tuple[Callable[[], Taught], str]] = [
    (lambda: Taught("Sky", (), {}), "face_count"),
    (lambda: taught("Sky", tuple(f"f{n}" for n in range(MOST_FACES + 1))), "face_count"),
    (lambda: taught("Sky", ("sun", "Sun")), "face_twice"),
    (lambda: taught("Sky", ("1", "1", "sun")), "face_twice"),
    (lambda: Taught("Sky", ("1", "2"), {}), "all_pips"),
    (lambda: taught("Sky", ("1", "sun"), 0), "look_count"),
    (lambda: taught("Sky", ("1", "sun"), MOST_LOOKS + 1), "look_count"),
    (lambda: Taught("Sky", ("1", "sun"), {}), "dice_damaged"),
    (lambda: Taught("Sky", ("sun",), {"sun": (look(1),), "1": (look(2),)}), "dice_damaged"),
    (lambda: Taught("Sky", ("sun",), {"sun": (look(1)[1:],)}), "dice_damaged"),
]


def test_sets_that_are_none() -> None:
    for make, code in SETS:
        with pytest.raises(BadDice) as error:
            make()
        assert error.value.code == code


# Files that are none.


def test_an_odd_file() -> None:
    """A byte order mark alone is forgiven: some editors leave one."""
    for stored in odd_files(GOOD).values():
        error = trouble(stored)
        if error is None:
            assert json.loads(stored) == json.loads(GOOD)
        else:
            assert error.code in CODES


def test_a_large_file() -> None:
    for stored in LARGE_FILES.values():
        assert refused(stored).code == "dice_too_large"
    for nothing in (b"[" * MOST_BYTES, b'{"a":' * (MOST_BYTES // 5), b"1" * MOST_BYTES):
        assert refused(nothing).code == "dice_damaged"


def test_another_program_s_file() -> None:
    assert refused(b'{"version": 1, "name": "Sky"}').code == "not_dice"
    assert refused(changed(format="grillside")).code == "not_dice"
    assert refused(changed(format=["grillside dice"])).code == "not_dice"


def test_a_newer_version() -> None:
    error = refused(changed(version=VERSION + 1, looks="in another way"))
    assert (error.code, error.arguments) == (
        "dice_newer",
        {"version": VERSION + 1, "known": VERSION},
    )


def test_versions_that_are_none() -> None:
    none: list[object] = [None, 0, -1, "1", 1.0, True, [], 10**400, float("nan")]
    for version in none:
        assert refused(changed(version=version)).code == "dice_damaged"


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"faces": [f"f{n}" for n in range(10_000)]}, "face_count"),
    ({"looks": {f"f{n}": ["x"] for n in range(10_000)}}, "face_count"),
    ({"looks": {"sun": ["x"] * 10_000}}, "look_count"),
    ({"looks": {"sun": [], "moon": ["x"]}}, "look_count"),
    ({"looks": {"x" * 100_000: []}}, "look_count"),
    ({"name": "x" * 500}, "bad_name"),
    ({"faces": ["1", "2", "3", "sun", "m" * 500]}, "bad_name"),
    ({"faces": ["1", "2", "sun", "MOON", "moon"]}, "face_twice"),
    ({"faces": ["1", "2"], "looks": {}}, "all_pips"),
    ({"faces": "sun"}, "dice_damaged"),
    ({"faces": {"sun": 1, "moon": 2}}, "dice_damaged"),
    ({"faces": [1, 2, 3, "sun", "moon"]}, "dice_damaged"),
    ({"faces": ["1", "sun"]}, "dice_damaged"),
    ({"looks": []}, "dice_damaged"),
    ({"looks": {"sun": "xx", "moon": "xx"}}, "dice_damaged"),
    ({"name": None}, "dice_damaged"),
]


def test_values_that_cannot_be() -> None:
    for values, code in CHANGES:
        error = refused(changed(**values))
        assert error.code == code
        assert all(len(str(told)) < 100 for told in error.arguments.values())
    for missing in json.loads(GOOD):
        content = json.loads(GOOD)
        del content[missing]
        assert refused(json.dumps(content).encode()).code in {"dice_damaged", "not_dice"}


# Looks that are none.

SMALL = np.zeros((SIDE - 1, SIDE, 3), np.uint8)
LOOKS = {
    "no text": 7,
    "nothing": "",
    "no base64": "~~~~",
    "half of it": packed(encoded(look(1)))[:-40],
    "no picture": packed(b"x" * 400),
    "half a picture": packed(encoded(look(1))[:-300]),
    "too small": packed(encoded(SMALL)),
    "too large": packed(encoded(np.zeros((1000, 1000, 3), np.uint8))),
    "a PNG": packed(encoded(look(1), ".png")),
    "a picture that no memory holds": packed(png(20_000, 20_000, 1, 0, bytes(2500))),
    "huge": "A" * 1_500_000,
    "not ASCII": "ä" * 400,
}


def test_looks_that_are_none() -> None:
    for name, stored in LOOKS.items():
        assert refused(looking(stored)).code == "dice_damaged", name


def test_a_grey_look_is_one() -> None:
    grey = encoded(np.asarray(cv2.cvtColor(look(1), cv2.COLOR_BGR2GRAY), np.uint8))
    assert decode(looking(packed(grey))).looks["moon"][0].shape == (SIDE, SIDE, 3)


def test_a_bad_file_takes_little_memory() -> None:
    """Many faces, large pictures, much text, depth. Arrays count too: numpy tells."""
    for stored in (
        changed(faces=["f"] * 100_000, looks={}),
        looking(*[packed(encoded(np.zeros((4000, 4000, 3), np.uint8)))] * 3),
        looking("A" * 1_500_000),
        b'{"a":' * 300_000,
    ):
        tracemalloc.start()
        try:
            refused(stored)
            assert tracemalloc.get_traced_memory()[1] < 30_000_000
        finally:
            tracemalloc.stop()


# Whatever has become of it.


def survived(stored: bytes) -> None:
    """Check that the file is read, or refused in few words."""
    error = trouble(stored)
    if error is not None:
        assert error.code in CODES
        assert all(len(str(told)) < 100 for told in error.arguments.values())


@settings(max_examples=30)
@given(damaged(GOOD), other_values(GOOD), damaged(LOOK))
def test_damage(stored: bytes, other: bytes, damaged_look: bytes) -> None:
    for content in (stored, other, looking(packed(damaged_look))):
        survived(content)


@pytest.mark.proof
@settings(max_examples=2000)
@given(damaged(GOOD) | other_values(GOOD))
def test_much_damage(stored: bytes) -> None:
    survived(stored)
