"""The board of tracks: lengths, ants and food can be read, and the choice is seen."""

from dataclasses import replace
from itertools import combinations

from firmware.screens.draw import draw, overflow
from firmware.screens.kinds import TrackBoard, TrackRow
from tests.screens.pixels import differing, lit, pieces
from tests.screens.samples import TRACKS

BOARD = TrackBoard("b", "Ann", TRACKS)
LONGEST = tuple(TrackRow(number, 4, ("",) * 10) for number in range(1, 7))
FULL = tuple(TrackRow(number, 4, ("ABCD",) * 10, captured=True) for number in range(1, 7))
LONG = "Björn-Maximilians Ameise muss zurück auf das Feld davor"
EMPTY = TrackBoard("b", "Ann", LONGEST)


def with_space(board: TrackBoard, row: int, space: int, ants: str) -> TrackBoard:
    old = board.rows[row]
    spaces = (*old.spaces[: space - 1], ants, *old.spaces[space:])
    rows = (*board.rows[:row], replace(old, spaces=spaces), *board.rows[row + 1 :])
    return replace(board, rows=rows)


def test_every_board_fits() -> None:
    for rows in [TRACKS, LONGEST, FULL]:
        for line in ["", "Zurück auf Feld 6"]:
            for row in range(6):
                for space in (0, 1, len(rows[row].spaces)):
                    board = TrackBoard("b", "Ann greift an", rows, (row, space), 0, line)
                    assert overflow(board) == ()


def test_each_space_has_a_place_of_its_own() -> None:
    for ants in ["A", "DCBA"]:
        plain = draw(EMPTY)
        places = [
            differing(plain, draw(with_space(EMPTY, row, space, ants)))
            for row in range(6)
            for space in range(1, 11)
        ]
        assert all(places)
        assert not any(one & other for one, other in combinations(places, 2))


def test_the_spaces_of_a_track_can_be_counted() -> None:
    for length in range(6, 11):
        board = TrackBoard("b", "", (TrackRow(1, 3, ("",) * length),))
        drawn = pieces(lit(draw(board)))
        assert len(drawn) == 1 + length, "the number of the track, then its spaces, the food last"


def test_all_six_tracks_are_there_without_a_line() -> None:
    for row in range(6):
        other = (*TRACKS[:row], replace(TRACKS[row], number=8), *TRACKS[row + 1 :])
        assert differing(draw(BOARD), draw(replace(BOARD, rows=other)))


def test_the_top_ant_and_how_many_are_below_can_be_told_apart() -> None:
    for space in (1, 5, 10):
        piles = ("", "A", "B", "C", "D", "BA", "CBA", "DCBA", "AB")
        looks = {draw(with_space(EMPTY, 3, space, pile)).tobytes() for pile in piles}
        assert len(looks) == len(piles)


def test_which_ants_are_below_makes_no_difference() -> None:
    one, other = (with_space(EMPTY, 2, 4, pile) for pile in ("BDA", "CBA"))
    assert draw(one).tobytes() == draw(other).tobytes()


def test_the_points_of_the_food_are_shown() -> None:
    for ants in ("", "A"):
        board = with_space(EMPTY, 0, 10, ants)
        looks = {
            draw(replace(board, rows=(replace(board.rows[0], food=food), *LONGEST[1:]))).tobytes()
            for food in (2, 3, 4)
        }
        assert len(looks) == 3


def test_a_captured_track_is_told_apart_all_along() -> None:
    for row in range(6):
        rows = (*LONGEST[:row], replace(LONGEST[row], captured=True), *LONGEST[row + 1 :])
        changed = differing(draw(EMPTY), draw(replace(EMPTY, rows=rows)))
        assert max(x for x, _ in changed) - min(x for x, _ in changed) > 80
        assert max(y for _, y in changed) - min(y for _, y in changed) < 8


def test_every_choice_looks_different() -> None:
    for line in ["", "Zurück"]:
        looks = set()
        for row, track in enumerate(TRACKS):
            for space in range(len(track.spaces) + 1):
                looks.add(draw(replace(BOARD, chosen=(row, space), line=line)).tobytes())
        assert len(looks) == sum(len(track.spaces) + 1 for track in TRACKS)


def test_the_goal_of_the_chosen_ant_has_an_edge() -> None:
    for line in ["", "Zurück"]:
        for row, track in enumerate(TRACKS):
            chosen = replace(BOARD, chosen=(row, 3), line=line)
            goals = [
                differing(draw(chosen), draw(replace(chosen, to=to)))
                for to in range(len(track.spaces) + 1)
                if to != 3
            ]
            assert all(len(goal) >= 20 for goal in goals)
            assert not any(one & other for one, other in combinations(goals, 2))


def test_marks_touch_no_letter_of_the_rows_around() -> None:
    rows = tuple(TrackRow(number, 4, ("DCBA",) * 10) for number in range(1, 7))
    bare = TrackBoard("b", "Ann", rows, (2, 20))
    marked = replace(bare, chosen=(2, 4), to=6)
    mark = differing(draw(bare), draw(marked))
    top, bottom = min(y for _, y in mark), max(y for _, y in mark)
    on = lit(draw(bare))
    assert not {y for _, y in on} & {top - 1, bottom + 1}


def test_rows_scroll_with_the_choice_where_there_is_a_line() -> None:
    for row in range(6):
        board = replace(BOARD, chosen=(row, 1), line="Zurück")
        other = (*TRACKS[:row], replace(TRACKS[row], number=8), *TRACKS[row + 1 :])
        assert differing(draw(board), draw(replace(board, rows=other))), "the chosen row is there"
        bare = lit(draw(replace(board, line=" ")))
        assert max(y for _, y in bare) < 48, "the line has its height to itself"


def test_four_rows_are_there_above_a_line() -> None:
    board = replace(BOARD, chosen=(0, 1), line="Zurück")
    seen = []
    for row in range(6):
        other = (*TRACKS[:row], replace(TRACKS[row], number=8), *TRACKS[row + 1 :])
        seen.append(bool(differing(draw(board), draw(replace(board, rows=other)))))
    assert seen == [True] * 4 + [False] * 2


def test_a_long_line_is_cut_and_told() -> None:
    assert overflow(replace(BOARD, chosen=(0, 1), line=LONG)) == (LONG,)
