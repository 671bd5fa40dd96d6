"""Time that passes only when a run allows it, for the threads of the devices."""

from threading import Condition, Event

from firmware.ports import Clock

ANSWERED = 20.0
"""Seconds of the real clock within which a press is answered, whatever is wrong."""


class Seconds:
    """Makes a device's thread wait for its event, or for this clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changed = Condition()
        self._event: Event | None = None
        self._due: float | None = None
        self._passed = False

    def __call__(self, event: Event, seconds: float | None) -> bool:
        with self._changed:
            self._event = event
            self._due = None if seconds is None else self._clock() + seconds
            self._changed.notify_all()
        event.wait()
        with self._changed:
            self._event = None
            passed, self._passed = self._passed, False
            if passed:
                event.clear()
        return not passed

    def settle(self) -> None:
        """Until the thread has done all it has to do by now, and waits again."""
        while True:
            with self._changed:
                assert self._changed.wait_for(self._waits, ANSWERED), (
                    "a device does not come to rest"
                )
                if self._due is None or self._due > self._clock():
                    return
                assert self._event is not None
                self._passed = True
                self._event.set()

    def _waits(self) -> bool:
        return self._event is not None and not self._event.is_set()
