"""Draws the wiring: the header in the middle, parts at both sides, one wire per pin.

`python -m tools.box.wiring FILE.toml > wiring.svg` draws a box of your own.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tools.box import header
from tools.box.parts import GROUND, Part, Terminal, Wire, Wiring
from tools.svg import FAINT, GREY, GRID, INK, PAPER, Anchor, Sheet

WIDTH = 1180
MIDDLE = WIDTH / 2
PITCH = 28
TOP = 132
CARD = 218
EDGE = 66
"""From the side of the picture to the cards: the ground runs there."""
HALF = 44
"""From the middle of the header to its edge."""
REACH = 168
"""From the middle of the header to where wires begin, outside of the pins' names."""
LANE = 15
TERMINAL = 22
HIGHEST = TOP - 20.0
LOWEST = TOP + 20.0 * PITCH
_HEAD = 44
_UNUSED = "#8b8880"
_ROOM = 18
_LETTER = 7.8
"""How wide a bold letter is, about."""
_GAP = 14

COLOURS = {
    Wire.POWER: "#c0392b",
    Wire.GROUND: "#2b2f36",
    Wire.SIGNAL: "#1f7a8c",
    Wire.BUS: "#7d4ea8",
    Wire.DRIVE: "#b9770e",
}
_LEGEND = (
    (Wire.POWER, "3.3 V"),
    (Wire.GROUND, "ground"),
    (Wire.BUS, "bus of the panel"),
    (Wire.SIGNAL, "button"),
    (Wire.DRIVE, "output"),
)


@dataclass(frozen=True)
class Route:
    """A drawn wire, from the header to its part."""

    wire: Wire
    points: tuple[tuple[float, float], ...]
    optional: bool = False


@dataclass
class Card:
    """A part with its position."""

    part: Part
    y: float

    @property
    def height(self) -> float:
        """As high as its terminals need."""
        return _HEAD + TERMINAL * len(self.part.terminals)

    def end(self, number: int) -> float:
        """Return where the wire of this terminal is."""
        return self.y + _HEAD + TERMINAL * (number + 0.35)

    @property
    def wanted(self) -> float:
        """Return where it would stand to have its wires as straight as possible."""
        places = _places(self.part)
        middle = _HEAD + TERMINAL * ((len(places) - 1) / 2 + 0.35)
        return sum(map(pin_y, places)) / len(places) - middle


def pin_y(place: int) -> float:
    """Return the position of a pin of the header."""
    return TOP + PITCH * (header.row(place) + 0.5)


def draw(wiring: Wiring) -> Sheet:
    parts = list(wiring.parts())
    sides = {left: placed(beside(parts, wiring, left=left)) for left in (True, False)}
    bottom = TOP + 20 * PITCH
    lowest = max([bottom, *(card.y + card.height for cards in sides.values() for card in cards)])
    sheet = Sheet(WIDTH, lowest + 96, wiring.title)
    sheet.heading(EDGE, 42, _below(wiring))
    _legend(sheet, lowest + 66)
    used = {
        terminal.place: (part, terminal)
        for part in parts
        for terminal in part.terminals
        if not wiring.board or terminal.wire is not Wire.POWER  # which one is the board's affair
    }
    for left, cards in sides.items():
        if joined := ground(cards, left=left):
            used[joined.place] = (cards[0].part, GROUND)
    _header(sheet, used, board=wiring.board)
    for left, cards in sides.items():
        _wires(sheet, cards, left=left)
        for card in cards:
            _card(sheet, card, left=left)
    return sheet


def _below(wiring: Wiring) -> str:
    if wiring.board:
        return (
            "The board is plugged onto all 40 pins; these are the pins it uses. Dashed: optional."
        )
    return "Seen from above. Grounds are all the same: any of them will do. Dashed: optional."


def beside(parts: Sequence[Part], wiring: Wiring, *, left: bool) -> list[Part]:
    """Return the parts on this side of the header; a part with pins on both sides is on both."""
    standing: list[Part] = []
    for part in parts:
        if wiring.board and not part.optional:  # it is plugged on, not wired
            continue
        here = [terminal for terminal in part.terminals if terminal.place and
                header.left(terminal.place) is left]  # fmt: skip
        if not here:
            continue
        main = left is header.left(_places(part)[0])
        grounds = [terminal for terminal in part.terminals if not terminal.place and main]
        name = part.name if main else f"{part.name}, its other wires"
        here.sort(key=lambda terminal: terminal.place)
        standing.append(replace(part, name=name, terminals=(*here, *grounds)))
    return standing


