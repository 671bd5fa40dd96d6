"""Compares the worms on the spots or tiles with the owner's copy, once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from firmware.panel.games.compare_box import CompareView
from firmware.screens.kinds import WormTable
from rules.box import MOST_WORMS, WormBox

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
                title = self.say("Assumed: worms right?")
            foot = self.say("OK: yes   RIGHT: change")
        else:
            title = self.say("Worms on {spot}", spot=self.chosen)
            foot = self.say("OK: +1  SCAN: done")
        return WormTable(self.name, title, tuple(self.box.worms.items()), self.chosen, foot)

    def after_ok(self, number: int) -> W:
        """Add a worm; the most becomes one."""
        return self._with(number, self.box.worms[number] % MOST_WORMS + 1)

    def after_stop(self, number: int) -> W:
        """Remove a worm; the fewest becomes the most."""
        return self._with(number, (self.box.worms[number] - 2) % MOST_WORMS + 1)

    def _with(self, number: int, worms: int) -> W:
        return replace(self.box, worms={**self.box.worms, number: worms})
