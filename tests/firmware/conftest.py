"""Commands run in this process: what they print, as data, as text, or as a refusal."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.commands.cli import main
from rules import Face, Keep
from tests.firmware.commands import (
    Data,
    Refused,
    a_record,
    kept,
)
from tests.rules.tables import throw


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Ann threw and kept worms, threw again, and that was taken back."""
    record = a_record()
    record.play(throw("11235www"))
    record.play(Keep(Face.WORM))
    record.play(throw("11235"))
    record.undo()
    return kept(tmp_path, record)


@pytest.fixture
def data(capsys: pytest.CaptureFixture[str]) -> Callable[..., Data]:
    """Run a command that answers with JSON."""

    def run(*arguments: object) -> Data:
        assert main([*map(str, arguments), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert isinstance(answer, dict)
        return answer

    return run


@pytest.fixture
def text(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command that answers with text."""

    def run(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that must be refused with one line, and return that."""

    def run(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 2
        printed = capsys.readouterr()
        assert printed.out == "" or ", line " in printed.err  # the good part of a record
        assert printed.err.startswith("grillside: ")
        assert printed.err.endswith("\n")
        line = printed.err[:-1]
        assert line.isprintable()
        assert len(line) < 400
        return line

    return run
