"""Every action on every screen, cold and warm, in every language.

From a few places in a game the screens are explored by pressing everything: each screen that was
not seen before is reached again on a fresh table by the same presses, once for each action.
"""

import shutil
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path

import pytest

from firmware.errors import CameraTrouble
from firmware.ports import Action
from firmware.screens.draw import overflow
from firmware.screens.kinds import Menu
from firmware.speech.language import languages
from firmware.store.settings import Settings
from firmware.table.requests import KeepZone, Look, ShowCamera
from rules.barbecue import Barbecue
from rules.grill import GrillTable
from rules.moves import Adjust
from tests.harness.bench import GLANCE
from tests.harness.flow import Flow, reading
from tests.harness.marks import MORE
from tests.panel.test_the_end import with_no_snail_left
from tests.panel.test_tour import screens
from tests.rules.records import said
from tools.gallery.tour import NAMES


class Sight(Enum):
    """The camera's picture when the table looks at the dice."""

    DICE = auto()
    OTHERS = auto()
    FEWER = auto()
    WORMS = auto()
    DOUBT = auto()
    NOTHING = auto()
    NOT_YET = auto()


Press = tuple[Action, Sight]


class Sighted(Flow):
    """A table whose camera sees dice that fit the moment."""

    sight = Sight.DICE
    looked = False
    """Whether it was asked to look at the last press."""

    def do(self, press: Press) -> None:
        action, self.sight = press
        self.looked = False
        self.press(action)

    def _answer(self) -> None:
        for ask in self.table.take_requests():
            match ask:
                case Look():
                    self._look(ask)
                case ShowCamera(on=True):
                    self.table.saw(GLANCE)
                case KeepZone():
                    self._calibrate()

    def _calibrate(self) -> None:
        self.looked = True
        if self.sight is not Sight.NOT_YET:
            gone = self.sight is Sight.NOTHING
            self.table.calibrated(CameraTrouble("camera_gone") if gone else None)

    def _look(self, ask: Look) -> None:
        self.looked = True
        most, fewest = max(ask.expected), min(ask.expected)
        match self.sight:
            case Sight.DICE:
                self.table.seen(ask.ticket, reading("1134wwww"[-most:]))
            case Sight.OTHERS:
                self.table.seen(ask.ticket, reading("22334466"[:most]))
            case Sight.FEWER:
                self.table.seen(ask.ticket, reading("22664134"[:fewest]))
            case Sight.WORMS:
                self.table.seen(ask.ticket, reading("wwwwwwww"[:fewest]))
            case Sight.DOUBT:
                self.table.seen(ask.ticket, reading("1134wwww"[:most], doubted=[0]))
            case Sight.NOTHING:
                self.table.unseen(ask.ticket, CameraTrouble("camera_gone"))
            case Sight.NOT_YET:
                return
        self._answer()


@dataclass(frozen=True)
class Way:
    """The start of a table, and the presses since."""

    start: Callable[[], Sighted]
    presses: tuple[Press, ...] = ()

    def go(self) -> Sighted:
        table = self.start()
        for press in self.presses:
            table.do(press)
        return table

    def __str__(self) -> str:
        return " ".join(action for action, _ in self.presses)


