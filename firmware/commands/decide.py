"""The command decide: what a player of the box would do in a recorded game."""

import argparse
import random
from typing import Any

from firmware.commands.arena import level_named
from firmware.commands.output import complain, language_of, print_json
from firmware.commands.recorded import place, read
from firmware.speech.decisions import percent, said, why
from firmware.speech.drawing import draw_turn
from firmware.speech.players import LEVELS, WHYS
from firmware.speech.words import Words
from players import Choice, Level, Mind
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.plain import to_plain
from rules.record import Record, move_to_plain


def run(args: argparse.Namespace) -> None:
    """Print the decision; of a damaged game, at the end of its good part."""
    level = level_named(args.level)
    record, damage = read(args)
    _decide(record, level, args)
    if damage is not None:
        raise damage


def _decide(record: Record, level: Level, args: argparse.Namespace) -> None:
    state = record.state
    if state.is_over:
        raise IllegalMove("game_over")
    language = language_of(args)
    words = Words(state.setup.players, language)
    mind = Mind()
    decided = mind.decide(state, level, random.Random(args.seed))  # noqa: S311
    choice, instead = decided.best, decided.why
    if instead is not None:
        level = Level.SOLID
        complain(language.gettext(WHYS[instead]))
    reason = why(choice, level, mind.weigh(state, level), state, words)
    chances = _chances(choice, mind.weigh(state).choices)
    if args.json:
        view = {
            "file": str(args.file),
            "line": len(record.lines),
            "player": state.player,
            "level": level,
            "instead": instead,
            "move": choice_view(choice, state),
            "chances": chances,
            "why": reason,
        }
        print_json(view)
        return
    lines = [f"{language.gettext(LEVELS[level])}: {said(choice, state, words)}", reason]
    if chances is not None:
        told = (f"{words.name(seat)} {percent(chance)}" for seat, chance in enumerate(chances))
        lines.append(language.gettext("Win chances: {chances}", chances=", ".join(told)))
    print(place(words.name(state.player), record, args, language))
    print(*filter(None, draw_turn(state, language)), *(f"  {line}" for line in lines), sep="\n")


def _chances(choice: Choice, weighed: tuple[Choice, ...]) -> tuple[float, ...] | None:
    """Return the win chances of a choice as the strong player tells them; None without it."""
    wanted = choice.move, choice.reroll
    return next(each.chances for each in weighed if (each.move, each.reroll) == wanted)


def choice_view(choice: Choice, state: AnyGame) -> dict[str, Any]:
    """Return a choice as a record holds it; for a throw, how many dice, and which are re-rolled."""
    if choice.move is not None:
        return move_to_plain(choice.move)
    if choice.reroll:
        again = to_plain(choice.reroll)
        return {"move": "throw", "dice": len(choice.reroll), "reroll": again}
    return {"move": "throw", "dice": state.legal_moves().dice}
