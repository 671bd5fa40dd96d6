"""All that a page shows, as one message: made anew whenever something changed."""

from base64 import b64encode
from dataclasses import asdict
from typing import Any

from firmware.drawing import draw_outcome, marks
from firmware.hints import hint_lines
from firmware.journal import Journal
from firmware.page.offered import last_games, offered_games
from firmware.page.offers import offers
from firmware.page.sight import Sight
from firmware.ports import Light
from firmware.screens.draw import draw
from firmware.speech.sentences import TITLES
from firmware.table.desk import Desk
from firmware.table.looking import EditView
from firmware.table.table import Table
from firmware.turns import quiet, told
from firmware.view import view_record
from rules.dice import DICE_SETS

UNDO_SHOWN = 40


def moment(desk: Desk) -> str:
    """The name of this moment of the game: another one as soon as a line was written."""
    journal = desk.journal
    return "" if journal is None else f"{journal.path.stem}:{journal.lines}"


class News:
    """What is told of one table. What takes long is made once for each moment."""

    def __init__(self, table: Table, sight: Sight) -> None:
        self._table = table
        self._desk = table.desk
        self._sight = sight
        self._made: dict[str, Any] = {}
        self._for: tuple[object, ...] = ()

    def told(self, light: Light) -> dict[str, Any]:
        """Everything there is to show now."""
        desk, screen = self._desk, self._table.screen
        return {
            "at": moment(desk),
            "language": desk.language.code,
            "hints": desk.settings.hints,
            "sound": desk.settings.sound,
            "last": desk.settings.game,
            "busy": self._table.busy,
            "screen": screen.name,
            "panel": b64encode(draw(screen).tobytes()).decode(),
            "light": light.value,
            "sight": self._seen(),
            **self._slow(),
        }

    def _slow(self) -> dict[str, Any]:
        """The game itself, and those that could be played instead."""
        desk = self._desk
        now = (moment(desk), desk.language.code, desk.settings)
        if now != self._for:
            journal = desk.journal
            self._made = {
                "game": None if journal is None else _game(journal, desk),
                "games": offered_games(desk),
                "recent": last_games(desk),
            }
            self._for = now
        return self._made

    def forget(self) -> None:
        """Something changed that the moment does not tell, such as what is printed on a box."""
        self._for = ()

    def _seen(self) -> dict[str, Any] | None:
        seen, desk = self._sight.last, self._desk
        if seen is None or desk.journal is None:
            return None
        dice = desk.journal.state.setup.table_dice
        return {
            "picture": seen.number,
            "size": seen.size,
            "accepted": seen.reading.accepted,
            "dice": [
                {**asdict(die), "means": dice.meaning.get(die.face, die.face)}
                for die in seen.reading.dice
            ],
            "doubts": [desk.words.doubt(doubt) for doubt in seen.reading.doubts],
            "faces": DICE_SETS[dice.name].faces,
            "correctable": desk.correctable or isinstance(self._table.view, EditView),
        }


def _game(journal: Journal, desk: Desk) -> dict[str, Any]:
    state, words = journal.state, desk.words
    outcome = state.outcome()
    hints = desk.settings.hints and outcome is None and not quiet(state)
    return {
        "title": TITLES[state.NAME],
        "letters": marks(state.setup.players),
        "view": view_record(journal.record),
        "told": [words.event(event) for event in told(journal.events)],
        "offers": [
            {"label": offer.label, "brings": offer.brings, "repair": offer.repair}
            for offer in offers(state, words)
        ],
        "moves": [desk.short.move(step.move) for step in journal.steps[-UNDO_SHOWN:]],
        "odds": hint_lines(state, words) if hints else None,
        "outcome": None if outcome is None else draw_outcome(outcome, words),
    }
