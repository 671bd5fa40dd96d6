"""The command `grillside`."""

import argparse
import contextlib
import errno
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands import service, table
from firmware.commands.asking import GAMES_BY_DICE, add_language, language_of
from firmware.errors import DeviceTrouble, Unclear
from firmware.speech.words import Words, printable
from rules.dice import DICE_SETS, STANDARD, junior
from rules.errors import RulesError
from rules.games import GAMES
from vision.errors import BadDice
from vision.mat.sheet import Paper

if TYPE_CHECKING:
    from argparse import _SubParsersAction

REFUSED = 2
"""Exit status for input that cannot be used."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a player never sees more than a message."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names may hold letters the terminal lacks
            stream.reconfigure(errors="backslashreplace")
    asked = _parser().parse_args(arguments)
    file = getattr(asked, "file", None)
    status: int | None = None
    try:
        status = asked.run(asked)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has had enough
        _drop_output()
    except OSError as error:
        _drop_output()
        return _refuse(_system_says(error, asked))
    except (RulesError, BadDice) as error:
        about = "" if file is None else f"{_named(file)}, "
        return _refuse(f"{about}{Words(language=language_of(asked)).error(error)}")
    except ModuleNotFoundError as error:
        return _refuse(Words(language=language_of(asked)).error(_lacking(error)))
    except KeyboardInterrupt:
        return 130  # as shells do
    return status or 0


def _lacking(error: ModuleNotFoundError) -> Unclear:
    """Which package must be installed first; the error itself if it is a module of our own."""
    package = (error.name or "").partition(".")[0]
    if package in {"", "firmware", "rules", "vision"}:
        raise error
    if package == "cv2":
        return Unclear("opencv_missing")
    return Unclear("package_missing", name=package)


def _system_says(error: OSError, asked: argparse.Namespace) -> str:
    """What a device or the disk refused, and which file it is about."""
    words = Words(language=language_of(asked))
    if isinstance(error, DeviceTrouble) and error.errno in {None, errno.EBUSY}:
        said = words.error(error)
        return said if error.filename is None else f"{_named(error.filename)}: {said}"
    file = getattr(asked, "file", None)
    full = error.errno in {errno.ENOSPC, errno.EFBIG}
    output = words.language.gettext("the output")
    where = error.filename or (output if full or file is None else file)
    return f"{_named(where)}: {words.trouble(error)}."


def _drop_output() -> None:
    """Lose what could not be written, or Python tries again when it ends and complains."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(message: str) -> int:
    if sys.stderr is not None:
        print(f"grillside: {message}", file=sys.stderr)
    return REFUSED


