"""Why something ends, by the codes of the rules."""

from collections.abc import Mapping

from firmware.speech.language import N_, Wording

REASONS: Mapping[str, Wording] = {
    # why a turn ended; what the panel does not show is seen on the table
    "stopped": Wording(N_("stopped"), ""),
    "all_dice": Wording(N_("all dice are aside"), ""),
    "all_faces": Wording(N_("every face is aside"), ""),
    "only_old": Wording(N_("the throw shows nothing new"), N_("nothing new")),
    # why it brings nothing
    "no_worm": Wording(N_("there is no worm among the dice"), N_("no worm")),
    "too_low": Wording(N_("the sum is too low for the grill"), N_("too low")),
    "blocked": Wording(N_("two plates lie on that spot"), N_("blocked")),
    "no_tile": Wording(N_("that sum brings no tile"), N_("no tile")),
    "no_snail": Wording(N_("there is no snail left to take"), N_("no snail left")),
    "no_plate": Wording(N_("no plate is left in hand"), N_("no plate left")),
    "no_worms": Wording(N_("there are no worms left to take"), N_("no worms left")),
}
"""Why a turn ended, or brings nothing."""

ENDINGS: Mapping[str, Wording] = {
    "snails_used_up": Wording(
        N_("all snails are on the table and an attempt failed"), N_("All snails are used up")
    ),
    "grill_full": Wording(
        N_("no spot is left for the snail of a failed attempt"), N_("No spot for a snail")
    ),
    "grill_empty": Wording(N_("no tile is left face up on the grill"), N_("No open tile is left")),
    "no_snail": Wording(REASONS["no_snail"].long, N_("No snail is left")),
    "target_reached": Wording(N_("a player holds enough food"), N_("Enough points to win")),
}
"""Why the game is over."""
