"""Draws the table as text: the board or grill, everyone's pieces, the dice. State in, lines out."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import singledispatch
from itertools import repeat

from firmware.play.by_game import check
from firmware.speech.language import ENGLISH, Language
from firmware.speech.words import Words
from rules.barbecue import Barbecue
from rules.dice import Face
from rules.events import GameOver
from rules.games import AnyGame
from rules.grill import PLATES, Spot
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.outcome import Outcome, Standing
from rules.picnic_blitz import PicnicBlitz
from rules.players import Player
from rules.tiles import AnyTileGame, TileGame
from rules.tracks import TRACKS

LETTERS = {
    "w": Face.WORM,
    "c": Face.CUCUMBER,
    "e": Face.CHEESE,
    "k": Face.KETCHUP,
    "b": Face.BUN,
}
"""The letter by which a picture face is typed and drawn."""

_DRAWN = {face: letter.upper() for letter, face in LETTERS.items()}


def draw_turn(state: AnyGame, language: Language = ENGLISH) -> list[str]:
    """Return the dice of the turn, and their sum."""
    return [] if state.ending is not None else _turn(state, language)


@singledispatch
def draw_table(state: AnyGame, _language: Language = ENGLISH) -> list[str]:
    """Return the board or grill, and everyone's pieces."""
    raise TypeError(state.NAME)


@singledispatch
def _turn(state: AnyGame, _language: Language) -> list[str]:
    raise TypeError(state.NAME)


def draw_dice(faces: Iterable[Face]) -> str:
    """Return dice in a row.

    >>> draw_dice([Face.ONE, Face.WORM])
    '[1][W]'
    """
    return "".join(f"[{_DRAWN.get(face, face)}]" for face in faces)


def draw_outcome(outcome: Outcome, words: Words) -> list[str]:
    """Return the final ranking, and what broke a tie."""
    return [
        words.event(GameOver(outcome.why)),
        "",
        *(_standing(standing, words) for standing in outcome.standings),
        "",
        _winner(outcome, words),
    ]


def _winner(outcome: Outcome, words: Words) -> str:
    names = words.all_of(map(words.name, outcome.winners))
    if len(outcome.winners) > 1:
        return words.say("{names} share the win.", names=names)
    if not outcome.tie_broken:
        return words.say("{name} wins.", name=names)
    return words.say(
        "{name} wins: equal points, but the highest plate or tile of those tied, {number}.",
        name=names,
        number=outcome.standings[0].tie_break,
    )


def _standing(standing: Standing, words: Words) -> str:
    place = "-" if standing.rank is None else f"{standing.rank}."
    points = words.counted(standing.points, "point")
    return f"  {place:3} {padded(words.name(standing.player), 16)} {points}"


def marks(players: Sequence[Player]) -> list[str]:
    """Return a letter for each player's plates: the name's first, or the seat if ambiguous."""
    initials = [player.name[0].upper() for player in players]
    return [
        initial if initial.isalpha() and initials.count(initial) == 1 == width(initial) else seat
        for seat, initial in zip("1234567", initials, strict=False)
    ]


