"""Pieces that lie otherwise, put right on a page: one form for every game, strictly read."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.speech.words import Words
from firmware.web.messages import Put
from firmware.web.pieces import form_of, put_right
from rules import Barbecue, Bratwurmeck, Face, Junior, PicnicBlitz
from rules.errors import RulesError
from rules.games import GAMES, AnyGame
from rules.grill import SNAIL, Spot
from rules.moves import Adjust, Leave, Throw
from rules.players import Player
from rules.tiles import TileTable
from tests.web import prepared
from tests.web.line import Line
from tests.web.served import NAMES, Served, keep_game, served

Groups = list[dict[str, Any]]
TILES = prepared.laid(Bratwurmeck, (21, 22, 24), (23,), (26, 29, 25), (31,))
TWICE = prepared.laid(Junior, (4, 4, 5, 6, 6, 8), (9, 5), (9, 7), (8, 7))


async def form(line: Line) -> Groups:
    """The form that the page gets; the other pages get none."""
    line.ask("pieces")
    while "pieces" not in (told := await line.hear()):
        pass
    assert told["pieces"]["at"] == line.last["at"]
    groups: Groups = told["pieces"]["groups"]
    return groups


def put(groups: Groups, title: str, label: str, value: int | str, nth: int = 0) -> dict[str, int]:
    """A change by the words that stand there."""
    at = [group["title"] for group in groups].index(title)
    fields = groups[at]["fields"]
    field = [place for place, each in enumerate(fields) if each["label"] == label][nth]
    to = fields[field]["choices"].index(value) if isinstance(value, str) else value
    return {"group": at, "field": field, "value": to}


async def adjusted(line: Line, *puts: dict[str, int]) -> None:
    line.ask("adjust", puts=list(puts))
    await line.changed("at")


# Each family of games.


@served(prepared.thrown)
async def test_plates_worms_and_snails(table: Served) -> None:
    line = await table.resumed()
    groups = await form(line)
    titles = [group["title"] for group in groups]
    assert titles == ["The grill", "Worms", "Snails", "Whose turn is it?"]
    assert len(groups[0]["fields"]) == 14
    await adjusted(
        line,
        put(groups, "The grill", "30", "a plate of Ben"),
        put(groups, "The grill", "36", "a snail"),
        put(groups, "Worms", "Ben", 7),
        put(groups, "Snails", "Cat", 1),
    )
    move = table.written[-1]
    assert isinstance(move, Adjust)
    state = table.table.session.game.state
    assert isinstance(state, Barbecue)
    assert (state.table[30], state.table[36]) == (Spot(1, 1), SNAIL)
    assert (state.table.worms, state.table.snails) == ((0, 7, 0), (0, 0, 1))
    assert state.player == 0
    assert state.turn.thrown, "the dice stay as they are"
    assert table.name == "todo"
    assert any("30" in line for line in line.last["game"]["told"])


@served(lambda folder: keep_game(folder, Bratwurmeck, TILES, count=3))
async def test_tiles_and_the_order_of_a_stack(table: Served) -> None:
    line = await table.resumed()
    groups = await form(line)
    (tiles, _) = groups
    assert tiles["piles"] == [2, 3, 4]
    order = [tiles["fields"][at]["label"] for at in tiles["order"]]
    assert order == ["23", "26", "29", "25", "31"]
    await adjusted(
        line,
        put(groups, "The tiles", "26", "Ben's stack"),
        put(groups, "The tiles", "24", "Ann's stack"),
        put(groups, "The tiles", "31", "face up"),
        put(groups, "The tiles", "22", "turned face down"),
        put(groups, "Whose turn is it?", "Turn", "Cat"),
    )
    state = table.table.session.game.state
    assert isinstance(state.table, TileTable)
    assert state.table.stacks == ((23, 24), (29, 25, 26), ())
    assert state.table.up == (21, 31)
    assert 22 in state.table.down
    assert state.player == 2


@served(lambda folder: keep_game(folder, Junior, TWICE, count=3))
async def test_equal_tiles_are_moved_one_by_one(table: Served) -> None:
    line = await table.resumed()
    groups = await form(line)
    await adjusted(line, put(groups, "The tiles", "4", "Cat's stack", nth=1))
    state = table.table.session.game.state
    assert isinstance(state.table, TileTable)
    assert state.table.up == (4, 5, 6, 6, 8)
    assert state.table.stacks == ((9, 5), (9, 7), (8, 7, 4))


@served(prepared.straight)
async def test_ants_and_queens(table: Served) -> None:
    line = await table.resumed()
    groups = await form(line)
    assert [group["title"] for group in groups][:2] == ["Track 1", "Track 2"]
    await adjusted(
        line,
        put(groups, "Track 2", "Ann", "space 4"),
        put(groups, "Track 5", "Ann", "at home"),
        put(groups, "Track 3", "Ben", "on the food"),
        put(groups, "Queens", "Ann", "no"),
        put(groups, "Queens", "Ben", "yes"),
    )
    state = table.table.session.game.state
    assert isinstance(state, PicnicBlitz)
    assert state.table.pile(2, 4) == (1, 0), "the one put last is on top"
    assert state.table.where(0, 5) is None
    assert state.table.controller(3) == 1
    assert state.table.queens == (False, True)


@served(lambda folder: keep_game(folder, PicnicBlitz, variants=("beginners",)))
async def test_a_table_without_queens_is_not_asked_for_them(table: Served) -> None:
    line = await table.resumed()
    groups = await form(line)
    assert "Queens" not in [group["title"] for group in groups]
    await adjusted(line, put(groups, "Track 1", "Ben", "space 2"))
    state = table.table.session.game.state
    assert isinstance(state, PicnicBlitz)
    assert state.table.pile(1, 2) == (1,)


@served(lambda folder: keep_game(folder, Barbecue, Leave(1), count=3))
async def test_who_has_left_cannot_be_to_play(table: Served) -> None:
    line = await table.resumed()
    groups = await form(line)
    assert groups[-1]["fields"][0]["choices"] == ["Ann", "Cat"]
    await adjusted(line, put(groups, "Whose turn is it?", "Turn", "Cat"))
    assert table.table.session.game.state.player == 2


# What cannot be.


@served(prepared.thrown)
async def test_what_cannot_lie_so_is_refused_in_words_and_nothing_changes(table: Served) -> None:
    spot, worms, snails, turn = 0, 1, 2, 3
    wrong: dict[str, list[tuple[int, int, int]]] = {
        "Nothing was changed.": [(spot, 7, 1), (spot, 7, 0)],
        "That is not possible here.": [(worms, 0, 5), (9, 0, 0)],
        "Ann has too few worms: the plates on the grill were paid with 3.": [(spot, 7, 2)],
        "There are only 12 snails in the box.": [(snails, 0, 12), (snails, 1, 1)],
        "There can be only 999 worms on the table.": [(worms, 0, 999), (worms, 1, 1)],
    }
    nowhere = [(spot, 14, 0), (spot, 0, 8), (snails, 0, 13), (worms, 0, 1_000), (turn, 0, 3)]
    line = await table.resumed()
    before, name = table.text, table.name
    cases = [*wrong.items(), *(("That is not possible here.", [each]) for each in nowhere)]
    for said, puts in cases:
        told = [{"group": g, "field": f, "value": v} for g, f, v in puts]
        line.ask("adjust", puts=told)
        assert (await line.said())["text"] == said
        assert (table.text, table.name) == (before, name)


@served(prepared.snatch_stopped)
async def test_a_tile_must_be_picked_first(table: Served) -> None:
    line = await table.resumed()
    line.ask("pieces")
    assert (await line.said())["text"].startswith("Pick a tile first")
    line.ask("adjust", puts=[{"group": 0, "field": 0, "value": 1}])
    assert (await line.said())["text"].startswith("Pick a tile first")


@served(prepared.last_snail)
async def test_a_game_that_is_over_is_left_as_it_is(table: Served) -> None:
    line = await table.resumed()
    line.ask("choose", choice=0)
    await line.until(lambda news: news["game"]["outcome"])
    line.ask("pieces")
    assert (await line.said())["text"] == "The game is over."


async def test_where_there_is_no_game_there_are_no_pieces(table: Served) -> None:
    line = await table.page()
    await line.until(lambda news: not news["busy"])
    line.ask("pieces")
    assert (await line.said())["text"] == "There is no such game."
    line.ask("adjust", puts=[])
    assert (await line.said())["text"] == "There is no such game."


# Whatever is changed.


def begun(game: type[AnyGame], count: int) -> AnyGame:
    players = [Player(n, c) for n, c in zip(NAMES[:count], game.COLOURS, strict=False)]
    return game.begin(players)[0]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@settings(max_examples=25)
@given(data=st.data())
def test_a_form_makes_the_table_that_it_shows(game: type[AnyGame], data: st.DataObject) -> None:
    """Whatever can be chosen is refused in words or lies so; then the form shows the same."""
    state = begun(game, data.draw(st.integers(2, 4)))
    words = Words(state.setup.players)
    for _ in range(2):
        form = form_of(state, words)
        puts = []
        for _ in range(data.draw(st.integers(1, 6))):
            group = data.draw(st.integers(0, len(form) - 1))
            field = data.draw(st.integers(0, len(form[group].fields) - 1))
            value = data.draw(st.integers(0, min(12, form[group].fields[field].most)))
            puts.append(Put(group, field, value))
        after = played(state, words, puts)
        if after is None:
            continue
        for each in puts:
            form[each.group].put(each.field, each.value)
        if after.ending is not None:
            return
        shown = form_of(after, words)
        assert [sorted(zip(labels(g), g.values, strict=True)) for g in shown] == [
            sorted(zip(labels(g), g.values, strict=True)) for g in form
        ]
        for now, then in zip(shown, form, strict=True):
            for pile in now.piles:
                assert stacked(now, pile) == stacked(then, pile)
        state = after


def played(state: AnyGame, words: Words, puts: list[Put]) -> AnyGame | None:
    """The game after these changes; None if they are refused, for which there are words."""
    try:
        return state.play(put_right(state, words, puts))[0]
    except RulesError as error:
        words.error(error)
        return None


def labels(group: Any) -> list[str]:
    return [field.label for field in group.fields]


def stacked(group: Any, pile: int) -> list[str]:
    return [group.fields[field].label for field in group.pile(pile)]


@served(lambda folder: keep_game(folder, Barbecue, Throw([Face.ONE] * 8)))
async def test_dice_of_another_turn_go_to_the_other_player(table: Served) -> None:
    line = await table.resumed()
    groups = await form(line)
    await adjusted(line, put(groups, "Whose turn is it?", "Turn", "Ben"))
    assert line.last["game"]["view"]["turn"]["player"] == 1
    assert line.last["game"]["view"]["turn"]["thrown"] == []
