"""Screens with dice: the throw prompt, what to keep, and single dice in a row."""

from collections.abc import Sequence

from firmware.screens.canvas import DARK, INK, Align, Box, Canvas, columns
from firmware.screens.die import die
from firmware.screens.font import font
from firmware.screens.kinds import Choice, DiceRow, Group, Prompt
from firmware.screens.sprites import ring, sprite

_GAP = 1
_MINI = 9
"""Dice in the title, as a reminder."""
_ARROW = 7
_NUMBER = 12
"""The width of a number beside a die."""


def draw_prompt(canvas: Canvas, prompt: Prompt) -> None:
    """Draw who throws how many dice, the dice set aside, their sum, and what stopping brings."""
    layout = canvas.layout
    decisions = [text for text in (prompt.task, prompt.stop) if text]
    across = canvas.across(len(decisions), decisions, layout.width - 2 * layout.margin)
    words = _GAP + -(-len(decisions) // across) * canvas.row
    die_row = max(layout.least_die, min(layout.die, _odd(layout.height - layout.bar - words)))
    needed = die_row + words
    body = canvas.inner(canvas.framed(prompt.player, prompt.foot, needed))
    top = body.top + max(0, body.height - needed) // 2
    dice = Box(body.left, top, body.right, top + die_row)
    if prompt.kept or prompt.total:
        _draw_kept(canvas, prompt, dice)
    else:
        _draw_waiting(canvas, prompt.dice, dice)
    top = dice.bottom + _GAP
    sides = columns(body.width, across, body.left, layout.gutter)
    for place, text in enumerate(decisions):
        left, right = sides[place % across]
        y = top + place // across * canvas.row
        canvas.decide(text, Box(left, y, right, y + canvas.row))


def _draw_kept(canvas: Canvas, prompt: Prompt, box: Box) -> None:
    """Draw the dice set aside at the left, the sum at the right."""
    lettering = canvas.layout.decision[0]
    total = font(lettering).width(prompt.total) if prompt.total else 0
    canvas.write(prompt.total, box, lettering, Align.RIGHT)
    right = box.right - total
    left = box.left
    counts = sum(group.count > 1 for group in prompt.kept)
    groups = max(1, len(prompt.kept))
    pitch = min(box.height + 2, (right - left - 7 * counts) // groups)
    for group in prompt.kept:
        width = max(3, _odd(min(box.height, pitch - 1)))
        canvas.image.paste(die(group.face, width, box.height, group.mark), (left, box.top))
        left += width + 1
        if group.count > 1:
            number = Box(left, box.top, left + 5, box.bottom)
            canvas.write(str(group.count), number, canvas.layout.decision[-1], Align.CENTRE)
            left += 6
        left += max(0, pitch - width - 1)
    if prompt.worm and right - left >= 20:
        canvas.stamp("worm 11", Box(left, box.top, right - 3, box.bottom), Align.RIGHT)


def _draw_waiting(canvas: Canvas, count: int, box: Box) -> None:
    """Draw an empty die for each die to throw."""
    if count < 1:
        return
    pitch = min(box.height + 2, (box.width + 1) // count)
    width = max(3, _odd(min(box.height, pitch - 1)))
    left = box.left + (box.width - pitch * (count - 1) - width) // 2
    for place in range(count):
        canvas.image.paste(ring(width, box.height), (left + place * pitch, box.top))


def draw_choice(canvas: Canvas, choice: Choice) -> None:
    """Draw the groups of the throw with their numbers; the chosen one is lit.

    A derived keep comes first, separated by a dotted line.
    """
    layout = canvas.layout
    beside = _NUMBER if layout.columns > 1 else 0
    numbers = 0 if beside else canvas.row - 2
    body = canvas.framed(choice.player, choice.foot, layout.least_die + numbers + canvas.row)
    if not choice.foot or body.bottom < layout.height:
        _draw_before(canvas, choice)
    line = Box(0, body.bottom - canvas.row, body.right, body.bottom)
    canvas.decide(choice.line, canvas.inner(line))
    divider = 6 if choice.inferred else 0
    cells = len(choice.groups) + (1 if choice.inferred else 0)
    if not cells:
        return
    room = (body.width - divider) // cells
    height = _odd(min(layout.most_die, line.top - body.top - numbers))
    width = _odd(min(height, room - 1 - beside))
    size = (width, min(height, max(width + 2, layout.least_die)))
    pitch = min(room, width + beside + 8)
    left = (body.width - pitch * cells - divider) // 2
    top = body.top + (line.top - body.top - size[1] - numbers + 1) // 2
    if choice.inferred:
        place = Box(left, top, left + pitch, top + size[1] + numbers)
        _draw_group(
            canvas, choice.inferred, place, size, chosen=choice.chosen == len(choice.groups)
        )
        left += pitch + divider
        for y in range(body.top + 1, line.top - 1, 2):
            canvas.image.putpixel((left - divider // 2 - 1, y), INK)
    for number, group in enumerate(choice.groups):
        place = Box(left, top, left + pitch, top + size[1] + numbers)
        _draw_group(canvas, group, place, size, chosen=number == choice.chosen)
        left += pitch


def _draw_group(
    canvas: Canvas, group: Group, box: Box, size: tuple[int, int], *, chosen: bool
) -> None:
    width, height = size
    if box.bottom > box.top + height:
        left = box.left + (box.width - width) // 2
        number = Box(left, box.top + height, left + width, box.bottom)
        seam = Box(left, number.top - 2, number.right, number.top + 2)
    else:
        left = box.left + (box.width - width - _NUMBER) // 2
        number = Box(left + width, box.top, left + width + _NUMBER, box.bottom)
        seam = Box(number.left - 2, box.top, number.left + 2, box.bottom)
    canvas.image.paste(die(group.face, width, height, group.mark, filled=chosen), (left, box.top))
    if chosen:
        canvas.plate(number)
        canvas.fill(seam)
    lettering = canvas.layout.decision[0]
    canvas.write(str(group.count), number, lettering, Align.CENTRE, DARK if chosen else INK)


def _draw_before(canvas: Canvas, choice: Choice) -> None:
    """Draw the sum at the right of the title, with small dice if there is room."""
    bar = canvas.inner(Box(0, 0, canvas.layout.width, canvas.layout.bar - 1))
    letters = font(canvas.layout.small)
    taken = bar.left + letters.width(choice.player) + 6
    right = bar.right
    if not choice.player:
        return
    if choice.total and right - letters.width(choice.total) >= taken:
        canvas.write(choice.total, bar, align=Align.RIGHT, ink=DARK)
        right -= letters.width(choice.total) + 4
    width = sum(_MINI + 1 + (5 if group.count > 1 else 0) for group in choice.before)
    if right - width < taken:
        return
    left = right - width
    for group in choice.before:
        mini = die(group.face, _MINI, _MINI)
        canvas.image.paste(DARK, (left, bar.top + 1), mini)
        left += _MINI + 1
        if group.count > 1:
            canvas.write(str(group.count), Box(left, bar.top, left + 4, bar.bottom), ink=DARK)
            left += 5


def draw_dice_row(canvas: Canvas, row: DiceRow) -> None:
    """Draw the dice, the places to add one and to finish, and the lines.

    In one row if they fit, else in two; if the lines leave room for only one row, the two places
    move into the title.
    """
    layout = canvas.layout
    signs = [name for name, wanted in (("plus", row.more), ("tick", row.tick)) if wanted]
    across = canvas.across(len(row.lines), row.lines, layout.width - 2 * layout.margin)
    words = -(-len(row.lines) // across) * canvas.row
    room = layout.height - layout.bar - words
    fit = layout.width // (layout.least_die - 1)
    rows = 2 if len(row.dice) + len(signs) > fit and room >= 2 * layout.least_die else 1
    above = rows == 1 and len(row.dice) + len(signs) > fit
    needed = words + rows * layout.least_die
    body = canvas.framed(row.title, row.foot, needed)
    fitting = max(0, (body.height - rows * layout.least_die) // canvas.row) * across
    canvas.cut.extend(row.lines[fitting:])
    lines = row.lines[:fitting]
    top = body.bottom - -(-len(lines) // across) * canvas.row
    _draw_cells(canvas, row, [] if above else signs, Box(0, body.top, body.right, top), rows)
    if above:
        _draw_above(canvas, signs, None if row.cursor is None else row.cursor - len(row.dice))
    inner = canvas.inner(body)
    sides = columns(inner.width, across, inner.left, layout.gutter)
    lettering = canvas.lettering(lines, sides[0][1] - inner.left)
    for place, text in enumerate(lines):
        left, right = sides[place % across]
        y = top + place // across * canvas.row
        canvas.write(text, Box(left, y, right, y + canvas.row), lettering, Align.CENTRE)


def _draw_cells(canvas: Canvas, row: DiceRow, signs: Sequence[str], box: Box, rows: int) -> None:
    count = len(row.dice) + len(signs)
    if not count:
        return
    least = canvas.layout.least_die
    across = min(-(-count // rows), (box.width - 1) // (least - 3))
    height = _odd(min(canvas.layout.most_die, box.height // rows))
    width = _odd(min(height, max(box.width // across - 1, least - 2)))
    height = min(height, max(width + 2, least))
    pitch = min((box.width - width) // max(1, across - 1), width + 3)
    step = min(height + 2, box.height // rows)
    top = box.top + (box.height - step * (rows - 1) - height) // 2
    first = _first_shown(count, across * rows, row.cursor)

    def at(place: int) -> Box:
        line, column = divmod(place - first, across)
        in_line = min(across, count - first - line * across)
        left = (box.width - (in_line - 1) * pitch - width) // 2 + column * pitch
        if row.open and row.cursor is not None and line == (row.cursor - first) // across:
            left += _ARROW * ((place > row.cursor) - (place < row.cursor))  # room for its arrows
        return Box(left, top + line * step, left + width, top + line * step + height)

    for place in range(first, min(count, first + across * rows)):
        where = at(place)
        lit = place == row.cursor
        if place >= len(row.dice):
            _draw_button(canvas, signs[place - len(row.dice)], where, lit=lit)
            continue
        each = row.dice[place]
        picture = die(each.face, width, height, each.mark, filled=lit)
        canvas.image.paste(picture, (where.left, where.top))
    if row.open and row.cursor is not None and 0 <= row.cursor < len(row.dice):
        _draw_open(canvas, at(row.cursor))


def _first_shown(count: int, shown: int, cursor: int | None) -> int:
    """Return where a long row starts, so that the cursor stays visible."""
    return min(max(0, (cursor or 0) - shown // 2), max(0, count - shown))


def _draw_above(canvas: Canvas, signs: Sequence[str], cursor: int | None) -> None:
    """Draw the places after the dice at the right of the title."""
    right = canvas.layout.width - canvas.layout.margin
    for place, name in reversed([*enumerate(signs)]):
        width = sprite(name).width + 4
        box = Box(right - width, 0, right, canvas.layout.bar - 1)
        lit = place == cursor
        canvas.fill(box, DARK if lit else INK)
        canvas.stamp(name, box, ink=INK if lit else DARK)
        right -= width + 1


def _draw_button(canvas: Canvas, name: str, box: Box, *, lit: bool) -> None:
    if lit:
        canvas.plate(box, 2)
    canvas.stamp(name, box, ink=DARK if lit else INK)


def _draw_open(canvas: Canvas, box: Box) -> None:
    """Draw arrows at both sides of the die, which moves inwards at the panel's edge."""
    turned = canvas.image.crop((box.left, box.top, box.right, box.bottom))
    left = min(max(box.left, _ARROW), canvas.layout.width - _ARROW - box.width)
    right = left + box.width
    canvas.fill(Box(left - _ARROW, box.top, right + _ARROW, box.bottom), DARK)
    canvas.image.paste(turned, (left, box.top))
    canvas.stamp("left", Box(left - _ARROW, box.top, left, box.bottom))
    canvas.stamp("right", Box(right, box.top, right + _ARROW, box.bottom))


def _odd(length: int) -> int:
    """Return the next lower odd number, or the same: pips need a middle."""
    return max(3, length - 1 + length % 2)
