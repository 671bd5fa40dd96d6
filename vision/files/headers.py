"""Reads the header of a picture file before anything is decoded.

A few bytes can announce a picture larger than any memory, and OpenCV reports the size only after
decoding. Other kinds of files are refused.
"""

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from vision.errors import BadPicture


@dataclass(frozen=True)
class Header:
    """Size and kind of a picture, as stored.

    `orientation` is the EXIF orientation, 1 to 8. `cost` is the bytes that a decoder holds for each
    returned pixel, `buffered` for each stored pixel.
    """

    width: int
    height: int
    cost: int = 6  # three channels, and once more since OpenCV hands out a copy
    buffered: float = 0
    orientation: int = 1
    alpha: bool = False
    jpeg: bool = False
    scans: int = 1
    padding: int = 0  # zeros before the end of a JPEG


def known(head: bytes) -> bool:
    """Return whether these are the first bytes of a supported picture."""
    return _parser(head) is not None


def is_video(head: bytes) -> bool:
    """Return whether these are the first bytes of a video."""
    if head[4:8] == b"ftyp":  # phones keep pictures in this box too, which OpenCV does not know
        return head[8:12] not in _STILL_BRANDS
    return _VIDEO.match(head) is not None


def read_header(data: bytes) -> Header:
    """Return the header of a file; raises `BadPicture` if it is visibly cut off."""
    parser = _parser(data)
    if parser is None:
        raise BadPicture("not_a_picture" if data else "empty_file")
    try:
        header = parser(data)
    except BadPicture:
        raise
    except (struct.error, IndexError, ValueError) as error:
        raise BadPicture("damaged") from error
    if header.width < 1 or header.height < 1:
        raise BadPicture("damaged")
    return header


_STILL_BRANDS = {
    b"avif", b"avis", b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1",
}  # fmt: skip

_VIDEO = re.compile(
    rb".{4}(?:moov|mdat|wide|free|skip)"  # MOV
    rb"|\x1a\x45\xdf\xa3"  # Matroska, WebM
    rb"|RIFF.{4}AVI "
    rb"|\x00\x00\x01[\xb3\xba]"  # MPEG
    rb"|\x00\x00\x00\x01[\x09\x27\x40\x46\x67]"  # H.264 and H.265, as the Pi's camera tools write
    rb"|\x47.{187}\x47",  # MPEG transport stream
    re.DOTALL,
)


# JPEG.

_MARKER = re.compile(rb"\xff[\x02-\xcf\xd8-\xfe]")
"""Any marker but the restarts within compressed data, where FF 00 stands for FF."""

_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_EXIF, _END, _SCAN = 0xE1, 0xD9, 0xDA
_ALONE = {0xD8}
_DEPTH = 8
"""Bits per colour. OpenCV does not read the twelve bits of some scanners."""
MOST_SCANS = 100
"""The most passes of a JPEG. Cameras and programs write at most a dozen; each costs a full pass."""
_MOST_SEGMENTS = 4096
_MOST_PADDING = 65_536


def _jpeg(data: bytes) -> Header:
    """Check the file to its end: older OpenCV fills missing parts with grey."""
    orientation, frame, whole, scans = 1, b"", True, 0
    for marker, body in islice(_segments(data), _MOST_SEGMENTS):
        if marker == _EXIF and body.startswith(b"Exif\0\0"):
            orientation = _orientation(body[6:])
        elif marker in _FRAMES:
            frame = frame or body
            if frame[0] != _DEPTH:
                raise BadPicture("not_a_picture")
            whole = whole and marker not in _PROGRESSIVE
        elif marker == _SCAN:
            whole = whole and body[0] == frame[5]
            scans += 1
            if scans > MOST_SCANS:
                raise BadPicture("too_many_scans", scans=scans)
        elif marker == _END:
            height, width, parts = struct.unpack_from(">HHB", frame, 1)
            return Header(
                width,
                height,
                buffered=0 if whole else _coefficients(frame, parts),
                orientation=orientation,
                jpeg=True,
                scans=scans,
                padding=len(body) - len(body.rstrip(b"\0")),
            )
    raise BadPicture("damaged")


