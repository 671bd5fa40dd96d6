"""Each game's titles, rules and table options.

A game without one of these texts is refused when this module is imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware.play.by_game import IncompleteGame
from firmware.speech.language import N_
from firmware.speech.rulebook import BARBECUE, BRATWURMECK, JUNIOR, PICNIC, Rule
from firmware.speech.sentences import DICE
from rules.games import GAMES


@dataclass(frozen=True)
class Option:
    """A table option."""

    short: str
    """On the panel."""
    text: str
    """Its effect."""


@dataclass(frozen=True, kw_only=True)
class GameWords:
    """The texts of one game. Its titles are the same in every language."""

    title: str
    short: str
    """The title on the panel."""
    line: str
    """What it is about, for choosing a game."""
    pictures: tuple[str, ...]
    """What stands for it, as in `Rule`."""
    rules: tuple[Rule, ...]
    """For people who have never seen the game."""
    letters: str
    """The legend of its table, as drawn in text."""
    options: Mapping[str, Option] = field(default_factory=dict)


_TILES = N_("A number is open on the grill; . is taken; ## is turned face down for good.")
_TARGET = N_("Points to win:")

WORDS: dict[str, GameWords] = {
    "barbecue": GameWords(
        title="Heckmeck Barbecue",
        short="Barbecue",
        line=N_("Lay plates on the grill for worms, and mind the snails."),
        pictures=("worm", "snail"),
        rules=BARBECUE,
        letters=N_("A is a plate of the player so marked; AA: two, blocked; @ a snail; . empty."),
        options={
            "stop_is_fail": Option(
                N_("Stop may fail"), N_("you may stop with nothing: a failed attempt")
            ),
            "strict_worms": Option(
                N_("Worms run out"), N_("only 50 worms: when they run out, you get the rest")
            ),
            "strict_plates": Option(
                N_("Plates run out"), N_("without a plate left you get nothing on the grill")
            ),
        },
    ),
    "bratwurmeck": GameWords(
        title="Heckmeck am Bratwurmeck",
        short="Bratwurmeck",
        line=N_("Win tiles with worms, and snatch them from each other."),
        pictures=("tile", "worm"),
        rules=BRATWURMECK,
        letters=_TILES,
        options={
            "alternative": Option(
                N_("Turn more over"), N_("shorter: a returned tile that is the highest is turned")
            ),
            "quiet_snatches": Option(N_("Quiet snatches"), N_("nobody is reminded of a snatch")),
        },
    ),
    "junior": GameWords(
        title="Heckmeck Junior",
        short="Junior",
        line=N_("Pictures on the dice, and no throw spoils your turn."),
        pictures=("bun", "cheese"),
        rules=JUNIOR,
        letters=_TILES,
        options={
            "must_pinch": Option(N_("Must snatch"), N_("who can snatch must snatch")),
            "any_lower": Option(N_("Any lower tile"), N_("a lower tile may be any lower one")),
            "open_worms": Option(
                N_("Show all worms"), N_("everybody's worms are shown during the game")
            ),
        },
    ),
    "picnic_blitz": GameWords(
        title="Picnic Blitz",
        short="Picnic Blitz",
        line=N_("Lead your ants to the food, and push the others back."),
        pictures=("ant", "queen"),
        rules=PICNIC,
        letters=N_(
            "A is an ant of the player so marked; in brackets it is pinned: (B)A is B under A. "
            "[3] is food for 3 points; [3A]: A holds it, which pins all others of the track."
        ),
        options={
            "beginners": Option(
                N_("For beginners"), N_("re-roll up to 3 dice, whatever your ants; no queens")
            ),
            "sleeping_guards": Option(
                N_("Guards sleep"), N_("an ant on the food gives no re-roll")
            ),
            "firm_first": Option(
                N_("First space firm"), N_("nobody is pushed off the first space")
            ),
            "target_1_more": Option(_TARGET, N_("longer: 1 point more wins")),
            "target_2_more": Option(_TARGET, N_("longer: 2 points more win")),
            "target_1_less": Option(_TARGET, N_("shorter: 1 point less wins")),
            "target_2_less": Option(_TARGET, N_("shorter: 2 points less win")),
        },
    ),
}


def option(code: str) -> Option:
    """Return the texts of a table option; games with the same code share them."""
    return next(words.options[code] for words in WORDS.values() if code in words.options)


def check_words() -> None:
    """Raise an error for a game that lacks a text."""
    for name, game in GAMES.items():
        if name not in WORDS:
            raise IncompleteGame(name, f"WORDS in {__name__} has no entry for it")
        words, dice = WORDS[name], game.dice_sets(game.BOX)
        missing = [field for field, text in vars(words).items() if text in ("", ())]
        missing += [f"options[{code!r}]" for code in game.VARIANTS if code not in words.options]
        if missing:
            raise IncompleteGame(name, f"its words in {__name__} lack {', '.join(missing)}")
        unnamed = [code for code in dice if code not in DICE]
        if unnamed:
            raise IncompleteGame(name, f"DICE in firmware.speech.sentences has no {unnamed[0]!r}")


check_words()
