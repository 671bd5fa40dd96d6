"""How Junior is led: what its box has besides, and a word for children."""

from dataclasses import replace
from typing import cast

from firmware.screens.kinds import DiceRow, Die, Screen
from firmware.table.desk import Desk
from firmware.table.games.tiles import TileGuide
from firmware.table.games.worms import BoxView
from firmware.table.guide import Compared
from firmware.table.view import Chooser, Places, View
from rules import dice
from rules.box import Box
from rules.junior import JuniorBox


class JuniorGuide(TileGuide):
    """Picture dice, and piles that are pinched from."""

    def snatch(self, desk: Desk) -> str:
        """The question whether a rival's tile is taken."""
        return desk.say("pinch?")

    def compare(self, desk: Desk, places: Places, box: Box, back: View, then: Compared) -> View:
        """The worms on the tiles; then the delicacy that the dice have twice."""

        def doubled(compared: Box) -> View:
            return DoubledView(desk, places, cast("JuniorBox", compared), worms, then)

        worms = BoxView(desk, places, cast("JuniorBox", box), back, doubled)
        return worms


class DoubledView(Chooser):
    """Which delicacy stands on two sides of each die: OK confirms the one under the cursor."""

    name = "doubled"

    def __init__(
        self, desk: Desk, places: Places, box: JuniorBox, back: View, then: Compared
    ) -> None:
        self.faces = dice.junior().faces
        super().__init__(desk, places, self.faces.index(box.doubled))
        self._box = box
        self._back = back
        self._then = then

    def size(self) -> int:
        """One place for each delicacy."""
        return len(self.faces)

    def screen(self) -> Screen:
        """All of them in a row."""
        face = self.desk.short.face(self.faces[self.chosen])
        return DiceRow(
            self.name,
            self.say("Twice on each die?"),
            tuple(map(Die, self.faces)),
            self.chosen,
            lines=(self.say("OK: {face} twice", face=face),),
        )

    def ok(self) -> View:
        """That is the one."""
        return self._then(replace(self._box, doubled=self.faces[self.chosen]))

    def scan(self) -> View:
        """That is the one."""
        return self.ok()

    def back(self) -> View:
        """To the worms."""
        return self._back
