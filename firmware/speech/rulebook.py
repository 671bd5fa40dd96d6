"""The rules of each game in short, for people at the table: the same on panel, page and terminal.

`docs/rules.md` says how the program reads the rule books; this says what a player needs.
"""

from collections.abc import Collection
from dataclasses import dataclass

from firmware.speech.language import N_

PIECES = ("ant", "plate", "queen", "rival", "snail", "tile")
"""Pictures of pieces; the others are faces of dice. `rival` is another player's plate."""


@dataclass(frozen=True)
class Rule:
    """One rule. Its text fits on one screen of the panel."""

    title: str
    text: str
    pictures: tuple[str, ...]
    """Names of `PIECES`, and faces."""
    only: str = ""
    """The table option that this rule needs, if any."""
    without: str = ""
    """The table option that takes it away, if any."""

    def holds(self, options: Collection[str]) -> bool:
        """Return whether it holds at a table with these options."""
        return self.without not in options and (not self.only or self.only in options)


_KEEP = N_("Keep")
_STOP = N_("Stop")
_SNATCH = N_("Snatch")
_NOTHING = N_("Nothing new")
_END = N_("The end")
_WORM = N_("A worm")
_REROLL = N_("Re-roll")

_STOPPING = N_("Throw the other dice, or stop. With all dice or faces kept, the turn ends.")
_NO_WORM = N_("Without a worm among the kept dice, the sum brings nothing.")
_TILES_END = N_("No tile is open on the grill: the most worms on tiles win.")

BARBECUE = (
    Rule(
        _KEEP,
        N_("Throw all dice and keep all of one face. Keep each face only once in a turn."),
        ("6", "6", "worm"),
    ),
    Rule(_WORM, N_("It counts 5. Without one, the sum brings nothing."), ("worm",)),
    Rule(
        _STOP,
        N_("Throw the rest, or stop if the sum brings something. All dice kept: the turn ends."),
        ("1", "2", "3"),
    ),
    Rule(_NOTHING, N_("A throw without a new face is a failed attempt."), ("6", "6")),
    Rule(
        N_("Your spot"),
        N_("The sum names it, from 23 on. Lay a plate there and take its worms."),
        ("plate",),
    ),
    Rule(
        _SNATCH,
        N_("On a single plate of a rival: take the worms from the rival. Two plates are blocked."),
        ("rival", "plate"),
    ),
    Rule(
        N_("Snails"),
        N_("A failed attempt: a snail on the highest empty spot. Its sum wins it."),
        ("snail",),
    ),
    Rule(N_("Over 36"), N_("Take a snail from the pool."), ("6", "snail")),
    Rule(
        _END,
        N_("No snail, or no place for it, is left. Worms count 1, snails 3: most points win."),
        ("snail", "worm"),
    ),
)

BRATWURMECK = (
    Rule(
        _KEEP,
        N_("Throw all dice and keep all of one face. Keep each face only once in a turn."),
        ("5", "5", "worm"),
    ),
    Rule(_WORM, N_("It counts 5. Without one, the sum brings nothing."), ("worm",)),
    Rule(_STOP, _STOPPING, ("1", "2", "3")),
    Rule(_NOTHING, N_("A throw without a new face is a failed attempt."), ("6", "6")),
    Rule(
        N_("Your tile"),
        N_("The sum wins its tile from the grill; if it is gone, the next lower one."),
        ("tile",),
    ),
    Rule(
        _SNATCH,
        N_("Exactly the sum on top of another stack: you may take that tile."),
        ("rival", "tile"),
    ),
    Rule(
        N_("A failed attempt"),
        N_("Your top tile goes back. If the highest is another, it is turned."),
        ("tile", "4"),
    ),
    Rule(_END, _TILES_END, ("tile", "worm")),
)

JUNIOR = (
    Rule(
        _KEEP,
        N_("Throw all dice and keep all of one picture. Keep each only once in a turn."),
        ("bun", "bun", "cheese"),
    ),
    Rule(N_("The sum"), N_("A bun counts 2, everything else 1."), ("bun", "ketchup")),
    Rule(_WORM, _NO_WORM, ("worm",)),
    Rule(_STOP, _STOPPING, ("cucumber",)),
    Rule(_NOTHING, N_("The turn ends, but the sum still counts."), ("cheese", "cheese")),
    Rule(
        N_("Your tile"),
        N_("The sum wins its tile: from the grill, else from the top of a stack, else a lower."),
        ("tile",),
    ),
    Rule(
        N_("No tile"),
        N_("You lose nothing. The highest open tile on the grill is turned."),
        ("tile", "ketchup"),
    ),
    Rule(_END, _TILES_END, ("tile", "worm")),
)

PICNIC = (
    Rule(
        _REROLL,
        N_("Throw six dice. Re-roll one for each active ant; 4 or more in up to two throws."),
        ("1", "6", "ant"),
        without="beginners",
    ),
    Rule(
        _REROLL,
        N_("Throw six dice. Then re-roll up to three of them once."),
        ("1", "6"),
        only="beginners",
    ),
    Rule(
        N_("Attack"),
        N_("4, 5 or 6 in a row: 1, 2 or 4 attacks. Each pushes a rival's ant back one space."),
        ("2", "3", "4", "5"),
    ),
    Rule(
        N_("Move"),
        N_("Then move on one track: on track 3 a space for each 3. From home, space 1 counts."),
        ("3", "3", "ant"),
    ),
    Rule(
        N_("Pinned"),
        N_("An ant under another is pinned: no re-roll for it, no attack on it, no move."),
        ("ant", "ant"),
    ),
    Rule(
        N_("Food"),
        N_("The ant on the food holds its points and pins its track. Two attacks push it off."),
        ("ant", "4"),
    ),
    Rule(
        N_("Queen"),
        N_("Skip attack and move: take a queen. It brings re-rolls, an attack or a second move."),
        ("queen",),
        without="beginners",
    ),
    Rule(_END, N_("Whoever holds enough points wins at once."), ("queen", "ant")),
)
