"""The worms printed on the owner's spots or tiles, compared once."""

from dataclasses import replace

from firmware.screens.kinds import Screen, WormTable
from firmware.table.desk import Desk
from firmware.table.guide import Compared
from firmware.table.view import Places, View
from rules.box import MOST_WORMS, WormBox


class BoxView(View):
    """The worms printed on spots or tiles, as one table: OK confirms all of it, once."""

    name = "box"

    def __init__(
        self, desk: Desk, places: Places, box: WormBox, back: View, then: Compared
    ) -> None:
        super().__init__(desk, places)
        self._box = box
        self._back = back
        self._then = then
        self.worms = dict(box.worms)
        self.chosen: int | None = None

    def screen(self) -> Screen:
        """The table."""
        if self.chosen is None:
            title = self.say("Worms on your grill?")
            foot = self.say("OK: yes   RIGHT: change")
        else:
            title = self.say("Worms on {spot}", spot=self.chosen)
            foot = self.say("OK: +1  SCAN: done")
        return WormTable(self.name, title, tuple(self.worms.items()), self.chosen, foot)

    def _move(self, step: int) -> View:
        numbers = list(self.worms)
        at = -1 if self.chosen is None and step > 0 else 0
        if self.chosen is not None:
            at = numbers.index(self.chosen)
        self.chosen = numbers[(at + step) % len(numbers)]
        return self

    def left(self) -> View:
        """The spot before."""
        return self._move(-1)

    def right(self) -> View:
        """The next spot."""
        return self._move(1)

    def ok(self) -> View:
        """All is right; or one worm more on the chosen spot."""
        if self.chosen is None:
            return self._confirm()
        self.worms[self.chosen] = self.worms[self.chosen] % MOST_WORMS + 1
        return self

    def stop(self) -> View:
        """One worm less on the chosen spot."""
        if self.chosen is not None:
            self.worms[self.chosen] = (self.worms[self.chosen] - 2) % MOST_WORMS + 1
        return self

    def scan(self) -> View:
        """Done with changing; or all is right."""
        if self.chosen is None:
            return self._confirm()
        self.chosen = None
        return self

    def back(self) -> View:
        """Done with changing; or leave it."""
        if self.chosen is not None:
            self.chosen = None
            return self
        return self._back

    def _confirm(self) -> View:
        return self._then(replace(self._box, worms=self.worms, assumed=False))
