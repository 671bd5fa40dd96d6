"""A game at the keyboard: it shows the table, asks, and does what is typed."""

import errno
import random
import textwrap
from typing import cast

from firmware import turns
from firmware.drawing import AIM, LEGEND, LETTERS, draw_outcome, draw_table, draw_turn
from firmware.errors import Unclear
from firmware.journal import Journal
from firmware.speech.language import ENGLISH, Language
from firmware.speech.words import Words
from firmware.terminal import adjusting, typed
from firmware.terminal.console import WIDTH, Console, Quit
from firmware.terminal.helping import help_lines
from firmware.terminal.hints import hint_lines
from rules.advice import advise
from rules.dice import Face
from rules.errors import RulesError
from rules.events import Events
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Leave, Move, Skip, Stop, Take, Throw, Void
from rules.record import Read
from rules.turn import Phase

RULER = "-" * 66

_KEYS = {face: letter for letter, face in LETTERS.items()}


def key(face: Face) -> str:
    """What is typed for a face."""
    return _KEYS.get(face, str(face))


class TerminalPlay:
    """One game, from where its journal stands to its end."""

    def __init__(
        self,
        console: Console,
        journal: Journal,
        dice: random.Random,
        language: Language = ENGLISH,
    ) -> None:
        self.console = console
        self.journal = journal
        self.dice = dice
        self.language = language
        self.words = Words(journal.state.setup.players, language)
        self.quiet = turns.quiet(self.state)

    @property
    def state(self) -> AnyHeckmeck:
        """The game as it stands."""
        return cast("AnyHeckmeck", self.journal.state)

    def run(self) -> None:
        """Play until the game is over and nobody wants to undo; `Quit` when somebody leaves."""
        self.console.say("", *self._about())
        self.console.say(self.language.gettext("?: everything you can type"))
        self._tell(self.journal.events)
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
                self.console.say(f"! {self.words.error(error)}")

    def _not_saved(self, error: OSError) -> None:
        _ = self.language.gettext
        if error.errno == errno.EBUSY:
            busy = _(
                "Not done: this game goes on in another window. Leave with q, then start again."
            )
            self.console.say(f"! {busy}")
            return
        self.console.say(
            "! " + _("Not saved, so not done: {why}.", why=self.words.trouble(error)),
            "  " + _("Put that right for {path}, then do it again.", path=self.journal.path),
        )

    # What is shown.

    def _about(self) -> list[str]:
        name = self.state.NAME
        aim = textwrap.wrap(self.language.gettext(AIM[name]), WIDTH)
        return [*aim, "", self.language.gettext(LEGEND[name])]

    def _show(self) -> None:
        table = draw_table(self.state, self.language)
        turn = draw_turn(self.state, self.language)
        self.console.say("", RULER, *table, "", *turn, *self._asked())

    def _tell(self, events: Events) -> None:
        """What people must do now."""
        self.console.say("", *(f"* {self.words.event(event)}" for event in turns.told(events)))

    def _asked(self) -> list[str]:
        """What is to be done now, and each thing that may be typed for it."""
        _ = self.language.gettext
        state = self.state
        outcome = state.outcome()
        if outcome is not None:
            ends = ["", _("Enter: finish   u: undo the last move")]
            return [*draw_outcome(outcome, self.words), *ends]
        name = self.words.name(state.player)
        match state.turn.phase:
            case Phase.THROW:
                return [*self._throw_lines(name), *self._stop_lines()]
            case Phase.KEEP:
                if len(state.legal_moves().choices) == 1:
                    asked = _("{name}, keep all dice of one face (Enter: the only one):", name=name)
                else:
                    asked = _("{name}, keep all dice of one face:", name=name)
                return [asked, *self._keep_lines()]
            case Phase.TAKE:
                total = state.turn.total
                asked = _("{name}, {total} leaves a choice:", name=name, total=total)
                return [asked, *self._take_lines()]

    def _throw_lines(self, name: str) -> list[str]:
        told = []
        for seen, meant in self.state.setup.table_dice.meaning.items():
            face = self.words.face(meant)
            told.append(key(seen) if key(seen) == str(meant) else f"{key(seen)} = {face}")
        asked = self.language.gettext(
            "{name}, throw {dice}. Enter: I throw. Or type what they show:",
            name=name,
            dice=self.words.many(self.state.turn.left, "die"),
        )
        return [asked, f"  {', '.join(told)}"]

    def _stop_lines(self) -> list[str]:
        state = self.state
        refusal = state.refusal(Stop())
        if refusal is not None:
            return [f"  {self.words.error(refusal)}"] if state.turn.kept else []
        _ = self.language.gettext
        stop = _("s: stop with {total}", total=state.turn.total)
        if self.quiet:  # what it brings could remind of a snatch
            return [f"  {stop}"]
        seen = turns.preview(state, Stop())
        brings = " ".join(map(self.words.event, seen.brings))
        if not brings:
            moves = map(self.words.move, seen.after.legal_moves().choices)
            brings = _("Then {moves}.", moves=self.words.one_of(moves))
        return [f"  {stop}. {brings}"]

    def _keep_lines(self) -> list[str]:
        _ = self.language.gettext
        lines = []
        for group in turns.keepables(self.state):
            dice = f"{group.count} x {self.words.face(group.face)}"
            if group.preview is None:
                lines.append("  -: " + _("{dice}, kept before in this turn", dice=dice))
                continue
            if group.ends:
                said = _(
                    "{dice}, then the sum is {total} and the turn ends",
                    dice=dice,
                    total=group.total,
                )
            else:
                said = _("{dice}, then the sum is {total}", dice=dice, total=group.total)
            lines.append(f"  {key(group.face)}: {said}")
        return lines

    def _take_lines(self) -> list[str]:
        _ = self.language.gettext
        lines = []
        for move in self.state.legal_moves().choices:
            match move:
                case Take(tile, None):
                    lines.append(f"  {tile}: " + _("take the {tile} from the grill", tile=tile))
                case Take(tile, int(rival)):
                    name = self.words.name(rival)
                    said = _("take the {tile} from {name}'s stack", tile=tile, name=name)
                    lines.append(f"  snatch {name}: {said}")
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
                rival = typed.player(" ".join(name), self.state.setup.players)
                self._play(*turns.snatching(self.state, rival))
            case []:
                self._enter()
            case _:
                self._name_dice_or_tile(answer.casefold())

    def _help(self) -> None:
        self.console.say("", *self._about(), "", *help_lines(self.state, self.language))

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
        move = self.words.move(undone.move)
        self.console.say("", self.language.gettext("Taken back: {move}.", move=move))
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

    def _stop(self) -> None:
        """Stop; who would gain nothing by it is asked once more."""
        _ = self.language.gettext
        moves = turns.stopping(self.state)
        seen = turns.preview(self.state, *moves)
        if seen.to_be_asked:
            if seen.gained < 0:
                question = _("That costs you a tile. Stop all the same? y, or Enter for no")
            else:
                question = _("That brings you nothing. Stop all the same? y, or Enter for no")
            if self.console.ask(f"{question} > ").casefold() not in {"y", "yes"}:
                return
        self._play(*moves)

    def _answer(self, move: Move) -> None:
        """Answer a throw. Where that ends a turn, a quiet table asks nothing that gives away."""
        if not turns.asks_for_snatch(self.state, move):
            self._play(move)
            return
        question = self.language.gettext("That ends the turn. Enter, or snatch NAME")
        match self.console.ask(f"{question} > ").casefold().split():
            case ["snatch" | "pinch", *name]:
                rival: int | None = typed.player(" ".join(name), self.state.setup.players)
            case _:
                rival = None
        self._play(*turns.ending(self.state, move, rival))

    def _play(self, *moves: Move, read: Read | None = None) -> None:
        """Play moves that belong together, tell what they mean, and show the table."""
        self._tell(self.journal.play_all([(move, read) for move in moves]))
        self._show()
