"""Formats advice as lines of text."""

from functools import singledispatch
from itertools import groupby

from firmware.play.by_game import check
from firmware.play.goals import GoalChance, goal_chances
from firmware.speech.drawing import padded, width
from firmware.speech.words import Words
from rules.advice import Option, advise
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.moves import QueenUse, SpendQueen
from rules.picnic_blitz import PicnicBlitz
from rules.rerolls import OfAKind, Straight

SHOWN_SUMS = 8
"""As many chances as fit on a line; higher sums are too unlikely."""
SHOWN_STEPS = 4


def hint_lines(state: AnyGame, words: Words) -> list[str]:
    """Return each option's value, or the possible goals; raises `IllegalMove` after the end."""
    if state.ending is not None:
        raise IllegalMove("game_over")
    return _hint(state, words)


@singledispatch
def _hint(state: AnyGame, _words: Words) -> list[str]:
    """Return the hint for this family of games."""
    raise TypeError(state.NAME)


def _rounded(chance: float) -> str:
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{chance:.0%}"


# The Heckmeck games.


@_hint.register(Heckmeck)
def _ways(state: AnyHeckmeck, words: Words) -> list[str]:
    """Return each option with its value, the best first, and the chances of the next sums."""
    pgettext = words.language.pgettext
    advice = advise(state)
    names = [way(option, words) for option in advice.options]
    columns = max(28, *map(width, names))
    you, margin = pgettext("column", "you"), pgettext("column", "margin")
    risk = pgettext("column", "next throw shows nothing new")
    if state.ONLY_OLD_COUNTS:
        risk = pgettext("column", "nothing new, it counts")
    lines = [
        "  " + words.say("On average: points for you; the margin adds what rivals lose, shared."),
        f"  {'':{columns}}{you:>5}  {margin}   {risk}",
    ]
    lines += (
        f"  {padded(way, columns)} {option.value:+5.2f}  {option.margin:+5.2f}{_risk(option)}"
        for way, option in zip(names, advice.options, strict=True)
    )
    sums = [(n, chance) for n, chance in advice.chances.at_least.items() if 0 < chance < 1]
    if sums:
        text = ", ".join(f"{n}: {_rounded(chance)}" for n, chance in sums[:SHOWN_SUMS])
        lines.append("  " + words.say("Best chance of at least  {sums}", sums=text))
    return lines


def way(option: Option, words: Words) -> str:
    """Describe what the player does then."""
    if option.move is None:
        return words.say("throw on")
    move = words.move(option.move)
    if option.only_old is None:
        return move
    if option.stop_next:
        return words.say("{move}, then stop", move=move)
    return words.say("{move}, then throw on", move=move)


def _risk(option: Option) -> str:
    return "" if option.only_old is None else f"   {option.only_old:6.1%}"


# Picnic Blitz.


@_hint.register(PicnicBlitz)
def _goals(state: PicnicBlitz, words: Words) -> list[str]:
    """Return the chances of each straight and of more dice for each track, by the best re-roll."""
    intro, found = goal_hints(state, words)
    return [f"  {intro}", *_goal_lines(found, words)]


def goal_hints(state: PicnicBlitz, words: Words) -> tuple[str, tuple[GoalChance, ...]]:
    """Return all goals, after a sentence that says for which dice."""
    turn = state.turn
    if not turn.thrown:
        intro = words.say("The chances of the first throw, without re-rolls:")
    elif turn.groups:
        dice = words.counted(turn.again, "die")
        intro = words.say("The best chances when you re-roll {dice}, each for one aim:", dice=dice)
    elif state.refusal(SpendQueen(QueenUse.REROLL)) is None:
        state, _told = state.play(SpendQueen(QueenUse.REROLL))
        dice = words.counted(state.turn.again, "die")
        intro = words.say("The best chances when a queen re-rolls {dice}:", dice=dice)
    else:
        intro = words.say("No die is re-rolled, so there are no chances to show.")
    return intro, goal_chances(state)


def _goal_lines(goal_hints: tuple[GoalChance, ...], words: Words) -> list[str]:
    lines = []
    for goal_chance in goal_hints:
        if isinstance(goal_chance.goal, Straight):
            row = words.say("{count} in a row", count=goal_chance.goal.length)
            again = (
                words.say("re-roll {dice}", dice=" ".join(goal_chance.reroll))
                if goal_chance.reroll
                else ""
            )
            lines.append((row, f"{goal_chance.chance:.1%}  {again}".rstrip()))
    steps = [
        (h.goal.face, h.goal.count, h.chance) for h in goal_hints if isinstance(h.goal, OfAKind)
    ]
    for track, row_of in groupby(steps, key=lambda step: step[0]):
        text = _steps([(count, chance) for _face, count, chance in row_of], words)
        lines.append((words.language.pgettext("row", "track {track}", track=track), text))
    columns = max((width(row) for row, _told in lines), default=0)
    return [f"  {padded(row, columns)}  {text}" for row, text in lines]


def _steps(steps: list[tuple[int, float]], words: Words) -> str:
    (first, chance), *more = steps[:SHOWN_STEPS]
    parts = [f"{words.counted(first, 'space')}: {_rounded(chance)}"]
    return ", ".join(
        [*parts, *(f"{count}: {_rounded(goal_chance)}" for count, goal_chance in more)]
    )


check(__name__, _hint=_hint.registry)
