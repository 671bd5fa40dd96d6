"""Shows the rules of every game."""

from functools import partial

from firmware.panel.views.rules import RulesView
from rules.games import GAMES, AnyGame
from rules.picnic_blitz import PicnicBlitz
from tools.gallery.tour import Stop, Tour
from tools.gallery.walk import Walk


def _rules(game: type[AnyGame], tour: Tour, walk: Walk) -> None:
    walk.start()
    view = RulesView(walk.table.view, game, ())
    walk.table.view = view
    for page in range(view.size()):
        tour.see(walk, f"rules_{game.NAME}_{page + 1}")
        walk.press("ok")


def _for_beginners(tour: Tour, walk: Walk) -> None:
    walk.start()
    walk.table.view = RulesView(walk.table.view, PicnicBlitz, PicnicBlitz.VARIANTS)
    tour.see(walk, "rules_picnic_blitz_beginners")


STOPS: tuple[Stop, ...] = (*(partial(_rules, game) for game in GAMES.values()), _for_beginners)
