"""The table without a Pi: dice that the program throws, keys for buttons, a panel in the terminal.

The same code runs as on the box; only the devices differ.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, cast

from firmware.devices.camera_simulated import SimulatedCamera
from firmware.ports import Light
from firmware.screens.terminal import lines as panel_lines
from firmware.table.desk import Desk
from rules.dice import Face
from rules.heckmeck import AnyHeckmeck
from rules.turn import Phase

if TYPE_CHECKING:
    from PIL.Image import Image

    from vision.reading import Frame
    from vision.scene import Spoil

_HOME = "\x1b[H"
_CLEAR = "\x1b[2J"
_REST = "\x1b[K"


class ThrowingCamera:
    """Somebody who throws the dice whenever they are to be looked at.

    A throw that was doubted is laid anew, with the same faces, as people push dice apart.
    """

    def __init__(self, camera: SimulatedCamera, desk: Desk) -> None:
        self._camera = camera
        self._desk = desk
        self._thrown: tuple[object, int] | None = None
        self.faces: tuple[Face, ...] = ()

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Pictures of what was thrown."""
        journal = self._desk.journal
        if journal is not None:
            state = cast("AnyHeckmeck", journal.state)
            if state.ending is None and state.turn.phase is Phase.THROW:
                self._throw(journal, journal.moves, state.turn.left)
        return self._camera.frames()

    def _throw(self, game: object, moves: int, dice: int) -> None:
        if self._thrown == (game, moves):
            self._camera.put(self.faces)
        else:
            self.faces = self._camera.throw(dice)
            self._thrown = (game, moves)

    def close(self) -> None:
        """Nothing to let go of."""
        self._camera.close()


class Tray:
    """Dice that a script lays down, spoilt as it says."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self.camera = camera
        self._spoil: Spoil | None = None

    def put(self, faces: tuple[Face, ...]) -> None:
        """These dice lie in the tray."""
        self.camera.put(faces, spoil=self._spoil)

    def spoil(self, how: str) -> None:
        """The next throws are spoilt so; "" is not at all."""
        self._spoil = cast("Spoil", how) if how else None


class TerminalDisplay:
    """The panel as text, over and over in the same place, with a line below it."""

    width = 128
    height = 64

    def __init__(self, below: Callable[[], str], out: IO[str] | None = None) -> None:
        self._below = below
        self._out = sys.stdout if out is None else out
        self._out.write(_CLEAR)

    def show(self, image: "Image") -> None:
        """Draw it as large as the terminal allows."""
        columns = shutil.get_terminal_size().columns
        drawn = [*panel_lines(image, columns), "", self._below()]
        self._out.write(_HOME + "".join(f"{line}{_REST}\n" for line in drawn))
        self._out.flush()

    def light(self, level: Light) -> None:
        """A terminal needs no rest."""

    def close(self) -> None:
        """Leave the last picture where it is."""
        self._out.flush()
