"""A player's choices in words: moves, what a queen is spent for, and what can be done now."""

from collections.abc import Mapping

from firmware.speech.language import N_, NP_, Wording
from rules.moves import Move, Take

MOVES: Mapping[str, Wording] = {
    "throw": Wording(NP_("move", "throw"), N_("throw {dice}")),
    "keep": Wording(NP_("move", "keep {face}"), N_("keep {face}")),
    "stop": Wording(NP_("move", "stop"), N_("stop")),
    "take": Wording(NP_("move", "take {tile} from the grill"), N_("{tile} from the grill")),
    "snatch": Wording(NP_("move", "take {tile} from {rival}"), N_("{tile} from {rival}")),
    "attack": Wording(NP_("move", "attack {rival} on {track}"), N_("attack on {track}")),
    "march": Wording(NP_("move", "move on {track}"), N_("move on {track}")),
    "spend_queen": Wording(NP_("move", "spend the queen for {use}"), N_("queen: {use}")),
    "take_queen": Wording(NP_("move", "take a queen"), N_("take a queen")),
    "pass": Wording(NP_("move", "pass"), N_("pass")),
    "void": Wording(NP_("move", "void"), N_("repeat throw")),
    "skip": Wording(NP_("move", "skip"), N_("skip")),
    "leave": Wording(NP_("move", "{name} leaves"), N_("{player} left")),
    "adjust": Wording(NP_("move", "adjust"), N_("correct")),
}

USES: Mapping[str, Wording] = {
    "reroll": Wording(N_("a new set of re-rolls"), N_("re-roll")),
    "attack": Wording(N_("one attack more"), N_("attack")),
    "move": Wording(N_("a second move"), N_("two moves")),
}
"""The uses of a queen."""

PHASES = {
    "throw": N_("throw the dice"),
    "keep": N_("lay dice aside"),
    "take": N_("pick a tile"),
    "rolled": N_("re-roll, attack, move or pass"),
    "attack": N_("attack, move or pass"),
    "move": N_("move or pass"),
}
"""What a phase of a turn allows."""

TASKS = {
    "keep": NP_("task", "lay dice aside"),
    "take": NP_("task", "pick a tile"),
    "stop": NP_("task", "stop"),
    "attack": NP_("task", "attack"),
    "march": NP_("task", "move"),
    "take_queen": NP_("task", "take a queen"),
    "pass": NP_("task", "pass"),
}
"""What can be done now, by the codes of the moves."""


def move_wording(move: Move) -> Wording:
    """Return what is said of this move."""
    return MOVES["snatch" if isinstance(move, Take) and move.rival is not None else move.code]
