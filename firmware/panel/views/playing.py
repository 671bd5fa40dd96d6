"""Playing a move, and what people do with the pieces then: the same in every game."""

from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.panel.view_kinds import GameView, Leaflet
from firmware.screens.kinds import Message, Screen
from firmware.speech.short import Told
from firmware.table.auto_detect import TOLD, AutoLook
from firmware.table.session import Desk
from rules.dice import Faces
from rules.events import Events
from rules.moves import Throw
from rules.record import Read

LAST_TOLD = 8.0
"""Seconds that people get to read what they must do last, before the result comes by itself."""


def play_instead(view: View, faces: Faces, read: Read) -> View:
    """Play this throw in place of the last move, which is a throw: all of that, or nothing.

    How many dice were re-rolled stays as it was said, unless more of them changed.
    """
    steps = view.desk.game.steps
    last, throw = steps[-1].move, Throw(faces)
    if isinstance(last, Throw) and last.rerolled is not None:
        said = Throw(faces, last.rerolled)
        throw = said if steps[-2].state.refusal(said) is None else throw
    return view.played(view.desk.game.enter(throw, read, instead=True))


class ToldView(Leaflet, GameView):
    """All that people must do with the pieces, for a turn on one screen; the next SCAN confirms it.

    Only a repair can take more lines than fit.
    """

    name = "todo"

    def __init__(self, desk: Desk, navigator: Navigator, events: Events) -> None:
        self.told: Told = desk.short.told(events)
        super().__init__(desk, navigator, self.told.lines)

    def screen(self) -> Screen:
        """The instructions."""
        told = self.told
        name = "failed" if told.failed else self.name
        foot = self.turns or self.calmly(told.foot)
        return Message(name, told.title, self.lines, foot, alarm=told.failed)

    @property
    def stays(self) -> float | None:
        """After the last turn nothing is thrown any more, and nobody need ask who won."""
        return None if self.state.ending is None or self.turns else LAST_TOLD

    def on(self) -> View:
        """Done."""
        self.desk.told = ()
        return self.navigator.game()

    def scan(self) -> View:
        """Done, and the next throw lies there."""
        return self.on().scan()

    def expected_throw(self) -> ExpectedThrow | None:
        """Of the next turn."""
        return self.navigator.stands().expected_throw()

    def auto_look(self) -> AutoLook | None:
        """The next turn's throw, once all can have been read.

        Not that of the first turn: while the table is laid, dice lie about.
        """
        if self.turns or not self.desk.game.steps:
            return None
        ahead = self.navigator.stands().auto_look()
        return None if ahead is None else ahead._replace(soonest=TOLD)

    def left(self) -> View:
        """Look at the pieces while laying them."""
        return self.navigator.info(-1)

    def right(self) -> View:
        """Look at the pieces while laying them."""
        return self.navigator.info(0)
