"""Views of every game: what to do with the pieces after a turn, and misread dice."""

from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.panel.view_kinds import GameView, Leaflet, QuestionView
from firmware.screens.kinds import Message, Screen
from firmware.speech.short import Instructions
from firmware.table.auto_detect import TOLD, AutoLook
from rules.events import Events

LAST_TOLD = 8.0
"""Seconds to read the last instructions, before the result appears by itself."""


class MisreadView(QuestionView):
    """The dice show something else than was read before: should the throw be replaced?"""

    name = "reread"

    def screen(self) -> Screen:
        differ = self.many("{count} die differs.", "{count} dice differ.", self.question.changed)
        lines = (differ, self.say("Take the new ones?"))
        return Message(self.name, self.title(), lines, self.say("OK: yes   BACK: no"))

    def title(self) -> str:
        return self.say("Dice differ")

    def ok(self) -> View:
        return self.navigator.play_instead(self.question.throw.faces, self.question.read)


class ToldView(Leaflet, GameView):
    """The instructions of a turn on one screen; the next SCAN confirms them.

    Only a correction can need more lines than fit.
    """

    name = "todo"

    def __init__(self, navigator: Navigator, events: Events) -> None:
        super().__init__(navigator)
        self._events = events

    @property
    def instructions(self) -> Instructions:
        return self.session.short.instructions(self._events)

    @property
    def text(self) -> tuple[str, ...]:
        return self.instructions.lines

    def screen(self) -> Screen:
        instructions = self.instructions
        name = "failed" if instructions.failed else self.name
        foot = self.turns or self.calmly(instructions.foot)
        return Message(name, instructions.title, self.lines, foot, alarm=instructions.failed)

    @property
    def stays(self) -> float | None:
        """Time out after the last turn, when no throw follows, and after a turn of the box."""
        if self.state.ending is not None:
            return None if self.turns else LAST_TOLD
        return self.session.pace if self._after_box() else None

    def _after_box(self) -> bool:
        """Return whether the box played the turn that these instructions end."""
        game = self.session.game
        steps = game.steps
        before = steps[-2].state if len(steps) > 1 else game.record.opening[0]
        return bool(steps) and game.levels[before.player] is not None

    def on(self) -> View:
        self.session.unconfirmed = ()
        return self.navigator.game()

    def scan(self) -> View:
        """Confirm, and read the next throw."""
        return self.on().scan()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.navigator.current_view().expected_throw()

    def auto_look(self) -> AutoLook | None:
        """Read the next throw automatically, after enough time to read.

        Not the first turn's: dice lie around while the table is set up.
        """
        if self.turns or not self.session.game.steps:
            return None
        ahead = self.navigator.current_view().auto_look()
        return None if ahead is None else ahead._replace(soonest=TOLD)

    def step(self, by: int) -> View:
        """Show the pieces."""
        return self.navigator.info(min(by, 0))
