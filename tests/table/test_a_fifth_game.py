"""Another game of the family: one module of rules and its words, and the table leads it."""

import random
from pathlib import Path
from typing import ClassVar

import pytest

from firmware.speech import phrases, sentences
from firmware.store.settings import Settings
from rules import dice, games
from rules.box import WormBox, scale
from rules.dice import DiceSet, Face, TableDice
from rules.events import Event, Events
from rules.outcome import Standing, rank
from rules.tiles import TileGame, Tiles
from tests.table.flow import Flow
from tools.table.presses import GreedyHands


class Snack(TileGame[WormBox]):
    """Six small tiles, and a failed turn turns the highest over."""

    NAME: ClassVar[str] = "snack"
    MOST_PLAYERS: ClassVar[int] = 4
    DICE: ClassVar[int] = 5
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


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one line in `rules.games` and two words would have it."""
    monkeypatch.setitem(games.GAMES, Snack.NAME, Snack)
    monkeypatch.setitem(sentences.TITLES, Snack.NAME, "Snack")
    monkeypatch.setitem(phrases.TITLES, Snack.NAME, "Snack")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_leads_it_to_its_ranking(tmp_path: Path, players: int) -> None:
    flow = Flow(tmp_path, settings=Settings(game=Snack.NAME))
    GreedyHands(flow, random.Random(players)).play(players)
    assert isinstance(flow.table.desk.game.state, Snack)
    flow.follow([("over", "ok"), ("ranking", "right"), ("over_why", "right"), ("over_board", "")])


def test_it_can_be_chosen_put_right_and_looked_at(tmp_path: Path) -> None:
    flow = Flow(tmp_path, settings=Settings(game=Snack.NAME, hints=True))
    flow.start()
    flow.follow([("new_game", "ok"), ("todo", "ok"), ("throw", "1155w"), ("keep", "ok")])
    flow.follow([("throw_or_stop", "right"), ("scores", "right"), ("tiles", "right")])
    flow.follow([("hint", "back"), ("throw_or_stop", "undo"), ("undone", "ok"), ("keep", "")])
    flow.table.view = flow.table.navigator.adjust(flow.table.view)
    flow.follow([("adjust", "ok"), ("adjust_tiles", "ok"), ("adjust_tiles", "back")])
