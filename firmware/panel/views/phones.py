"""Phones: the page's address, the code that pairs one, and forgetting them."""

from functools import partial
from typing import ClassVar

from firmware.errors import DeviceTrouble
from firmware.panel.view import View
from firmware.panel.view_kinds import SubView
from firmware.panel.views.menus import ConfirmView, Entry, SubMenu
from firmware.ports import Paired, Phone
from firmware.screens.kinds import Invitation, Message, Screen
from firmware.speech.language import N_
from firmware.table.phones import ago, device

SWITCH = ("[page]", "network = true")
"""What the owner must write into the configuration."""


class PhoneView(SubView):
    """Address and code to photograph or type; STOP lists the phones."""

    name = "phone"
    lasts: ClassVar[float | None] = 1.0  # a phone was paired, or the code has expired

    def __init__(self, back: View, phone: Phone) -> None:
        super().__init__(back)
        self.phone = phone

    def screen(self) -> Screen:
        """Return how to join; or how to enable the page, if it is closed to others."""
        address = self.phone.address
        if self.phone.needed and not address:
            return Message(self.name, self.say("No network yet"), (self.say("Wait a moment"),))
        if not address:
            lines = (self.say("In config.toml:"), *SWITCH)
            return Message(self.name, self.say("Page for phones: off"), lines)
        code, key = self.phone.code, self.phone.key
        secure = self.phone.secure
        return Invitation(self.name, address, code, key, self._paired(), secure=secure)

    def _paired(self) -> tuple[str, ...]:
        count = len(self.phone.paired)
        if not count:
            return (self.say("no phone yet"),)
        lines = (self.say("{count} paired", count=count), self.say("STOP: which?"))
        return lines[1:] if self.phone.secure else lines  # https:// takes a line

    def stop(self) -> View:
        """List the paired phones, to forget some."""
        if not self.phone.paired:
            return self
        return PhonesView(self, self.phone)

    def ok(self) -> View:
        return self.back()


class PhonesView(SubMenu):
    """The paired phones, each with its last visit; OK asks whether to forget it."""

    name = "phones"
    heading = N_("Paired phones")
    lasts: ClassVar[float | None] = 10.0  # phones come and go

    def __init__(self, back: View, phone: Phone) -> None:
        super().__init__(back)
        self.phone = phone
        self.foot = self.say("OK: forget it")

    def entries(self) -> tuple[Entry, ...]:
        phones = self.phone.paired
        return (
            *(
                Entry(device(self.session, each), partial(self._ask, each), ago(self.session, each))
                for each in phones
            ),
            Entry(self.say("All of them"), partial(self._ask, None)),
        )

    def _ask(self, which: Paired | None) -> View:
        """Ask whether to forget this phone, or every phone."""

        def title() -> str:
            if which is not None:
                return self.say("Forget {phone}?", phone=device(self.session, which))
            count = len(self.phone.paired)
            return self.many("Forget {count} phone?", "Forget {count} phones?", count)

        forget = partial(self._forget, which)
        return ConfirmView(self._back, "forget_phones", title, N_("Yes, forget"), forget)

    def _forget(self, which: Paired | None) -> View:
        if not self.phone.forget(None if which is None else which.id):
            self.session.unsaved = DeviceTrouble("phones_unkept")
        return self._back
