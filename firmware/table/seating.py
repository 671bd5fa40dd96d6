"""The players of a new game, in seating order."""

from collections.abc import Iterable

from firmware.table.session import Session
from rules.errors import BadSetup
from rules.games import AnyGame
from rules.players import LONGEST_NAME, Colour, Levels, Player


def colours(session: Session, game: type[AnyGame]) -> tuple[Colour, ...]:
    """Return the game's colours in seating order."""
    order = session.settings.seats
    return tuple(sorted(game.COLOURS, key=lambda c: order.index(c) if c in order else len(order)))


def seated(session: Session, game: type[AnyGame], count: int) -> tuple[Player, ...]:
    """Return so many players: named people first, then the box, then others by their colour."""
    order, boxed = colours(session, game), session.settings.levels
    named = [colour for colour in order if _given(session, colour) and colour not in boxed]
    wanted = [*named, *(colour for colour in order if colour in boxed)]
    playing = [*wanted, *(colour for colour in order if colour not in wanted)][:count]
    names = {
        colour: session.say("Box")
        if colour in boxed
        else _given(session, colour) or session.short.colour(colour)
        for colour in order
        if colour in playing
    }
    players = []
    for seat, (colour, name) in enumerate(names.items(), start=1):
        alike = sum(other.casefold() == name.casefold() for other in names.values()) > 1
        players.append(Player(f"{name[: LONGEST_NAME - 2]} {seat}" if alike else name, colour))
    return tuple(players)


def levels(session: Session, players: Iterable[Player]) -> Levels:
    """Return how well the box plays each of these seats; None for people."""
    return tuple(session.settings.levels.get(player.colour) for player in players)


def _given(session: Session, colour: Colour) -> str:
    """Return the name given to this colour, if it is usable."""
    name = session.settings.names.get(str(colour), "").strip()
    try:
        return Player(name, colour).name
    except BadSetup:
        return ""