@dataclass
class Explorer:
    """Presses every button on every screen, from given starts."""

    starts: Sequence[Callable[[], Sighted]]
    """A fresh table at each of these places."""
    beyond: Callable[[Sighted], bool] = lambda _table: False
    """Whether a screen is pressed to, but nothing is pressed there."""
    seen: set[str] = field(default_factory=set)
    wrote: set[tuple[str, Action]] = field(default_factory=set)
    """After which press on which screen the journal was another."""
    _known: set[object] = field(default_factory=set)
    _ways: deque[Way] = field(default_factory=deque)

    def explore(self) -> None:
        for start in self.starts:
            self._find(start(), Way(start))
        while self._ways:
            way = self._ways.popleft()
            for press in self._presses(way.go()):
                table = way.go()
                self._press(table, press, way)
                self._find(table, replace(way, presses=(*way.presses, press)))

    def _find(self, table: Sighted, way: Way) -> None:
        """Remember a new screen, or a new line of a known one."""
        self.seen.add(table.name)
        _, place = _where(table)
        if place not in self._known and not self.beyond(table):
            self._known.add(place)
            self._ways.append(way)

    def _presses(self, table: Sighted) -> Sequence[Press]:
        """All there are; on the other lines of a list only what differs there."""
        name, _ = _where(table)
        if name in self._known:
            return (Action.OK, Sight.DICE), (Action.RIGHT, Sight.DICE)
        self._known.add(name)
        table.do((Action.SCAN, Sight.NOT_YET))
        sights = [sight for sight in Sight if sight is not Sight.DICE] if table.looked else []
        return (
            *((action, Sight.DICE) for action in Action),
            *((Action.SCAN, sight) for sight in sights),
        )

    def _press(self, table: Sighted, press: Press, way: Way) -> None:
        before, name = journals(table), table.name
        table.do(press)
        told = f"{name}, {press[0]}: {table.screen}; by {way}"
        assert table.name != "trouble", told
        assert overflow(table.screen) == (), told
        after = journals(table)
        for path, lines in before.items():
            assert after[path][: len(lines)] == lines, f"rewritten: {told}"
        if after != before:
            self.wrote.add((name, press[0]))
            if press[0] is Action.UNDO:
                assert [*map(said, _added(before, after))] == ['{"move":"undo"}'], told


def _where(table: Sighted) -> tuple[object, object]:
    """Return the screen, and the line of its cursor."""
    screen = table.screen
    name = (type(table.table.view), screen.name)
    return name, (name, screen.chosen if isinstance(screen, Menu) else None)


def journals(table: Sighted) -> dict[str, list[str]]:
    folder = table.table.session.shelf.folder
    return {path.name: path.read_text().splitlines() for path in folder.glob("*.jsonl")}


def _added(before: dict[str, list[str]], after: dict[str, list[str]]) -> list[str]:
    return [line for path, lines in after.items() for line in lines[len(before.get(path, ())) :]]


class Tables:
    """Fresh tables one after the other, with a game that was begun before or none."""

    def __init__(self, folder: Path, language: str) -> None:
        self._folder = folder
        self.language = language
        self._settings = Settings(players=3, names=NAMES, hints=True, language=language)

    def new(self, *, camera: bool = True) -> Sighted:
        folder = self._folder / "fresh"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return Sighted(folder, self.language, camera=camera, settings=self._settings)

    def begun(
        self,
        name: str,
        *steps: tuple[str, str],
        lying: Callable[[GrillTable], GrillTable] | None = None,
    ) -> Callable[[], Sighted]:
        """A game in which these steps were done, after its pieces were laid so.

        Answers with what goes on with it.
        """
        folder = self._folder / name
        table = Flow(folder, self.language, settings=self._settings)
        table.start()
        table.follow([("new_game", "ok"), ("box", "ok")])
        if lying is not None:
            state = table.table.session.game.state
            assert isinstance(state, Barbecue)
            table.table.session.game.play(Adjust(lying(state.table), state.player))
        table.follow(steps)
        table.table.session.game.close()

        def again() -> Sighted:
            fresh = self.new()
            shutil.copytree(folder, fresh.table.session.shelf.folder, dirs_exist_ok=True)
            fresh.start()
            fresh.press(Action.OK)
            return fresh

        return again


SPOKEN = [code if code == "en" else MORE(code) for code in languages()]
"""That every screen fits in every language is also seen on the tour."""


@pytest.fixture(params=SPOKEN)
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Tables:
    return Tables(tmp_path, request.param)


