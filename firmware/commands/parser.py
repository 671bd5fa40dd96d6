"""What the command line understands: one function for each command."""

import argparse
import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from firmware.speech.language import languages
from rules.dice import DICE_SETS, junior
from rules.games import GAMES
from vision.mat.sheet import Paper

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

REPORT = Path("grillside-report.zip")

_SHARED: Mapping[str, Mapping[str, Any]] = {
    "--at": {
        "metavar": "N",
        "type": int,
        "help": "show the game after line N of the file; line 1 is the header (default: last line)",
    },
    "--config": {
        "metavar": "FILE",
        "type": Path,
        "help": "configuration of the box (default: the usual file)",
    },
    "--folder": {
        "metavar": "DIR",
        "type": Path,
        "help": "folder for saved games (default: the usual one)",
    },
    "--force": {
        "action": "store_true",
        "default": False,
        "help": "replace a file or set that exists",
    },
    "--json": {"action": "store_true", "help": "print JSON"},
    "--language": {
        "choices": languages(),
        "help": "language of the output (default: that of your system)",
    },
    "--means": {
        "metavar": "A=worm,...",
        "default": None,
        "help": "what each face means in that game",
    },
    "file": {"metavar": "FILE", "type": Path, "help": "record of a game (.jsonl)"},
}
"""Arguments that several commands have."""


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
        _add_arena,
        _add_read,
        _add_mat,
        _add_teach,
        _add_dice,
        _add_table,
        _add_config,
        _add_doctor,
        _add_report,
        _add_splash,
    ):
        add(commands)
    return made


