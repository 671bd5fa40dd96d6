"""The dice that lie on the table, found by the name that the table asks for them with."""

from pathlib import Path

from firmware import lessons
from firmware.meant import MeantDice, TaughtTrouble
from firmware.settings import TAUGHT
from firmware.speech.short import cut
from rules.dice import DICE_SETS, DiceSet
from vision.errors import BadDice


class LyingDice:
    """Used by the worker's thread: to open taught dice takes a moment.

    Those that were opened last stay open: the reader knows them again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: tuple[bytes, str, MeantDice] | None = None

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
        content = lessons.stored(self._folder, name)
        if self._opened is None or self._opened[:2] != (content, game):
            dice = lessons.decode(content)
            means = dice.faces(game)
            if means is None:
                raise TaughtTrouble("taught_other_game", name=cut(name))
            self._opened = content, game, MeantDice(dice.taught, means)
        return self._opened[2]


def told_on_panel(error: BadDice, name: str) -> TaughtTrouble:
    """What is wrong with the dice of this name, in few words."""
    called = cut(name)
    match error.code:
        case "no_taught_dice" | "dice_not_taught":
            return TaughtTrouble("taught_gone", name=called)
        case "dice_newer":
            return TaughtTrouble("taught_newer", name=called)
    return TaughtTrouble("taught_damaged", name=called)
