"""A console that answers from a list, for whole sessions without a keyboard."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from firmware.store.journal import games, read_lines
from firmware.terminal import session
from firmware.terminal.console import Quit
from rules.heckmeck import Heckmeck
from rules.record import Record

GAMES = ["barbecue", "bratwurmeck", "junior", "picnic_blitz"]
BENS_25 = ("adjust stack Ben 25", "wwwww111", "w")
"""Ann has 25, which is on top of Ben's stack; the 24 is on the grill."""
ONE_TILE_LEFT = "adjust turned " + " ".join(map(str, range(22, 37)))
OVER = (ONE_TILE_LEFT, "wwww1222", "w", "1222", "1", "s")
"""Ann takes the last tile."""


class Scripted:
    """Answers from a list, then closes the input. Records the output after each answer."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.prompts: list[str] = []
        self.said: list[list[str]] = [[]]
        """The output before the first question, then after each answer."""

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = self._answer()
        self.said.append([])
        return answer

    def print(self, *lines: str) -> None:
        self.said[-1] += lines

    def _answer(self) -> str:
        if not self.answers:
            self.said.append([])
            raise Quit
        return self.answers.pop(0)

    @property
    def lines(self) -> list[str]:
        return [line for lines in self.said for line in lines]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def reply(self) -> list[str]:
        """The output after the last answer, without blank lines."""
        return [line for line in self.said[-2] if line.strip()]

    @property
    def farewell(self) -> str:
        """The output after the input was closed."""
        return "\n".join(self.said[-1])


class Thinking(Scripted):
    """After the list, answers with a function of the current record."""

    def __init__(self, folder: Path, think: Callable[[Record], str], *answers: str) -> None:
        super().__init__(*answers)
        self.folder = folder
        self.think = think

    def _answer(self) -> str:
        return self.answers.pop(0) if self.answers else self.think(newest(self.folder))


def newest(folder: Path) -> Record:
    """Read the newest game in the folder."""
    return Record.replay(read_lines(games(folder)[-1]))


def begin(
    folder: Path,
    *answers: str,
    game: str = "barbecue",
    names: str = "Ann, Ben, Cat",
    page: tuple[str, ...] = (),
    seed: int = 1,
) -> Scripted:
    """Begin a new game: first changes to its settings, then the answers during play."""
    console = Scripted(*page, "", *answers)
    session.play(console, folder, random.Random(seed), game=game, names=names)
    return console


def resume(folder: Path, *answers: str, seed: int = 1) -> Scripted:
    """Resume the newest game."""
    console = Scripted(*answers)
    session.play(console, folder, random.Random(seed), resume=games(folder)[-1])
    return console


def refused(folder: Path, *answers: str) -> str:
    """Each of these gets one message at the newest game, and nothing changes; the last message."""
    before = contents(folder)
    told: list[str] = []
    said = resume(folder, *answers).said[1:]
    for answer, lines in zip(answers, said, strict=False):
        told = [line for line in lines if line.strip()]
        assert len(told) == 1, (answer, told)
        assert told[0].startswith("! "), (answer, told)
        assert told[0].isprintable()
        assert len(told[0]) < 200
    assert contents(folder) == before
    return told[0]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def table(folder: Path) -> Heckmeck[Any, Any]:
    """The newest game, read from its file."""
    return cast("Heckmeck[Any, Any]", newest(folder).state)


def ask_all(folder: Path, *answers: str) -> Scripted:
    console = Scripted(*answers)
    session.play(console, folder, random.Random(1))
    return console
