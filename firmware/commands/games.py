"""Games by typing, and what recorded games and dice tell: play, replay, odds, advise."""

import argparse
import json
import random
from typing import Any

from firmware.commands.asking import GAMES_BY_DICE, language_of
from firmware.config.file import find, games_folder, usable
from firmware.drawing import draw_outcome, draw_table, draw_turn
from firmware.errors import Unclear
from firmware.journal import read_lines
from firmware.speech.language import Language
from firmware.speech.sentences import TITLES
from firmware.speech.words import Words, printable
from firmware.terminal import session
from firmware.terminal.console import Keyboard
from firmware.terminal.hints import hint_lines
from firmware.view import view_advice, view_chances, view_record
from rules.advice import advise, opening_chances
from rules.dice import Face, junior
from rules.heckmeck import Heckmeck
from rules.junior import Junior
from rules.legal import LegalMoves
from rules.record import Record


def play(asked: argparse.Namespace) -> None:
    """Play a whole game by typing."""
    dice = random.SystemRandom() if asked.seed is None else random.Random(asked.seed)  # noqa: S311
    if asked.file is not None and (asked.game or asked.players):
        raise Unclear("resume_alone")
    folder = asked.folder or games_folder(usable(find())[0])

    session.play(
        Keyboard(),
        folder,
        dice,
        game=asked.game,
        names=asked.players,
        resume=asked.file,
        language=language_of(asked),
    )


def _read(asked: argparse.Namespace) -> Record:
    if asked.at is not None and asked.at < 1:
        raise Unclear("lines_from_one", at=asked.at)
    record = Record.replay(read_lines(asked.file, asked.at))
    if asked.at is not None and asked.at != len(record.lines):
        raise Unclear("no_such_line", at=asked.at, most=len(record.lines))
    return record


def replay(asked: argparse.Namespace) -> None:
    """Show the table of a recorded game."""
    record = _read(asked)
    if asked.json:
        _print_json({"file": str(asked.file), **view_record(record, reveal=asked.reveal)})
        return
    state = record.state
    language = language_of(asked)
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
        file=printable(str(asked.file)),
    )


def odds(asked: argparse.Namespace) -> None:
    """Tell the chances at the start of a turn."""
    game = GAMES_BY_DICE[asked.dice]
    if asked.doubled is not None and game is not Junior:
        raise Unclear("no_doubled_face", dice=asked.dice)
    dice = junior(Face(asked.doubled)) if asked.doubled else game.own_dice(game.BOX)
    chances = opening_chances(game, dice)
    if asked.json:
        _print_json({"dice": asked.dice, **view_chances(chances)})
        return
    _ = language_of(asked).gettext
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


def advise_player(asked: argparse.Namespace) -> None:
    """Tell what each way is worth in a recorded game."""
    record = _read(asked)
    state = record.state
    if not isinstance(state, Heckmeck):
        raise Unclear("no_advice", game=TITLES[state.NAME])
    advice = advise(state)
    if asked.json:
        view = view_advice(state, advice)
        _print_json({"file": str(asked.file), "line": len(record.lines), **view})
        return
    language = language_of(asked)
    words = Words(state.setup.players, language)
    print(_place(words.name(state.player), record, asked, language))
    print(*draw_turn(state, language), *hint_lines(advice, words), sep="\n")


def _print_json(view: dict[str, Any]) -> None:
    print(json.dumps(view, ensure_ascii=True))
