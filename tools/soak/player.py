"""A player at a faulty box, who reads the panel and does what it says."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from firmware.panel.routing import Table
from firmware.panel.views.reading import EditView
from firmware.ports import Action
from firmware.screens.kinds import DiceRow, Message, Progress, Screen
from firmware.speech.drawing import LETTERS
from rules.dice import DICE_SETS, Face
from rules.moves import Throw
from tests.harness.correcting import Corrects
from tools.soak.faults import FINGERS, KINDS, Trouble
from tools.soak.rig import Rig, left_behind

RATE = 0.04
"""How often something goes wrong between two decisions."""
DRAWN = 0.005
"""How many throws are drawn, and read by the trained nets."""
MOST = 2
"""Faults at a time."""
HELD_DOWN = 11.0
"""Seconds: longer than anybody holds a button on purpose."""


class Player(Corrects):
    """Presses buttons until the intended effect, whatever happens meanwhile."""

    def __init__(self, rig: Rig, trouble: Trouble, seed: int) -> None:
        self.rig = rig
        self.trouble = trouble
        self.dice = random.Random(f"player {seed}")
        self.lying: list[Face] = []
        """The dice in the tray."""
        self.kinds: Sequence[str] = KINDS
        self.rate = RATE
        self.careful = True
        """They look at the panel before each press, so a wrong one does not confuse them."""
        self.by_hand = self.drawn = self.restarts = 0
        self.longest_stop = 0.0
        self._bag: list[str] = []
        self._entering = False

    @property
    def screen(self) -> Screen:
        return self.rig.screen

    @property
    def name(self) -> str:
        return self.rig.name

    @property
    def table(self) -> Table:
        return self.rig.loop.table

    @property
    def text(self) -> str:
        """Return all text on the panel."""
        match self.screen:
            case Message(title=title, lines=lines, foot=foot):
                return " ".join((title, *lines, foot))
            case DiceRow(title=title, lines=lines, foot=foot):
                return " ".join((title, *lines, foot))
            case Progress(title=title, line=line, foot=foot):
                return " ".join((title, line, foot))
        return ""

    # Presses.

    def press(self, *actions: Action | str) -> None:
        for action in actions:
            self._press_one(Action(action))

    def _press_one(self, action: Action) -> None:
        second, self.trouble.second = self.trouble.second, None
        if second is not None and second is not action and not self._entering:
            self.rig.push(action, second)
        else:
            self.rig.push(action)
        for _ in range(12):
            self.rig.note()
            if not self._see_to_it(action):
                return
        raise AssertionError("no way on", self.screen)

    def scan(self, letters: str) -> None:
        self.look_at([LETTERS.get(letter) or Face(letter) for letter in letters])

    def look_at(self, faces: Sequence[Face]) -> None:
        """These lie in the tray: SCAN."""
        self.lay(faces)
        self.press(Action.SCAN)

    def lay(self, faces: Sequence[Face]) -> None:
        """These lie in the tray from now on."""
        self.lying = list(faces)
        drawn = self.dice.random() < DRAWN and len(faces) > 0
        self.drawn += drawn
        dice = DICE_SETS[self.table.session.game.state.setup.table_dice.name]
        self.rig.camera.put(self.lying, dice, drawn=drawn)

    # What the panel says of things that went wrong.

    def _see_to_it(self, action: Action) -> bool:
        """Do what the panel says; whether it said anything."""
        if self.name == "trouble":
            self._read_trouble(action)
        elif self.name == "no_camera":
            self._without_camera()
        elif self.name == "reading":
            self.trouble.explained(self.text, "camera")
            self._enter_from(Action.OK)
        elif self.name == "doubt" and not self._entering:
            self._doubted()
        else:
            return False
        return True

    def _read_trouble(self, action: Action) -> None:
        if self.trouble.has("button stuck"):
            self.trouble.explained(self.text, "button")
            self.rig.push(Action.OK)
            return
        if "The disk refuses: settings" in self.text:
            self.rig.push(Action.OK)
            return
        kind = self.trouble.explained(self.text, "disk")
        if self.dice.random() < 0.5:
            self.rig.check_files()
        self.trouble.end(kind)
        self.rig.push(Action.OK)
        if "The disk refuses: settings" in self.text:  # the game is told first
            self.rig.push(Action.OK)
        assert self.name != "trouble"
        self.rig.push(action)

    def _without_camera(self) -> None:
        kind = self.trouble.explained(self.text, "camera")
        if self.dice.random() < 0.5:
            self._enter_from(Action.OK)
            return
        if self.dice.random() < 0.8:
            self.trouble.end(kind)
        self.rig.push(Action.SCAN)

    def _doubted(self) -> None:
        """Repair the camera and scan again, or enter the dice by hand."""
        if self.trouble.has("camera black") and self.rig.camera.fault:
            self.trouble.end(self.trouble.explained(self.text, "camera"))
        if not self._fits():
            self.rig.push(Action.BACK)
        elif self.dice.random() < 0.5:
            self.lay(self.lying)
            self.rig.push(Action.SCAN)
        else:
            self._entering = True
            self.correct(self.lying)
            self._entering = False

    def _fits(self) -> bool:
        return len(self.lying) in cast("EditView", self.table.view).expected

    def _enter_from(self, action: Action) -> None:
        self.rig.push(action)
        assert self.name == "by_hand"
        if not self._fits():
            self.rig.push(Action.BACK)
            return
        self.by_hand += 1
        self._entering = True
        self.enter(self.lying)
        self._entering = False

    # Between two decisions.

    def moment(self) -> None:
        """Start or end a fault, at random."""
        self.trouble.pass_moment()
        if self.dice.random() < 0.1 and not self._panel_fails():
            assert self.rig.shows(), "the panel shows something else"
        if len(self.trouble.active) < MOST and self.dice.random() < self.rate:
            self.go_wrong(self._next_kind())

    def _next_kind(self) -> str:
        """Each kind as often as the others."""
        if not self._bag:
            self._bag = list(self.kinds)
            self.dice.shuffle(self._bag)
        return self._bag.pop()

    def go_wrong(self, kind: str) -> None:
        """This, unless it cannot be now."""
        group = kind.split(maxsplit=1)[0]
        if kind in FINGERS and not self.careful:
            return
        if any(active.kind.startswith(group) for active in self.trouble.active):
            return
        if kind in ("stopped", "power cut"):
            self._restart(torn=kind == "power cut")
        elif kind == "button stuck":
            self._stick()
        else:
            self.trouble.begin(kind)

    def _panel_fails(self) -> bool:
        return any(active.kind.startswith("panel") for active in self.trouble.active)

    def _stick(self) -> None:
        """A stuck button means one press, then none, and is reported."""
        self.trouble.end_all()
        button = self.dice.choice(("OK", "STOP", "SCAN"))
        self.trouble.begin("button stuck")
        self.rig.hold(button, 0.0)
        while self._see_to_it(Action(button.lower())):
            self.rig.note()
        self.rig.wait(HELD_DOWN)
        self.rig.answer()
        self.rig.note()
        assert self.name == "trouble", self.screen
        self.trouble.explained(self.text, "button")
        if self.dice.random() < 0.5:
            self.rig.push(Action.RIGHT)  # means nothing here
            self.rig.push(Action.BACK)
        self.rig.release(button)
        assert self.name != "trouble", "it is told though it is well again"
        self.trouble.end("button stuck")

    def _restart(self, *, torn: bool) -> None:
        """The system stops it, or the plug is pulled while a line is being written."""
        self.trouble.end_all()
        self.rig.note()
        self.rig.check_files()
        journal = self.rig.session.match
        over = journal is None or journal.state.ending is not None
        self.longest_stop = max(self.longest_stop, self.rig.stop())
        assert left_behind() == []
        if torn and journal is not None:
            _tear(journal.path, self.dice)
        kind = "power cut" if torn else "stopped"
        self.trouble.list.append(kind)
        self.trouble.met[kind] += 1
        self.restarts += 1
        self.rig.start()
        if over:
            return
        assert self.name == "resume", self.screen
        self.rig.push(Action.OK)
        self.rig.note()
        self.rig.check_files()

    @property
    def throws(self) -> int:
        """How many stand in the record; the last of them is what lay in the tray."""
        return sum(isinstance(step.move, Throw) for step in self.rig.session.game.steps)

    def check_throw(self) -> None:
        """The last throw is what really lay there."""
        last = next(
            step.move
            for step in reversed(self.rig.session.game.steps)
            if isinstance(step.move, Throw)
        )
        assert last.faces == tuple(sorted(self.lying)), f"read {last.faces}, not {self.lying}"


def _tear(path: Path, dice: random.Random) -> None:
    """Power goes while a line is written: a part of it stands there, or noughts."""
    line = b'{"move":"throw","faces":["1","2","3","4","5","worm","worm","worm"],"read":"camera"}'
    with path.open("ab") as file:
        file.write(line[: dice.randrange(len(line))])
