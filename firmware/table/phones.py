"""What paired phones are called, and when they were seen."""

from firmware.ports import Paired
from firmware.speech.language import NN_
from firmware.table.session import Desk

_DAY, _HOUR, _MINUTE = 86_400, 3_600, 60


def device(desk: Desk, phone: Paired) -> str:
    """What a phone is called."""
    return phone.device or desk.say("Browser")


def ago(desk: Desk, phone: Paired) -> str:
    """How long ago a phone was seen, in a word or two."""
    for seconds, text in (
        (_DAY, NN_("{count} day", "{count} days")),
        (_HOUR, NN_("{count} h", "{count} h")),
        (_MINUTE, NN_("{count} min", "{count} min")),
    ):
        if phone.ago >= 2 * seconds:
            return desk.many(*text, int(phone.ago // seconds))
    return desk.say("now")
