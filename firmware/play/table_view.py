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

    @property
    def player(self) -> int | None:
        """The player whose turn it is; None after the end."""
        return None if self.state.ending is not None else self.state.player

    @property
    def dice(self) -> int:
        """How many dice to throw now; 0 if none."""
        return 0 if self.state.ending is not None else self.state.legal_moves().dice


@dataclass(frozen=True)
class Update:
    """A change at the table that is already saved."""

    view: TableView
    """The new state of the table."""
    events: Events
    """What people must do."""
    undone: int = 0
    """How many moves were undone."""
