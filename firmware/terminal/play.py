"""A game at the keyboard: it shows the table, asks, and does what is typed."""

import random
from typing import Any, cast

from firmware.drawing import LEGEND, LETTERS, draw_outcome, draw_table, draw_turn
from firmware.journal import Journal
from firmware.terminal import adjusting, typed
from firmware.terminal.console import Console, Quit
from firmware.terminal.hints import hint_lines
from firmware.terminal.typed import Unclear
from firmware.words import Words
from rules.advice import advise
from rules.bratwurmeck import Variant
from rules.dice import Face
from rules.errors import IllegalMove, RulesError
from rules.events import Event, Events, Failed, SnatchTile, Thrown, TurnEnded
from rules.heckmeck import Heckmeck
from rules.moves import Keep, Leave, Move, Skip, Stop, Take, Throw, Void
from rules.record import Read
from rules.tiles import TileGame
from rules.turn import Phase

RULER = "-" * 66

HELP = (
    "u              undo, as often as you like",
    "hint           what each way is worth",
    "q              leave; the game is saved and can be resumed",
    "void           this throw does not count: throw again",
    "skip           this turn ends without effect",
    "leave NAME     somebody goes home; the pieces stay",
)


class TerminalPlay:
    """One game, from where its journal stands to its end."""

    def __init__(self, console: Console, journal: Journal, dice: random.Random) -> None:
        self.console = console
        self.journal = journal
        self.dice = dice
        self.words = Words(journal.state.setup.players)
        self.quiet = Variant.QUIET_SNATCHES in journal.state.setup.variants

    @property
    def state(self) -> Heckmeck[Any, Any]:
        """The game as it stands."""
        return cast("Heckmeck[Any, Any]", self.journal.state)

    def run(self) -> None:
        """Play until the game is over and nobody wants to undo; `Quit` when somebody leaves."""
        self.console.say("", LEGEND[self.state.NAME], "?: everything you can type")
        self._show()
        while True:
            answer = self.console.ask("> ")
            if self.state.ending is not None and not answer:
                return
            try:
                self._do(answer)
            except RulesError as error:
                self.console.say(f"! {self.words.error(error)}")
            except OSError as error:
                self.console.say(
                    f"! Not saved, so not done ({error.strerror}).",
                    f"  Make room for {self.journal.path}, then do it again.",
                )

    # What is shown.

    def _show(self) -> None:
        state = self.state
        self.console.say("", RULER, *draw_table(state), "", *draw_turn(state), *self._asked())

    def _asked(self) -> list[str]:
        """What is to be done now, and each thing that may be typed for it."""
        state = self.state
        outcome = state.outcome()
        if outcome is not None:
            ends = ["", "Enter: finish   u: undo the last move"]
            return [*draw_outcome(outcome, self.words), *ends]
        name = self.words.name(state.player)
        match state.turn.phase:
            case Phase.THROW:
                return [self._throw_line(name), *self._stop_lines()]
            case Phase.KEEP:
                return [f"{name}, keep all dice of one face:", *self._keep_lines()]
            case _:
                return [f"{name}, {state.turn.total} leaves a choice:", *self._take_lines()]

    def _throw_line(self, name: str) -> str:
        count = self.state.turn.left
        dice = "1 die" if count == 1 else f"{count} dice"
        return f"{name}, throw {dice}. Type what they show ({self._faces()}); Enter: I throw."

    def _faces(self) -> str:
        """How the dice on the table are typed."""
        letters = {face: letter for letter, face in LETTERS.items()}
        told = []
        for seen, meant in self.state.setup.table_dice.meaning.items():
            key = letters.get(seen, str(seen))
            told.append(key if key == str(meant) else f"{key} = {meant}")
        return ", ".join(told)

    def _stop_lines(self) -> list[str]:
        state = self.state
        refusal = state.refusal(Stop())
        if refusal is not None:
            return [] if not state.turn.kept else [f"  {self.words.error(refusal)}"]
        stopped, events = state.play(Stop())
        told = [self.words.event(event) for event in events[1:-1] if not self._hushed(event)]
        if not self.quiet and stopped.ending is None and stopped.turn.phase is Phase.TAKE:
            told = ["Then pick a tile."]
        return [f"  s: stop with {state.turn.total}. {' '.join(told)}".rstrip()]

    def _hushed(self, event: Event) -> bool:
        """Whether this would remind a quiet table of a snatch."""
        return self.quiet and isinstance(event, SnatchTile)

    def _keep_lines(self) -> list[str]:
        state = self.state
        letters = {face: letter for letter, face in LETTERS.items()}
        lines = []
        for face in dict.fromkeys(state.turn.thrown):
            key = letters.get(face, str(face))
            count = state.turn.thrown.count(face)
            if face in state.turn.kept:
                lines.append(f"  -: {count} x {face}, kept before in this turn")
                continue
            total = state.turn.total + count * state.setup.dice.values[face]
            lines.append(f"  {key}: {count} x {face}, then the sum is {total}")
        return lines

    def _take_lines(self) -> list[str]:
        lines = []
        for move in self.state.legal_moves().choices:
            if isinstance(move, Take) and move.rival is None:
                lines.append(f"  {move.tile}: take the {move.tile} from the grill")
            elif isinstance(move, Take) and move.rival is not None and not self.quiet:
                rival = self.words.name(move.rival)
                lines.append(f"  snatch {rival}: take the {move.tile} from {rival}'s stack")
        return lines

    # What is typed.

    def _do(self, answer: str) -> None:
        match answer.casefold().split():
            case ["q" | "quit"]:
                raise Quit
            case ["?" | "help"]:
                adjust = adjusting.help_lines(self.state)
                self.console.say("", LEGEND[self.state.NAME], "", *HELP, *adjust)
            case ["hint"]:
                self.console.say("", *hint_lines(advise(self.state), self.words))
            case ["u" | "undo"]:
                self.journal.undo()
                self.console.say("", "Taken back.")
                self._show()
            case ["void"]:
                self._play(Void())
            case ["skip"]:
                self._play(Skip())
            case ["leave", *name]:
                self._play(Leave(typed.player(" ".join(name), self.state.setup.players)))
            case ["adjust", *_]:
                self._play(adjusting.adjustment(answer.casefold()[len("adjust") :], self.state))
            case _:
                self._take_part(answer.casefold())

    def _take_part(self, answer: str) -> None:
        """What is typed only in this phase of the turn."""
        match self.state.turn.phase:
            case Phase.THROW if answer in {"", "t"}:
                sides = self.state.setup.dice.sides
                self._play(Throw(self.dice.choices(sides, k=self.state.turn.left)), Read.PROGRAM)
            case Phase.THROW if answer in {"s", "stop"}:
                self._stop()
            case Phase.THROW if answer.startswith(("snatch", "pinch")):
                self._snatch(self._taken(answer))
            case Phase.THROW:
                faces = typed.faces(answer, self.state.setup.table_dice)
                self._play(Throw(faces), Read.HAND)
            case _ if not answer:
                self._only_choice()
            case Phase.KEEP:
                self._play(Keep(self._kept(answer)))
            case _:
                self._play(self._taken(answer))

    def _only_choice(self) -> None:
        """Enter does what is to be done where there is nothing to choose."""
        choices = self.state.legal_moves().choices
        if len(choices) != 1:
            raise Unclear("typed_nothing")
        self._play(choices[0])

    def _kept(self, answer: str) -> Face:
        """A face by its letter; with ordinary dice also by what the die shows."""
        face = typed.face(answer)
        return self.state.setup.table_dice.meaning.get(face, face)

    def _taken(self, answer: str) -> Take:
        match answer.split():
            case ["snatch" | "pinch", *name]:
                rival = typed.player(" ".join(name), self.state.setup.players)
                return Take(self.state.turn.total, rival)
            case [tile]:
                return Take(typed.number(tile))
        raise Unclear("typed_command", word=answer[:20])

    def _stop(self) -> None:
        """Stop; who would fail by it is asked once more."""
        _, events = self.state.play(Stop())
        if any(isinstance(event, Failed) for event in events):
            sure = self.console.ask(
                "That is a failed turn. Stop all the same? y or Enter for no > "
            )
            if sure.casefold() not in {"y", "yes"}:
                return
        self._play(Stop())
        if self.quiet and self.state.turn.phase is Phase.TAKE:  # whoever wants to snatch says so
            self._play(self.state.legal_moves().choices[-1])

    def _snatch(self, take: Take) -> None:
        """Stop with a snatch."""
        state = self.state
        if not isinstance(state, TileGame) or take not in state.takes():
            raise IllegalMove("cannot_take", tile=take.tile, total=state.turn.total)
        self._play(Stop())
        if self.state.turn.phase is Phase.TAKE:  # else it was the only tile to be had
            self._play(take)

    def _play(self, move: Move, read: Read | None = None) -> None:
        self._tell(self.journal.play(move, read))
        self._show()

    def _tell(self, events: Events) -> None:
        """What people must do now. What the table shows anyway, or says twice, is left out."""
        failed = {event.why for event in events if isinstance(event, Failed)}
        told = [
            event
            for event in events
            if not (isinstance(event, Thrown) and len(events) == 1)
            and not (isinstance(event, TurnEnded) and event.why in failed)
        ]
        self.console.say("", *(f"* {self.words.event(event)}" for event in told))