STOPPED = [("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "3466"), ("keep", "ok")]
FAILED = [("todo", "1111wwww"), ("keep", "ok"), ("throw_or_stop", "wwww")]

IN_A_GAME = {
    "keeping": [("todo", "1134wwww")],
    "stopping": STOPPED,
    "told": [*STOPPED, ("throw_or_stop", "stop")],
    "failed": FAILED,
}
"""Places in a game, each as what was done since it began."""

TAKEN = {"throw", "throw_or_stop", "todo", "failed", "scores", "grill", "hint", "note", "undone",
         "no_camera", "doubt", "correct", "by_hand", "guide"}  # fmt: skip
"""Where SCAN looks at dice, which are taken if they were read without a doubt."""
WRITES = {
    Action.OK: {"keep", "follow", "follow_failed", "stop", "reread", "throw", "throw_or_stop",
                "correct", "by_hand", "doubt", "undo_list", "repair", "level", "seats", "leaving",
                "adjust", "box", "new_game"},
    Action.STOP: {"keep", "follow", "stop", "throw_or_stop"},
    Action.SCAN: TAKEN | {"follow", "follow_failed", "stop", "box"},
}  # fmt: skip
"""The only screens on which an action changes the journal, but for UNDO."""

BEFORE = {"start", "edge", "resume"}
AFTER = {"over", "ranking", "over_why", "over_board"}
ELSEWHERE = {"take", "which_tile", "in_vain", "tiles", "adjust_tiles", "follow_ended",
             "aside", "box_throw", "box_dice"}  # fmt: skip
"""Screens of other games, of a mat and of the box's turn, pressed on in tests of their own, as are
those of Picnic Blitz."""
PHONES = {"phone", "phones", "forget_phones"}
NEW_DICE = ("teach_", "taught", "no_taught")
"""How these begin is pressed to, and pressed on in tests of their own."""


def test_in_a_game_every_action_leads_somewhere(tables: Tables) -> None:
    def guided() -> Sighted:
        table = begun()
        table.table.session.change(guide=True)
        table.press(Action.OK)
        assert table.name == "guide"
        return table

    begun = tables.begun("guided")
    starts = [tables.begun(place, *steps) for place, steps in IN_A_GAME.items()]
    explorer = Explorer([*starts, guided], beyond=lambda table: table.name.startswith(NEW_DICE))
    explorer.explore()
    for name, action in explorer.wrote:
        assert action is Action.UNDO or name in WRITES.get(action, ()), (name, action)
    toured = {screen.name for screen in screens("en").values()}
    toured = {name for name in toured if not name.startswith(("picnic_", *NEW_DICE))}
    missed = BEFORE | AFTER | ELSEWHERE | PHONES | {"aim_blind", "trouble"}
    assert toured - explorer.seen == missed


@pytest.mark.proof
def test_at_the_end_every_action_leads_somewhere(tables: Tables) -> None:
    before = tables.begun("over", *STOPPED[:2], lying=with_no_snail_left)

    def over() -> Sighted:
        table = before()
        table.do((Action.SCAN, Sight.WORMS))
        table.press(Action.OK)
        assert table.name == "over"
        return table

    explorer = Explorer([over], beyond=goes_on)
    explorer.explore()
    assert explorer.seen >= AFTER | {"new_game", "saved_game", "menu"}
    assert {action for _, action in explorer.wrote} == {Action.UNDO, Action.OK}


def goes_on(table: Flow) -> bool:
    journal = table.table.session.match
    return journal is not None and journal.state.ending is None


def test_cold_every_action_leads_somewhere(tables: Tables) -> None:
    def with_a_game() -> Sighted:
        table = begun()
        table.table.session.game.close()
        again = Sighted(table.table.session.shelf.folder, tables.language, camera=False)
        again.start()
        return again

    def with_a_new_panel() -> Sighted:
        table = tables.new(camera=False)
        table.table.session.chip = "ssd1306"
        table.start()
        return table

    begun = tables.begun("resumed", *STOPPED)
    starts = [lambda: tables.new(camera=False), with_a_game, with_a_new_panel]
    explorer = Explorer(starts, beyond=goes_on)
    explorer.explore()
    assert explorer.seen >= BEFORE | {"new_game", "box", "letters", "options", "last_games"}
    assert explorer.wrote == {("box", Action.OK), ("box", Action.SCAN)}
