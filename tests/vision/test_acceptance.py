"""The judge: every doubt where it belongs and nowhere else, on places made by hand."""

import json
from collections.abc import Collection
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from rules.dice import BARBECUE, CLASSIC, STANDARD, Face, junior
from tests.vision.lessons import axis
from tests.vision.test_table_pose import eye, top
from vision.geometry import Frame, Shape
from vision.reading import DOUBTS, Doubt, Reading
from vision.simulator.dice import flat
from vision.stages.acceptance import Judge
from vision.stages.candidate import Candidate
from vision.stages.dice_kinds import PIPS, Alike, Learned, Usual
from vision.stages.finder import Place
from vision.stages.looker import DRAWING, EMBEDDING, FACES, NOTHING, Look
from vision.stages.pyramid import Pyramid

WIDTH, HEIGHT = 1280, 960
SURE, HALF_SURE, SCARCELY = 0.999, 0.45, 0.002
BRIGHT = np.full((HEIGHT, WIDTH, 3), 150, np.uint8)
NO_ART = np.zeros(EMBEDDING, np.float32)
"""As far from every drawing that is known as from any other."""

JUNIOR = junior()


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


def square(x: float = 400.0, y: float = 400.0, edge: float = 60.0) -> Shape:
    return Shape(np.array([x, y]), np.eye(2) * edge / 2)


def look(told: int = 3, chance: float = SURE, shape: Shape | None = None) -> Look:
    faces = np.full(FACES, (1 - chance) / (FACES - 1), np.float32)
    faces[told] = chance
    return Look(faces, 0.01, 0.01, 0.01, shape or square(), np.zeros(2), 0.05, NO_ART)


def place(told: int = 3, belief: float = SURE) -> Place:
    guess = np.full(FACES - 1, 0.001, np.float32)
    guess[max(told, 1) - 1] = 1 - 0.001 * (FACES - 2)
    return Place(square(), belief, guess)


def candidate(
    shape: Shape | None = None, face: Face = Face.THREE, die: float = SURE, right: float = SURE
) -> Candidate:
    told = PIPS.index(face) + 1 if face in PIPS else DRAWING
    return Candidate(die, face, right, look(told, shape=shape))


def with_wrong(it: Candidate, name: str, chance: float) -> Candidate:
    changed: dict[str, Any] = {name: chance}
    return replace(it, look=replace(it.look, **changed))


def judged(
    judge: Judge,
    *candidates: Candidate,
    frame: Frame = BRIGHT,
    expected: Collection[int] | None = None,
) -> Reading:
    """Return the reading; its doubts must match `DOUBTS`, with plain values."""
    reading = judge.judge(Pyramid(frame), list(candidates), expected)
    assert reading.accepted is (not reading.doubts)
    for doubt in reading.doubts:
        assert set(doubt.arguments) == set(DOUBTS[doubt.code])
        assert json.dumps(dict(doubt.arguments))
        assert 0 <= which(doubt, "die") < max(len(reading.dice), 1)
    for die in reading.dice:
        json.dumps([die.face, die.confidence, die.corners])
        assert 0 <= die.confidence <= 1
    return reading


def which(doubt: Doubt, name: str = "die") -> int:
    """Return the die of the doubt; the first if it has none."""
    number = doubt.arguments.get(name, 0)
    assert isinstance(number, int)
    return number


def codes(reading: Reading) -> list[str]:
    return [doubt.code for doubt in reading.doubts]


SUN, STRANGER = (replace(look(DRAWING), embedding=axis(number)) for number in (0, 9))
SKY = Learned(
    ("sun", "moon"), Alike({"sun": np.stack([axis(0)] * 4), "moon": np.stack([axis(1)] * 4)})
)
"""Dice that were taught two drawings, and looks at one of them and at another."""


def _there(it: Candidate, number: int) -> Candidate:
    return replace(it, look=replace(it.look, shape=square(200 + 90 * number)))


ROW = tuple(candidate(square(200 + 90 * n), face) for n, face in enumerate(PIPS))


