"""What the command line understands: one function for each command."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands import game_arguments
from firmware.commands.arguments import add, share
from rules.dice import DICE_SETS
from rules.games import GAMES
from vision.mat.sheet import Paper

if TYPE_CHECKING:
    from firmware.commands.arguments import Commands

REPORT = Path("grillside-report.zip")


def command_parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="grillside",
        description="Follows a game with real dice and saves every move.",
        epilog="Example: grillside play",
    )
    made.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = made.add_subparsers(required=True, metavar="COMMAND")
    for add_to in (
        game_arguments.add_play,
        game_arguments.add_replay,
        game_arguments.add_odds,
        game_arguments.add_advise,
        game_arguments.add_decide,
        game_arguments.add_review,
        game_arguments.add_arena,
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
        add_to(commands)
    return made


class _Version(argparse.Action):
    """Looks up the version only when it is needed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import importlib.metadata  # noqa: PLC0415  # as it says above

        print(f"grillside {importlib.metadata.version('grillside')}")
        parser.exit()


def _add_read(commands: "Commands") -> None:
    read = add(
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
    share(read, "--language")


def _path(word: str) -> Path:
    """Refuse an empty path: a script that lost a name does not mean the current folder."""
    if not word:
        message = "a name is missing"
        raise argparse.ArgumentTypeError(message)
    return Path(word)


def _add_mat(commands: "Commands") -> None:
    does = "make a PDF of the mat, a sheet with zones that the camera recognises"
    mat = add(commands, "mat.run", does, "mat --paper a4 --out mat.pdf")
    papers = [paper.value for paper in Paper]
    mat.add_argument("--paper", choices=papers, default="a4", help="paper size (default: a4)")
    mat.add_argument("--out", metavar="PDF", type=Path, required=True, help="file to write")
    share(mat, "--force", "--language")


def _add_teach(commands: "Commands") -> None:
    teach = add(
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
    share(teach, "--means")
    teach.add_argument("--out", metavar="FILE", type=Path, help="write the dice to this file only")
    share(teach, "--folder", "--language", "--force")


def _add_dice(commands: "Commands") -> None:
    does = "list the dice you taught; export, import, map or remove them"
    dice = add(commands, "dice.run", does, "dice")
    dice.set_defaults(what="list")
    share(dice, "--folder", "--language")
    ways = dice.add_subparsers(metavar="WHAT")

    def add_way(does: str, example: str) -> argparse.ArgumentParser:
        name = example.split(maxsplit=1)[0]
        epilog = f"Example: grillside dice {example}"
        # What was given before the name of the way must not be replaced by a default.
        way = ways.add_parser(name, help=does, argument_default=argparse.SUPPRESS, epilog=epilog)
        way.set_defaults(what=name)
        share(way, "--folder", "--language")
        return way

    export = add_way("write a set to a file", "export ours ours.dice")
    bring = add_way("read a set from a file", "import ours.dice")
    means = add_way(
        "say what the faces of a set mean in another game",
        "means ours --game barbecue --means 5=6",
    )
    remove = add_way("remove a set", "remove ours")
    for way in (export, means, remove):
        way.add_argument("name", metavar="NAME", help="name of the set")
    export.add_argument("out", metavar="FILE", type=Path, help="file to write")
    bring.add_argument("source", metavar="FILE", type=Path, help="file that export wrote")
    means.add_argument("--game", choices=GAMES, required=True, help="the other game")
    share(means, "--means")
    share(export, "--force")
    share(bring, "--force")


def _add_table(commands: "Commands") -> None:
    does = "run the table with its panel, buttons and camera, or simulate it"
    table = add(commands, "table.run_table", does, "table --sim --page")
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
    share(table, "--config", "--folder")
    table.add_argument(
        "--seed", type=int, help="with --sim: number that makes the dice fall the same every time"
    )


def _add_config(commands: "Commands") -> None:
    config = add(
        commands,
        "service.run_config",
        "check the configuration, or explain its keys",
        "config --explain",
        "Checks the configuration and says what is wrong with it.",
    )
    share(config, "--config")
    config.add_argument("--explain", action="store_true", help="list every key and what it means")


def _add_doctor(commands: "Commands") -> None:
    doctor = add(
        commands,
        "service.run_doctor",
        "check panel, buttons, camera and disk, and say what to do",
        "doctor --watch",
        "Checks every part of the box. Exit status 1: something is bad.",
    )
    share(doctor, "--config", "--json")
    doctor.add_argument(
        "--watch", action="store_true", help="wait 10 seconds for a press of each button"
    )


def _add_report(commands: "Commands") -> None:
    report = add(
        commands,
        "service.run_report",
        "pack what a bug report needs into one file",
        "report --out report.zip",
        "Packs configuration, versions, log and the last games into one file.",
    )
    share(report, "--config", "--folder")
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
    splash = add(
        commands,
        "service.run_splash",
        "show a first picture on the panel while the machine starts",
        "splash",
        "Shows a picture on the panel and exits. Without a panel it does nothing.",
    )
    share(splash, "--config")
    splash.add_argument(
        "--trouble", action="store_true", help="show that the table could not start"
    )
