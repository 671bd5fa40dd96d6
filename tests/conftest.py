"""What all tests share: repeatable examples, coroutines as tests, a home of their own, commands."""

import asyncio
import inspect
import json
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from firmware.commands.cli import main
from rules import Face, Keep
from tests.harness.bench import Bench
from tests.harness.commands import Data, Refused, a_record, kept
from tests.rules.tables import throw

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

HOMES = count()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine: while its bench runs, or by itself if it has none."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    test = partial(pyfuncitem.obj, **given)
    benches = [each for each in given.values() if isinstance(each, Bench)]
    if benches:
        benches[0].play(test)
    else:
        asyncio.run(test())
    return True


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests away from the games of the person who runs them.

    Tests that need the folder make it: thousands of folders would take long.
    """
    own = tmp_path_factory.getbasetemp() / f"home-{next(HOMES)}"
    monkeypatch.setenv("XDG_DATA_HOME", str(own))


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use English, whatever the language of the person who runs the tests."""
    monkeypatch.setenv("LANGUAGE", "en")


# Commands run in this process: what they print, as data, as text, or as a refusal.


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a game: Ann kept worms, threw again, and undid that."""
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