class TestTrust:
    def test_nothing_is_nothing(self, judge: Judge) -> None:
        assert judged(judge) == Reading(())
        assert judged(judge, expected={0}).accepted

    def test_clear_dice_are_taken(self, judge: Judge) -> None:
        reading = judged(judge, *ROW, expected=[6])
        assert reading.accepted
        assert reading.faces == tuple(sorted(PIPS))
        assert all(die.confidence > 0.9 for die in reading.dice)
        told = {die.face: die.corners for die in reading.dice}
        assert told == {it.face: it.shape.corners for it in ROW}

    def test_the_order_of_places_does_not_matter(self, judge: Judge) -> None:
        assert judged(judge, *ROW) == judged(judge, *reversed(ROW))

    def test_what_is_no_die_is_passed_over(self, judge: Judge) -> None:
        reading = judged(judge, *ROW, candidate(square(300, 800), die=SCARCELY), expected=[6])
        assert reading.accepted
        assert len(reading.dice) == 6
        assert judged(judge, candidate(die=SCARCELY)) == Reading(())


class TestCount:
    def test_a_count_makes_sense_or_not(self, judge: Judge) -> None:
        nonsense: list[Collection[int]] = [[5], {1, 7}, (8,), ()]
        for expected in nonsense:
            reading = judged(judge, *ROW, expected=expected)
            counts = tuple(sorted(expected))
            assert reading.doubts == (Doubt("count", {"found": 6, "expected": counts}),)
        sense: list[Collection[int] | None] = [None, [6], {5, 6}, range(9)]
        for right in sense:
            assert judged(judge, *ROW, expected=right).accepted
        assert codes(judged(judge, expected=[8])) == ["count"]


class TestUnsure:
    def test_an_unclear_face_or_die(self, judge: Judge) -> None:
        """Confidence never hides a weak face."""
        for unclear in (candidate(right=0.6), candidate(die=0.6)):
            reading = judged(judge, unclear)
            assert codes(reading) == ["unsure"]
            assert reading.dice[0].confidence <= 0.6

    def test_it_says_which(self, judge: Judge) -> None:
        reading = judged(judge, *ROW[:3], replace(ROW[3], right=0.5), *ROW[4:])
        (doubt,) = reading.doubts
        assert reading.dice[which(doubt)].face is ROW[3].face

    def test_a_better_reason_stands_alone(self, judge: Judge) -> None:
        it = with_wrong(candidate(right=0.6), "glare", 0.99)
        assert codes(judged(judge, it)) == ["glare"]


class TestLevel:
    """A camera straight above sees no sides; where one die shows a side, that die leans."""

    def test_a_die_that_shows_a_side_among_level_ones_leans(self, judge: Judge) -> None:
        aslant = replace(ROW[2], look=replace(ROW[2].look, down=np.array([0.0, 33.0])))
        dice = [*ROW[:2], aslant, *ROW[3:]]
        (doubt,) = judged(judge, *dice).doubts
        assert doubt == Doubt("leaning", {"die": 2})
        assert judge.not_level(Pyramid(BRIGHT), dice) == [2]

    def test_level_dice_need_no_second_look(self, judge: Judge) -> None:
        assert judge.not_level(Pyramid(BRIGHT), ROW) == []

    def test_the_side_of_a_level_die_is_no_rival(self, judge: Judge) -> None:
        beside = ROW[2].shape.middle + np.array([0.0, 36.0])
        side = candidate(Shape(beside, ROW[2].shape.half * 0.9), Face.FIVE, die=0.5)
        flat = replace(side, look=replace(side.look, down=np.zeros(2)))
        turned = replace(side, look=replace(side.look, down=np.array([0.0, -70.0])))
        assert codes(judged(judge, *ROW, flat)) == ["overlapping"]
        assert judged(judge, *ROW, turned).accepted

    def test_nets_that_disagree_are_a_doubt_without_a_count(self, judge: Judge) -> None:
        for belief, doubted in ((0.68, True), (0.6, False)):
            odd = judge.candidate(place(3, belief), look(NOTHING, SURE), Usual(STANDARD))
            assert codes(judged(judge, odd)) == ["hidden"] * doubted
            assert judged(judge, odd, expected=[0]).accepted


