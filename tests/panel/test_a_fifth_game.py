"""A fifth game of the Heckmeck family: rules, one entry of words, and every surface plays it."""

import json
import random
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from msgspec.json import encode

from firmware.commands.cli import main
from firmware.panel.control import PanelControl
from firmware.panel.view import GamePanel
from firmware.play.as_data import view_record
from firmware.play.by_game import IncompleteGame, check_rules
from firmware.ports import Action, Light
from firmware.screens.layout import OLED_128X64
from firmware.speech.games import WORDS, GameWords, Option, check_words
from firmware.speech.rulebook import Rule
from firmware.store.journal import read_lines
from firmware.store.settings import Settings
from firmware.terminal import session
from firmware.terminal.adjust import adjustment
from firmware.web.last_picture import LastPicture
from firmware.web.messages import Put
from firmware.web.pieces import form_of, put_right
from firmware.web.snapshot import Snapshot
from rules import Barbecue, IllegalMove, dice, games, read_position, write_position
from rules.box import WormBox, scale
from rules.bratwurmeck import Bratwurmeck
from rules.dice import DiceSet, Face, TableDice
from rules.events import Event, Events
from rules.grill import SNAIL
from rules.outcome import Standing, rank
from rules.record import Record
from rules.tiles import TileGame, Tiles
from tests.harness.flow import Flow
from tests.harness.scripted import Thinking, newest
from tests.harness.sensible import sensible
from tools.table.presses import GreedyHands


@dataclass(frozen=True)
class Snack(TileGame[WormBox]):
    """Six small tiles, the dice of Bratwurmeck, and a failed turn turns the highest over."""

    NAME: ClassVar[str] = "snack"
    MOST_PLAYERS: ClassVar[int] = 4
    DICE: ClassVar[int] = 5
    VARIANTS: ClassVar[tuple[str, ...]] = ("late",)
    NUMBERS: ClassVar[Tiles] = tuple(range(12, 18))
    TILES: ClassVar[Tiles] = NUMBERS
    BOX: ClassVar[WormBox] = WormBox(worms=scale((range(12, 15), 1), (range(15, 18), 2)))

    @classmethod
    def own_dice(cls, box: WormBox) -> DiceSet:
        return dice.CLASSIC

    @classmethod
    def stand_ins(cls, box: WormBox) -> TableDice:
        return dice.stand_in(Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.WORM)

    def _fail(self, why: str, *events: Event) -> tuple["Snack", Events]:
        return self._turn_highest(*events, self._failed(why))

    def standings(self) -> tuple[Standing, ...]:
        scores = {player: (points, None) for player, points in enumerate(self.points())}
        return rank(scores, self.gone)


@dataclass(frozen=True)
class Camp(Barbecue):
    """Barbecue on ten lower spots."""

    NAME: ClassVar[str] = "camp"
    NUMBERS: ClassVar[tuple[int, ...]] = tuple(range(15, 25))
    BOX: ClassVar[WormBox] = WormBox(worms=scale((range(15, 20), 1), (range(20, 25), 3)))


