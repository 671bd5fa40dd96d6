"""A thread that sets a pin to one value after another."""

import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Event, Thread
from typing import Generic, TypeVar

from firmware.devices.waiting import Wait

T = TypeVar("T")

log = logging.getLogger(__name__)

_LAST_WORDS = 0.2


class Steps(Generic[T]):
    """Sets each value for its seconds; None lasts until the next start. New steps end the old ones.

    A pin that fails is left alone until the next start: a game works without it.
    """

    def __init__(self, name: str, put: Callable[[T], None], resting: T, wait: Wait) -> None:
        self._put = put
        self._resting = resting
        self._wait = wait
        self._steps: Iterable[tuple[T, float | None]] = ((resting, None),)
        self._woken = Event()
        self._closing = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def start(self, steps: Iterable[tuple[T, float | None]]) -> None:
        self._steps = steps
        self._woken.set()

    def close(self) -> None:
        """Put the pin to rest, and end the thread."""
        self._closing = True
        self._woken.set()
        self._thread.join(_LAST_WORDS)

    def _run(self) -> None:
        while True:
            self._woken.clear()
            if self._closing:  # asked after clearing, so that `close` is never missed
                break
            try:
                for value, seconds in self._steps:
                    self._put(value)
                    if self._wait(self._woken, seconds):
                        break
            except Exception:
                log.exception("%s failed", self._thread.name)
                self._wait(self._woken, None)
        with suppress(Exception):
            self._put(self._resting)
