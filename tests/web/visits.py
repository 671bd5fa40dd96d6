"""People at a page in a real browser: they find what they click by its text."""

import json
import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
)

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
PATIENCE = 20_000
"""Milliseconds for anything to appear, on whatever machine."""
BEAT = 20
MOST_TABS = 120

expect.set_options(timeout=PATIENCE)


HOLDING = """
// News can be held back, as on a slow line; those that the page has shown can be asked for.
const listen = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
const held = [];
window.holding = false;
window.shown = null;
let count = 0;
window.letNews = () => {
  window.holding = false;
  held.splice(0).forEach((tell) => tell());
};
Object.defineProperty(WebSocket.prototype, "onmessage", {
  set(heard) {
    const tell = (event) => {
      heard(event);
      if (!event.data.startsWith('{"news"')) return;
      count += 1;
      const key = `${performance.timeOrigin} ${count}`;
      setTimeout(() => { window.shown = [key, event.data]; }); // when all of it is drawn
    };
    listen.set.call(this, (event) => {
      if (window.holding) held.push(() => tell(event));
      else tell(event);
    });
  },
});
"""


class Visits:
    """Opens pages, each as if on a device of its own, and listens to what their scripts say."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.bears: str | None = None
        """What may be complained of, where a test breaks something on purpose."""

    def __call__(self, address: str, *, phone: bool = False) -> "Visit":
        context = self._browser.new_context(
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            device_scale_factor=2 if phone else 1,
            locale="en-GB",
            reduced_motion="reduce",
        )
        self._contexts.append(context)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self._complain(str(error.error)))
        context.add_init_script(HOLDING)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        visit = Visit(page)
        page.goto(address)
        return visit

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._complain(message.text)

    def _complain(self, text: str) -> None:
        if self.bears is None or not re.search(self.bears, text):
            self.complaints.append(text)

    def close(self) -> None:
        """Close every page, before the table stops."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()


class Visit:
    """Somebody who looks at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._key = ""
        self._snapshot: dict[str, Any] = {}

    @property
    def news(self) -> dict[str, Any]:
        """Return the latest snapshot on the page, to which clicks now refer."""
        told = self.page.evaluate(
            "(key) => (window.shown && window.shown[0] !== key ? window.shown : null)", self._key
        )
        if told is not None:
            self._key = told[0]
            self._snapshot = json.loads(told[1])["news"]
        return self._snapshot

    def forget(self) -> None:
        """Ignore everything shown so far."""
        self.page.evaluate("window.shown = null")
        self._snapshot = {}

    def until(self, known: Callable[[dict[str, Any]], object]) -> None:
        """Wait until the page shows this."""
        for _ in range(PATIENCE // BEAT):
            if (news := self.news) and known(news):
                return
            self.page.wait_for_timeout(BEAT)
        raise AssertionError(self._snapshot.get("screen"), self._snapshot.get("at"))

    def settled(self) -> None:
        """Wait until the table waits for people."""
        self.page.wait_for_timeout(BEAT)
        self.until(lambda news: not news["busy"])

    def at(self, *screens: str) -> None:
        """Wait until the panel shows one of these."""
        self.until(lambda news: news["screen"] in screens)

    def tab_to(self, name: str | re.Pattern[str]) -> None:
        """Press Tab until this button has the focus."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.locator(":focus").and_(self.button(name)).count():
                return
        raise AssertionError(name)

    def part(self, name: str) -> Locator:
        """Return a region of the page by its id."""
        return self.page.locator(f"#{name}")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return a visible button by its text."""
        return self.page.get_by_role("button", name=name)

    def go(self, view: str) -> None:
        """Go to another part of the page."""
        self.page.get_by_role("navigation").get_by_role("button", name=view).click()

    def resume(self, names: str = "Ann") -> None:
        """Resume the newest game of these players."""
        self.go("Last games")
        self.page.get_by_role("button", name=re.compile(f"Resume: .*{names}")).first.click()
        expect(self.part("turn")).to_be_visible()

    @property
    def choices(self) -> Locator:
        """Return the choices, without repairs."""
        return self.part("choices").locator(".offers").first.get_by_role("button")

    def choice(self, says: str) -> Locator:
        """Return the choice with this text."""
        return self.choices.filter(has_text=re.compile(says, re.IGNORECASE))

    def repair(self, says: str) -> None:
        """Use an entry of *Fix something*."""
        self.part("choices").get_by_text("Fix something").click()
        self.part("choices").locator("details").get_by_role("button").filter(has_text=says).click()

    def agree(self) -> None:
        """Answer yes to what the page asks first."""
        self.page.get_by_role("dialog").get_by_role("button", name="Yes").click()

    def sees_turn_of(self, name: str) -> None:
        expect(self.part("turn").get_by_role("heading")).to_have_text(name)

    def toast(self, says: str) -> None:
        """Wait until the page briefly shows this."""
        expect(self.part("toast")).to_contain_text(says)

    def hold_news(self) -> None:
        """Hold back all news from this page."""
        self.page.evaluate("window.holding = true")

    def let_news(self) -> None:
        """Send the page all news that was held back."""
        self.page.evaluate("window.letNews()")

    def sticking_out(self) -> list[str]:
        """Return the beginnings of texts that are cut off at the side or need scrolling."""
        found: list[str] = self.page.evaluate(
            """() => {
                const wide = document.documentElement.clientWidth;
                const unseen = (element) => element.closest(".unseen, .skip, svg, [hidden]");
                return [...document.querySelectorAll("body *")]
                    .filter((element) => !unseen(element) && element.checkVisibility())
                    .filter((element) => {
                        const { left, right } = element.getBoundingClientRect();
                        return right > wide + 1 || left < -1;
                    })
                    .map((element) => element.outerHTML.slice(0, 100));
            }"""
        )
        return found

    def small_targets(self) -> list[str]:
        """Return targets that are hard to tap: under 24 pixels high or wide (WCAG 2.2, 2.5.8)."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll("button, select, summary, input")]
                .filter((element) => element.checkVisibility())
                .map((element) => element.closest("label") ?? element)
                .filter((element) => {
                    const { width, height } = element.getBoundingClientRect();
                    return width < 24 || height < 24;
                })
                .map((element) => element.outerHTML.slice(0, 100))"""
        )
        return found

    def sent_panel(self) -> list[bool]:
        """Return the panel's pixels as the table has them."""
        packed = b64decode(self.news["panel"]["bits"])
        return [bool(packed[at // 8] & (0x80 >> at % 8)) for at in range(8 * len(packed))]

    def panel(self) -> list[bool]:
        """Return the panel's pixels as the page draws them, from the top left."""
        self.page.wait_for_selector("#panel canvas", state="attached")
        drawn: list[bool] = self.page.evaluate(
            """() => {
                const canvas = document.querySelector("#panel canvas");
                const { width, height } = canvas;
                const data = canvas.getContext("2d").getImageData(0, 0, width, height).data;
                return Array.from({ length: width * height }, (_, at) => data[at * 4] > 127);
            }"""
        )
        return drawn