class TestHidden:
    def test_what_may_be_a_die(self, judge: Judge) -> None:
        maybe = candidate(square(300, 800), die=HALF_SURE)
        reading = judged(judge, *ROW, maybe)
        (doubt,) = reading.doubts
        assert doubt == Doubt("hidden", {"x": 300.0, "y": 800.0})
        assert len(reading.dice) == 6

    def test_what_is_of_another_size_than_the_dice_is_none_of_them(self, judge: Judge) -> None:
        """But where none is sure, or one alone, nobody knows how large they are there."""
        for edge, doubted in ((30.0, False), (40.0, True), (90.0, True), (100.0, False)):
            maybe = candidate(square(300, 800, edge), die=HALF_SURE)
            assert codes(judged(judge, *ROW, maybe)) == ["hidden"] * doubted
            assert ("hidden" in codes(judged(judge, *ROW, maybe, expected=[6, 7]))) is doubted
            assert codes(judged(judge, maybe)) == ["hidden"]
            assert codes(judged(judge, ROW[0], maybe)) == ["hidden"]
            unsure = (replace(die, right=0.9) for die in ROW)
            assert "hidden" in codes(judged(judge, *unsure, maybe))

    def test_a_die_far_away_is_one_however_small(self, judge: Judge) -> None:
        """A wide lens that looks aslant shows it less than half as large as those near to it."""
        camera = eye(31.0, 35.0, 250.0)
        spots = ((-90, -95), (-30, -110), (40, -90), (100, -105), (0, -60), (20, 270))
        tops = [top(camera, flat(x, y, 0.3, 4)) for x, y in spots]
        *near, far = (
            replace(
                candidate(), look=replace(look(shape=it.shape), down=np.array(it.down), astray=0.02)
            )
            for it in tops
        )
        assert far.shape.edge < 0.45 * np.median([one.shape.edge for one in near])
        assert judged(judge, *near).accepted
        assert codes(judged(judge, *near, replace(far, die=HALF_SURE))) == ["hidden"]

    def test_the_count_decides_what_it_is(self, judge: Judge) -> None:
        """But it makes a die of nothing: it would choose a coin or a print."""
        likely, unlikely = (candidate(square(300, 800), die=chance) for chance in (0.6, 0.4))
        assert len(judged(judge, *ROW, likely, expected=[6]).dice) == 6
        assert judged(judge, *ROW, likely, expected=[6]).accepted
        assert len(judged(judge, *ROW, likely, expected=[7]).dice) == 7
        assert judged(judge, *ROW, unlikely, expected=[6]).accepted
        assert "count" in codes(judged(judge, *ROW, unlikely, expected=[7]))
        assert "hidden" in codes(judged(judge, *ROW, unlikely, expected=[6, 7]))

    def test_a_missed_die_is_feared_sooner_where_no_count_is_known(self, judge: Judge) -> None:
        faint = candidate(square(300, 800), die=0.05)
        assert codes(judged(judge, *ROW, faint)) == ["hidden"]
        assert codes(judged(judge, faint)) == ["hidden"]
        assert judged(judge, *ROW, faint, expected=[len(ROW)]).accepted

    def test_a_side_of_a_die_is_none(self, judge: Judge) -> None:
        side = candidate(square(400, 430), die=SCARCELY)
        nothing = replace(side, look=look(NOTHING, shape=side.shape))
        assert judged(judge, candidate(), nothing).accepted

    def test_a_second_face_on_one_die_is_a_doubt(self, judge: Judge) -> None:
        """A leaning die shows two: which is its top?"""
        second = candidate(square(400, 430), Face.FIVE, die=0.9)
        assert codes(judged(judge, candidate(), second)) == ["overlapping"]


class TestWrongs:
    def test_each_is_told_of_its_die(self, judge: Judge) -> None:
        for wrong in ("covered", "glare"):
            reading = judged(judge, *ROW[:2], with_wrong(ROW[2], wrong, 0.98), *ROW[3:])
            (doubt,) = reading.doubts
            assert doubt.code == wrong
            assert reading.dice[which(doubt)].face is ROW[2].face
            assert judged(judge, with_wrong(candidate(), wrong, 0.02)).accepted
            worm = judge.candidate(place(DRAWING), look(DRAWING), Usual(CLASSIC))
            assert not judged(judge, with_wrong(worm, wrong, 0.98)).accepted

    def test_several_are_all_told(self, judge: Judge) -> None:
        it = with_wrong(with_wrong(candidate(), "leaning", 0.98), "glare", 0.98)
        assert sorted(codes(judged(judge, it))) == ["glare", "leaning"]


