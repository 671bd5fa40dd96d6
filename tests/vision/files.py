"""Picture files of every kind, made on the spot."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np

from vision.geometry import Frame

MARK = (240, 245, 250)
GROUND = (40, 80, 60)


def scene(width: int = 160, height: int = 120) -> Frame:
    """A dark green ground, brightest above and left of the middle."""
    frame = np.empty((height, width, 3), np.uint8)
    frame[:] = GROUND
    frame[height // 8 : height // 4, width // 8 : width // 4] = MARK
    return frame


def encoded(frame: Frame, suffix: str = ".jpg", *options: int) -> bytes:
    done, data = cv2.imencode(suffix, frame, options)
    assert done
    return data.tobytes()


# EXIF.


def exif(orientation: int, order: str = "<") -> bytes:
    start = b"II*\0" if order == "<" else b"MM\0*"
    directory = struct.pack(f"{order}IHHHIHHI", 8, 1, 274, 3, 1, orientation, 0, 0)
    return start + directory


def with_exif(data: bytes, noted: bytes) -> bytes:
    """The JPEG or PNG with EXIF in it."""
    if data.startswith(b"\xff\xd8"):
        body = b"Exif\0\0" + noted
        return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]
    return data[:33] + chunk(b"eXIf", noted) + data[33:]


def webp_with_exif(frame: Frame, noted: bytes) -> bytes:
    """The extended form of WebP, as phones write it."""
    height, width = frame.shape[:2]
    plain = encoded(frame, ".webp", cv2.IMWRITE_WEBP_QUALITY, 90)
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    parts = b"VP8X" + struct.pack("<II", 10, 8) + size + plain[12:]
    parts += b"EXIF" + struct.pack("<I", len(noted)) + noted
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


# PNG by hand, for what OpenCV does not write.


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, depth: int, colour: int, row: bytes, *chunks: bytes) -> bytes:
    """A PNG of equal rows, or none; the extra chunks come before the rows."""
    packer = zlib.compressobj(1)
    lines = (packer.compress(b"\0" + row) for _ in range(height if row else 0))
    rows = b"".join(lines) + packer.flush()
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    start = b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks)
    return start + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


# Huge JPEGs, without ever holding their pixels.


def tall_jpeg(width: int, height: int) -> bytes:
    """A grey JPEG, both sides multiples of 8: one row of blocks, again and again."""
    strip = np.full((16, width), 128, np.uint8)
    data = encoded(strip, ".jpg", cv2.IMWRITE_JPEG_RST_INTERVAL, width // 8)
    first = data.index(b"\xff\xda")
    start = first + 2 + struct.unpack_from(">H", data, first + 2)[0]
    row = data[start : data.index(b"\xff\xd0", start)]
    rows = (row + bytes([0xFF, 0xD0 + number % 8]) for number in range(height // 8 - 1))
    return resized(data[:start], width, height) + b"".join(rows) + row + b"\xff\xd9"


def resized(data: bytes, width: int, height: int) -> bytes:
    """The JPEG with another size in its header."""
    frame = next(data.index(mark) for mark in (b"\xff\xc0\0", b"\xff\xc2\0") if mark in data)
    return data[: frame + 5] + struct.pack(">HH", height, width) + data[frame + 9 :]


# Videos.


def video(path: Path, frames: list[Frame], speed: float = 30) -> Path:
    """Motion JPEG, which every OpenCV can write."""
    height, width = frames[0].shape[:2]
    code = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, speed, (width, height))
    assert writer.isOpened()
    for frame in frames:
        writer.write(frame)
    writer.release()
    return path


def turned_video(path: Path, frames: list[Frame], degrees: int) -> Path:
    """An MP4 with a note that it is to be turned clockwise, as phones write it."""
    height, width = frames[0].shape[:2]
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, 30, (width, height))
    assert writer.isOpened()
    for frame in frames:
        writer.write(frame)
    writer.release()
    a, b = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    data = bytearray(path.read_bytes())
    matrix = data.index(b"tkhd") + 44
    struct.pack_into(">5i", data, matrix, a << 16, b << 16, 0, -b << 16, a << 16)
    path.write_bytes(data)
    return path
