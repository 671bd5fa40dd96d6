"""The complete state for a page as one message, made again after every change."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Generic, TypeVar

from firmware.play.as_data import turn_view, view_record
from firmware.play.guide import Hint
from firmware.play.match import Match
from firmware.play.turns import notable, preview, quiet
from firmware.ports import Light
from firmware.screens.draw import draw
from firmware.screens.kinds import Message, Screen
from firmware.screens.layout import Layout
from firmware.speech.causes import causes
from firmware.speech.drawing import draw_outcome, marks
from firmware.speech.games import WORDS
from firmware.speech.guide import GUIDE
from firmware.table.automatic import reason
from firmware.table.automatic import task as box_task
from firmware.table.control import TableControl
from firmware.table.session import Session
from firmware.web.choices import offers, question_texts
from firmware.web.history import played, turns
from firmware.web.last_picture import LastPicture, Seen
from firmware.web.mat import Wrong, mat_data, wrong
from firmware.web.odds import odds
from firmware.web.saved_games import last_games, offered_games, unfinished_game
from rules.dice import DICE_SETS
from rules.games import GAMES
from rules.heckmeck import Heckmeck
from rules.moves import Stop, Throw

T = TypeVar("T")


def moment(session: Session) -> str:
    """Return the version of the table; "" without a game."""
    return "" if session.match is None else session.match.version


def pictured(control: TableControl) -> bool:
    """Return whether the dice that can be corrected are those in the last picture."""
    session = control.session
    if session.match is None or session.looked is None:
        return False
    if control.entry is not None:
        return True
    known, faces = session.game.state.setup.table_dice, session.looked.faces
    if not session.correctable or not all(map(known.means, faces)):
        return False
    last = session.game.steps[-1].move
    return isinstance(last, Throw) and Throw(known.read(faces)).faces == last.faces


Work = Callable[[Callable[[], object], Callable[[object], None]], None]
"""Does slow work elsewhere, then handles its result."""


class _Once(Generic[T]):
    """A value that is made again when what it depends on has changed."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: tuple[tuple[object, ...], T] | None = None

    def at(self, *now: object) -> T:
        if self._made is None or self._made[0] != now:
            self._made = now, self._make()
        return self._made[1]

    def forget(self) -> None:
        self._made = None


