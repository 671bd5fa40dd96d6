"""A grill of tiles: each place, each stack and the line have their own part of the panel."""

from dataclasses import replace
from itertools import combinations

from PIL import ImageChops

from firmware.screens.canvas import Canvas
from firmware.screens.draw import draw, overflow
from firmware.screens.font import Lettering, font
from firmware.screens.kinds import Stack, Tile, TileGrill, TileState
from firmware.screens.layout import OLED_128X64
from tests.screens.pixels import differing, lit
from tests.screens.samples import JUNIOR_TILES, SEVEN, STACKS

CLASSIC = tuple(Tile(number, (number - 17) // 4) for number in range(21, 37))
JUNIOR = tuple(replace(tile, state=TileState.OPEN) for tile in JUNIOR_TILES)
LINES = ("", "27: 2 Würmer")
LONG = "Der Stein mit der 27 liegt bei Björn-Maximilian zuoberst"
WORDS = 64 - Canvas(OLED_128X64).row
"""Where the line begins."""


def with_tile(grill: TileGrill, place: int, tile: Tile) -> TileGrill:
    return replace(grill, tiles=(*grill.tiles[:place], tile, *grill.tiles[place + 1 :]))


def with_stack(grill: TileGrill, place: int, stack: Stack) -> TileGrill:
    return replace(grill, stacks=(*grill.stacks[:place], stack, *grill.stacks[place + 1 :]))


def test_tiles_and_two_to_seven_stacks_fit() -> None:
    for line in LINES:
        for count in range(2, 8):
            for tiles in [CLASSIC, JUNIOR]:
                stacks = tuple(
                    Stack(letter, 36, 2, turn=letter == "B") for letter in "ABCDEFG"[:count]
                )
                assert overflow(TileGrill("t", "Der Grill", tiles, stacks, 3, line)) == ()


def test_each_tile_has_a_place_of_its_own() -> None:
    for line in LINES:
        for tiles in [CLASSIC, JUNIOR]:
            grill = TileGrill("t", "Grill", tiles, STACKS, line=line)
            plain = draw(grill)
            places = [
                differing(
                    plain, draw(with_tile(grill, place, replace(tile, state=TileState.TAKEN)))
                )
                | differing(plain, draw(replace(grill, chosen=place)))
                for place, tile in enumerate(tiles)
            ]
            assert all(places)
            assert not any(one & other for one, other in combinations(places, 2))


def test_the_states_of_a_tile_can_be_told_at_a_glance() -> None:
    for line in LINES:
        for chosen in [None, 5]:
            grill = TileGrill("t", "Grill", CLASSIC, STACKS, chosen, line)
            looks = [
                draw(with_tile(grill, 5, replace(CLASSIC[5], state=state))) for state in TileState
            ]
            for one, other in combinations(looks, 2):
                assert len(differing(one, other)) >= 20


def test_an_empty_place_is_darker_than_any_tile() -> None:
    grill = TileGrill("t", "Grill", CLASSIC)
    on = {
        state: len(lit(draw(with_tile(grill, 0, replace(CLASSIC[0], state=state)))))
        for state in TileState
    }
    assert on[TileState.TAKEN] < min(on[TileState.OPEN], on[TileState.TURNED]) - 40


def test_a_turned_tile_does_not_show_its_number() -> None:
    grill = TileGrill("t", "Grill", CLASSIC)
    turned = [with_tile(grill, 0, Tile(number, 1, TileState.TURNED)) for number in (21, 34)]
    assert draw(turned[0]).tobytes() == draw(turned[1]).tobytes()


def test_the_worms_of_a_tile_are_shown_where_there_is_no_line() -> None:
    def inked(line: str) -> list[int]:
        grill = TileGrill("t", "Grill", CLASSIC, SEVEN, line=line)
        return [len(lit(draw(with_tile(grill, 0, Tile(21, worms))))) for worms in (1, 2, 3, 4)]

    none, line = inked(""), inked("21: 1 Wurm")
    assert [more - none[0] for more in none] == [0, 4, 8, 12]
    assert len(set(line)) == 1


def test_numbers_are_large_unless_a_line_needs_the_room() -> None:
    def height(line: str) -> int:
        grill = TileGrill("t", "Grill", CLASSIC, SEVEN, line=line)
        changed = differing(draw(grill), draw(with_tile(grill, 0, Tile(38, 1))))
        return max(y for _, y in changed) - min(y for _, y in changed) + 1

    assert height("") >= 11
    assert height("27: 2 Würmer") >= 7


def test_each_of_seven_stacks_has_a_place_of_its_own() -> None:
    for line in LINES:
        stacks = tuple(Stack(letter, 28, 6) for letter in "ABCDEFG")
        grill = TileGrill("t", "Grill", CLASSIC, stacks, line=line)
        plain = draw(grill)
        places = []
        for place, stack in enumerate(stacks):
            others = [
                replace(stack, letter="X"),
                replace(stack, top=36),
                replace(stack, top=None, height=0),
                replace(stack, height=1),
                replace(stack, turn=True),
            ]
            looks = [differing(plain, draw(with_stack(grill, place, other))) for other in others]
            assert all(looks)
            places.append(set().union(*looks))
        assert not any(one & other for one, other in combinations(places, 2))
        assert all(max(x for x, _ in place) < 128 for place in places)


def test_the_letter_of_a_stack_is_written_whole() -> None:
    for turn in [False, True]:
        for count in range(2, 8):
            letters = "ABCDEFG"[:count]
            stacks = tuple(Stack(letter, 36, 1, turn=turn) for letter in letters)
            image = draw(TileGrill("t", "Grill", CLASSIC, stacks))
            dark = turn or count < 7
            for place, letter in enumerate(letters):
                written = font(Lettering("small")).picture(letter).crop((0, 1, 5, 8))
                shape = ImageChops.invert(written) if dark else written
                left, right = 128 * place // count, 128 * (place + 1) // count
                size = shape.size
                assert any(
                    image.crop((x, y, x + size[0], y + size[1])).tobytes() == shape.tobytes()
                    for x in range(left, right - size[0])
                    for y in range(50, 64 - size[1])
                )


def test_who_is_at_the_turn_is_lit() -> None:
    for line in LINES:
        for count in range(2, 8):
            calm = tuple(Stack(letter, 31, 2) for letter in "ABCDEFG"[:count])
            grill = TileGrill("t", "Grill", CLASSIC, calm, line=line)
            for place, stack in enumerate(calm):
                turn = with_stack(grill, place, replace(stack, turn=True))
                assert len(lit(draw(turn))) > len(lit(draw(grill))) + 40


def test_the_line_has_its_height_to_itself() -> None:
    grill = TileGrill("t", "Grill", CLASSIC, SEVEN, 3, "Ägjpq")
    bare = lit(draw(TileGrill("t", "Grill", CLASSIC, SEVEN, 3, " ")))
    assert max(y for _, y in bare) < WORDS
    text = lit(draw(grill)) - bare
    assert min(y for _, y in text) >= WORDS
    assert max(y for _, y in text) - min(y for _, y in text) + 1 >= 15


def test_what_is_too_long_is_cut_and_told() -> None:
    assert overflow(TileGrill("t", "Grill", CLASSIC, SEVEN, 3, LONG)) == (LONG,)
    assert overflow(TileGrill("t", LONG * 2, CLASSIC, SEVEN)) == (LONG * 2,)


def test_a_foot_stands_beside_the_title() -> None:
    grill = TileGrill("t", "Grill", CLASSIC, SEVEN)
    changed = differing(draw(grill), draw(replace(grill, foot="OK: weiter")))
    assert changed
    assert max(y for _, y in changed) < OLED_128X64.bar
