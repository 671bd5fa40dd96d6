"""Formats findings for people, in their language, or as data."""

from collections.abc import Iterable, Iterator
from typing import Any

from firmware.doctor.findings import Content, Finding, Note, State
from firmware.doctor.sentences import CHECKS, SENTENCES, STATES
from firmware.speech.causes import Cause
from firmware.speech.words import Words, printable


def lines(findings: Iterable[Finding], words: Words) -> Iterator[str]:
    """Yield lines for the terminal: state and finding, and below it what to do."""
    wide = max(len(words.language.gettext(state)) for state in STATES.values())
    checks = {name: words.language.gettext(text) for name, text in CHECKS.items()}
    for finding in findings:
        state = words.language.gettext(STATES[finding.state])
        found, remedy = _texts(finding.content, words)
        yield f"{state:{wide}}  {checks.get(finding.check, finding.check)}: {found}"
        if remedy:
            yield f"{'':{wide}}  -> {remedy}"


def summary(findings: Iterable[Finding], words: Words) -> str:
    """Return the last line: whether anything needs attention."""
    listed = list(findings)
    bad = sum(finding.state is State.BAD for finding in listed)
    warned = sum(finding.state is State.WARNING for finding in listed)
    if bad:
        return words.language.ngettext(
            "{count} thing is bad: see above.", "{count} things are bad: see above.", bad
        )
    if warned:
        return words.language.ngettext(
            "{count} thing could be better.", "{count} things could be better.", warned
        )
    return words.language.gettext("Nothing to do.")


def data(findings: Iterable[Finding], words: Words) -> dict[str, Any]:
    """Return the findings for programs; `good` is true if nothing is bad."""
    listed = list(findings)
    return {
        "good": not any(finding.state is State.BAD for finding in listed),
        "findings": [_plain(finding, words) for finding in listed],
    }


def _plain(finding: Finding, words: Words) -> dict[str, Any]:
    found, remedy = _texts(finding.content, words)
    return {
        "check": finding.check,
        "state": finding.state.value,
        "code": finding.content.code,
        "arguments": dict(finding.content.arguments),
        "found": found,
        "remedy": remedy,
    }


def _texts(content: Content, words: Words) -> tuple[str, str]:
    """Return the finding and what to do; the text of an error contains both."""
    match content:
        case Note(code, arguments):
            shown = {name: _shown(argument) for name, argument in arguments.items()}
            found, remedy = (words.language.gettext(text) for text in SENTENCES[code])
            return found.format(**shown), remedy.format(**shown)
        case Cause():
            return words.cause(content), ""
    try:
        return words.error(content), ""
    except KeyError:  # a code without a text must not hide the fault
        return printable(str(content)), ""


def _shown(argument: object) -> str:
    joined = " ".join(map(str, argument)) if isinstance(argument, tuple) else str(argument)
    return printable(joined)
