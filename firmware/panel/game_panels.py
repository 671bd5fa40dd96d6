"""Who leads which game. A game without a guide of its own is led like the family it belongs to."""

from collections.abc import Mapping

from firmware.panel.games.barbecue import BarbecueGuide
from firmware.panel.games.junior import JuniorGuide
from firmware.panel.games.picnic_blitz import PicnicGuide
from firmware.panel.games.tiles import TileGuide
from firmware.panel.view import Guide
from rules.barbecue import Barbecue
from rules.games import AnyGame
from rules.junior import Junior
from rules.picnic_blitz import PicnicBlitz
from rules.tiles import TileGame

GUIDES: Mapping[type, Guide] = {
    Barbecue: BarbecueGuide(),
    TileGame: TileGuide(),
    Junior: JuniorGuide(),
    PicnicBlitz: PicnicGuide(),
}


def guide_of(game: type[AnyGame]) -> Guide:
    """The guide of the game, or else of the nearest family that has one."""
    for kind in game.__mro__:
        if kind in GUIDES:
            return GUIDES[kind]
    raise LookupError(game.NAME)
