"""The panel's phrases in English, by topic."""

from collections.abc import Mapping

from firmware.speech import phrases_picnic as picnic
from firmware.speech.language import N_, NN_
from rules.events import (
    DealAnts,
    DealPlates,
    Event,
    LaySnails,
    Left,
    NoPlateLeft,
    PlacePlate,
    PlaceSnail,
    PlateHome,
    ReturnTile,
    SetSnails,
    SetWorms,
    Skipped,
    SnatchTile,
    StealWorms,
    TakeSnail,
    TakeSnailFromPool,
    TakeTile,
    TakeWorms,
    ThrowAgain,
    TurnTile,
)

TASKS: Mapping[type[Event], str | tuple[str, str]] = {
    DealPlates: N_("{player}: {count} plates"),
    LaySnails: N_("{count} snails ready"),
    PlacePlate: N_("Plate on {spot}"),
    PlateHome: N_("{player}: plate back"),
    TakeWorms: NN_("Take {count} worm", "Take {count} worms"),
    StealWorms: NN_("{count} worm from {rival}", "{count} worms from {rival}"),
    PlaceSnail: N_("Snail on {spot}"),
    TakeSnail: N_("Take snail of {spot}"),
    TakeSnailFromPool: N_("Take a snail"),
    NoPlateLeft: N_("No plate left"),
    TakeTile: N_("Take tile {tile}"),
    SnatchTile: N_("Take {tile} from {rival}"),
    ReturnTile: N_("Give back {tile}"),
    TurnTile: N_("Turn over {tile}"),
    SetWorms: NN_("{player}: {count} worm", "{player}: {count} worms"),
    SetSnails: NN_("{player}: {count} snail", "{player}: {count} snails"),
    ThrowAgain: NN_("Repeat: one die", "Repeat: {count} dice"),
    Skipped: N_("Turn skipped"),
    Left: N_("The pieces stay"),
    **picnic.TASKS,
}

EACH: Mapping[type[Event], str] = {
    DealPlates: N_("{count} plates each"),
    DealAnts: N_("{count} ants each"),
}
"""What everyone gets."""

STOPPED: Mapping[type[Event], str | tuple[str, str]] = {
    PlacePlate: N_("{total}: a plate"),
    TakeWorms: NN_("{total}: take {count} worm", "{total}: take {count} worms"),
    StealWorms: NN_("{total}: {count} from {rival}", "{total}: {count} from {rival}"),
    PlateHome: N_("{total}: {player}’s plate"),
    TakeSnail: N_("{total}: a snail"),
    TakeSnailFromPool: N_("{total}: a snail"),
    NoPlateLeft: N_("{total}: no plate left"),
    SnatchTile: N_("{total}: from {rival}"),
    TakeTile: N_("{total}: tile {tile}"),
}
"""What a stop brings, the most important event first."""

TELLING = (StealWorms, PlateHome, TakeSnail, TakeSnailFromPool, TakeWorms, PlacePlate, NoPlateLeft,
           SnatchTile, TakeTile)  # fmt: skip

WHY = {
    "only_old": N_("nothing new"),
    "no_worm": N_("no worm"),
    "too_low": N_("below 23"),
    "blocked": N_("blocked"),
    "no_snail": N_("no snail left"),
    "no_plate": N_("no plate left"),
    "no_worms": N_("no worms left"),
    "no_tile": N_("no tile"),
}

OVER = {
    "snails_used_up": N_("All snails are used up"),
    "grill_full": N_("No spot for a snail"),
    "grill_empty": N_("No open tile is left"),
    "no_snail": N_("No snail is left"),
    **picnic.OVER,
}

CAUSES = {
    "moving": N_("It moved: hands off"),
    "dark": N_("Too dark: more light"),
    "bright": N_("Too bright: less light"),
    "out_of_focus": N_("Blurred: wipe the lens"),
    "cut_off": N_("At the edge: move it"),
    "covered": N_("Covered: clear it"),
    "blurred": N_("Blurred: let it lie"),
    "leaning": N_("Leaning: lay it flat"),
    "overlapping": N_("Overlapping: lay flat"),
    "glare": N_("Glare: move the die"),
    "not_in_set": N_("{faces}: not in this set"),
    "unknown_art": N_("Unknown: right dice?"),
    "odd_size": N_("Odd size: is it a die?"),
    "unsure": N_("Unclear: move it"),
    "hidden": N_("A die half hidden?"),
    "missing": N_("{found} dice, not {expected}"),
    "too_many": N_("{found} dice, not {expected}"),
    "disagree": N_("Not sure: move the dice"),
}
"""Why dice are doubted, and what to do. The title names the die, and the dice are marked."""

MOVES = {
    "stop": N_("stop"),
    "void": N_("repeat throw"),
    "skip": N_("skip"),
    "adjust": N_("correct"),
    **picnic.MOVES,
}
