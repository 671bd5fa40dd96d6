"""Bursts: when pictures are read, how many, and what several readings come to."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, permutations, product
from math import cos, nan, pi, sin
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Face
from vision.burst.stream import LIMIT, fuse, read_stream
from vision.geometry import Frame
from vision.reading import Doubt, Point, ReadDie, Reading, TablePose

RATE = 30
SPOTS: tuple[Point, ...] = ((100, 100), (160, 110), (300, 240))
GLARE, DARK, MOVING, DISAGREE = (
    Doubt("glare", {"die": 0}),
    *map(Doubt, ("dark", "moving", "disagree")),
)
Timed = tuple[float, Frame]


def die(face: Face, at: Point, sure: float = 0.98, side: float = 40, first: int = 0) -> ReadDie:
    """A die turned by 20 degrees; `first` says with which corner its corners begin."""
    a, b, c, d = (
        (at[0] + side / 2**0.5 * cos(angle), at[1] + side / 2**0.5 * sin(angle))
        for angle in (pi / 9 + (n + first) * pi / 2 for n in range(4))
    )
    return ReadDie(face, sure, (a, b, c, d))


def throw(faces: str, *doubts: Doubt, sure: float = 0.98, off: float = 0) -> Reading:
    """These faces at the known spots, `off` pixels beside them; `-` leaves a spot empty."""
    return Reading(
        tuple(
            die(Face(face), (x + off, y - off), sure)
            for face, (x, y) in zip(faces, SPOTS, strict=False)
            if face != "-"
        ),
        doubts,
    )


def shown(reading: Reading) -> list[str]:
    return [one.face for one in reading.dice]


def codes(reading: Reading) -> list[str]:
    return [doubt.code for doubt in reading.doubts]


# A burst: frames that carry a number in a corner pixel, too small a change to be motion.


def picture(number: int = 0, at: int | None = None, height: int = 240, width: int = 320) -> Frame:
    frame = np.full((height, width, 3), 90, np.uint8)
    if at is not None:
        frame[100:140, at : at + 40] = 220
    frame[0, 0, 0] = number % 100
    return frame


def still(numbers: Iterable[int] = range(20), at: int = 100, since: float = 0) -> Iterator[Timed]:
    return ((since + number / RATE, picture(number, at)) for number in numbers)


def hand(numbers: Iterable[int]) -> Iterator[Timed]:
    return ((number / RATE, picture(number, 7 * number % 250)) for number in numbers)


class Script:
    """Returns the given readings, call by call; then repeats the last."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = readings
        self.frames: list[Frame] = []

    def __call__(self, frame: Frame) -> Reading:
        self.frames.append(frame.copy())
        return self.readings[min(len(self.frames), len(self.readings)) - 1]

    @property
    def calls(self) -> int:
        return len(self.frames)


class Tape:
    """Pictures one by one, counting how many were taken."""

    def __init__(self, frames: Iterable[Timed]) -> None:
        self._frames = iter(frames)
        self.taken = 0

    def __iter__(self) -> Iterator[Timed]:
        return self

    def __next__(self) -> Timed:
        frame = next(self._frames)
        self.taken += 1
        return frame


# When it reads.


def test_three_still_pictures_that_agree_are_enough() -> None:
    script, tape = Script(throw("152")), Tape(still(count()))
    reading = read_stream(tape, script)
    assert (reading.accepted, reading.faces) == (True, ("1", "2", "5"))
    assert (script.calls, tape.taken) == (3, 7)


def test_it_reads_only_pictures_at_rest() -> None:
    script = Script(throw("152"))
    assert read_stream([*hand(range(40)), *still(range(40, 60))], script).accepted
    assert all((frame[120, 120] == 220).all() for frame in script.frames)


def test_the_rest_can_be_chosen() -> None:
    tape = Tape(still(count()))
    assert read_stream(tape, Script(throw("1")), rest=0.5).accepted
    assert tape.taken == 16


def test_a_slow_camera_needs_three_pictures() -> None:
    tape = Tape((float(number), picture(number)) for number in count())
    assert read_stream(tape, Script(throw("1"))).accepted
    assert tape.taken == 3


def test_a_lone_outlier_takes_five_readings() -> None:
    script, tape = Script(throw("152"), throw("15-", GLARE), throw("152")), Tape(still(count()))
    assert read_stream(tape, script).accepted
    assert (script.calls, tape.taken) == (5, 7)


