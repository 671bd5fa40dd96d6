"""Screens that are mostly text: messages, menus, progress, checks, names."""

from dataclasses import dataclass

from firmware.screens.canvas import DARK, INK, Align, Box, Canvas, balanced, columns, wrapped
from firmware.screens.font import Lettering, font
from firmware.screens.kinds import (
    Check,
    Checks,
    Edge,
    Item,
    Letters,
    Mark,
    Menu,
    Message,
    Progress,
    State,
)

_HANG = 6
"""Indentation of the second line of an instruction, if there are several."""

_GAP = 4
"""Between a label and its value."""
_THUMB = 4
"""The width that shows where a menu has scrolled to."""


@dataclass(frozen=True)
class _Paragraph:
    text: str
    lettering: Lettering
    indent: int


def draw_message(canvas: Canvas, message: Message) -> None:
    """Draw the lines as wide as fits, then the title and the foot."""
    rows = _fitted(canvas, message)
    needed = len(rows) * canvas.row
    title = message.title
    if title and needed > canvas.layout.height - canvas.layout.bar:
        canvas.cut.append(title)
        title = ""
    sign = "warning" if message.alarm else ""
    body = canvas.inner(canvas.framed(title, message.foot, needed, sign))
    fitting = body.height // canvas.row
    canvas.cut.extend(row.text for row in rows[fitting:])
    rows = rows[:fitting]
    top = body.top + (body.height - len(rows) * canvas.row + 1) // 2
    align = Align.CENTRE if len(message.lines) == 1 else Align.LEFT
    for row in rows:
        box = Box(body.left + row.indent, top, body.right, top + canvas.row)
        canvas.write(row.text, box, row.lettering, align)
        top += canvas.row
    if message.alarm:
        canvas.invert(canvas.whole)


