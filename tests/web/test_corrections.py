"""What a page says of dice: read wrong, missed, no dice at all, kept before, thrown again."""

from pathlib import Path

from rules import Barbecue, Face, PicnicBlitz
from rules.moves import Adjust, Keep, Throw
from rules.tracks import AntTable
from tests.web import prepared
from tests.web.line import Line
from tests.web.served import Served, keep_game, served
from vision.reading import Doubt

THROW = "11122www"
UNSURE = Doubt("unsure", {"die": 0})
ONE, TWO, THREE, WORM = Face.ONE, Face.TWO, Face.THREE, Face.WORM


def labels(line: Line) -> list[str]:
    return [offer["label"] for offer in line.last["game"]["offers"] if not offer["repair"]]


# Looks.


async def test_what_was_said_of_one_picture_is_stale_on_the_next(table: Served) -> None:
    """Two doubted looks write nothing; still they are two moments."""
    line = await table.begun()
    await table.throw(line, THROW, UNSURE)
    first = line.last["at"]
    await table.throw(line, "2221111w", UNSURE)
    assert line.last["at"] != first
    line.ask("correct", faces=["1"] * 8, at=first)
    assert await line.said() == {"text": "The game went on meanwhile.", "stale": True}
    assert table.written == []
    assert table.name == "doubt"


# Dice that were doubted.


async def test_a_picture_says_which_dice_are_doubted_and_how_many_there_can_be(
    table: Served,
) -> None:
    line = await table.begun()
    await table.throw(line, THROW, Doubt("glare", {"die": 2}), Doubt("leaning", {"die": 5}))
    sight = line.last["sight"]
    assert [at for at, die in enumerate(sight["dice"]) if die["doubted"]] == [2, 5]
    assert sight["expected"] == [8]
    assert not sight["corrected"]


async def test_a_die_that_was_missed_is_added(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, "1112www", Doubt("count", {"found": 7, "expected": (8,)}))
    faces = [die["face"] for die in line.last["sight"]["dice"]]
    line.ask("correct", faces=faces, more=["2"])
    await line.until(lambda news: news["game"]["moves"])
    assert table.written == [Throw([ONE] * 3 + [TWO] * 2 + [WORM] * 3)]
    assert line.last["sight"]["corrected"]
    assert not line.last["sight"]["correctable"], "one of its dice is in no picture"


async def test_what_is_no_die_is_taken_away(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, "111222www", Doubt("count", {"found": 9, "expected": (8,)}))
    line.ask("correct", faces=["1", "1", "1", "2", "", "2", "worm", "worm", "worm"])
    await line.until(lambda news: news["game"]["moves"])
    assert table.written == [Throw([ONE] * 3 + [TWO] * 2 + [WORM] * 3)]
    sight = line.last["sight"]
    assert [die["face"] for die in sight["dice"]] == ["1"] * 3 + ["2"] * 2 + ["worm"] * 3
    assert (sight["correctable"], sight["corrected"]) == (True, True)


async def test_one_taken_away_and_one_added_keep_their_places(table: Served) -> None:
    """What was read third is no die: the fourth is still the fourth."""
    line = await table.begun()
    await table.throw(line, THROW, UNSURE)
    line.ask("correct", faces=["1", "1", "", "2", "2", "worm", "worm", "worm"], more=["6"])
    await line.until(lambda news: news["game"]["moves"])
    assert table.written == [Throw([ONE] * 2 + [TWO] * 2 + [Face.SIX] + [WORM] * 3)]
    shown = [die["face"] for die in line.last["sight"]["dice"]]
    assert shown == ["1", "1", "2", "2", "worm", "worm", "worm"]


async def test_a_number_of_dice_that_cannot_be_is_refused(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW, UNSURE)
    faces = ["1", "1", "1", "2", "2", "worm", "worm", "worm"]
    for wrong, more, count in ((faces, ["1"], 9), (["", *faces[1:]], [], 7)):
        line.ask("correct", faces=wrong, more=more)
        assert (await line.said())["text"] == f"{count} dice: not now."
    assert table.written == []


