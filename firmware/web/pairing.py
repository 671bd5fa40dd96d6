"""Pairs phones that know the code on the panel, until they are forgotten."""

import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple

from firmware.ports import Paired
from firmware.web.phones import Phones
from firmware.web.rate_limit import A_MINUTE, RateLimit, RateLimits

DIGITS = 6
"""Of the code to type."""
KEY_DIGITS = 18
"""Of the key in the QR code; a longer one would make it too fine for the panel."""
LASTS = 300.0
"""Seconds of validity of code and key."""
TRIES = 5
"""Wrong codes allowed at once from one address; then one per minute."""
TRIES_OF_ALL = 25
"""Wrong codes allowed at once from all addresses; then this many per minute."""

# A guess hits one code in a million. One address has 65 tries in the first hour, all together have
# 325: with a code always on the panel, one such hour in 3,000 succeeds. A code exists only for five
# minutes after somebody looked at one; these allow 50 tries: once in 20,000. The key has 59 random
# bits and a token 256, which nobody can guess, so neither is ever locked.


class _Standing(NamedTuple):
    """What opens the page now."""

    code: str
    key: str
    made: float


class Pairing:
    """The current code, and the paired phones; only used by the loop's thread.

    The panel shows them as a `firmware.ports.Phone`.
    """

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
        """Whether pairing is needed; not if only this machine can connect."""
        self.secure = secure
        """Whether connections are encrypted."""
        self.find_address: Callable[[], str] = lambda: ""
        """Returns the page's address, which the network can assign late or change."""
        self.phones = Phones(folder, now, date, secure=secure)
        self._now = now
        self._standing: _Standing | None = None
        self._wrong = RateLimits(TRIES, 1 / A_MINUTE, now)
        self._wrong_of_all = RateLimit(TRIES_OF_ALL, TRIES / A_MINUTE, now)
        self._watchers: list[Callable[[], None]] = []

    @property
    def address(self) -> str:
        """The address, such as 192.168.1.20:8080; "" without one."""
        return self.find_address()

    @property
    def code(self) -> str:
        """Six digits that the panel shows; there is no code until this is read."""
        return self._made().code

    @property
    def key(self) -> str:
        """The key in the QR code, beside the address."""
        return self._made().key

    def wait(self, address: str) -> float:
        """Return the seconds until this address may try a code again; 0 means now."""
        return max(self._wrong.of(address).wait, self._wrong_of_all.wait)

    @property
    def paired(self) -> tuple[Paired, ...]:
        return tuple(Paired(each.id, each.device, self.phones.ago(each)) for each in self.phones)

    def watch(self, changed: Callable[[], None]) -> None:
        """Call this whenever the paired phones have changed."""
        self._watchers.append(changed)

    def pair(self, shown: str, address: str, device: str = "") -> str | None:
        """Return a token for a phone that sent the key, or the code while `wait` allows it."""
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
        self._wrong.of(address).allows()  # only wrong codes count: a family may pair at once
        self._wrong_of_all.allows()
        return False

    def knows(self, token: str | None) -> bool:
        """Return whether this token belongs to a paired phone."""
        return not self.needed or (token is not None and self.phones.holds(token))

    def here(self, token: str | None) -> AbstractContextManager[None]:
        """Note that the phone with this token has a page open."""
        return nullcontext() if token is None else self.phones.here(token)

    def forget(self, phone: str | None = None, *, spared: str = "") -> bool:
        """Unpair this phone, or all but the spared one; return whether that lasts after a restart.

        They may have seen the code, so it changes.
        """
        if not self.phones.forget(lambda each: phone in (None, each.id) and each.id != spared):
            return True
        self._standing = None
        self._changed()
        return self.phones.kept

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


def _digits(count: int) -> str:
    return f"{secrets.randbelow(10**count):0{count}}"


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # JSON can contain lone surrogates
