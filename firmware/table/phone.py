"""Phones: where the page is, the code that pairs one, and forgetting them."""

from typing import ClassVar

from firmware.ports import Phone
from firmware.screens.kinds import Invitation, Message, Screen
from firmware.table.desk import Desk
from firmware.table.menus import Entry, MenuView
from firmware.table.view import Places, View

SWITCH = ("[page]", "network = true")
"""What the owner must write into the configuration."""


class PhoneView(View):
    """Address and code to be photographed or typed; STOP asks whether to forget the phones."""

    name = "phone"
    lasts: ClassVar[float | None] = 1.0  # a phone is paired, or the code is too old

    def __init__(self, desk: Desk, places: Places, phone: Phone, back: View) -> None:
        super().__init__(desk, places)
        self.phone = phone
        self._back = back

    def screen(self) -> Screen:
        """How to come in; or how to open the page, where it is closed to others."""
        address = self.phone.address
        if self.phone.open and not address:
            return Message(self.name, self.say("No network yet"), (self.say("Wait a moment"),))
        if not address:
            lines = (self.say("In config.toml:"), *SWITCH)
            return Message(self.name, self.say("Page for phones: off"), lines)
        code, key = self.phone.code, self.phone.key
        return Invitation(self.name, address, code, key, self._paired())

    def _paired(self) -> tuple[str, ...]:
        count = self.phone.paired
        if not count:
            return (self.say("nobody paired"),)
        return (self.say("{count} paired", count=count), self.say("STOP: forget"))

    def stop(self) -> View:
        """Ask before anybody is forgotten."""
        if not self.phone.paired:
            return self
        return ForgetView(self.desk, self.places, self.phone, self)

    def ok(self) -> View:
        """Back."""
        return self._back

    def back(self) -> View:
        """Where the players came from."""
        return self._back


class ForgetView(MenuView):
    """Forget every phone?"""

    name = "forget_phones"

    def __init__(self, desk: Desk, places: Places, phone: Phone, back: View) -> None:
        super().__init__(desk, places, back)
        self.phone = phone

    def title(self) -> str:
        """The question, with how many it is about."""
        return self.many("Forget {count} phone?", "Forget {count} phones?", self.phone.paired)

    def entries(self) -> tuple[Entry, ...]:
        """No first."""
        return (
            Entry(self.say("No, back"), self.back),
            Entry(self.say("Yes, forget all"), self._forget),
        )

    def _forget(self) -> View:
        self.phone.forget_all()
        return self.back()
