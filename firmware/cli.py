"""The command `grillside`."""

import argparse
import contextlib
import errno
import importlib
import io
import json
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from firmware import cli_service
from firmware.drawing import draw_outcome, draw_table, draw_turn
from firmware.errors import DeviceTrouble, Unclear
from firmware.journal import read_lines
from firmware.language import Language, language_named, languages, of_system
from firmware.sentences import TITLES
from firmware.table import command as table_command
from firmware.words import Words, printable
from rules.dice import BARBECUE, CLASSIC, STANDARD, Face, junior
from rules.errors import RulesError
from rules.games import GAMES
from rules.heckmeck import Heckmeck
from rules.junior import Junior
from rules.legal import LegalMoves
from rules.record import Record

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
    except RulesError as error:
        about = "" if file is None else f"{_named(file)}, "
        return _refuse(f"{about}{Words(language=_language(asked)).error(error)}")
    except KeyboardInterrupt:
        return 130  # as shells do
    return status or 0


def _system_says(error: OSError, asked: argparse.Namespace) -> str:
    """What a device or the disk refused, and which file it is about."""
    words = Words(language=_language(asked))
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
    _add_language(play)
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="show the table of a recorded game")
    _add_record(replay)
    replay.add_argument("--reveal", action="store_true", help="in JSON also what is hidden")
    replay.set_defaults(run=_replay)

    odds = commands.add_parser("odds", help="exact chances at the start of a turn")
    odds.add_argument("--dice", choices=_GAMES_BY_DICE, required=True)
    odds.add_argument(
        "--doubled",
        choices=[str(face) for face in junior().faces],
        help="what your Junior dice show twice (worm is assumed)",
    )
    odds.add_argument("--json", action="store_true", help="as data")
    _add_language(odds)
    odds.set_defaults(run=_odds)

    advice = commands.add_parser("advise", help="what each way is worth in a recorded game")
    _add_record(advice)
    advice.set_defaults(run=_advise)

    read = commands.add_parser(
        "read",
        help="read dice from pictures or videos",
        description="Reads dice from pictures or videos. Status 2: not one of them could be read.",
    )
    read.add_argument("pictures", metavar="PICTURE", nargs="+", type=Path, help="or a folder")
    read.add_argument("--dice", choices=_DICE, required=True)
    read.add_argument(
        "--expect", metavar="N", action="append", help="so many dice lie there; 7,8 for either"
    )
    read.add_argument("--json", action="store_true", help="as data, a line for each picture")
    read.add_argument(
        "--annotate", metavar="DIR", type=Path, help="where to put pictures of what was read"
    )
    _add_language(read)
    read.set_defaults(run=_read_pictures)
    table_command.add_commands(commands)
    cli_service.add_commands(commands)
    return parser


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--at", metavar="N", type=int, help="after line N (the header is line 1)")
    parser.add_argument("--json", action="store_true", help="as data")
    _add_language(parser)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--language", choices=languages(), help="what it speaks (else as your system does)"
    )


def _language(asked: argparse.Namespace) -> Language:
    wanted = getattr(asked, "language", None)
    return of_system() if wanted is None else language_named(wanted)


_GAMES_BY_DICE = {
    game.own_dice(game.BOX).name: game for game in GAMES.values() if issubclass(game, Heckmeck)
}

_DICE = {dice.name: dice for dice in (BARBECUE, CLASSIC, STANDARD, junior())}


def _folder() -> Path:
    """Where games are kept unless told otherwise."""
    data = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(data) if data else Path.home() / ".local/share") / "grillside"
    except RuntimeError as error:
        raise Unclear("no_home") from error


def _play(asked: argparse.Namespace) -> None:
    dice = random.SystemRandom() if asked.seed is None else random.Random(asked.seed)  # noqa: S311
    if asked.file is not None and (asked.game or asked.players):
        raise Unclear("resume_alone")
    folder = asked.folder or _folder()
    from firmware.terminal import session  # noqa: PLC0415  # with numpy: a table need not wait
    from firmware.terminal.console import Keyboard  # noqa: PLC0415

    session.play(
        Keyboard(),
        folder,
        dice,
        game=asked.game,
        names=asked.players,
        resume=asked.file,
        language=_language(asked),
    )


