"""A script for the simulated table: throws and presses, a line each. Nothing in it is evaluated.

throw 1 1 2 3 4 6 worm worm    these dice lie in the tray
spoil glare                    the next throws are spoilt so; `spoil` alone: no more
press scan ok                  press these buttons, each when the table is at rest
expect keep                    this screen must stand now
unplug, plug                   the camera is gone, and comes back
wait 2                         seconds to look at it, in a recording
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.ports import Action
from firmware.store import files
from rules.dice import Face
from rules.errors import Argument, RulesError

LONGEST_WAIT = 60.0
MOST_BYTES = 1_000_000
"""Of a script: none comes near."""
SPOILS = ("cocked", "glare", "hand", "touching", "cut_off", "blurred", "dark", "stacked")
"""As `vision.scene` has them; naming them here saves loading OpenCV to read a script."""
_LONGEST = 60
"""Characters of a line in a complaint."""


class BadScript(RulesError, ValueError):
    """A line of a script cannot be followed; `line` counts from 1."""

    def __init__(self, code: str, line: int, **arguments: Argument) -> None:
        short = {
            name: said[:_LONGEST] if isinstance(said, str) else said
            for name, said in arguments.items()
        }
        super().__init__(code, line=line, **short)
        self.line = line


@dataclass(frozen=True)
class Step:
    """One line of a script."""

    line: int


@dataclass(frozen=True)
class ThrowDice(Step):
    """These dice lie in the tray."""

    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Spoil(Step):
    """The next throws are spoilt in this way; "" is not at all."""

    how: str


@dataclass(frozen=True)
class Press(Step):
    """These buttons, one after the other."""

    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Expect(Step):
    """The name of the screen that must stand now."""

    screen: str


@dataclass(frozen=True)
class Plug(Step):
    """The camera comes back, or is gone."""

    there: bool


@dataclass(frozen=True)
class Wait(Step):
    """Look at it for so long."""

    seconds: float


def read_script(path: Path) -> tuple[Step, ...]:
    """The steps of a file; `BadScript` names the first line that is none, `OSError` as it comes."""
    try:
        text = files.read(path, MOST_BYTES + 1).decode()
    except UnicodeDecodeError as error:
        raise BadScript("script_not_text", 1) from error
    if len(text) > MOST_BYTES:
        raise BadScript("script_too_long", 1)
    return parse(text.splitlines())


def parse(lines: Sequence[str]) -> tuple[Step, ...]:
    """The steps; blank lines and what follows a # say nothing."""
    steps = []
    for number, line in enumerate(lines, start=1):
        words = line.split("#")[0].lower().split()
        if words:
            steps.append(_step(number, words))
    return tuple(steps)


def _step(line: int, words: Sequence[str]) -> Step:
    match words:
        case ["throw", *faces] if faces:
            return ThrowDice(line, tuple(_face(line, word) for word in faces))
        case ["spoil"]:
            return Spoil(line, "")
        case ["spoil", how] if how in SPOILS:
            return Spoil(line, how)
        case ["press", *actions] if actions:
            return Press(line, tuple(_action(line, word) for word in actions))
        case ["expect", screen]:
            return Expect(line, screen)
        case ["plug"]:
            return Plug(line, there=True)
        case ["unplug"]:
            return Plug(line, there=False)
        case ["wait", seconds]:
            return Wait(line, _seconds(line, seconds))
    raise BadScript("script_line", line, words=" ".join(words))


def _face(line: int, word: str) -> Face:
    if word == "w":
        return Face.WORM
    if word not in set(Face):
        raise BadScript("script_face", line, word=word)
    return Face(word)


def _action(line: int, word: str) -> Action:
    if word not in set(Action):
        raise BadScript("script_action", line, word=word, actions=tuple(Action))
    return Action(word)


def _seconds(line: int, word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_WAIT:
        raise BadScript("script_wait", line, word=word, most=int(LONGEST_WAIT))
    return seconds
