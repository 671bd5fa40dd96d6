"""Dice that were taught for one game, mapped to another by buttons."""

from pathlib import Path

from firmware.screens.kinds import Menu, Message
from firmware.store import taught_dice
from firmware.store.meaning import TaughtDice
from firmware.store.settings import Settings, load
from rules.barbecue import Barbecue
from rules.bratwurmeck import Bratwurmeck
from rules.dice import Face
from rules.junior import Junior
from tests.harness.flow import Flow
from tests.panel.test_beginning import choose, started
from tests.panel.test_teaching import taught as with_new_dice
from tests.vision.lessons import taught


def labels(flow: Flow) -> list[str]:
    assert isinstance(flow.screen, Menu)
    return [item.label for item in flow.screen.items]


def test_dice_are_mapped_to_another_game(tmp_path: Path) -> None:
    flow = with_new_dice(tmp_path)
    other_game(flow)
    assert labels(flow) == ["Bratwurmeck", "Junior", "Picnic Blitz"]
    flow.press("ok")
    assert labels(flow) == ["5"]
    flow.follow([("taught_means", "ok"), ("note", "ok"), ("taught", "")])
    meaning = taught_dice.load(tmp_path, "Barbecue B").faces("bratwurmeck")
    assert meaning == {
        **{name: Face(name) for name in ("1", "2", "3", "4", "worm")},
        "6": Face.FIVE,
    }
    assert load(tmp_path).dice == dict.fromkeys(("barbecue", "bratwurmeck"), "taught:Barbecue B")


def mapping(folder: Path, game: str) -> Flow:
    """Return a table that asks what seven pictures, taught for Barbecue, mean in this game."""
    names = tuple(f"no. {number}" for number in range(7))
    means = dict(zip(names, (*Barbecue.own_dice(Barbecue.BOX).faces, Face.WORM), strict=True))
    taught_dice.save(folder, TaughtDice(taught("Sky", names), {"barbecue": means}))
    flow = started(folder, Settings())
    choose(flow, "Settings")
    other_game(flow)
    if game:
        choose(flow, game)
    return flow


def other_game(flow: Flow) -> None:
    """From the settings to the games that the first taught dice fit."""
    choose(flow, "Taught dice")
    flow.follow([("taught", "ok"), ("taught_menu", "right"), ("taught_menu", "ok")])


def meanings(folder: Path, game: str) -> list[Face]:
    """Return the meanings of the dice's faces in a game, in their order."""
    told = taught_dice.load(folder, "Sky").faces(game)
    assert told is not None
    return [*told.values()]


def test_what_a_picture_was_elsewhere_it_is_likely_to_be_here(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "Bratwurmeck")
    flow.follow([*[("taught_means", "ok")] * 7, ("note", "")])
    assert meanings(tmp_path, "bratwurmeck") == ["1", "2", "3", "4", "5", "worm", "worm"]


def test_pictures_left_over_may_mean_anything(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "Picnic")
    likely = []
    while flow.name == "taught_means":
        assert isinstance(flow.screen, Menu)
        likely.append(labels(flow)[flow.screen.chosen])
        assert len(labels(flow)) == 6
        flow.press("ok")
    assert likely == ["1", "2", "3", "4", "6", "5", "1"]


def test_two_mean_the_same_only_while_pictures_are_left_over(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "Junior")
    offered = []
    while flow.name == "taught_means":
        offered.append(len(labels(flow)))
        choose(flow, "worm" if len(offered) <= 3 else "")
    assert offered == [5, 5, 5, 4, 3, 2, 1]
    assert set(meanings(tmp_path, "junior")) == set(Junior.own_dice(Junior.BOX).faces)


def test_what_was_said_of_a_game_can_be_said_otherwise(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "Barbecue")
    assert isinstance(flow.screen, Menu)
    assert labels(flow)[flow.screen.chosen] == "1"
    choose(flow, "2")
    choose(flow, "1")
    flow.follow([*[("taught_means", "ok")] * 5, ("note", "")])
    assert meanings(tmp_path, "barbecue") == ["2", "1", "3", "4", "6", "worm", "worm"]


def test_back_asks_the_last_question_again(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "Bratwurmeck")
    assert isinstance(flow.screen, Menu)
    asked = flow.screen.title
    flow.follow([("taught_means", "ok"), ("taught_means", "back"), ("taught_means", "")])
    assert isinstance(flow.screen, Menu)
    assert flow.screen.title == asked
    flow.follow([("taught_means", "back"), ("taught_game", "")])
    assert taught_dice.load(tmp_path, "Sky").faces("bratwurmeck") is None


def test_a_page_offers_dice_for_the_game_they_were_mapped_to(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "Bratwurmeck")
    session = flow.table.session
    assert session.taught_for(Bratwurmeck) == ()
    flow.follow([*[("taught_means", "ok")] * 7, ("note", "")])
    assert session.taught_for(Bratwurmeck) == ("Sky",)


def test_dice_are_not_changed_in_the_midst_of_a_game(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "")
    flow.follow([("taught_game", "back"), ("taught_menu", "back"), ("taught", "back")])
    flow.press("back")
    choose(flow, "Other game")
    choose(flow, "Bratwurmeck")
    choose(flow, "4 players")
    assert flow.name == "todo"
    flow.table.view = flow.table.navigator.settings(flow.table.view)
    other_game(flow)
    choose(flow, "Bratwurmeck")
    flow.follow([*[("taught_means", "ok")] * 7, ("note", "")])
    assert isinstance(flow.screen, Message)
    assert flow.screen.lines == ("Known in Bratwurmeck", "Choose them: Options")
    assert load(tmp_path).dice == {}


def test_dice_that_fit_no_other_game(tmp_path: Path) -> None:
    flow = started(tmp_path, Settings())
    taught_dice.save(tmp_path, TaughtDice(taught("Sky", ("sun", "moon")), {}))
    choose(flow, "Settings")
    other_game(flow)
    assert isinstance(flow.screen, Message)
    assert flow.screen.lines == ("No other game fits",)
    flow.follow([("note", "ok"), ("taught_menu", "")])


def test_damaged_dice_say_so(tmp_path: Path) -> None:
    flow = with_new_dice(tmp_path)
    (path,) = taught_dice.all_files(tmp_path)
    path.write_text(path.read_text().replace('"looks": {', '"looks": 3, "was": {'))
    other_game(flow)
    flow.follow([("trouble", "ok"), ("taught_menu", "")])


def test_dice_that_are_gone_meanwhile(tmp_path: Path) -> None:
    flow = mapping(tmp_path, "Bratwurmeck")
    taught_dice.remove(tmp_path, "Sky")
    flow.follow([*[("taught_means", "ok")] * 7, ("trouble", "ok"), ("taught_means", "")])
    assert load(tmp_path).dice == {}
