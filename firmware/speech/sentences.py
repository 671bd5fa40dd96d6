"""Sentences about games, dice and tables, in English.

Templates use the arguments of their code; those with a plural have two forms, chosen by `count`.
They say what happened and what to do, in the order players need it. Refusals are in
`firmware.speech.refusals`; `firmware.speech.words` fills all of them.
"""

from collections.abc import Mapping

from firmware.speech.language import N_, NN_, NP_

Template = str | tuple[str, str]

DICE = {
    "barbecue": N_("the game's own brown dice"),
    "classic": N_("the game's own dice"),
    "junior": N_("the game's own picture dice"),
    "standard": N_("ordinary dice"),
}

FACES = {
    "worm": NP_("face", "worm"),
    "cucumber": NP_("face", "cucumber"),
    "cheese": NP_("face", "cheese"),
    "ketchup": NP_("face", "ketchup"),
    "bun": NP_("face", "bun"),
}
"""The other faces are numbers, which need no words."""

COLOURS = {
    "green": NP_("colour", "green"),
    "yellow": NP_("colour", "yellow"),
    "blue": NP_("colour", "blue"),
    "black": NP_("colour", "black"),
    "orange": NP_("colour", "orange"),
    "red": NP_("colour", "red"),
    "white": NP_("colour", "white"),
}

COUNTED = {
    "ant": NN_("{count} ant", "{count} ants"),
    "attack": NN_("{count} attack", "{count} attacks"),
    "die": NN_("{count} die", "{count} dice"),
    "move": NN_("{count} move", "{count} moves"),
    "plate": NN_("{count} plate", "{count} plates"),
    "point": NN_("{count} point", "{count} points"),
    "snail": NN_("{count} snail", "{count} snails"),
    "space": NN_("{count} space", "{count} spaces"),
    "tile": NN_("{count} tile", "{count} tiles"),
    "worm": NN_("{count} worm", "{count} worms"),
}

MOVES = {
    "throw": NP_("move", "throw"),
    "stop": NP_("move", "stop"),
    "take_queen": NP_("move", "take a queen"),
    "pass": NP_("move", "pass"),
    "void": NP_("move", "void"),
    "skip": NP_("move", "skip"),
    "adjust": NP_("move", "adjust"),
}

PHASES = {
    "throw": N_("throw the dice"),
    "keep": N_("lay dice aside"),
    "take": N_("pick a tile"),
    "rolled": N_("re-roll, attack, move or pass"),
    "attack": N_("attack, move or pass"),
    "move": N_("move or pass"),
}

USES = {
    "reroll": N_("a new set of re-rolls"),
    "attack": N_("one attack more"),
    "move": N_("a second move"),
}
"""The uses of a queen."""

WHYS = {
    # why a turn ended
    "stopped": N_("stopped"),
    "all_dice": N_("all dice are aside"),
    "all_faces": N_("every face is aside"),
    "only_old": N_("the throw shows nothing new"),
    # why it brings nothing
    "no_worm": N_("there is no worm among the dice"),
    "too_low": N_("the sum is too low for the grill"),
    "blocked": N_("two plates lie on that spot"),
    "no_tile": N_("that sum brings no tile"),
    "no_snail": N_("there is no snail left to take"),
    "no_plate": N_("no plate is left in hand"),
    "no_worms": N_("there are no worms left to take"),
    # why the game is over
    "snails_used_up": N_("all snails are on the table and an attempt failed"),
    "grill_full": N_("no spot is left for the snail of a failed attempt"),
    "grill_empty": N_("no tile is left face up on the grill"),
    "target_reached": N_("a player holds enough food"),
}