class _Version(argparse.Action):
    """Looks the version up only when somebody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import importlib.metadata  # noqa: PLC0415  # as it says above

        print(f"grillside {importlib.metadata.version('grillside')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="grillside", description="Follows a game with real dice, and never loses it."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which one this is")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play a whole game in the terminal")
    play.add_argument("--game", choices=GAMES, help="which game (else it is asked)")
    play.add_argument("--players", metavar="NAMES", help="'Ann, Ben blue' (else they are asked)")
    play.add_argument(
        "--resume", metavar="FILE", dest="file", type=Path, help="go on with this game"
    )
    play.add_argument("--folder", metavar="DIR", type=Path, help="where games are kept")
    play.add_argument("--seed", type=int, help="make the dice it throws repeatable")
    add_language(play)
    play.set_defaults(run=_lazily("games", "play"))

    replay = commands.add_parser("replay", help="show the table of a recorded game")
    _add_record(replay)
    replay.add_argument("--reveal", action="store_true", help="in JSON also what is hidden")
    replay.set_defaults(run=_lazily("games", "replay"))

    odds = commands.add_parser("odds", help="exact chances at the start of a turn")
    odds.add_argument("--dice", choices=[*GAMES_BY_DICE, STANDARD.name], required=True)
    odds.add_argument(
        "--doubled",
        choices=[str(face) for face in junior().faces],
        help="what your Junior dice show twice (worm is assumed)",
    )
    odds.add_argument(
        "--held", metavar="FACES", help="ordinary dice that are not thrown again, like 2345"
    )
    odds.add_argument("--json", action="store_true", help="as data")
    add_language(odds)
    odds.set_defaults(run=_lazily("games", "odds"))

    advice = commands.add_parser("advise", help="what each way is worth in a recorded game")
    _add_record(advice)
    advice.set_defaults(run=_lazily("games", "advise_player"))

    read = commands.add_parser(
        "read",
        help="read dice from pictures or videos",
        description="Reads dice from pictures or videos. Status 2: not one of them could be read; "
        "1: not all copies could be drawn.",
    )
    read.add_argument(
        "pictures",
        metavar="PICTURE",
        nargs="+",
        type=_path,
        help="a picture, a video or a folder of them",
    )
    read.add_argument(
        "--dice",
        metavar="DICE",
        required=True,
        help=f"{', '.join(DICE_SETS)}, or dice that were taught: their name or their file",
    )
    read.add_argument(
        "--expect",
        metavar="N",
        action="append",
        help="so many dice lie there, 0 on an empty table; 7,8 for either",
    )
    read.add_argument("--json", action="store_true", help="as data, a line for each picture")
    read.add_argument(
        "--annotate", metavar="DIR", type=_path, help="where to put pictures of what was read"
    )
    add_language(read)
    read.set_defaults(run=_lazily("read", "run"))

    mat = commands.add_parser("mat", help="the mat as a PDF to print: zones that the camera knows")
    mat.add_argument(
        "--paper", choices=[p.value for p in Paper], default="a4", help="a4 where nothing is said"
    )
    mat.add_argument("--out", metavar="PDF", type=Path, required=True)
    _add_force(mat)
    add_language(mat)
    mat.set_defaults(run=_lazily("mat", "run"))
    _add_teaching(commands)
    table.add_commands(commands)
    service.add_commands(commands)
    return parser


def _add_teaching(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    teach = commands.add_parser(
        "teach",
        help="teach dice that it does not know, from pictures of each face",
        description="Teaches new dice. Status 2: nothing was taught, and nothing is changed.",
    )
    teach.add_argument("name", metavar="NAME", help="what the dice shall be called")
    teach.add_argument(
        "--faces",
        metavar="A,B,...",
        required=True,
        help="what their faces are called; 1 to 6 are pips, which need no pictures",
    )
    teach.add_argument(
        "--from",
        metavar="DIR",
        dest="pictures",
        type=Path,
        required=True,
        help="with a folder of pictures for each face, all dice in them turned to it",
    )
    teach.add_argument("--game", choices=GAMES, help="which game they are for")
    _add_means(teach)
    teach.add_argument("--out", metavar="FILE", type=Path, help="write a file, keep nothing here")
    _add_folder(teach)
    _add_force(teach)
    teach.set_defaults(run=_lazily("teach", "run"))

    dice = commands.add_parser(
        "dice", help="list the dice that were taught; copy, map or remove them"
    )
    _add_folder(dice)
    dice.set_defaults(run=_lazily("dice", "run"), what="list")
    # What is not said here must not hide what was said before it.
    ways = dice.add_subparsers(metavar="WHAT")
    unsaid = argparse.SUPPRESS
    export = ways.add_parser("export", help="write a set as a file", argument_default=unsaid)
    export.add_argument("name", metavar="NAME")
    export.add_argument("out", metavar="FILE", type=Path)
    bring = ways.add_parser("import", help="take such a file over", argument_default=unsaid)
    bring.add_argument("source", metavar="FILE", type=Path)
    means = ways.add_parser(
        "means", help="say what the faces of a set are in one more game", argument_default=unsaid
    )
    means.add_argument("name", metavar="NAME")
    means.add_argument("--game", choices=GAMES, required=True, help="in which game")
    _add_means(means)
    remove = ways.add_parser("remove", help="forget a set", argument_default=unsaid)
    remove.add_argument("name", metavar="NAME")
    for what, way in (("export", export), ("import", bring), ("means", means), ("remove", remove)):
        _add_folder(way)
        way.set_defaults(what=what)
    _add_force(export)
    _add_force(bring)


def _path(word: str) -> Path:
    """Nothing is no name: a script that lost one does not mean the folder it is in."""
    if not word:
        message = "a name is missing"
        raise argparse.ArgumentTypeError(message)
    return Path(word)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", metavar="DIR", type=Path, help="where games are kept")
    add_language(parser)


def _add_means(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--means", metavar="A=worm,...", default=None, help="what each face is in that game"
    )


def _add_force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", default=False, help="replace what is there")


def _lazily(module: str, name: str) -> Callable[[argparse.Namespace], int | None]:
    """A command that is loaded when it is run: it needs numpy or OpenCV, others need not wait."""

    def run(asked: argparse.Namespace) -> int | None:
        command: Callable[[argparse.Namespace], int | None]
        command = getattr(importlib.import_module(f"firmware.commands.{module}"), name)
        return command(asked)

    return run


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--at", metavar="N", type=int, help="after line N (the header is line 1)")
    parser.add_argument("--json", action="store_true", help="as data")
    add_language(parser)


def _named(path: Path | str) -> str:
    return printable(str(path))


if __name__ == "__main__":
    sys.exit(main())
