"""The commands for games: play, replay, odds, advise."""

import argparse
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from firmware.commands.output import language_of, print_json
from firmware.commands.recorded import place, read
from firmware.config.file import find, games_folder, usable
from firmware.errors import Unclear
from firmware.play.as_data import view_advice, view_chances, view_record, view_throw
from firmware.play.by_game import check, entry
from firmware.speech.drawing import draw_dice, draw_outcome, draw_table, draw_turn, padded, width
from firmware.speech.games import WORDS
from firmware.speech.hints import hint_lines
from firmware.speech.words import Words
from firmware.terminal import session
from firmware.terminal.console import Keyboard
from rules import rerolls
from rules.advice import opening_chances
from rules.dice import STANDARD, Face, Faces
from rules.games import game_named
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.junior import JuniorBox
from rules.legal import LegalMoves
from rules.picnic_blitz import PicnicBlitz
from rules.record import Record
from rules.rerolls import DICE


def play(args: argparse.Namespace) -> None:
    dice = random.SystemRandom() if args.seed is None else random.Random(args.seed)  # noqa: S311
    if args.file is not None and (args.game or args.players):
        raise Unclear("resume_alone")
    folder = args.folder or games_folder(usable(find())[0])

    session.play(
        Keyboard(),
        folder,
        dice,
        game=args.game,
        names=args.players,
        resume=args.file,
        language=language_of(args),
    )


def replay(args: argparse.Namespace) -> None:
    """Show the table of a recorded game; for a damaged one its valid part, and the damage."""
    record, damage = read(args)
    _show(record, args)
    if damage is not None:
        raise damage


def _show(record: Record, args: argparse.Namespace) -> None:
    if args.json:
        print_json({"file": str(args.file), **view_record(record, reveal=args.reveal)})
        return
    state = record.state
    language = language_of(args)
    words = Words(state.setup.players, language)
    print(f"{place(WORDS[state.NAME].title, record, args, language)}\n")
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
    if moves.rerollable:
        dice = words.counted(moves.again, "die")
        choices.append(words.language.pgettext("move", "re-roll {dice}", dice=dice))
    elif moves.dice:
        dice = words.counted(moves.dice, "die")
        choices.append(words.language.pgettext("move", "throw {dice}", dice=dice))
    return ", ".join(choices)


def odds(args: argparse.Namespace) -> None:
    """Print the chances at the start of a turn, or of a throw of ordinary dice."""
    game = game_named(args.game)
    entry(ODDS, game)(game, args)


def _turn_odds(game: type[AnyHeckmeck], args: argparse.Namespace) -> None:
    """Print the sums of the Heckmeck games."""
    if args.held is not None:
        raise Unclear("held_not_now")
    box = game.BOX
    if args.doubled is not None:
        if not isinstance(box, JuniorBox):
            raise Unclear("no_doubled_face", dice=game.own_dice(box).name)
        box = replace(box, doubled=Face(args.doubled))
    dice = game.own_dice(box)
    chances = opening_chances(game, dice)
    if args.json:
        print_json({"game": game.NAME, "dice": dice.name, **view_chances(chances)})
        return
    _ = language_of(args).gettext
    print(
        _(
            "{count} {dice} dice: the best chance to end a turn with a worm and",
            count=game.DICE,
            dice=dice.name,
        )
    )
    print("  " + _("sum   at least   exactly"))
    for total, chance in chances.at_least.items():
        print(f"  {total:3} {chance:10.4%} {chances.exactly[total]:9.4%}")


def _throw_odds(game: type[PicnicBlitz], args: argparse.Namespace) -> None:
    """Print the straights and numbers of Picnic Blitz."""
    if args.doubled is not None:
        raise Unclear("no_doubled_face", dice=STANDARD.name)
    held = _held(args.held or "")
    if len(held) > DICE:
        raise Unclear("held_too_many", dice=len(held), most=DICE)
    thrown = DICE - len(held)
    found = rerolls.chances(held, thrown)
    if args.json:
        kept = [str(face) for face in held]
        dice = {"dice": STANDARD.name, "held": kept, "thrown": thrown}
        print_json({"game": game.NAME, **dice, **view_throw(found)})
        return
    language = language_of(args)
    _ = language.gettext
    if held:
        print(_("{dice} held, {count} thrown: the chance of", dice=draw_dice(held), count=thrown))
    else:
        print(_("{count} ordinary dice thrown: the chance of", count=thrown))
    for length, chance in found.straights.items():
        row = _("{count} in a row", count=length)
        print(f"  {row} {chance:10.4%}")
    label = language.pgettext("row", "at least")
    columns = width(label)
    counts = "".join(f"{count:10}" for count in range(1, DICE + 1))
    print(f"  {label}{counts}")
    for face, row_of in found.of_a_kind.items():
        cells = "".join(f"{chance:10.4%}" for chance in row_of[1:])
        print(f"  {padded(str(face), columns)}{cells}")


def _held(typed: str) -> Faces:
    """Parse faces of ordinary dice: `2345`, or with spaces or commas between."""
    letters = typed.replace(",", "").replace(" ", "")
    if not set(letters) <= set(STANDARD.faces):
        raise Unclear("typed_held", word=typed)
    return tuple(sorted(map(Face, letters)))


ODDS: Mapping[type, Callable[[Any, argparse.Namespace], None]] = {
    Heckmeck: _turn_odds,
    PicnicBlitz: _throw_odds,
}
check(__name__, ODDS=ODDS)


def advise_player(args: argparse.Namespace) -> None:
    """Tell what each way is worth in a recorded game; of a damaged one, in its good part."""
    record, damage = read(args)
    _advise(record, args)
    if damage is not None:
        raise damage


def _advise(record: Record, args: argparse.Namespace) -> None:
    state = record.state
    if args.json:
        view = view_advice(state)
        print_json({"file": str(args.file), "line": len(record.lines), **view})
        return
    language = language_of(args)
    words = Words(state.setup.players, language)
    lines = hint_lines(state, words)  # before anything is printed, since it may be refused
    print(place(words.name(state.player), record, args, language))
    print(*draw_turn(state, language), *lines, sep="\n")
