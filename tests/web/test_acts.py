"""Everything a page can ask for, on a real socket of a running table: done, and written down."""

from base64 import b64decode
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.ports import Action
from firmware.screens.kinds import Message
from firmware.simulator.camera import Conditions
from firmware.store import boxes, settings
from rules import Barbecue, Bratwurmeck, Face, Junior
from rules.box import WormBox
from rules.games import GAMES
from rules.moves import Keep, Leave, Skip, Throw
from rules.plain import to_plain
from tests.web.line import Line, Told
from tests.web.served import FRAME, Served, keep_game, seats, served
from vision.reading import Doubt

THROW = "11122www"
THROWN = Throw([Face.ONE] * 3 + [Face.TWO] * 2 + [Face.WORM] * 3)
UNSURE = Doubt("unsure", {"die": 0})


def offer(line: Line, label: str) -> int:
    """The place of the first choice that begins like this."""
    labels = [offered["label"] for offered in line.last["game"]["offers"]]
    return next(at for at, told in enumerate(labels) if told.startswith(label))


async def choose(line: Line, label: str) -> None:
    line.ask("choose", choice=offer(line, label))
    await line.changed("at")


# What a page is told.


async def test_a_page_is_told_everything_as_soon_as_it_is_open(table: Served) -> None:
    line = await table.page()
    news = line.last
    assert (news["at"], news["game"], news["sight"], news["recent"]) == ("", None, None, [])
    assert (news["language"], news["light"], news["paired"]) == ("en", "full", None)
    assert {game["name"] for game in news["games"]} == set(GAMES)
    await line.until(lambda news: not news["busy"])
    await table.calm()
    assert line.last["screen"] == table.name
    assert table.display.image is not None
    assert b64decode(line.last["panel"]["bits"]) == table.display.image.tobytes()


async def test_every_page_sees_what_one_does(table: Served) -> None:
    one = await table.begun()
    other = await table.page()
    await table.throw(one, THROW)
    await other.until(lambda news: news["at"] == one.last["at"])
    assert other.last["game"]["offers"] == one.last["game"]["offers"]
    await choose(other, "keep all worms")
    await one.until(lambda news: news["at"] == other.last["at"])
    assert one.last["game"]["view"]["turn"]["sum"] == 15


async def test_pages_see_what_is_pressed_on_the_box(table: Served) -> None:
    line = await table.page()
    await line.shows(screen="new_game")
    table.buttons.pressed(Action.OK)
    await line.shows(screen="box")


# Buttons and choices.


async def test_a_press_that_does_nothing_is_answered_where_it_was_made(table: Served) -> None:
    line = await table.page()
    await line.shows(screen="new_game")
    line.ask("press", action="scan")
    assert (await line.said())["text"] == "SCAN: no game yet"


async def test_a_choice_on_the_page_wakes_the_panel_and_is_done(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW)
    table.clock.advance(table.devices.blank_after)
    table.loop.later(lambda: None)
    await line.shows(light="off")
    await choose(line, "keep all worms")
    assert line.last["light"] == "full"
    assert table.written[-1] == Keep(Face.WORM)


async def test_a_press_is_a_press(table: Served) -> None:
    line = await table.page()
    for screen in ("new_game", "box", "todo"):
        await line.shows(screen=screen)
        line.ask("press", action="ok")
    await line.shows(screen="throw")
    assert table.written == []


async def test_a_choice_is_played_and_kept(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW)
    assert table.written == [THROWN]
    await choose(line, "keep all worms")
    assert table.written == [THROWN, Keep(Face.WORM)]
    assert line.last["screen"] == table.name == "throw_or_stop"


