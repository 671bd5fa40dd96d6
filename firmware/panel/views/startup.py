"""The first screen after power-on: the parts of the table report, then the game begins."""

from typing import Self

from firmware.errors import DeviceTrouble
from firmware.panel.view import Navigator, View
from firmware.screens.kinds import Check, Checks, Edge, Message, Screen, State
from firmware.table.requests import UseSettings
from firmware.table.session import Desk
from rules.errors import RulesError

PARTS = ("camera", "reader", "games")
"""What is looked at; the panel is there if this can be read."""


class StartView(View):
    """Each part, as soon as it is known. When all are, the game begins by itself."""

    name = "start"

    def __init__(self, desk: Desk, navigator: Navigator) -> None:
        super().__init__(desk, navigator)
        self.parts = dict.fromkeys(PARTS, State.WAITING)
        self.troubles: list[DeviceTrouble] = []

    def screen(self) -> Screen:
        """The list."""
        labels = {
            "camera": self.say("Camera"),
            "reader": self.say("Reading dice"),
            "games": self.say("Saved games"),
        }
        checks = tuple(Check(labels[part], state) for part, state in self.parts.items())
        return Checks(self.name, "Grillside", checks, self.say("OK: go on"))

    def checked(self, part: str, state: State, trouble: DeviceTrouble | None = None) -> None:
        """This part is as it is; what is wrong with it is told before the game begins."""
        self.parts[part] = state
        if trouble is not None:
            self.troubles.append(trouble)

    @property
    def complete(self) -> bool:
        """Whether all parts have reported."""
        return State.WAITING not in self.parts.values()

    def ok(self) -> View:
        """On; nobody must wait for it."""
        view: View | None = None
        for trouble in reversed(self.troubles):
            view = TroubleView.about(self.desk, self.navigator, trouble, view)
        return view or self.navigator.first()

    def scan(self) -> View:
        """On; nobody must wait for it."""
        return self.ok()


class EdgeView(View):
    """Is the whole picture there? An SH1106 driven as an SSD1306 shows it two pixels aside."""

    name = "edge"

    def screen(self) -> Screen:
        """A line around the very edge."""
        foot = self.say("OK: yes   RIGHT: no")
        return Edge(self.name, self.say("A whole frame?"), foot)

    def ok(self) -> View:
        """Yes: never ask again."""
        self.desk.change(chip=self.desk.chip)
        return self.navigator.first()

    def scan(self) -> View:
        """Yes, as far as anybody can see."""
        return self.ok()

    def right(self) -> View:
        """No: so it is the other chip. Look again."""
        self.desk.chip = "ssd1306" if self.desk.chip == "sh1106" else "sh1106"
        self.desk.ask(UseSettings())
        return self

    def left(self) -> View:
        """No, in the other direction."""
        return self.right()

    def undo(self) -> View:
        """There is no game yet."""
        return self


class TroubleView(View):
    """Something went wrong that no one foresaw, or the configuration cannot be used."""

    name = "trouble"

    def __init__(
        self,
        desk: Desk,
        navigator: Navigator,
        title: str,
        lines: tuple[str, ...],
        then: View | None,
    ) -> None:
        super().__init__(desk, navigator)
        self.title = title
        self.lines = lines
        self.then = then

    @classmethod
    def about(cls, desk: Desk, navigator: Navigator, error: RulesError, then: View | None) -> Self:
        """Something cannot be used as it is; `then` stood there before."""
        return cls(desk, navigator, desk.say("Please look"), (desk.words.error(error),), then)

    def screen(self) -> Screen:
        """What happened, and what to do."""
        return Message(self.name, self.title, self.lines, self.say("OK: go on"), alarm=True)

    def ok(self) -> View:
        """On: to where the players were, or to where the game stands."""
        if self.then is not None:
            return self.then
        return self.navigator.first() if self.desk.match is None else self.navigator.game()

    def scan(self) -> View:
        """On."""
        return self.ok()

    def back(self) -> View:
        """On."""
        return self.ok()
