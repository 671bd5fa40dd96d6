"""Every action on every screen of Picnic Blitz, in every language."""

import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from firmware.errors import CameraTrouble
from firmware.ports import Action
from firmware.speech.language import languages
from firmware.store.settings import Settings
from firmware.table.requests import Look
from rules.picnic_blitz import PicnicBlitz
from tests.harness.flow import reading
from tests.harness.picnic import ANN, BEN, CID, NAMES, Ant, Picnic
from tests.panel.test_every_action import Explorer, Sight, Sighted
from tests.panel.test_tour import screens


class SightedPicnic(Sighted):
    """A table whose camera sees dice that may, or may not, have been thrown again."""

    def _look(self, ask: Look) -> None:
        self.looked = True
        state = cast("PicnicBlitz", self.table.session.game.state)
        lying = "".join(state.turn.thrown) or "112355"
        match self.sight:
            case Sight.DICE:
                self.table.seen(ask.ticket, reading(one_changed(lying)))
            case Sight.OTHERS:
                self.table.seen(ask.ticket, reading("123456"))
            case Sight.FEWER:
                self.table.seen(ask.ticket, reading("666666"))
            case Sight.WORMS:
                self.table.seen(ask.ticket, reading(lying))
            case Sight.DOUBT:
                self.table.seen(ask.ticket, reading(lying, doubted=[0]))
            case Sight.NOTHING:
                self.table.unseen(ask.ticket, CameraTrouble("camera_gone"))
            case Sight.NOT_YET:
                return
        self._answer()


def one_changed(lying: str) -> str:
    rarest = min(Counter(lying).items(), key=lambda shown: shown[1])[0]
    return lying.replace(rarest, "1" if rarest != "1" else "2", 1)


ANTS: tuple[Ant, ...] = (
    (BEN, 3, 8), (CID, 3, 2), (ANN, 5, 4), (BEN, 5, 4), (ANN, 1, 3), (ANN, 2, 2), (BEN, 6, 3),
)  # fmt: skip

IN_A_GAME = {
    "throwing": [],
    "dice": [("picnic_throw", "112355")],
    "attack": [("picnic_throw", "112345"), ("picnic_dice", "ok")],
    "pushed": [("picnic_throw", "112345"), ("picnic_dice", "ok"), ("picnic_attack", "ok")],
    "told": [("picnic_throw", "112355"), ("picnic_dice", "ok"), ("picnic_move", "ok")],
}
"""Places in a game, each as what was done since the ants were laid so."""

ELSEWHERE = {"new_game", "settings", "power_off", "leave", "seats", "last_games"}
"""What is the same in every game is explored there."""

WRITES = {
    Action.OK: {"picnic_throw", "picnic_move", "picnic_attack", "picnic_same", "picnic_doubt",
                "picnic_stop", "correct", "doubt", "by_hand", "undo_list", "repair", "adjust"},
    Action.STOP: {"picnic_stop"},
    Action.SCAN: {"picnic_throw", "picnic_dice", "picnic_move", "picnic_attack", "picnic_same",
                  "picnic_doubt", "picnic_stop", "todo", "note", "undone", "no_camera", "doubt",
                  "correct", "by_hand", "scores", "picnic_board", "picnic_hint", "rules", "menu",
                  "repair", "undo_list", "adjust"},
}  # fmt: skip
"""The only screens on which an action changes the journal, but for UNDO."""


def begun(folder: Path, name: str, language: str) -> Callable[[], SightedPicnic]:
    """What makes a fresh table at this place of a game."""
    table = Picnic(folder / name, language, hints=True)
    table.lay(*ANTS, queens=[ANN] if name != "dice" else [])
    table.follow(IN_A_GAME[name])
    table.table.session.game.close()
    settings = Settings(game="picnic_blitz", names=NAMES, hints=True, language=language)

    def again() -> SightedPicnic:
        fresh = folder / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.copytree(folder / name, fresh)
        again = SightedPicnic(fresh, language, settings=settings)
        again.start()
        again.press(Action.OK)
        return again

    return again


@pytest.mark.parametrize("language", languages())
@pytest.mark.proof
def test_every_action_leads_somewhere(tmp_path: Path, language: str) -> None:
    starts = {name: begun(tmp_path, name, language) for name in IN_A_GAME}

    def hint() -> SightedPicnic:
        table = starts["dice"]()
        table.table.view = table.table.navigator.info(-1)
        return table

    explorer = Explorer([*starts.values(), hint], beyond=lambda table: table.name in ELSEWHERE)
    explorer.explore()
    for name, action in explorer.wrote:
        assert action is Action.UNDO or name in WRITES.get(action, ()), (name, action)
    toured = {screen.name for screen in screens("en").values()}
    own = {name for name in toured if name.startswith("picnic_")}
    of_four_ants = {"picnic_how_many"}
    assert own - explorer.seen == {"picnic_box", "picnic_box_change"} | of_four_ants


@pytest.mark.parametrize("language", languages())
def test_every_action_leads_somewhere_before_a_game(tmp_path: Path, language: str) -> None:
    def new() -> SightedPicnic:
        shutil.rmtree(tmp_path / "new", ignore_errors=True)
        table = SightedPicnic(tmp_path / "new", language, settings=Settings(game="picnic_blitz"))
        table.start()
        table.press(Action.OK)
        return table

    explorer = Explorer([new], beyond=lambda table: not table.name.startswith("picnic_"))
    explorer.explore()
    assert explorer.seen >= {"picnic_box", "picnic_box_change", "todo", "new_game"}
    assert explorer.wrote == {("picnic_box", Action.OK), ("picnic_box", Action.SCAN)}