class TestCutOff:
    def test_the_margin_cuts_it_or_it_just_fits(self, judge: Judge) -> None:
        """Straight from above its sides are seen there, towards the middle of the picture."""
        for cut in ((5, 400), (1275, 400), (400, 5), (400, 955), (0, 0)):
            assert codes(judged(judge, candidate(square(*cut)))) == ["cut_off"]
        for spot in ((31, 31), (1249, 929)):
            it = candidate(square(*spot))
            down = (np.array((WIDTH, HEIGHT)) / 2 - spot) / WIDTH * it.shape.edge
            assert judged(judge, replace(it, look=replace(it.look, down=down))).accepted

    def test_a_covered_die_at_the_margin_is_cut_off(self, judge: Judge) -> None:
        it = with_wrong(candidate(square(5, 400)), "covered", 0.98)
        assert codes(judged(judge, it)) == ["cut_off"]

    def test_what_lies_beyond_the_margin_does_not_cover_a_die(self, judge: Judge) -> None:
        for x, doubted in ((22, False), (31, True)):
            it = with_wrong(candidate(square(x, 400)), "covered", 0.98)
            assert ("covered" in codes(judged(judge, it))) is doubted


class TestOverlapping:
    def test_two_in_one_spot(self, judge: Judge) -> None:
        for apart in (10, 30):
            upper, lower = candidate(), candidate(square(400 + apart, 405), Face.FIVE, die=0.99)
            assert "overlapping" in codes(judged(judge, upper, lower))

    def test_two_side_by_side_do_not(self, judge: Judge) -> None:
        for gap, turn in product((0.0, 1.0, 20.0), (0.0, 0.6)):
            half = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * 30
            one = Shape(np.array([400.0, 400.0]), half)
            two = Shape(one.middle + half[:, 0] / 30 * (60 + gap), half)
            reading = judged(judge, candidate(one), candidate(two, Face.FIVE), expected=[2])
            assert reading.accepted
            assert reading.faces == (Face.THREE, Face.FIVE)


class TestFaces:
    def test_pips(self, judge: Judge) -> None:
        for dice_set, number in product((STANDARD, CLASSIC, BARBECUE, JUNIOR), range(1, 7)):
            seen = judge.candidate(place(number), look(number), Usual(dice_set))
            face = PIPS[number - 1]
            assert seen.face is face
            reading = judged(judge, seen)
            strange = Doubt("not_in_set", {"die": 0, "face": str(face)})
            assert reading.doubts == (() if face in dice_set.faces else (strange,))

    def test_a_five_among_barbecue_dice(self, judge: Judge) -> None:
        five = judge.candidate(place(5), look(5, shape=square(800, 800)), Usual(BARBECUE))
        reading = judged(judge, *ROW[:4], five)
        (doubt,) = reading.doubts
        assert doubt.code == "not_in_set"
        assert doubt.arguments["face"] == "5"
        assert reading.dice[which(doubt)].face is Face.FIVE

    def test_what_is_hardly_a_die_shows_no_strange_face(self, judge: Judge) -> None:
        assert judge.candidate(place(5, 0.02), look(5, 0.8), Usual(BARBECUE)).doubt is None

    def test_any_clean_drawing_is_the_worm(self, judge: Judge) -> None:
        for dice_set in (CLASSIC, BARBECUE):
            seen = judge.candidate(place(DRAWING), look(DRAWING), Usual(dice_set))
            assert seen.face is Face.WORM
            assert judged(judge, seen).accepted

    def test_a_drawing_that_these_dice_do_not_have(self, judge: Judge) -> None:
        for dice_set in (STANDARD, JUNIOR):
            reading = judged(judge, judge.candidate(place(DRAWING), look(DRAWING), Usual(dice_set)))
            assert reading.doubts == (Doubt("unknown_art", {"die": 0}),)

    def test_a_drawing_speaks_for_a_die_or_against_one(self, judge: Judge) -> None:
        """A die that shows what these dice show is likelier than one that shows something else."""
        for belief in (0.3, 0.5, 0.8):
            sun, other = (
                judge.candidate(place(DRAWING, belief), it, SKY) for it in (SUN, STRANGER)
            )
            assert sun.at_all == other.at_all
            assert sun.at_all is not None
            assert sun.die > sun.at_all > other.die

    def test_what_no_die_of_the_set_shows_is_passed_over_where_the_count_fits(
        self, judge: Judge
    ) -> None:
        dice = [_there(judge.candidate(place(DRAWING), SUN, SKY), n) for n in range(3)]
        card = _there(judge.candidate(place(DRAWING, 0.4), STRANGER, SKY), 5)
        assert judged(judge, *dice, card, expected={3}).accepted
        assert not judged(judge, *dice, card).accepted

    def test_a_strange_drawing_on_a_clear_die_is_a_doubt(self, judge: Judge) -> None:
        dice = [_there(judge.candidate(place(DRAWING), SUN, SKY), n) for n in range(3)]
        strange = _there(judge.candidate(place(DRAWING), STRANGER, SKY), 5)
        assert not judged(judge, *dice, strange, expected={4}).accepted
        assert not judged(judge, *dice, strange, expected={3, 4}).accepted

    def test_nothing_there(self, judge: Judge) -> None:
        for dice_set in (STANDARD, CLASSIC, BARBECUE, JUNIOR):
            seen = judge.candidate(place(3, belief=0.05), look(NOTHING), Usual(dice_set))
            assert seen.die < 0.05
            assert judged(judge, seen) == Reading(())

    def test_both_must_believe(self, judge: Judge) -> None:
        """Neither net alone makes a die that is claimed."""
        for seen in (
            judge.candidate(place(3, belief=0.12), look(3), Usual(STANDARD)),
            judge.candidate(place(3), look(NOTHING), Usual(STANDARD)),
        ):
            assert not any(die.confidence > 0.9 for die in judged(judge, seen).dice)

    def test_a_torn_look_is_no_sure_face(self, judge: Judge) -> None:
        torn = look(2, 0.5)
        torn.faces[3] = 0.45
        seen = judge.candidate(place(3), torn, Usual(STANDARD))
        assert not judged(judge, seen).accepted

    def test_more_belief_never_makes_it_less_likely(self, judge: Judge) -> None:
        chances = [
            judge.candidate(place(3, belief), look(3), Usual(STANDARD)).die
            for belief in (0.1, 0.3, 0.6, 0.9, 0.99)
        ]
        assert chances == sorted(chances)
        rights = [
            judge.candidate(place(3), look(3, chance), Usual(STANDARD)).right
            for chance in (0.3, 0.6, 0.9, 0.99, 0.9999)
        ]
        assert rights == sorted(rights)


