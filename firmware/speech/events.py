"""What happens and what to do on the table, by the code of the event: a sentence and a phrase.

The sentences stand in the order players need them. The phrases below the first table are of the
panel alone, for moments in which it says more or less than an event.
"""

from collections.abc import Mapping

from firmware.speech.language import N_, NN_, Wording
from rules.events import Event, MoveAnt, PushAnt, SetDice, SetQueen, SetSpot

EVENTS: Mapping[str, Wording] = {
    # titles and feet of the panel tell these
    "thrown": Wording(N_("{player} threw {faces}."), ""),
    "set_aside": Wording(N_("{player}: lay {count} x {face} aside."), ""),
    "pass_dice": Wording(N_("All dice to {player}."), ""),
    "turn_ended": Wording(N_("{player}'s turn ends with {total} ({why})."), ""),
    "failed": Wording(N_("{player} gets nothing: {why}."), ""),
    "game_over": Wording(N_("The game is over: {why}."), ""),
    # every game
    "throw_again": Wording(
        NN_(
            "{player}: repeat the throw, with one die.",
            "{player}: repeat the throw, with {count} dice.",
        ),
        NN_("Repeat: one die", "Repeat: {count} dice"),
    ),
    "skipped": Wording(N_("{player}'s turn is skipped."), N_("Turn skipped")),
    "left": Wording(
        N_("{player} goes home. The pieces stay where they are."), N_("The pieces stay")
    ),
    # Barbecue
    "deal_plates": Wording(
        N_("{player}: take your {count} plates."), N_("{player}: {count} plates")
    ),
    "lay_snails": Wording(
        N_("Lay the {count} snails beside the grill."), N_("{count} snails ready")
    ),
    "place_plate": Wording(N_("{player}: lay a plate on {spot}."), N_("Plate on {spot}")),
    "plate_home": Wording(
        N_("{player}: take your plate back from {spot}."), N_("{player}: plate back")
    ),
    "take_worms": Wording(
        NN_("{player}: take 1 worm from the pool.", "{player}: take {count} worms from the pool."),
        NN_("Take {count} worm", "Take {count} worms"),
    ),
    "steal_worms": Wording(
        NN_("{player}: take 1 worm from {rival}.", "{player}: take {count} worms from {rival}."),
        NN_("{count} worm from {rival}", "{count} worms from {rival}"),
    ),
    "place_snail": Wording(N_("Put a snail on {spot}."), N_("Snail on {spot}")),
    "take_snail": Wording(N_("{player}: take the snail from {spot}."), N_("Take snail of {spot}")),
    "take_snail_from_pool": Wording(
        N_("{player}: take a snail from the pool."), N_("Take a snail")
    ),
    "no_plate_left": Wording(
        N_("{player}: you have no plate left for {spot}."), N_("No plate left")
    ),
    # tiles
    "lay_tiles": Wording(N_("Lay the tiles on the grill, face up: {tiles}."), ""),  # see `Short`
    "take_tile": Wording(
        N_("{player}: take the {tile} from the grill, onto your stack."), N_("Take tile {tile}")
    ),
    "snatch_tile": Wording(
        N_("{player}: take the {tile} from {rival}, onto your stack."),
        N_("Take {tile} from {rival}"),
    ),
    "return_tile": Wording(
        N_("{player}: put your {tile} back on the grill, face up."), N_("Give back {tile}")
    ),
    "turn_tile": Wording(N_("Turn the {tile} on the grill face down."), N_("Turn over {tile}")),
    # Picnic Blitz
    "deal_ants": Wording(N_("{player}: take your {count} ants."), N_("{player}: {count} ants")),
    "lay_queens": Wording(
        N_("Lay the {count} queens beside the board."), N_("{count} queens ready")
    ),
    "push_ant": Wording(
        N_("{player}'s ant on track {track} goes back to space {to}."),
        N_("{player} on {track}: to {to}"),
    ),
    "push_ant_under": Wording(
        N_("{player}'s ant on track {track} goes back to space {to}, under {under}."),
        N_("{player} on {track}: to {to}"),
    ),
    "push_ant_home": Wording(
        N_("{player}'s ant on track {track} goes back home."), N_("{player} on {track}: to {to}")
    ),
    "move_ant": Wording(
        N_("{player}: your ant goes to space {to} of track {track}."),
        N_("Track {track}: to space {to}"),
    ),
    "move_ant_onto": Wording(
        N_("{player}: your ant goes to space {to} of track {track}, on top of {onto}."),
        N_("Track {track}: to space {to}"),
    ),
    "capture_track": Wording(
        N_(
            "{player} holds the food of track {track}: {points} points. "
            "Turn all ants of this track onto their backs."
        ),
        N_("Track {track}: food, flip ants"),
    ),
    "open_track": Wording(
        N_("Track {track} is open again: put its ants back on their feet."),
        N_("Track {track}: ants back up"),
    ),
    "queen_taken": Wording(N_("{player}: take a queen."), N_("Take a queen")),
    "queen_spent": Wording(
        N_("{player}: put your queen back beside the board. It brings {use}."), N_("Queen back")
    ),
    "passed": Wording(N_("{player} passes."), N_("Nothing to move")),
    # corrected pieces; `Short` has the phrases of those without
    "set_spot_empty": Wording(N_("{spot}: nothing lies there."), N_("{spot}: empty")),
    "set_spot_snail": Wording(N_("{spot}: a snail lies there."), N_("{spot}: a snail")),
    "set_spot_plates": Wording(N_("{spot}: {plates} of {owner}'s plates, nothing else."), ""),
    "set_worms": Wording(
        NN_("{player} has 1 worm.", "{player} has {count} worms."),
        NN_("{player}: {count} worm", "{player}: {count} worms"),
    ),
    "set_snails": Wording(
        NN_("{player} has 1 snail.", "{player} has {count} snails."),
        NN_("{player}: {count} snail", "{player}: {count} snails"),
    ),
    "set_grill": Wording(N_("On the grill, face up: {up}; face down: {down}."), ""),
    "off_stack": Wording(N_("{player}: from the top of your stack goes {tiles}."), ""),
    "onto_stack": Wording(N_("{player}: onto your stack goes {tiles}."), ""),
    "set_track": Wording(N_("Ants on track {track}: {piles}."), ""),
    "set_queen_taken": Wording(N_("{player} has a queen."), N_("{player}: a queen")),
    "set_queen_none": Wording(N_("{player} has no queen."), N_("{player}: no queen")),
    "set_dice": Wording(
        N_("{player} has the dice. Aside: {aside}; in the tray: {tray}; the rest in hand."), ""
    ),
    "set_dice_tray": Wording(N_("{player} has the dice. In the tray: {tray}."), ""),
    "set_dice_hand": Wording(N_("{player} has all the dice in hand."), ""),
}

