"""Says what a player of the box does, and why."""

from firmware.speech.words import Words
from players.weighing import Choice, Level, Weighed
from rules.games import AnyGame
from rules.picnic_blitz import PicnicBlitz


def percent(chance: float) -> str:
    return f"{chance:.1%}"


def said(choice: Choice, state: AnyGame, words: Words) -> str:
    """Return a choice and what it brings; of a throw, which dice."""
    if choice.move is not None:
        return words.story(choice.move, state.play(choice.move)[1])
    if choice.reroll:
        dice = " ".join(map(words.face, choice.reroll))
        return words.say("re-roll {dice}", dice=dice)
    dice = words.counted(state.legal_moves().dice, "die")
    return words.language.pgettext("move", "throw {dice}", dice=dice)


def why(choice: Choice, level: Level, weighed: Weighed, state: AnyGame, words: Words) -> str:
    """Return in a line why a player of this level, who weighed so, takes this choice."""
    others = [each for each in weighed.choices if each != choice]
    if not others:
        return words.say("Nothing else can be done.")
    if level is Level.EASY:
        return words.say("The easy player takes what pays, and slips now and then.")
    if choice.chances is None and isinstance(state, PicnicBlitz):
        return words.say("The solid player follows a plain rule here, and weighs nothing.")
    name, other = words.name(state.player), said(others[0], state, words)
    if choice.chances is None:
        return words.say(
            "It brings {name} {points} points in this turn on average, "
            "the next best choice {fewer}: {other}.",
            name=name,
            points=f"{choice.worth[0]:+.2f}",
            other=other,
            fewer=f"{others[0].worth[0]:+.2f}",
        )
    return words.say(
        "{name} wins {chance} this way, and {less} with the next best choice: {other}.",
        name=name,
        chance=percent(choice.worth[0]),
        less=percent(others[0].worth[0]),
        other=other,
    )
