"""The panel's phrases for Picnic Blitz, in English."""

from collections.abc import Mapping

from firmware.speech.language import N_
from rules.events import (
    CaptureTrack,
    DealAnts,
    Event,
    LayQueens,
    MoveAnt,
    OpenTrack,
    Passed,
    PushAnt,
    QueenSpent,
    QueenTaken,
)
from rules.moves import QueenUse

TASKS: Mapping[type[Event], str | tuple[str, str]] = {
    DealAnts: N_("{player}: {count} ants"),
    LayQueens: N_("{count} queens ready"),
    PushAnt: N_("{player} on {track}: to {to}"),
    MoveAnt: N_("Track {track}: to space {to}"),
    CaptureTrack: N_("Track {track}: food, flip ants"),
    OpenTrack: N_("Track {track}: ants back up"),
    QueenTaken: N_("Take a queen"),
    QueenSpent: N_("Queen back"),
    Passed: N_("Nothing to move"),
}

TURNS: Mapping[type[Event], str] = {
    MoveAnt: N_("{player} moves"),
    QueenTaken: N_("{player} waits"),
    Passed: N_("{player} passes"),
}
"""Names for a turn by what ends it."""

MOVES = {
    "attack": N_("attack on {track}"),
    "march": N_("move on {track}"),
    "spend_queen": N_("queen: {use}"),
    "take_queen": N_("take a queen"),
    "pass": N_("pass"),
}

QUEEN_USES = {
    QueenUse.REROLL: N_("re-roll"),
    QueenUse.ATTACK: N_("attack"),
    QueenUse.MOVE: N_("two moves"),
}

OVER = {"target_reached": N_("Enough points to win")}
