"""Real buttons on the Pi's pins.

gpiozero reports edges in its own thread, where an exception would silence every button, so its
callback only queues them. One thread of this module turns them into actions and sleeps while
nothing is due.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING

from firmware.devices.gestures import Gestures
from firmware.devices.pins import pin_trouble
from firmware.devices.waiting import Wait, wait
from firmware.devices.wiring import WiredButton
from firmware.ports import Action, Clock

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice, Factory

log = logging.getLogger(__name__)

_MOST_EDGES = 1000
"""Queued edges; of a chattering contact only the latest matter."""
_LAST_WORDS = 0.3


class PinButtons:
    """The port `Buttons` on gpiozero.

    Raises `DeviceTrouble` if a pin is not available; then none is held.
    """

    def __init__(
        self,
        buttons: Mapping[str, WiredButton],
        factory: "Factory",
        clock: Clock,
        wait: Wait = wait,
    ) -> None:
        self._clock = clock
        self._wait = wait
        self._gestures = Gestures({name: button.key for name, button in buttons.items()})
        self._edges: deque[tuple[str, bool, float]] = deque(maxlen=_MOST_EDGES)
        self._woken = Event()
        self._closing = False
        self._known_stuck: tuple[str, ...] = ()
        self.on_stuck: Callable[[tuple[str, ...]], None] = lambda _names: None
        """Called from this object's thread when the set of stuck buttons changes."""
        self._thread: Thread | None = None
        self._inputs: dict[str, DigitalInputDevice] = {}
        for name, button in buttons.items():
            self._open(name, button.pin, factory)

    def _open(self, name: str, pin: int, factory: "Factory") -> None:
        # A gpiozero Button adds a thread to this class that polls ten times a second for holds.
        from gpiozero import DigitalInputDevice  # noqa: PLC0415

        try:
            self._inputs[name] = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        except Exception as error:
            self.close()
            raise pin_trouble(error, pin) from error

    def start(self, pressed: Callable[[Action], None]) -> None:
        """Call `pressed` for each action from now on, from a thread of this object."""
        for name, device in self._inputs.items():
            if device.is_active:
                self._gestures.held_already(name, self._clock())
            device.when_activated = partial(self._went_down, name)
            device.when_deactivated = partial(self._came_up, name)
        self._thread = Thread(target=self._run, args=(pressed,), name="buttons", daemon=True)
        self._thread.start()

    def down(self) -> tuple[str, ...]:
        """Return the buttons that are down right now, bouncing or not."""
        return tuple(name for name, device in self._inputs.items() if device.is_active)

    def stuck(self) -> tuple[str, ...]:
        """Return the buttons that are held too long or keep bouncing."""
        return self._gestures.stuck()

    def close(self) -> None:
        self._closing = True
        self._woken.set()
        if self._thread is not None:
            self._thread.join(_LAST_WORDS)
        while self._inputs:
            _, device = self._inputs.popitem()
            device.close()

    def _went_down(self, name: str) -> None:
        self._note(name, down=True)

    def _came_up(self, name: str) -> None:
        self._note(name, down=False)

    def _note(self, name: str, *, down: bool) -> None:
        try:
            self._edges.append((name, down, self._clock()))
            self._woken.set()
        except Exception:  # see above: no exception may escape here
            log.exception("button %s: edge not noted", name)

    def _run(self, pressed: Callable[[Action], None]) -> None:
        while not self._closing:
            due = self._gestures.due()
            self._wait(self._woken, None if due is None else max(0.0, due - self._clock()))
            self._woken.clear()
            for action in self._actions():
                try:
                    pressed(action)
                except Exception:  # a failing listener must not stop the buttons
                    log.exception("%s was not taken", action)
            self._tell_stuck()

    def _tell_stuck(self) -> None:
        stuck = self.stuck()
        if stuck == self._known_stuck:
            return
        self._known_stuck = stuck
        try:
            self.on_stuck(stuck)
        except Exception:  # as above
            log.exception("%s: not taken that they are stuck", stuck)

    def _actions(self) -> list[Action]:
        actions: list[Action] = []
        while self._edges:
            name, down, at = self._edges.popleft()
            actions += self._gestures.edge(name, at, down=down)
        actions += self._gestures.tick(self._clock())
        return actions
