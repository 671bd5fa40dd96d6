"""People who play a whole game on the page by what they see, by touch or by keyboard alone.

They know no rule: they begin, throw where that is offered, and take the choice that looks best on
its button. Every tap and every key is counted.
"""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as TooLate

from firmware.store.settings import Settings
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.picnic_blitz import PicnicBlitz
from tests.web.running import Running
from tests.web.served import Served
from tests.web.visits import Visit, Visits
from tools.gallery.walk import reading
from tools.table.presses import Counted, typed

MOST = {
    "touch": {"barbecue": 2.1, "bratwurmeck": 2.1, "junior": 2.1, "picnic_blitz": 3.0},
    "keyboard": {"barbecue": 6.5, "bratwurmeck": 6.5, "junior": 7.0, "picnic_blitz": 8.5},
}
"""Taps or keys a throw at most. Without *Auto-read* two taps are the least: scan, and keep."""
MOST_KEYS = 60
"""Keys to reach anything that is in use during a game."""
MOST_STEPS = 1_000
NOT_PLAYING = re.compile("does not play|spielt nicht")
WORTH = re.compile(r"[0-9]+")

LONG_PRESS = 3_000
"""Milliseconds after which a tap will be no click any more."""
COUNT_CLICKS = """() => {
  window.clicks = 0;
  addEventListener("click", () => { window.clicks += 1; }, true);
}"""

FOCUS = """() => {
  const focused = document.activeElement;
  const label = focused.closest(".pick, .swatch, label") ?? focused;
  const boxes = [focused, label, label.querySelector("span") ?? label];
  const { left, top, right, bottom } = label.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const above = document.elementFromPoint(x, y);
  return {
    lost: focused === document.body,
    key: focused.dataset.key || focused.id || focused.outerHTML.slice(0, 60),
    marked: boxes.some((box) => getComputedStyle(box).outlineStyle !== "none"),
    seen: Boolean(above) && (label.contains(above) || above.contains(label)),
  };
}"""


