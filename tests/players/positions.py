"""Positions of real games, with table options, repairs and players who leave."""

from collections.abc import Iterator
from typing import Any, cast

from rules import Barbecue, Bratwurmeck, Junior, PicnicBlitz, Player
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck
from rules.turn import Phase
from tests.rules.random_play import steps

HECKMECK: tuple[type[AnyHeckmeck], ...] = (Barbecue, Bratwurmeck, Junior)
ALL: tuple[type[AnyGame], ...] = (*HECKMECK, PicnicBlitz)


def begin(game: type[Any], seats: int = 2, **more: object) -> Any:
    """A new game."""
    players = [Player(f"P{seat}", colour) for seat, colour in enumerate(game.COLOURS[:seats])]
    return game.begin(players, **more)[0]


def positions(game: type[AnyGame], seeds: range, every: int) -> Iterator[Any]:
    """Every so many-th position of these games."""
    number = 0
    for seed in seeds:
        for _, _, state, _ in steps(game, seed, repairs=0.03):
            number += 1
            if state.ending is None and number % every == 0:
                yield state


def before_throws(game: type[AnyHeckmeck], seeds: range, every: int) -> Iterator[AnyHeckmeck]:
    """Positions in which a player may throw or stop."""
    found = (cast("AnyHeckmeck", state) for state in positions(game, seeds, 1))
    here = (state for state in found if state.turn.phase is Phase.THROW)
    yield from (state for number, state in enumerate(here) if number % every == 0)
