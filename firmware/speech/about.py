"""What each game is about, and what the letters of its drawn table mean."""

from firmware.speech.language import N_

AIM = {
    "barbecue": N_(
        "Throw, lay all dice of one face aside, throw the rest; each face once a turn. "
        "The sum, with a worm among the dice, names your spot: lay a plate there, get "
        "its worms. Nothing new on the dice, or a worthless sum: a snail comes on the "
        "grill. Worms count 1, snails 3. Most points win."
    ),
    "bratwurmeck": N_(
        "Throw, lay all dice of one face aside, throw the rest; each face once a turn. "
        "The sum, with a worm among the dice, wins that tile: from the grill, or from "
        "the top of a rival's stack; else the next lower one. A failed turn costs your "
        "top tile. Most worms on your tiles win."
    ),
    "junior": N_(
        "Throw, lay all dice of one kind aside, throw the rest; each kind once a turn. "
        "A bun counts 2, all else 1. A throw with nothing new ends your turn, and what "
        "you have still counts. "
        "The sum, with a worm among the dice, wins that tile: from the grill, or from "
        "the top of a rival's pile; else a lower one. Most worms on your tiles win."
    ),
    "picnic_blitz": N_(
        "Throw six dice, and some of them again: one for each of your active ants. "
        "4, 5 or 6 numbers in a row give 1, 2 or 4 attacks; each pushes a rival's ant "
        "back one space. Then move on one track: on track 3 a space for each 3. The "
        "ant on the food holds its points until it is pushed off. Who holds enough "
        "points wins at once."
    ),
}
"""For those who have never seen it."""

_TILES = N_("A number is open on the grill; . is taken; ## is turned face down for good.")

LEGEND = {
    "barbecue": N_("A is a plate of the player so marked; AA: two, blocked; @ a snail; . empty."),
    "bratwurmeck": _TILES,
    "junior": _TILES,
    "picnic_blitz": N_(
        "A is an ant of the player so marked; in brackets it is pinned: (B)A is B under A. "
        "[3] is food for 3 points; [3A]: A holds it, which pins all others of the track."
    ),
}
