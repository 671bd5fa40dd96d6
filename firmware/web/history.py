"""The recent moves for a page: who, what, with which dice, what it brought, and the new sum."""

from typing import Any

from firmware.play.match import Match
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
