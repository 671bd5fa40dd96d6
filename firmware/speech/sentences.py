"""Names and sentences, in English, that have one length for all surfaces.

Templates use the arguments of their code; `firmware.speech.words` fills them. What has a short form
for the panel stands with it in `events`, `moves`, `reasons` and `causes`.
"""

from collections.abc import Mapping

from firmware.speech.language import N_, NN_, NP_, Template

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

FACES_MANY = {
    "worm": NP_("faces", "worms"),
    "cucumber": NP_("faces", "cucumbers"),
    "cheese": NP_("faces", "cheeses"),
    "ketchup": NP_("faces", "ketchups"),
    "bun": NP_("faces", "buns"),
}
"""Several dice of a face; those of a number are `NUMBERS`."""

NUMBERS = NP_("faces", "{face}s")

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
