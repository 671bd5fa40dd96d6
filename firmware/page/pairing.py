"""Who may see the page: phones that were told the code on the panel, until they are forgotten."""

import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct

from firmware.files import replace, set_aside
from firmware.page.pace import A_MINUTE, Pace, Paces

NAME = "page.json"
"""In the folder of the games: fingerprints of tokens, never a token."""
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
MOST = 16
"""So many phones; one more, and the one that was paired first is forgotten."""

# What guessing brings: a try hits one code in a million. One address has 65 tries in the first
# hour, all together have 325: with a code on the panel all the while, one such hour in 3,000
# succeeds. There is no code but in the five minutes after somebody looked at one; in these they
# have 50 tries: once in 20,000. The key has 59 bits of chance and a token 256: no number of tries
# helps, and neither is ever locked.

_log = logging.getLogger(__name__)


_Fingerprint = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""The SHA-256 of a token."""


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    phones: Annotated[tuple[_Fingerprint, ...], Meta(max_length=MOST)]
    """The one that was paired first, first."""


class _Standing(NamedTuple):
    """What opens the page now."""

    code: str
    key: str
    made: float


class Pairing:
    """The code of the moment and the phones that were paired; used by the loop's thread alone."""

    def __init__(self, folder: Path, now: Callable[[], float], *, needed: bool) -> None:
        self.needed = needed
        """Whether anybody must be paired: not where only this machine can ask."""
        self._path = folder / NAME
        self._now = now
        self._phones = list(_load(self._path))
        self._standing: _Standing | None = None
        self._wrong = Paces(TRIES, 1 / A_MINUTE, now)
        self._wrong_of_all = Pace(TRIES_OF_ALL, TRIES / A_MINUTE, now)
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
        return len(self._phones)

    def watch(self, changed: Callable[[], None]) -> None:
        """Have this called whenever other phones are paired than before."""
        self._watchers.append(changed)

    def pair(self, shown: str, address: str) -> str | None:
        """A token for the phone that knows the key, or the code while `wait` does not run."""
        standing = self._now_standing()
        if standing is None or not self._opens(shown, standing, address):
            return None
        self._standing = None
        token = secrets.token_urlsafe(32)
        self._keep([*self._phones, _fingerprint(token)][-MOST:])
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
        if not self.needed:
            return True
        return token is not None and self._holds(_fingerprint(token))

    def forget(self, token: str) -> None:
        """This phone is not paired any more."""
        gone = _fingerprint(token)
        if self._holds(gone):
            self._forget_but([phone for phone in self._phones if phone != gone])

    def forget_others(self, token: str) -> None:
        """No phone but this one is paired any more; nobody may forget others who is not."""
        mine = _fingerprint(token)
        if self._holds(mine):
            self._forget_but([mine])

    def forget_all(self) -> None:
        """No phone is paired any more."""
        self._forget_but([])

    def _made(self) -> "_Standing":
        standing = self._now_standing()
        if standing is None:
            standing = self._standing = _Standing(_digits(DIGITS), _digits(KEY_DIGITS), self._now())
        return standing

    def _now_standing(self) -> "_Standing | None":
        standing = self._standing
        fresh = standing is not None and self._now() - standing.made < LASTS
        return standing if fresh else None

    def _holds(self, fingerprint: str) -> bool:
        """Each is compared to its end, so that time tells nothing."""
        return sum(compare_digest(fingerprint, phone) for phone in self._phones) > 0

    def _forget_but(self, phones: list[str]) -> None:
        """Those who go may have seen the code: there is a new one."""
        self._standing = None
        if not self._keep(phones):
            with suppress(OSError):  # also on a full disk nobody comes back with the next start
                self._path.unlink()

    def _keep(self, phones: list[str]) -> bool:
        """From now on only these are paired; whether they still are after the next start."""
        self._phones = phones
        for changed in self._watchers:
            changed()
        try:
            replace(self._path, msgspec.json.encode(_Kept(tuple(phones))), mode=0o600)
        except OSError:
            _log.exception("The paired phones cannot be kept")
            return False
        return True


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
    def paired(self) -> int:
        """How many phones are paired."""
        return self.pairing.paired

    def forget_all(self) -> None:
        """Let no phone be paired any more."""
        self.pairing.forget_all()


def _load(path: Path) -> tuple[str, ...]:
    """The phones of the last time; of a damaged file none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept).phones
    except OSError:
        return ()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        set_aside(path)
        return ()


def _digits(count: int) -> str:
    return f"{secrets.randbelow(10**count):0{count}}"


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # JSON can hold halves of characters


def _fingerprint(token: str) -> str:
    return sha256(_encoded(token)).hexdigest()
