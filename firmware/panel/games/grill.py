"""Pictures and texts of Barbecue's grill."""

from typing import cast

from firmware.screens.kinds import Spot
from firmware.speech.drawing import marks
from firmware.table.session import Desk
from rules.barbecue import Barbecue
from rules.grill import GrillTable


def barbecue(desk: Desk) -> Barbecue:
    """Return the game; only Barbecue's panel uses this."""
    return cast("Barbecue", desk.game.state)


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


def spot_line(desk: Desk, state: Barbecue, table: GrillTable, number: int) -> str:
    """Describe what is on a spot."""
    spot = table[number]
    worms = state.setup.box.worms[number]
    if spot.snail:
        return desk.say("{spot}: a snail", spot=number)
    if spot.owner is None:
        return desk.many("{spot}: {count} worm", "{spot}: {count} worms", worms, spot=number)
    owner = desk.short.name(spot.owner)
    if spot.plates == 1:
        return desk.many(
            "{spot}: {owner}, {count} worm",
            "{spot}: {owner}, {count} worms",
            worms,
            spot=number,
            owner=owner,
        )
    return desk.say("{spot}: {owner} twice", spot=number, owner=owner)
