"""How a table stands, and what has happened at it: values for surfaces and listeners."""

from dataclasses import dataclass

from firmware.play.questions import Question
from rules.events import Events
from rules.games import AnyGame


@dataclass(frozen=True)
class TableView:
    """How a table stands at one moment. Nothing in it changes."""

    version: str
    """The name of this moment: no other moment has it."""
    state: AnyGame
    events: Events
    """What people had to do for the last move."""
    question: Question | None
    """What the dice do not tell, and somebody must say before the game goes on."""

    @property
    def player(self) -> int | None:
        """Whose turn it is; None after the end."""
        return None if self.state.ending is not None else self.state.player

    @property
    def dice(self) -> int:
        """How many dice a throw shows now; 0: none may be thrown."""
        return 0 if self.state.ending is not None else self.state.legal_moves().dice


@dataclass(frozen=True)
class Update:
    """Something that happened at the table. It is on the disk already."""

    view: TableView
    """How the table stands now."""
    events: Events
    """What people must do."""
    undone: int = 0
    """How many moves were taken back."""
