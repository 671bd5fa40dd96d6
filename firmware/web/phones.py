"""The paired phones: their devices, when they were last seen, and their fingerprints."""

import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from firmware.store.files import kept, replace, set_aside

NAME = "page.json"
"""In the games' folder; contains fingerprints of tokens, never a token."""
MOST = 16
"""Phones; one more replaces the one not seen for longest."""
DAY = 86_400.0
UNUSED = 60 * DAY
"""Seconds after which an unseen phone is forgotten."""
_ID = 12
"""Letters of a fingerprint that identify a phone."""
_DEVICES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}
"""Parts of a browser's user agent, with the name of the device."""

_log = logging.getLogger(__name__)

_Fingerprint = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""The SHA-256 of a token."""


class Phone(Struct, frozen=True, forbid_unknown_fields=True):
    """A paired phone."""

    token: _Fingerprint
    device: Annotated[str, Meta(max_length=20)] = ""
    """Its device, such as iPhone; "" if unknown."""
    seen: float = 0.0
    """When it was last seen, in seconds since 1970."""
    secure: bool = False
    """Whether its token was always encrypted on the network."""

    @property
    def id(self) -> str:
        """Its identifier for pages, which gives no access."""
        return self.token[:_ID]


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """The file. Its first version contained only fingerprints."""

    phones: Annotated[tuple[Phone | _Fingerprint, ...], Meta(max_length=MOST)]


@dataclass
class Phones:
    """The phones of a folder; only used by the loop's thread."""

    folder: Path
    now: Callable[[], float]
    """Seconds that only go forward."""
    date: Callable[[], float]
    """Seconds since 1970, as far as this machine knows: a Pi without a network does not."""
    secure: bool = False
    """Whether only tokens count that were always encrypted on the network."""

    def __post_init__(self) -> None:
        self._phones = list(self._load())
        self._written = max((phone.seen for phone in self._phones), default=0.0)
        self._here = Counter[str]()
        self._seen: dict[str, float] = {}
        """When phones were seen since the start, by the clock that only goes forward."""
        self.kept = True
        """Whether the same phones are paired after a restart."""

    def __iter__(self) -> Iterator[Phone]:
        """Yield the paired phones."""
        return iter([phone for phone in self._phones if self._counts(phone)])

    def _counts(self, phone: Phone) -> bool:
        return self.ago(phone) < UNUSED and (phone.secure or not self.secure)

    def holds(self, token: str) -> bool:
        """Return whether this token belongs to a phone, in constant time."""
        mine = _fingerprint(token)
        return sum(compare_digest(mine, phone.token) for phone in self) > 0

    def add(self, device: str) -> str:
        """Return a token for a new phone."""
        token = secrets.token_urlsafe(32)
        phones = [*self]
        if len(phones) >= MOST:
            phones.remove(max(phones, key=self.ago))
        self._seen[_fingerprint(token)] = self.now()
        self._keep([*phones, Phone(_fingerprint(token), device, self.date(), self.secure)])
        return token

    def forget(self, gone: Callable[[Phone], bool]) -> bool:
        """Unpair these phones; return whether there were any."""
        left = [phone for phone in self._phones if not gone(phone)]
        if len(left) == len(self._phones):
            return False
        if not self._keep(left):
            with suppress(OSError):  # a forgotten phone must not return, even on a full disk
                (self.folder / NAME).unlink()
                self.kept = not left
        return True

    def saw(self, token: str) -> None:
        """Note that the phone with this token was seen; saved once a day."""
        mine, now = _fingerprint(token), self.date()
        self._seen[mine] = self.now()
        self._phones = [
            structs.replace(phone, seen=now) if phone.token == mine else phone
            for phone in self._phones
        ]
        if abs(now - self._written) >= DAY:
            self._write()

    @contextmanager
    def here(self, token: str) -> Iterator[None]:
        """Return whether the phone has a page open."""
        mine = _fingerprint(token)
        self._here[mine] += 1
        try:
            yield
        finally:
            self._here[mine] -= 1
            self.saw(token)

    def ago(self, phone: Phone) -> float:
        """Return the seconds since the phone was seen; 0 means now."""
        if self._here[phone.token] > 0:
            return 0.0
        if phone.token in self._seen:
            return self.now() - self._seen[phone.token]
        return max(0.0, self.date() - phone.seen)

    def _keep(self, phones: list[Phone]) -> bool:
        self._phones = phones
        self.kept = self._write()
        return self.kept

    def _write(self) -> bool:
        self._written = self.date()
        try:
            content = msgspec.json.encode(_Kept(tuple(self._phones)))
            replace(self.folder / NAME, content, mode=0o600)
        except OSError:
            _log.exception("The paired phones cannot be kept")
            return False
        return True

    def _load(self) -> Iterator[Phone]:
        """Load the saved phones; none from a damaged file."""
        path = self.folder / NAME
        try:
            phones = msgspec.json.decode(kept(path), type=_Kept).phones
        except OSError:
            return
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            set_aside(path)
            return
        for phone in phones:
            yield Phone(phone, seen=self.date()) if isinstance(phone, str) else phone


def id_of(token: str) -> str:
    """Return the identifier for pages of the phone with this token."""
    return _fingerprint(token)[:_ID]


def device_of(user_agent: str) -> str:
    """Return the device of a browser's user agent; "" if unknown."""
    return next((name for sign, name in _DEVICES.items() if sign in user_agent), "")


def _fingerprint(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()  # JSON can contain lone surrogates
