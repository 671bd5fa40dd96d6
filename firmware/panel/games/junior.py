"""The panel of Junior: its additions, and words for children."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.panel.games.compare_box import BoxView
from firmware.panel.games.tiles import TilePanel
from firmware.screens.kinds import WormTable
from rules import dice
from rules.junior import JuniorBox


class JuniorBoxView(BoxView[JuniorBox]):
    """The worms on the tiles, and after them the delicacy that each die has twice."""

    def numbers(self) -> Sequence[int]:
        return (*super().numbers(), WormTable.DICE)

    def screen(self) -> WormTable:
        shown = replace(super().screen(), twice=self.box.doubled)
        match self.chosen:
            case None if self.box.assumed:
                return replace(shown, title=self.say("Assumed: same as yours?"))
            case None:
                return replace(shown, title=self.say("Is your box the same?"))
            case WormTable.DICE:
                return replace(shown, title=self.say("Twice on each die?"),
                               foot=self.say("OK: next  SCAN: done"))  # fmt: skip
        return shown

    def changed(self, number: int, by: int) -> JuniorBox:
        if number != WormTable.DICE:
            return super().changed(number, by)
        faces = dice.junior().faces
        place = faces.index(self.box.doubled) + by
        return replace(self.box, doubled=faces[place % len(faces)])


class JuniorPanel(TilePanel):
    """Picture dice, and stacks to snatch from."""

    compare = JuniorBoxView
