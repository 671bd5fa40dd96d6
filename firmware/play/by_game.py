"""Tables with an entry for each game or family of games, and a check for missing ones.

Modules with such a table, or with a `singledispatch` function, call `check` when imported.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from rules.dice import DICE_SETS
from rules.games import GAMES, AnyGame

T = TypeVar("T")


class IncompleteGame(Exception):
    """A game in `rules.games` lacks something it needs."""

    def __init__(self, game: str, missing: str) -> None:
        super().__init__(f"The game {game} is not complete: {missing}.")


def entry(entries: Mapping[type, T], game: type[AnyGame]) -> T:
    """Return the entry of a game, or of its nearest family."""
    return next(entries[kind] for kind in _kinds(game) if kind in entries)


def check(module: str, **tables: Mapping[type, object]) -> None:
    """Raise an error for a game without an entry in one of a module's tables."""
    for name, game in GAMES.items():
        for table, entries in tables.items():
            if not any(kind in entries for kind in _kinds(game)):
                who = f"{game.__name__} or a family that it belongs to"
                raise IncompleteGame(name, f"{table} in {module} has no entry for {who}")


def check_rules() -> None:
    """Raise an error for a game whose class lacks a method or a constant, or has unknown dice."""
    for name, game in GAMES.items():
        declared = (vars(kind).get("__annotations__", {}) for kind in game.__mro__)
        constants = {
            each for these in declared for each, value in these.items() if "ClassVar" in str(value)
        }
        missing = game.__abstractmethods__ | {each for each in constants if not hasattr(game, each)}
        if missing:
            raise IncompleteGame(name, f"{game.__name__} lacks {', '.join(sorted(missing))}")
        unknown = sorted(set(game.dice_sets(game.BOX)).difference(DICE_SETS))
        if unknown:
            raise IncompleteGame(name, f"DICE_SETS in rules.dice has no {unknown[0]!r}")


def _kinds(game: type[AnyGame]) -> Iterator[type]:
    """Return the classes of a game and of its box, the nearest first."""
    return (kind for kind in (*game.__mro__, *type(game.BOX).__mro__) if kind is not object)


check_rules()
