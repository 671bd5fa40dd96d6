"""Every kind of screen as a picture: it fits, it is calm, and what matters can be seen."""

import subprocess
import sys
from dataclasses import replace
from functools import partial

from PIL import Image, ImageChops

from firmware.screens import kinds
from firmware.screens.draw import draw, left_out, overflow
from firmware.screens.kinds import (
    Choice,
    DiceRow,
    Die,
    GrillStrip,
    Group,
    Item,
    Letters,
    Mark,
    Menu,
    Message,
    Progress,
    Prompt,
    Score,
    ScoreTable,
    Screen,
    WormTable,
)
from firmware.screens.layout import Layout
from rules.dice import Face
from tests.harness.taking import seconds
from tests.screens.pixels import full_rows, lit
from tests.screens.samples import ENGLISH, READ, SPOTS, THROW, WORMS

W16 = "W" * 16
LONG = "Lege eine Schnecke auf das höchste freie Feld und gib allen ihre Teller zurück"


def changed(one: Screen, other: Screen) -> tuple[int, int, int, int]:
    """The box in which two screens differ."""
    box = ImageChops.logical_xor(draw(one), draw(other)).getbbox()
    assert box is not None
    return box


def named(name: str) -> Screen:
    return next(screen for screen in ENGLISH if screen.name == name)


def test_every_kind_has_a_sample() -> None:
    every = {
        kind for kind in vars(kinds).values()
        if isinstance(kind, type) and issubclass(kind, Screen) and kind is not Screen
    }  # fmt: skip
    assert {type(screen) for screen in ENGLISH} == every


def test_screens_fit_and_are_the_same_each_time() -> None:
    for screen in ENGLISH:
        image = draw(screen)
        assert (image.mode, image.size) == ("1", (128, 64))
        assert overflow(screen) == ()
        assert draw(screen).tobytes() == image.tobytes()


def test_nothing_shows_when_the_panel_rests() -> None:
    assert draw(kinds.Blank()).getbbox() is None


def test_drawing_is_quick() -> None:
    for screen in ENGLISH:
        assert seconds(partial(draw, screen), times=3) < 0.01


