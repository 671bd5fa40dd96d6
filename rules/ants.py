"""What ants can do and suffer: attacks and marches on a table of Picnic Blitz.

References like R65 are to the rulings in docs/rules.md.
"""

from dataclasses import dataclass

from rules.errors import IllegalMove
from rules.tracks import TRACKS, AntTable

FOOD_COST = 2
"""Attacks needed to push an ant off the food."""


@dataclass(frozen=True, slots=True)
class Target:
    """An ant that can be attacked now, and the effect."""

    player: int
    track: int
    space: int
    to: int
    """Where it goes; 0 is off the board."""
    cost: int
    """Attacks needed."""
    pinned_there: bool
    """Whether it would lie under others."""
    frees: tuple[int, ...]
    """The players whose ants on this track become active."""


@dataclass(frozen=True, slots=True)
class Step:
    """A track on which the player can move now."""

    track: int
    steps: int
    """Dice with its number."""
    start: int
    """Where the ant is; 0 enters the track."""
    to: int
    food: int
    """Points it captures, or 0."""


def refuse_push(
    table: AntTable, player: int, track: int, *, attacks: int, lowest: int
) -> IllegalMove | None:
    """Return why the player's ant cannot be pushed back with so many attacks (R64, R65).

    `lowest` is the first space from which an ant can be pushed.
    """
    if track not in TRACKS:
        return _no_such_track(track)
    space = table.where(player, track)
    if space is None:
        return IllegalMove("no_ant_there", player=player, track=track)
    refusal = _refuse_pinned(table, player, track)
    if refusal is not None:
        return refusal
    if space < lowest:
        return IllegalMove("first_space_firm", player=player, track=track)
    cost = _cost(table, player, track)
    return IllegalMove("too_few_attacks", cost=cost, left=attacks) if cost > attacks else None


def _refuse_pinned(table: AntTable, player: int, track: int) -> IllegalMove | None:
    """Return why the player's ants can neither move nor be moved on this track."""
    controller = table.controller(track)
    if controller is not None and controller != player:
        return IllegalMove("track_captured", player=controller, track=track)
    if table.covered(player, track):
        return IllegalMove("ant_pinned", player=player, track=track)
    return None


def _no_such_track(track: int) -> IllegalMove:
    return IllegalMove("no_such_track", track=track, least=TRACKS[0], most=TRACKS[-1])


def _cost(table: AntTable, player: int, track: int) -> int:
    return FOOD_COST if table.controller(track) == player else 1


def target(table: AntTable, player: int, track: int) -> Target:
    """Return the effect of pushing the player's ant back on this track, which must be possible."""
    space = table.where(player, track) or 0
    after = table.pushed(player, track)
    frees = tuple(
        seat
        for seat in range(len(table.queens))
        if seat != player and after.active(seat, track) and not table.active(seat, track)
    )
    cost = _cost(table, player, track)
    return Target(player, track, space, space - 1, cost, after.covered(player, track), frees)


def targets(table: AntTable, attacker: int, *, attacks: int, lowest: int) -> tuple[Target, ...]:
    """Return the ants that this player can push back now."""
    return tuple(
        target(table, rival, track)
        for rival in range(len(table.queens))
        for track in TRACKS
        if rival != attacker
        and refuse_push(table, rival, track, attacks=attacks, lowest=lowest) is None
    )


def can_use(table: AntTable, attacker: int, *, attacks: int, lowest: int) -> bool:
    """Return whether this player could use all of so many attacks, one after the other."""
    return not attacks or any(
        can_use(
            table.pushed(aim.player, aim.track),
            attacker,
            attacks=attacks - aim.cost,
            lowest=lowest,
        )
        for aim in targets(table, attacker, attacks=attacks, lowest=lowest)
    )


def refuse_march(table: AntTable, player: int, track: int, *, steps: int) -> IllegalMove | None:
    """Return why the player cannot move so many spaces on this track (R66)."""
    if track not in TRACKS:
        return _no_such_track(track)
    if not steps:
        return IllegalMove("no_die_for_track", track=track)
    if table.controller(track) == player:
        return IllegalMove("on_the_food", track=track)
    return _refuse_pinned(table, player, track)


def step(table: AntTable, player: int, track: int, *, steps: int, food: int) -> Step:
    """Return the player's move on this track, with food of this value (R66)."""
    start = table.where(player, track) or 0
    to = min(start + steps, table.length(track))
    return Step(track, steps, start, to, food if to == table.length(track) else 0)
