"""The value of each choice, or the possible goals, as data for a page's charts."""

from collections.abc import Sequence
from functools import singledispatch
from itertools import groupby
from typing import Any

from firmware.play.by_game import check
from firmware.speech.hints import SHOWN_STEPS, SHOWN_SUMS, goal_hints, way
from firmware.speech.words import Words
from rules.advice import advise
from rules.dice import Faces
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.picnic_blitz import PicnicBlitz
from rules.rerolls import OfAKind, Straight


@singledispatch
def odds(state: AnyGame, _words: Words) -> dict[str, Any]:
    """Return the odds of an unfinished game, depending on its family."""
    raise TypeError(state.NAME)


@odds.register(Heckmeck)
def _ways(state: AnyHeckmeck, words: Words) -> dict[str, Any]:
    """Return each choice with its points, the best first, and the chances of the next sums."""
    advice = advise(state)
    return {
        "kind": "ways",
        "old_counts": state.ONLY_OLD_COUNTS,
        "rows": [
            {
                "label": way(option, words),
                "points": option.value,
                "fails": None if option.stop_next else option.only_old,
                "best": option is advice.best and len(advice.options) > 1,
            }
            for option in advice.options
        ],
        "sums": [(n, part) for n, part in advice.chances.at_least.items() if 0 < part < 1][
            :SHOWN_SUMS
        ],
    }


@odds.register(PicnicBlitz)
def _goals(state: PicnicBlitz, words: Words) -> dict[str, Any]:
    """Return each straight, then each track with the chances of its next steps."""
    intro, found = goal_hints(state, words)
    _, pgettext = words.language.gettext, words.language.pgettext
    rows = [
        _row(
            _("{count} in a row", count=goal_chance.goal.length),
            [goal_chance.chance],
            goal_chance.reroll,
        )
        for goal_chance in found
        if isinstance(goal_chance.goal, Straight)
    ]
    steps = [(h.goal.face, h.goal.count, h.chance) for h in found if isinstance(h.goal, OfAKind)]
    for track, of_track in groupby(steps, key=lambda step: step[0]):
        _face, counts, chances = zip(*of_track, strict=True)
        label = pgettext("row", "track {track}", track=track)
        spaces = words.counted(counts[0], "space")
        rows.append(_row(f"{label}: {spaces}", chances[:SHOWN_STEPS], first=counts[0]))
    return {"kind": "hopes", "said": intro, "rows": rows}


def _row(
    label: str, chances: Sequence[float], reroll: Faces = (), first: int = 0
) -> dict[str, Any]:
    """Return a goal: its chance, the dice to re-roll for it, and the chances of more."""
    more = list(enumerate(chances[1:], start=first + 1))
    return {"label": label, "chance": chances[0], "again": reroll, "more": more}


check(__name__, odds=odds.registry)
