"""Correcting pieces as a form for a page that knows no game, and the resulting move.

A form has groups of fields. A field is a choice among places or things, or a number. In a pile, the
piece moved last is on top, as on the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from firmware.errors import Unclear
from firmware.play.by_game import check
from firmware.speech.words import Words
from firmware.web.messages import Put
from rules.barbecue import Barbecue
from rules.games import AnyGame
from rules.grill import EMPTY, MOST_WORMS, SNAIL, SNAILS, GrillTable, Spot
from rules.moves import Adjust
from rules.picnic_blitz import PicnicBlitz
from rules.table import Table
from rules.tiles import AnyTileGame, TileGame, TileTable
from rules.tracks import TRACKS, AntTable


@dataclass
class Field:
    """A piece with its place, a place with its content, or a number of pieces."""

    label: str
    value: int
    choices: tuple[str, ...] = ()
    """By their numbers; empty for any number up to `most`."""
    most: int = 0

    def __post_init__(self) -> None:
        if self.choices:
            self.most = len(self.choices) - 1


@dataclass
class Group:
    """Fields that belong together."""

    title: str
    fields: tuple[Field, ...]
    piles: tuple[int, ...] = ()
    """The values that mean a pile."""
    order: tuple[int, ...] = ()
    """The fields of all piles, the lowest first."""

    def put(self, field: int, value: int) -> None:
        """Change a field; a moved piece is on top."""
        self.fields[field].value = value
        self.order = (*(each for each in self.order if each != field), field)

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(field.value for field in self.fields)

    def pile(self, value: int) -> tuple[int, ...]:
        """Return the fields in this pile, the lowest first."""
        return tuple(field for field in self.order if self.fields[field].value == value)


Form = tuple[Group, ...]


def form_of(state: AnyGame, words: Words) -> Form:
    """Return the current places and player; raises an error while they cannot be corrected."""
    refusal = state.refusal(Adjust(state.table, state.player))
    if refusal is not None:
        raise refusal
    staying = _staying(state)
    names = tuple(map(words.name, staying))
    turn = Field(words.say("Turn"), staying.index(state.player), names)
    title = words.say("Whose turn is it?")
    return (*_groups(state, words), Group(title, (turn,)))


def put_right(state: AnyGame, words: Words, puts: Sequence[Put]) -> Adjust:
    """Return the move for these changes; raises `Unclear` for unknown fields or no change."""
    form = form_of(state, words)
    for put in puts:
        if put.group >= len(form) or put.field >= len(form[put.group].fields):
            raise Unclear("page_not_here")
        if put.value > form[put.group].fields[put.field].most:
            raise Unclear("page_not_here")
        form[put.group].put(put.field, put.value)
    *groups, turn = form
    move = Adjust(_table(state, groups), _staying(state)[turn.fields[0].value])
    if (move.table, move.player) == (state.table, state.player):
        raise Unclear("page_same")
    return move


def _staying(state: AnyGame) -> list[int]:
    return [seat for seat in range(len(state.setup.players)) if seat not in state.gone]


# Pieces of each family of games.


@singledispatch
def _groups(state: AnyGame, _words: Words) -> list[Group]:
    raise TypeError(state.NAME)


@singledispatch
def _table(state: AnyGame, _groups: list[Group]) -> Table:
    """Return the table that the form describes."""
    raise TypeError(state.NAME)


def _names(state: AnyGame, words: Words) -> list[str]:
    return [words.name(seat) for seat in range(len(state.setup.players))]


# Barbecue.


def _things(state: Barbecue) -> tuple[Spot, ...]:
    seats = range(len(state.setup.players))
    return EMPTY, SNAIL, *(Spot(seat, count) for seat in seats for count in (1, 2))


@_groups.register(Barbecue)
def _of_grill(state: Barbecue, words: Words) -> list[Group]:
    say, table, names = words.language.gettext, state.table, _names(state, words)
    things = _things(state)
    called = (
        say("empty"),
        say("a snail"),
        *(
            say(text, name=name)
            for name in names
            for text in ("a plate of {name}", "two plates of {name}")
        ),
    )
    spots = (Field(str(at), things.index(spot), called) for at, spot in state.spots())
    worms = zip(names, table.worms, strict=True)
    snails = zip(names, table.snails, strict=True)
    return [
        Group(say("The grill"), tuple(spots)),
        Group(say("Worms"), tuple(Field(name, count, most=MOST_WORMS) for name, count in worms)),
        Group(say("Snails"), tuple(Field(name, count, most=SNAILS) for name, count in snails)),
    ]


@_table.register(Barbecue)
def _grill(state: Barbecue, groups: list[Group]) -> GrillTable:
    spots, worms, snails = groups
    things = _things(state)
    lying = {at: things[value] for at, value in zip(state.NUMBERS, spots.values, strict=True)}
    return GrillTable(lying, worms.values, snails.values)


# Tiles.

UP, DOWN, STACKS = 0, 1, 2
"""The places of a tile: face up or face down on the grill, then the stacks."""


@_groups.register(TileGame)
def _of_tiles(state: AnyTileGame, words: Words) -> list[Group]:
    say, table = words.language.gettext, state.table
    stacks = (say("{name}'s stack", name=name) for name in _names(state, words))
    places = (say("face up"), say("turned face down"), *stacks)
    tiles = [*((tile, UP) for tile in table.up), *((tile, DOWN) for tile in table.down)]
    for seat, stack in enumerate(table.stacks):
        tiles += ((tile, STACKS + seat) for tile in stack)
    # Equal tiles are identified by their places, as nothing else distinguishes them.
    ranked = sorted(range(len(tiles)), key=lambda at: tiles[at][0])
    fields = tuple(Field(str(tiles[at][0]), tiles[at][1], places) for at in ranked)
    piles = tuple(range(STACKS, len(places)))
    order = tuple(ranked.index(at) for at in range(len(tiles)) if tiles[at][1] >= STACKS)
    return [Group(say("The tiles"), fields, piles, order)]


@_table.register(TileGame)
def _tiles(state: AnyTileGame, groups: list[Group]) -> TileTable:
    (tiles,) = groups
    numbers = state.TILES

    def on_grill(place: int) -> tuple[int, ...]:
        return tuple(n for n, where in zip(numbers, tiles.values, strict=True) if where == place)

    stacks = (
        tuple(numbers[at] for at in tiles.pile(STACKS + seat))
        for seat in range(len(state.setup.players))
    )
    return TileTable(on_grill(UP), on_grill(DOWN), tuple(stacks))


# Picnic Blitz.


@_groups.register(PicnicBlitz)
def _of_tracks(state: PicnicBlitz, words: Words) -> list[Group]:
    say, names = words.language.gettext, _names(state, words)
    groups = [_of_track(state, track, names, words) for track in TRACKS]
    if state.without_queens:
        return groups
    has = (say("no"), say("yes"))
    queens = tuple(
        Field(name, int(queen), has) for name, queen in zip(names, state.table.queens, strict=True)
    )
    return [*groups, Group(say("Queens"), queens)]


def _of_track(state: PicnicBlitz, track: int, names: list[str], words: Words) -> Group:
    say, table = words.language.gettext, state.table
    last = table.length(track)
    spaces = (say("space {space}", space=space) for space in range(1, last))
    places = (say("at home"), *spaces, say("on the food"))
    fields = (Field(name, table.where(seat, track) or 0, places) for seat, name in enumerate(names))
    order = tuple(ant for pile in table.tracks[track - 1] for ant in pile)
    title = say("Track {track}", track=track)
    return Group(title, tuple(fields), tuple(range(1, last + 1)), order)


@_table.register(PicnicBlitz)
def _tracks(state: PicnicBlitz, groups: list[Group]) -> AntTable:
    tracks = tuple(
        tuple(group.pile(space) for space in group.piles) for group in groups[: len(TRACKS)]
    )
    if state.without_queens:
        return AntTable(tracks, state.table.queens)
    return AntTable(tracks, tuple(value == 1 for value in groups[-1].values))


check(__name__, _groups=_groups.registry, _table=_table.registry)
