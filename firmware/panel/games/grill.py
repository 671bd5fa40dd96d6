"""Pictures and texts of Barbecue's grill."""

from typing import cast

from firmware.screens.kinds import Spot
from firmware.speech.drawing import marks
from firmware.table.session import Session
from rules.barbecue import Barbecue
from rules.grill import GrillTable


def barbecue(session: Session) -> Barbecue:
    """Return the game; only Barbecue's panel uses this."""
    return cast("Barbecue", session.game.state)


def drawn_spots(state: Barbecue, table: GrillTable | None = None) -> tuple[Spot, ...]:
    letters = marks(state.setup.players)
    worms = state.setup.box.worms
    return tuple(
        Spot(
            number,
            worms[number],
            owner="" if spot.owner is None else letters[spot.owner],
            plates=spot.plates,
            snail=spot.snail,
        )
        for number, spot in (table or state.table).numbered()
    )


def spot_line(session: Session, state: Barbecue, table: GrillTable, number: int) -> str:
    """Describe what is on a spot."""
    spot = table[number]
    worms = state.setup.box.worms[number]
    if spot.snail:
        return session.say("{spot}: a snail", spot=number)
    if spot.owner is None:
        return session.many("{spot}: {count} worm", "{spot}: {count} worms", worms, spot=number)
    owner = session.short.name(spot.owner)
    if spot.plates == 1:
        return session.many(
            "{spot}: {owner}, {count} worm",
            "{spot}: {owner}, {count} worms",
            worms,
            spot=number,
            owner=owner,
        )
    return session.say("{spot}: {owner} twice", spot=number, owner=owner)
