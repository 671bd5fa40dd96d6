"""Says the codes of the rules, of vision and of firmware in the players' language."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from firmware.errors import InFile
from firmware.play.turns import stopping_pays
from firmware.speech.causes import CAUSES, Cause, causes, numbers
from firmware.speech.events import BROUGHT, event_key, event_wording
from firmware.speech.games import option
from firmware.speech.language import ENGLISH, N_, Language, Template
from firmware.speech.moves import PHASES, TASKS, USES, move_wording
from firmware.speech.reasons import ENDINGS, REASONS
from firmware.speech.refusals import ERRORS
from firmware.speech.sentences import (
    COLOURS,
    COUNTED,
    DICE,
    FACES,
    FACES_MANY,
    LESSONS,
    NUMBERS,
    PROBLEMS,
    WANTED,
)
from firmware.speech.troubles import TROUBLES
from rules.coded import Coded
from rules.errors import BadRecord, RulesError
from rules.events import Event, Events, Failed, TurnEnded
from rules.follow import Problem
from rules.games import AnyGame
from rules.moves import Keep, Move, Stop, Take, Throw
from rules.players import Player
from vision.errors import BadDice, BadPicture

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from firmware.camera import face_check
    from vision.reading import Doubt

_ERRORS = {**ERRORS, **TROUBLES}
_REASONS = {**REASONS, **ENDINGS}

_FACES = {"face", "faces", "tray", "aside"}
_COLOURS = {"colour", "colours"}
_SPACED = {"faces", "tiles", "up", "down", "tray", "aside"}
"""Lists with spaces between their items; others have commas."""


class Words:
    """Texts about a game of these players."""

    def __init__(self, players: Sequence[Player] = (), language: Language = ENGLISH) -> None:
        self.language = language
        self.say, self.many = language.gettext, language.ngettext
        self._names = [player.name for player in players]

    # Codes.

    def error(self, error: RulesError | BadPicture | BadDice) -> str:
        """Return what is wrong, and what would be right."""
        sentence = self._fill(_ERRORS[error.code], error.arguments)
        if isinstance(error, BadRecord):
            return self.say("line {line}: {said}", line=error.line, said=sentence)
        if isinstance(error, InFile):
            return self._in_file(error, sentence)
        return sentence

    def _in_file(self, error: InFile, sentence: str) -> str:
        file = printable(str(error.arguments["file"]))
        if not error.line:
            return f"{file}: {sentence}"
        return self.say("{file}, line {line}: {said}", file=file, line=error.line, said=sentence)

    def event(self, event: Event) -> str:
        """Return what happened, or what to do on the table."""
        return self._fill(event_wording(event).long, _arguments(event))

    def problem(self, problem: Problem) -> str:
        """Return what is wrong with the dice on the table."""
        return self._fill(PROBLEMS[problem.code], _arguments(problem))

    def doubts(self, doubts: Sequence["Doubt"], dice: int) -> list[str]:
        """Return a sentence for each cause of doubt about a reading."""
        return list(map(self.cause, causes(doubts, dice)))

    def cause(self, cause: Cause) -> str:
        """Return why dice are doubted, and what to do; dice are counted from 1."""
        *others, last = numbers(cause.dice) or [""]
        filled = {
            "dice": self.all_of([", ".join(others), last] if others else [last]),
            "faces": self.all_of(map(self.face, cause.faces)),
            "places": self.all_of(f"{round(x)}, {round(y)}" for x, y in cause.places),
            "expected": self.one_of(map(str, cause.expected)),
        }
        count = len(cause.dice) or cause.found
        return self.language.said(CAUSES[cause.code].long, count=count, **filled)

    def lesson(self, problem: "face_check.Problem") -> str:
        """Return what is wrong with dice that were shown for teaching, and what to do."""
        arguments = {"faces": self.all_of(map(self.face, problem.faces))}
        return self.say(LESSONS[problem.code], **arguments)

    def move(self, move: Move) -> str:
        """Return a player's choice."""
        filled = {name: self._say(name, value) for name, value in _arguments(move).items()}
        filled["name"] = filled.get("player", "")  # as these texts call the player
        return self.language.pgettext("move", str(move_wording(move).long), **filled)

    def story(self, move: Move, events: Events) -> str:
        """Return a move and what it brings, given its events.

        >>> from rules.events import StealWorms
        >>> events = (TurnEnded(0, 30, "stopped"), StealWorms(0, 1, 3))
        >>> Words().story(Stop(), events)
        'stop at 30: snatch 3 worms from Player 1'
        """
        said, brought = self.move(move), self.brought(move, events)
        ended = next((event for event in events if isinstance(event, TurnEnded)), None)
        match move:
            case Throw(faces):
                said = self.say("throw {dice}", dice=" ".join(map(self.face, faces)))
            case Stop() if ended is not None:
                said = self.say("stop at {total}", total=ended.total)
            case Keep() if ended is not None:
                said = self.say("{move}, {total} in all", move=said, total=ended.total)
        return f"{said}: {brought}" if brought else said

    def brought(self, move: Move, events: Events) -> str:
        """Return what a move brings, or why it brings nothing and what that costs; or ""."""
        if isinstance(move, Take):  # its name says it
            return ""
        by_key = {event_key(event): event for event in reversed(events)}
        most = next((key for key in BROUGHT if key in by_key), None)
        told = [
            self.say("nothing ({why})", why=self.why(event.why))
            for event in events
            if isinstance(event, Failed)
        ]
        if any(isinstance(event, TurnEnded) and event.why == "only_old" for event in events):
            told = told or [self.why("only_old")]
        if most is not None:
            told.append(self._fill(BROUGHT[most].long, _arguments(by_key[most])))
        return ", ".join(told)

    def keep(self, face: str, count: int, total: int) -> str:
        """Return the choice to keep all dice of a face, with the new sum."""
        one, more = N_("keep {face}, total {total}"), N_("keep all {face}, total {total}")
        return self._keep(one, more, face, count, total)

    def keep_and_stop(self, face: str, count: int, total: int) -> str:
        """Return the choice to keep all dice of a face and to stop with this sum."""
        one, more = N_("keep {face}, stop at {total}"), N_("keep all {face}, stop at {total}")
        return self._keep(one, more, face, count, total)

    def _keep(self, one: str, more: str, face: str, count: int, total: int) -> str:
        shown = self.face(face) if count == 1 else self.faces(face)
        return self.say(one if count == 1 else more, face=shown, total=total)

    def why(self, code: str) -> str:
        """Return the reason of an end."""
        return self.language.said(_REASONS[code].long)

    def task(self, state: AnyGame) -> str:
        """Return what can be done now and brings something."""
        moves = state.legal_moves()
        codes = {move.code for move in moves.choices}
        if not stopping_pays(state):
            codes.discard("stop")
        can = [
            self.language.pgettext("task", text) for code, text in TASKS.items() if code in codes
        ]
        if moves.rerollable:
            can.insert(0, self.language.pgettext("task", "re-roll"))
        elif moves.dice:
            can.insert(0, self.many("throw {count} die", "throw {count} dice", moves.dice))
        *others, last = can or [""]
        return self.one_of([", ".join(others), last] if others else [last])

    def use(self, use: str) -> str:
        """Return a use of a queen."""
        return self.language.said(USES[use].long)

    def trouble(self, error: OSError) -> str:
        """Return the system's message about a file or a device."""
        return self.say(error.strerror or str(error))

    # Names.

    def name(self, player: int) -> str:
        """The player in this seat."""
        if 0 <= player < len(self._names):
            return self._names[player]
        return self.say("Player {player}", player=player)

    def face(self, face: str) -> str:
        """Return a face of a die: a number, or the name of its picture."""
        return self.language.pgettext("face", FACES[face]) if face in FACES else printable(face)

    def faces(self, face: str) -> str:
        """Return several dice of a face.

        >>> Words().faces("2"), Words().faces("worm")
        ('2s', 'worms')
        """
        return self.language.pgettext("faces", FACES_MANY.get(face, NUMBERS), face=face)

    def colour(self, colour: str) -> str:
        known = colour in COLOURS
        return self.language.pgettext("colour", COLOURS[colour]) if known else printable(colour)

    def dice(self, name: str) -> str:
        """Return the name of a set of dice."""
        return self.say(DICE[name])

    def variant(self, code: str) -> str:
        """Return what a table option does."""
        return self.say(option(code).text)

    def counted(self, count: int, noun: str) -> str:
        """Return a number of things.

        >>> Words().counted(1, "worm"), Words().counted(2, "worm"), Words().counted(2, "die")
        ('1 worm', '2 worms', '2 dice')
        """
        return self.many(*COUNTED[noun], count)

    def all_of(self, items: Iterable[str]) -> str:
        """Join with "and": Ann and Ben."""
        between = self.language.pgettext("between items", "and")
        return f" {between} ".join(items)

    def one_of(self, items: Iterable[str]) -> str:
        """Join with "or": 7 or 8."""
        between = self.language.pgettext("between items", "or")
        return f" {between} ".join(items)

    # Templates.

    def _fill(self, template: Template, arguments: Mapping[str, Any]) -> str:
        filled = {name: self._say(name, value) for name, value in arguments.items()}
        return self.language.said(template, **filled)

    def _say(self, name: str, argument: object) -> str:
        match name:
            case "player" | "rival" | "owner" if isinstance(argument, int):
                return self.name(argument)
            case "under" | "onto" if isinstance(argument, tuple):
                return self.all_of(map(self.name, argument))
            case "why":
                return self.why(str(argument))
            case "phase":
                return self.say(PHASES[str(argument)])
            case "use":
                return self.use(str(argument))
            case "reason":
                return printable(self.say(str(argument)))
            case "wanted" if argument in WANTED:
                return self.say(WANTED[str(argument)])
        if name == "piles" and isinstance(argument, tuple):
            return self._piles(argument) or self.say("none")
        if isinstance(argument, tuple):
            return self._list(name, argument) or self.say("none")
        return self._one(name, argument)

    def _list(self, name: str, items: tuple[object, ...]) -> str:
        texts = (self._one(name, item) for item in items)
        if name == "expected":
            return self.one_of(texts)
        return (" " if name in _SPACED else ", ").join(texts)

    def _piles(self, piles: tuple[tuple[int, ...], ...]) -> str:
        """Return the ants of a track by space: Ann on 2, Ben under Cat on 4."""
        under = self.language.pgettext("between items", "under")
        return ", ".join(
            self.say("{ants} on {space}", ants=f" {under} ".join(map(self.name, pile)), space=space)
            for space, pile in enumerate(piles, start=1)
            if pile
        )

    def _one(self, name: str, item: object) -> str:
        if name in _FACES:
            return self.face(str(item))
        return self.colour(str(item)) if name in _COLOURS else printable(str(item))


def _arguments(coded: Coded) -> dict[str, Any]:
    return {field.name: getattr(coded, field.name) for field in fields(coded)}  # type: ignore[arg-type]


def printable(text: str) -> str:
    """Return outside text safe to print, without control characters."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
