"""The games that can be played, by name. A new game is one module and one line here."""

from typing import Any

from rules.barbecue import Barbecue
from rules.bratwurmeck import Bratwurmeck
from rules.errors import BadSetup
from rules.game import Game
from rules.junior import Junior
from rules.picnic_blitz import PicnicBlitz

AnyGame = Game[Any, Any]

GAMES: dict[str, type[AnyGame]] = {
    game.NAME: game for game in (Barbecue, Bratwurmeck, Junior, PicnicBlitz)
}


def game_named(name: str) -> type[AnyGame]:
    """The game with this name; `BadSetup` tells the names there are."""
    if name not in GAMES:
        raise BadSetup("game_unknown", game=name, games=tuple(GAMES))
    return GAMES[name]
