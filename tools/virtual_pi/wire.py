"""The panel at the other end of the virtual Pi's bus: answers like a chip, or fails on request.

The kernel's linux/i2c-glass.c passes on each message on /dev/i2c-1, and linux/relay.c carries it
out of the machine; it is answered here.
"""

import contextlib
import errno
import socket
import struct
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tools.virtual_pi.glass import MODELS, Glass

PORT = "grillside.glass"
HANG = "hang"
_HEADER = struct.Struct("=IiHHHH")
_READ, _TEN_BITS = 0x01, 0x10


@dataclass
class Wire:
    """A panel on the bus, with its faults."""

    glass: Glass = field(default_factory=Glass)
    address: int = 0x3C
    powered: bool = True
    fault: str = ""
    """The name of the error that messages to the panel fail with; "hang": nothing answers them."""
    after: int = 0
    """Messages that still succeed before it fails."""
    times: int = -1
    """How often it fails before all is well again; -1: for ever."""
    messages: int = 0
    sent: int = 0
    """Bytes."""
    failed: int = 0
    first_lit: float | None = None
    """When there was something to see for the first time, in this machine's monotonic time."""

    def plug_in(self, chip: str = "") -> None:
        """Power on this chip, or the same one, with nothing in its memory."""
        self.glass = Glass(MODELS[chip] if chip else self.glass.model)
        self.powered, self.fault, self.address = True, "", 0x3C

    def unplug(self) -> None:
        """Power off: dark, without answers."""
        self.powered = False

    def fail(self, fault: str, after: int = 0, times: int = -1) -> None:
        """Fail like this from now on; "" ends the fault."""
        self.fault, self.after, self.times = fault, after, times

    def seen(self) -> bytes:
        return self.glass.seen() if self.powered else bytes(1024)

    def answer(
        self, address: int, flags: int, length: int, content: bytes
    ) -> tuple[int, bytes] | None:
        """Status and bytes for one message; None: none at all."""
        if flags & _TEN_BITS or address != self.address or not self.powered:
            return -errno.EREMOTEIO, b""
        if self.fault and self.times:
            if self.after <= 0:
                self.times -= 1
                self.failed += 1
                return None if self.fault == HANG else (-getattr(errno, self.fault), b"")
            self.after -= 1
        self.messages += 1
        if flags & _READ:
            return 0, self.glass.read(length)
        self.sent += len(content)
        self.glass.write(content)
        if self.first_lit is None and self.glass.lit and not self.glass.blank:
            self.first_lit = time.monotonic()
        return 0, b""


class Line:
    """Connects a wire to one machine after another at a socket, within a `with` block."""

    def __init__(self, wire: Wire, address: Path) -> None:
        self.wire = wire
        self._address = address
        self._ended = threading.Event()

    @property
    def arguments(self) -> Sequence[str]:
        """Return the arguments for qemu."""
        return (
            "-chardev", f"socket,id=glass,path={self._address},server=on,wait=off",
            "-device", f"virtserialport,chardev=glass,name={PORT}",
        )  # fmt: skip

    def __enter__(self) -> Self:
        self._address.unlink(missing_ok=True)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()
        self._address.unlink(missing_ok=True)

    def _serve(self) -> None:
        while not self._ended.wait(0.02):
            with contextlib.suppress(OSError, EOFError), socket.socket(socket.AF_UNIX) as line:
                line.connect(str(self._address))
                line.settimeout(0.2)
                while not self._ended.is_set():
                    self._answer(line)

    def _answer(self, line: socket.socket) -> None:
        try:
            first = line.recv(1)
        except TimeoutError:
            return
        head = first + self._take(line, _HEADER.size - len(first)) if first else b""
        if not head:
            raise EOFError
        number, _, address, flags, length, left = _HEADER.unpack(head)
        content = b"" if flags & _READ else self._take(line, length)
        told = self.wire.answer(address, flags, length, content)
        if told is not None:
            status, answer = told
            line.sendall(_HEADER.pack(number, status, address, flags, length, left) + answer)

    def _take(self, line: socket.socket, length: int) -> bytes:
        taken = bytearray()
        while len(taken) < length and not self._ended.is_set():
            with contextlib.suppress(TimeoutError):
                piece = line.recv(length - len(taken))
                if not piece:
                    raise EOFError
                taken += piece
        return bytes(taken)
