"""The screen that invites phones: a QR code, the address, and the code to type."""

from functools import lru_cache
from textwrap import wrap

from PIL import Image

from firmware.screens.canvas import DARK, Box, Canvas
from firmware.screens.font import Lettering, font
from firmware.screens.kinds import Invitation

_QUIET = 3
"""Light modules around the code; the standard asks for four."""
_LEAST = 2
"""Pixels per module; with fewer, no phone can read a panel."""
_BESIDE = 2
"""Between the code and the text."""
_MOST_GAP = 5
"""Between the address, the code and the small print."""
_GROUP = 3
"""Digits per group."""


def draw_invitation(canvas: Canvas, invitation: Invitation) -> None:
    """Draw the QR code in the left half, and what can be typed at its right."""
    width, height = canvas.layout.width, canvas.layout.height
    picture = qr_code(invitation.address, invitation.key, secure=invitation.secure)
    text = canvas.inner(canvas.whole)
    scale = min(width // 2, height) // (picture.width + 2 * _QUIET)
    if scale >= _LEAST:
        side = picture.width * scale
        field = Box(0, 0, side + 2 * _QUIET * scale, height)
        canvas.fill(field)
        at = ((field.width - side) // 2, (field.height - side) // 2)
        canvas.image.paste(DARK, at, picture.resize((side, side), Image.Resampling.NEAREST))
        text = Box(field.right + _BESIDE, 0, text.right, height)
    _draw_text(canvas, invitation, text)


def _draw_text(canvas: Canvas, invitation: Invitation, box: Box) -> None:
    """Draw the address, the code and the small print, spread over the height."""
    layout = canvas.layout
    code = " ".join(wrap(invitation.code, _GROUP))
    free = (canvas.corner.left if canvas.watched else box.right) - box.left  # beside the eye
    slim = canvas.lettering([invitation.address], free)
    blocks = [
        [
            *([("https://", layout.small)] if invitation.secure else []),
            *((part, slim) for part in broken(invitation.address, slim, free)),
        ],
        [(code, canvas.lettering([code], box.width))],
        [(line, layout.small) for line in invitation.lines],
    ]
    heights = [[_height(canvas, *row) for row in block] for block in blocks]
    spare = box.height - sum(map(sum, heights))
    if spare < 0:
        canvas.cut.extend(invitation.lines)
        spare = 0
    gap = min(_MOST_GAP, spare // (len(blocks) - 1))
    top = box.top + (spare - gap * (len(blocks) - 1)) // 2
    for block, high in zip(blocks, heights, strict=True):
        for (text, lettering), height in zip(block, high, strict=True):
            whole = font(lettering).height
            canvas.write(text, Box(box.left, top, box.right, top + whole), lettering)
            top += height
        top += gap


def _height(canvas: Canvas, text: str, lettering: Lettering) -> int:
    """Return the row's height; large letters without descenders, like digits, need less."""
    letters = font(lettering)
    inked = letters.picture(text).getbbox()
    low = lettering == canvas.layout.small or (inked is not None and inked[3] > letters.ascent)
    return letters.height if low else letters.ascent + 1


def broken(address: str, lettering: Lettering, width: int) -> list[str]:
    """Break an address into at most two rows, after a dot or before the colon."""
    letters = font(lettering)
    if letters.width(address) <= width:
        return [address]
    places = [at + (letter == ".") for at, letter in enumerate(address) if letter in ".:"]
    at = max((at for at in places if letters.width(address[:at]) <= width), default=0)
    return [part for part in (address[:at], address[at:]) if part]


@lru_cache(maxsize=4)
def qr_code(address: str, key: str, *, secure: bool = False) -> Image.Image:
    """Return the link to the page as a QR code, one pixel per module, without a margin.

    The key follows #, which browsers do not send. Hosts may be in capitals; capitals and numbers in
    segments of their own take little room.
    """
    import segno  # noqa: PLC0415  # not before a phone is invited

    scheme = "HTTPS" if secure else "HTTP"
    parts = [part for part in (f"{scheme}://{address.upper()}/", "#", key) if part]
    made = segno.make(parts, error="l", micro=False)  # type: ignore[arg-type]  # one part or several
    rows = made.matrix
    mask = Image.new("1", (len(rows), len(rows)))
    mask.putdata([255 * module for row in rows for module in row])
    return mask
