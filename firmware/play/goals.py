"""What the dice of Picnic Blitz could still show, and what to throw again for it: exact chances."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.ants import refuse_march
from rules.dice import Face, Faces
from rules.picnic_blitz import DICE, PicnicBlitz
from rules.rerolls import STRAIGHTS, Goal, OfAKind, Straight, best, chances
from rules.tracks import TRACKS


@dataclass(frozen=True)
class Hope:
    """Something that the dice do not show yet."""

    goal: Goal
    reroll: Faces
    """What to throw again for it; nothing where all dice are thrown for the first time."""
    chance: float
    """Of the first throw, or of all re-rolls that are left if they serve this goal alone."""


def hopes(state: PicnicBlitz) -> tuple[Hope, ...]:
    """All that can be hoped for now, straights first; nothing where no dice are to be thrown."""
    return tuple(filter(lambda hoped: hoped.chance, (hope(state, goal) for goal in goals(state))))


def goals(state: PicnicBlitz) -> tuple[Goal, ...]:
    """What the dice of this turn could show and do not yet, straights first."""
    return () if state.ending is not None else (*_straights(state), *_more_steps(state))


def hope(state: PicnicBlitz, goal: Goal) -> Hope:
    """The chance of this goal, by the first throw or by the re-rolls that are left."""
    return _re_roll(state, goal) if state.turn.thrown else _first_throw(state, goal)


def _straights(state: PicnicBlitz) -> Iterator[Straight]:
    return (Straight(length) for length in STRAIGHTS if length > state.straight)


def _more_steps(state: PicnicBlitz) -> Iterator[OfAKind]:
    """More dice for each track that the player could move on, as far as its food."""
    table, player = state.table, state.player
    for track in TRACKS:
        face = Face(str(track))
        shown = state.turn.thrown.count(face)
        way = table.length(track) - (table.where(player, track) or 0)
        if refuse_march(table, player, track, steps=shown + 1) is None:
            yield from (OfAKind(face, n) for n in range(shown + 1, min(way, DICE) + 1))


def _re_roll(state: PicnicBlitz, goal: Goal) -> Hope:
    turn = state.turn
    found = best(turn.thrown, turn.again, turn.groups, goal)
    return Hope(goal, found.reroll, found.chance)


def _first_throw(_state: PicnicBlitz, goal: Goal) -> Hope:
    every = chances((), DICE)
    match goal:
        case Straight(length):
            return Hope(goal, (), every.straights[length])
        case OfAKind(face, count):
            return Hope(goal, (), every.of_a_kind[face][count])