async def test_choices_say_what_they_bring(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, "66666www")
    await choose(line, "keep all worms")
    await table.throw(line, "11166")
    assert line.last["game"]["view"]["turn"]["sum"] == 15
    offers = {offer["label"]: offer["brings"] for offer in line.last["game"]["offers"]}
    assert offers["keep all 1s, total 18"] == []
    assert offers["keep all 6s, stop at 27"] == ["take 2 worms"]
    assert offers["void"] == ["Ann: repeat the throw, with 5 dice."]
    await choose(line, "keep all 6s")
    (stop,) = (offer for offer in line.last["game"]["offers"] if offer["label"] == "stop")
    assert stop["brings"] == ["take 2 worms"]
    assert not stop["vain"]


async def test_a_stop_for_nothing_is_offered_as_such(table: Served) -> None:
    line = await table.begun(variants=["stop_is_fail"])
    await table.throw(line, "11112222")
    await choose(line, "keep all 1s")
    (stop,) = (offer for offer in line.last["game"]["offers"] if offer["label"] == "stop")
    assert stop["vain"]


@pytest.mark.parametrize(
    ("says", "move"), [("Ann's turn is skipped.", Skip()), ("Ben goes home.", Leave(1))]
)
async def test_the_table_is_repaired(table: Served, says: str, move: object) -> None:
    line = await table.begun()
    offers = line.last["game"]["offers"]
    found = [at for at, o in enumerate(offers) if o["repair"] and o["brings"][0].startswith(says)]
    assert len(found) == 1, offers
    line.ask("choose", choice=found[0])
    await line.until(lambda news: news["game"]["moves"])
    assert table.written == [move]


async def test_a_choice_that_is_not_there_is_refused(table: Served) -> None:
    line = await table.begun()
    before = table.text
    line.ask("choose", choice=999)
    assert await line.said() == {"text": "That is not possible here.", "stale": False}
    assert table.text == before


async def test_moves_are_taken_back(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW)
    await choose(line, "keep all worms")
    await table.throw(line, "11122")
    line.ask("undo", count=2)
    await line.until(lambda news: len(news["game"]["moves"]) == 1)
    assert table.written == [THROWN]
    line.ask("undo", count=7)
    assert not (await line.said())["stale"]
    assert table.written == [THROWN]


# Correcting.


async def test_dice_that_were_doubted_are_put_right(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW, UNSURE)
    assert (line.last["sight"]["accepted"], line.last["sight"]["correctable"]) == (False, True)
    assert table.written == []
    line.ask("correct", faces=["2", "1", "1", "2", "2", "worm", "worm", "worm"])
    await line.until(lambda news: news["game"]["moves"])
    assert table.written == [Throw([Face.ONE] * 2 + [Face.TWO] * 3 + [Face.WORM] * 3)]
    assert '"read":"corrected"' in table.text


async def test_a_throw_that_was_taken_is_put_right_while_it_waits(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW)
    line.ask("correct", faces=["1"] * 4 + ["2", "worm", "worm", "worm"])
    await line.changed("at")
    assert table.written == [Throw([Face.ONE] * 4 + [Face.TWO] + [Face.WORM] * 3)]
    await choose(line, "keep all worms")
    assert not line.last["sight"]["correctable"]
    line.ask("correct", faces=["1"] * 8)
    assert (await line.said())["text"] == "There is no throw to correct."


async def test_two_dice_are_put_right_one_after_the_other(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, "11111112")
    for place in (0, 1):
        faces = [die["face"] for die in line.last["sight"]["dice"]]
        faces[place] = "worm"
        line.ask("correct", faces=faces)
        await line.changed("at")
    assert table.written == [Throw([Face.ONE] * 5 + [Face.TWO] + [Face.WORM] * 2)]


async def test_only_the_dice_of_the_last_picture_can_be_put_right(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW)
    await choose(line, "keep all worms")
    await table.throw(line, "11122")
    line.ask("undo", count=2)
    await line.until(lambda news: len(news["game"]["moves"]) == 1)
    sight = line.last["sight"]
    assert sight is None or not sight["correctable"]
    line.ask("correct", faces=["1"] * 5)
    assert (await line.said())["text"] == "There is no throw to correct."
    assert table.written == [THROWN]


