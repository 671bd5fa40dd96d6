"""A game's turns and recent moves for a page: who, what, with which dice, and what it brought."""

from typing import Any

from firmware.play.match import Match
from firmware.play.summary import turns_played
from firmware.table.session import Session
from firmware.web.choices import kept
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.moves import Keep, Leave, Throw
from rules.record import Step

SHOWN = 40
"""Moves shown, the oldest first."""


def played(match: Match, session: Session) -> list[dict[str, Any]]:
    """Return the recent moves that can be undone separately."""
    steps = match.steps
    states = (match.record.opening[0], *(step.state for step in steps))
    return [_move_entry(*both, session) for both in list(zip(states, steps, strict=False))[-SHOWN:]]


def turns(match: Match, session: Session) -> list[dict[str, Any]]:
    """Return the turns of a finished game, with what the best move of each brought."""
    opening, words = match.record.opening[0], session.words
    return [
        {
            "player": turn.player,
            "gained": turn.gained,
            "failed": turn.failed,
            "points": turn.points,
            "text": words.story(turn.best.move, turn.best.events),
        }
        for turn in turns_played(opening, match.steps)
    ]


def _move_entry(before: AnyGame, step: Step, session: Session) -> dict[str, Any]:
    move, words = step.move, session.words
    text, brings = words.story(move, step.events), words.brought(move, step.events)
    faces: tuple[str, ...] = ()
    total: int | None = None
    match move:
        case Throw(faces=thrown):
            faces = tuple(map(str, thrown))
        case Keep(face) if isinstance(before, Heckmeck):
            count, total = kept(before, face)
            faces = (str(face),) * count
    player = move.player if isinstance(move, Leave) else before.player
    return {
        "text": text,
        "brings": brings,
        "player": player,
        "kind": move.code,
        "faces": faces,
        "sum": total,
    }
