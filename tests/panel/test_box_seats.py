"""Seats that the box plays: whole games on the panel, one SCAN a throw, undo, and a new hand."""

import random
from pathlib import Path

import pytest

from firmware.errors import DeviceTrouble
from firmware.play.match import Match
from firmware.play.setup import Setup
from firmware.screens.kinds import Prompt
from firmware.store.journal import follow
from firmware.table.requests import Think
from players.net import NoModel
from rules import (
    Barbecue,
    Bratwurmeck,
    Face,
    Junior,
    Keep,
    PicnicBlitz,
    Player,
    Throw,
)
from rules.games import AnyGame
from rules.players import Level
from tests.harness.flow import Flow

THROWS = {"throw", "throw_or_stop", "box_throw", "picnic_throw", "box_dice"}
LETTERS = {"worm": "w", "cucumber": "c", "cheese": "e", "ketchup": "k", "bun": "b"}


class Evening(Flow):
    """Ann and the box at a real table. People throw for both."""

    def __init__(
        self, folder: Path, game: type[AnyGame], *levels: Level | None, hints: bool = False
    ) -> None:
        super().__init__(folder)
        self.dice = random.Random(f"{game.NAME} {levels}")
        self.start()
        session = self.table.session
        session.change(hints=hints)
        players = tuple(map(Player, ("Ann", "Box"), game.COLOURS))
        setup = Setup(game, players, game.BOX, levels=levels)
        self.table.navigate(self.table.navigator.instructions(session.begin(setup)))

    @property
    def match(self) -> Match:
        return self.table.session.game

    @property
    def boxed(self) -> bool:
        return self.match.automatic is not None

    def throw(self) -> None:
        """Throw what is to be thrown, and press SCAN, as people do for anybody."""
        state = self.match.state
        moves = state.legal_moves()
        sides = state.setup.dice.sides
        faces = self.dice.choices(sides, k=moves.dice)
        if self.name == "box_dice":
            assert isinstance(state, PicnicBlitz)
            marked = self.match.marked
            faces = [
                self.dice.choice(sides) if at in marked else face
                for at, face in enumerate(state.turn.thrown)
            ]
        self.scan("".join(LETTERS.get(face, str(face)) for face in faces))

    def step(self) -> None:
        """Do the next thing with one press."""
        if self.name in {"todo", "failed"} and self.match.state.ending is None:
            self.throw()
        elif self.name == "throw_or_stop" and self.match.state.legal_moves().choices:
            self.press("stop")
        elif self.name in THROWS:
            self.throw()
        elif self.name == "stop":
            self.press("stop")
        else:
            self.press("ok")

    def play(self, most: int = 3000) -> None:
        """Play until the game is over."""
        for _ in range(most):
            if self.name == "over":
                return
            self.step()
        raise AssertionError(self.screen)


@pytest.mark.parametrize("game", [Barbecue, Bratwurmeck, Junior, PicnicBlitz])
@pytest.mark.parametrize("level", [Level.EASY, Level.STRONG])
def test_a_whole_game_with_the_box_takes_one_scan_a_throw(
    tmp_path: Path, game: type[AnyGame], level: Level
) -> None:
    evening = Evening(tmp_path, game, None, level)
    while evening.name != "over":
        boxed, thrown, presses = evening.boxed, len(evening.match.steps), evening.presses
        evening.step()
        if boxed and evening.name not in {"picnic_same", "over"}:
            assert evening.presses == presses + 1
            assert any(isinstance(s.move, Throw) for s in evening.match.steps[thrown:])
    found = follow(evening.match.path)
    assert found.damage is None
    assert found.record.levels == (None, level)


def test_the_panel_says_what_the_box_keeps_and_why(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Barbecue, Level.STRONG, None, hints=True)
    evening.follow([("todo", "11346666"), ("box_throw", "")])
    screen = evening.screen
    assert isinstance(screen, Prompt)
    assert (screen.player, screen.task) == ("Ann keeps 6", "Throw 4 dice")
    assert screen.stop.startswith("Wins ")
    evening.press("stop")
    assert evening.screen.said == "The box decides"
    assert evening.name == "box_throw"


def test_undo_goes_back_to_the_throw_on_which_the_box_decided(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Barbecue, Level.SOLID, None)
    evening.follow([("todo", "11346666"), ("box_throw", "undo"), ("undone", "ok")])
    assert evening.name == "box_throw"
    assert not evening.match.steps
    evening.follow([("box_throw", "1134wwww"), ("box_throw", "")])
    assert evening.match.steps[-1].move == Keep(Face.WORM)