class Snapshot:
    """The state of one table. Slow parts are made once per version."""

    def __init__(
        self, control: TableControl, layout: Layout, last_picture: LastPicture, work: Work
    ) -> None:
        self._control = control
        self._session = control.session
        self._layout = layout
        self._last_picture = last_picture
        self._work = work
        self._made = _Once(self._make)
        self._recent = _Once(lambda: last_games(self._session))
        self._unfinished = _Once(lambda: unfinished_game(self._session))
        self._odds: dict[str, Any] | None = None
        self._odds_for: object = None

    def as_data(self, light: Light, *, watched: bool = False) -> dict[str, Any]:
        """Return everything to show now."""
        session, screen = self._session, self._control.screen
        boxes = tuple(map(session.boxes, GAMES.values()))
        version = moment(session)
        made = self._made.at(
            version, session.language.code, session.settings, session.taught, boxes
        )
        game = made["game"]
        if game is not None:
            game = {**game, "odds": self._hinted(), "marked": sorted(session.game.marked)}
            if isinstance(screen, Message) and screen.alarm and screen.name != "failed":
                # Includes the panel's refusals and warnings: people with a phone do not look at
                # the panel. A failed attempt is told in full, with whose it was.
                game["told"] = screen.lines
        return {
            "at": version,
            "language": session.language.code,
            "camera": session.camera,
            "taught": session.taught,
            "last": session.settings.game,
            "busy": self._control.busy,
            "screen": screen.name,
            "panel": self._panel(screen, watched=watched),
            "light": light.value,
            "sight": self._seen(),
            # read from the disk only after the panel shows another screen
            "unfinished": self._unfinished.at(screen.name, session.match is None),
            **made,
            "game": game,
        }

    def forget(self) -> None:
        """Read the unfinished game again, after one was given up."""
        self._unfinished.forget()

    def _panel(self, screen: Screen, *, watched: bool) -> dict[str, Any]:
        """Return the panel's picture, one bit per pixel."""
        drawn = draw(screen, self._layout, watched=watched)
        bits = b64encode(drawn.tobytes()).decode()
        return {"width": drawn.width, "height": drawn.height, "bits": bits}

    def _make(self) -> dict[str, Any]:
        """Return the game, the other games that could be played, and the settings."""
        session, match = self._session, self._session.match
        return {
            "game": None if match is None else _game(match, session),
            "games": offered_games(session),
            "recent": self._last_games(),
            "settings": _settings(session),
        }

    def _last_games(self) -> list[dict[str, Any]]:
        """Read the recent games, only after one began or ended: a long one takes a while."""
        match = self._session.match
        if match is None:
            return self._recent.at(None)
        recent = self._recent.at(match.path, match.state.ending)
        return [{**game, "moves": match.moves} if game["playing"] else game for game in recent]

    def _hinted(self) -> dict[str, Any] | None:
        """Return the value of each choice, which is calculated beside the table."""
        session = self._session
        if session.match is None or not session.settings.hints:
            return None
        state, words = session.game.state, session.words
        now = (state, session.language.code)
        if state.ending is not None or quiet(state):
            return None
        if now == self._odds_for:
            return self._odds

        def known(answer: object) -> None:
            if self._odds_for == now:
                self._odds = answer if isinstance(answer, dict) else None

        self._odds, self._odds_for = None, now
        self._work(lambda: odds(state, words), known)
        return None

    def _seen(self) -> dict[str, Any] | None:
        seen, session = self._last_picture.last, self._session
        if seen is None or session.match is None or seen.reading is not session.looked:
            return None  # or a picture of another game
        dice, entry = session.match.state.setup.table_dice, self._control.entry
        misplaced, problem = self._misplaced(seen), self._control.problem
        doubted = {doubt.arguments.get("die") for doubt in seen.reading.doubts}
        expected = {len(seen.reading.dice)} if entry is None else entry
        return {
            "picture": seen.number,
            "size": seen.size,
            "accepted": seen.reading.accepted,
            "corrected": seen.corrected,
            "dice": [
                {
                    **asdict(die),
                    "means": dice.means(die.face) or die.face,
                    "doubted": number in doubted,
                    "amiss": number in misplaced.thrown,
                }
                for number, die in enumerate(seen.reading.dice)
            ],
            "expected": sorted(expected),
            "doubts": [
                {"code": cause.code, "dice": cause.dice, "text": session.words.cause(cause)}
                for cause in causes(seen.reading.doubts, len(seen.reading.dice))
            ],
            "faces": DICE_SETS[dice.name].faces,
            "correctable": pictured(self._control),
            "places": [
                (doubt.arguments["x"], doubt.arguments["y"])
                for doubt in seen.reading.doubts
                if "x" in doubt.arguments
            ],
            "mat": None
            if seen.on_mat is None
            else mat_data(seen.on_mat, session.words, dice, misplaced.aside),
            "problem": None if problem is None else session.words.problem(problem),
        }

    def _misplaced(self, seen: Seen) -> Wrong:
        """Return the dice in the picture that the panel reports as misplaced."""
        problem, state = self._control.problem, self._session.game.state
        if problem is None or not isinstance(state, Heckmeck) or seen.on_mat is None:
            return Wrong()
        meaning = state.setup.table_dice
        thrown = [meaning.means(die.face) for die in seen.reading.dice]
        aside = [meaning.means(die.face) for die in seen.on_mat.aside]
        return wrong(problem, thrown, aside, state.turn.kept)


def _settings(session: Session) -> dict[str, Any]:
    return {
        setting.name: {
            "label": session.say(setting.label),
            "value": value,
            "choices": list(setting.choices(session.language).items()),
        }
        for setting, value in session.offered_settings()
    }


def _game(match: Match, session: Session) -> dict[str, Any]:
    state, words = match.state, session.words
    outcome = state.outcome()
    todo = [words.event(event) for event in notable(match.events)]
    if quiet(state) and state.refusal(Stop()) is None:
        todo.append(session.say("STOP on the panel: it asks which tile."))
    shown, task = question_texts(match, words)
    ahead = match.ahead
    asked = None if match.question is None or ahead else match.question.throw.faces
    why = reason(session)[1]
    view, after = view_record(match.record), preview(state, *ahead).after
    view["turn"] = turn_view(after)
    return {
        "title": WORDS[state.NAME].title,
        "letters": marks(state.setup.players),
        "view": view,
        "told": [shown] if match.question else [*filter(None, [why]), *todo],
        "asked": None if asked is None else list(map(str, asked)),
        "task": task or box_task(session) or (words.task(after) if outcome is None else ""),
        "offers": offers(match, words),
        "moves": played(match, session),
        "played": match.moves,
        "outcome": None if outcome is None else draw_outcome(outcome, words),
        "guide": None if session.hint is None else _guide(session.hint, session),
        "turns": [] if outcome is None else turns(match, session),
    }


def _guide(hint: Hint, session: Session) -> dict[str, Any]:
    """Return a hint of the guided first turn, and its number."""
    return {"number": hint.number, "text": session.language.said(GUIDE[hint].long)}
