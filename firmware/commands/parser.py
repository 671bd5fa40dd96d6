"""What the command line understands: one function for each command."""

import argparse
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from firmware.commands import service, table
from firmware.commands.shared_arguments import add_folder, add_language
from rules.dice import DICE_SETS, junior
from rules.games import GAMES
from vision.mat.sheet import Paper

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]


class _Version(argparse.Action):
    """Looks up the version only when it is needed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import importlib.metadata  # noqa: PLC0415  # as it says above

        print(f"grillside {importlib.metadata.version('grillside')}")
        parser.exit()


def command_parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="grillside",
        description="Follows a game with real dice and saves every move.",
        epilog="Example: grillside play",
    )
    made.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = made.add_subparsers(required=True, metavar="COMMAND")
    for add in (
        _add_play,
        _add_replay,
        _add_odds,
        _add_advise,
        _add_read,
        _add_mat,
        _add_teach,
        _add_dice,
        table.add_commands,
        service.add_commands,
    ):
        add(commands)
    return made


def _add_play(commands: "Commands") -> None:
    play = commands.add_parser(
        "play",
        help="play a whole game in the terminal",
        epilog="Example: grillside play --game barbecue --players 'Ann, Ben blue'",
    )
    play.add_argument("--game", choices=GAMES, help="the game to play (default: ask)")
    play.add_argument(
        "--players",
        metavar="NAMES",
        help="names with commas between, each with a colour if you like (default: ask)",
    )
    play.add_argument(
        "--resume", metavar="FILE", dest="file", type=Path, help="resume the game in this file"
    )
    add_folder(play)
    play.add_argument(
        "--seed", type=int, help="number that makes the program throw the same dice every time"
    )
    add_language(play)
    play.set_defaults(run=_lazily("games", "play"))


def _add_replay(commands: "Commands") -> None:
    replay = commands.add_parser(
        "replay",
        help="show the table of a recorded game",
        epilog="Example: grillside replay 0001-barbecue.jsonl --at 12",
    )
    _add_record(replay)
    replay.add_argument(
        "--reveal", action="store_true", help="with --json, also show hidden points"
    )
    replay.set_defaults(run=_lazily("games", "replay"))


def _add_odds(commands: "Commands") -> None:
    odds = commands.add_parser(
        "odds",
        help="show exact chances at the start of a turn",
        epilog="Example: grillside odds --game picnic_blitz --held 2345",
    )
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
    odds.add_argument("--json", action="store_true", help="print JSON")
    add_language(odds)
    odds.set_defaults(run=_lazily("games", "odds"))


def _add_advise(commands: "Commands") -> None:
    advice = commands.add_parser(
        "advise",
        help="show what each choice is worth in a recorded game",
        epilog="Example: grillside advise 0001-barbecue.jsonl --at 12",
    )
    _add_record(advice)
    advice.set_defaults(run=_lazily("games", "advise_player"))


def _add_read(commands: "Commands") -> None:
    read = commands.add_parser(
        "read",
        help="read dice from pictures or videos",
        description="Reads dice from pictures or videos. Exit status 2: no file could be read; "
        "1: some copies for --annotate could not be written.",
        epilog="Example: grillside read --dice barbecue --expect 8 throw.jpg",
    )
    read.add_argument(
        "pictures",
        metavar="PICTURE",
        nargs="+",
        type=_path,
        help="picture, video, or folder of pictures",
    )
    read.add_argument(
        "--dice",
        metavar="DICE",
        required=True,
        help=f"{', '.join(DICE_SETS)}, or dice you taught: their name or their file",
    )
    read.add_argument(
        "--expect",
        metavar="N",
        action="append",
        help="how many dice there are: 8, or 7,8 for either (default: any number)",
    )
    read.add_argument("--json", action="store_true", help="print JSON, one line for each picture")
    read.add_argument(
        "--annotate",
        metavar="DIR",
        type=_path,
        help="save a copy of each picture with the dice it read to this folder",
    )
    add_language(read)
    read.set_defaults(run=_lazily("read", "run"))


def _add_mat(commands: "Commands") -> None:
    mat = commands.add_parser(
        "mat",
        help="make a PDF of the mat, a sheet with zones that the camera recognises",
        epilog="Example: grillside mat --paper a4 --out mat.pdf",
    )
    mat.add_argument(
        "--paper",
        choices=[p.value for p in Paper],
        default="a4",
        help="paper size (default: a4)",
    )
    mat.add_argument("--out", metavar="PDF", type=Path, required=True, help="file to write")
    _add_force(mat)
    add_language(mat)
    mat.set_defaults(run=_lazily("mat", "run"))


def _add_teach(commands: "Commands") -> None:
    teach = commands.add_parser(
        "teach",
        help="teach new dice from pictures of each face",
        description="Teaches new dice from pictures of each face. "
        "Exit status 2: nothing was taught or changed.",
        epilog="Example: grillside teach ours --faces 1,2,3,4,5,worm --from pictures "
        "--game bratwurmeck",
    )
    teach.add_argument("name", metavar="NAME", help="name for the dice")
    teach.add_argument(
        "--faces",
        metavar="A,B,...",
        required=True,
        help="names of the faces; 1 to 6 mean pips and need no pictures",
    )
    teach.add_argument(
        "--from",
        metavar="DIR",
        dest="pictures",
        type=Path,
        required=True,
        help="folder with a subfolder for each face, whose pictures show that face alone",
    )
    teach.add_argument("--game", choices=GAMES, help="game in which you use the dice")
    _add_means(teach)
    teach.add_argument("--out", metavar="FILE", type=Path, help="write the dice to this file only")
    _add_folder(teach)
    _add_force(teach)
    teach.set_defaults(run=_lazily("teach", "run"))


def _add_dice(commands: "Commands") -> None:
    dice = commands.add_parser(
        "dice",
        help="list the dice you taught; export, import, map or remove them",
        epilog="Example: grillside dice",
    )
    _add_folder(dice)
    dice.set_defaults(run=_lazily("dice", "run"), what="list")
    _add_dice_ways(dice)


def _add_dice_ways(dice: argparse.ArgumentParser) -> None:
    ways = dice.add_subparsers(metavar="WHAT")

    def add(name: str, does: str, example: str) -> argparse.ArgumentParser:
        # An error while printing must not hide what was printed before.
        way = ways.add_parser(
            name,
            help=does,
            argument_default=argparse.SUPPRESS,
            epilog=f"Example: grillside dice {example}",
        )
        _add_folder(way)
        way.set_defaults(what=name)
        return way

    export = add("export", "write a set to a file", "export ours ours.dice")
    export.add_argument("name", metavar="NAME", help="name of the set")
    export.add_argument("out", metavar="FILE", type=Path, help="file to write")
    bring = add("import", "read a set from a file", "import ours.dice")
    bring.add_argument("source", metavar="FILE", type=Path, help="file that export wrote")
    means = add(
        "means",
        "say what the faces of a set mean in another game",
        "means ours --game barbecue --means 5=6",
    )
    means.add_argument("name", metavar="NAME", help="name of the set")
    means.add_argument("--game", choices=GAMES, required=True, help="the other game")
    _add_means(means)
    remove = add("remove", "remove a set", "remove ours")
    remove.add_argument("name", metavar="NAME", help="name of the set")
    _add_force(export)
    _add_force(bring)


def _game_of_dice(dice: str) -> str:
    games = {"classic": "bratwurmeck", "standard": "picnic_blitz"}
    return games.get(dice, dice)


def _path(word: str) -> Path:
    """Refuse an empty path: a script that lost a name does not mean the current folder."""
    if not word:
        message = "a name is missing"
        raise argparse.ArgumentTypeError(message)
    return Path(word)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    add_folder(parser)
    add_language(parser)


def _add_means(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--means", metavar="A=worm,...", default=None, help="what each face means in that game"
    )


def _add_force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--force", action="store_true", default=False, help="replace a file or set that exists"
    )


def _lazily(module: str, name: str) -> Callable[[argparse.Namespace], int | None]:
    """Load a command when it runs: some need numpy or OpenCV, and the others must not wait."""

    def run(args: argparse.Namespace) -> int | None:
        command: Callable[[argparse.Namespace], int | None]
        command = getattr(importlib.import_module(f"firmware.commands.{module}"), name)
        return command(args)

    return run


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="record of a game (.jsonl)")
    parser.add_argument(
        "--at",
        metavar="N",
        type=int,
        help="show the game after line N of the file; line 1 is the header (default: last line)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_language(parser)
