"""What a picture file says about itself before anything is decoded.

A few bytes can promise a picture that no memory holds, so its size has to be known first; OpenCV
tells it only after decoding. Only kinds that are looked through here are decoded at all.
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

    `orientation` is how it is to be turned for people, 1 to 8 as EXIF counts. `cost` is how many
    bytes a decoder holds for each pixel that it returns, `buffered` for each that is stored.
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
    """The first bytes are those of a kind of picture that can be read here."""
    return _parser(head) is not None


def is_video(head: bytes) -> bool:
    """The first bytes are those of a video."""
    if head[4:8] == b"ftyp":  # phones keep pictures in this box too, which OpenCV does not know
        return head[8:12] not in _STILL_BRANDS
    return _VIDEO.match(head) is not None


def read_header(data: bytes) -> Header:
    """The header of a whole file; raises `BadPicture` also for one that visibly breaks off."""
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
"""Any marker but the restarts inside compressed data, where FF 00 is a plain FF."""

_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_EXIF, _END, _SCAN = 0xE1, 0xD9, 0xDA
_ALONE = {0xD8}
_DEPTH = 8
"""Bits of a colour; scanners and cameras for other trades write twelve, which OpenCV reads not."""
MOST_SCANS = 100
"""Passes of a JPEG: cameras and programs write at most a dozen, and each goes through all of it."""
_MOST_SEGMENTS = 4096
_MOST_PADDING = 65_536


def _jpeg(data: bytes) -> Header:
    """Walks to the end of the picture: older OpenCV fills what is missing with grey, unasked."""
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
    """Each marker with what belongs to it; the end comes with the bytes before it."""
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
    """Bytes a pixel that libjpeg keeps of all parts when they do not come in one scan."""
    samplings = [divmod(frame[7 + 3 * part], 16) for part in range(parts)]
    finest: int = max(x for x, _ in samplings) * max(y for _, y in samplings)
    return 2 * sum(x * y for x, y in samplings) / max(finest, 1)


# EXIF.

_ORIENTATION = 274


def _orientation(exif: bytes) -> int:
    """What the camera noted; a note that cannot be read is as good as none."""
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
    """Of a PNG all that its picture is made of, and nothing else; any other file as it is.

    Newer OpenCV plays what other parts may hold, an animation, and dies of a damaged one.
    """
    if _parser(data) is not _png:
        return data
    parts = [part for kind, part in _chunks(data) if kind[:1].isupper() or kind == _TRANSPARENT]
    return b"".join([data[:_FIRST_CHUNK], *(data[part] for part in parts)])


_TRANSPARENT = b"tRNS"
_FIRST_CHUNK, _MOST_CHUNKS = 8, 100_000


def _chunks(data: bytes) -> Iterator[tuple[bytes, slice]]:
    """The kind of each part of a PNG, and where it stands: its length and kind, 4 bytes behind it.

    To the end: newer OpenCV makes room for a part of any length that the file names.
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