SNACK = GameWords(
    title="Snack",
    short="Snack",
    line="Take what you can.",
    pictures=("tile",),
    rules=(Rule("Snack", "Eat all of it.", ("worm",)),),
    letters="A number is open on the grill.",
    options={"late": Option("Late", "it goes on")},
)


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game, like a line in `rules.games` and an entry in `firmware.speech.games`."""
    monkeypatch.setitem(games.GAMES, Snack.NAME, Snack)
    monkeypatch.setitem(WORDS, Snack.NAME, SNACK)
    monkeypatch.setitem(games.GAMES, Camp.NAME, Camp)
    monkeypatch.setitem(WORDS, Camp.NAME, replace(WORDS[Barbecue.NAME], title="Camp", short="Camp"))
    check_rules()
    check_words()


class Shown(Flow):
    """A table with a page: after every press it draws the panel, and computes the odds."""

    def press(self, *actions: Action | str) -> None:
        super().press(*actions)
        news = self.page.as_data(Light.FULL)
        encode(news)
        self.boards.append(news["game"] and news["game"]["view"]["grill"])

    def start(self) -> None:
        control = PanelControl(self.table, self.table.press)
        self.page = Snapshot(control, OLED_128X64, LastPicture(), lambda job, then: then(job()))
        self.boards: list[Any] = []
        super().start()


# It is played on every surface.


@pytest.mark.parametrize("players", [2, 4])
def test_panel_page_and_record_lead_it_to_its_ranking(tmp_path: Path, players: int) -> None:
    flow = Shown(tmp_path, settings=Settings(game=Snack.NAME, hints=True))
    GreedyHands(flow, random.Random(players)).play(players)
    match = flow.table.session.game
    assert isinstance(match.state, Snack)
    assert {"up", "down"} == set(flow.boards[-1])
    flow.follow([("over", "ok"), ("ranking", "right"), ("over_why", "right"), ("over_board", "")])
    record = Record.replay(read_lines(match.path))
    assert record.state == match.state
    assert view_record(record)["game"] == Snack.NAME


def test_it_can_be_chosen_put_right_and_looked_at(tmp_path: Path) -> None:
    flow = Shown(tmp_path, settings=Settings(game=Snack.NAME, hints=True))
    flow.start()
    flow.follow([("new_game", "ok"), ("todo", "ok"), ("throw", "1155w"), ("keep", "ok")])
    flow.follow([("throw_or_stop", "right"), ("scores", "right"), ("tiles", "right")])
    flow.follow([("hint", "back"), ("throw_or_stop", "undo"), ("undone", "ok"), ("keep", "")])
    state, words = flow.table.session.game.state, flow.table.session.words
    moved = put_right(state, words, [Put(0, 5, 2)])
    assert form_of(state.play(moved)[0], words)[0].values == (0, 0, 0, 0, 0, 2)
    flow.table.view = flow.table.view.game_panel.adjust(flow.table.view)
    flow.follow([("adjust", "ok"), ("adjust_tiles", "ok"), ("adjust_tiles", "back")])


def test_it_is_played_in_the_terminal(tmp_path: Path) -> None:
    page = ("option late", "box", "1 1 1 2 2 3", "", "", "?", "hint", "adjust stack Ben 12")
    console = Thinking(tmp_path, sensible, *page)
    session.play(console, tmp_path, random.Random(1), game=Snack.NAME, names="Ann, Ben")
    state = newest(tmp_path).state
    assert state.ending is not None
    assert state.setup.variants == {"late"}
    assert state.setup.box.worms[17] == 3
    assert SNACK.line in console.text
    assert SNACK.rules[0].text in console.text
    assert "  [ ] late            it goes on" in console.lines


def test_a_game_with_other_spots_is_played_on_panel_and_page(tmp_path: Path) -> None:
    flow = Shown(tmp_path, settings=Settings(game=Camp.NAME, hints=True))
    GreedyHands(flow, random.Random(1)).play(2)
    match = flow.table.session.game
    assert isinstance(match.state, Camp)
    assert list(flow.boards[-1]) == [str(number) for number in Camp.NUMBERS]
    assert Record.replay(read_lines(match.path)).state == match.state
    assert read_position(write_position(match.state)) == match.state


def test_its_spots_can_be_put_right_and_looked_at(tmp_path: Path) -> None:
    flow = Shown(tmp_path, settings=Settings(game=Camp.NAME, hints=True))
    flow.start()
    flow.follow([("new_game", "ok"), ("todo", "ok"), ("throw", "1144ww66"), ("keep", "ok")])
    state, words = flow.table.session.game.state, flow.table.session.words
    form = form_of(state, words)
    assert [field.label for field in form[0].fields] == [str(spot) for spot in Camp.NUMBERS]
    moved, _ = state.play(put_right(state, words, [Put(0, 9, 1)]))
    assert moved.table[24] == SNAIL
    adjusted = adjustment("15 snail, 24 empty", moved)
    assert moved.play(adjusted)[0].table.spots == {15: SNAIL}
    for outside in ("14 snail", "25 snail"):
        with pytest.raises(IllegalMove, match=r"no_such_spot\(.*least=15, most=24\)"):
            adjustment(outside, moved)
    flow.table.view = flow.table.view.game_panel.adjust(flow.table.view)
    flow.follow([("adjust", "ok"), ("adjust_grill", "ok"), ("adjust_grill", "back")])


def test_other_spots_are_played_in_the_terminal(tmp_path: Path) -> None:
    page = ("", "?", "hint", "adjust 15 snail")
    console = Thinking(tmp_path, sensible, *page)
    session.play(console, tmp_path, random.Random(1), game=Camp.NAME, names="Ann, Ben")
    assert newest(tmp_path).state.is_over


def test_odds_are_asked_by_game_so_none_is_taken_for_another_with_the_same_dice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def told(*arguments: str) -> dict[str, Any]:
        main(["odds", "--json", *arguments])
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    snack = told("--game", Snack.NAME)
    assert (snack["game"], snack["dice"]) == ("snack", "classic")
    assert "25" in snack["at_least"]
    assert "26" not in snack["at_least"]  # it has five dice
    assert told("--dice", "classic")["game"] == Bratwurmeck.NAME


# What is missing is refused, in a sentence that names it.


def test_a_missing_constant_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Snack, "TILES")
    with pytest.raises(IncompleteGame, match=r"^The game snack .*: Snack lacks TILES\.$"):
        check_rules()


def test_a_missing_method_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Crumb(TileGame[WormBox]):
        NAME: ClassVar[str] = "crumb"

    monkeypatch.setitem(games.GAMES, "crumb", Crumb)
    with pytest.raises(IncompleteGame, match=r"Crumb lacks .*BOX, .*TILES, _fail, own_dice"):
        check_rules()


def test_a_panel_without_a_view_is_refused() -> None:
    for view in ("boards", "hint", "compare", "decision_view"):
        panel: Any = type(
            "Panel", (GamePanel,), dict.fromkeys(GamePanel.__abstractmethods__ - {view})
        )
        with pytest.raises(TypeError, match=rf"abstract .*{view}"):
            panel()


def test_unknown_dice_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wooden = replace(dice.CLASSIC, name="wooden")
    monkeypatch.setattr(Snack, "own_dice", classmethod(lambda _cls, _box: wooden))
    with pytest.raises(IncompleteGame, match=r"snack .* DICE_SETS in rules.dice has no 'wooden'"):
        check_rules()
    monkeypatch.setitem(cast("dict[str, DiceSet]", dice.DICE_SETS), "wooden", wooden)
    check_rules()
    with pytest.raises(IncompleteGame, match=r"snack .* DICE in .* has no 'wooden'"):
        check_words()


def test_two_games_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Snack\.NAME 'snack' duplicated"):
        games.by_name(Snack, type("Snack", (Snack,), {}))


def test_a_missing_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in ["title", "short", "line", "letters"]:
        given: dict[str, Any] = {
            each: text for each, text in vars(SNACK).items() if each != missing
        }
        with pytest.raises(TypeError, match=rf"missing 1 required .*'{missing}'"):
            GameWords(**given)
        monkeypatch.setitem(WORDS, Snack.NAME, GameWords(**given | {missing: ""}))
        with pytest.raises(IncompleteGame, match=rf"snack .* lack {missing}\."):
            check_words()


def test_a_missing_option_or_entry_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS, Snack.NAME, replace(SNACK, options={}))
    with pytest.raises(IncompleteGame, match=r"snack .* lack options\['late'\]"):
        check_words()
    monkeypatch.delitem(WORDS, Snack.NAME)
    with pytest.raises(IncompleteGame, match=r"snack .*: WORDS in .* has no entry"):
        check_words()


TABLES = {
    "firmware.play.as_data": "_pieces",
    "firmware.speech.games": "WORDS",
    "firmware.speech.drawing": "draw_table",
    "firmware.speech.hints": "_hint",
    "firmware.panel.game_panels": "PANELS",
    "firmware.terminal.session": "PLAYS",
    "firmware.terminal.adjust": "_examples",
    "firmware.terminal.help": "_ways",
    "firmware.terminal.game_options": "_rows",
    "firmware.web.odds": "odds",
    "firmware.web.pieces": "_groups",
    "firmware.commands.games": "ODDS",
}
A_NEW_FAMILY = """
import importlib, sys
from rules.box import Box
from rules.game import Game
from rules.games import GAMES
modules = list(map(importlib.import_module, sys.argv[1:]))
stubs = dict.fromkeys(Game.__abstractmethods__) | {"MOVES": (), "BOX": Box()}
GAMES["alone"] = type("Alone", (Game,), stubs)
for module in modules:
    try:
        importlib.reload(module)
    except Exception as error:
        print(error)
"""


def test_a_game_of_no_known_family_is_refused_where_a_module_is_imported() -> None:
    command = [sys.executable, "-c", A_NEW_FAMILY, *TABLES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = done.stdout.splitlines()
    assert len(told) == len(TABLES)
    for line, (module, table) in zip(told, TABLES.items(), strict=True):
        assert line.startswith(f"The game alone is not complete: {table} in {module} has no entry")
