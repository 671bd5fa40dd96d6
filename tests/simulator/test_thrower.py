"""The simulated table by hand: who throws for the players, and which dice."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar, cast

import pytest

from firmware.panel.games.auto_keep import AutoKeepView, GroupsView
from firmware.panel.games.keep import KeepView
from firmware.panel.view import ExpectedThrow
from firmware.ports import Action
from firmware.screens.kinds import Choice
from firmware.simulator.camera import Conditions, SimulatedCamera
from firmware.simulator.table import SimulatedTable, ThrowingCamera
from firmware.store.settings import Settings
from firmware.table.requests import Look
from rules.dice import BARBECUE, STANDARD, Face
from rules.heckmeck import AnyHeckmeck
from rules.moves import Adjust, Keep
from rules.picnic_blitz import PicnicBlitz
from rules.turn import Phase
from tests.harness.flow import Flow
from vision.reading import Doubt, ReadDie, Reading
from vision.simulator.scene import Spoil

Camera = TypeVar("Camera", bound=SimulatedCamera)

CORNERS = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))


class Player(Flow):
    """Somebody at a simulated table whose eye reads every die as it lies."""

    def __init__(self, folder: Path, seed: int = 0, game: str = "barbecue") -> None:
        super().__init__(folder, settings=Settings(game=game))
        self.table: SimulatedTable = SimulatedTable(self.table.session)
        self.camera = SimulatedCamera(BARBECUE, seed)
        self.thrower = ThrowingCamera(self.camera, self.table)
        self.doubts: tuple[Doubt, ...] = ()
        self.start()

    def _answer(self) -> None:
        for ask in self.table.take_requests():
            if isinstance(ask, Look):
                self.thrower.frames()
                dice = tuple(ReadDie(face, 0.99, CORNERS) for face in self.thrower.faces)
                self.table.seen(ask.ticket, Reading(dice, self.doubts))
                self._answer()

    def throws_with(self, camera: Camera) -> Camera:
        """From now on before this camera."""
        self.thrower = ThrowingCamera(camera, self.table)
        return camera

    def begin(self) -> None:
        """To the choice among the first eight dice."""
        self.follow([("new_game", "ok"), ("box", "ok"), ("todo", "scan"), ("keep", "")])

    @property
    def view(self) -> GroupsView:
        assert isinstance(self.table.view, GroupsView)
        return self.table.view

    @property
    def choice(self) -> Choice:
        assert isinstance(self.screen, Choice)
        return self.screen


@pytest.fixture
def player(tmp_path: Path) -> Player:
    player = Player(tmp_path)
    player.begin()
    return player


@pytest.mark.parametrize("steps", range(3))
def test_scan_lays_the_dice_under_the_cursor_aside_and_throws_the_others(
    player: Player, steps: int
) -> None:
    player.press(*[Action.RIGHT] * steps)
    group = player.view.group
    assert group is not None
    player.press("scan")
    assert len(player.thrower.faces) == 8 - group.count
    assert isinstance(player.table.view, AutoKeepView)
    assert Keep(group.face) in {answer[0] for answer in player.table.view.question.answers}


def test_following_goes_on_from_throw_to_throw(player: Player) -> None:
    player.press("scan")
    assert isinstance(player.table.view, AutoKeepView)
    if player.table.view.asking:
        player.press("ok")
    moves, group, left = (
        player.table.session.game.moves,
        player.view.group,
        len(player.thrower.faces),
    )
    assert group is not None
    player.press("scan")
    assert player.table.session.game.moves >= moves
    assert len(player.thrower.faces) == left - group.count


def test_with_the_cursor_on_dice_kept_before_all_stay_where_they_are(tmp_path: Path) -> None:
    player, struck = Player(tmp_path), None
    for seed in range(20):
        player = Player(tmp_path / str(seed), seed)
        player.begin()
        player.press("ok", "scan")
        if player.name == "keep":
            groups = player.view.groups
            struck = next((n for n, group in enumerate(groups) if group.preview is None), None)
        if struck is not None:
            break
    assert struck is not None
    player.view.chosen = struck
    before = player.thrower.faces
    player.press("scan")
    assert player.thrower.faces == tuple(sorted(before))
    assert isinstance(player.table.view, KeepView)
    assert player.choice.line == "Lay some dice aside"


def test_dice_that_were_doubted_are_pushed_apart_and_not_thrown_again(player: Player) -> None:
    player.doubts = (Doubt("dark"),)
    player.press("scan")
    assert player.name == "doubt"
    before = player.thrower.faces
    player.press("scan")
    player.doubts = ()
    player.press("scan")
    assert player.thrower.faces == before
    assert isinstance(player.table.view, AutoKeepView)


def test_dice_that_are_corrected_lie_there_when_they_are_looked_at(player: Player) -> None:
    before = player.thrower.faces
    player.press("back", "right", "ok", "scan")
    assert sorted(player.thrower.faces) == sorted(before)
    assert player.name == "keep"


def test_dice_laid_aside_move_with_the_table(player: Player) -> None:
    """From the mat to felt and back, in the middle of a turn."""
    for mat in (True, False, True, False):
        player.camera.conditions = Conditions(surface="felt", mat=mat)
        player.press("scan")
        while player.name in {"follow", "keep"} and len(player.view.groups) > 1:
            player.press("ok")
        assert player.name != "trouble"
        next(player.camera.frames())


def test_who_throws_is_not_asked_whether_dice_were_re_rolled(tmp_path: Path) -> None:
    """Also where the one die that is re-rolled shows the same face again."""
    player = Player(tmp_path, game="picnic_blitz")
    player.follow([("new_game", "ok"), ("picnic_box", "ok"), ("todo", "ok")])
    game = player.table.session.game
    game.play(Adjust(cast("PicnicBlitz", game.state).table.moved(0, 1, 1), 0))
    player.press("scan")
    before = cast("PicnicBlitz", game.state).turn
    after = None
    while after is None or after.thrown != before.thrown:
        player.table.view = player.table.navigator.game()
        player.press("left", "ok", "scan")
        after = cast("PicnicBlitz", game.state).turn
        assert (after.again, after.groups) == (0, 0)
        game.undo()


class Spoiling(SimulatedCamera):
    """Knows how each throw was laid down, spoilt or not."""

    laid: tuple[str | None, ...] = ()

    def put(
        self, faces: Sequence[Face], aside: Sequence[Face] = (), spoil: Spoil | None = None
    ) -> None:
        super().put(faces, aside, spoil)
        self.laid += (spoil,)


def test_one_throw_is_spoilt_and_dice_that_are_laid_anew_are_not(player: Player) -> None:
    camera = player.throws_with(Spoiling(BARBECUE))
    camera.spoil = "dark"
    player.doubts = (Doubt("dark"),)
    player.press("scan")
    assert camera.laid[-1] == "dark"
    camera.spoil = "hand"
    player.press("scan")
    player.doubts = ()
    player.press("scan")
    assert camera.laid[-2:] == (None, None)
    assert isinstance(player.table.view, AutoKeepView)
    if player.table.view.asking:
        player.press("ok")
    player.press("scan")
    assert camera.laid.count("hand") == 1
    assert camera.spoil is None


def test_one_die_cannot_touch_another_and_is_thrown_all_the_same(player: Player) -> None:
    camera = player.throws_with(Spoiling(BARBECUE))
    camera.spoil = "touching"
    player.table.expected_throw, player.table.times = ExpectedThrow((), 1), player.table.times + 1
    player.thrower.throw()
    assert (len(player.thrower.faces), camera.laid[-1], camera.spoil) == (1, None, "touching")


def test_to_aim_the_camera_nothing_is_thrown(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "")])
    player.thrower.frames()
    assert player.thrower.faces == ()
    player.thrower.close()


def test_ordinary_dice_are_thrown_as_such(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.press(*["left"] * 7, "ok")
    player.follow([("options", "right"), ("options", "ok"), ("stand_ins", "ok")])
    player.follow([("options", "back")])
    player.press(*["right"] * 7)
    player.begin()
    assert player.camera.dice_set is STANDARD
    seen = Counter[Face]()
    for _ in range(60):
        state = cast("AnyHeckmeck", player.table.session.game.state)
        if state.turn.phase is Phase.KEEP:
            seen.update(player.thrower.faces)
            assert state.setup.table_dice.read(player.thrower.faces) == state.turn.thrown
        player.press("ok")
    assert set(seen) == set(STANDARD.faces)
