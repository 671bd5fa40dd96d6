"""The table as text: the grill, what everyone has, the dice. Pure: state in, lines out."""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import repeat

from firmware.speech.language import ENGLISH, N_, Language
from firmware.speech.words import Words
from rules.barbecue import Barbecue
from rules.dice import Face
from rules.events import GameOver
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
    "barbecue": N_(
        "Throw, lay all dice of one face aside, throw the rest; each face once a turn. "
        "The sum, with a worm among the dice, names your spot: lay a plate there, get "
        "its worms. Nothing new on the dice, or a worthless sum: a snail comes on the "
        "grill. Worms count 1, snails 3. Most points win."
    ),
    "bratwurmeck": N_(
        "Throw, lay all dice of one face aside, throw the rest; each face once a turn. "
        "The sum, with a worm among the dice, wins that tile: from the grill, or from "
        "the top of a rival's stack; else the next lower one. A failed turn costs your "
        "top tile. Most worms on your tiles win."
    ),
    "junior": N_(
        "Throw, lay all dice of one kind aside, throw the rest; each kind once a turn. "
        "The sum, with a worm among the dice, wins that tile: from the grill, or from "
        "the top of a rival's pile; else a lower one. Most worms on your tiles win."
    ),
}
"""What a game is about, for those who have never seen it."""

_TILES = N_("A number is open on the grill; . is taken; ## is turned face down for good.")

LEGEND = {
    "barbecue": N_("A is a plate of the player so marked; AA: two, blocked; @ a snail; . empty."),
    "bratwurmeck": _TILES,
    "junior": _TILES,
}


def draw_table(state: AnyGame, language: Language = ENGLISH) -> list[str]:
    """The grill and everyone's pieces."""
    if isinstance(state, Barbecue):
        return [*_spots(state, language), "", *_hands(state, language)]
    if isinstance(state, TileGame):
        return [*_tiles(state, language), "", *_stacks(state, language)]
    raise TypeError(state.NAME)


def draw_turn(state: AnyGame, language: Language = ENGLISH) -> list[str]:
    """The dice of the turn: thrown, laid aside, and what they count."""
    if not isinstance(state, Heckmeck) or state.ending is not None:
        return []
    _ = language.gettext
    turn = state.turn
    thrown, aside = language.pgettext("row", "thrown"), language.pgettext("row", "aside")
    columns = max(7, width(thrown), width(aside))
    lines = []
    if turn.thrown:
        lines.append(f"  {padded(thrown, columns)} {draw_dice(turn.thrown)}")
    if turn.kept:
        groups = (draw_dice(repeat(face, count)) for face, count in turn.kept.items())
        worm = _("with a worm") if turn.has_worm else _("no worm yet")
        lines.append(f"  {padded(aside, columns)} {' + '.join(groups)} = {turn.total}, {worm}")
    return lines


def draw_dice(faces: Iterable[Face]) -> str:
    """Dice in a row.

    >>> draw_dice([Face.ONE, Face.WORM])
    '[1][W]'
    """
    return "".join(f"[{_DRAWN.get(face, face)}]" for face in faces)


def draw_outcome(outcome: Outcome, words: Words) -> list[str]:
    """The final ranking, and what decided a tie."""
    return [
        words.event(GameOver(outcome.why)),
        "",
        *(_standing(standing, words) for standing in outcome.standings),
        "",
        _winner(outcome, words),
    ]


def _winner(outcome: Outcome, words: Words) -> str:
    _ = words.language.gettext
    names = words.all_of(map(words.name, outcome.winners))
    if len(outcome.winners) > 1:
        return _("{names} share the win.", names=names)
    if not outcome.tie_broken:
        return _("{name} wins.", name=names)
    return _(
        "{name} wins: equal points, but the highest plate or tile of those tied, {number}.",
        name=names,
        number=outcome.standings[0].tie_break,
    )


def _standing(standing: Standing, words: Words) -> str:
    place = "-" if standing.rank is None else f"{standing.rank}."
    points = words.many(standing.points, "point")
    return f"  {place:3} {padded(words.name(standing.player), 16)} {points}"


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


def padded(text: str, columns: int) -> str:
    """The text with spaces after it, so many columns wide at least."""
    return text + " " * (columns - width(text))


# Barbecue.


def _spots(state: Barbecue, language: Language) -> list[str]:
    pgettext = language.pgettext
    mark = marks(state.setup.players)
    numbered = list(state.table.numbered())
    return [
        _row(pgettext("row", "spot"), (str(number) for number, _spot in numbered)),
        _row(
            pgettext("row", "worms"),
            (str(state.setup.box.worms[number]) for number, _spot in numbered),
        ),
        _row(pgettext("row", "grill"), (_on_spot(spot, mark) for _number, spot in numbered)),
    ]


def _on_spot(spot: Spot, mark: Sequence[str]) -> str:
    if spot.snail:
        return "@"
    return "." if spot.owner is None else mark[spot.owner] * spot.plates


def _hands(state: Barbecue, language: Language) -> list[str]:
    words = Words(state.setup.players, language)
    table = state.table
    told = [
        language.gettext(
            "{worms}, {snails}, {plates} in hand",
            worms=words.many(table.worms[seat], "worm"),
            snails=words.many(table.snails[seat], "snail"),
            plates=words.many(PLATES - table.plates_out(seat), "plate"),
        )
        for seat in range(len(state.setup.players))
    ]
    pool = language.gettext("{snails} in the pool", snails=words.many(table.snail_pool, "snail"))
    return [*_players(state, told, words), f"  {pool}"]


# Tiles.


def _tiles(state: AnyTileGame, language: Language) -> list[str]:
    pgettext = language.pgettext
    numbers, worms, grill = [], [], []
    for number in state.NUMBERS:
        count = state.TILES.count(number)
        up = state.table.up.count(number)
        down = state.table.down.count(number)
        numbers += [str(number)] * count
        worms += [str(state.setup.box.worms[number])] * count
        grill += [str(number)] * up + ["##"] * down + ["."] * (count - up - down)
    return [
        _row(pgettext("row", "tile"), numbers),
        _row(pgettext("row", "worms"), worms),
        _row(pgettext("row", "grill"), grill),
    ]


def _stacks(state: AnyTileGame, language: Language) -> list[str]:
    words = Words(state.setup.players, language)
    told = []
    for stack in state.table.stacks:
        tiles = words.many(len(stack), "tile")
        if stack:
            tiles = language.gettext("{tiles}, {tile} on top", tiles=tiles, tile=stack[-1])
        told.append(tiles)
    return _players(state, told, words)


# Everywhere.


def _row(label: str, cells: Iterable[str]) -> str:
    return f"  {padded(label, 6)}" + "".join(f"{cell:>4}" for cell in cells)


def _players(state: AnyGame, told: Sequence[str], words: Words) -> list[str]:
    """One line for each player, an arrow before whose turn it is."""
    hidden = words.language.gettext("points hidden")
    gone = words.language.gettext("gone home")
    mark = marks(state.setup.players)
    lines = []
    for seat, points in enumerate(state.shown_points()):
        turn = ">" if seat == state.player and state.ending is None else " "
        score = hidden if points is None else words.many(points, "point")
        has = f"{told[seat]}, {gone}" if seat in state.gone else told[seat]
        columns = max(13, width(hidden))
        lines.append(
            f"{turn} {mark[seat]}  {padded(words.name(seat), 16)} {padded(score, columns)} {has}"
        )
    return lines
