"""Compares the game's numbers with the owner's copy, once."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from firmware.panel.view import Compared, Navigator, View
from firmware.table.session import Session
from rules.box import Box

B = TypeVar("B", bound=Box)


class CompareView(View, Generic[B]):
    """All numbers on one screen; OK confirms them.

    The cursor can also visit each number, where OK and STOP change it.
    """

    def __init__(
        self, session: Session, navigator: Navigator, box: B, back: View, then: Compared
    ) -> None:
        super().__init__(session, navigator)
        self.box = box
        self._back = back
        self._then = then
        self.chosen: int | None = None
        """The number to change."""

    @abstractmethod
    def numbers(self) -> Sequence[int]:
        """Return the spots, tiles or tracks in the order of the cursor."""

    @abstractmethod
    def after_ok(self, number: int) -> B:
        """Return the box after OK changes this number."""

    @abstractmethod
    def after_stop(self, number: int) -> B:
        """Return the box after STOP changes this number."""

    def _move(self, step: int) -> View:
        numbers = self.numbers()
        at = numbers.index(self.chosen) if self.chosen is not None else -1 if step > 0 else 0
        self.chosen = numbers[(at + step) % len(numbers)]
        return self

    def left(self) -> View:
        return self._move(-1)

    def right(self) -> View:
        return self._move(1)

    def ok(self) -> View:
        """Confirm all numbers, or change the chosen one."""
        if self.chosen is None:
            return self._confirm()
        self.box = self.after_ok(self.chosen)
        return self

    def stop(self) -> View:
        """Change the chosen number the other way."""
        if self.chosen is not None:
            self.box = self.after_stop(self.chosen)
        return self

    def scan(self) -> View:
        """Finish changing, or confirm all numbers."""
        return self._confirm() if self.chosen is None else self._all()

    def back(self) -> View:
        """Finish changing, or leave."""
        return self._back if self.chosen is None else self._all()

    def _all(self) -> View:
        self.chosen = None
        return self

    def _confirm(self) -> View:
        return self._then(replace(self.box, assumed=False))
