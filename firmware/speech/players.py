"""The words for the players of the box."""

from collections.abc import Mapping

from firmware.speech.language import N_
from rules.players import Level

LEVELS: Mapping[Level, str] = {
    Level.EASY: N_("easy"),
    Level.SOLID: N_("solid"),
    Level.STRONG: N_("strong"),
}

SEATS: Mapping[str, str] = {
    "": N_("a person"),
    Level.EASY: N_("the box, easy"),
    Level.SOLID: N_("the box, solid"),
    Level.STRONG: N_("the box, strong"),
}
"""Who plays a seat, for a choice on the page."""

WHYS: Mapping[str, str] = {
    "model_missing": N_("The file of the strong player is missing; the solid one plays instead."),
    "model_damaged": N_(
        "The file of the strong player is damaged; the solid one plays instead. "
        "Install the program again."
    ),
    "setup_unknown": N_(
        "The strong player never saw a box like this; the solid one plays instead."
    ),
    "out_of_time": N_("The strong player had no time to think; the solid one played instead."),
}
"""Why the solid player plays for the strong one."""

NO_CHANCES: Mapping[str, str] = {
    "model_missing": N_("the file of the strong player is missing; install the program again"),
    "model_damaged": N_("the file of the strong player is damaged; install the program again"),
    "setup_unknown": N_("the strong player never saw a box like this"),
}
"""Why nobody can tell win chances."""