EVENTS: Mapping[str, Template] = {
    "thrown": N_("{player} threw {faces}."),
    "set_aside": N_("{player}: lay {count} x {face} aside."),
    "throw_again": NN_(
        "{player}: repeat the throw, with one die.",
        "{player}: repeat the throw, with {count} dice.",
    ),
    "pass_dice": N_("All dice to {player}."),
    "turn_ended": N_("{player}'s turn ends with {total} ({why})."),
    "failed": N_("{player} gets nothing: {why}."),
    "game_over": N_("The game is over: {why}."),
    "deal_plates": N_("{player}: take your {count} plates."),
    "lay_snails": N_("Lay the {count} snails beside the grill."),
    "place_plate": N_("{player}: lay a plate on {spot}."),
    "plate_home": N_("{player}: take your plate back from {spot}."),
    "take_worms": NN_(
        "{player}: take 1 worm from the pool.", "{player}: take {count} worms from the pool."
    ),
    "steal_worms": NN_(
        "{player}: take 1 worm from {rival}.", "{player}: take {count} worms from {rival}."
    ),
    "place_snail": N_("Put a snail on {spot}."),
    "take_snail": N_("{player}: take the snail from {spot}."),
    "take_snail_from_pool": N_("{player}: take a snail from the pool."),
    "no_plate_left": N_("{player}: you have no plate left for {spot}."),
    "lay_tiles": N_("Lay the tiles on the grill, face up: {tiles}."),
    "take_tile": N_("{player}: take the {tile} from the grill, onto your stack."),
    "snatch_tile": N_("{player}: take the {tile} from {rival}, onto your stack."),
    "return_tile": N_("{player}: put your {tile} back on the grill, face up."),
    "turn_tile": N_("Turn the {tile} on the grill face down."),
    "deal_ants": N_("{player}: take your {count} ants."),
    "lay_queens": N_("Lay the {count} queens beside the board."),
    "push_ant": N_("{player}'s ant on track {track} goes back to space {to}, under any there."),
    "push_ant_home": N_("{player}'s ant on track {track} goes back home."),
    "move_ant": N_("{player}: your ant goes to space {to} of track {track}, on top of any there."),
    "capture_track": N_(
        "{player} holds the food of track {track}: {points} points. "
        "Turn all ants of this track onto their backs."
    ),
    "open_track": N_("Track {track} is open again: put its ants back on their feet."),
    "queen_taken": N_("{player}: take a queen."),
    "queen_spent": N_("{player}: put your queen back beside the board. It brings {use}."),
    "passed": N_("{player} passes."),
    "skipped": N_("{player}'s turn is skipped."),
    "left": N_("{player} goes home. The pieces stay where they are."),
    "set_spot_empty": N_("{spot}: nothing lies there."),
    "set_spot_snail": N_("{spot}: a snail lies there."),
    "set_spot_plates": N_("{spot}: {plates} of {owner}'s plates, nothing else."),
    "set_worms": NN_("{player} has 1 worm.", "{player} has {count} worms."),
    "set_snails": NN_("{player} has 1 snail.", "{player} has {count} snails."),
    "set_grill": N_("On the grill, face up: {up}; face down: {down}."),
    "off_stack": N_("{player}: from the top of your stack goes {tiles}."),
    "onto_stack": N_("{player}: onto your stack goes {tiles}."),
    "set_track": N_("Ants on track {track}: {piles}."),
    "set_queen_taken": N_("{player} has a queen."),
    "set_queen_none": N_("{player} has no queen."),
    "set_dice": N_("{player} has the dice. Aside: {aside}; in the tray: {tray}; the rest in hand."),
    "set_dice_tray": N_("{player} has the dice. In the tray: {tray}."),
    "set_dice_hand": N_("{player} has all the dice in hand."),
}

PROBLEMS: Mapping[str, Template] = {
    "dice_done": N_("No dice are needed now."),
    "not_on_the_dice": N_("These dice have no {face}."),
    "dice_missing": N_("A die is missing: {seen} of {wanted}. Look on the floor."),
    "too_many_dice": N_("Too many dice: {seen} instead of {wanted}."),
    "nothing_aside": N_("Lay some dice aside first: all of one face."),
    "still_in_tray": NN_(
        "All of {face}: one is still in the tray.", "All of {face}: {count} are still in the tray."
    ),
    "too_many_aside": N_("More {face} lie aside than you threw."),
    "laid_unseen": N_("No throw with {face} was read: put it back in the tray."),
    "already_kept": N_("You kept {face} already in this turn."),
    "not_thrown": N_("You did not throw {face}."),
    "mixed_faces": N_("Only one face at a time, not {faces}."),
    "kept_turned": N_("A kept die was turned: it showed {face}."),
    "back_in_tray": N_("A kept die is back in the tray: {face}."),
    "no_such_group": N_("No face was thrown {count} times."),
}

