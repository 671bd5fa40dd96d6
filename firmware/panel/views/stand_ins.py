"""The meaning of ordinary dice that replace a game's own."""

from collections.abc import Callable

from firmware.panel.view import Navigator, View
from firmware.screens.kinds import Screen, StandIns
from rules.dice import TableDice


def stands_in(dice: TableDice) -> bool:
    """Return whether a face of these dice means another one."""
    return any(face is not meant for face, meant in dice.meaning.items())


class StandInsView(View):
    """What ordinary dice mean in this game."""

    name = "stand_ins"

    def __init__(self, navigator: Navigator, dice: TableDice, then: Callable[[], View]) -> None:
        super().__init__(navigator)
        self.dice = dice
        self._then = then

    def screen(self) -> Screen:
        pairs = tuple(self.dice.meaning.items())
        return StandIns(self.name, self.say("Ordinary dice"), pairs, self.say("OK: go on"))

    def ok(self) -> View:
        return self._then()

    def scan(self) -> View:
        return self._then()

    def back(self) -> View:
        return self._then()
