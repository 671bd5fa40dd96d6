"""A block device that keeps only what was flushed, to simulate power cuts.

It implements the part of the network block device protocol that qemu needs. Writes stay pending
until the machine requests a flush, as fsync does. A power cut keeps or drops each pending sector at
random, because cards write in any order.
"""

import contextlib
import mmap
import random
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Self

BLOCK, SECTOR = 4096, 512
_MAGIC, _OPTION, _REPLY = 0x4E42444D41474943, 0x49484156454F5054, 0x3E889045565A9
_REQUEST, _ANSWER = 0x25609513, 0x67446698
_EXPORT_NAME, _ABORT, _INFO, _GO = 1, 2, 6, 7
_ACK, _REP_INFO, _UNSUPPORTED = 1, 3, 0x80000001
_FLAGS = 1 | 4 | 32 | 64  # flush, trim and zeroes are understood
_INVALID = 22


class _Kind(IntEnum):
    """The machine's requests to the card."""

    READ = 0
    WRITE = 1
    LEAVE = 2
    FLUSH = 3
    TRIM = 4
    ZEROES = 6


class Blocks:
    """The content: a read-only image, the flushed writes, and the pending ones."""

    def __init__(self, image: Path) -> None:
        with image.open("rb") as file:
            self._image = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.size = len(self._image)
        self._flushed: dict[int, bytes] = {}
        self._pending: dict[int, bytes] = {}
        self.flushes = 0

    def read(self, offset: int, length: int) -> bytes:
        """The content for the machine, including writes that a cut would lose."""
        return b"".join(
            self._block(number)[start:end] for number, start, end in _pieces(offset, length)
        )

    def write(self, offset: int, content: bytes) -> None:
        """Keep it in mind; nothing is on the card yet."""
        at = 0
        for number, start, end in _pieces(offset, len(content)):
            piece = content[at : at + end - start]
            at += end - start
            if len(piece) < BLOCK:
                whole = self._block(number)
                piece = whole[:start] + piece + whole[end:]
            self._pending[number] = piece

    def flush(self) -> None:
        """All that was written stays."""
        self._flushed.update(self._pending)
        self._pending.clear()
        self.flushes += 1

    def cut(self, chance: random.Random) -> tuple[int, int]:
        """Lose power: how many sectors were pending, and how many of them are lost."""
        pending = lost = 0
        for number, new in self._pending.items():
            old = self._flushed.get(number) or self._original(number)
            sectors = []
            for start in range(0, BLOCK, SECTOR):
                there, meant = old[start : start + SECTOR], new[start : start + SECTOR]
                if there != meant:
                    pending += 1
                    if chance.random() < 0.5:
                        lost += 1
                        meant = there
                sectors.append(meant)
            self._flushed[number] = b"".join(sectors)
        self._pending.clear()
        return pending, lost

    def _block(self, number: int) -> bytes:
        found = self._pending.get(number)
        if found is None:
            found = self._flushed.get(number)
        return self._original(number) if found is None else found

    def _original(self, number: int) -> bytes:
        return self._image[number * BLOCK : (number + 1) * BLOCK]


def _pieces(offset: int, length: int) -> Iterator[tuple[int, int, int]]:
    """The parts of blocks that make up this range: number, start and end in it."""
    end = offset + length
    while offset < end:
        number, start = divmod(offset, BLOCK)
        stop = min(BLOCK, start + end - offset)
        yield number, start, stop
        offset += stop - start


class Card:
    """Serves the blocks at a socket within a `with` block, to one machine after another."""

    def __init__(self, image: Path, address: Path) -> None:
        self.blocks = Blocks(image)
        self._address = address
        self._lock = threading.Lock()
        self._gone = threading.Event()
        self._gone.set()
        self._writes = -1
        self._at_write: Callable[[], None] = lambda: None

    @property
    def drive(self) -> str:
        """Return the argument for qemu's -drive."""
        return f"driver=raw,file.driver=nbd,file.server.type=unix,file.server.path={self._address}"

    def __enter__(self) -> Self:
        self._address.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(self._address))
        self._socket.listen()
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()
        self._address.unlink(missing_ok=True)

    def cut(self, chance: random.Random) -> tuple[int, int]:
        """After the machine was killed: pending sectors, and how many of them are lost."""
        if not self._gone.wait(10):
            raise RuntimeError("the machine still holds its card")
        with self._lock:
            return self.blocks.cut(chance)

    def at_write(self, number: int, do: Callable[[], None]) -> None:
        """Call this after the given number of writes, before the machine gets the answer."""
        self._writes, self._at_write = number, do

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._socket.accept()
                self._gone.clear()
                with contextlib.suppress(OSError, EOFError), line:
                    if self._agree(line):
                        while self._answer(line):
                            pass
                self._gone.set()

    def _agree(self, line: socket.socket) -> bool:
        line.sendall(struct.pack(">QQH", _MAGIC, _OPTION, 3))
        _take(line, 4)
        while True:
            _, option, length = struct.unpack(">QII", _take(line, 16))
            _take(line, length)
            if option == _EXPORT_NAME:
                line.sendall(struct.pack(">QH", self.blocks.size, _FLAGS))
                return True
            if option in {_INFO, _GO}:
                export = struct.pack(">HQH", 0, self.blocks.size, _FLAGS)
                _reply(line, option, _REP_INFO, export)
                _reply(line, option, _ACK)
                if option == _GO:
                    return True
            elif option == _ABORT:
                _reply(line, option, _ACK)
                return False
            else:
                _reply(line, option, _UNSUPPORTED)

    def _answer(self, line: socket.socket) -> bool:
        _, _, kind, handle, offset, length = struct.unpack(">IHHQQI", _take(line, 28))
        content = _take(line, length) if kind == _Kind.WRITE else b""
        answer, error = b"", 0
        with self._lock:
            match kind:
                case _Kind.READ:
                    answer = self.blocks.read(offset, length)
                case _Kind.WRITE:
                    self.blocks.write(offset, content)
                case _Kind.LEAVE:
                    return False
                case _Kind.FLUSH:
                    self.blocks.flush()
                case _Kind.TRIM:
                    pass
                case _Kind.ZEROES:
                    self.blocks.write(offset, bytes(length))
                case _:
                    error = _INVALID
        if kind == _Kind.WRITE:
            self._writes -= 1
            if self._writes == 0:
                self._at_write()
        line.sendall(struct.pack(">IIQ", _ANSWER, error, handle) + answer)
        return True


def _take(line: socket.socket, length: int) -> bytes:
    taken = bytearray()
    while len(taken) < length:
        piece = line.recv(length - len(taken))
        if not piece:
            raise EOFError
        taken += piece
    return bytes(taken)


def _reply(line: socket.socket, option: int, kind: int, content: bytes = b"") -> None:
    line.sendall(struct.pack(">QIII", _REPLY, option, kind, len(content)) + content)