_PROGRESSIVE = {0xC2, 0xC6, 0xCA, 0xCE}


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each marker with its content; the last one comes with the remaining bytes."""
    at = 2
    while found := _MARKER.search(data, at):
        at = found.end()
        marker = data[at - 1]
        if marker == _END:
            yield marker, data[max(at - 2 - _MOST_PADDING, 0) : at - 2]
        elif marker not in _ALONE:
            (length,) = struct.unpack_from(">H", data, at)
            if length < 2 or at + length > len(data):
                raise BadPicture("damaged")
            yield marker, data[at + 2 : at + length]
            at += length


def _coefficients(frame: bytes, parts: int) -> float:
    """Return the bytes per pixel that libjpeg keeps if the parts come in several scans."""
    samplings = [divmod(frame[7 + 3 * part], 16) for part in range(parts)]
    finest: int = max(x for x, _ in samplings) * max(y for _, y in samplings)
    return 2 * sum(x * y for x, y in samplings) / max(finest, 1)


# EXIF.

_ORIENTATION = 274


def _orientation(exif: bytes) -> int:
    """Return the orientation noted by the camera; 1 if the note is unreadable."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return 1
    try:
        (at,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, at)
        for entry in range(at + 2, at + 2 + 12 * count, 12):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, entry)
            if tag == _ORIENTATION:
                return value if 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1


# The others.


def _png(data: bytes) -> Header:
    first, width, height, depth, colour = struct.unpack_from(">4sIIBB", data, 12)
    if first != b"IHDR":
        raise BadPicture("damaged")
    alpha, orientation = colour in {4, 6}, 1
    for kind, part in _chunks(data):
        if kind == b"eXIf":
            orientation = _orientation(data[part][8:-4])
        alpha = alpha or kind == _TRANSPARENT
    cost = 6 if not alpha else 8 * max(depth // 8, 1)
    return Header(width, height, cost=cost, orientation=orientation, alpha=alpha)


def still(data: bytes) -> bytes:
    """Return a PNG without the parts that its picture does not need; other files unchanged.

    Newer OpenCV plays animations, and crashes on a damaged one.
    """
    if _parser(data) is not _png:
        return data
    parts = [part for kind, part in _chunks(data) if kind[:1].isupper() or kind == _TRANSPARENT]
    return b"".join([data[:_FIRST_CHUNK], *(data[part] for part in parts)])


_TRANSPARENT = b"tRNS"
_FIRST_CHUNK, _MOST_CHUNKS = 8, 100_000


def _chunks(data: bytes) -> Iterator[tuple[bytes, slice]]:
    """Yield the kind of each part of a PNG and its position: length and kind, 4 bytes behind it.

    It checks to the end, because newer OpenCV allocates any length that the file names.
    """
    at = _FIRST_CHUNK
    for _ in range(_MOST_CHUNKS):
        length, kind = struct.unpack_from(">I4s", data, at)
        if at + 12 + length > len(data):
            raise BadPicture("damaged")
        yield kind, slice(at, at + 12 + length)
        if kind == b"IEND":
            return
        at += 12 + length
    raise BadPicture("damaged")


def _webp(data: bytes) -> Header:
    kind = data[12:16]
    if kind == b"VP8X":
        flags, across, down = data[20], data[24:27], data[27:30]
        width, height = (int.from_bytes(size, "little") + 1 for size in (across, down))
        found = data.find(b"EXIF", 30) if flags & 8 else -1
        orientation = 1 if found < 0 else _orientation(data[found + 8 :].removeprefix(b"Exif\0\0"))
        return Header(width, height, cost=12, orientation=orientation, alpha=bool(flags & 16))
    if kind == b"VP8L":
        (packed,) = struct.unpack_from("<I", data, 21)
        width, height = (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
        return Header(width, height, cost=12, alpha=bool(packed >> 28 & 1))
    width, height = struct.unpack_from("<HH", data, 26)
    return Header(width & 0x3FFF, height & 0x3FFF, cost=12)


def _bmp(data: bytes) -> Header:
    (size,) = struct.unpack_from("<I", data, 14)
    width, height = struct.unpack_from("<HH" if size == 12 else "<ii", data, 18)
    return Header(width, abs(height))  # a negative height: stored from the top


_PNM = re.compile(rb"P[1-6](?:\s+(?:#[^\n]*\n\s*)*)(\d{1,9})(?:\s+(?:#[^\n]*\n\s*)*)(\d{1,9})\s")


def _pnm(data: bytes) -> Header:
    found = _PNM.match(data[:4096])
    if found is None:
        raise ValueError
    return Header(int(found[1]), int(found[2]), cost=12)


_PARSERS: dict[bytes, Callable[[bytes], Header]] = {
    rb"\xff\xd8\xff": _jpeg,
    rb"\x89PNG\r\n\x1a\n": _png,
    rb"RIFF....WEBP": _webp,
    rb"BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0": _bmp,
    rb"P[1-6]\s": _pnm,
}


def _parser(data: bytes) -> Callable[[bytes], Header] | None:
    for start, parser in _PARSERS.items():
        if re.match(start, data[:32], re.DOTALL):
            return parser
    return None
