"""The dice that lie on the table, found by the name that the table asks for them with."""

from pathlib import Path
from typing import NamedTuple

from firmware.camera.taught_faces import MeantDice, TaughtTrouble
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.settings import TAUGHT
from rules.dice import DICE_SETS, DiceSet
from vision.errors import BadDice


class DiceInUse:
    """Used by the worker's thread: to open taught dice takes a moment.

    Those that were opened last stay open: the reader knows them again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: _Opened | None = None

    def dice(self, name: str, game: str) -> DiceSet | MeantDice:
        """The dice of this name in this game; raises `TaughtTrouble`, or `DiskTrouble`."""
        if not name.startswith(TAUGHT):
            return DICE_SETS[name]
        called = name.removeprefix(TAUGHT)
        try:
            return self._taught(called, game)
        except BadDice as error:
            raise told_on_panel(error, called) from error

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
    """Dice that were asked for by this name in this game, and the file in which they were found."""

    path: Path
    content: bytes
    name: str
    game: str
    dice: MeantDice

    def is_still(self, name: str, game: str) -> bool:
        """Whether these are asked for, and that file is as it was: then no other is sought."""
        if (self.name, self.game) != (name, game):
            return False
        try:
            return taught_dice.read_kept(self.path) == self.content
        except (BadDice, OSError):
            return False


def told_on_panel(error: BadDice, name: str) -> TaughtTrouble:
    """What is wrong with the dice of this name, in few words."""
    called = cut(name)
    match error.code:
        case "no_taught_dice" | "dice_not_taught":
            return TaughtTrouble("taught_gone", name=called)
        case "dice_newer":
            return TaughtTrouble("taught_newer", name=called)
    return TaughtTrouble("taught_damaged", name=called)
