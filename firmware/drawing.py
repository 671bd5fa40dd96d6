"""The table as text: the grill, what everyone has, the dice. Pure: state in, lines out."""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import repeat

from firmware.words import Words
from rules.barbecue import Barbecue
from rules.dice import Face
from rules.games import AnyGame
from rules.grill import PLATES, Spot
from rules.heckmeck import Heckmeck
from rules.outcome import Outcome, Standing
from rules.players import Player
from rules.tiles import AnyTileGame, TileGame

LETTERS = {
    "w": Face.WORM,
    "c": Face.CUCUMBER,
    "e": Face.CHEESE,
    "k": Face.KETCHUP,
    "b": Face.BUN,
}
"""The one letter by which a picture face is typed and drawn."""

_DRAWN = {face: letter.upper() for letter, face in LETTERS.items()}

AIM = {
    "barbecue": (
        "Throw, lay all dice of one face aside, throw the rest; each face once a turn.",
        "The sum, with a worm among the dice, names your spot: lay a plate there, get",
        "its worms. Nothing new on the dice, or a worthless sum: a snail comes on the",
        "grill. Worms count 1, snails 3. Most points win.",
    ),
    "bratwurmeck": (
        "Throw, lay all dice of one face aside, throw the rest; each face once a turn.",
        "The sum, with a worm among the dice, wins that tile: from the grill, or from",
        "the top of a rival's stack; else the next lower one. A failed turn costs your",
        "top tile. Most worms on your tiles win.",
    ),
    "junior": (
        "Throw, lay all dice of one kind aside, throw the rest; each kind once a turn.",
        "The sum, with a worm among the dice, wins that tile: from the grill, or from",
        "the top of a rival's pile; else a lower one. Most worms on your tiles win.",
    ),
}
"""What a game is about, for those who have never seen it."""

_TILES = "A number is open on the grill; . is taken; ## is turned face down for good."

LEGEND = {
    "barbecue": "A is a plate of the player so marked; AA: two, blocked; @ a snail; . empty.",
    "bratwurmeck": _TILES,
    "junior": _TILES,
}


def draw_table(state: AnyGame) -> list[str]:
    """The grill and everyone's pieces."""
    if isinstance(state, Barbecue):
        return [*_spots(state), "", *_hands(state)]
    if isinstance(state, TileGame):
        return [*_tiles(state), "", *_stacks(state)]
    raise TypeError(state.NAME)


def draw_turn(state: AnyGame) -> list[str]:
    """The dice of the turn: thrown, laid aside, and what they count."""
    if not isinstance(state, Heckmeck) or state.ending is not None:
        return []
    turn = state.turn
    lines = []
    if turn.thrown:
        lines.append(f"  thrown  {draw_dice(turn.thrown)}")
    if turn.kept:
        groups = (draw_dice(repeat(face, count)) for face, count in turn.kept.items())
        worm = "with a worm" if turn.has_worm else "no worm yet"
        lines.append(f"  aside   {' + '.join(groups)} = {turn.total}, {worm}")
    return lines


def draw_dice(faces: Iterable[Face]) -> str:
    """Dice in a row.

    >>> draw_dice([Face.ONE, Face.WORM])
    '[1][W]'
    """
    return "".join(f"[{_DRAWN.get(face, face)}]" for face in faces)


def draw_outcome(outcome: Outcome, words: Words) -> list[str]:
    """The final ranking, and what decided a tie."""
    lines = [f"The game is over: {words.why(outcome.why)}.", ""]
    lines += [_standing(standing, words) for standing in outcome.standings]
    names = " and ".join(map(words.name, outcome.winners))
    if len(outcome.winners) > 1:
        return [*lines, "", f"{names} share the win."]
    reason = _tie_reason(outcome.standings[0]) if outcome.tie_broken else ""
    return [*lines, "", f"{names} wins{reason}."]


def _standing(standing: Standing, words: Words) -> str:
    place = "-" if standing.rank is None else f"{standing.rank}."
    return (
        f"  {place:3} {_padded(words.name(standing.player), 16)} {many(standing.points, 'point')}"
    )


def _tie_reason(winner: Standing) -> str:
    return f": equal points, but the highest plate or tile of those tied, {winner.tie_break}"


def marks(players: Sequence[Player]) -> list[str]:
    """A letter for each player's plates: the first of the name, or the seat if that is unclear."""
    initials = [player.name[0].upper() for player in players]
    return [
        initial if initial.isalpha() and initials.count(initial) == 1 == width(initial) else seat
        for seat, initial in zip("1234567", initials, strict=False)
    ]


def width(text: str) -> int:
    """How many columns of a terminal the text takes: some letters take two, some marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def many(count: int, noun: str) -> str:
    """A number of things.

    >>> many(1, "worm"), many(2, "worm"), many(1, "dice")
    ('1 worm', '2 worms', '1 die')
    """
    if noun == "dice":
        return "1 die" if count == 1 else f"{count} dice"
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


# Barbecue.


def _spots(state: Barbecue) -> list[str]:
    mark = marks(state.setup.players)
    numbered = list(state.table.numbered())
    return [
        _row("spot", (str(number) for number, _ in numbered)),
        _row("worms", (str(state.setup.box.worms[number]) for number, _ in numbered)),
        _row("grill", (_on_spot(spot, mark) for _, spot in numbered)),
    ]


def _on_spot(spot: Spot, mark: Sequence[str]) -> str:
    if spot.snail:
        return "@"
    return "." if spot.owner is None else mark[spot.owner] * spot.plates


def _hands(state: Barbecue) -> list[str]:
    table = state.table
    told = [
        f"{many(table.worms[seat], 'worm')}, {many(table.snails[seat], 'snail')}, "
        f"{many(PLATES - table.plates_out(seat), 'plate')} in hand"
        for seat in range(len(state.setup.players))
    ]
    return [*_players(state, told), f"  {many(table.snail_pool, 'snail')} in the pool"]


# Tiles.


def _tiles(state: AnyTileGame) -> list[str]:
    numbers, worms, grill = [], [], []
    for number in state.NUMBERS:
        count = state.TILES.count(number)
        up = state.table.up.count(number)
        down = state.table.down.count(number)
        numbers += [str(number)] * count
        worms += [str(state.setup.box.worms[number])] * count
        grill += [str(number)] * up + ["##"] * down + ["."] * (count - up - down)
    return [_row("tile", numbers), _row("worms", worms), _row("grill", grill)]


def _stacks(state: AnyTileGame) -> list[str]:
    told = []
    for stack in state.table.stacks:
        top = f", {stack[-1]} on top" if stack else ""
        told.append(f"{many(len(stack), 'tile')}{top}")
    return _players(state, told)


# Everywhere.


def _row(label: str, cells: Iterable[str]) -> str:
    return f"  {label:6}" + "".join(f"{cell:>4}" for cell in cells)


def _players(state: AnyGame, told: Sequence[str]) -> list[str]:
    """One line for each player, an arrow before whose turn it is."""
    mark = marks(state.setup.players)
    lines = []
    for seat, (player, points) in enumerate(
        zip(state.setup.players, state.shown_points(), strict=True)
    ):
        turn = ">" if seat == state.player and state.ending is None else " "
        score = "points hidden" if points is None else many(points, "point")
        gone = ", gone home" if seat in state.gone else ""
        name = _padded(player.name, 16)
        lines.append(f"{turn} {mark[seat]}  {name} {score:13} {told[seat]}{gone}")
    return lines
