"""The players of a new game, in seating order."""

from firmware.table.session import Session
from rules.errors import BadSetup
from rules.games import AnyGame
from rules.players import LONGEST_NAME, Colour, Player


def colours(session: Session, game: type[AnyGame]) -> tuple[Colour, ...]:
    """Return the game's colours in seating order."""
    order = session.settings.seats
    return tuple(sorted(game.COLOURS, key=lambda c: order.index(c) if c in order else len(order)))


def seated(session: Session, game: type[AnyGame], count: int) -> tuple[Player, ...]:
    """Return so many players: named ones first, the others named after their colour."""
    order = colours(session, game)
    named = [colour for colour in order if _given(session, colour)]
    others = [colour for colour in order if colour not in named]
    playing = {*named[:count], *others[: max(0, count - len(named))]}
    names = {
        colour: _given(session, colour) or session.short.colour(colour)
        for colour in order
        if colour in playing
    }
    players = []
    for seat, (colour, name) in enumerate(names.items(), start=1):
        alike = sum(other.casefold() == name.casefold() for other in names.values()) > 1
        players.append(Player(f"{name[: LONGEST_NAME - 2]} {seat}" if alike else name, colour))
    return tuple(players)


def _given(session: Session, colour: Colour) -> str:
    """Return the name given to this colour, if it is usable."""
    name = session.settings.names.get(str(colour), "").strip()
    try:
        return Player(name, colour).name
    except BadSetup:
        return ""
