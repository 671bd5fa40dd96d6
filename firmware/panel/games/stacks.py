"""Pictures and texts of the grill's tiles and the players' stacks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from firmware.screens.font import can_draw
from firmware.screens.kinds import Stack, Tile, TileGrill, TileState
from firmware.speech.drawing import marks
from firmware.table.session import Session
from rules.players import Player
from rules.tiles import AnyTileGame, TileTable


def tile_game(session: Session) -> AnyTileGame:
    """Return the game; only panels of games with tiles use this."""
    return cast("AnyTileGame", session.game.state)


@dataclass(frozen=True)
class TilePlace:
    """A tile's place, as far as it is public."""

    number: int
    state: TileState
    owner: int | None = None
    """The player whose stack it tops; None if it is not visible there."""


def tile_places(state: AnyTileGame) -> tuple[TilePlace, ...]:
    """Return every tile of the box, in order; of equal tiles, open ones come first."""
    counts = Counter(state.TILES)
    return tuple(
        each for number, count in counts.items() for each in _equal(state.table, number, count)
    )


def _equal(table: TileTable, number: int, count: int) -> tuple[TilePlace, ...]:
    tops = [seat for seat in range(len(table.stacks)) if table.top(seat) == number]
    seen = [
        *[TilePlace(number, TileState.OPEN)] * table.up.count(number),
        *[TilePlace(number, TileState.TURNED)] * table.down.count(number),
        *(TilePlace(number, TileState.TAKEN, seat) for seat in tops),
    ]
    return (*seen, *[TilePlace(number, TileState.TAKEN)] * (count - len(seen)))


def tile_grill(session: Session, name: str, title: str) -> TileGrill:
    """Return the view of the grill and all stacks."""
    state = tile_game(session)
    worms, turn = state.setup.box.worms, state.player if state.ending is None else None
    tiles = (Tile(each.number, worms[each.number], each.state) for each in tile_places(state))
    return TileGrill(name, title, tuple(tiles), drawn_stacks(state, state.table, turn))


def drawn_stacks(state: AnyTileGame, table: TileTable, turn: int | None) -> tuple[Stack, ...]:
    """Return all stacks for drawing, with the current player's highlighted."""
    letters = stack_letters(state.setup.players)
    return tuple(
        Stack(letters[seat], table.top(seat), len(stack), turn=seat == turn)
        for seat, stack in enumerate(table.stacks)
    )


def stack_letters(players: Sequence[Player]) -> list[str]:
    """Return a unique letter for each name; a digit beside a tile's number would mislead."""
    taken: list[str] = []
    for player, mark in zip(players, marks(players), strict=True):
        letters = [letter for letter in player.name.upper() if letter.isalpha()]
        free = (letter for letter in letters if letter not in taken and can_draw(letter))
        taken.append(next(free, mark))
    return taken


def tile_line(session: Session, state: AnyTileGame, tile: TilePlace) -> str:
    """Describe where a tile is, or what it brings."""
    match tile.state, tile.owner:
        case TileState.OPEN, _:
            worms = state.setup.box.worms[tile.number]
            return session.many("{tile}: {count} worm", "{tile}: {count} worms", worms,
                             tile=tile.number)  # fmt: skip
        case TileState.TURNED, _:
            return session.say("{tile}: face down", tile=tile.number)
        case _, None:
            return session.say("{tile}: in a stack", tile=tile.number)
        case _, owner:
            return session.say("{tile}: {player} has it", tile=tile.number,
                            player=session.short.name(owner))  # fmt: skip
