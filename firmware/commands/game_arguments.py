"""Adds the commands about games and their players: one function for each."""

from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.arguments import add, share
from rules.dice import junior
from rules.games import GAMES

if TYPE_CHECKING:
    from firmware.commands.arguments import Commands


def add_play(commands: "Commands") -> None:
    example = "play --game barbecue --players 'Ann, Ben blue'"
    play = add(commands, "games.play", "play a whole game in the terminal", example)
    play.add_argument("--game", choices=GAMES, help="the game to play (default: ask)")
    play.add_argument(
        "--players",
        metavar="NAMES",
        help="names with commas between, each with a colour if you like (default: ask)",
    )
    play.add_argument(
        "--resume", metavar="FILE", dest="file", type=Path, help="resume the game in this file"
    )
    share(play, "--folder")
    play.add_argument(
        "--seed", type=int, help="number that makes the program throw the same dice every time"
    )
    share(play, "--language")


def add_replay(commands: "Commands") -> None:
    example = "replay 0001-barbecue.jsonl --at 12"
    replay = add(commands, "games.replay", "show the table of a recorded game", example)
    share(replay, "file", "--at", "--json", "--language")
    replay.add_argument(
        "--reveal", action="store_true", help="with --json, also show hidden points"
    )


def add_odds(commands: "Commands") -> None:
    example = "odds --game picnic_blitz --held 2345"
    odds = add(commands, "games.odds", "show exact chances at the start of a turn", example)
    which = odds.add_mutually_exclusive_group(required=True)
    which.add_argument("--game", choices=GAMES, help="the game")
    which.add_argument(
        "--dice",
        dest="game",
        metavar="DICE",
        choices=GAMES,
        type=_game_of_dice,
        help="old spelling of --game: barbecue, classic, junior or standard",
    )
    odds.add_argument(
        "--doubled",
        choices=[str(face) for face in junior().faces],
        help="face that stands on two sides of your Junior dice (default: worm)",
    )
    odds.add_argument(
        "--held",
        metavar="FACES",
        help="with --game picnic_blitz: dice that you do not throw again, like 2345",
    )
    share(odds, "--json", "--language")


def _game_of_dice(dice: str) -> str:
    games = {"classic": "bratwurmeck", "standard": "picnic_blitz"}
    return games.get(dice, dice)


def add_advise(commands: "Commands") -> None:
    example = "advise 0001-barbecue.jsonl --at 12"
    does = "show what each choice is worth in a recorded game"
    advise = add(commands, "games.advise_player", does, example)
    share(advise, "file", "--at", "--json", "--language")


def add_decide(commands: "Commands") -> None:
    example = "decide 0001-barbecue.jsonl --at 12 --level strong"
    does = "show what a player of the box would do in a recorded game"
    decide = add(commands, "decide.run", does, example)
    decide.add_argument(
        "--level",
        metavar="LEVEL",
        default="strong",
        help="easy, solid or strong (default: strong)",
    )
    share(decide, "file", "--at")
    decide.add_argument(
        "--seed", type=int, default=1, help="decides the slips of the easy player (default: 1)"
    )
    share(decide, "--json", "--language")


def add_review(commands: "Commands") -> None:
    example = "review 0001-barbecue.jsonl"
    does = "show what luck gave and what decisions cost in a recorded game"
    share(add(commands, "review.run", does, example), "file", "--at", "--json", "--language")


def add_arena(commands: "Commands") -> None:
    example = "arena --game bratwurmeck --seats strong,solid --games 400"
    does = "let the players of the box play whole games against each other"
    arena = add(commands, "arena.run", does, example)
    arena.add_argument("--game", choices=GAMES, required=True, help="the game")
    arena.add_argument(
        "--seats",
        metavar="LEVELS",
        required=True,
        help="easy, solid or strong for each seat, with commas between",
    )
    arena.add_argument("--games", metavar="N", type=int, default=100, help="games (default: 100)")
    arena.add_argument("--seed", type=int, default=1, help="decides all dice (default: 1)")
    share(arena, "--json", "--language")
