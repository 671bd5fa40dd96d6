"""Finds the dice on the table by the name in a request."""

from pathlib import Path
from typing import NamedTuple

from firmware.camera.taught_faces import MeantDice, TaughtTrouble
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.settings import TAUGHT
from rules.dice import DICE_SETS, DiceSet
from vision.errors import BadDice


class DiceInUse:
    """Used by the worker's thread, because opening taught dice takes a moment.

    The last ones stay open, so the reader need not prepare for them again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: _Opened | None = None

    def dice(self, name: str, game: str) -> DiceSet | MeantDice:
        """Return the dice of this name in this game; raises `TaughtTrouble` or `DiskTrouble`."""
        if not name.startswith(TAUGHT):
            return DICE_SETS[name]
        called = name.removeprefix(TAUGHT)
        try:
            return self._taught(called, game)
        except BadDice as error:
            raise short_trouble(error, called) from error

    def _taught(self, name: str, game: str) -> MeantDice:
        if self._opened is None or not self._opened.is_still(name, game):
            path = taught_dice.found(self._folder, name)
            content = taught_dice.read_kept(path)
            dice = taught_dice.decode(content)
            means = dice.faces(game)
            if means is None:
                raise TaughtTrouble("taught_other_game", name=cut(name))
            self._opened = _Opened(path, content, name, game, MeantDice(dice.taught, means))
        return self._opened.dice


class _Opened(NamedTuple):
    """Dice by name and game, with the file they were found in."""

    path: Path
    content: bytes
    name: str
    game: str
    dice: MeantDice

    def is_still(self, name: str, game: str) -> bool:
        """Return whether these dice are requested and their file is unchanged."""
        if (self.name, self.game) != (name, game):
            return False
        try:
            return taught_dice.read_kept(self.path) == self.content
        except (BadDice, OSError):
            return False


def short_trouble(error: BadDice, name: str) -> TaughtTrouble:
    """Describe briefly what is wrong with the dice of this name."""
    called = cut(name)
    match error.code:
        case "no_taught_dice" | "dice_not_taught":
            return TaughtTrouble("taught_gone", name=called)
        case "dice_newer":
            return TaughtTrouble("taught_newer", name=called)
    return TaughtTrouble("taught_damaged", name=called)
