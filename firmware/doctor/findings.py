"""What the doctor finds: a state and a code with arguments for each thing looked at, no words."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from firmware.speech.causes import Cause
from rules.errors import Argument, RulesError
from vision.errors import BadPicture

_log = logging.getLogger(__name__)


class State(StrEnum):
    """How something stands."""

    GOOD = "good"
    WARNING = "warning"
    """It works, but something should be done."""
    BAD = "bad"
    """It was asked for, and does not work."""
    ABSENT = "absent"
    """It is not there, and nobody asked for it."""


@dataclass(frozen=True)
class Note:
    """Something the doctor itself says; `firmware.doctor.sentences` has the words."""

    code: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)


Told = Note | RulesError | BadPicture | Cause


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    check: str
    state: State
    told: Told


Check = Callable[[], Iterable[tuple[State, Told]]]


def note(code: str, **arguments: Argument) -> Note:
    """What was found, in short."""
    return Note(code, arguments)


def look(checks: Mapping[str, Check]) -> Iterator[Finding]:
    """Every finding of every check, as soon as it is known. A check that fails is one itself."""
    for name, check in checks.items():
        try:
            for state, told in check():
                yield Finding(name, state, told)
        except RulesError as error:
            yield Finding(name, State.BAD, error)
        except Exception as error:
            _log.exception("the check of %s failed", name)
            reason = str(error) or type(error).__name__
            yield Finding(name, State.BAD, note("check_failed", reason=reason))