def placed(parts: Sequence[Part]) -> list[Card]:
    """The parts of one side, each near its pins, none over another."""
    cards = [Card(part, 0.0) for part in sorted(parts, key=_first)]
    at = HIGHEST
    for card in cards:
        card.y = max(at, card.wanted)
        at = card.y + card.height + _GAP
    floor = max(LOWEST, at - _GAP) if len(cards) > 4 else LOWEST
    for card in reversed(cards):  # up again where the lower end was passed
        card.y = min(card.y, floor - card.height)
        floor = card.y - _GAP
    return cards


def _places(part: Part) -> list[int]:
    return [terminal.place for terminal in part.terminals if terminal.place]


def _first(part: Part) -> int:
    return min(_places(part))


def _header(sheet: Sheet, used: dict[int, tuple[Part, Terminal]], *, board: bool) -> None:
    sheet.outline(
        MIDDLE - HALF, TOP - 8, 2 * HALF, 20 * PITCH + 16, fill="#e9e6de", edge=GREY, radius=8
    )
    sheet.text(MIDDLE, TOP - 36, "the end with the SD card", colour=FAINT, anchor="middle")
    sheet.text(MIDDLE, TOP - 20, "pin 1 has a square pad", colour=FAINT, anchor="middle")
    sheet.text(MIDDLE, TOP + 20 * PITCH + 26, "even numbers lie at the edge of the board",
               colour=FAINT, anchor="middle")  # fmt: skip
    for place in range(1, 41):
        _pin(sheet, place, used.get(place), board=board)


def _pin(sheet: Sheet, place: int, use: tuple[Part, Terminal] | None, *, board: bool) -> None:
    side = -1 if header.left(place) else 1
    x, y = MIDDLE + side * 20, pin_y(place)
    taken = use is not None
    fill = COLOURS[use[1].wire] if use else PAPER
    if place == 1:
        sheet.outline(x - 11, y - 11, 22, 22, fill=fill, edge=INK if taken else GREY)
    else:
        sheet.ring(x, y, 11, fill=fill, edge=INK if taken else GREY)
    ink = PAPER if taken else FAINT
    sheet.text(x, y + 4, str(place), size=11, colour=ink, anchor="middle", bold=taken)
    anchor: Anchor = "end" if side < 0 else "start"
    words = header.name(place)
    if board and use is not None and not use[0].optional:
        part, terminal = use
        told = (
            part.name
            if terminal.label == "signal"
            else f"panel {terminal.label.split()[0].rstrip(',')}"
        )
        meant = f" = {part.note}" if terminal.label == "signal" else ""
        words = f"{words}: {told}{meant}" if side > 0 else f"{told}{meant}: {words}"
    sheet.text(MIDDLE + side * (HALF + 10), y + 4, words, size=12,
               colour=INK if taken else _UNUSED, anchor=anchor, bold=taken)  # fmt: skip


def routes(cards: Sequence[Card], *, left: bool) -> list[Route]:
    """Every wire of this side but the ground's."""
    ends = [
        (terminal, card.end(number), card.part.optional)
        for card in cards
        for number, terminal in enumerate(card.part.terminals)
        if terminal.place
    ]
    ends.sort(key=lambda end: end[0].place)
    lanes = _lanes([(pin_y(terminal.place), end) for terminal, end, _ in ends])
    side = -1 if left else 1
    card = EDGE + CARD if left else WIDTH - EDGE - CARD
    found: list[Route] = []
    for lane, (terminal, end, optional) in zip(lanes, ends, strict=True):
        pin = pin_y(terminal.place)
        turn = MIDDLE + side * (REACH + 18 + LANE * lane)
        points = ((_outside(terminal.place), pin), (turn, pin), (turn, end), (card, end))
        found.append(Route(terminal.wire, points, optional))
    return found


def _outside(place: int) -> float:
    """Return where a wire meets the name of its pin."""
    wide = HALF + 20 + _LETTER * len(header.name(place))
    return MIDDLE + (-wide if header.left(place) else wide)


def _wires(sheet: Sheet, cards: Sequence[Card], *, left: bool) -> None:
    for route in routes(cards, left=left):
        _wire(sheet, route)
        sheet.dot(*route.points[0], 4, COLOURS[route.wire])
    if cards:
        _ground(sheet, cards, left=left)


