"""The first screen: each part of the table reports, then the game begins."""

from typing import Self

from firmware.errors import DeviceTrouble
from firmware.panel.view import Navigator, View
from firmware.screens.kinds import Check, Checks, Edge, Message, Screen, State
from firmware.table.requests import UseSettings
from rules.errors import RulesError

PARTS = ("camera", "reader", "games")
"""The parts to check; the panel needs none, as this is readable."""


class StartView(View):
    """Shows each part when its check is done, then starts the game."""

    name = "start"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.parts = dict.fromkeys(PARTS, State.WAITING)
        self.troubles: list[DeviceTrouble] = []

    def screen(self) -> Screen:
        labels = {
            "camera": self.say("Camera"),
            "reader": self.say("Reading dice"),
            "games": self.say("Saved games"),
        }
        checks = tuple(Check(labels[part], state) for part, state in self.parts.items())
        return Checks(self.name, "Grillside", checks, self.say("OK: go on"))

    def checked(self, part: str, state: State, trouble: DeviceTrouble | None = None) -> None:
        """Note the result of a part's check; problems are shown before the game begins."""
        self.parts[part] = state
        if trouble is not None:
            self.troubles.append(trouble)

    @property
    def complete(self) -> bool:
        """Return whether all parts have reported."""
        return State.WAITING not in self.parts.values()

    def ok(self) -> View:
        view: View | None = None
        for trouble in reversed(self.troubles):
            view = TroubleView.about(self.navigator, trouble, view)
        return view or self.navigator.first()

    def scan(self) -> View:
        """Go on without waiting."""
        return self.ok()


class EdgeView(View):
    """Asks whether the picture is complete.

    An SH1106 driven as an SSD1306 shows it shifted by two pixels.
    """

    name = "edge"

    def screen(self) -> Screen:
        """Return a line around the very edge."""
        foot = self.say("OK: yes   RIGHT: no")
        return Edge(self.name, self.say("Is the frame complete?"), foot)

    def ok(self) -> View:
        """Answer yes, and never ask again."""
        self.session.change(chip=self.session.chip)
        return self.navigator.first()

    def scan(self) -> View:
        """Answer yes for now."""
        return self.ok()

    def step(self, by: int) -> View:  # noqa: ARG002
        """Answer no: switch to the other chip and look again."""
        self.session.chip = "ssd1306" if self.session.chip == "sh1106" else "sh1106"
        self.session.ask(UseSettings())
        return self


class TroubleView(View):
    """An unexpected error, or an unusable configuration."""

    name = "trouble"

    def __init__(self, navigator: Navigator, then: View | None, title: str, *lines: str) -> None:
        super().__init__(navigator)
        self.then = then
        self.title = title
        self.lines = lines

    @classmethod
    def about(cls, navigator: Navigator, error: RulesError, then: View | None) -> Self:
        """Return the view for something unusable; `then` was shown before."""
        session = navigator.session
        return cls(navigator, then, session.say("Please look"), session.words.error(error))

    def screen(self) -> Screen:
        return Message(self.name, self.title, self.lines, self.say("OK: go on"), alarm=True)

    def ok(self) -> View:
        """Go back to the view before, or to the game."""
        if self.then is not None:
            return self.then
        return self.navigator.first() if self.session.match is None else self.navigator.game()

    def scan(self) -> View:
        return self.ok()

    def back(self) -> View:
        return self.ok()
