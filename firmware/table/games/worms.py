"""The worms printed on the owner's spots or tiles, compared once."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.screens.kinds import Screen, WormTable
from firmware.table.games.comparing import CompareView
from rules.box import MOST_WORMS, WormBox


class BoxView(CompareView[WormBox]):
    """The worms printed on spots or tiles, as one table."""

    name = "box"

    def numbers(self) -> Sequence[int]:
        """The spots or tiles."""
        return tuple(self.box.worms)

    def screen(self) -> Screen:
        """The table."""
        if self.chosen is None:
            title = self.say("Worms on your grill?")
            if self.box.assumed:
                title = self.say("Assumed: worms right?")
            foot = self.say("OK: yes   RIGHT: change")
        else:
            title = self.say("Worms on {spot}", spot=self.chosen)
            foot = self.say("OK: +1  SCAN: done")
        return WormTable(self.name, title, tuple(self.box.worms.items()), self.chosen, foot)

    def after_ok(self, number: int) -> WormBox:
        """One worm more, after the most only one."""
        return self._with(number, self.box.worms[number] % MOST_WORMS + 1)

    def after_stop(self, number: int) -> WormBox:
        """One worm less, after the last the most."""
        return self._with(number, (self.box.worms[number] - 2) % MOST_WORMS + 1)

    def _with(self, number: int, worms: int) -> WormBox:
        return replace(self.box, worms={**self.box.worms, number: worms})