async def test_dice_that_cannot_be_are_refused(table: Served) -> None:
    wrong = {
        ("1",) * 7: "7 dice: not now.",
        ("5",) * 8: "That is not possible here.",
        ("worms",) * 8: "That is not possible here.",
        (): "0 dice: not now.",
    }
    line = await table.begun()
    await table.throw(line, THROW, UNSURE)
    for faces, said in wrong.items():
        line.ask("correct", faces=faces)
        assert (await line.said())["text"] == said
    assert table.written == []
    assert table.name == "doubt"


# Games.


async def test_a_game_begins_as_the_form_says(table: Served) -> None:
    line = await table.begun(starter=2, ordinary=True, variants=["stop_is_fail"])
    setup = table.table.session.game.state.setup
    assert [player.name for player in setup.players] == ["Ann", "Ben", "Cat"]
    assert (setup.starter, setup.table_dice.name) == (2, "standard")
    assert setup.variants == {"stop_is_fail"}
    assert table.written == []
    assert line.last["screen"] == "todo"
    kept = settings.load(table.folder)
    assert (kept.game, kept.players, kept.names["blue"]) == ("barbecue", 3, "Cat")
    offered = line.last["games"][0]
    assert offered["seats"] == [seat | {"level": None} for seat in seats(Barbecue, 3)]
    assert (offered["ordinary"], offered["on"]) == (True, ["stop_is_fail"])


ANN, BEN = seats(Barbecue)
WRONG: list[dict[str, Any]] = [
    {"game": "chess"},
    {"players": [ANN]},
    {"players": [ANN, {**BEN, "name": "ann"}]},
    {"players": [ANN, {**BEN, "colour": "pink"}]},
    {"players": [ANN, {**BEN, "colour": "green"}]},
    {"players": [ANN, {**BEN, "name": "B\nn"}]},
    {"starter": 5},
    {"variants": ["quiet_snatches"]},
]


async def test_a_game_that_cannot_be_is_not_begun(table: Served) -> None:
    line = await table.begun()
    before, kept = table.text, settings.load(table.folder)
    for wrong in WRONG:
        line.ask("begin", **{"game": "barbecue", "players": [ANN, BEN], **wrong})
        answer = await line.said()
        assert answer["text"], wrong
        assert not answer["stale"], wrong
    assert table.text == before
    assert len(list(table.folder.glob("*.jsonl"))) == 1
    assert settings.load(table.folder) == kept


def two_games(folder: Path) -> None:
    keep_game(folder, Barbecue, THROWN)
    keep_game(folder, Bratwurmeck)


@served(two_games)
async def test_a_game_is_gone_on_with(table: Served) -> None:
    """Any of those that are there, and nothing else."""
    line = await table.page()
    for name in ("", "0009-barbecue.jsonl", "../0001-barbecue.jsonl", "settings.json"):
        line.ask("resume", game=name)
        assert (await line.said())["text"] == "There is no such game.", name
    games = [game["game"] for game in line.last["recent"]]
    assert games == ["0002-bratwurmeck.jsonl", "0001-barbecue.jsonl"]
    line.ask("resume", game=games[1])
    await line.until(lambda news: news["game"])
    assert line.last["game"]["view"]["turn"]["phase"] == "keep"
    assert [game["playing"] for game in line.last["recent"]] == [False, True]
    await choose(line, "keep all 2s")
    assert table.written == [THROWN, Keep(Face.TWO)]


# The box, settings, light, camera.


async def test_what_is_printed_on_the_box_is_kept(table: Served) -> None:
    box = to_plain(Junior.BOX)
    mine = {**box, "assumed": False, "doubled": "bun", "worms": {**box["worms"], "4": 3}}
    line = await table.page()
    line.ask("printed", game="junior", box=mine)
    offered = await line.until(lambda news: not news["games"][2]["box"]["assumed"])
    assert offered["games"][2]["box"] == mine
    assert to_plain(boxes.remembered(table.folder, Junior)) == mine
    bad: list[Told] = [{**mine, "doubled": "6"}, {**mine, "worms": {"4": 1}}, {}, {"worms": []}]
    for wrong in bad:
        line.ask("printed", game="junior", box=wrong)
        assert not (await line.said())["stale"]
    assert to_plain(boxes.remembered(table.folder, Junior)) == mine