class TestDark:
    def test_too_little_light(self, judge: Judge) -> None:
        dark = np.full_like(BRIGHT, 6)
        assert judged(judge, frame=dark).doubts == (Doubt("dark"),)
        assert codes(judged(judge, *ROW, frame=dark)) == ["dark"]

    def test_noise_and_a_dead_pixel_are_no_light(self, judge: Judge) -> None:
        dark = np.random.default_rng(2).integers(0, 12, BRIGHT.shape).astype(np.uint8)
        dark[10, 10] = 255
        assert codes(judged(judge, frame=dark)) == ["dark"]

    def test_light_dice_on_a_black_table(self, judge: Judge) -> None:
        """Even if they are so small a part of the picture that all of it passes for dark."""
        many, few = np.full_like(BRIGHT, 4), np.full_like(BRIGHT, 4)
        many[300:500, 300:560] = 200
        assert judged(judge, *ROW[:3], frame=many).accepted
        few[360:440, 160:240] = 200
        assert judged(judge, ROW[0], frame=few).accepted

    def test_a_lamp_beside_dice_in_the_dark(self, judge: Judge) -> None:
        frame = np.full_like(BRIGHT, 40)
        frame[700:, :] = 250
        assert codes(judged(judge, *ROW, frame=frame)) == ["dark"]

    def test_a_dark_die_with_one_light_pip(self, judge: Judge) -> None:
        frame = np.full_like(BRIGHT, 50)
        frame[396:404, 196:204] = 140
        assert judged(judge, ROW[0], frame=frame).accepted

    def test_any_size_will_do(self, judge: Judge) -> None:
        for shape in ((1, 1), (1, 400), (16, 16)):
            assert codes(judged(judge, frame=np.zeros((*shape, 3), np.uint8))) == ["dark"]
            assert judged(judge, frame=np.full((*shape, 3), 99, np.uint8)).accepted


def test_every_doubt_of_one_picture_is_told_here() -> None:
    """Those of bursts are the stream's."""
    burst = {"moving", "disagree"}
    told = {
        "count", "unsure", "hidden", "leaning", "covered", "glare", "blurred", "cut_off",
        "overlapping", "not_in_set", "unknown_art", "dark",
    }  # fmt: skip
    assert told | burst == set(DOUBTS)
