"""Who sits at a table: the players of a new game, in the order in which people sit."""

from firmware.table.session import Desk
from rules.errors import BadSetup
from rules.games import AnyGame
from rules.players import LONGEST_NAME, Colour, Player


def colours(desk: Desk, game: type[AnyGame]) -> tuple[Colour, ...]:
    """The colours of the game in the order in which people sit."""
    order = desk.settings.seats
    return tuple(sorted(game.COLOURS, key=lambda c: order.index(c) if c in order else len(order)))


def seated(desk: Desk, game: type[AnyGame], count: int) -> tuple[Player, ...]:
    """So many players, those with names first, the others called by the colour of their pieces."""
    order = colours(desk, game)
    named = [colour for colour in order if _given(desk, colour)]
    others = [colour for colour in order if colour not in named]
    playing = {*named[:count], *others[: max(0, count - len(named))]}
    names = {
        colour: _given(desk, colour) or desk.short.colour(colour)
        for colour in order
        if colour in playing
    }
    players = []
    for seat, (colour, name) in enumerate(names.items(), start=1):
        alike = sum(other.casefold() == name.casefold() for other in names.values()) > 1
        players.append(Player(f"{name[: LONGEST_NAME - 2]} {seat}" if alike else name, colour))
    return tuple(players)


def _given(desk: Desk, colour: Colour) -> str:
    """The name that was given to these pieces, if it is one."""
    name = desk.settings.names.get(str(colour), "").strip()
    try:
        return Player(name, colour).name
    except BadSetup:
        return ""