async def test_numbers_entered_on_the_panel_are_offered_on_the_page(table: Served) -> None:
    line = await table.page()
    await table.calm()
    session = table.table.session
    mine = WormBox(worms={**Barbecue.BOX.worms, 23: 3})
    session.keep_boxes(Barbecue, session.boxes(Barbecue).keeping("Grandma's", mine))
    table.loop.later(lambda: None)
    await line.until(lambda news: news["games"][0]["box"] == to_plain(mine))


async def test_the_language_is_used_and_kept(table: Served) -> None:
    line = await table.begun()
    await line.set(language="de")
    assert "Teller" in line.last["game"]["told"][0]
    shown = table.table.screen
    assert isinstance(shown, Message)
    assert "Teller" in " ".join(shown.lines)
    assert settings.load(table.folder).language == "de"
    assert table.applied == 1
    texts = msgspec.json.decode((await table.get("/texts.json")).body)
    assert (texts["language"], texts["Begin"]) == ("de", "Anfangen")


async def test_dice_are_read_by_themselves_if_somebody_wants_that(table: Served) -> None:
    line = await table.begun()
    assert line.last["settings"]["by_itself"]["value"] is False
    await line.set(by_itself=True)
    assert settings.load(table.folder).by_itself
    await table.press("ok")
    assert table.loop.watching
    await line.set(by_itself=False)
    assert not table.loop.watching


async def test_odds_come_with_hints_alone(table: Served) -> None:
    line = await table.begun()
    await table.throw(line, THROW)
    assert line.last["game"]["odds"] is None
    line.ask("prefer", setting="hints", value=True)
    await line.until(lambda news: news["game"]["odds"])
    assert settings.load(table.folder).hints


async def test_odds_come_while_the_dice_are_watched(table: Served) -> None:
    line = await table.begun()
    await line.set(by_itself=True)
    await table.press("ok")
    assert table.loop.watching
    line.ask("prefer", setting="hints", value=True)
    await line.until(lambda news: news["game"]["odds"])
    assert table.loop.watching


async def test_the_simulated_light_is_set(table: Served) -> None:
    wanted: Told = {"light": "warm", "surface": "wood", "tilt": 12.0, "blur": 1.5, "spoil": "glare"}
    line = await table.page()
    line.ask("scene", **wanted)
    await line.until(lambda news: news["scene"]["light"] == "warm")
    assert line.last["scene"].items() >= wanted.items()
    assert table.camera.conditions == Conditions("warm", "wood", 12.0, 1.5)
    assert table.camera.spoil == "glare"
    for wrong in ({"light": "disco"}, {"surface": "lava"}, {"spoil": "cat"}):
        line.ask("scene", **{**wanted, **wrong})
        assert (await line.said())["text"] == "That is not possible here."
    assert table.camera.conditions.light == "warm"


@served(simulated=False)
async def test_a_real_box_has_no_light_to_set(table: Served) -> None:
    line = await table.page()
    assert line.last["scene"] is None
    line.ask("scene", light="warm", surface="wood", tilt=0, blur=0)
    assert (await line.said())["text"] == "That is not possible here."


async def test_pictures_for_aiming_come_while_somebody_looks(table: Served) -> None:
    table.last_picture.glance(FRAME)
    one = await table.page()
    other = await table.page()
    await one.until(lambda news: not news["busy"])
    assert "aim" in one.last
    assert not one.last["aim"]
    one.ask("aim", on=True)
    other.ask("aim", on=True)
    await one.until(lambda news: news["aim"])
    assert b64decode(one.last["aim"]).startswith(b"\xff\xd8")
    one.ask("aim", on=False)
    await other.until(lambda news: news["aim"])
    other.hang_up()
    await one.until(lambda news: news["aim"] is None)
    assert table.table_camera.glances >= 1  # one of the table's own may have served the pages too