async def test_a_face_that_these_dice_do_not_have_takes_no_page_away(table: Served) -> None:
    """Somebody leaves such a reading alone while the throw before it waits."""
    line = await table.begun()
    await table.throw(line, THROW)
    await table.throw(line, "12345", Doubt("not_in_set", {"die": 4, "face": "5"}))
    line.ask("press", action="back")
    await line.shows(screen="keep")
    assert not line.last["sight"]["correctable"]


# What was kept, as new dice tell.


async def test_a_page_is_asked_what_was_laid_aside(table: Served) -> None:
    """Two keeps fit: five new dice lie where eight were, with three 1s and three worms."""
    line = await table.begun()
    await table.throw(line, THROW)
    await table.throw(line, "12346")
    assert table.name == "follow"
    game = line.last["game"]
    assert game["asked"] == ["1", "2", "3", "4", "6"]
    assert labels(line) == ["yes, 3 x worm", "yes, 3 x 1", "something else: choose by hand"]
    assert [(o["face"], o["count"]) for o in game["offers"][:2]] == [("worm", 3), ("1", 3)]
    line.ask("choose", choice=1)
    await line.until(lambda news: len(news["game"]["moves"]) == 3)
    new = Throw([ONE, TWO, THREE, Face.FOUR, Face.SIX])
    assert table.written == [Throw([ONE] * 3 + [TWO] * 2 + [WORM] * 3), Keep(ONE), new]
    assert '"read":"camera"' in table.text.splitlines()[-1]
    assert line.last["sight"]["correctable"]


async def test_the_order_of_answers_does_not_follow_the_panel(table: Served) -> None:
    """LEFT shows another keep on the panel; what a tap means here stays the same."""
    line = await table.begun()
    await table.throw(line, THROW)
    await table.throw(line, "12346")
    at, before = line.last["at"], labels(line)
    line.ask("press", action="left")
    await line.changed("panel")
    assert (line.last["at"], labels(line)) == (at, before)
    line.ask("choose", choice=0)
    await line.until(lambda news: len(news["game"]["moves"]) == 3)
    assert table.written[1] == Keep(WORM)


async def test_dice_that_told_wrong_are_left_alone(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW)
    await table.throw(line, "12346")
    asked = line.last["at"]
    line.ask("choose", choice=2)
    await line.shows(screen="keep")
    assert labels(line) == [
        "keep all 1s, total 3",
        "keep all 2s, total 4",
        "keep all worms, total 15",
    ]
    assert line.last["game"]["asked"] is None
    line.ask("choose", choice=0, at=asked)
    assert (await line.said())["stale"], "other choices stood there"
    assert len(table.written) == 1


async def test_an_answer_says_that_the_turn_is_over(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, "1112222w")
    await table.throw(line, "2222")
    assert table.name == "follow_failed"
    (offer, _) = line.last["game"]["offers"]
    assert offer["label"] == "yes, 4 x 2"
    assert "nothing" in " ".join(offer["brings"])
    line.ask("choose", choice=0)
    await line.shows(screen="failed")
    assert any(told.startswith("Ann gets nothing") for told in line.last["game"]["told"])
    assert len(table.written) == 3


# Dice that are thrown again.


async def test_dice_are_marked_here_as_on_the_panel(table: Served) -> None:
    line = await table.begun(PicnicBlitz, variants=["beginners"])
    await table.throw(line, "112346")
    assert line.last["game"]["marked"] == []
    other = await table.page()
    line.ask("mark", die=0, again=True)
    line.ask("mark", die=4, again=True)
    await other.until(lambda news: news["game"]["marked"] == [0, 4])
    await line.until(lambda news: news["game"]["marked"] == [0, 4])
    line.ask("mark", die=0, again=True)
    line.ask("mark", die=4, again=False)
    await line.until(lambda news: news["game"]["marked"] == [0])
    assert "SCAN: 1 die again" in str(table.table.screen)
    assert len(table.written) == 1


async def test_marking_leaves_whatever_page_of_the_panel_is_open(table: Served) -> None:
    line = await table.begun(PicnicBlitz, variants=["beginners"])
    await table.throw(line, "112346")
    line.ask("press", action="back")
    await line.shows(screen="menu")
    line.ask("mark", die=1, again=True)
    await line.shows(screen="picnic_dice")
    assert line.last["game"]["marked"] == [1]