CAUSES: Mapping[str, Template] = {
    "moving": N_("The dice did not lie still for long enough: hands off."),
    "dark": N_("The picture is too dark: give more light."),
    "bright": N_("The picture is so bright that nothing is seen: give less light."),
    "out_of_focus": N_(
        "The picture is blurred: let the dice and the camera lie still, focus it, wipe the lens."
    ),
    "cut_off": NN_(
        "Die {dice} is cut off by the edge of the picture: move it inwards.",
        "Dice {dice} are cut off by the edge of the picture: move them inwards.",
    ),
    "covered": NN_(
        "Something lies over die {dice}, such as a hand: take it away.",
        "Something lies over dice {dice}, such as a hand: take it away.",
    ),
    "blurred": NN_(
        "Die {dice} is blurred: let it lie still.", "Dice {dice} are blurred: let them lie still."
    ),
    "leaning": NN_("Die {dice} leans: lay it flat.", "Dice {dice} lean: lay them flat."),
    "overlapping": NN_(
        "Two faces are seen where die {dice} lies: lay it flat, apart from others.",
        "Two faces each are seen where dice {dice} lie: lay them flat, apart from others.",
    ),
    "glare": NN_(
        "Light glares on die {dice}: move the die or the lamp.",
        "Light glares on dice {dice}: move the dice or the lamp.",
    ),
    "not_in_set": NN_(
        "Die {dice} shows {faces}, which these dice do not have: are they the right dice?",
        "Dice {dice} show {faces}, which these dice do not have: are they the right dice?",
    ),
    "unknown_art": NN_(
        "Die {dice} shows a drawing that these dice do not have: are they the right dice?",
        "Dice {dice} show drawings that these dice do not have: are they the right dice?",
    ),
    "odd_size": NN_(
        "Die {dice} is far larger or smaller than the others: take away what is no die.",
        "Dice {dice} are far larger or smaller than the others: take away what is no die.",
    ),
    "unsure": NN_(
        "Die {dice} is not clear: move it a little, or see to light and focus.",
        "Dice {dice} are not clear: move them a little, or see to light and focus.",
    ),
    "hidden": N_(
        "Something at {places} may be a die: lay it flat where it can be seen, or take it away."
    ),
    "missing": NN_(
        "{count} die is seen, there should be {expected}: does a hand or another die hide one, "
        "does one lean, or lie outside the picture?",
        "{count} dice are seen, there should be {expected}: does a hand or another die hide one, "
        "does one lean, or lie outside the picture?",
    ),
    "too_many": NN_(
        "{count} die is seen, there should be {expected}: take away what does not belong there.",
        "{count} dice are seen, there should be {expected}: take away what does not belong there.",
    ),
    "disagree": N_("Pictures of these dice do not agree: move the dice a little."),
}
"""Why a reading is in doubt, and what to do, by `firmware.speech.causes`."""

LESSONS: Mapping[str, str] = {
    "too_alike": N_("{faces}: show them again, in better light."),
    "odd_look": N_("{faces}: one die looks unlike the others. Turn all to it."),
}

WANTED = {
    "list": N_("a list"),
    "object": N_("an object"),
    "text": N_("text"),
    "number": N_("a whole number"),
    "truth": N_("true or false"),
}

SYSTEM = (
    N_("Device or resource busy"),
    N_("Disk quota exceeded"),
    N_("File exists"),
    N_("File name too long"),
    N_("File too large"),
    N_("Input/output error"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Not a regular file"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many open files"),
)
"""The system's messages about files and devices, which it gives programs only in English."""
