"""Watching: told once after motion and half a second of rest, and never with a hand there."""

from collections.abc import Iterable
from functools import cache
from itertools import count

import cv2
import numpy as np
import pytest

from rules.dice import BARBECUE
from vision.burst.motion import AGAIN, PATIENT, REST, Watch
from vision.geometry import Frame
from vision.simulator.scene import Scene, Spoil, render

STEP = 0.2
EMPTY: Frame = np.full((240, 320), 90, np.uint8)


def dice(*places: tuple[int, int]) -> Frame:
    """A grey table with bright dice on it."""
    frame = EMPTY.copy()
    for x, y in places:
        frame[y : y + 16, x : x + 16] = 220
    return frame


ONE, OTHER = dice((60, 60), (200, 120)), dice((90, 150), (220, 60))


class Watching:
    """Pictures a fifth of a second apart."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.moments = count()

    def see(self, frames: Iterable[Frame], earliest: float = 0.0) -> list[bool]:
        return [self.watch.see(next(self.moments) * STEP, f, earliest) for f in frames]

    def rest(self, frame: Frame, seconds: float, earliest: float = 0.0) -> int:
        """How often something is told while this lies there."""
        return sum(self.see([frame] * round(seconds / STEP), earliest))


@pytest.fixture
def watching() -> Watching:
    return Watching()


def test_what_lies_there_at_first_is_nothing_new(watching: Watching) -> None:
    assert watching.rest(ONE, 20) == 0


def test_a_throw_is_told_of_once_half_a_second_after_it(watching: Watching) -> None:
    watching.rest(ONE, 2)
    told = watching.see([OTHER] * 60)
    assert told.count(True) == 1
    assert told.index(True) * STEP == pytest.approx(REST, abs=STEP)


def test_as_long_as_something_moves_nothing_is_told(watching: Watching) -> None:
    watching.rest(ONE, 2)
    assert not any(watching.see([ONE, OTHER] * 20))
    assert watching.rest(OTHER, 2) == 1


def test_the_same_dice_are_told_of_again_only_after_motion(watching: Watching) -> None:
    watching.rest(ONE, 2)
    assert watching.rest(OTHER, 5) == 1
    watching.see([EMPTY])
    assert watching.rest(OTHER, 5) == 1


def test_what_changed_while_nobody_watched_has_moved(watching: Watching) -> None:
    watching.rest(ONE, 1)
    for _ in range(500):
        next(watching.moments)
    assert watching.rest(OTHER, 2) == 1


def test_another_part_of_the_picture_is_no_motion(watching: Watching) -> None:
    watching.rest(ONE, 2)
    assert watching.rest(OTHER[:200], 3) == 0


def test_what_somebody_asked_to_be_read_is_known(watching: Watching) -> None:
    watching.rest(ONE, 2)
    watching.see([OTHER])
    watching.watch.restart()
    assert watching.rest(OTHER, 5) == 0


def test_nothing_is_told_too_early(watching: Watching) -> None:
    watching.rest(ONE, 1)
    assert watching.rest(OTHER, 2, earliest=3.0) == 0
    assert watching.rest(OTHER, 1, earliest=3.0) == 1


def test_the_same_rest_can_be_looked_at_again_a_little_later(watching: Watching) -> None:
    watching.rest(ONE, 2)
    assert watching.rest(OTHER, 1) == 1
    watching.watch.again()
    told = watching.see([OTHER] * 60)
    assert told.count(True) == 1
    assert told.index(True) * STEP == pytest.approx(AGAIN, abs=3 * STEP)
    assert watching.watch.tries == 2
    watching.rest(ONE, 1)
    assert watching.watch.tries == 1  # those of another rest


# Hands, in pictures as a camera takes them.


@cache
def drawn(seed: int, spoil: Spoil | None = None) -> Frame:
    """Draw a small picture, as cameras give them for watching."""
    how = Scene(BARBECUE, BARBECUE.sides[:6], seed=seed, place=1, spoil=spoil, surface="felt")
    small = cv2.resize(render(how).frame, (320, 240), interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8, copy=False)


def test_a_hand_that_rests_is_waited_out(watching: Watching) -> None:
    watching.rest(drawn(1), 2)
    assert watching.rest(drawn(2, "hand"), 5) == 0
    assert watching.rest(drawn(2), 2) == 1


def test_what_does_not_go_away_is_no_hand(watching: Watching) -> None:
    watching.rest(drawn(1), 2)
    assert watching.rest(drawn(2, "hand"), PATIENT + 1) == 1


def test_where_all_was_read_no_hand_was(watching: Watching) -> None:
    watching.rest(drawn(2, "hand"), 1)  # it was there when watching began
    assert watching.rest(drawn(2), PATIENT + 1) == 1
    watching.watch.clear()
    assert watching.rest(drawn(1), 1) == 1
