"""Keys of a terminal as buttons, for the simulated table."""

import atexit
import logging
import os
import re
import select
import termios
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from threading import Thread
from typing import Any

from firmware.errors import DeviceTrouble
from firmware.ports import Action

log = logging.getLogger(__name__)


class Quit(Enum):
    """A key that is not an action of the table: leave the program."""

    QUIT = auto()


Stroke = Action | Quit

STROKES: dict[bytes, Stroke] = {
    b" ": Action.SCAN,
    b"\r": Action.OK,
    b"\n": Action.OK,
    b"s": Action.STOP,
    b"b": Action.BACK,
    b"\x7f": Action.BACK,
    b"\x08": Action.BACK,
    b"u": Action.UNDO,
    b"q": Quit.QUIT,
    b"\x04": Quit.QUIT,
    b"\x1b": Action.BACK,
}
"""Actions of the keys that send one byte; capitals do the same."""

ARROWS = {b"A": Action.LEFT, b"D": Action.LEFT, b"B": Action.RIGHT, b"C": Action.RIGHT}
"""How the sequence of an arrow key ends. Up and left go back in a list, down and right go on."""

_KEY = re.compile(rb"\x1b[\[O][ -?]*[@-~]?|[\x00-\xff]")
"""The bytes of one key: an escape sequence, or a single byte."""
_BEGUN = re.compile(rb"\x1b([\[O][ -?]*)?\Z")
"""An escape sequence whose last byte is missing."""
_ESCAPE_SECONDS = 0.05
"""The bytes of one key arrive together; an Escape without more for this long is the Escape key."""
_LAST_WORDS = 0.3


@dataclass(frozen=True)
class Typed:
    """The decoded keys, and trailing bytes that may begin another key."""

    strokes: tuple[Stroke, ...]
    rest: bytes = b""


def strokes(typed: bytes, *, complete: bool = False) -> Typed:
    r"""Decode bytes to keys, ignoring unknown ones; with `complete`, no more bytes follow.

    >>> strokes(b"s\x1b[C\x1b")
    Typed(strokes=(<Action.STOP: 'stop'>, <Action.RIGHT: 'right'>), rest=b'\x1b')
    """
    begun = None if complete else _BEGUN.search(typed)
    whole = typed if begun is None else typed[: begun.start()]
    found = map(_meaning, _KEY.findall(whole))
    return Typed(tuple(stroke for stroke in found if stroke is not None), typed[len(whole) :])


def _meaning(key: bytes) -> Stroke | None:
    if len(key) > 1:  # with parameters it is an arrow with Shift or Ctrl, or another key
        return ARROWS.get(key[2:])
    return STROKES.get(key.lower())


class Keyboard:
    """The port `Buttons` on a terminal.

    `leave` is called for q, Ctrl-D and a closed terminal. From `start` until `close` or the end of
    the process, the terminal does not echo, and ignores Ctrl-Z, which would leave it in that state.
    Ctrl-C works as usual. Raises `DeviceTrouble` if this is not a terminal.
    """

    def __init__(
        self,
        terminal: int,
        leave: Callable[[], None],
        escape_seconds: float = _ESCAPE_SECONDS,
    ) -> None:
        if not os.isatty(terminal):
            raise DeviceTrouble("no_terminal")
        self._terminal = terminal
        self._leave = leave
        self._escape_seconds = escape_seconds
        self._before: list[Any] | None = None
        self._wake_read, self._wake = os.pipe()
        self._thread: Thread | None = None

    def start(self, pressed: Callable[[Action], None]) -> None:
        """Call `pressed` for each action from now on, from a thread of this object."""
        self._before = termios.tcgetattr(self._terminal)
        atexit.register(self._restore)
        mode = termios.tcgetattr(self._terminal)
        mode[3] &= ~(termios.ECHO | termios.ICANON)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        mode[6][termios.VSUSP] = b"\0"
        termios.tcsetattr(self._terminal, termios.TCSANOW, mode)
        self._thread = Thread(target=self._run, args=(pressed,), name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop, and restore the terminal."""
        if self._wake != -1:
            os.close(self._wake)
            self._wake = -1
            if self._thread is not None:
                self._thread.join(_LAST_WORDS)
            os.close(self._wake_read)
        self._restore()
        atexit.unregister(self._restore)

    def _restore(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            with suppress(termios.error):  # the terminal may be closed
                termios.tcsetattr(self._terminal, termios.TCSADRAIN, before)

    def _run(self, pressed: Callable[[Action], None]) -> None:
        rest = b""
        while True:
            patience = self._escape_seconds if rest else None
            ready, _, _ = select.select([self._terminal, self._wake_read], [], [], patience)
            if self._wake_read in ready:
                return
            more = self._read() if ready else b""
            typed = strokes(rest + more, complete=not ready)
            rest = typed.rest
            for stroke in typed.strokes:
                self._tell(stroke, pressed)
            if ready and not more:
                self._leave()
                return

    def _read(self) -> bytes:
        """Return the typed bytes; none when the terminal was closed."""
        with suppress(OSError):
            return os.read(self._terminal, 1024)
        return b""

    def _tell(self, stroke: Stroke, pressed: Callable[[Action], None]) -> None:
        try:
            if isinstance(stroke, Action):
                pressed(stroke)
            else:
                self._leave()
        except Exception:  # a failing listener must not stop the keys
            log.exception("%s was not taken", stroke)
