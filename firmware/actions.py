"""What players can ask of the table, whatever buttons they have."""

from enum import StrEnum


class Action(StrEnum):
    """One press, as the table understands it."""

    SCAN = "scan"
    """Look at the dice."""
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    STOP = "stop"
    """End the turn; elsewhere: less of something."""
    BACK = "back"
    """Leave this screen; from the game itself: to the menu."""
    UNDO = "undo"
    """BACK held: take the last move back."""