def _read(asked: argparse.Namespace) -> Record:
    if asked.at is not None and asked.at < 1:
        raise Unclear("lines_from_one", at=asked.at)
    record = Record.replay(read_lines(asked.file, asked.at))
    if asked.at is not None and asked.at != len(record.lines):
        raise Unclear("no_such_line", at=asked.at, most=len(record.lines))
    return record


def _replay(asked: argparse.Namespace) -> None:
    record = _read(asked)
    if asked.json:
        from firmware.view import view_record  # noqa: PLC0415  # numpy, as above

        _print_json({"file": str(asked.file), **view_record(record, reveal=asked.reveal)})
        return
    state = record.state
    language = _language(asked)
    words = Words(state.setup.players, language)
    print(f"{_place(TITLES[state.NAME], record, asked, language)}\n")
    print(*(f"* {words.event(event)}" for event in record.events), sep="\n")
    print("", *draw_table(state, language), "", *draw_turn(state, language), sep="\n")
    outcome = state.outcome()
    if outcome is None:
        moves = _choices(state.legal_moves(), words)
        name = words.name(state.player)
        print("  " + language.gettext("{name} may: {moves}", name=name, moves=moves))
    else:
        print(*draw_outcome(outcome, words), sep="\n")


def _choices(moves: LegalMoves, words: Words) -> str:
    choices = [words.move(move) for move in moves.choices]
    if moves.dice:
        dice = words.many(moves.dice, "die")
        choices.append(words.language.pgettext("move", "throw {dice}", dice=dice))
    return ", ".join(choices)


def _place(what: str, record: Record, asked: argparse.Namespace, language: Language) -> str:
    return language.gettext(
        "{what}, after line {line} of {file}",
        what=what,
        line=len(record.lines),
        file=_named(asked.file),
    )


def _named(path: Path | str) -> str:
    return printable(str(path))


def _odds(asked: argparse.Namespace) -> None:
    from firmware.view import view_chances  # noqa: PLC0415  # numpy, as above
    from rules.advice import opening_chances  # noqa: PLC0415

    game = _GAMES_BY_DICE[asked.dice]
    if asked.doubled is not None and game is not Junior:
        raise Unclear("no_doubled_face", dice=asked.dice)
    dice = junior(Face(asked.doubled)) if asked.doubled else game.own_dice(game.BOX)
    chances = opening_chances(game, dice)
    if asked.json:
        _print_json({"dice": asked.dice, **view_chances(chances)})
        return
    _ = _language(asked).gettext
    print(
        _(
            "{count} {dice} dice: the best chance to end a turn with a worm and",
            count=game.DICE,
            dice=asked.dice,
        )
    )
    print("  " + _("sum   at least   exactly"))
    for total, chance in chances.at_least.items():
        print(f"  {total:3} {chance:10.4%} {chances.exactly[total]:9.4%}")


def _advise(asked: argparse.Namespace) -> None:
    from firmware.terminal.hints import hint_lines  # noqa: PLC0415  # numpy, as above
    from firmware.view import view_advice  # noqa: PLC0415
    from rules.advice import advise  # noqa: PLC0415

    record = _read(asked)
    state = record.state
    if not isinstance(state, Heckmeck):
        raise Unclear("no_advice", game=TITLES[state.NAME])
    advice = advise(state)
    if asked.json:
        view = view_advice(state, advice)
        _print_json({"file": str(asked.file), "line": len(record.lines), **view})
        return
    language = _language(asked)
    words = Words(state.setup.players, language)
    print(_place(words.name(state.player), record, asked, language))
    print(*draw_turn(state, language), *hint_lines(advice, words), sep="\n")


def _read_pictures(asked: argparse.Namespace) -> int:
    # OpenCV takes longer to load than all the rest, so only this command waits for it.
    command = importlib.import_module("firmware.read")
    status: int = command.run(asked, _DICE[asked.dice], _reader, _language(asked))
    return status


def _reader() -> object:
    return importlib.import_module("vision.reader").Reader()


def _print_json(view: dict[str, Any]) -> None:
    print(json.dumps(view, ensure_ascii=True))


if __name__ == "__main__":
    sys.exit(main())
