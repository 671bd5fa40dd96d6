"""Goals for the dice of Picnic Blitz: what to re-roll for each, and its exact chance."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.ants import refuse_march
from rules.dice import Face, Faces
from rules.picnic_blitz import DICE, PicnicBlitz
from rules.rerolls import STRAIGHTS, Goal, OfAKind, Straight, best, chances
from rules.tracks import TRACKS


@dataclass(frozen=True)
class GoalChance:
    """Something that the dice do not show yet."""

    goal: Goal
    reroll: Faces
    """The dice to re-roll; none for the first throw."""
    chance: float
    """The chance by the first throw, or by all remaining re-rolls if they serve only this goal."""


def goal_chances(state: PicnicBlitz) -> tuple[GoalChance, ...]:
    """Return all current goals, straights first; none if no dice are to be thrown."""
    found = (goal_chance(state, goal) for goal in goals(state))
    return tuple(each for each in found if each.chance)


def goals(state: PicnicBlitz) -> tuple[Goal, ...]:
    """Return what this turn's dice could show and do not yet, straights first."""
    return () if state.ending is not None else (*_straights(state), *_more_steps(state))


def goal_chance(state: PicnicBlitz, goal: Goal) -> GoalChance:
    """Return the chance of this goal, by the first throw or the remaining re-rolls."""
    turn = state.turn
    if turn.thrown:
        found = best(turn.thrown, turn.again, turn.groups, goal)
        return GoalChance(goal, found.reroll, found.chance)
    every = chances((), DICE)
    match goal:
        case Straight(length):
            return GoalChance(goal, (), every.straights[length])
        case OfAKind(face, count):
            return GoalChance(goal, (), every.of_a_kind[face][count])


def _straights(state: PicnicBlitz) -> Iterator[Straight]:
    return (Straight(length) for length in STRAIGHTS if length > state.straight)


def _more_steps(state: PicnicBlitz) -> Iterator[OfAKind]:
    """Yield for each track the numbers of equal dice that would move the player farther on it."""
    table, player = state.table, state.player
    for track in TRACKS:
        face = Face(str(track))
        shown = state.turn.thrown.count(face)
        way = table.length(track) - (table.where(player, track) or 0)
        if refuse_march(table, player, track, steps=shown + 1) is None:
            yield from (OfAKind(face, n) for n in range(shown + 1, min(way, DICE) + 1))
