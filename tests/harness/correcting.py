"""Corrects dice with the buttons, like a person who compares panel and tray."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import cast

from firmware.ports import Action
from firmware.screens.kinds import DiceRow, Screen
from rules.dice import Face


class Corrects(ABC):
    """A person with a panel and buttons."""

    @property
    @abstractmethod
    def screen(self) -> Screen: ...

    @abstractmethod
    def press(self, *actions: Action | str) -> None: ...

    @property
    def row(self) -> DiceRow:
        assert isinstance(self.screen, DiceRow), self.screen
        return self.screen

    def correct(self, faces: Sequence[Face]) -> None:
        """Turn, add and remove dice until the row shows these, then take them."""
        while wrong := self._shown() - Counter(faces):
            missing = Counter(faces) - self._shown()
            self._go_to(next(n for n, die in enumerate(self.row.dice) if die.face in wrong))
            self._open()
            if missing:
                self._turn_to(next(iter(missing)))
            else:
                self.press(Action.STOP)
        while missing := Counter(faces) - self._shown():
            self._go_to(len(self.row.dice))
            self._open()
            self._turn_to(next(iter(missing)))
        self._take()

    def enter(self, faces: Sequence[Face]) -> None:
        """Enter dice one by one if none was read; remove surplus ones."""
        for face in faces:
            self._open_unknown()
            self._turn_to(face)
        while self.row.open or any(die.face is None for die in self.row.dice):
            self._open_unknown()
            self.press(Action.STOP)
        self._take()

    def _shown(self) -> Counter[Face]:
        """Whether every die has a face."""
        return Counter(die.face for die in self.row.dice if die.face is not None)

    def _go_to(self, place: int) -> None:
        while self.row.cursor != place:
            self.press(Action.RIGHT)

    def _open(self) -> None:
        if not self.row.open:
            self.press(Action.OK)

    def _open_unknown(self) -> None:
        if not self.row.open:
            self._go_to(next(n for n, die in enumerate(self.row.dice) if die.face is None))
            self._open()

    def _turn_to(self, face: Face) -> None:
        place = cast("int", self.row.cursor)
        while self.row.dice[place].face is not face:
            self.press(Action.RIGHT)
        self.press(Action.OK)

    def _take(self) -> None:
        self._go_to(len(self.row.dice) + self.row.more)
        self.press(Action.OK)