async def test_no_more_dice_are_marked_than_may_be_thrown(table: Served) -> None:
    line = await table.begun(PicnicBlitz, variants=["beginners"])
    await table.throw(line, "112346")
    most = line.last["game"]["view"]["turn"]["again"]
    for die in range(most):
        line.ask("mark", die=die, again=True)
    line.ask("mark", die=most, again=True)
    said = f"You can re-roll {most} at most."
    assert (await line.said())["text"] == said
    line.ask("mark", die=6, again=True)
    assert (await line.said())["text"] == said
    await line.until(lambda news: news["game"]["marked"] == list(range(most)))


async def test_where_no_dice_are_thrown_again_none_are_marked(table: Served) -> None:
    line = await table.begun()
    line.ask("mark", die=0, again=True)
    assert (await line.said())["text"] == "There is no throw to correct."
    assert table.name == "todo"


async def test_a_page_asks_whether_dice_that_show_the_same_were_thrown(table: Served) -> None:
    line = await table.begun(PicnicBlitz, variants=["beginners"])
    await table.throw(line, "112346")
    for answer, left in [("no, nothing was re-rolled", 3), ("yes, re-rolled", 0)]:
        await table.throw(line, "112346")
        game = line.last["game"]
        assert (game["told"], game["task"]) == (
            ["Nothing changed."],
            "Were dice re-rolled?",
        )
        assert labels(line) == ["yes, re-rolled", "no, nothing was re-rolled"]
        line.ask("choose", choice=labels(line).index(answer))
        await line.until(lambda news: news["game"]["asked"] is None)
        assert line.last["game"]["view"]["turn"]["again"] == left


async def test_a_page_asks_whether_other_dice_replace_the_throw(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, "1134wwww")
    for answer, replaced in [("no, the throw stays", False), ("yes, take these dice", True)]:
        await table.throw(line, "1134www6")
        assert table.name == "reread"
        game = line.last["game"]
        assert game["told"] == ["1 die differs."]
        assert game["task"] == "Was the throw misread? Take these dice?"
        assert labels(line) == ["yes, take these dice", "no, the throw stays"]
        line.ask("choose", choice=labels(line).index(answer))
        await line.until(lambda news: news["game"]["asked"] is None)
        assert table.name == "keep"
        assert len(table.written) == 1
        assert ("6" in line.last["game"]["view"]["turn"]["thrown"]) is replaced


def four_ants(folder: Path) -> None:
    """Ann has an ant on each of four tracks: she may throw twice again."""
    four = AntTable.empty(PicnicBlitz.BOX, 2)
    for track in (1, 2, 3, 4):
        four = four.moved(0, track, 1)
    keep_game(folder, PicnicBlitz, Adjust(four, 0))


@served(four_ants)
async def test_a_page_asks_how_many_dice_were_thrown_where_a_second_throw_follows(
    table: Served,
) -> None:
    line = await table.page()
    line.ask("resume", game="0001-picnic_blitz.jsonl")
    await line.until(lambda news: news["game"])
    await table.throw(line, "112346")
    await table.throw(line, "112356")
    game = line.last["game"]
    assert game["told"] == ["1 die changed."]
    assert game["task"] == "How many dice were re-rolled?"
    assert labels(line)[:4] == ["1 die", "2 dice", "3 dice", "4 dice"]
    line.ask("choose", choice=2)
    await line.until(lambda news: news["game"]["asked"] is None)
    assert line.last["game"]["view"]["turn"]["again"] == 1


# What was played.


@served(lambda folder: keep_game(folder, Barbecue, *prepared.TO_25))
async def test_moves_are_told_with_their_dice(table: Served) -> None:
    line = await table.resumed()
    assert line.last["game"]["moves"] == [
        {
            "text": "throw 1 1 1 worm worm worm worm worm",
            "brings": "",
            "player": 0,
            "kind": "throw",
            "faces": ["1"] * 3 + ["worm"] * 5,
            "sum": None,
        },
        {
            "text": "keep worm",
            "brings": "",
            "player": 0,
            "kind": "keep",
            "faces": ["worm"] * 5,
            "sum": 25,
        },
    ]