def test_further_pictures_are_taken_where_rest_had_too_few() -> None:
    script = Script(throw("152"), throw("15-", GLARE), throw("152"))
    tape = Tape((number / 10, picture(number)) for number in count())
    assert read_stream(tape, script).accepted
    assert (script.calls, tape.taken) == (5, 5)


def test_what_cannot_be_accepted_any_more_is_not_read_further() -> None:
    script = Script(throw("152", GLARE))
    assert read_stream(still(count()), script).doubts == (GLARE,)
    assert script.calls == 3


def test_motion_between_the_readings_starts_anew() -> None:
    """The throw was doubted, and before it was read out somebody threw again."""
    script = Script(throw("15-", GLARE), throw("152"), throw("152"), throw("66"))
    slow = [(n / 10, picture(n, 100)) for n in range(3)] + [
        (n / 10, picture(n, 30)) for n in range(3, 9)
    ]
    reading = read_stream(slow, script)
    assert (reading.accepted, reading.faces) == (True, ("6", "6"))
    assert script.calls == 6


def test_pictures_that_end_while_readings_are_few_leave_the_doubt() -> None:
    script = Script(throw("152"), throw("152", GLARE), throw("152"))
    reading = read_stream(((n / 10, picture(n)) for n in range(4)), script)
    assert (reading.doubts, script.calls) == ((GLARE,), 4)


def test_an_error_in_the_reader_is_not_hidden() -> None:
    def broken(frame: Frame) -> Reading:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        read_stream(still(), broken)


# When rest never comes.


def test_without_pictures_there_are_no_dice() -> None:
    assert read_stream([], Script(throw("1"))) == Reading((), (MOVING,))


def test_too_few_pictures_are_moving() -> None:
    for number in (1, 2, 6):
        script = Script(throw("152", GLARE))
        assert read_stream(still(range(number)), script) == throw("152", MOVING, GLARE)
        assert np.array_equal(script.frames[0], picture(number - 1, 100))
        assert script.calls == 1


def test_motion_without_end_is_given_up_in_time() -> None:
    tape = Tape(hand(count()))
    reading = read_stream(tape, Script(throw("152")), limit=2)
    assert (reading.doubts, reading.faces) == ((MOVING,), ("1", "2", "5"))
    assert tape.taken == 61


def test_rest_at_the_last_moment_counts() -> None:
    tape = Tape(still(count()))
    assert read_stream(tape, Script(throw("1")), limit=0.2).accepted
    assert codes(read_stream(still(count()), Script(throw("1")), limit=0.15)) == ["moving"]


def test_at_the_limit_what_was_read_is_kept() -> None:
    script = Script(throw("152"), throw("152", GLARE), throw("152"))
    frames = ((number / 10, picture(number)) for number in count())
    assert read_stream(frames, script, limit=0.3).doubts == (GLARE,)


# Clocks and cameras.


