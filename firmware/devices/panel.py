"""A real OLED panel, through luma.oled.

One thread does all the writing, from a slot with the latest request. A panel that does not answer
is retried forever; when it answers, it is initialised and gets the latest picture.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from firmware.devices.bus import Wire, bus_trouble, open_wire
from firmware.devices.drivers import driver_of
from firmware.devices.panel_kinds import PanelKind
from firmware.devices.waiting import Wait, wait
from firmware.devices.wiring import Bus, I2c
from firmware.errors import DeviceTrouble
from firmware.ports import Light

if TYPE_CHECKING:
    from gpiozero import Factory
    from PIL.Image import Image

log = logging.getLogger(__name__)

BRIGHTEST = 0xCF
"""Contrast; more wears the panel out and is barely visible."""
DIMMED = 0x01
BACK_OFF = (1.0, 2.0, 5.0, 10.0)
PULSE = 2.0
"""Seconds between checks of a panel on I2C. One that lost power for a moment must be initialised
again, even if nothing was written meanwhile.
"""

_NOTHING = 0xE3
"""The no-operation command, which only tests for an answer."""
_LAST_WORDS = 0.3


class Rotation(IntEnum):
    """How the panel is mounted. Upright, 64 pixels wide, no screen would fit."""

    NONE = 0
    HALF = 180


@dataclass(frozen=True)
class _Wish:
    """The picture, its contrast, orientation and kind of panel. No contrast means off."""

    kind: PanelKind
    frame: bytes | None
    rotation: Rotation
    contrast: int | None


class Panel:
    """The port `Display` on a panel of this kind.

    `on_change` is called from the panel's own thread when the panel stops answering, and with None
    when it answers again.
    """

    def __init__(
        self,
        kind: PanelKind,
        bus: Bus,
        *,
        factory: "Factory | None" = None,
        rotation: Rotation = Rotation.NONE,
        brightness: int = BRIGHTEST,
        on_change: Callable[[DeviceTrouble | None], None] | None = None,
        open_wire: Callable[[Bus, "Factory | None"], Wire] = open_wire,
        wait: Wait = wait,
    ) -> None:
        self.width, self.height = kind.size
        self._kind, self._bus = kind, bus
        self._open_wire: Callable[[], Wire] = partial(open_wire, bus, factory)
        self._wait = wait
        self._on_change = on_change
        self._lock = Lock()
        self._wish = _Wish(kind, None, rotation, brightness)
        self._light, self._brightness = Light.FULL, brightness
        self._sent: _Wish | None = None
        self._changed, self._closing = Event(), Event()
        self._link = _Link()
        self._driver: Any = None
        self.answering = False
        self.trouble: DeviceTrouble | None = None
        """Why the panel does not answer."""
        self._thread = Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def show(self, image: "Image") -> None:
        """Show this picture soon, or the next one if that comes first."""
        if image.size != self._kind.size or image.mode != "1":
            raise ValueError("not a picture for this panel")
        self._ask(frame=image.tobytes())

    def light(self, level: Light) -> None:
        """Set the light level. Waking from OFF initialises the panel again."""
        self._light = level
        self._ask(contrast=self._contrast())

    def brighten(self, contrast: int) -> None:
        """Set the contrast of full light, from 0 to `BRIGHTEST`."""
        self._brightness = max(0, min(BRIGHTEST, contrast))
        self._ask(contrast=self._contrast())

    def turn(self, rotation: Rotation) -> None:
        self._ask(rotation=rotation)

    def drive(self, kind: PanelKind) -> None:
        """Switch to the driver of this kind, which has the same size."""
        self._ask(kind=kind)

    def close(self) -> None:
        """Blank the panel and release it; a bus that hangs is abandoned."""
        self._closing.set()
        self._changed.set()
        self._thread.join(_LAST_WORDS)
        self._link.cut()  # luma writes once more at exit, but must not write to a bus that hangs

    def _contrast(self) -> int | None:
        return {
            Light.FULL: self._brightness,
            Light.DIM: min(DIMMED, self._brightness),
            Light.OFF: None,
        }[self._light]

    def _ask(self, **wish: Any) -> None:  # noqa: ANN401
        with self._lock:
            self._wish = replace(self._wish, **wish)
        self._changed.set()

    def _run(self) -> None:
        tries = 0
        while not self._closing.is_set():
            try:
                self._connect()
                tries = 0
                self._tell(None)
                self._serve()
            except Exception as error:  # whatever happened, the panel must come back
                self._disconnect()
                self._tell(bus_trouble(error, self._bus))
                self._wait(self._closing, BACK_OFF[min(tries, len(BACK_OFF) - 1)])
                tries += 1

    def _connect(self) -> None:
        if self._driver is None:
            self._driver = driver_of(self._kind)(self._link)
            self._link.learned()
        self._sent = None
        self._link.connect(self._open_wire())
        self._link.set_up()

    def _disconnect(self) -> None:
        wire = self._link.cut()
        if wire is not None:
            try:
                wire.cleanup()
            except Exception as error:  # it is closed either way
                log.info("panel: closing the bus: %s", error)

    def _serve(self) -> None:
        while True:
            self._changed.clear()
            if self._closing.is_set():  # checked last: an earlier close would be overwritten
                break
            if self._wish.kind is not self._kind:
                self._change_kind()
            self._send(self._wish)
            if not self._wait(self._changed, PULSE if isinstance(self._bus, I2c) else None):
                self._driver.command(_NOTHING)
        self._driver.hide()
        self._disconnect()

    def _change_kind(self) -> None:
        """Start over as another kind. The old driver keeps a link that leads nowhere."""
        self._disconnect()
        self._kind, self._driver, self._link = self._wish.kind, None, _Link()
        self._connect()

    def _send(self, wish: _Wish) -> None:
        from PIL import Image  # noqa: PLC0415

        sent = self._sent
        if wish == sent:
            return
        if wish.contrast is None:
            if sent is None or sent.contrast is not None:
                self._driver.hide()
            self._sent = wish
            return
        if sent is not None and sent.contrast is None:
            self._link.set_up()
            sent = None
        if wish.frame is not None and (
            sent is None or (sent.frame, sent.rotation) != (wish.frame, wish.rotation)
        ):
            self._driver.rotate = wish.rotation // 90
            self._driver.display(Image.frombytes("1", self._kind.size, wish.frame))
        if sent is None or sent.contrast != wish.contrast:
            self._driver.contrast(wish.contrast)
        self._sent = wish

    def _tell(self, trouble: DeviceTrouble | None) -> None:
        before = self.answering, self.trouble and self.trouble.code
        self.answering, self.trouble = trouble is None, trouble
        if before == (self.answering, trouble and trouble.code):
            return
        log.info("panel: %s", trouble or "answers")
        if self._on_change is not None:
            try:
                self._on_change(trouble)
            except Exception:  # a failing listener must not stop the panel
                log.exception("panel: %s was not taken", trouble)


class _Link:
    """The bus, as luma sees it.

    luma initialises a chip only when it creates a driver, and keeps every driver until the process
    ends, to blank the panel then. So one driver is created before there is a bus; its commands are
    recorded, and sent whenever a chip must be initialised.
    """

    def __init__(self) -> None:
        self._wire: Wire | None = None
        self._setup: list[Callable[[Wire], None]] = []
        self._learning = True

    def command(self, *command: int) -> None:
        self._send(lambda wire: wire.command(*command))

    def data(self, data: Sequence[int]) -> None:
        self._send(lambda wire: wire.data(data))

    def cleanup(self) -> None:
        """Called by luma when the process ends; the panel releases the bus itself."""

    def learned(self) -> None:
        """End the recording: pass on what the driver sends from now on."""
        self._learning = False

    def connect(self, wire: Wire) -> None:
        """Send through this wire until it is cut."""
        self._wire = wire

    def set_up(self) -> None:
        for send in self._setup:
            self._send(send)

    def cut(self) -> Wire | None:
        """Stop sending, and return the wire."""
        wire, self._wire = self._wire, None
        return wire

    def _send(self, send: Callable[[Wire], None]) -> None:
        if self._learning:
            self._setup.append(send)
        elif (wire := self._wire) is not None:
            send(wire)
