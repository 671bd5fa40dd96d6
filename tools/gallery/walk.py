"""A table without devices, driven by presses and readings, for the gallery and for tests."""

from pathlib import Path

import numpy as np

from firmware.camera.face_check import Problem
from firmware.camera.table_camera import Glance
from firmware.errors import DeviceTrouble
from firmware.panel.routing import Table
from firmware.panel.views.startup import PARTS
from firmware.ports import Action
from firmware.screens.kinds import Screen, State
from firmware.speech.drawing import LETTERS
from firmware.speech.language import Language
from firmware.store.settings import Settings
from firmware.store.shelf import Shelf
from firmware.table.requests import Compare, Learn, Look, Request, Think
from firmware.table.session import Session
from players import Mind
from rules.dice import Face
from vision.reader import Lesson
from vision.reading import Corners, Doubt, ReadDie, Reading
from vision.stages.looker import SIDE

_LOOK = np.zeros((SIDE, SIDE, 3), np.uint8)
_CORNERS: Corners = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))


def reading(text: str, *doubts: Doubt, aside: str | None = None) -> Reading:
    """Return a reading of dice typed as `11w` or `wceb`; accepted without doubts.

    The dice in `aside` are in the KEEP row of a mat.
    """
    return Reading(_dice(text), doubts, None if aside is None else _dice(aside))


def _dice(text: str) -> tuple[ReadDie, ...]:
    faces = [LETTERS.get(letter) or Face(letter) for letter in text]
    return tuple(ReadDie(face, 0.99, _CORNERS) for face in faces)


class Walk:
    """A player who presses buttons and throws any dice."""

    def __init__(
        self,
        folder: Path,
        language: Language,
        *,
        camera: bool = True,
        settings: Settings | None = None,
    ) -> None:
        shelf = Shelf(folder, lambda: None)
        self.table = Table(Session(shelf, language, settings or Settings(), camera=camera))
        self.tray: Reading | DeviceTrouble | None = None
        """The camera's reading; None if it is still busy."""
        self.problems: tuple[Problem, ...] = ()
        """Problems of taught dice."""
        self.compares = True
        """Whether comparing them finishes at once."""
        self.requests: list[Request] = []
        self.presses = 0
        self.mind = Mind()

    @property
    def screen(self) -> Screen:
        """The screen on the panel."""
        return self.table.screen

    def start(self) -> None:
        """Report that every part works."""
        for part in PARTS:
            self.table.checked(part, State.GOOD)

    def press(self, *actions: Action | str) -> None:
        """Press these buttons in order."""
        for action in actions:
            self.presses += 1
            self.table.press(Action(action))
            self._answer()

    def scan(self, dice: str | Reading | DeviceTrouble | None) -> None:
        """Throw these dice and press SCAN."""
        self.tray = reading(dice) if isinstance(dice, str) else dice
        self.press(Action.SCAN)

    def wait(self) -> None:
        """Press nothing for a while."""
        if self.table.view.stays is not None:
            self.table.stayed(self.table.view)

    def saw(self, glance: Glance) -> None:
        """Show this picture while the camera is aimed."""
        self.table.saw(glance)

    def _answer(self) -> None:
        requests = self.table.take_requests()
        self.requests += requests
        for ask in requests:
            match ask:
                case Compare() if self.compares:
                    self.table.compared(ask.ticket, self.problems)
                    self._answer()
                case Think():
                    plan = ask.thinking.think(self.mind, lambda: False)
                    self.table.thought(ask.ticket, plan)
                    self._answer()
                case Look() | Learn() if self.tray is not None:
                    self._see(ask)
                    self._answer()

    def _see(self, ask: Look | Learn) -> None:
        match self.tray:
            case Reading() as seen if isinstance(ask, Look):
                self.table.seen(ask.ticket, seen)
            case Reading() as seen:
                self.table.learnt(ask.ticket, Lesson(seen, tuple(_LOOK for _ in seen.dice)))
            case DeviceTrouble() as trouble:
                self.table.unseen(ask.ticket, trouble)