# Phones: more in `test_forgetting`.


async def test_where_nobody_is_paired_nobody_is_forgotten(table: Served) -> None:
    line = await table.begun()
    line.ask("forget", who="others")
    line.ask("press", action="ok")
    await line.shows(screen="throw")


# What was asked on another moment.

BOX: dict[str, Any] = to_plain(Barbecue.BOX)
STALE: list[dict[str, Any]] = [
    {"do": "press", "action": "ok"},
    {"do": "press", "action": "undo"},
    {"do": "choose", "choice": 0},
    {"do": "undo", "count": 1},
    {"do": "correct", "faces": ["1"] * 8},
    {"do": "mark", "die": 0, "again": True},
    {"do": "pieces"},
    {"do": "adjust", "puts": [{"group": 1, "field": 0, "value": 3}]},
    {"do": "begin", "game": "junior", "players": seats(Junior)},
    {"do": "resume", "game": "0001-barbecue.jsonl"},
    {"do": "printed", "game": "barbecue", "box": {**BOX, "worms": {**BOX["worms"], "23": 5}}},
    {"do": "prefer", "setting": "hints", "value": True},
]


async def test_what_is_stale_does_nothing_and_says_so(table: Served) -> None:
    def all_there_is() -> tuple[object, ...]:
        files = sorted(table.folder.iterdir())
        return table.text, table.name, files, settings.load(table.folder)

    line = await table.begun()
    old = line.last["at"]
    await table.throw(line, THROW)
    before = all_there_is()
    for asked in STALE:
        line.ask(at=old, **asked)
        said = {"text": "The game went on meanwhile.", "stale": True}
        assert await line.said() == said, asked
        assert all_there_is() == before, asked


async def test_two_who_choose_at_once_are_one_too_many(table: Served) -> None:
    one = await table.begun()
    other = await table.page()
    await table.throw(one, THROW)
    await other.until(lambda news: news["at"] == one.last["at"])
    one.ask("choose", choice=offer(one, "keep all 1s"))
    other.ask("choose", choice=offer(other, "keep all worms"))
    await one.until(lambda news: len(news["game"]["moves"]) == 2)
    late = other if table.written[-1] == Keep(Face.ONE) else one
    assert (await late.said())["stale"]
    assert len(table.written) == 2


# Where there is no game.


async def test_without_a_game_there_is_nothing_to_do(table: Served) -> None:
    line = await table.page()
    await line.shows(screen="new_game")
    for asked in ({"choice": 0}, {"count": 1}, {"faces": ["1"] * 8}):
        do = {"choice": "choose", "count": "undo", "faces": "correct"}[next(iter(asked))]
        line.ask(do, **asked)
        assert (await line.said())["text"] == "There is no such game."
        assert table.name == "new_game"


async def test_the_box_plays_seats_and_plays_on_for_somebody(table: Served) -> None:
    boxed = [{"name": "Ann", "colour": "green"}, {"name": "", "colour": "blue", "level": "solid"}]
    line = await table.page()
    line.ask("begin", game="barbecue", players=boxed)
    await line.shows(screen="todo")
    match = table.table.session.game
    assert match.levels == (None, "solid")
    assert [player["name"] for player in line.last["game"]["view"]["players"]] == ["Ann", "Box"]
    line.ask("sit", player=1)
    await line.until(lambda _news: match.levels == (None, None))
    line.ask("sit", player=0, level="easy")
    news = await line.until(lambda news: news["game"]["view"]["players"][0]["level"])
    assert news["game"]["task"] == "Throw 8 dice for Ann."
    assert all(offer["repair"] for offer in news["game"]["offers"])
