"""Renders the printable mat as a PDF of vectors: sharp, and true to size on any printer."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from firmware.speech.language import N_, Language
from vision.mat.markers import MODULES, pattern
from vision.mat.sheet import MARKER, Area, Caption, Sheet

_POINTS = 72 / 25.4
"""PDF units per millimetre."""
_GREY = 0.45
_CAPITALS = 0.72
"""Height of Helvetica's capitals, as a fraction of its size."""
_BROAD = 0.68
"""Largest average width of its letters; longer words are printed smaller."""

_SAYS: Mapping[str, str] = {
    "throw": N_("THROW"),
    "keep": N_("KEEP"),
    "player": N_("KEEP is on the side of whoever throws."),
    "ruler": N_("10 cm"),
}
"""The texts on the paper."""


def mat_pdf(sheet: Sheet, language: Language) -> bytes:
    """Return the sheet as a PDF with one page of its size."""
    width, height = (side * _POINTS for side in sheet.size)
    drawn = "\n".join(_drawn(sheet, language)).encode("cp1252", "replace")
    return _file(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.3f %.3f] /Contents 4 0 R "
        b"/Resources << /Font << /F 5 0 R >> >> >>" % (width, height),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    )


def _file(*objects: bytes) -> bytes:
    """Return a PDF of these objects, numbered from 1."""
    parts = [b"%PDF-1.4\n"]
    starts = []
    for number, content in enumerate(objects, 1):
        starts.append(sum(map(len, parts)))
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    table = sum(map(len, parts))
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    parts += [b"%010d 00000 n \n" % start for start in starts]
    parts.append(
        b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    )
    return b"".join(parts)


def _drawn(sheet: Sheet, language: Language) -> Iterator[str]:
    height = sheet.size[1]
    # From here on in millimetres from the upper left corner, like the sheet.
    yield f"{_POINTS:.6f} 0 0 {-_POINTS:.6f} 0 {height * _POINTS:.6f} cm"
    yield f"{_GREY} g"
    yield from map(_filled, sheet.lines())
    for caption in sheet.captions():
        yield _written(caption, language.gettext(_SAYS[caption.code]))
    yield "0 g"
    for number, place in sheet.markers.items():
        yield _filled(*_marker(number, place))


def _filled(*areas: Area) -> str:
    """Fill all of them as one shape: printers and viewers leave hairlines between two."""
    return " ".join([*map(_outlined, areas), "f"])


def _outlined(area: Area) -> str:
    left, top = area.left, area.top
    return f"{left:.3f} {top:.3f} {area.right - left:.3f} {area.bottom - top:.3f} re"


def _written(caption: Caption, text: str) -> str:
    size = min(caption.height / _CAPITALS, caption.wide / (len(text) * _BROAD))
    text = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"BT /F {size:.3f} Tf 1 0 0 -1 {caption.x:.3f} {caption.y:.3f} Tm ({text}) Tj ET"


def _marker(number: int, place: Area) -> Iterator[Area]:
    """Return the runs of black squares, row by row."""
    square = MARKER / MODULES
    for row, black in enumerate(pattern(number)):
        top = place.top + row * square
        end = 0
        for is_black, run in groupby(black):
            start, end = end, end + len(list(run))
            if is_black:
                left, right = place.left + start * square, place.left + end * square
                yield Area(left, top, right, top + square)
