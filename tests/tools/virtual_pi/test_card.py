"""The card whose plug can be pulled: what was flushed stays, the rest may go."""

import random
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.virtual_pi.card import BLOCK, SECTOR, Blocks, Card

SIZE = 8 * BLOCK
OLD, NEW, NEWER = b"o", b"n", b"m"


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "image"
    path.write_bytes(OLD * SIZE)
    return path


def test_what_is_written_is_read_across_blocks(image: Path) -> None:
    blocks = Blocks(image)
    blocks.write(BLOCK - 100, NEW * (BLOCK + 200))
    expected = OLD * (BLOCK - 100) + NEW * (BLOCK + 200) + OLD * (BLOCK - 100)
    assert blocks.read(0, 3 * BLOCK) == expected
    assert image.read_bytes() == OLD * SIZE


def test_what_was_flushed_stays(image: Path) -> None:
    blocks = Blocks(image)
    blocks.write(0, NEW * SIZE)
    blocks.flush()
    assert blocks.cut(random.Random(1)) == (0, 0)
    assert blocks.read(0, SIZE) == NEW * SIZE


def test_of_the_rest_each_sector_stays_or_goes(image: Path) -> None:
    blocks = Blocks(image)
    blocks.write(0, NEW * SIZE)
    blocks.flush()
    blocks.write(0, NEWER * SIZE)
    pending, lost = blocks.cut(random.Random(1))
    assert pending == SIZE // SECTOR
    assert 0 < lost < pending
    left = blocks.read(0, SIZE)
    sectors = [left[at : at + SECTOR] for at in range(0, SIZE, SECTOR)]
    assert set(sectors) == {NEW * SECTOR, NEWER * SECTOR}
    assert sectors.count(NEW * SECTOR) == lost


def test_what_is_lost_is_not_seen_again(image: Path) -> None:
    blocks = Blocks(image)
    blocks.write(0, NEW * SIZE)
    blocks.cut(random.Random(1))
    before = blocks.read(0, SIZE)
    blocks.flush()
    assert blocks.read(0, SIZE) == before


@pytest.fixture
def card(image: Path, tmp_path: Path) -> Iterator[Card]:
    with Card(image, tmp_path / "socket") as card:
        yield card


@pytest.fixture
def line(card: Card, tmp_path: Path) -> Iterator[socket.socket]:
    """A client that has come to an agreement."""
    assert card.drive.endswith(str(tmp_path / "socket"))
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(10)
        line.connect(str(tmp_path / "socket"))
        take(line, 18)
        line.sendall(struct.pack(">I", 3))
        option(line, 8)
        assert struct.unpack(">QIII", take(line, 20))[2] == 0x80000001, "nothing it knows"
        option(line, 7)
        _, _, kind, length = struct.unpack(">QIII", take(line, 20))
        assert kind == 3
        assert struct.unpack(">HQH", take(line, length))[1] == SIZE
        assert struct.unpack(">QIII", take(line, 20))[2] == 1
        yield line


def option(line: socket.socket, number: int) -> None:
    line.sendall(struct.pack(">QII", 0x49484156454F5054, number, 0))


def take(line: socket.socket, length: int) -> bytes:
    taken = b""
    while len(taken) < length:
        taken += line.recv(length - len(taken))
    return taken


def ask(line: socket.socket, kind: int, offset: int, length: int, content: bytes = b"") -> int:
    line.sendall(struct.pack(">IHHQQI", 0x25609513, 0, kind, 7, offset, length) + content)
    magic, error, handle = struct.unpack(">IIQ", take(line, 16))
    assert (magic, handle) == (0x67446698, 7)
    return int(error)


def test_it_speaks_with_a_machine(line: socket.socket) -> None:
    assert ask(line, 1, 10, 5, NEW * 5) == 0
    assert ask(line, 3, 0, 0) == 0
    assert ask(line, 0, 8, 9) == 0
    assert take(line, 9) == OLD * 2 + NEW * 5 + OLD * 2
    assert ask(line, 6, 10, 5) == 0
    assert ask(line, 0, 10, 5) == 0
    assert take(line, 5) == bytes(5)
    assert ask(line, 99, 0, 0) != 0


def test_a_cut_can_come_with_a_write(card: Card, line: socket.socket) -> None:
    found = []
    card.at_write(2, lambda: found.append(card.blocks.read(10, 5)))
    assert ask(line, 1, 10, 5, NEW * 5) == 0
    assert ask(line, 0, 10, 5) == 0
    take(line, 5)
    assert found == []
    assert ask(line, 1, 10, 5, NEWER * 5) == 0
    assert ask(line, 1, 10, 5, OLD * 5) == 0
    assert found == [NEWER * 5], "once, when it was asked for"