def test_drawing_loads_neither_opencv_nor_numpy() -> None:
    code = (
        "import sys, firmware.screens.draw, firmware.screens.terminal;"
        "sys.exit(bool({'cv2', 'numpy', 'luma'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# What does not fit is told.


def test_a_long_title_is_cut_and_told() -> None:
    title = "A title that is much too long for one line of small print"
    assert overflow(Message("m", title, ("Yes?",))) == (title,)


def test_a_character_that_cannot_be_drawn_is_told() -> None:
    assert overflow(Message("m", "Title", ("Ω wins",))) == ("Ω wins",)


def test_three_lines_fit_under_a_title() -> None:
    lines = ("Plate on 27", "2 worms of Cem", "Ann: plate home")
    screen = Message("m", "Ben stops with 27", lines, "SCAN done")
    assert overflow(screen) == ()
    assert full_rows(draw(screen), 1), "the title stands"


def test_long_lines_are_wrapped_and_get_slimmer() -> None:
    assert overflow(Message("m", "Title", (LONG,))) == ()
    assert overflow(Message("m", "Title", (LONG, LONG))) != ()


def test_four_rows_take_the_place_of_the_title() -> None:
    lines = ("Eins ist da", "Zwei ist da", "Drei ist da", "Vier ist da")
    assert overflow(Message("m", "Title", lines)) == ("Title",)
    assert overflow(Message("m", "", lines)) == ()


def test_a_word_wider_than_the_panel_is_cut() -> None:
    word = "Donaudampfschifffahrtsgesellschaft"
    assert overflow(Message("m", "T", (word,))) == (word,)


def test_a_foot_without_a_place_is_told() -> None:
    lines = ("Plate on 27", "2 worms of Cem", "Ann: plate home")
    assert left_out(Message("m", "Ben", lines, "SCAN done")) == ()
    assert left_out(Message("m", "Ben stops with 27", lines, "SCAN done")) == ("SCAN done",)
    assert left_out(Message("m", "Ben stops with 27", lines)) == ()


def test_a_foot_is_worth_more_than_the_sign_of_an_alarm() -> None:
    lines = ("Nothing new", "Give back 23", "Turn over 34")
    assert left_out(Message("m", "Ann fails", lines, "Next: Ben", alarm=True)) == ()


def test_a_menu_gives_an_item_for_its_foot() -> None:
    items = tuple(map(Item, ("Green", "Yellow", "Blue", "Black")))
    menu = Menu("m", "Who plays which?", items, 3, "OK: name   STOP: sits earlier")
    assert left_out(menu) == ()
    _, top, _, bottom = changed(menu, replace(menu, foot="OK: name   STOP: sits earlies"))
    assert (top > 50, bottom <= 64) == (True, True)


def test_who_has_gone_home_is_struck_out() -> None:
    rows = tuple(Score(name[0], name, "7") for name in ("Ann", "Ben", "Cem"))
    table = ScoreTable("s", "Points", rows)
    gone = replace(table, rows=(rows[0], replace(rows[1], gone=True), rows[2]))
    _, top, right, bottom = changed(table, gone)
    assert bottom - top == 1
    assert right < 64


def test_a_foot_gives_way_and_stands_beside_the_title_if_it_can() -> None:
    lines = ("Plate on 27", "2 worms of Cem", "Ann: plate home")
    bare = Message("m", "Ben", lines)
    left, top, _, bottom = changed(bare, replace(bare, foot="SCAN done"))
    assert left > 64
    assert (top, bottom) < (12, 12)
    long = "SCAN when all pieces lie so"
    assert draw(replace(bare, foot=long)).tobytes() == draw(bare).tobytes()


def test_extremes_do_not_raise() -> None:
    letters = tuple(Score(letter, W16, "99", "42", "12", rank="1.") for letter in "ABCDE")
    eight = tuple(Group(face, 8, Mark.STRUCK) for face in Face)
    for screen in (
        Message("m", W16 * 3, (LONG,) * 4, LONG, alarm=True),
        Menu("m", W16, tuple(Item(W16, W16, mark) for mark in Mark), 99, W16),
        Menu("m", "", ()),
        Prompt("p", W16, 8, LONG, eight, "99", worm=True, stop=LONG, foot=LONG),
        Prompt("p", "", 0, ""),
        Choice("c", W16, eight, 3, LONG, LONG, eight, eight[0], "99"),
        Choice("c", "", (), 0, ""),
        DiceRow("d", W16, tuple(Die(face) for face in Face) * 2, 21, open=True, more=True,
                tick=True, lines=(LONG, LONG), foot=LONG),
        DiceRow("d", "", (), 5),
        GrillStrip("g", W16, (), 3, LONG, LONG),
        ScoreTable("s", W16, letters, LONG, LONG),
        ScoreTable("s", "", ()),
        WormTable("w", W16, (), 3, LONG),
        Progress("p", W16, LONG, 7.5, -3, LONG),
        kinds.Checks("c", W16, tuple(kinds.Check(W16, state) for state in kinds.State) * 4, LONG),
        kinds.Aim("a", b"", (0, 0), (), 3, -1.0, 9.0, LONG, LONG),
        Letters("l", W16, W16, (), 0),
        Letters("l", W16, W16, (W16, LONG), 77, LONG),
    ):  # fmt: skip
        assert draw(screen).size == (128, 64)
        overflow(screen)


def test_other_panels_are_other_layouts() -> None:
    for size in [(128, 128), (256, 64), (256, 128)]:
        for screen in ENGLISH:
            layout = Layout(*size)
            assert draw(screen, layout).size == size
            assert overflow(screen, layout) == ()


# What matters can be seen.


def test_the_chosen_line_of_a_menu_is_lit_wherever_it_is() -> None:
    items = tuple(Item(f"Line {number}") for number in range(12))
    pictures = set()
    for chosen in range(12):
        image = draw(Menu("m", "Menu", items, chosen))
        band = [y for y in full_rows(image, 1) if y > 12]
        assert len(band) == 16
        pictures.add(image.tobytes())
    assert len(pictures) == 12


def test_a_struck_line_of_a_menu_differs() -> None:
    plain = Menu("m", "Menu", (Item("Yes"), Item("Skip")))
    struck = Menu("m", "Menu", (Item("Yes"), Item("Skip", mark=Mark.STRUCK)))
    changed(plain, struck)


def test_an_alarm_lights_the_panel() -> None:
    calm = Message("m", "Ann fails", ("Snail on 36",))
    loud = replace(calm, alarm=True)
    assert len(lit(draw(loud))) > 3 * len(lit(draw(calm)))


def test_each_choice_looks_different() -> None:
    screen = named("keep")
    assert isinstance(screen, Choice)
    pictures = {draw(replace(screen, chosen=place)).tobytes() for place in range(len(THROW))}
    assert len(pictures) == len(THROW)


def test_eight_dice_stand_side_by_side() -> None:
    row = DiceRow("d", "", READ)
    marks = [
        changed(row, DiceRow("d", "", (*READ[:place], Die(Face.THREE), *READ[place + 1 :])))
        for place in range(len(READ))
    ]
    lefts = [left for left, _, _, _ in marks]
    assert lefts == sorted(lefts)
    assert all(bottom - top <= 17 for _, top, _, bottom in marks)
    on = lit(draw(row))
    assert max(y for _, y in on) - min(y for _, y in on) + 1 >= 16


def test_the_cursor_can_be_seen_on_each_die_and_after() -> None:
    for count in [1, 4, 8, 9]:
        for lines in [("One line",), ("One line", "and another")]:
            dice = tuple(Die(Face.ONE) for _ in range(count))
            places = [
                DiceRow("d", "Title", dice, cursor, more=True, tick=True, lines=lines)
                for cursor in (None, *range(count + 2))
            ]
            assert len({draw(screen).tobytes() for screen in places}) == count + 3
            assert all(overflow(screen) == () for screen in places)


def test_a_die_that_is_turned_shows_it() -> None:
    for cursor in range(8):
        row = DiceRow("d", "Title", READ, cursor, tick=True, lines=("Turn it",))
        changed(row, replace(row, open=True))


def test_a_doubted_die_differs() -> None:
    sure = DiceRow("d", "Title", READ)
    changed(sure, replace(sure, dice=(*READ[:3], Die(READ[3].face, Mark.DOUBTED), *READ[4:])))


def test_the_chosen_spot_is_marked_at_its_place() -> None:
    for place, spot in enumerate(SPOTS):
        none = GrillStrip("g", "Grill", SPOTS)
        left, _, right, _ = changed(none, replace(none, chosen=spot.number))
        assert left >= place * 9
        assert right <= (place + 1) * 9 + 2


def test_what_lies_on_a_spot_can_be_told_apart() -> None:
    def strip(spot: kinds.Spot) -> bytes:
        return draw(GrillStrip("g", "Grill", (spot, *SPOTS[1:]))).tobytes()

    spots = [
        *(kinds.Spot(23, worms) for worms in (1, 2, 3, 4)),
        kinds.Spot(23, 1, "A", 1),
        kinds.Spot(23, 1, "B", 1),
        kinds.Spot(23, 1, "A", 2),
        kinds.Spot(23, 1, snail=True),
    ]
    assert len({strip(spot) for spot in spots}) == len(spots)


def test_five_players_with_the_longest_names_fit() -> None:
    rows = tuple(Score(letter, W16, "99", "42", "12", rank="1.") for letter in "ABCDE")
    assert overflow(ScoreTable("s", "Game over", rows, "Ann wins: more snails")) == ()
    assert overflow(ScoreTable("s", "Points", rows)) == ()


def test_who_is_at_the_turn_is_lit() -> None:
    rows = tuple(Score(letter, "Ann", "9", turn=letter == "B") for letter in "ABC")
    assert [y for y in full_rows(draw(ScoreTable("s", "Points", rows)), 1) if y > 12]


def test_a_crown_stands_beside_the_points_of_who_has_a_queen() -> None:
    for count in (2, 3, 4):
        rows = tuple(Score(letter, "Ann", "5/7") for letter in "ABCD"[:count])
        table = ScoreTable("s", "Points", rows)
        for place, row in enumerate(rows):
            queens = (*rows[:place], replace(row, queen=True), *rows[place + 1 :])
            left, top, right, bottom = changed(table, replace(table, rows=queens))
            assert (right - left, bottom - top) == (9, 7)
            assert overflow(replace(table, rows=queens)) == ()


def test_a_queen_is_shown_beside_the_longest_names() -> None:
    rows = tuple(Score(letter, W16, "10/11", queen=True, rank="1.") for letter in "ABCD")
    table = ScoreTable("s", "Game over", rows)
    bare = replace(table, rows=(replace(rows[0], queen=False), *rows[1:]))
    left, top, right, bottom = changed(table, bare)
    assert (right - left, bottom - top) == (9, 7)
    beside = {(x, y) for x in (left - 2, left - 1, right, right + 1) for y in range(top, bottom)}
    assert not beside & lit(draw(table))


def test_the_worms_of_every_spot_are_shown() -> None:
    pictures = set()
    for place in range(len(WORMS)):
        worms = (*WORMS[:place], (WORMS[place][0], 5), *WORMS[place + 1 :])
        pictures.add(draw(WormTable("w", "Worms?", worms)).tobytes())
    assert len(pictures) == len(WORMS)


def test_progress_grows_and_wanders() -> None:
    def on(screen: Screen) -> int:
        return len(lit(draw(screen)))

    parts = [on(Progress("p", "Reading", "", part)) for part in (0.0, 0.3, 0.6, 1.0)]
    assert parts == sorted(set(parts))
    beats = [draw(Progress("p", "Reading", "", None, beat)).tobytes() for beat in range(4)]
    assert len(set(beats)) == 4


def test_the_corner_that_is_moved_can_be_seen() -> None:
    aim = named("aim")
    assert isinstance(aim, kinds.Aim)
    corners = [draw(replace(aim, chosen=corner)) for corner in (None, 0, 1, 2, 3)]
    assert len({image.tobytes() for image in corners}) == 5


def test_a_thumbnail_of_another_size_than_told_is_left_out() -> None:
    aim = named("aim")
    assert isinstance(aim, kinds.Aim)
    assert isinstance(draw(replace(aim, thumbnail=b"short")), Image.Image)


def test_the_chosen_letter_stands_in_the_middle() -> None:
    letters = Letters("l", "Name", "An", tuple("abc"), 1)
    left, _, right, _ = changed(letters, replace(letters, chosen=2))
    assert left < 64 < right
