"""Describes paired phones: their names, and when they were last seen."""

from firmware.ports import Paired
from firmware.speech.language import NN_
from firmware.table.session import Session

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


def device(session: Session, phone: Paired) -> str:
    return phone.device or session.say("Browser")


def ago(session: Session, phone: Paired) -> str:
    """Return how long ago a phone was seen, in a word or two."""
    for seconds, text in (
        (_DAY, NN_("{count} day", "{count} days")),
        (_HOUR, NN_("{count} h", "{count} h")),
        (_MINUTE, NN_("{count} min", "{count} min")),
    ):
        if phone.ago >= 2 * seconds:
            return session.many(*text, int(phone.ago // seconds))
    return session.say("now")
