"""Phones: the page's address, the code that pairs one, and forgetting them."""

from functools import partial
from typing import ClassVar

from firmware.errors import DeviceTrouble
from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView
from firmware.ports import Paired, Phone
from firmware.screens.kinds import Invitation, Message, Screen
from firmware.table.phones import ago, device
from firmware.table.session import Session

SWITCH = ("[page]", "network = true")
"""What the owner must write into the configuration."""


class PhoneView(View):
    """Address and code to photograph or type; STOP lists the phones."""

    name = "phone"
    lasts: ClassVar[float | None] = 1.0  # a phone was paired, or the code has expired

    def __init__(self, session: Session, navigator: Navigator, phone: Phone, back: View) -> None:
        super().__init__(session, navigator)
        self.phone = phone
        self._back = back

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
        return PhonesView(self.session, self.navigator, self.phone, self)

    def ok(self) -> View:
        return self._back

    def back(self) -> View:
        return self._back


class PhonesView(MenuView):
    """The paired phones, each with its last visit; OK asks whether to forget it."""

    name = "phones"
    lasts: ClassVar[float | None] = 10.0  # phones come and go

    def __init__(self, session: Session, navigator: Navigator, phone: Phone, back: View) -> None:
        super().__init__(session, navigator, back)
        self.phone = phone
        self.foot = self.say("OK: forget it")

    def title(self) -> str:
        return self.say("Paired phones")

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
        return ForgetView(self.session, self.navigator, self.phone, self.back(), which)


class ForgetView(MenuView):
    """Asks whether to forget this phone, or every phone."""

    name = "forget_phones"

    def __init__(
        self, session: Session, navigator: Navigator, phone: Phone, back: View, which: Paired | None
    ) -> None:
        super().__init__(session, navigator, back)
        self.phone = phone
        self.which = which

    def title(self) -> str:
        if self.which is not None:
            return self.say("Forget {phone}?", phone=device(self.session, self.which))
        count = len(self.phone.paired)
        return self.many("Forget {count} phone?", "Forget {count} phones?", count)

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("No, back"), self.back),
            Entry(self.say("Yes, forget"), self._forget),
        )

    def _forget(self) -> View:
        if not self.phone.forget(None if self.which is None else self.which.id):
            self.session.unsaved = DeviceTrouble("phones_unkept")
        return self.back()