EACH = {"deal_plates": N_("{count} plates each"), "deal_ants": N_("{count} ants each")}
"""What everyone gets, in one line for all."""

BROUGHT: Mapping[str, Wording] = {
    "steal_worms": Wording(
        NN_("snatch {count} worm from {rival}", "snatch {count} worms from {rival}"),
        NN_("{total}: {count} from {rival}", "{total}: {count} from {rival}"),
    ),
    "place_snail": Wording(N_("a snail on {spot}"), ""),
    "plate_home": Wording(N_("{player}'s plate goes home"), N_("{total}: {player}’s plate")),
    "take_snail": Wording(N_("take the snail from {spot}"), N_("{total}: a snail")),
    "take_snail_from_pool": Wording(N_("take a snail"), N_("{total}: a snail")),
    "take_worms": Wording(
        NN_("take {count} worm", "take {count} worms"),
        NN_("{total}: take {count} worm", "{total}: take {count} worms"),
    ),
    "place_plate": Wording(N_("lay a plate on {spot}"), N_("{total}: a plate")),
    "no_plate_left": Wording(N_("no plate is left"), N_("{total}: no plate left")),
    "snatch_tile": Wording(N_("snatch the {tile} from {rival}"), N_("{total}: from {rival}")),
    "take_tile": Wording(N_("take the {tile}"), N_("{total}: tile {tile}")),
    "return_tile": Wording(N_("give the {tile} back"), ""),
    "capture_track": Wording(N_("food for {points} points"), ""),
    "push_ant": Wording(N_("back to space {to}"), ""),
    "push_ant_under": Wording(N_("back to space {to}, under {under}"), ""),
    "push_ant_home": Wording(N_("back home"), ""),
    "move_ant": Wording(N_("to space {to}"), ""),
    "move_ant_onto": Wording(N_("to space {to}, on top of {onto}"), ""),
}
"""What a move brings: the first of these events that it has. The short phrases are for a stop on
the panel.
"""

TITLES = {
    "turn_ended": N_("{player}: {total}"),
    "take_tile": N_("{player} takes {tile}"),
    "snatch_tile": N_("{player} takes {tile}"),
    "left": N_("{player} left"),
    "lay_tiles": N_("Lay out"),
    "deal_plates": N_("Lay out"),
    "deal_ants": N_("Lay out"),
    "move_ant": N_("{player} moves"),
    "queen_taken": N_("{player} waits"),
    "passed": N_("{player} passes"),
}
"""The title over the instructions for some events, by the first of these among them."""


def event_wording(event: Event) -> Wording:
    """Return what is said of this event."""
    return EVENTS[event_key(event)]


def event_key(event: Event) -> str:
    """Return the key of this event's wording: some codes have one for each case."""
    match event:
        case SetSpot(snail=True):
            case = "_snail"
        case SetSpot(plates=plates):
            case = "_plates" if plates else "_empty"
        case PushAnt(to=0):
            case = "_home"
        case PushAnt(under=ants) if ants:
            case = "_under"
        case MoveAnt(onto=ants) if ants:
            case = "_onto"
        case SetQueen(has=has):
            case = "_taken" if has else "_none"
        case SetDice(tray=tray, aside=()):
            case = "_tray" if tray else "_hand"
        case _:
            case = ""
    return event.code + case
