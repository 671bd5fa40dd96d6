"""Flow tests of games with tiles, starting in the middle of a game."""

from collections import Counter
from pathlib import Path

from firmware.ports import Tune
from firmware.screens.kinds import Menu, Message, Prompt
from firmware.store.settings import Settings
from firmware.table.requests import Play
from rules.heckmeck import AnyHeckmeck
from rules.moves import Adjust, Move
from rules.tiles import AnyTileGame, Tiles, TileTable
from tests.harness.flow import Flow

NAMES = {"green": "Ann", "yellow": "Ben", "blue": "Cat"}


class TileFlow(Flow):
    """A game with tiles for Ann, Ben and Cat by default."""

    def __init__(
        self,
        folder: Path,
        game: type[AnyHeckmeck],
        *variants: str,
        language: str = "en",
        players: int = 3,
        names: dict[str, str] | None = None,
    ) -> None:
        settings = Settings(
            game=game.NAME,
            players=players,
            names=NAMES if names is None else names,
            variants={game.NAME: variants},
            hints=True,
        )
        super().__init__(folder, language, settings=settings)
        self.start()

    def begin(self) -> None:
        """Go to the first throw."""
        while self.name != "throw":
            self.press("ok")

    def lay(self, up: Tiles, *stacks: Tiles, player: int = 0) -> None:
        """Set up the middle of a game: open tiles, stacks, the others face down."""
        if self.table.session.match is None:
            self.begin()
        seen = Counter((*up, *(tile for stack in stacks for tile in stack)))
        down = tuple((Counter(self.state.TILES) - seen).elements())
        self.table.session.game.play(Adjust(TileTable(up, down, stacks), player))
        self.table.view = self.table.navigator.game()

    @property
    def state(self) -> AnyTileGame:
        state = self.table.session.game.state
        assert isinstance(state.table, TileTable)
        return state  # type: ignore[return-value]

    @property
    def stacks(self) -> tuple[Tiles, ...]:
        return self.state.table.stacks

    @property
    def moves(self) -> list[Move]:
        return [step.move for step in self.table.session.game.steps]

    @property
    def message(self) -> Message:
        assert isinstance(self.screen, Message), self.screen
        return self.screen

    @property
    def lines(self) -> list[str]:
        return list(self.message.lines)

    @property
    def labels(self) -> list[str]:
        assert isinstance(self.screen, Menu), self.screen
        return [item.label for item in self.screen.items]

    @property
    def stop_line(self) -> str:
        assert isinstance(self.screen, Prompt), self.screen
        return self.screen.stop

    def heard(self, tune: Tune) -> bool:
        return Play(tune) in self.requests
