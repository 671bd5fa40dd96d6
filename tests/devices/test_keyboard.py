"""Keys of a terminal: what bytes mean, and a real pseudo-terminal that is left as it was."""

import errno
import os
import pty
import subprocess
import sys
import termios
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.devices.keyboard import Keyboard, Quit, Stroke, Typed, strokes
from firmware.errors import DeviceTrouble
from firmware.ports import Action
from tests.devices.waits import LIMIT

# What bytes mean.


KEYS: dict[bytes, Stroke] = {
    b" ": Action.SCAN,
    b"\r": Action.OK,
    b"\n": Action.OK,
    b"s": Action.STOP,
    b"S": Action.STOP,
    b"b": Action.BACK,
    b"\x7f": Action.BACK,
    b"u": Action.UNDO,
    b"q": Quit.QUIT,
    b"\x04": Quit.QUIT,
    b"\x1b[C": Action.RIGHT,
    b"\x1b[D": Action.LEFT,
    b"\x1bOC": Action.RIGHT,
    b"\x1bOD": Action.LEFT,
    b"\x1b[A": Action.LEFT,
    b"\x1b[B": Action.RIGHT,
}


def test_every_key() -> None:
    for typed, meaning in KEYS.items():
        assert strokes(typed) == Typed((meaning,))
    for other in (b"x", b"\x1b[3~", b"\x1b[1;5C", b"\x1bOP", "ä".encode()):
        assert strokes(other) == Typed(())
    for half in (b"\x1b", b"\x1b[", b"\x1bO", b"\x1b[1;5"):
        assert strokes(b"s" + half) == Typed((Action.STOP,), half), "it waits for the rest"


def test_escape_alone_is_back_when_nothing_follows() -> None:
    assert strokes(b"\x1b", complete=True) == Typed((Action.BACK,))
    assert strokes(b"\x1b\x1b", complete=True) == Typed((Action.BACK, Action.BACK))
    assert strokes(b"\x1bs") == Typed((Action.BACK, Action.STOP))
    assert strokes(b"\x1b[", complete=True) == Typed(())


def test_a_broken_sequence_eats_no_other_key() -> None:
    assert strokes(b"\x1b[\x1b[C") == Typed((Action.RIGHT,))


@given(st.lists(st.sampled_from([b"\x1b", b"[", b"O", b"C", b"1", b";", b"s", b"\r", b"\xff"])))
def test_bytes_may_come_in_any_pieces(pieces: list[bytes]) -> None:
    whole = strokes(b"".join(pieces), complete=True).strokes
    rest = b""
    found: list[Stroke] = []
    for piece in pieces:
        typed = strokes(rest + piece)
        rest = typed.rest
        found += typed.strokes
    found += strokes(rest, complete=True).strokes
    assert tuple(found) == whole


# A real terminal.


class Typist:
    def __init__(self) -> None:
        self.typing, self.terminal = pty.openpty()
        self.before = termios.tcgetattr(self.terminal)
        self.left = Event()
        self.pressed: SimpleQueue[Action] = SimpleQueue()
        self.keyboard = Keyboard(self.terminal, self.left.set, escape_seconds=0.0)

    def type(self, typed: bytes) -> None:
        os.write(self.typing, typed)

    def action(self) -> Action:
        return self.pressed.get(timeout=LIMIT)

    def restored(self) -> bool:
        return termios.tcgetattr(self.terminal) == self.before


@pytest.fixture
def typist() -> Iterator[Typist]:
    typist = Typist()
    yield typist
    typist.keyboard.close()
    os.close(typist.terminal)
    if typist.typing != -1:
        os.close(typist.typing)


def test_keys_are_actions(typist: Typist) -> None:
    typist.keyboard.start(typist.pressed.put)
    typist.type(b" \x1b[C\rs")
    pressed = [typist.action() for _ in range(4)]
    assert pressed == [Action.SCAN, Action.RIGHT, Action.OK, Action.STOP]
    typist.type(b"\x1b")
    assert typist.action() == Action.BACK


def test_nothing_is_echoed_and_the_terminal_is_put_back(typist: Typist) -> None:
    typist.keyboard.start(typist.pressed.put)
    assert not typist.restored()
    mode = termios.tcgetattr(typist.terminal)
    assert not mode[3] & (termios.ECHO | termios.ICANON)
    assert mode[3] & termios.ISIG
    typist.keyboard.close()
    assert typist.restored()
    typist.keyboard.close()


def test_closed_before_it_began(typist: Typist) -> None:
    typist.keyboard.close()
    assert typist.restored()


def test_q_leaves(typist: Typist) -> None:
    typist.keyboard.start(typist.pressed.put)
    typist.type(b"q")
    assert typist.left.wait(LIMIT)


def test_a_terminal_that_closes_leaves(typist: Typist) -> None:
    typist.keyboard.start(typist.pressed.put)
    os.close(typist.typing)
    typist.typing = -1
    assert typist.left.wait(LIMIT)


def test_a_terminal_that_cannot_be_read_leaves(
    typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(terminal: int, most: int) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    typist.keyboard.start(typist.pressed.put)
    with monkeypatch.context() as patch:
        patch.setattr(os, "read", read)
        typist.type(b"s")
        assert typist.left.wait(LIMIT)
    assert typist.pressed.empty()


def test_a_listener_that_fails_does_not_silence_the_keys(
    typist: Typist, caplog: pytest.LogCaptureFixture
) -> None:
    def pressed(action: Action) -> None:
        typist.pressed.put(action)
        if action is Action.SCAN:
            raise RuntimeError("no table")

    typist.keyboard.start(pressed)
    typist.type(b" \r")
    assert [typist.action(), typist.action()] == [Action.SCAN, Action.OK]
    assert "no table" in caplog.text


def test_a_program_that_ends_without_closing_leaves_the_terminal_as_it_was(
    typist: Typist,
) -> None:
    code = (
        "from firmware.devices.keyboard import Keyboard\n"
        "Keyboard(0, lambda: None).start(print)\n"
        "raise RuntimeError('boom')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], stdin=typist.terminal, capture_output=True, check=False
    )
    assert b"boom" in ended.stderr
    assert typist.restored()


def test_what_is_no_terminal_is_refused() -> None:
    read, write = os.pipe()
    with pytest.raises(DeviceTrouble) as caught:
        Keyboard(read, lambda: None)
    assert caught.value.code == "no_terminal"
    os.close(read)
    os.close(write)
