"""A game at the keyboard: shows the table, asks, and carries out commands.

This module contains what all games share; each family of games has its own module.
"""

import errno
import random
import textwrap
from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar, cast

from firmware.errors import Unclear
from firmware.play import turns
from firmware.play.match import Match
from firmware.speech.drawing import LETTERS, draw_outcome, draw_table, draw_turn
from firmware.speech.games import WORDS
from firmware.speech.hints import hint_lines
from firmware.speech.language import ENGLISH, Language
from firmware.speech.words import Words
from firmware.terminal import adjust, typed
from firmware.terminal.console import WIDTH, Console, Quit
from firmware.terminal.help import help_lines
from rules.dice import Face
from rules.errors import RulesError
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Leave, Move, Skip, Throw, Void
from rules.record import Read

RULER = "-" * 66

G = TypeVar("G", bound=AnyGame)

_KEYS = {face: letter for letter, face in LETTERS.items()}


def key(face: Face) -> str:
    """Return what to type for a face."""
    return _KEYS.get(face, str(face))


class TerminalPlay(ABC, Generic[G]):
    """One game, from its current state to its end."""

    def __init__(
        self,
        console: Console,
        match: Match,
        dice: random.Random,
        language: Language = ENGLISH,
    ) -> None:
        self.console = console
        self.match = match
        self.dice = dice
        self.words = Words(match.state.setup.players, language)
        self.say = self.words.say

    @property
    def state(self) -> G:
        return cast("G", self.match.state)

    def run(self) -> None:
        """Play until the game is over and nobody wants to undo; raises `Quit` if one leaves."""
        self.console.print("", *self._about())
        self.console.print(self.say("?: everything you can type"))
        self._tell(self.match.events)
        self._show()
        while True:
            answer = self.console.ask("> ")
            if self.state.ending is not None and not answer:
                return
            try:
                self._do(answer)
            except OSError as error:
                self._not_saved(error)
            except RulesError as error:
                self.console.print(f"! {self.words.error(error)}")

    def _not_saved(self, error: OSError) -> None:
        if error.errno == errno.EBUSY:
            busy = self.say(
                "Not done: this game runs in another window. Leave with q, then start again."
            )
            self.console.print(f"! {busy}")
            return
        self.console.print(
            "! " + self.say("Not saved and not done: {why}.", why=self.words.trouble(error)),
            "  " + self.say("Fix that for {path}, then try again.", path=self.match.path),
        )

    # For each family of games.

    @abstractmethod
    def _decision(self) -> list[str]:
        """Return the pending decision, and the inputs it accepts."""

    @abstractmethod
    def _decide(self, answer: str) -> None:
        """Carry out input that is neither empty nor a command of all games."""

    def _answer(self, move: Move) -> None:
        """Play the only possible move."""
        self._play(move)

    def _take_back(self) -> tuple[Move, Events]:
        """Undo what players see as one step: the move, and what people had to do for it."""
        undone = self.match.undo()
        return undone.move, undone.events

    # Output.

    def _about(self) -> list[str]:
        game_words = WORDS[self.state.NAME]
        return [
            self.say(game_words.line),
            "",
            *(
                line
                for rule in game_words.rules
                if rule.holds(self.state.setup.variants)
                for line in textwrap.wrap(f"{self.say(rule.title)}: {self.say(rule.text)}", WIDTH)
            ),
            "",
            *textwrap.wrap(self.say(game_words.letters), WIDTH),
        ]

    def _show(self) -> None:
        table = draw_table(self.state, self.words.language)
        turn = draw_turn(self.state, self.words.language)
        self.console.print("", RULER, *table, "", *turn, *self._asked())

    def _tell(self, events: Events) -> None:
        """Print what people must do now."""
        self.console.print("", *(f"* {self.words.event(event)}" for event in turns.notable(events)))

    def _asked(self) -> list[str]:
        outcome = self.state.outcome()
        if outcome is None:
            return self._decision()
        ends = self.say("Enter: finish   u: undo the last move")
        return [*draw_outcome(outcome, self.words), "", ends]

    def _throw_lines(self, dice: int) -> list[str]:
        """Yield how to throw so many dice, or type them."""
        keys = []
        for seen, face_meant in self.state.setup.table_dice.meaning.items():
            face = self.words.face(face_meant)
            keys.append(key(seen) if key(seen) == str(face_meant) else f"{key(seen)} = {face}")
        question = self.say(
            "{name}, throw {dice}. Enter: I throw. Or type what they show:",
            name=self.words.name(self.state.player),
            dice=self.words.counted(dice, "die"),
        )
        return [question, f"  {', '.join(keys)}"]

    # Input.

    def _do(self, answer: str) -> None:  # noqa: C901  # one case for each command
        match answer.casefold().split():
            case ["q" | "quit"]:
                raise Quit
            case ["?" | "help"]:
                self._help()
            case ["t" | "table"]:
                self._show()
            case ["hint"]:
                self._hint()
            case ["u" | "undo"]:
                self._undo()
            case ["void"]:
                self._play(Void())
            case ["skip"]:
                self._play(Skip())
            case ["leave", *name]:
                self._play(Leave(typed.player(" ".join(name), self.state.setup.players)))
            case ["adjust", *_]:
                self._adjust(answer.casefold()[len("adjust") :])
            case []:
                self._enter()
            case _:
                self._decide(answer.casefold())

    def _help(self) -> None:
        self.console.print("", *self._about(), "", *help_lines(self.state, self.words))

    def _hint(self) -> None:
        self.console.print("", *hint_lines(self.state, self.words))

    def _adjust(self, changes: str) -> None:
        move = adjust.adjustment(changes, self.state)
        if (move.table, move.player) == (self.state.table, self.state.player):
            raise Unclear("nothing_differs")
        self._play(move)

    def _undo(self) -> None:
        """Undo a move, and say where pieces and dice must be placed."""
        move, events = self._take_back()
        text = self.say("Undone: {move}.", move=self.words.move(move))
        self.console.print("", text, *(f"* {self.words.event(event)}" for event in events))
        self._show()

    def _enter(self) -> None:
        """Enter throws, or makes the only possible move."""
        moves = self.state.legal_moves()
        if moves.dice and not moves.rerollable:
            sides = self.state.setup.dice.sides
            self._play(Throw(self.dice.choices(sides, k=moves.dice)), read=Read.PROGRAM)
        elif len(moves.choices) == 1 and not moves.dice:
            self._answer(moves.choices[0])
        else:
            self._show()

    def _play(self, *moves: Move, read: Read | None = None) -> None:
        """Play moves that belong together, explain them, and show the table."""
        self._tell(self.match.play(*moves, read=read))
        self._show()


AnyTerminalPlay = TerminalPlay[Any]
