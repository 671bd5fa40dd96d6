"""What is printed on the owner's copy of a game, compared once."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from firmware.panel.view import Compared, Navigator, View
from firmware.table.session import Desk
from rules.box import Box

B = TypeVar("B", bound=Box)


class CompareView(View, Generic[B]):
    """All of it on one screen: OK confirms it, once.

    The cursor goes to one number of it, where OK and STOP change what is printed.
    """

    def __init__(
        self, desk: Desk, navigator: Navigator, box: B, back: View, then: Compared
    ) -> None:
        super().__init__(desk, navigator)
        self.box = box
        self._back = back
        self._then = then
        self.chosen: int | None = None
        """The number that is being changed."""

    @abstractmethod
    def numbers(self) -> Sequence[int]:
        """The spots, tiles or tracks in the order of the cursor."""

    @abstractmethod
    def after_ok(self, number: int) -> B:
        """The box with what OK changes at this number."""

    @abstractmethod
    def after_stop(self, number: int) -> B:
        """The box with what STOP changes at this number."""

    def _move(self, step: int) -> View:
        numbers = self.numbers()
        at = numbers.index(self.chosen) if self.chosen is not None else -1 if step > 0 else 0
        self.chosen = numbers[(at + step) % len(numbers)]
        return self

    def left(self) -> View:
        """The number before."""
        return self._move(-1)

    def right(self) -> View:
        """The next number."""
        return self._move(1)

    def ok(self) -> View:
        """All is right; or change the chosen number."""
        if self.chosen is None:
            return self._confirm()
        self.box = self.after_ok(self.chosen)
        return self

    def stop(self) -> View:
        """Change the chosen number otherwise."""
        if self.chosen is not None:
            self.box = self.after_stop(self.chosen)
        return self

    def scan(self) -> View:
        """Done with changing; or all is right."""
        return self._confirm() if self.chosen is None else self._all()

    def back(self) -> View:
        """Done with changing; or leave it."""
        return self._back if self.chosen is None else self._all()

    def _all(self) -> View:
        self.chosen = None
        return self

    def _confirm(self) -> View:
        return self._then(replace(self.box, assumed=False))
