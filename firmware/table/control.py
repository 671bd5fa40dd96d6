"""What a surface such as the page may ask of a table, beside the game itself."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from firmware.camera.face_check import Problem as FaceProblem
from firmware.errors import DeviceTrouble
from firmware.ports import Action
from firmware.screens.kinds import Die, Screen
from firmware.speech.causes import Cause
from firmware.store.shelf import Saved
from firmware.table.session import Desk
from firmware.table.teaching import TeachingSession
from rules.dice import Faces
from rules.events import Events
from rules.follow import Problem
from rules.games import AnyGame


class Teach(StrEnum):
    """What is to be done now with dice that are taught."""

    SHOW = "show"
    """Turn them all to one face."""
    WAIT = "wait"
    BLIND = "blind"
    """There was no picture."""
    ALIKE = "alike"
    """Faces cannot be told apart."""
    THROW = "throw"
    CHECK = "check"
    """Say whether a throw was read right."""
    NAME = "name"
    LEAVE = "leave"
    """Say whether all of it is to be forgotten."""


@dataclass(frozen=True)
class TeachingStep:
    """One step of teaching dice."""

    teach: Teach
    session: TeachingSession
    asked: str = ""
    """The face that is to be shown, as the dice are taught it."""
    first: bool = True
    """Whether no face comes before it."""
    again: bool = False
    """Whether faces were shown again already, so that people may go on as it is."""
    causes: tuple[Cause, ...] = ()
    """Why the last look is doubted."""
    problems: tuple[FaceProblem, ...] = ()
    trouble: DeviceTrouble | None = None
    doing: str = ""
    """What is waited for."""
    dice: tuple[Die, ...] = ()
    """The throw that was read to check what was taught."""
    whole: bool = False
    """Whether enough dice were read to say that they are right."""
    name: str = ""
    """A name for the dice that nothing else has."""


@dataclass(frozen=True)
class Draft:
    """Dice that were read with doubts, or are being entered: nothing of them is played yet."""

    expected: frozenset[int]
    """How many dice there may be."""


class TableControl(Protocol):
    """A running table. What it refuses raises `RulesError`, and changes nothing."""

    desk: Desk

    @property
    def screen(self) -> Screen:
        """What stands on the panel."""

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""

    @property
    def aiming(self) -> bool:
        """Whether somebody aims the camera at the panel."""

    @property
    def draft(self) -> Draft | None:
        """Dice that wait to be corrected or entered."""

    @property
    def problem(self) -> Problem | None:
        """How the dice on a mat lie wrong."""

    @property
    def teaching(self) -> TeachingStep | None:
        """What is to be done with dice that are taught; None where none are."""

    # The game.

    def press(self, action: Action) -> None:
        """Press a button. From a menu that has no use for SCAN it leads to the game first."""

    def decided(self, events: Events, *, answer: bool) -> None:
        """Show what was decided; `answer` if that was a question's answer."""

    def told(self, events: Events) -> None:
        """Tell people what they must do with the pieces now."""

    def show_game(self) -> None:
        """Show the game, whatever stands there."""

    def correct(self, faces: Faces) -> None:
        """Take these dice for the draft, or in the place of the last throw."""

    def undo(self, count: int) -> None:
        """Take back so many moves, or as many more as it takes to come to where a table rests."""

    def resume(self, saved: Saved) -> None:
        """Go on with a game."""

    def give_up(self, saved: Saved) -> None:
        """Do not ask again whether to go on with this game."""

    # Dice that are taught.

    def teach(self, game: type[AnyGame], *, pips: bool) -> None:
        """Begin to teach dice for a game."""

    def leave_teaching(self) -> None:
        """Forget what was shown."""

    def show_again(self, face: str) -> None:
        """Show a face once more that was misread."""

    def name_dice(self, name: str) -> None:
        """Keep the dice that were taught under this name."""

    def check_dice_name(self, name: str) -> None:
        """Refuse what dice cannot be called."""
