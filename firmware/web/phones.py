"""The phones that are paired: what they are, when they were seen, and their fingerprints."""

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
"""In the folder of the games: fingerprints of tokens, never a token."""
MOST = 16
"""So many phones; one more, and the one that was seen longest ago is forgotten."""
DAY = 86_400.0
UNUSED = 60 * DAY
"""Seconds after which a phone that was not seen is forgotten."""
_ID = 12
"""Letters of a fingerprint that tell one phone from another."""
_DEVICES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}
"""What a browser says that it runs on, and what that is called."""

_log = logging.getLogger(__name__)

_Fingerprint = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""The SHA-256 of a token."""


class Phone(Struct, frozen=True, forbid_unknown_fields=True):
    """One that is paired."""

    token: _Fingerprint
    device: Annotated[str, Meta(max_length=20)] = ""
    """What it is, such as iPhone; "": it did not say."""
    seen: float = 0.0
    """When it was here last, in seconds since 1970."""
    secure: bool = False
    """Whether its token never went over the network in the clear."""

    @property
    def id(self) -> str:
        """What it is called by pages; it opens nothing."""
        return self.token[:_ID]


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """The file. Before there were names it held fingerprints alone."""

    phones: Annotated[tuple[Phone | _Fingerprint, ...], Meta(max_length=MOST)]


@dataclass
class Phones:
    """Kept in a folder; used by the loop's thread alone."""

    folder: Path
    now: Callable[[], float]
    """Seconds that only go forward."""
    date: Callable[[], float]
    """Seconds since 1970, as far as this machine knows: without a network a Pi does not."""
    secure: bool = False
    """Whether only tokens count that never went over the network in the clear."""

    def __post_init__(self) -> None:
        self._phones = list(self._load())
        self._written = max((phone.seen for phone in self._phones), default=0.0)
        self._here = Counter[str]()
        self._seen: dict[str, float] = {}
        """Those that were seen since the start, by the clock that only goes forward."""
        self.kept = True
        """Whether the same phones are paired after the next start."""

    def __iter__(self) -> Iterator[Phone]:
        """Those that may come in."""
        return iter([phone for phone in self._phones if self._counts(phone)])

    def _counts(self, phone: Phone) -> bool:
        return self.ago(phone) < UNUSED and (phone.secure or not self.secure)

    def holds(self, token: str) -> bool:
        """Whether this is the token of one. Each is compared to its end: time tells nothing."""
        mine = _fingerprint(token)
        return sum(compare_digest(mine, phone.token) for phone in self) > 0

    def add(self, device: str) -> str:
        """A token for one more."""
        token = secrets.token_urlsafe(32)
        phones = [*self]
        if len(phones) >= MOST:
            phones.remove(max(phones, key=self.ago))
        self._seen[_fingerprint(token)] = self.now()
        self._keep([*phones, Phone(_fingerprint(token), device, self.date(), self.secure)])
        return token

    def forget(self, gone: Callable[[Phone], bool]) -> bool:
        """These are paired no more; whether there were any."""
        left = [phone for phone in self._phones if not gone(phone)]
        if len(left) == len(self._phones):
            return False
        if not self._keep(left):
            with suppress(OSError):  # also on a full disk nobody comes back with the next start
                (self.folder / NAME).unlink()
                self.kept = not left
        return True

    def saw(self, token: str) -> None:
        """The phone with this token is here; that is written down once a day."""
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
        """The phone has a page open."""
        mine = _fingerprint(token)
        self._here[mine] += 1
        try:
            yield
        finally:
            self._here[mine] -= 1
            self.saw(token)

    def ago(self, phone: Phone) -> float:
        """Seconds since it was seen; 0 is now."""
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
        """The phones of the last time; of a damaged file none."""
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
    """What the phone with this token is called by pages."""
    return _fingerprint(token)[:_ID]


def device_of(user_agent: str) -> str:
    """What a browser runs on, by what it says of itself; "" for what nobody knows."""
    return next((name for sign, name in _DEVICES.items() if sign in user_agent), "")


def _fingerprint(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()  # JSON can hold half characters
