"""New games: which one, who sits where, what is remembered, whose box it is, other dice."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.screens.kinds import Letters, Menu, StandIns, WormTable
from firmware.store import boxes
from firmware.store.settings import Settings, load
from rules.barbecue import Barbecue
from rules.box import WormBox
from rules.bratwurmeck import Bratwurmeck
from rules.dice import Face
from rules.games import GAMES, AnyGame
from tests.harness.flow import Flow

NAMES = {"green": "Ann", "yellow": "Ben", "blue": "Cleo"}


def choose(flow: Flow, label: str) -> None:
    """Move the cursor to the line with this beginning, and press OK."""
    for _ in range(30):
        screen = flow.screen
        assert isinstance(screen, Menu), screen
        if screen.items[screen.chosen].label.startswith(label):
            flow.press("ok")
            return
        flow.press("right")
    raise AssertionError(label)


def line(flow: Flow, label: str) -> str:
    """Return the value of the line with this beginning."""
    screen = flow.screen
    assert isinstance(screen, Menu), screen
    return next(item.value for item in screen.items if item.label.startswith(label))


def started(folder: Path, settings: Settings | None = None) -> Flow:
    """At the first screen of a new game, by default with what was kept in the folder."""
    flow = Flow(folder, settings=settings or load(folder))
    flow.start()
    return flow


def write(flow: Flow, word: str) -> None:
    """Enter a name letter by letter, and press SCAN."""
    for letter in word:
        for _ in range(40):
            screen = flow.screen
            assert isinstance(screen, Letters), screen
            if screen.letters[screen.chosen].casefold() == letter.casefold():
                break
            flow.press("right")
        flow.press("ok")
    flow.press("scan")


# Which game.


@pytest.mark.parametrize("game", GAMES.values())
def test_any_game_is_begun_with_a_few_presses(tmp_path: Path, game: type[AnyGame]) -> None:
    flow = started(tmp_path)
    choose(flow, "Other game")
    at = flow.presses
    choose(flow, flow.table.session.short.title(game.NAME))
    assert flow.presses - at <= len(GAMES)
    flow.press("ok")
    for _ in range(3):  # what is printed on the box, and no more
        if flow.name != "todo":
            flow.press("ok")
    assert isinstance(flow.table.session.game.state, game)


def test_the_last_game_its_options_dice_and_players_are_remembered(tmp_path: Path) -> None:
    flow = started(tmp_path)
    choose(flow, "Other game")
    choose(flow, "Bratwurmeck")
    choose(flow, "Options")
    choose(flow, "Turn more over")
    choose(flow, "Dice:")
    flow.follow([("stand_ins", "ok"), ("options", "back")])
    choose(flow, "5 players")
    assert flow.name == "todo"
    flow.table.session.game.close()
    again = started(tmp_path)
    assert isinstance(again.screen, Menu)
    assert again.screen.title == "Resume Bratwurmeck?"
    again.follow([("resume", "right"), ("resume", "ok")])
    assert isinstance(again.screen, Menu)
    assert again.screen.title == "Heckmeck am Bratwurmeck"
    assert again.screen.items[again.screen.chosen].label == "5 players"
    again.press("ok")
    state = again.table.session.game.state
    assert isinstance(state, Bratwurmeck)
    assert state.setup.variants == {"alternative"}
    assert state.setup.table_dice.name == "standard"


def test_options_of_one_game_are_not_those_of_another(tmp_path: Path) -> None:
    flow = started(
        tmp_path, Settings(game="bratwurmeck", variants={"bratwurmeck": ("alternative",)})
    )
    choose(flow, "Other game")
    choose(flow, "Barbecue")
    choose(flow, "Options")
    assert isinstance(flow.screen, Menu)
    assert not any(item.label == "Turn more over" for item in flow.screen.items)
    assert line(flow, "Stop may fail") == "no"


def test_settings_of_a_newer_version_are_left_out(tmp_path: Path) -> None:
    settings = Settings(
        game="chess",
        variants={"barbecue": ("castling", "stop_is_fail")},
        dice={"barbecue": "pawns"},
    )
    flow = started(tmp_path, settings)
    choose(flow, "Options")
    assert line(flow, "Stop may fail") == "yes"
    assert line(flow, "Dice:") == "own"


# Who sits where.


def test_people_sit_in_any_order_and_it_is_remembered(tmp_path: Path) -> None:
    flow = started(tmp_path, Settings(players=3, names=NAMES))
    choose(flow, "Names")
    flow.press("right", "right", "stop", "stop", "back")
    choose(flow, "3 players")
    flow.press("ok")
    players = flow.table.session.game.state.setup.players
    assert [player.name for player in players] == ["Cleo", "Ann", "Ben"]
    assert load(tmp_path).seats[:3] == ("blue", "green", "yellow")


def test_who_was_chosen_to_start_starts_wherever_they_sit(tmp_path: Path) -> None:
    flow = started(tmp_path, Settings(players=3, names=NAMES))
    choose(flow, "Options")
    choose(flow, "Starts:")
    assert line(flow, "Starts:") == "Ben"
    flow.press("back")
    choose(flow, "Names")
    flow.press("right", "stop", "back")
    choose(flow, "3 players")
    flow.press("ok")
    setup = flow.table.session.game.state.setup
    assert [player.name for player in setup.players] == ["Ben", "Ann", "Cleo"]
    assert setup.players[setup.starter].name == "Ben"


def test_seats_of_other_games_are_kept(tmp_path: Path) -> None:
    seats = ("green", "blue", "black", "yellow", "orange")
    flow = started(tmp_path, Settings(game="picnic_blitz", seats=seats))
    choose(flow, "Names")
    flow.press("right", "stop")
    kept = [seat for seat in load(tmp_path).seats if seat in seats]
    assert kept.index("black") < kept.index("blue") < kept.index("green") < kept.index("orange")


def test_what_is_printed_is_that_of_the_moment_the_game_begins(tmp_path: Path) -> None:
    """Somebody may have said it on the page while this screen stood on the panel."""
    flow = started(tmp_path)
    nines = WormBox(worms=dict.fromkeys(Barbecue.BOX.worms, 9))
    flow.table.session.keep_boxes(Barbecue, flow.table.session.boxes(Barbecue).keeping("", nines))
    flow.follow([("new_game", "ok"), ("todo", "")])
    assert worms(flow.table.session.game.state.setup.box)[30] == 9


def test_a_disk_that_refuses_loses_only_that_boxes_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    flow = started(tmp_path)
    monkeypatch.setattr(boxes, "save", full)
    choose(flow, "Options")
    choose(flow, "Box")
    choose(flow, "One more")
    write(flow, "Oma")
    flow.follow([("box", "ok"), ("boxes", "")])
    assert line(flow, "Oma") == "in use"


def test_the_first_cannot_sit_earlier(tmp_path: Path) -> None:
    flow = started(tmp_path)
    choose(flow, "Names")
    before = flow.screen
    flow.press("stop")
    assert flow.screen == replace(before, said="STOP: not here")


# Other dice.


def test_ordinary_dice_are_shown_with_what_they_mean(tmp_path: Path) -> None:
    flow = started(tmp_path, Settings(game="junior"))
    choose(flow, "Options")
    choose(flow, "Dice:")
    screen = flow.screen
    assert isinstance(screen, StandIns)
    assert dict(screen.pairs)[Face.SIX] is Face.WORM
    flow.press("scan")
    assert line(flow, "Dice:") == "ordinary"
    choose(flow, "Dice:")
    assert line(flow, "Dice:") == "own"
    assert load(tmp_path).dice == {}


# Whose box.


def test_a_second_box_is_kept_under_its_name(tmp_path: Path) -> None:
    flow = started(tmp_path)
    choose(flow, "Options")
    choose(flow, "Box")
    choose(flow, "One more")
    write(flow, "Oma")
    flow.follow([("box", "right"), ("box", "ok"), ("box", "scan"), ("box", "ok")])
    assert flow.name == "boxes"
    assert line(flow, "Oma") == "in use"
    owned = boxes.load(tmp_path, Barbecue)
    assert owned.used == "Oma"
    assert worms(owned.box)[23] == 2
    assert owned.by_name[boxes.FIRST].assumed
    flow.press("back", "back")
    choose(flow, "2 players")
    assert flow.name == "todo", "a box that was compared is not asked about again"
    assert worms(flow.table.session.game.state.setup.box)[23] == 2


def test_boxes_are_changed_renamed_and_forgotten(tmp_path: Path) -> None:
    flow = started(tmp_path)
    printed = WormBox(worms=Barbecue.BOX.worms)
    boxes.save(tmp_path, Barbecue, boxes.Boxes("Oma", {boxes.FIRST: printed, "Oma": printed}))
    choose(flow, "Options")
    choose(flow, "Box")
    choose(flow, "First box")
    choose(flow, "Name")
    write(flow, "Opa")
    assert set(boxes.load(tmp_path, Barbecue).by_name) == {"Opa", "Oma"}
    choose(flow, "Opa")
    choose(flow, "What is printed")
    assert isinstance(flow.screen, WormTable)
    flow.press("ok")
    assert boxes.load(tmp_path, Barbecue).used == "Opa"
    choose(flow, "Oma")
    choose(flow, "Play with it")
    assert boxes.load(tmp_path, Barbecue).used == "Oma"
    choose(flow, "Oma")
    choose(flow, "Forget it")
    assert boxes.load(tmp_path, Barbecue).used == "Opa"
    choose(flow, "Opa")
    flow.press("left")
    assert isinstance(flow.screen, Menu)
    assert flow.screen.title == "The only box"
    flow.press("ok")
    assert set(boxes.load(tmp_path, Barbecue).by_name) == {"Opa"}


def test_a_box_needs_a_name_that_no_other_has(tmp_path: Path) -> None:
    flow = started(tmp_path)
    choose(flow, "Options")
    choose(flow, "Box")
    choose(flow, "One more")
    flow.press("scan")
    flow.follow([("note", "ok"), ("boxes", "")])
    assert list(boxes.load(tmp_path, Barbecue).by_name) == [boxes.FIRST]


def test_the_one_box_of_earlier_versions_is_read(tmp_path: Path) -> None:
    worms_of = {str(number): 9 for number in range(23, 37)}
    (tmp_path / "box-barbecue.json").write_text(json.dumps({"worms": worms_of, "assumed": False}))
    assert worms(boxes.remembered(tmp_path, Barbecue))[23] == 9
    boxes.remember(tmp_path, Barbecue, WormBox(worms=Barbecue.BOX.worms))
    assert worms(boxes.remembered(tmp_path, Barbecue))[23] == 1


def worms(box: object) -> dict[int, int]:
    assert isinstance(box, WormBox)
    return dict(box.worms)