def width(text: str) -> int:
    """Return the text's width in a terminal: some letters take two columns, some marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def padded(text: str, columns: int) -> str:
    """Pad the text with spaces to at least so many columns."""
    return text + " " * (columns - width(text))


# The dice of the Heckmeck games.


@_turn.register(Heckmeck)
def _kept_dice(state: AnyHeckmeck, language: Language) -> list[str]:
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


# Barbecue.


@draw_table.register(Barbecue)
def _grill(state: Barbecue, language: Language = ENGLISH) -> list[str]:
    return [*_spots(state, language), "", *_hands(state, language)]


def _spots(state: Barbecue, language: Language) -> list[str]:
    pgettext = language.pgettext
    mark = marks(state.setup.players)
    numbered = list(state.spots())
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
    rows = [
        language.gettext(
            "{worms}, {snails}, {plates} in hand",
            worms=words.counted(table.worms[seat], "worm"),
            snails=words.counted(table.snails[seat], "snail"),
            plates=words.counted(PLATES - table.plates_out(seat), "plate"),
        )
        for seat in range(len(state.setup.players))
    ]
    pool = language.gettext("{snails} in the pool", snails=words.counted(table.snail_pool, "snail"))
    return [*_players(state, rows, words), f"  {pool}"]


# Tiles.


@draw_table.register(TileGame)
def _tiles_and_stacks(state: AnyTileGame, language: Language = ENGLISH) -> list[str]:
    return [*_tiles(state, language), "", *_stacks(state, language)]


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
    rows = []
    for stack in state.table.stacks:
        tiles = words.counted(len(stack), "tile")
        if stack:
            tiles = language.gettext("{tiles}, {tile} on top", tiles=tiles, tile=stack[-1])
        rows.append(tiles)
    return _players(state, rows, words)


# Picnic Blitz.


@draw_table.register(PicnicBlitz)
def _tracks_and_ants(state: PicnicBlitz, language: Language = ENGLISH) -> list[str]:
    words = Words(state.setup.players, language)
    wins = language.gettext("{points} win", points=words.counted(state.target, "point"))
    return [*_tracks(state, language), "", *_ants(state, words), f"  {wins}"]


def _tracks(state: PicnicBlitz, language: Language) -> list[str]:
    rows = {track: _spaces(state, track) for track in TRACKS}
    longest = max(map(len, rows.values()))
    # A pile of four ants takes more room than most tables need.
    columns = max(5, *(width(cell) + 1 for row in rows.values() for cell in row))
    labels = {t: language.pgettext("row", "track {track}", track=t) for t in TRACKS}
    spaces = language.pgettext("row", "space")
    margin = max(map(width, (spaces, *labels.values())))
    numbers = map(str, range(1, longest + 1))
    return [
        _cells(padded(spaces, margin), numbers, columns),
        *(_cells(padded(labels[track], margin), rows[track], columns) for track in TRACKS),
    ]


def _cells(label: str, cells: Iterable[str], columns: int) -> str:
    return f"  {label}" + "".join(" " * (columns - width(cell)) + cell for cell in cells)


def _spaces(state: PicnicBlitz, track: int) -> list[str]:
    """Return the ants on each space, pinned ones in brackets."""
    mark = marks(state.setup.players)
    table = state.table
    *piles, _food = table.tracks[track - 1]
    cells = []
    for pile in piles:
        active = [ant for ant in pile if table.active(ant, track)]
        pinned = "".join(mark[ant] for ant in pile if ant not in active)
        free = "".join(mark[ant] for ant in active)
        cells.append((f"({pinned})" if pinned else "") + free or ".")
    holder = table.controller(track)
    food = state.setup.box.tracks[track].food
    return [*cells, f"[{food}]" if holder is None else f"[{food}{mark[holder]}]"]


def _ants(state: PicnicBlitz, words: Words) -> list[str]:
    table = state.table
    rows = []
    for seat in range(len(state.setup.players)):
        out = sum(table.where(seat, track) is not None for track in TRACKS)
        ants = words.counted(out, "ant")
        has = words.say(
            "{ants} on the board, {active} active", ants=ants, active=state.active_ants(seat)
        )
        rows.append(words.say("{ants}, a queen", ants=has) if table.queens[seat] else has)
    return _players(state, rows, words)


@_turn.register(PicnicBlitz)
def _thrown_dice(state: PicnicBlitz, language: Language) -> list[str]:
    if not state.turn.thrown:
        return []
    words = Words(state.setup.players, language)
    thrown = language.pgettext("row", "thrown")
    row = f"  {padded(thrown, 7)} {draw_dice(state.turn.thrown)}"
    if state.straight:
        sentence = language.gettext("{count} in a row", count=state.straight)
        row += f"  {sentence}"
    if state.attacks_left:
        row += ", " if state.straight else "  "
        row += words.counted(state.attacks_left, "attack")
    return [row]


# All games.


def _row(label: str, cells: Iterable[str]) -> str:
    return f"  {padded(label, 6)}" + "".join(f"{cell:>4}" for cell in cells)


def _players(state: AnyGame, rows: Sequence[str], words: Words) -> list[str]:
    """Return a line for each player, with an arrow before the current one."""
    hidden = words.say("points hidden")
    gone = words.say("gone home")
    mark = marks(state.setup.players)
    lines = []
    for seat, points in enumerate(state.shown_points()):
        turn = ">" if seat == state.player and state.ending is None else " "
        score = hidden if points is None else words.counted(points, "point")
        has = f"{rows[seat]}, {gone}" if seat in state.gone else rows[seat]
        columns = max(13, width(hidden))
        lines.append(
            f"{turn} {mark[seat]}  {padded(words.name(seat), 16)} {padded(score, columns)} {has}"
        )
    return lines


check(__name__, draw_table=draw_table.registry, _turn=_turn.registry)