def test_a_picture_delivered_twice_is_one() -> None:
    frames = ((number // 4 / 10, picture(number)) for number in count())
    tape, script = Tape(frames), Script(throw("152"))
    assert read_stream(tape, script).accepted
    assert (tape.taken, script.calls) == (9, 3)


def test_a_clock_that_stands_still_is_given_up() -> None:
    for stamp in (3.0, nan):
        tape = Tape((stamp, picture(number)) for number in count())
        assert read_stream(tape, Script(throw("1"))).doubts == (MOVING,)
        assert tape.taken == 100


def test_a_clock_set_back_starts_anew() -> None:
    script = Script(throw("152"))
    tape = Tape([*still(range(5), since=100), *still(range(5, 30))])
    assert read_stream(tape, script).accepted
    assert tape.taken == 5 + 7


def test_a_clock_that_jumps_to_and_fro_is_given_up() -> None:
    tape = Tape((number % 2, picture(number)) for number in count())
    assert read_stream(tape, Script(throw("1"))).doubts == (MOVING,)
    assert tape.taken == 2 * LIMIT


def test_another_size_starts_anew() -> None:
    script = Script(throw("152"))
    small = [(n / RATE, picture(n)) for n in range(5)]
    large = [(n / RATE, picture(n, height=480, width=640)) for n in range(5, 20)]
    assert read_stream([*small, *large], script).accepted
    assert {frame.shape for frame in script.frames} == {(480, 640, 3)}


def test_a_frozen_camera_is_read_once() -> None:
    script, tape = Script(throw("152")), Tape((n / RATE, picture(7)) for n in count())
    assert read_stream(tape, script) == throw("152")
    assert (script.calls, tape.taken) == (1, 7)


def test_a_camera_may_reuse_its_buffer() -> None:
    buffer = picture()

    def frames() -> Iterator[Timed]:
        for timestamp, frame in still():
            buffer[:] = frame
            yield timestamp, buffer

    script = Script(throw("152"), throw("152", DARK))
    assert read_stream(frames(), script).doubts == (DARK,)
    assert len({frame.tobytes() for frame in script.frames}) == 3


# What several readings come to.


def test_readings_alike_are_accepted_with_their_mean_confidence() -> None:
    reading = fuse([throw("15", sure=sure) for sure in (0.9, 0.96, 0.99)])
    assert (reading.accepted, reading.faces) == (True, ("1", "5"))
    assert [one.confidence for one in reading.dice] == pytest.approx([0.95, 0.95])


def test_only_what_is_accepted_shows_the_table() -> None:
    table = TablePose((160.0, 120.0), 300.0, (0.0, 0.0, 1.0), -2.0)
    sure, doubted = replace(throw("123"), table=table), throw("123", GLARE)
    assert fuse([throw("123"), sure, sure]).table is table
    assert fuse([doubted, sure, doubted]).table is None
    reading = read_stream(still(range(1)), lambda _frame: sure)
    assert (codes(reading), reading.table) == (["moving"], None)


def test_the_corners_are_those_in_the_middle() -> None:
    readings = [
        Reading((die(Face.ONE, (100 + off, 50 - off), first=first),))
        for off, first in ((-1, 0), (0.5, 1), (9, 2), (0, 3), (1, 2))
    ]
    (one,) = fuse(readings).dice
    assert np.allclose(one.corners, die(Face.ONE, (100.5, 49.5)).corners)


def test_dice_are_matched_by_place_in_any_order() -> None:
    first = throw("152")
    others = [Reading(tuple(order)) for order in permutations(throw("152", off=3).dice)]
    fused = fuse([first, *others])
    assert fused.accepted
    assert shown(fused) == ["1", "5", "2"]


def test_dice_that_touch_are_kept_apart() -> None:
    row = [(100.0 + 41 * n, 100.0) for n in range(4)]
    readings = [
        Reading(
            tuple(die(Face(face), (x + off, y)) for face, (x, y) in zip("1234", row, strict=True))
        )
        for off in (0, 8, -8)
    ]
    assert fuse(readings).faces == ("1", "2", "3", "4")
    assert fuse(readings).accepted


def test_a_die_that_lies_elsewhere_is_another_die() -> None:
    fused = fuse([throw("1"), throw("1"), throw("1", off=30)])
    assert (codes(fused), fused.faces) == (["disagree"], ("1",))


def test_a_die_found_twice_is_not_agreed_on() -> None:
    twice = Reading((*throw("15").dice, *throw("1", off=5).dice))
    fused = fuse([twice, throw("15"), throw("15")])
    assert (codes(fused), fused.faces) == (["disagree"], ("1", "5"))


def test_dice_without_size_match_nothing() -> None:
    for side in (0.0, nan):
        flat = Reading((die(Face.ONE, (9, 9), side=side),))
        assert fuse([flat] * 3) == Reading((), (DISAGREE,))
    assert fuse([throw("")] * 3) == throw(""), "and none are none"


def test_nothing_cannot_be_fused() -> None:
    with pytest.raises(ValueError, match="no_readings"):
        fuse([])


def test_one_reading_stays_what_it_is() -> None:
    assert fuse([throw("152")]) == throw("152")
    assert fuse([throw("152", GLARE)]) == throw("152", GLARE)


def test_an_accepted_reading_that_differs_is_never_outvoted() -> None:
    for total, odd, sure in product((3, 4, 5), ("132", "15-", "-52", "---"), (0.98, 0.1)):
        fused = fuse([throw("152")] * (total - 1) + [throw(odd, sure=sure)])
        assert (codes(fused), fused.faces) == (["disagree"], ("1", "2", "5"))


def test_the_surest_face_is_shown_and_dissent_lowers_its_confidence() -> None:
    fused = fuse([throw("1", sure=0.4), throw("1", sure=0.4), throw("6", sure=0.9)])
    assert (codes(fused), fused.dice[0].face) == (["disagree"], "6")
    assert fused.dice[0].confidence == pytest.approx(0.3)


def test_of_five_a_lone_doubt_is_outvoted() -> None:
    """Fewer outvote nobody."""
    for odd, place in product(("152", "15-", "---"), range(5)):
        readings = [throw("152")] * 5
        readings[place] = throw(odd, DARK)
        assert (fuse(readings).accepted, fuse(readings).faces) == (True, ("1", "2", "5"))
    for total in (3, 4):
        assert fuse([throw("152")] * (total - 1) + [throw("152", DARK)]).doubts == (DARK,)


def test_of_five_a_weak_contradiction_in_doubt_is_outvoted_and_a_strong_one_is_not() -> None:
    weak, strong = (throw("162", Doubt("unsure", {"die": 1}), sure=sure) for sure in (0.4, 0.6))
    assert fuse([throw("152")] * 4 + [weak]).accepted
    assert codes(fuse([throw("152")] * 4 + [strong])) == ["unsure", "disagree"]


def test_a_die_seen_where_the_others_see_none_is_not_outvoted() -> None:
    assert codes(fuse([throw("")] * 4 + [throw("1", DARK, sure=0.01)])) == ["dark", "disagree"]


def test_a_doubt_of_more_than_one_stays() -> None:
    for doubted in (2, 3, 5):
        readings = [throw("152", GLARE)] * doubted + [throw("152")] * (5 - doubted)
        assert fuse(readings).doubts == (GLARE,)


def test_a_doubt_stays_where_the_others_do_not_agree() -> None:
    readings = [throw("152")] * 3 + [throw("142"), throw("152", DARK)]
    assert fuse(readings).doubts == (DARK, DISAGREE)


def test_doubts_stand_by_frequency() -> None:
    readings = [throw("15", DARK), throw("15", GLARE, DARK), throw("15", GLARE), throw("15", GLARE)]
    assert fuse(readings).doubts == (GLARE, DARK)


def test_doubts_name_the_fused_dice() -> None:
    """The second and third die of a reading without the first are the third and fourth of all."""
    whole = throw("152")
    part = Reading(whole.dice[1:], (Doubt("overlapping", {"die": 1}), GLARE))
    backward = Reading(whole.dice[::-1], (Doubt("glare", {"die": 1}),))
    assert fuse([whole, part, backward]).doubts == (
        Doubt("glare", {"die": 1}),
        Doubt("overlapping", {"die": 2}),
        DISAGREE,
    )


def test_a_doubt_about_a_die_that_few_saw_becomes_disagreement() -> None:
    extra = throw("152", Doubt("unsure", {"die": 2}))
    assert fuse([extra, throw("15"), throw("15")]).doubts == (DISAGREE,)


def test_doubts_about_one_spot_are_one() -> None:
    near = [Doubt("hidden", {"x": 500 + off, "y": 80.0}) for off in (0, 4, -6)]
    far = Doubt("hidden", {"x": 500, "y": 300})
    fused = fuse([throw("15", near[0], far), throw("15", near[1]), throw("15", near[2])])
    assert fused.doubts == (near[0], far)
    assert fuse([throw("", one) for one in near]).doubts == (near[0],)


def test_of_one_doubt_the_most_frequent_form_stays() -> None:
    forms = [Doubt("count", {"found": found, "expected": (8,)}) for found in (6, 7, 7)]
    assert fuse([throw("15", form) for form in forms]).doubts == (forms[1],)


DOUBTED = st.lists(st.sampled_from([GLARE, DARK]), max_size=1).map(tuple)
READINGS = st.builds(
    lambda faces, doubts, sure, off: throw("".join(faces), *doubts, sure=sure, off=off),
    st.tuples(*[st.sampled_from("15")] * 3) | st.just(("1", "5", "1")),
    DOUBTED | st.just(()),
    st.sampled_from([0.2, 0.9, 0.99]),
    st.floats(-4, 4),
)


@given(st.lists(READINGS, min_size=1, max_size=6))
def test_only_what_all_but_one_say_is_accepted(readings: list[Reading]) -> None:
    fused = fuse(readings)
    clean = sum(one.accepted and shown(one) == shown(fused) for one in readings)
    assert all(0 <= one.confidence <= 1 for one in fused.dice)
    if fused.accepted:
        assert clean == len(readings) or (len(readings) >= 5 and clean == len(readings) - 1)
    else:
        assert clean < len(readings)


@given(st.lists(READINGS, min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_the_readings_does_not_decide(readings: list[Reading], chance: Random) -> None:
    shuffled = chance.sample(readings, len(readings))
    assert fuse(shuffled).accepted == fuse(readings).accepted


def test_the_second_face_is_the_one_that_other_readings_show() -> None:
    ones, two = throw("1"), throw("2")
    likely = replace(ones, dice=(replace(ones.dice[0], second="4"),))
    assert fuse([likely, likely]).dice[0].second == "4"
    assert fuse([likely, likely, two]).dice[0].second == "2"
