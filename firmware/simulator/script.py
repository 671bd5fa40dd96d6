"""Parses scripts for the simulated table: throws and presses, one per line.

throw 1 1 2 3 4 6 worm worm    put these dice into the tray
spoil glare                    spoil the next throws in this way; `spoil` alone ends that
press scan ok                  press these buttons, each when the table is at rest
expect keep                    fail unless this screen is shown
unplug, plug                   unplug the camera, plug it in again
wait 2                         show the screen for so many seconds, in a recording
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
"""Bytes of a script; real ones are far shorter."""
SPOILS = ("cocked", "glare", "hand", "touching", "cut_off", "blurred", "dark", "stacked")
"""As in `vision.simulator.scene`; repeated here to avoid loading OpenCV."""
_LONGEST = 60
"""Characters of a line in an error message."""


class BadScript(RulesError, ValueError):
    """An invalid line of a script; `line` counts from 1."""

    def __init__(self, code: str, line: int, **arguments: Argument) -> None:
        short = {
            name: value[:_LONGEST] if isinstance(value, str) else value
            for name, value in arguments.items()
        }
        super().__init__(code, line=line, **short)
        self.line = line


@dataclass(frozen=True)
class Step:
    """One line of a script."""

    line: int


@dataclass(frozen=True)
class ThrowDice(Step):
    """Put these dice into the tray."""

    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Spoil(Step):
    """Spoil the next throws in this way; "" stops that."""

    how: str


@dataclass(frozen=True)
class Press(Step):
    """Press these buttons in order."""

    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Expect(Step):
    """Expect a screen of this name."""

    screen: str


@dataclass(frozen=True)
class Plug(Step):
    """Plug the camera in, or unplug it."""

    there: bool


@dataclass(frozen=True)
class Wait(Step):
    """Show the screen for so long."""

    seconds: float


def read_script(path: Path) -> tuple[Step, ...]:
    """Parse a file; raises `BadScript` for its first invalid line, or `OSError`."""
    try:
        text = files.read(path, MOST_BYTES + 1).decode()
    except UnicodeDecodeError as error:
        raise BadScript("script_not_text", 1) from error
    if len(text) > MOST_BYTES:
        raise BadScript("script_too_long", 1)
    return parse(text.splitlines())


def parse(lines: Sequence[str]) -> tuple[Step, ...]:
    """Parse lines, ignoring blank lines and text after #."""
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