class Hand(ABC):
    """One way to use the page."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.page = visit.page
        self.used = 0
        """How many taps or keys it took."""

    @abstractmethod
    def press(self, what: Locator) -> None:
        """Press this button."""

    @abstractmethod
    def choose(self, game: str) -> None:
        """Choose a game in the form."""


class Finger(Hand):
    """Taps, on a phone."""

    def __init__(self, visit: Visit) -> None:
        super().__init__(visit)
        self.page.evaluate(COUNT_CLICKS)

    def press(self, what: Locator) -> None:
        """Tap it; once more if the browser took the tap of a busy machine for a long press."""
        self.used += 1
        clicks = self.page.evaluate("window.clicks")
        what.tap()
        try:
            self.page.wait_for_function(
                "(clicks) => window.clicks > clicks", arg=clicks, timeout=LONG_PRESS
            )
        except TooLate:
            what.tap()

    def choose(self, game: str) -> None:
        self.press(self.page.locator(f"label:has(input[value={game}])"))


class Keys(Hand):
    """Tab, arrows, Enter and Space. They must always see where they are, and never begin anew."""

    def key(self, key: str) -> dict[str, Any]:
        """Press a key, and return what has the focus."""
        self.used += 1
        self.page.keyboard.press(key)
        return self.focus()

    def focus(self) -> dict[str, Any]:
        focus: dict[str, Any] = self.page.evaluate(FOCUS)
        return focus

    def go_to(self, what: Locator) -> None:
        """Tab to it; every place on the way is marked, and can be seen."""
        if what.evaluate("(element) => element === document.activeElement"):
            return
        way = []
        for _ in range(MOST_KEYS):
            focus = self.key("Tab")
            way.append(focus["key"])
            assert not focus["lost"], f"the page ended: {way}"
            assert focus["marked"], f"the focus is not to be seen: {way}"
            assert focus["seen"], f"the focus lies under something: {way}"
            if what.evaluate("(element) => element === document.activeElement"):
                return
        raise AssertionError("not reached", way)

    def press(self, what: Locator) -> None:
        self.go_to(what)
        self.used += 1
        self.page.keyboard.press("Enter")

    def choose(self, game: str) -> None:
        radio = self.page.locator(f"input[value={game}]")
        self.go_to(self.page.locator("input[name=game]:checked"))
        while not radio.is_checked():
            self.key("ArrowDown")


class Newcomer:
    """Plays one game from the form to the ranking."""

    def __init__(self, hand: Hand, throw: Callable[[], None]) -> None:
        self.hand = hand
        self.visit = hand.visit
        self.throw = throw
        """Throws the dice, before the button is pressed."""
        self.throws = 0

    def play(self, game: str) -> Counted:
        """Return the throws and the taps or keys, those of the form among them."""
        form = self.visit.part("new")
        begin = form.locator(".begin")
        expect(begin).to_be_visible()
        self.hand.choose(game)
        self.hand.press(form.get_by_role("button", name=NOT_PLAYING).last)
        self.hand.press(begin)
        expect(self.visit.part("turn")).to_be_visible()
        for _ in range(MOST_STEPS):
            self.visit.settled()
            if self.visit.part("turn").locator(".over").count():
                return Counted(1, self.throws, self.hand.used)
            self.step()
        raise AssertionError("the game does not end")

    def step(self) -> None:
        """Press one button, and wait until the table has answered."""
        game, at = self.visit.news["game"], self.visit.news["at"]
        self.hand.press(self.button())
        self.visit.until(
            lambda news: (
                not news["busy"] and (at, game["marked"]) != (news["at"], news["game"]["marked"])
            )
        )
        if player(self.visit.news["game"]) != player(game):
            name = self.visit.part("turn").get_by_role("heading").first
            expect(name).to_be_in_viewport(ratio=1)  # whose turn it is now, or who has won

    def button(self) -> Locator:
        """Return the button to press next."""
        likely = self.visit.part("sight").locator(".likely button")
        if likely.count():
            return likely.first
        throw = self.visit.part("act").locator("button.throw")
        offers = self.visit.choices.all()
        stops = [offer for offer in offers if "stop" in kinds(offer) and "vain" not in kinds(offer)]
        dice = self.visit.part("dice").locator("button[aria-pressed]")
        if dice.count() and (useless := self.useless(dice)):
            return useless[0]
        if stops:
            return stops[-1]
        if throw.is_visible() and throw.is_enabled():
            self.throws += 1
            self.throw()
            return throw
        return max(offers, key=worth)

    def useless(self, dice: Locator) -> list[Locator]:
        """Return the dice to mark for a re-roll: all but those seen most often."""
        words = [die.get_attribute("aria-label") for die in dice.all()]
        most = max(words, key=words.count)
        others = [die for die, word in zip(dice.all(), words, strict=True) if word != most]
        return [
            die
            for die in others
            if die.is_enabled() and die.get_attribute("aria-pressed") == "false"
        ]


class Tray:
    """Throws dice at a table under test."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._dice = random.Random(5)

    def throw(self) -> None:
        """Throw what is to be thrown; of dice that can be re-rolled, the marked ones."""
        match = self._running.table.table.session.game
        state = match.state
        if isinstance(state, Heckmeck):
            staying, count = [], state.turn.left
        else:
            lying = cast("PicnicBlitz", state).turn.thrown
            staying = [face for at, face in enumerate(lying) if at not in match.marked]
            count = state.legal_moves().dice - len(staying)
        thrown = self._dice.choices(list(state.setup.dice.sides), k=count)
        self._running.lies(reading(typed([*staying, *thrown])))


def whole_game(
    visits: Visits, folder: Path, game: type[AnyGame], how: str, language: str = "en"
) -> Counted:
    """Play a whole game: by touch on a phone, or by keyboard at a large screen."""
    phone = how == "touch"
    with Running(Served(folder, settings=Settings(language=language))) as running:
        running.speak(language)
        visit = visits(running.address, phone=phone)
        hand = Finger(visit) if phone else Keys(visit)
        counted = Newcomer(hand, Tray(running).throw).play(game.NAME)
        visits.close()
        return counted


def told(game: type[AnyGame], how: str, counted: Counted) -> str:
    """Return a line about this game."""
    return (
        f"  {game.NAME}, {how}: {counted.throws} throws, {counted.presses} taps or keys: "
        f"{counted.a_throw:.2f} a throw ({MOST[how][game.NAME]})"
    )


def player(game: dict[str, Any]) -> object:
    """Return whose turn it is; None at the end."""
    turn = game["view"]["turn"]
    return turn and turn["player"]


def kinds(button: Locator) -> list[str]:
    return (button.get_attribute("class") or "").split()


def worth(offer: Locator) -> tuple[bool, bool, int]:
    """Return how good a choice looks: an attack, what does not end the turn for nothing, a worm,
    and the largest number on it."""
    text = offer.inner_text()
    numbers = [int(number) for number in WORTH.findall(text)]
    ends = "keep" in kinds(offer) and offer.locator(".brings").count() > 0
    return "attack" in kinds(offer), not ends, max(numbers, default=0)