def test_a_game_goes_on_in_the_turn_of_the_box_and_it_decides_the_same(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Barbecue, Level.EASY, None)
    evening.follow([("todo", "1134wwww"), ("box_throw", "")])
    match = evening.match
    kept, stood = match.steps, match.plan
    assert stood is not None
    match.close()
    again = Flow(tmp_path)
    again.start()
    again.press("ok")
    resumed = again.table.session.game
    assert [step.move for step in resumed.steps] == [step.move for step in kept]
    assert again.name == "box_throw"
    assert resumed.levels == (Level.EASY, None)


def test_a_game_that_ended_before_the_box_decided_goes_on_with_its_decision(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Barbecue, None, None)
    evening.follow([("todo", "1134wwww"), ("keep", "")])
    evening.match.seat(0, Level.SOLID)
    evening.match.close()
    again = Flow(tmp_path)
    again.start()
    again.press("ok")
    assert again.name == "box_throw"
    assert again.table.session.game.steps[-1].move == Keep(Face.WORM)


def test_the_box_plays_on_for_somebody_who_goes_to_bed(tmp_path: Path) -> None:
    evening = Evening(tmp_path, Barbecue, None, None)
    evening.follow([("todo", "1134wwww"), ("keep", "back"), ("menu", "left")])
    while evening.screen.chosen != 4:  # type: ignore[attr-defined]
        evening.press("left")
    evening.follow([("menu", "ok"), ("repair", "left"), ("repair", "left"), ("repair", "ok")])
    evening.follow([("seats", "ok"), ("level", "ok"), ("box_throw", "back"), ("menu", "")])
    match = evening.match
    assert match.levels == (Level.SOLID, None)
    assert match.steps[-1].move == Keep(Face.WORM)
    evening.press("back", "undo")
    assert match.levels == (Level.SOLID, None)  # undo changes no seat
    match.seat(0, None)
    evening.table.navigate(evening.table.navigator.game())
    evening.follow([("throw", "1134wwww"), ("keep", "")])


@pytest.mark.parametrize("code", ["model_missing", "model_damaged"])
def test_without_its_net_the_solid_player_plays_and_says_so_once(
    tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(_state: object) -> None:
        raise NoModel(code)

    monkeypatch.setattr("players.heckmeck.load", load)
    evening = Evening(tmp_path, Barbecue, Level.STRONG, Level.STRONG)
    evening.follow([("todo", "11346666"), ("trouble", "11ww"), ("box_throw", "")])
    for _ in range(20):
        evening.step()
        assert evening.name != "trouble"


def test_a_colour_can_be_the_boxs_in_a_new_game(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.start()
    while flow.screen.chosen != 5:  # type: ignore[attr-defined]
        flow.press("right")
    flow.follow([("new_game", "ok"), ("names", "left"), ("names", "ok")])
    flow.follow([*[("box_seats", "ok")] * 2, ("box_seats", "back"), ("names", "back")])
    while flow.screen.chosen != 1:  # type: ignore[attr-defined]
        flow.press("left")
    flow.follow([("new_game", "ok"), ("box", "ok")])
    match = flow.table.session.game
    assert match.levels == (Level.SOLID, None)
    assert [player.name for player in match.state.setup.players] == ["Box", "Yellow"]


class Thoughtful(Evening):
    """The box thinks for as long as the test wants."""

    thinks = True

    def _answer(self) -> None:
        requests = self.table.session.requests
        self.asked = [ask for ask in requests if isinstance(ask, Think)] or self.asked
        if self.thinks:
            for ask in [ask for ask in requests if isinstance(ask, Think)]:
                requests.remove(ask)
        super()._answer()

    asked: list[Think] = []  # noqa: RUF012  # replaced, never changed


def test_a_press_while_the_box_thinks_is_answered_and_an_old_thought_is_dropped(
    tmp_path: Path,
) -> None:
    evening = Thoughtful(tmp_path, Barbecue, Level.SOLID, None)
    evening.scan("11346666")
    assert evening.name == "thinking"
    (old,) = evening.asked
    for action in ("scan", "stop", "left", "ok"):
        evening.press(action)
        assert (evening.name, evening.screen.said) == ("thinking", "Please wait")
    assert evening.asked == [old]
    plan = old.thinking.think(evening.mind, lambda: False)
    evening.press("back", "back")
    evening.table.thought(old.ticket, plan)
    assert (evening.name, len(evening.match.steps)) == ("thinking", 1)
    evening.table.refuse(DeviceTrouble("device_failed"))
    evening.press("ok")
    (new,) = evening.asked
    evening.table.thought(new.ticket, plan)
    assert evening.name == "box_throw"
