"""The turn: throw, stop; and what people do with the pieces then."""

from firmware.screens.kinds import Group, Message, Prompt, Screen
from firmware.speech.short import Told
from firmware.table.desk import Desk
from firmware.table.view import GameView, Leaflet, Places, View
from firmware.turns import preview, stopping
from rules.dice import Faces
from rules.events import Events, TurnEnded
from rules.heckmeck import AnyHeckmeck
from rules.moves import Move, Stop, Throw
from rules.record import Read


def aside(state: AnyHeckmeck) -> tuple[Group, ...]:
    """The dice that lie aside."""
    return tuple(Group(face, count) for face, count in state.turn.kept.items())


def play(view: View, moves: tuple[Move, ...], read: Read | None = None) -> View:
    """Play these moves as one, on the disk first; then what they mean for the table."""
    how = [(move, read if isinstance(move, Throw) else None) for move in moves]
    return _shown(view, view.desk.game.play_all(how))


def play_instead(view: View, faces: Faces, read: Read) -> View:
    """Play this throw in place of the last move, which is a throw: all of that, or nothing."""
    return _shown(view, view.desk.game.instead(1, [(Throw(faces), read)]))


def _shown(view: View, events: Events) -> View:
    if any(isinstance(event, TurnEnded) for event in events):
        return view.places.told(events)
    return view.places.game()


class ThrowView(GameView):
    """Who throws how many dice, and what stopping would bring."""

    name = "throw"

    def __init__(self, desk: Desk, places: Places, note: str = "") -> None:
        super().__init__(desk, places)
        self.note = note

    def screen(self) -> Screen:
        """The prompt."""
        turn = self.state.turn
        return Prompt(
            "throw_or_stop" if turn.kept else self.name,
            player=self.player() if turn.kept else self.say("Throw, hands off, SCAN"),
            dice=turn.left,
            task=self._task(),
            kept=aside(self.state),
            total=str(turn.total) if turn.kept else "",
            worm=turn.has_worm,
            stop=self.note or self._stop_line(),
        )

    def _task(self) -> str:
        left = self.state.turn.left
        if not self.state.turn.kept:
            return self.say("{player}: throw {count}", player=self.player(), count=left)
        return self.many("Throw {count} die", "Throw {count} dice", left)

    def _stop_line(self) -> str:
        refusal = self.state.refusal(Stop())
        if refusal is None:
            brings = self.desk.short.stop(preview(self.state, *stopping(self.state)))
            return self.say("STOP {brings}", brings=brings)
        return self.desk.short.no_stop(refusal)

    def scan(self) -> View:
        """Look at the throw."""
        return self.places.look(frozenset({self.state.turn.left}), self._thrown)

    def _thrown(self, faces: Faces, read: Read) -> View:
        return play(self, (Throw(faces),), read)

    def ok(self) -> View:
        """The same as SCAN: boxes with few buttons have no other."""
        return self.scan()

    def stop(self) -> View:
        """End the turn, unless that is not allowed."""
        if self.state.refusal(Stop()) is not None:
            return self
        if preview(self.state, *stopping(self.state)).to_be_asked:
            return StopView(self.desk, self.places, ())
        return play(self, stopping(self.state))

    def left(self) -> View:
        """Leaf through the pages."""
        return self.places.info(-1)

    def right(self) -> View:
        """Leaf through the pages."""
        return self.places.info(0)


class StopView(GameView):
    """What stopping would bring, before it is done. `ahead` are the moves that go before it."""

    name = "stop"

    def __init__(
        self, desk: Desk, places: Places, ahead: tuple[Move, ...], read: Read | None = None
    ) -> None:
        super().__init__(desk, places)
        self.ahead = ahead
        self.read = read

    def screen(self) -> Screen:
        """What it brings, or why it cannot be."""
        before = preview(self.state, *self.ahead).after
        title = self.say("{player}: stop?", player=self.player())
        refusal = before.refusal(Stop())
        if refusal is not None:
            why = self.desk.short.no_stop(refusal)
            foot = self.say("OK: keep, then throw on")
            return Message(self.name, title, (self.say("No stopping"), why), foot)
        seen = preview(before, *stopping(before))
        foot = self.say("STOP: yes   OK: keep only") if self.ahead else self.say("STOP: yes")
        warning = (self.say("It brings nothing"),) if seen.to_be_asked else ()
        lines = (self.desk.short.stop(seen), *warning)
        return Message(self.name, title, lines, foot, alarm=seen.to_be_asked)

    def stop(self) -> View:
        """Yes."""
        before = preview(self.state, *self.ahead).after
        if before.refusal(Stop()) is not None:
            return self
        return play(self, (*self.ahead, *stopping(before)), self.read)

    def ok(self) -> View:
        """Only what goes before."""
        return play(self, self.ahead, self.read) if self.ahead else self.places.game()

    def scan(self) -> View:
        """No: throw on."""
        return self.ok().scan()

    def back(self) -> View:
        """No, and nothing of it."""
        return self.places.game()


class ToldView(Leaflet, GameView):
    """All that people must do with the pieces, for a turn on one screen; the next SCAN confirms it.

    Only a repair can take more lines than fit.
    """

    name = "todo"

    def __init__(self, desk: Desk, places: Places, events: Events) -> None:
        self.told: Told = desk.short.told(events)
        super().__init__(desk, places, self.told.lines)

    def screen(self) -> Screen:
        """The instructions."""
        told = self.told
        name = "failed" if told.failed else self.name
        return Message(name, told.title, self.lines, self.turns or told.foot, alarm=told.failed)

    def on(self) -> View:
        """Done."""
        self.desk.told = ()
        return self.places.game()

    def scan(self) -> View:
        """Done, and the next throw lies there."""
        return self.on().scan()

    def left(self) -> View:
        """Look at the grill while laying the pieces."""
        return self.places.info(-1)

    def right(self) -> View:
        """Look at the grill while laying the pieces."""
        return self.places.info(0)
