"""A game at the keyboard: it shows the table, asks, and does what is typed."""

import errno
import random
from typing import cast

from firmware.drawing import AIM, LEGEND, LETTERS, draw_outcome, draw_table, draw_turn, many
from firmware.errors import Unclear
from firmware.journal import Journal
from firmware.terminal import adjusting, typed
from firmware.terminal.console import Console, Quit
from firmware.terminal.helping import help_lines
from firmware.terminal.hints import hint_lines
from firmware.words import Words
from rules.advice import advise
from rules.bratwurmeck import Variant
from rules.dice import Face
from rules.errors import RulesError
from rules.events import Events, Failed, GameOver, PassDice, SnatchTile, Thrown, TurnEnded
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Leave, Move, Skip, Stop, Take, Throw, Void
from rules.record import Read
from rules.tiles import TileGame
from rules.turn import Phase

RULER = "-" * 66

_KEYS = {face: letter for letter, face in LETTERS.items()}


def key(face: Face) -> str:
    """What is typed for a face."""
    return _KEYS.get(face, str(face))


class TerminalPlay:
    """One game, from where its journal stands to its end."""

    def __init__(self, console: Console, journal: Journal, dice: random.Random) -> None:
        self.console = console
        self.journal = journal
        self.dice = dice
        self.words = Words(journal.state.setup.players)
        self.quiet = Variant.QUIET_SNATCHES in journal.state.setup.variants

    @property
    def state(self) -> AnyHeckmeck:
        """The game as it stands."""
        return cast("AnyHeckmeck", self.journal.state)

    def run(self) -> None:
        """Play until the game is over and nobody wants to undo; `Quit` when somebody leaves."""
        self.console.say("", *AIM[self.state.NAME], "", LEGEND[self.state.NAME])
        self.console.say("?: everything you can type")
        self._tell(self.journal.events)
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
                self._not_saved(error)

    def _not_saved(self, error: OSError) -> None:
        if error.errno == errno.EBUSY:
            self.console.say(
                "! Not done: this game goes on in another window. Leave with q, then start again."
            )
            return
        self.console.say(
            f"! Not saved, so not done: {error.strerror}.",
            f"  Put that right for {self.journal.path}, then do it again.",
        )

    # What is shown.

    def _show(self) -> None:
        state = self.state
        self.console.say("", RULER, *draw_table(state), "", *draw_turn(state), *self._asked())

    def _tell(self, events: Events) -> None:
        """What people must do now. What the table shows anyway, or says twice, is left out."""
        failed = {event.why for event in events if isinstance(event, Failed)}
        told = [
            event
            for event in events
            if not (isinstance(event, Thrown) and len(events) == 1)
            and not (isinstance(event, TurnEnded) and event.why in failed)
            and not isinstance(event, GameOver)
        ]
        self.console.say("", *(f"* {self.words.event(event)}" for event in told))

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
                return [*self._throw_lines(name), *self._stop_lines()]
            case Phase.KEEP:
                only = len(state.legal_moves().choices) == 1
                enter = " (Enter: the only one)" if only else ""
                return [f"{name}, keep all dice of one face{enter}:", *self._keep_lines()]
            case _:
                return [f"{name}, {state.turn.total} leaves a choice:", *self._take_lines()]

    def _throw_lines(self, name: str) -> list[str]:
        told = []
        for seen, meant in self.state.setup.table_dice.meaning.items():
            told.append(key(seen) if key(seen) == str(meant) else f"{key(seen)} = {meant}")
        dice = many(self.state.turn.left, "dice")
        return [
            f"{name}, throw {dice}. Enter: I throw. Or type what they show:",
            f"  {', '.join(told)}",
        ]

    def _stop_lines(self) -> list[str]:
        state = self.state
        refusal = state.refusal(Stop())
        if refusal is not None:
            return [f"  {self.words.error(refusal)}"] if state.turn.kept else []
        if self.quiet:  # what it brings could remind of a snatch
            return [f"  s: stop with {state.turn.total}"]
        stopped, events = state.play(Stop())
        brings = [event for event in events if not isinstance(event, TurnEnded | PassDice)]
        told = " ".join(map(self.words.event, brings))
        if not brings:
            told = f"Then {' or '.join(map(self.words.move, stopped.legal_moves().choices))}."
        return [f"  s: stop with {state.turn.total}. {told}"]

    def _keep_lines(self) -> list[str]:
        turn = self.state.turn
        lines = []
        for face in dict.fromkeys(turn.thrown):
            count = turn.thrown.count(face)
            if face in turn.kept:
                lines.append(f"  -: {count} x {face}, kept before in this turn")
                continue
            total = turn.total + count * self.state.setup.dice.values[face]
            _, events = self.state.play(Keep(face))
            ends = any(isinstance(event, TurnEnded) for event in events)
            end = " and the turn ends" if ends else ""
            lines.append(f"  {key(face)}: {count} x {face}, then the sum is {total}{end}")
        return lines

    def _take_lines(self) -> list[str]:
        lines = []
        for move in self.state.legal_moves().choices:
            match move:
                case Take(tile, None):
                    lines.append(f"  {tile}: take the {tile} from the grill")
                case Take(tile, int(rival)):
                    name = self.words.name(rival)
                    lines.append(f"  snatch {name}: take the {tile} from {name}'s stack")
        return lines

    # What is typed.

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
            case ["s" | "stop"]:
                self._stop()
            case ["snatch" | "pinch", *name]:
                self._snatch(typed.player(" ".join(name), self.state.setup.players))
            case []:
                self._enter()
            case _:
                self._name_dice_or_tile(answer.casefold())

    def _help(self) -> None:
        name = self.state.NAME
        self.console.say("", *AIM[name], "", LEGEND[name], "", *help_lines(self.state))

    def _adjust(self, changes: str) -> None:
        move = adjusting.adjustment(changes, self.state)
        if (move.table, move.player) == (self.state.table, self.state.player):
            raise Unclear("nothing_differs")
        self._play(move)

    def _hint(self) -> None:
        """What each way is worth. A hint would remind a quiet table of snatches."""
        if self.quiet:
            raise Unclear("no_hints")
        self.console.say("", *hint_lines(advise(self.state), self.words))

    def _undo(self) -> None:
        """Take a move back, and say how pieces and dice must lie for it."""
        undone = self.journal.undo()
        events = undone.events
        if self.quiet and self.state.turn.phase is Phase.TAKE:
            # A quiet table never shows that choice, so it takes back what led to it as well.
            undone = self.journal.undo()
            events = (*events[:-1], *undone.events)
        self.console.say("", f"Taken back: {self.words.move(undone.move)}.")
        self.console.say(*(f"* {self.words.event(event)}" for event in events))
        self._show()

    def _enter(self) -> None:
        """Enter throws, or does what is to be done where there is nothing to choose."""
        state = self.state
        if state.turn.phase is Phase.THROW:
            sides = state.setup.dice.sides
            self._play(Throw(self.dice.choices(sides, k=state.turn.left)), read=Read.PROGRAM)
            return
        choices = state.legal_moves().choices
        if len(choices) == 1:
            self._answer(choices[0])
        else:
            self._show()

    def _name_dice_or_tile(self, answer: str) -> None:
        state = self.state
        match state.turn.phase:
            case Phase.THROW:
                self._play(Throw(typed.faces(answer, state.setup.table_dice)), read=Read.HAND)
            case Phase.KEEP:
                seen = typed.face(answer)  # with ordinary dice also what the die shows
                self._answer(Keep(state.setup.table_dice.meaning.get(seen, seen)))
            case _:
                self._answer(Take(typed.number(answer)))

    # Ending a turn.

    def _stopping(self) -> list[Move]:
        """What a plain stop does: a quiet table then takes the lower tile, if there is a choice."""
        state = self.state
        takes = state.takes() if self.quiet and isinstance(state, TileGame) else ()
        return [Stop(), takes[-1]] if len(takes) > 1 else [Stop()]

    def _stop(self) -> None:
        """Stop; who would gain nothing by it is asked once more."""
        stopped = self.state
        moves = self._stopping()
        for move in moves:
            stopped, _ = stopped.play(move)
        player = self.state.player
        over = stopped.player != player or stopped.ending is not None
        if over and stopped.points()[player] <= self.state.points()[player]:
            worse = stopped.points()[player] < self.state.points()[player]
            what = "costs you a tile" if worse else "brings you nothing"
            sure = self.console.ask(f"That {what}. Stop all the same? y, or Enter for no > ")
            if sure.casefold() not in {"y", "yes"}:
                return
        self._play(*moves)

    def _snatch(self, rival: int) -> None:
        """Take a rival's tile: a choice that waits, or a stop."""
        state = self.state
        take = Take(state.turn.total, rival)
        if not isinstance(state, TileGame):
            raise Unclear("nothing_to_snatch")
        if take not in state.takes() or state.turn.phase is Phase.KEEP:
            raise Unclear("no_snatch", rival=rival, total=state.turn.total)
        if state.turn.phase is Phase.TAKE:
            self._play(take)
        elif len(state.takes()) == 1:
            self._play(Stop())
        else:
            self._play(Stop(), take)

    def _answer(self, move: Move) -> None:
        """Answer a throw. Where that ends a turn, a quiet table asks nothing that gives away."""
        after, events = self.state.play(move)
        ended = any(isinstance(event, TurnEnded) for event in events)
        if not (self.quiet and ended and isinstance(after, TileGame)):
            self._play(move)
            return
        answer = self.console.ask("That ends the turn. Enter, or snatch NAME > ").casefold().split()
        takes = after.takes() if after.turn.phase is Phase.TAKE else ()
        if answer[:1] in (["snatch"], ["pinch"]):
            rival = typed.player(" ".join(answer[1:]), self.state.setup.players)
            wanted = [take for take in takes if take.rival == rival]
            alone = any(isinstance(event, SnatchTile) and event.rival == rival for event in events)
            if not wanted and not alone:
                total = next(event.total for event in events if isinstance(event, TurnEnded))
                raise Unclear("no_snatch", rival=rival, total=total)
            self._play(move, *wanted)
        else:
            self._play(move, *takes[-1:])

    def _play(self, *moves: Move, read: Read | None = None) -> None:
        """Play moves that belong together, tell what they mean, and show the table."""
        events: Events = ()
        for move in moves:
            events += self.journal.play(move, read)
        self._tell(events)
        self._show()
