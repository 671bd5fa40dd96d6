"""Who may see the page: phones that were told the code on the panel, until they are forgotten."""

import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple

from firmware.ports import Paired
from firmware.web.phones import Phone, Phones
from firmware.web.rate_limit import A_MINUTE, RateLimit, RateLimits

DIGITS = 6
"""Of a code that people type."""
KEY_DIGITS = 18
"""Of the key in the QR code: more would make it too fine for the panel."""
LASTS = 300.0
"""Seconds until code and key are worth nothing."""
TRIES = 5
"""So many wrong codes of one address at once; then one a minute is listened to."""
TRIES_OF_ALL = 25
"""So many of all addresses; then so many fewer a minute."""

# What guessing brings: a try hits one code in a million. One address has 65 tries in the first
# hour, all together have 325: with a code on the panel all the while, one such hour in 3,000
# succeeds. There is no code but in the five minutes after somebody looked at one; in these they
# have 50 tries: once in 20,000. The key has 59 bits of chance and a token 256: no number of tries
# helps, and neither is ever locked.


class _Standing(NamedTuple):
    """What opens the page now."""

    code: str
    key: str
    made: float


class Pairing:
    """The code of the moment and the phones that were paired; used by the loop's thread alone."""

    def __init__(
        self,
        folder: Path,
        now: Callable[[], float],
        *,
        needed: bool,
        secure: bool = False,
        date: Callable[[], float] = time.time,
    ) -> None:
        self.needed = needed
        """Whether anybody must be paired: not where only this machine can ask."""
        self.secure = secure
        """Whether all that is said is encrypted."""
        self.phones = Phones(folder, now, date, secure=secure)
        self._now = now
        self._standing: _Standing | None = None
        self._wrong = RateLimits(TRIES, 1 / A_MINUTE, now)
        self._wrong_of_all = RateLimit(TRIES_OF_ALL, TRIES / A_MINUTE, now)
        self._watchers: list[Callable[[], None]] = []

    @property
    def code(self) -> str:
        """Six digits to be typed by whoever sees the panel; until it is asked for, none stands."""
        return self._made().code

    @property
    def key(self) -> str:
        """What the QR code on the panel holds beside the address."""
        return self._made().key

    def wait(self, address: str) -> float:
        """Seconds until a code from this address is listened to again; 0 is now."""
        return max(self._wrong.of(address).wait, self._wrong_of_all.wait)

    @property
    def paired(self) -> int:
        """How many phones."""
        return len([*self.phones])

    def watch(self, changed: Callable[[], None]) -> None:
        """Have this called whenever other phones are paired than before."""
        self._watchers.append(changed)

    def pair(self, shown: str, address: str, device: str = "") -> str | None:
        """A token for the phone that knows the key, or the code while `wait` does not run."""
        standing = self._now_standing()
        if standing is None or not self._opens(shown, standing, address):
            return None
        self._standing = None
        token = self.phones.add(device)
        self._changed()
        return token

    def _opens(self, shown: str, standing: "_Standing", address: str) -> bool:
        if compare_digest(_encoded(shown), _encoded(standing.key)):
            return True
        if self.wait(address):
            return False
        if compare_digest(_encoded(shown), _encoded(standing.code)):
            return True
        self._wrong.of(address).allows()  # only wrong ones count: a family may come in at once
        self._wrong_of_all.allows()
        return False

    def knows(self, token: str | None) -> bool:
        """Whether whoever shows this token may see everything."""
        return not self.needed or (token is not None and self.phones.holds(token))

    def here(self, token: str | None) -> AbstractContextManager[None]:
        """Somebody has a page open, with this token."""
        return nullcontext() if token is None else self.phones.here(token)

    def forget(self, gone: Callable[[Phone], bool]) -> bool:
        """These phones are not paired any more; whether that is also so after the next start.

        Those who go may have seen the code: there is a new one.
        """
        if not self.phones.forget(gone):
            return True
        self._standing = None
        self._changed()
        return self.phones.kept

    def forget_all(self) -> bool:
        """No phone is paired any more; whether that is also so after the next start."""
        return self.forget(lambda _phone: True)

    def _changed(self) -> None:
        for changed in self._watchers:
            changed()

    def _made(self) -> "_Standing":
        standing = self._now_standing()
        if standing is None:
            standing = self._standing = _Standing(_digits(DIGITS), _digits(KEY_DIGITS), self._now())
        return standing

    def _now_standing(self) -> "_Standing | None":
        standing = self._standing
        fresh = standing is not None and self._now() - standing.made < LASTS
        return standing if fresh else None


@dataclass
class Welcome:
    """What the panel tells of the page: it is what `firmware.ports.Phone` asks for."""

    pairing: Pairing
    find: Callable[[], str] = lambda: ""
    """Where the page is now: a network can come late, or give another address."""

    @property
    def address(self) -> str:
        """Such as 192.168.1.20:8080; "" while there is none."""
        return self.find()

    @property
    def open(self) -> bool:
        """Whether phones may see the page at all."""
        return self.pairing.needed

    @property
    def code(self) -> str:
        """What is typed to pair a phone now."""
        return self.pairing.code

    @property
    def key(self) -> str:
        """What a phone reads from the QR code to be paired now."""
        return self.pairing.key

    @property
    def secure(self) -> bool:
        """Whether phones ask over https."""
        return self.pairing.secure

    @property
    def paired(self) -> tuple[Paired, ...]:
        """The phones that are paired."""
        phones = self.pairing.phones
        return tuple(Paired(phone.id, phone.device, phones.ago(phone)) for phone in phones)

    def forget(self, phone: str | None = None) -> bool:
        """Let this phone be paired no more, or none; whether that is also so after a start."""
        return self.pairing.forget(lambda other: phone in (None, other.id))


def _digits(count: int) -> str:
    return f"{secrets.randbelow(10**count):0{count}}"


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # JSON can hold halves of characters
