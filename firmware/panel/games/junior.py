"""The panel of Junior: its additions, and words for children."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from firmware.panel.games.tiles import TilePanel
from firmware.panel.games.worms import BoxView
from firmware.panel.view import Compared, Navigator, View
from firmware.screens.kinds import WormTable
from firmware.table.session import Session
from rules import dice
from rules.box import Box
from rules.junior import JuniorBox


class JuniorPanel(TilePanel):
    """Picture dice, and stacks to snatch from."""

    def snatch(self, session: Session) -> str:
        return session.say("snatch?")

    def compare(
        self, session: Session, navigator: Navigator, box: Box, back: View, then: Compared
    ) -> View:
        return JuniorBoxView(session, navigator, cast("JuniorBox", box), back, then)


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

    def after_ok(self, number: int) -> JuniorBox:
        return self._turned(1) if number == WormTable.DICE else super().after_ok(number)

    def after_stop(self, number: int) -> JuniorBox:
        return self._turned(-1) if number == WormTable.DICE else super().after_stop(number)

    def _turned(self, step: int) -> JuniorBox:
        faces = dice.junior().faces
        place = faces.index(self.box.doubled) + step
        return replace(self.box, doubled=faces[place % len(faces)])
