"""The games by name. A new game is one module and one line here."""

from typing import Any

from rules.barbecue import Barbecue
from rules.bratwurmeck import Bratwurmeck
from rules.errors import BadSetup
from rules.game import Game
from rules.junior import Junior
from rules.picnic_blitz import PicnicBlitz

AnyGame = Game[Any, Any]


def by_name(*games: type[AnyGame]) -> dict[str, type[AnyGame]]:
    """Return these games by name; raises `ValueError` if two have the same."""
    named: dict[str, type[AnyGame]] = {}
    for game in games:
        if named.setdefault(game.NAME, game) is not game:
            raise ValueError(f"{game.__name__}.NAME {game.NAME!r} duplicated")  # noqa: EM102
    return named


GAMES = by_name(Barbecue, Bratwurmeck, Junior, PicnicBlitz)


def game_named(name: str) -> type[AnyGame]:
    """Return the game of this name; raises `BadSetup` with the available ones."""
    if name not in GAMES:
        raise BadSetup("game_unknown", game=name, games=tuple(GAMES))
    return GAMES[name]
