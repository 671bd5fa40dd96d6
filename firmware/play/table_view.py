"""Immutable values for surfaces and listeners: the state of a table, and its changes."""

from dataclasses import dataclass

from firmware.play.questions import Draft, Question
from rules.events import Events
from rules.games import AnyGame


@dataclass(frozen=True)
class TableView:
    """The state of a table at one moment."""

    version: str
    """Identifies this moment."""
    state: AnyGame
    events: Events
    """What people had to do for the last move."""
    question: Question | None
    """The open question that the dice cannot answer, if any."""
    draft: Draft | None
    """Dice that were read with doubts and wait for somebody."""


@dataclass(frozen=True)
class Update:
    """A change at the table that is already saved."""

    view: TableView
    """The new state of the table."""
    events: Events
    """What people must do."""
    undone: int = 0
    """How many moves were undone."""