def _fitted(canvas: Canvas, message: Message) -> list[_Paragraph]:
    """Return the lines in the widest letters that leave room for title and possibly foot."""
    layout = canvas.layout
    width = layout.width - 2 * layout.margin
    with_title = (layout.height - (layout.bar if message.title else 0)) // canvas.row
    with_foot = (
        layout.height - (layout.bar if message.title else 0) - (canvas.line if message.foot else 0)
    ) // canvas.row
    most = max(1, layout.height // canvas.row)
    groups = (layout.decision[:-1], layout.decision[-1:])
    tries = [(each, rows) for group in groups for rows in (with_foot, with_title)
             for each in group]  # fmt: skip
    tries.append((layout.decision[-1], most))
    hang = _HANG if len(message.lines) > 1 else 0
    paragraphs: list[_Paragraph] = []
    for lettering, rows in tries:
        paragraphs = _paragraphs(message.lines, lettering, width, hang)
        if len(paragraphs) <= rows and all(
            font(lettering).width(each.text) <= width - each.indent for each in paragraphs
        ):
            break
    return paragraphs


def _paragraphs(
    lines: tuple[str, ...], lettering: Lettering, width: int, hang: int
) -> list[_Paragraph]:
    return [
        _Paragraph(text, lettering, hang if place else 0)
        for line in lines
        for place, text in enumerate(
            wrapped(line, lettering, width, hang) if hang else balanced(line, lettering, width)
        )
    ]


def draw_menu(canvas: Canvas, menu: Menu) -> None:
    """Draw a list, in columns on a wide panel. A foot takes the place of an item."""
    layout = canvas.layout
    room = layout.height - (layout.bar if menu.title else 0)
    if menu.foot and not (menu.title and canvas.beside(menu.title, menu.foot)):
        room -= canvas.line
    down = max(1, min(len(menu.items), room // canvas.row))
    texts = [f"{item.label} {item.value}" for item in menu.items]
    across = canvas.across(-(-len(menu.items) // down), texts, layout.width - _THUMB)
    shown = min(len(menu.items), down * across)
    body = canvas.framed(menu.title, menu.foot, down * canvas.row)
    if not menu.items:
        return
    chosen = min(max(menu.chosen, 0), len(menu.items) - 1)
    first = min(max(0, chosen - shown // 2), len(menu.items) - shown)
    if across > 1:  # whole columns move, or items would jump from one to the other
        first = -(-first // down) * down
    scrolls = len(menu.items) > shown
    right = body.right - (_THUMB if scrolls else 0)
    sides = columns(right - body.left, across, between=layout.gutter)
    lettering = _menu_lettering(canvas, menu.items, sides[0][1] - 2 * layout.margin)
    start = body.top + (body.height - down * canvas.row) // 2
    for place in range(min(shown, len(menu.items) - first)):
        left, end = sides[place // down]
        top = start + place % down * canvas.row
        box = Box(left, top, end, top + canvas.row)
        _draw_item(canvas, menu.items[first + place], box, lettering)
        if first + place == chosen:
            canvas.invert(box)
    if scrolls:
        _draw_thumb(canvas, Box(right + 1, body.top, body.right, body.bottom), first, shown,
                    len(menu.items))  # fmt: skip


def _menu_lettering(canvas: Canvas, items: tuple[Item, ...], width: int) -> Lettering:
    for each in canvas.layout.decision:
        letters = font(each)
        if all(letters.width(item.label) + _value_width(each, item) <= width for item in items):
            return each
    return canvas.layout.decision[-1]


def _value_width(lettering: Lettering, item: Item) -> int:
    return font(lettering).width(item.value) + _GAP if item.value else 0


def _draw_item(canvas: Canvas, item: Item, box: Box, lettering: Lettering) -> None:
    inner = canvas.inner(box)
    spare = inner.width - font(lettering).width(item.label)
    value = min(_value_width(lettering, item), max(spare, inner.width // 2))
    label = Box(inner.left, inner.top, inner.right - value, inner.bottom)
    canvas.write(item.label, label, lettering)
    if item.value:
        canvas.write(item.value, Box(label.right + _GAP, inner.top, inner.right, inner.bottom),
                     lettering, Align.RIGHT)  # fmt: skip
    if item.mark is Mark.STRUCK:
        middle = box.top + box.height // 2 + 1
        width = min(font(lettering).width(item.label), label.width)
        canvas.fill(Box(inner.left, middle, inner.left + width + 1, middle + 1))
    elif item.mark is Mark.DOUBTED:
        canvas.stamp("query", label, Align.RIGHT)


def _draw_thumb(canvas: Canvas, rail: Box, first: int, shown: int, count: int) -> None:
    middle = (rail.left + rail.right) // 2
    for y in range(rail.top, rail.bottom, 3):
        canvas.image.putpixel((middle, y), INK)
    top = rail.top + rail.height * first // count
    canvas.fill(Box(rail.left, top, rail.right, top + max(3, rail.height * shown // count)))


def draw_progress(canvas: Canvas, progress: Progress) -> None:
    """Draw a line of text and a bar; the bar wanders if the duration is unknown."""
    body = canvas.inner(canvas.framed(progress.title, progress.foot, canvas.row + 14))
    gap = (body.height - canvas.row - 10) // 3
    top = body.top + gap
    canvas.decide(progress.line, Box(body.left, top, body.right, top + canvas.row))
    top += canvas.row + gap
    bar = Box(body.left + 4, top, body.right - 4, top + 10)
    canvas.frame(bar)
    inside = Box(bar.left + 2, bar.top + 2, bar.right - 2, bar.bottom - 2)
    if progress.part is not None:
        part = min(max(progress.part, 0.0), 1.0)
        canvas.fill(Box(inside.left, inside.top, inside.left + round(inside.width * part),
                        inside.bottom))  # fmt: skip
        return
    block = inside.width // 4
    way = inside.width - block
    step = progress.beat * 6 % (2 * way)
    left = inside.left + (step if step <= way else 2 * way - step)
    canvas.fill(Box(left, inside.top, left + block, inside.bottom))


_STATES = {
    State.WAITING: "…",
    State.GOOD: "✓",
    State.BAD: "✗",
    State.ABSENT: "\N{EN DASH}",
}


def draw_checks(canvas: Canvas, checks: Checks) -> None:
    """Draw each part with its state: large if they are few, else small in one or two columns."""
    count = len(checks.checks)
    room = canvas.layout.height - (canvas.layout.bar if checks.title else 0)
    large = count * canvas.row <= room
    height = canvas.row if large else canvas.line
    split = 1 if count * height <= room else 2
    down = -(-count // split)
    body = canvas.framed(checks.title, checks.foot, down * height)
    sides = columns(body.width, split)
    lettering = canvas.layout.small
    if large:
        labels = [check.label for check in checks.checks]
        lettering = canvas.lettering(labels, body.width - 2 * canvas.layout.margin - 14)
    start = body.top + max(0, body.height - down * height) // 2
    for place, check in enumerate(checks.checks):
        left, right = sides[place // down]
        top = start + place % down * height
        box = Box(left, top, right - (4 if right < body.right else 0), top + height)
        _draw_check(canvas, check, canvas.inner(box), lettering)
        if check.state is State.BAD:
            canvas.invert(box)


def _draw_check(canvas: Canvas, check: Check, box: Box, lettering: Lettering) -> None:
    sign = _STATES[check.state]
    width = font(lettering).width("✓") + 3
    canvas.write(check.label, Box(box.left, box.top, box.right - width, box.bottom), lettering)
    canvas.write(sign, Box(box.right - width, box.top, box.right, box.bottom), lettering,
                 Align.RIGHT)  # fmt: skip


def draw_edge(canvas: Canvas, edge: Edge) -> None:
    """Draw a line around the panel, and text well away from it."""
    whole = canvas.whole
    canvas.frame(whole)
    middle = whole.height // 2
    inside = Box(6, middle - canvas.row, whole.right - 6, middle)
    canvas.decide(edge.line, inside)
    canvas.write(edge.foot, Box(6, middle, whole.right - 6, middle + canvas.row))


def draw_letters(canvas: Canvas, letters: Letters) -> None:
    """Draw the written letters, and a row of letters with the chosen one in the middle."""
    body = canvas.inner(canvas.framed(letters.title, letters.foot, 2 * canvas.row + 6))
    lettering = canvas.lettering([letters.written], body.width - 4)
    written = Box(body.left, body.top, body.right - 4, body.top + canvas.row)
    canvas.write(letters.written, written, lettering)
    caret = min(font(lettering).width(letters.written), written.width) + body.left + 2
    canvas.fill(Box(caret, written.top + 2, caret + 2, written.bottom - 2))
    _draw_wheel(canvas, letters, Box(0, written.bottom + 1, canvas.layout.width, body.bottom))


def _draw_wheel(canvas: Canvas, letters: Letters, box: Box) -> None:
    if not letters.letters:
        return
    wide = canvas.layout.decision[0]
    widest = max(font(wide).width(each) for each in letters.letters[:40])
    cell = min(max(16, widest + 6), box.width)
    top = box.top + (box.height - canvas.row - 4) // 2
    middle = (box.left + box.right) // 2
    beside = (box.width // cell - 1) // 2 + 1
    count = len(letters.letters)
    for step in range(-beside, beside + 1):
        if abs(step) * 2 > count:
            continue
        text = letters.letters[(letters.chosen + step) % count].replace(" ", "_")
        left = middle - cell // 2 + step * cell
        if left < box.left or left + cell > box.right:
            continue
        place = Box(left, top, left + cell, top + canvas.row + 4)
        if step == 0:
            canvas.plate(place)
        canvas.write(text, place, wide, Align.CENTRE, DARK if step == 0 else INK)
