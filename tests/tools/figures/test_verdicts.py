"""What became of pictures and dice."""

from rules.dice import Face
from tools.figures.verdicts import Match, Tally, Verdict, edge_of, matched, sightings, verdict
from vision.reading import Corners, Doubt, ReadDie, Reading
from vision.simulator.scene import TrueDie


def square(x: float, y: float, edge: float = 40) -> Corners:
    half = edge / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def read(face: Face, x: float, y: float = 100, sure: float = 0.9) -> ReadDie:
    return ReadDie(face, sure, square(x, y))


def true(face: Face, x: float, y: float = 100) -> TrueDie:
    return TrueDie(face, square(x, y))


def test_a_doubted_reading_is_doubted_even_where_it_is_right() -> None:
    assert verdict(Reading((), (Doubt("dark"),)), exact=True) is Verdict.DOUBTED
    assert verdict(Reading(()), exact=True) is Verdict.EXACT
    assert verdict(Reading(()), exact=False) is Verdict.WRONG


def test_a_tally() -> None:
    tally = Tally.of([Verdict.EXACT] * 8 + [Verdict.DOUBTED, Verdict.WRONG])
    assert tally == Tally(exact=8, wrong=1, doubted=1)
    assert tally.total == 10
    assert tally.cells() == ["80.0 % [49-94]", "1 [40.4 %]", "1"]
    assert Tally.of([]).cells() == ["-", "-", "0"]


class TestMatched:
    def test_right_wrong_missed_and_invented(self) -> None:
        dice = [true(Face.ONE, 100), true(Face.TWO, 200), true(Face.WORM, 300)]
        told = Reading((read(Face.ONE, 104), read(Face.THREE, 195), read(Face.SIX, 600)))
        assert set(matched(dice, told)) == {
            Match(Face.ONE, Face.ONE, 40, 0.9),
            Match(Face.TWO, Face.THREE, 40, 0.9),
            Match(Face.WORM, None, 40),
            Match(None, Face.SIX, 40, 0.9),
        }

    def test_the_nearer_of_two_is_taken(self) -> None:
        found = matched([true(Face.ONE, 100)], Reading((read(Face.TWO, 112), read(Face.ONE, 101))))
        assert [match.right for match in found] == [True, False]

    def test_two_that_show_the_same_are_not_mixed_up_by_place(self) -> None:
        told = Reading((read(Face.TWO, 100), read(Face.ONE, 200)))
        found = matched([true(Face.ONE, 100), true(Face.TWO, 200)], told)
        assert not any(match.right for match in found)

    def test_an_empty_table(self) -> None:
        assert matched([], Reading(())) == ()


class TestSightings:
    def test_each_true_face_counts_once(self) -> None:
        dice = [read(Face.ONE, 0, sure=0.6), read(Face.ONE, 50, sure=0.8)]
        assert [(s.confidence, s.right) for s in sightings([Face.ONE], dice)] == [
            (0.8, True), (0.6, False),
        ]  # fmt: skip

    def test_a_face_that_is_not_there_is_wrong(self) -> None:
        (only,) = sightings([Face.ONE], [read(Face.SIX, 0)])
        assert not only.right


def test_an_edge_is_that_of_a_square_of_the_same_area() -> None:
    assert edge_of(square(0, 0, 30)) == 30
    assert edge_of(((0, 0), (80, 0), (80, 20), (0, 20))) == 40
