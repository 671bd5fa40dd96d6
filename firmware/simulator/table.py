"""The table without a Pi: simulated dice, keys for buttons, a panel in the terminal.

The code is the same as on the box; only the devices differ.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING

from firmware.panel.routing import Table
from firmware.panel.teaching.show_faces import TeachingWait
from firmware.panel.view import ExpectedThrow, View
from firmware.panel.view_kinds import Waiting
from firmware.play.match import Match
from firmware.ports import Action, Light
from firmware.screens.terminal import lines as panel_lines
from firmware.simulator.camera import SimulatedCamera
from firmware.store import taught_dice
from firmware.store.settings import TAUGHT
from firmware.table.session import Session
from firmware.table.teaching import is_pips
from rules.dice import DICE_SETS, Face
from rules.moves import Throw
from vision.errors import BadDice

if TYPE_CHECKING:
    from PIL.Image import Image

    from vision.geometry import Frame
    from vision.simulator.die_styles import DieStyle

_HOME = "\x1b[H"
_CLEAR = "\x1b[2J"
_REST = "\x1b[K"


class SimulatedTable(Table):
    """A table that tracks what people would do with the dice before each look."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.expected_throw: ExpectedThrow | None = None
        """None: only push the dice apart."""
        self.times = 0
        """Number of other actions."""
        self.throw: Callable[[], None] = lambda: None
        """Acts on the dice at once."""
        self.already_thrown = False
        """Whether the dice to be read were thrown before."""
        self._thrown_at: View | None = None
        """Where dice were thrown that were not read yet."""

    def press(self, action: Action) -> None:
        """Press a button.

        If dice are read automatically, SCAN only throws them; pressed again, it is SCAN.
        """
        before = self.view
        expected = before.expected_throw() if self.session.match is not None else None
        self.already_thrown = action is Action.SCAN and self._thrown_at is before
        self._thrown_at = None
        if (
            action is Action.SCAN
            and expected is not None
            and not self.already_thrown
            and self._notices(expected)
        ):
            self.expected_throw, self._thrown_at = expected, before
            self.times += 1
            self.throw()
            return
        super().press(action)
        if self.already_thrown:
            return
        if isinstance(self.view, Waiting) and self.view is not before:
            self.expected_throw = (
                expected.stopped if expected is not None and action is Action.STOP else expected
            )
            self.times += expected is not None

    def stayed(self, view: View) -> None:
        """Go on as with OK, which throws the dice of the box."""
        if self.view is view:
            self.press(Action.OK)

    def _notices(self, expected: ExpectedThrow) -> bool:
        return expected.thrown > 0 and self.auto_look is not None


class ThrowingCamera:
    """Throws the dice whenever they are to be read.

    After a doubtful reading it places the same faces again, as people push dice apart.
    """

    def __init__(self, camera: SimulatedCamera, table: SimulatedTable) -> None:
        self._camera = camera
        self._table = table
        table.session.thrower = True
        table.throw = self.throw
        self._thrown: tuple[Match, int, int] | None = None
        self.faces: tuple[Face, ...] = ()
        """The faces in the tray, as the dice on the table show them."""
        self._aside: tuple[Face, ...] = ()

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        view = self._table.view
        if isinstance(view, TeachingWait):
            self._show(view)
        elif isinstance(view, Waiting):  # and not while aiming or watching
            self.throw()
        return self._camera.frames()

    def exposed(self, stops: float) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures with more light; the dice are not thrown again."""
        return self._camera.exposed(stops)

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        return self._camera.glimpses()

    def _show(self, view: TeachingWait) -> None:
        """Return dice that are being taught, all turned to one face or thrown."""
        from vision.simulator.editions import another_edition  # noqa: PLC0415 (OpenCV: not so early)

        expected = view.before.expected_throw()
        if expected is None:
            return
        self._camera.dice_set = view.teaching_session.dice_set
        self._camera.style = another_edition(pips=view.teaching_session.pips)
        self.faces = expected.staying or self._camera.throw(expected.thrown)
        self._lay_spoilt()

    def _lay(self) -> None:
        self._camera.put(self.faces, self._aside)

    def _lay_spoilt(self) -> None:
        """Place the dice, spoilt once if requested. Too few dice to spoil are left alone."""
        spoil, self._camera.spoil = self._camera.spoil, None
        try:
            self._camera.put(self.faces, self._aside, spoil)
        except ValueError:
            self._lay()
            self._camera.spoil = spoil

    def throw(self) -> None:
        """Do with the dice what the table asks for."""
        if self._table.session.match is not None:
            self._throw(self._table.session.match)

    def _throw(self, match: Match) -> None:
        throw = match, match.moves, self._table.times
        if self._table.already_thrown:
            return
        if throw == self._thrown:
            self._lay()
            return
        self._thrown = throw
        setup = match.state.setup
        dice, own = setup.table_dice, setup.dice  # their sides differ from box to box
        self._camera.dice_set = own if own.name == dice.name else DICE_SETS[dice.name]
        self._camera.style = self._edition()
        expected = self._table.expected_throw or self._unchanged(match)
        staying = dice.shown(expected.staying)
        self.faces = (
            (*staying, *self._camera.throw(expected.thrown)) if expected.thrown else staying
        )
        self._aside = dice.shown(expected.aside)
        if expected.thrown:
            self._lay_spoilt()
        else:
            self._lay()

    def _edition(self) -> "DieStyle | None":
        """Return the appearance of taught dice: as they were shown."""
        session = self._table.session
        if not session.dice_name.startswith(TAUGHT):
            return None
        from vision.simulator.editions import another_edition  # noqa: PLC0415 (as above)

        try:
            dice = taught_dice.load(session.shelf.folder, session.dice_name.removeprefix(TAUGHT))
        except (BadDice, OSError):  # the reader will report that
            return None
        return another_edition(pips=any(map(is_pips, dice.taught.faces)))

    def _unchanged(self, match: Match) -> ExpectedThrow:
        """Return the dice if nothing was thrown, for example during a correction."""
        last = match.steps[-1].move if self._table.session.correctable else None
        if isinstance(last, Throw):
            return ExpectedThrow(last.faces, 0)
        return ExpectedThrow((), match.state.legal_moves().dice)

    def close(self) -> None:
        self._camera.close()


class TerminalDisplay:
    """The panel as text, redrawn in place, with a line below it."""

    def __init__(
        self, width: int, height: int, below: Callable[[], str], out: IO[str] | None = None
    ) -> None:
        self.width, self.height = width, height
        self._below = below
        self._out = sys.stdout if out is None else out
        self._out.write(_CLEAR)

    def show(self, image: "Image") -> None:
        """Draw it as large as the terminal allows."""
        columns = shutil.get_terminal_size().columns
        drawn = [*panel_lines(image, columns), "", self._below()]
        self._out.write(_HOME + "".join(f"{line}{_REST}\n" for line in drawn))
        self._out.flush()

    def light(self, level: Light) -> None: ...

    def close(self) -> None:
        self._out.flush()
