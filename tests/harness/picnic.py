"""A table of Picnic Blitz with ants at chosen places."""

from collections.abc import Iterable
from pathlib import Path
from typing import cast

from firmware.panel.view_kinds import Chooser
from firmware.screens.kinds import Choice, DiceRow, Menu, Message, TrackBoard
from firmware.store.settings import Settings
from rules.moves import Adjust, Move
from rules.picnic_blitz import PicnicBlitz
from tests.harness.correcting import Corrects
from tests.harness.flow import Flow

NAMES = {"black": "Ann", "red": "Ben", "blue": "Cid"}
ANN, BEN, CID = range(3)

Ant = tuple[int, int, int]
"""A player, a track and a space; the lowest ant of a pile first."""


class Picnic(Flow, Corrects):
    """Three players; it is the first one's turn."""

    def __init__(
        self,
        folder: Path,
        language: str = "en",
        *,
        camera: bool = True,
        hints: bool = False,
        variants: Iterable[str] = (),
    ) -> None:
        settings = Settings(
            game="picnic_blitz",
            names=NAMES,
            hints=hints,
            variants={"picnic_blitz": tuple(variants)},
        )
        super().__init__(folder, language, camera=camera, settings=settings)
        self.start()

    def lay(self, *ants: Ant, queens: Iterable[int] = ()) -> "Picnic":
        """Begin a game with these ants on the board and these queens."""
        self.follow([("new_game", "ok"), ("picnic_box", "ok"), ("todo", "ok")])
        table = self.state.table
        for player, track, space in ants:
            table = table.moved(player, track, space)
        for player in queens:
            table = table.with_queen(player, has=True)
        self.table.session.game.play(Adjust(table, ANN))
        self.table.view = self.table.navigator.game()
        return self

    @property
    def state(self) -> PicnicBlitz:
        return cast("PicnicBlitz", self.table.session.game.state)

    @property
    def moves(self) -> list[Move]:
        """The moves after the ants were placed."""
        return [step.move for step in self.table.session.game.steps[1:]]

    @property
    def dice(self) -> DiceRow:
        assert isinstance(self.screen, DiceRow), self.screen
        return self.screen

    @property
    def board(self) -> TrackBoard:
        assert isinstance(self.screen, TrackBoard), self.screen
        return self.screen

    @property
    def choice(self) -> Choice:
        assert isinstance(self.screen, Choice), self.screen
        return self.screen

    @property
    def message(self) -> Message:
        assert isinstance(self.screen, Message), self.screen
        return self.screen

    @property
    def line(self) -> str:
        """The decision text of a board or a choice."""
        screen = self.screen
        assert isinstance(screen, TrackBoard | Choice), screen
        return screen.line

    def round(self) -> list[str]:
        """Return the lines of every place of the cursor, from the current one."""
        view = self.table.view
        assert isinstance(view, Chooser)
        lines = []
        for _ in range(view.size()):
            lines.append(self.line)
            self.press("right")
        return lines

    def point_at(self, line: str) -> None:
        """Move the cursor to this line."""
        lines = self.round()
        self.press(*["right"] * lines.index(line))

    def pick(self, label: str) -> None:
        """Go down a menu to this line and press OK."""
        screen = self.screen
        assert isinstance(screen, Menu), screen
        labels = [item.label for item in screen.items]
        self.press(*["right"] * ((labels.index(label) - screen.chosen) % len(labels)), "ok")

    def power_cut(self) -> "Picnic":
        """Restart the table as after a power cut, and resume the game."""
        session = self.table.session
        session.game.close()
        again = Picnic(session.shelf.folder, hints=session.settings.hints)
        again.follow([("resume", "ok")])
        return again
