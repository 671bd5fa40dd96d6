"""The rules of a game in short, one to a page."""

from collections.abc import Collection

from firmware.panel.view import ExpectedThrow, View
from firmware.panel.view_kinds import Chooser, SubView
from firmware.screens.kinds import Message, Screen
from firmware.speech.games import WORDS
from rules.games import AnyGame


class RulesView(SubView, Chooser):
    """LEFT and RIGHT turn the pages. OK turns to the next one, and leaves after the last."""

    name = "rules"

    def __init__(self, back: View, game: type[AnyGame], options: Collection[str]) -> None:
        super().__init__(back)
        self._rules = [rule for rule in WORDS[game.NAME].rules if rule.holds(options)]

    def size(self) -> int:
        return len(self._rules)

    def screen(self) -> Screen:
        rule = self._rules[self.chosen]
        title = f"{self.chosen + 1}/{self.size()} {self.say(rule.title)}"
        return Message(self.name, title, (self.say(rule.text),))

    def ok(self) -> View:
        return self.back() if self.chosen == self.size() - 1 else self.step(1)

    def scan(self) -> View:
        return self.scan_of_game()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.expected_throw_of_game()
