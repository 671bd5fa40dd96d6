"""Corrects the places of the pieces: edits a draft, then plays it as one move."""

from abc import abstractmethod
from typing import Generic, TypeVar

from firmware.panel.view import View
from firmware.panel.view_kinds import Chooser, SubView
from firmware.panel.views.menus import Entry, NoteView, SubMenu
from rules.moves import Adjust
from rules.table import Table

T = TypeVar("T", bound=Table)


class AdjustView(SubMenu, Generic[T]):
    """A draft of the table; nothing changes until it is confirmed."""

    name = "adjust"

    def __init__(self, back: View) -> None:
        super().__init__(back)
        self.table: T = self.state.table
        self.turn = self.state.player
        self.warned = False

    def title(self) -> str:
        return self.say("BACK again: drop it") if self.warned else self.say("What lies there?")

    @abstractmethod
    def pieces(self) -> list[Entry]:
        """Return the entries for the pieces."""

    def entries(self) -> tuple[Entry, ...]:
        turn = self.session.short.name(self.turn)
        return (
            *self.pieces(),
            Entry(self.say("Turn:"), self._next_turn, turn),
            Entry(self.say("Save"), self._take),
        )

    def back(self) -> View:
        """Leave; changes are discarded only on a second press."""
        if self._changed and not self.warned:
            self.warned = True
            return self
        return super().back()

    @property
    def _changed(self) -> bool:
        return (self.table, self.turn) != (self.state.table, self.state.player)

    def _next_turn(self) -> View:
        everybody = range(len(self.state.setup.players))
        seats = [seat for seat in everybody if seat not in self.state.gone]
        self.turn = seats[(seats.index(self.turn) + 1) % len(seats)]
        return self

    def _take(self) -> View:
        move = Adjust(self.table, self.turn)
        refusal = self.state.refusal(move)
        if refusal is not None:
            return NoteView(self, self.say("Not possible"), self.session.words.error(refusal))
        if not self._changed:
            return self.navigator.game()
        return self.navigator.instructions(self.session.game.play(move))


class AdjustPieces(SubView, Chooser, Generic[T]):
    """A cursor over the pieces of a draft: OK moves the chosen one on, STOP back."""

    def __init__(self, draft: AdjustView[T]) -> None:
        super().__init__(draft)
        self.draft = draft

    @abstractmethod
    def lay(self, step: int) -> None:
        """Change the draft."""

    def ok(self) -> View:
        self.lay(1)
        return self

    def stop(self) -> View:
        self.lay(-1)
        return self

    def scan(self) -> View:
        return self.draft
