"""What a surface such as the page may ask of a table, besides the game itself."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from firmware.camera.face_check import Problem as FaceProblem
from firmware.errors import DeviceTrouble
from firmware.ports import Action
from firmware.screens.kinds import Die, Screen
from firmware.speech.causes import Cause
from firmware.store.shelf import Saved
from firmware.table.session import Session
from firmware.table.teaching import TeachingSession
from rules.dice import Faces
from rules.events import Events
from rules.follow import Problem
from rules.games import AnyGame


class Teach(StrEnum):
    """The steps of teaching dice."""

    SHOW = "show"
    """Turn all dice to one face."""
    WAIT = "wait"
    BLIND = "blind"
    """The camera failed."""
    ALIKE = "alike"
    """Faces are too alike."""
    THROW = "throw"
    CHECK = "check"
    """Say whether a throw was read correctly."""
    NAME = "name"
    LEAVE = "leave"
    """Say whether to discard everything."""


@dataclass(frozen=True)
class TeachingStep:
    """One step of teaching dice."""

    teach: Teach
    teaching_session: TeachingSession
    face: str = ""
    """The face to show, by its taught name."""
    first: bool = True
    """Whether it is the first face."""
    again: bool = False
    """Whether faces were already shown twice; then people may continue in spite of problems."""
    causes: tuple[Cause, ...] = ()
    """Why the last look is doubted."""
    problems: tuple[FaceProblem, ...] = ()
    trouble: DeviceTrouble | None = None
    doing: str = ""
    """The work in progress."""
    dice: tuple[Die, ...] = ()
    """The throw that was read to check the lesson."""
    whole: bool = False
    """Whether enough dice were read to confirm them."""
    name: str = ""
    """An unused name for the dice."""


class TableControl(Protocol):
    """A running table. It refuses with `RulesError`, which changes nothing."""

    session: Session

    @property
    def screen(self) -> Screen:
        """The screen on the panel."""

    @property
    def said(self) -> str:
        """Why the last press did nothing; "" if it did something."""

    @property
    def busy(self) -> bool:
        """Whether a result is awaited."""

    @property
    def aiming(self) -> bool:
        """Whether somebody is aiming the camera."""

    @property
    def entry(self) -> frozenset[int] | None:
        """The possible numbers of dice to correct or enter, if people do that now."""

    @property
    def problem(self) -> Problem | None:
        """The problem with the dice on a mat."""

    @property
    def teaching(self) -> TeachingStep | None:
        """The current step of teaching dice; None if none are being taught."""

    # The game.

    def press(self, action: Action) -> None:
        """Press a button. In a menu that has no use for SCAN, it first returns to the game."""

    def decided(self, events: Events, *, answer: bool) -> None:
        """Show a decision; `answer` if it answered a question."""

    def instruct(self, events: Events) -> None:
        """Show what people must do with the pieces now."""

    def show_game(self) -> None:
        """Show the game, leaving any other view."""

    def correct(self, faces: Faces) -> None:
        """Use these dice for the entry, or instead of the last throw."""

    def undo(self, count: int) -> None:
        """Undo at least so many moves; moves that belong together are undone together."""

    def resume(self, saved: Saved) -> None:
        """Resume a game."""

    def give_up(self, saved: Saved) -> None:
        """Do not ask again whether to resume this game."""

    # Taught dice.

    def teach(self, game: type[AnyGame], *, pips: bool) -> None:
        """Start teaching dice for a game."""

    def leave_teaching(self) -> None:
        """Discard what was shown."""

    def show_again(self, face: str) -> None:
        """Show a misread face once more."""

    def name_dice(self, name: str) -> None:
        """Save the taught dice under this name."""
