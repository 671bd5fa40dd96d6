"""The Heckmeck games at the keyboard: set dice aside, stop, take or snatch a tile."""

from firmware.errors import Unclear
from firmware.play import turns
from firmware.terminal import typed
from firmware.terminal.play import TerminalPlay, key
from rules.events import Events
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Move, Stop, Take, Throw
from rules.record import Read
from rules.turn import Phase


class HeckmeckPlay(TerminalPlay[AnyHeckmeck]):
    """A Heckmeck game at the keyboard."""

    # Output.

    def _decision(self) -> list[str]:
        state = self.state
        name = self.words.name(state.player)
        match state.turn.phase:
            case Phase.THROW:
                return [*self._throw_lines(state.turn.left), *self._stop_lines()]
            case Phase.KEEP:
                if len(state.legal_moves().choices) == 1:
                    question = self.say(
                        "{name}, keep all dice of one face (Enter: the only one):", name=name
                    )
                else:
                    question = self.say("{name}, keep all dice of one face:", name=name)
                return [question, *self._keep_lines()]
            case Phase.TAKE:
                total = state.turn.total
                question = self.say("{name}, {total} leaves a choice:", name=name, total=total)
                return [question, *self._take_lines()]

    def _stop_lines(self) -> list[str]:
        state = self.state
        refusal = state.refusal(Stop())
        if refusal is not None:
            return [f"  {self.words.error(refusal)}"] if state.turn.kept else []
        if turns.quiet(self.state):  # the result could remind of a snatch
            return [f"  s: {self.say('stop at {total}', total=state.turn.total)}"]
        seen = turns.preview(state, Stop())
        takes = seen.after.legal_moves().choices if not seen.turn_over else ()
        then = self.words.one_of(map(self.words.move, takes))
        return [f"  s: {self.words.story(Stop(), seen.events)}" + (f": {then}" if then else "")]

    def _keep_lines(self) -> list[str]:
        lines = []
        for group in turns.keepables(self.state):
            dice = f"{group.count} x {self.words.face(group.face)}"
            if group.preview is None:
                lines.append("  -: " + self.say("{dice}, kept earlier in this turn", dice=dice))
                continue
            if group.ends:
                text = self.say(
                    "{dice}, then the sum is {total} and the turn ends",
                    dice=dice,
                    total=group.total,
                )
            else:
                text = self.say("{dice}, then the sum is {total}", dice=dice, total=group.total)
            lines.append(f"  {key(group.face)}: {text}")
        return lines

    def _take_lines(self) -> list[str]:
        lines = []
        for move in self.state.legal_moves().choices:
            match move:
                case Take(tile, None):
                    lines.append(
                        f"  {tile}: " + self.say("take the {tile} from the grill", tile=tile)
                    )
                case Take(tile, int(rival)):
                    name = self.words.name(rival)
                    text = self.say("take the {tile} from {name}'s stack", tile=tile, name=name)
                    lines.append(f"  snatch {name}: {text}")
        return lines

    # Input.

    def _decide(self, answer: str) -> None:
        match answer.split():
            case ["s" | "stop"]:
                self._stop()
            case ["snatch", *name]:
                rival = typed.player(" ".join(name), self.state.setup.players)
                self._play(*turns.snatching(self.state, rival))
            case _:
                self._name_dice_or_tile(answer)

    def _name_dice_or_tile(self, answer: str) -> None:
        state = self.state
        match state.turn.phase:
            case Phase.THROW:
                self._play(Throw(typed.faces(answer, state.setup.table_dice)), read=Read.HAND)
            case Phase.KEEP:
                seen = typed.face(answer)  # with ordinary dice, also what the die shows
                self._answer(Keep(state.setup.table_dice.meaning.get(seen, seen)))
            case _:
                self._answer(Take(typed.number(answer)))

    def _hint(self) -> None:
        """Print the value of each option, but not at a quiet table: it could remind of a snatch."""
        if turns.quiet(self.state):
            raise Unclear("no_hints")
        super()._hint()

    def _take_back(self) -> tuple[Move, Events]:
        """Undo; a quiet table hides a choice of tiles, so it also undoes what led to it."""
        move, events = super()._take_back()
        if turns.quiet(self.state) and self.state.turn.phase is Phase.TAKE:
            move, before = super()._take_back()
            events = (*events[:-1], *before)
        return move, events

    # Ending a turn.

    def _stop(self) -> None:
        """Stop, after a second question if the player would gain nothing."""
        moves = turns.stopping(self.state)
        seen = turns.preview(self.state, *moves)
        if seen.needs_confirmation or seen.doubtful:
            if seen.doubtful:  # the same words, whether a rival has the tile or not
                question = self.say(
                    "The grill has nothing for {total}. Stop anyway? y, or Enter for no",
                    total=self.state.turn.total,
                )
            elif seen.gained < 0:
                question = self.say("That costs you a tile. Stop anyway? y, or Enter for no")
            else:
                question = self.say("That brings you nothing. Stop anyway? y, or Enter for no")
            if self.console.ask(f"{question} > ").casefold() not in {"y", "yes"}:
                return
        self._play(*moves)

    def _answer(self, move: Move) -> None:
        """Answer a throw. A quiet table asks nothing that hints at a snatch."""
        if not turns.asks_for_snatch(self.state, move):
            self._play(move)
            return
        question = self.say("That ends the turn. Enter, or snatch NAME")
        match self.console.ask(f"{question} > ").casefold().split():
            case ["snatch", *name]:
                rival: int | None = typed.player(" ".join(name), self.state.setup.players)
            case _:
                rival = None
        self._play(*turns.ending(self.state, move, rival))
