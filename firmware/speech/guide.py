"""The words of the guided first turn: a sentence for the page, a phrase for the panel."""

from firmware.play.guide import Hint
from firmware.speech.language import N_, Wording

GUIDE = {
    Hint.THROW: Wording(
        N_("Throw the dice into the tray, and press here."), N_("Throw the dice, then press SCAN.")
    ),
    Hint.CHOOSE: Wording(
        N_("Choose here: each button says what it brings."),
        N_("LEFT and RIGHT choose, OK takes it."),
    ),
    Hint.GO_ON: Wording(
        N_("Go on here, until you stop or the dice end your turn."),
        N_("SCAN: the next throw. STOP: end the turn."),
    ),
}
