"""The command arena: whole games between the players of the box."""

import argparse
import sys
import time
from typing import Any

from firmware.commands.output import complain, language_of, print_json
from firmware.errors import Unclear
from firmware.speech.games import WORDS
from firmware.speech.language import Language
from firmware.speech.players import LEVELS, WHYS
from players import Level
from players.arena import Results, Score, arena
from rules.games import game_named


def run(args: argparse.Namespace) -> None:
    """Play the games, show the progress on a terminal, and print what came of them."""
    game = game_named(args.game)
    levels = [level_named(word) for word in args.seats.split(",")]
    game.check_number_of_players(len(levels))
    if args.games < 1:
        raise Unclear("games_from_one", games=args.games)
    language = language_of(args)
    results = Results()
    for results in arena(game, levels, args.games, args.seed, time.perf_counter):
        _progress(results.games, args.games, language)
    for why in sorted(results.whys):
        complain(language.gettext(WHYS[why]))
    if args.json:
        print_json(_view(args, results))
        return
    _ = language.gettext
    title = language.gettext(WORDS[game.NAME].title)
    print(_("{game}, {count} games, seed {seed}", game=title, count=results.games, seed=args.seed))
    for level, score in results.scores.items():
        low, high = score.interval
        line = _(
            "{level}: wins {rate} (95 %: {low} to {high}), {points} points a game, "
            "{milliseconds} ms a decision",
            level=language.gettext(LEVELS[level]),
            rate=f"{score.rate:.1%}",
            low=f"{low:.1%}",
            high=f"{high:.1%}",
            points=f"{score.points / score.seats:.1f}",
            milliseconds=f"{_milliseconds(score):.1f}",
        )
        print(f"  {line}")


def level_named(word: str) -> Level:
    """Return a level; raises `Unclear` for another word."""
    if word not in tuple(Level):
        raise Unclear("level_unknown", level=word, levels=tuple(Level))
    return Level(word)


def _milliseconds(score: Score) -> float:
    return 1000 * score.seconds / max(score.decisions, 1)


def _progress(games: int, of: int, language: Language) -> None:
    if sys.stderr is None or not sys.stderr.isatty():
        return
    end = "\n" if games == of else ""
    line = language.gettext("{games} of {of} games", games=games, of=of)
    print(f"\r{line}", end=end, file=sys.stderr, flush=True)


def _view(args: argparse.Namespace, results: Results) -> dict[str, Any]:
    return {
        "game": args.game,
        "seats": args.seats.split(","),
        "games": results.games,
        "seed": args.seed,
        "levels": {
            level: {
                "seats": score.seats,
                "wins": score.wins,
                "rate": score.rate,
                "interval": score.interval,
                "points": score.points / score.seats,
                "milliseconds": _milliseconds(score),
            }
            for level, score in results.scores.items()
        },
        "whys": sorted(results.whys),
    }
