"""Selects the panel of a game. A game without its own uses that of its family."""

from collections.abc import Mapping

from firmware.panel.games.barbecue import BarbecuePanel
from firmware.panel.games.junior import JuniorPanel
from firmware.panel.games.picnic_blitz import PicnicPanel
from firmware.panel.games.tiles import TilePanel
from firmware.panel.view import GamePanel
from firmware.play.by_game import check, entry
from rules.barbecue import Barbecue
from rules.games import AnyGame
from rules.junior import Junior
from rules.picnic_blitz import PicnicBlitz
from rules.tiles import TileGame

PANELS: Mapping[type, GamePanel] = {
    Barbecue: BarbecuePanel(),
    TileGame: TilePanel(),
    Junior: JuniorPanel(),
    PicnicBlitz: PicnicPanel(),
}


def game_panel_of(game: type[AnyGame]) -> GamePanel:
    """Return the game's own panel, or that of its nearest family."""
    return entry(PANELS, game)


check(__name__, PANELS=PANELS)
