"""Compares the game's numbers with the owner's copy, once."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, TypeVar, cast

from firmware.panel.view import Compared, View
from firmware.panel.view_kinds import SubView
from firmware.screens.kinds import WormTable
from rules.box import MOST_WORMS, Box, WormBox

B = TypeVar("B", bound=Box)


class CompareView(SubView, Generic[B]):
    """All numbers on one screen; OK confirms them.

    The cursor can also visit each number, where OK and STOP change it.
    """

    def __init__(self, back: View, box: Box, then: Compared) -> None:
        super().__init__(back)
        self.box = cast("B", box)
        self._then = then
        self.chosen: int | None = None
        """The number to change."""

    @abstractmethod
    def numbers(self) -> Sequence[int]:
        """Return the spots, tiles or tracks in the order of the cursor."""

    @abstractmethod
    def changed(self, number: int, by: int) -> B:
        """Return the box after OK changes this number by 1, or STOP by -1."""

    def step(self, by: int) -> View:
        numbers = self.numbers()
        at = numbers.index(self.chosen) if self.chosen is not None else -1 if by > 0 else 0
        self.chosen = numbers[(at + by) % len(numbers)]
        return self

    def ok(self) -> View:
        """Confirm all numbers, or change the chosen one."""
        if self.chosen is None:
            return self._confirm()
        self.box = self.changed(self.chosen, 1)
        return self

    def stop(self) -> View:
        """Change the chosen number the other way."""
        if self.chosen is not None:
            self.box = self.changed(self.chosen, -1)
        return self

    def scan(self) -> View:
        """Finish changing, or confirm all numbers."""
        return self._confirm() if self.chosen is None else self._all()

    def back(self) -> View:
        """Finish changing, or leave."""
        return super().back() if self.chosen is None else self._all()

    def _all(self) -> View:
        self.chosen = None
        return self

    def _confirm(self) -> View:
        return self._then(replace(self.box, assumed=False))


W = TypeVar("W", bound=WormBox)


class BoxView(CompareView[W]):
    """The worms on all spots or tiles, as one table."""

    name = "box"

    def numbers(self) -> Sequence[int]:
        return tuple(self.box.worms)

    def screen(self) -> WormTable:
        if self.chosen is None:
            title = self.say("Worms on your grill?")
            if self.box.assumed:
                title = self.say("Assumed: same as yours?")
            foot = self.say("OK: yes   RIGHT: change")
        else:
            title = self.say("Worms on {spot}", spot=self.chosen)
            foot = self.say("OK: +1  SCAN: done")
        return WormTable(self.name, title, tuple(self.box.worms.items()), self.chosen, foot)

    def changed(self, number: int, by: int) -> W:
        """Add or remove a worm; the most and the fewest are neighbours."""
        worms = (self.box.worms[number] - 1 + by) % MOST_WORMS + 1
        return replace(self.box, worms={**self.box.worms, number: worms})
