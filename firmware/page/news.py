"""All that a page shows, as one message: made anew whenever something changed."""

from base64 import b64encode
from collections.abc import Callable
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
from rules.moves import Stop, Throw

UNDO_SHOWN = 40


def moment(desk: Desk) -> str:
    """The name of this moment of the game: another one as soon as a line was written."""
    journal = desk.journal
    return "" if journal is None else f"{journal.path.stem}:{journal.lines}"


def pictured(table: Table) -> bool:
    """Whether the dice that can be corrected now are those of the last look, and no others."""
    desk = table.desk
    if desk.journal is None or desk.looked is None:
        return False
    if isinstance(table.view, EditView):
        return True
    known = desk.game.state.setup.table_dice
    return desk.correctable and Throw(known.read(desk.looked.faces)) == desk.game.steps[-1].move


Work = Callable[[Callable[[], object], Callable[[object], None]], None]
"""Does slow work elsewhere, then something with what came of it."""


class News:
    """What is told of one table. What takes long is made once for each moment."""

    def __init__(self, table: Table, sight: Sight, work: Work) -> None:
        self._table = table
        self._desk = table.desk
        self._sight = sight
        self._work = work
        self._made: dict[str, Any] = {}
        self._for: tuple[object, ...] = ()
        self._recent: list[dict[str, Any]] = []
        self._recent_for: object = None
        self._odds: list[str] | None = None
        self._odds_for = ""

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
            **self._made_once(),
        }

    def _made_once(self) -> dict[str, Any]:
        """The game itself, and those that could be played instead."""
        desk = self._desk
        asked = self._table.view.assumes
        now = (moment(desk), asked, desk.language.code, desk.settings)
        if now != self._for:
            journal = desk.journal
            self._made = {
                "game": None if journal is None else _game(journal, desk, asked=asked),
                "games": offered_games(desk),
                "recent": self._last_games(),
            }
            self._for = now
        if self._made["game"] is not None:
            self._made["game"]["odds"] = self._hinted()
        return self._made

    def forget(self) -> None:
        """Something changed that the moment does not tell, such as what is printed on a box."""
        self._for = ()

    def _last_games(self) -> list[dict[str, Any]]:
        """Read from the disk only when a game begins or ends: a long one takes its time."""
        journal = self._desk.journal
        now = None if journal is None else (journal.path, journal.state.ending)
        if now != self._recent_for or not self._recent:
            self._recent, self._recent_for = last_games(self._desk), now
        playing = 0 if journal is None else journal.moves
        return [{**g, "moves": playing} if g["playing"] else g for g in self._recent]

    def _hinted(self) -> list[str] | None:
        """What each way is worth: worked out beside the table, and told when it is known."""
        desk = self._desk
        if desk.journal is None or not desk.settings.hints:
            return None
        state, words, now = desk.game.state, desk.words, f"{moment(desk)} {desk.language.code}"
        if state.ending is not None or quiet(state):
            return None
        if now == self._odds_for:
            return self._odds

        def known(answer: object) -> None:
            if self._odds_for == now:
                self._odds = answer if isinstance(answer, list) else None

        self._odds, self._odds_for = None, now
        self._work(lambda: hint_lines(state, words), known)
        return None

    def _seen(self) -> dict[str, Any] | None:
        seen, desk = self._sight.last, self._desk
        if seen is None or desk.journal is None or seen.reading is not desk.looked:
            return None  # also a picture of another game
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
            "correctable": pictured(self._table),
        }


def _game(journal: Journal, desk: Desk, *, asked: bool) -> dict[str, Any]:
    state, words = journal.state, desk.words
    outcome = state.outcome()
    todo = [words.event(event) for event in told(journal.events)]
    if quiet(state) and state.refusal(Stop()) is None:
        todo.append(desk.say("STOP on the panel: it asks which tile."))
    return {
        "title": TITLES[state.NAME],
        "letters": marks(state.setup.players),
        "view": view_record(journal.record),
        "told": [desk.say("The panel asks what was kept.")] if asked else todo,
        "offers": [
            {"label": offer.label, "brings": offer.brings, "repair": offer.repair}
            for offer in offers(state, words, asked=asked)
        ],
        "moves": [desk.short.move(step.move) for step in journal.steps[-UNDO_SHOWN:]],
        "outcome": None if outcome is None else draw_outcome(outcome, words),
    }