class _Version(argparse.Action):
    """Looks up the version only when it is needed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import importlib.metadata  # noqa: PLC0415  # as it says above

        print(f"grillside {importlib.metadata.version('grillside')}")
        parser.exit()


def _add(
    commands: "Commands", run: str, does: str, example: str, description: str | None = None
) -> argparse.ArgumentParser:
    """Add a command that calls `run`, a function of this package such as "mat.run".

    It is loaded when it runs: some need numpy or OpenCV, and the others must not wait.
    """
    module, function = run.split(".")

    def load_and_run(args: argparse.Namespace) -> int | None:
        command: Callable[[argparse.Namespace], int | None]
        command = getattr(importlib.import_module(f"firmware.commands.{module}"), function)
        return command(args)

    name, epilog = example.split(maxsplit=1)[0], f"Example: grillside {example}"
    made = commands.add_parser(name, help=does, description=description, epilog=epilog)
    made.set_defaults(run=load_and_run)
    return made


def _share(parser: argparse.ArgumentParser, *names: str) -> None:
    for name in names:
        parser.add_argument(name, **_SHARED[name])


def _add_play(commands: "Commands") -> None:
    example = "play --game barbecue --players 'Ann, Ben blue'"
    play = _add(commands, "games.play", "play a whole game in the terminal", example)
    play.add_argument("--game", choices=GAMES, help="the game to play (default: ask)")
    play.add_argument(
        "--players",
        metavar="NAMES",
        help="names with commas between, each with a colour if you like (default: ask)",
    )
    play.add_argument(
        "--resume", metavar="FILE", dest="file", type=Path, help="resume the game in this file"
    )
    _share(play, "--folder")
    play.add_argument(
        "--seed", type=int, help="number that makes the program throw the same dice every time"
    )
    _share(play, "--language")


def _add_replay(commands: "Commands") -> None:
    example = "replay 0001-barbecue.jsonl --at 12"
    replay = _add(commands, "games.replay", "show the table of a recorded game", example)
    _share(replay, "file", "--at", "--json", "--language")
    replay.add_argument(
        "--reveal", action="store_true", help="with --json, also show hidden points"
    )


def _add_odds(commands: "Commands") -> None:
    example = "odds --game picnic_blitz --held 2345"
    odds = _add(commands, "games.odds", "show exact chances at the start of a turn", example)
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
    _share(odds, "--json", "--language")


def _game_of_dice(dice: str) -> str:
    games = {"classic": "bratwurmeck", "standard": "picnic_blitz"}
    return games.get(dice, dice)


def _add_advise(commands: "Commands") -> None:
    example = "advise 0001-barbecue.jsonl --at 12"
    does = "show what each choice is worth in a recorded game"
    advise = _add(commands, "games.advise_player", does, example)
    _share(advise, "file", "--at", "--json", "--language")


def _add_arena(commands: "Commands") -> None:
    example = "arena --game bratwurmeck --seats strong,solid --games 400"
    does = "let the players of the box play whole games against each other"
    arena = _add(commands, "arena.run", does, example)
    arena.add_argument("--game", choices=GAMES, required=True, help="the game")
    arena.add_argument(
        "--seats",
        metavar="LEVELS",
        required=True,
        help="easy, solid or strong for each seat, with commas between",
    )
    arena.add_argument("--games", metavar="N", type=int, default=100, help="games (default: 100)")
    arena.add_argument("--seed", type=int, default=1, help="decides all dice (default: 1)")
    _share(arena, "--json", "--language")


def _add_read(commands: "Commands") -> None:
    read = _add(
        commands,
        "read.run",
        "read dice from pictures or videos",
        "read --dice barbecue --expect 8 throw.jpg",
        "Reads dice from pictures or videos. Exit status 2: no file could be read; "
        "1: some copies for --annotate could not be written.",
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
    _share(read, "--language")


def _path(word: str) -> Path:
    """Refuse an empty path: a script that lost a name does not mean the current folder."""
    if not word:
        message = "a name is missing"
        raise argparse.ArgumentTypeError(message)
    return Path(word)


def _add_mat(commands: "Commands") -> None:
    does = "make a PDF of the mat, a sheet with zones that the camera recognises"
    mat = _add(commands, "mat.run", does, "mat --paper a4 --out mat.pdf")
    papers = [paper.value for paper in Paper]
    mat.add_argument("--paper", choices=papers, default="a4", help="paper size (default: a4)")
    mat.add_argument("--out", metavar="PDF", type=Path, required=True, help="file to write")
    _share(mat, "--force", "--language")


def _add_teach(commands: "Commands") -> None:
    teach = _add(
        commands,
        "teach.run",
        "teach new dice from pictures of each face",
        "teach ours --faces 1,2,3,4,5,worm --from pictures --game bratwurmeck",
        "Teaches new dice from pictures of each face. "
        "Exit status 2: nothing was taught or changed.",
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
    _share(teach, "--means")
    teach.add_argument("--out", metavar="FILE", type=Path, help="write the dice to this file only")
    _share(teach, "--folder", "--language", "--force")


def _add_dice(commands: "Commands") -> None:
    does = "list the dice you taught; export, import, map or remove them"
    dice = _add(commands, "dice.run", does, "dice")
    dice.set_defaults(what="list")
    _share(dice, "--folder", "--language")
    ways = dice.add_subparsers(metavar="WHAT")

    def add(does: str, example: str) -> argparse.ArgumentParser:
        name = example.split(maxsplit=1)[0]
        epilog = f"Example: grillside dice {example}"
        # What was given before the name of the way must not be replaced by a default.
        way = ways.add_parser(name, help=does, argument_default=argparse.SUPPRESS, epilog=epilog)
        way.set_defaults(what=name)
        _share(way, "--folder", "--language")
        return way

    export = add("write a set to a file", "export ours ours.dice")
    bring = add("read a set from a file", "import ours.dice")
    means = add(
        "say what the faces of a set mean in another game",
        "means ours --game barbecue --means 5=6",
    )
    remove = add("remove a set", "remove ours")
    for way in (export, means, remove):
        way.add_argument("name", metavar="NAME", help="name of the set")
    export.add_argument("out", metavar="FILE", type=Path, help="file to write")
    bring.add_argument("source", metavar="FILE", type=Path, help="file that export wrote")
    means.add_argument("--game", choices=GAMES, required=True, help="the other game")
    _share(means, "--means")
    _share(export, "--force")
    _share(bring, "--force")


def _add_table(commands: "Commands") -> None:
    does = "run the table with its panel, buttons and camera, or simulate it"
    table = _add(commands, "table.run_table", does, "table --sim --page")
    table.add_argument("--sim", action="store_true", help="simulate the table in this terminal")
    table.add_argument(
        "--page", action="store_true", help="with --sim: show the table in your browser instead"
    )
    table.add_argument(
        "--script", metavar="FILE", type=Path, help="with --sim: play the steps in this file"
    )
    table.add_argument(
        "--record", metavar="GIF", type=Path, help="with --script: save the panel as an animation"
    )
    _share(table, "--config", "--folder")
    table.add_argument(
        "--seed", type=int, help="with --sim: number that makes the dice fall the same every time"
    )


def _add_config(commands: "Commands") -> None:
    config = _add(
        commands,
        "service.run_config",
        "check the configuration, or explain its keys",
        "config --explain",
        "Checks the configuration and says what is wrong with it.",
    )
    _share(config, "--config")
    config.add_argument("--explain", action="store_true", help="list every key and what it means")


def _add_doctor(commands: "Commands") -> None:
    doctor = _add(
        commands,
        "service.run_doctor",
        "check panel, buttons, camera and disk, and say what to do",
        "doctor --watch",
        "Checks every part of the box. Exit status 1: something is bad.",
    )
    _share(doctor, "--config", "--json")
    doctor.add_argument(
        "--watch", action="store_true", help="wait 10 seconds for a press of each button"
    )


def _add_report(commands: "Commands") -> None:
    report = _add(
        commands,
        "service.run_report",
        "pack what a bug report needs into one file",
        "report --out report.zip",
        "Packs configuration, versions, log and the last games into one file.",
    )
    _share(report, "--config", "--folder")
    report.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=REPORT,
        help=f"file to write (default: {REPORT})",
    )
    report.add_argument(
        "--with-picture", action="store_true", help="include the last picture that was in doubt"
    )
    report.add_argument(
        "--with-names",
        action="store_true",
        help="include the players' names (default: leave them out)",
    )


def _add_splash(commands: "Commands") -> None:
    splash = _add(
        commands,
        "service.run_splash",
        "show a first picture on the panel while the machine starts",
        "splash",
        "Shows a picture on the panel and exits. Without a panel it does nothing.",
    )
    _share(splash, "--config")
    splash.add_argument(
        "--trouble", action="store_true", help="show that the table could not start"
    )