def _lanes(ends: Sequence[tuple[float, float]]) -> list[int]:
    """For each wire, from top to bottom, how far out it turns, so that none crosses another.

    Of wires that run down towards their part the upper must turn further out; of those that run up
    the lower.
    """
    lanes: list[int] = []
    for number, (pin, end) in enumerate(ends):
        down = end > pin
        run = [n for n, (p, e) in enumerate(ends) if (e > p) is down]
        place = run.index(number)
        lanes.append(len(run) - 1 - place if down else place)
    return lanes


@dataclass(frozen=True)
class Ground:
    """The place where one side's ground wires meet the header."""

    place: int
    straight: bool
    """Past all parts; else round below them."""


def ground(cards: Sequence[Card], *, left: bool) -> Ground | None:
    """The highest ground pin that can be reached without crossing a part or a wire."""
    if not cards:
        return None
    places = [place for place in header.GROUNDS if header.left(place) is left]
    wires = routes(cards, left=left)
    for place in places:
        y = pin_y(place)
        part = any(card.y - _ROOM < y < card.y + card.height + _ROOM for card in cards)
        wire = any(min(ends) <= y <= max(ends) for ends in ([y for _, y in wire.points]
                   for wire in wires))  # fmt: skip
        if not part and not wire:
            return Ground(place, straight=True)
    return Ground(places[-1], straight=False)


def _ground(sheet: Sheet, cards: Sequence[Card], *, left: bool) -> None:
    joined = ground(cards, left=left)
    if joined is None:
        return
    ends = [
        card.end(number)
        for card in cards
        for number, terminal in enumerate(card.part.terminals)
        if terminal.wire is Wire.GROUND
    ]
    side = -1 if left else 1
    rail = EDGE - 26 if left else WIDTH - EDGE + 26
    pin = (_outside(joined.place), pin_y(joined.place))
    bottom = max(LOWEST, *(card.y + card.height for card in cards)) + 26
    low = pin[1] if joined.straight else bottom
    turn = MIDDLE + side * REACH
    around = () if joined.straight else ((turn, bottom), (turn, pin[1]))
    _wire(sheet, Route(Wire.GROUND, ((rail, min(*ends, low)), (rail, max(*ends, low)))))
    _wire(sheet, Route(Wire.GROUND, ((rail, low), *around, pin)))
    edge = EDGE if left else WIDTH - EDGE
    for end in ends:
        sheet.line((edge, end), (rail, end), colour=COLOURS[Wire.GROUND], width=2.5)
        sheet.dot(rail, end, 4, COLOURS[Wire.GROUND])
    sheet.dot(rail, low, 4, COLOURS[Wire.GROUND])
    sheet.dot(*pin, 4, COLOURS[Wire.GROUND])
    words = "all grounds together"
    sheet.text((rail + turn) / 2, low - 7, words, size=11, colour=FAINT, anchor="middle")


def _wire(sheet: Sheet, route: Route) -> None:
    sheet.line(*route.points, colour=PAPER, width=6)  # a seam, where two run close
    sheet.line(*route.points, colour=COLOURS[route.wire], width=2.5, dashed=route.optional)


def _card(sheet: Sheet, card: Card, *, left: bool) -> None:
    x = EDGE if left else WIDTH - EDGE - CARD
    part = card.part
    sheet.outline(x, card.y, CARD, card.height, fill="#ffffff", edge=INK, radius=7,
                  dashed=part.optional)  # fmt: skip
    sheet.text(x + 14, card.y + 19, part.name, size=14, bold=True)
    sheet.text(x + 14, card.y + 35, part.note, size=11, colour=FAINT)
    for number, terminal in enumerate(part.terminals):
        y = card.end(number)
        inner = left is bool(terminal.place)
        edge = x + CARD if inner else x
        anchor: Anchor = "end" if inner else "start"
        inset = -12 if inner else 12
        words = terminal.label
        if terminal.place:
            words = f"{words}  pin {terminal.place}"
        sheet.text(edge + inset, y + 4, words, size=12, anchor=anchor)
        sheet.dot(edge, y, 5, COLOURS[terminal.wire])


def _legend(sheet: Sheet, y: float) -> None:
    sheet.line((EDGE, y - 26), (WIDTH - EDGE, y - 26), colour=GRID)
    sheet.legend(EDGE, y, *((COLOURS[wire], words) for wire, words in _LEGEND))


def main() -> None:
    """Draw the box of a configuration file."""
    told = Path(sys.argv[1]).read_text()
    print(draw(Wiring("own", "Your box", told)).written(), end="")


if __name__ == "__main__":
    main()
