"""The doctor's findings as states and codes with arguments, without words."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from firmware.speech.causes import Cause
from rules.errors import Argument, RulesError
from vision.errors import BadPicture

_log = logging.getLogger(__name__)


class State(StrEnum):
    """The state of a part."""

    GOOD = "good"
    WARNING = "warning"
    """Works, but needs attention."""
    BAD = "bad"
    """Wanted, but does not work."""
    ABSENT = "absent"
    """Missing, but not wanted either."""


@dataclass(frozen=True)
class Note:
    """A code of the doctor's own; `firmware.doctor.sentences` has the words."""

    code: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)


Content = Note | RulesError | BadPicture | Cause


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    check: str
    state: State
    content: Content


Findings = Iterator[tuple[State, Content]]
Check = Callable[[], Iterable[tuple[State, Content]]]


def note(code: str, **arguments: Argument) -> Note:
    return Note(code, arguments)


def look(checks: Mapping[str, Check]) -> Iterator[Finding]:
    """Run all checks and yield their findings. A check that fails is a finding itself."""
    for name, check in checks.items():
        try:
            for state, content in check():
                yield Finding(name, state, content)
        except RulesError as error:
            yield Finding(name, State.BAD, error)
        except Exception as error:
            _log.exception("the check of %s failed", name)
            reason = str(error) or type(error).__name__
            yield Finding(name, State.BAD, note("check_failed", reason=reason))
