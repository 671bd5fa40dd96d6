"""The command `grillside dice`: manage taught dice, and exchange them with other tables."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.out_file import ending, out_file
from firmware.commands.output import complain, keep_log_quiet, language_of
from firmware.config.file import box_folder, find, usable
from firmware.errors import Unclear
from firmware.speech.games import WORDS
from firmware.speech.words import Words, printable
from firmware.store import files, taught_dice
from firmware.store.journal import DiskTrouble
from firmware.store.meaning import (
    LONGEST,
    Meaning,
    TaughtDice,
    check_meaning,
    listing,
    named,
    own_faces,
)
from rules.dice import DICE_SETS, DiceSet, Face
from rules.games import GAMES
from vision.errors import BadDice

if TYPE_CHECKING:
    from vision.files.taught_dice import Taught

_NOT_THERE = {"no_taught_dice", "dice_not_taught"}


def folder_of(args: argparse.Namespace) -> Path:
    """Return the folder of recorded games and taught dice."""
    keep_log_quiet()
    folder: Path | None = getattr(args, "folder", None)
    if folder is not None and folder.exists() and not folder.is_dir():
        raise Unclear("folder_is_none", file=ending(folder))
    folder = folder or box_folder(usable(find())[0])
    if (folder / taught_dice.FOLDER).is_symlink():
        raise Unclear("dice_folder_link", file=ending(folder / taught_dice.FOLDER))
    return folder


def dice_named(name: str, words: Words) -> "DiceSet | Taught":
    """Return the dice to read: those of a game, or taught ones by name or file."""
    if name in DICE_SETS:
        return DICE_SETS[name]
    keep_log_quiet()
    folder = box_folder(usable(find())[0])
    if taught_dice.file_of(folder, name) is not None:
        return taught_dice.load(folder, name).taught
    if name.endswith(".json") or os.sep in name or Path(name).is_file():
        return taught_dice.decode(taught_dice.read_file(Path(name))).taught
    _usable(folder, words)  # an unusable set may be the one that was meant
    raise Unclear("dice_named", name=name, names=(*DICE_SETS, *taught_dice.names(folder)))


def check_free(folder: Path, name: str, *, force: bool) -> None:
    """Refuse a name that other dice have."""
    if name.casefold() in DICE_SETS:
        raise Unclear("dice_reserved", name=name)
    if not force and taught_dice.file_of(folder, name) is not None:
        raise Unclear("dice_exist", name=name)


def meaning(
    game: str, assigned: str | None, faces: tuple[str, ...], before: Meaning | None = None
) -> Meaning:
    """Return the faces' meaning in a game: the given one, the previous one, or their names."""
    own = own_faces(game)
    means = named(faces, game) | dict(before or {})
    reported: set[str] = set()
    for word in assigned.split(",") if assigned else ():
        name, _, face = (part.strip() for part in word.rpartition("="))
        if not name or not face:
            raise Unclear("means_what", word=word)
        if name in reported:
            raise Unclear("means_twice", name=name[:LONGEST])
        if face not in set(Face):
            raise BadDice("means_face", name=face[:LONGEST], game=game, names=listing(own))
        reported.add(name)
        means[name] = Face(face)
    check_meaning(faces, game, means)
    return means


def run(args: argparse.Namespace) -> None:
    """List the dice, or change one set of them."""
    folder, words = folder_of(args), Words(language=language_of(args))
    try:
        _do(args, folder, words)
    except BadDice as error:
        if error.code in _NOT_THERE:  # an unusable set may be the one that was meant
            _usable(folder, words)
        raise


def _do(args: argparse.Namespace, folder: Path, words: Words) -> None:
    match args.what:
        case "export":
            out = out_file(args.out, force=args.force)
            content = taught_dice.stored(folder, args.name)
            taught_dice.decode(content)  # no table could use a damaged set
            files.replace(out, content)
        case "import":
            content = taught_dice.read_file(args.source)
            name = taught_dice.decode(content).taught.name
            check_free(folder, name, force=args.force)
            with files.as_owner(folder):
                taught_dice.take(folder, content)
            print(words.language.gettext("{name}: imported.", name=name))
        case "means":
            before = taught_dice.load(folder, args.name)
            faces = before.taught.faces
            means = meaning(args.game, args.means, faces, before.faces(args.game))
            with files.as_owner(folder):
                taught_dice.set_meaning(folder, args.name, args.game, means)
            print(*describe(taught_dice.load(folder, args.name), words), sep="\n")
        case "remove":
            taught_dice.stored(folder, args.name)  # a missing set is refused
            with files.as_owner(folder):
                gone, left = taught_dice.remove_usable(folder, args.name)
            _tell_removed(gone, left, words)
        case _:
            for dice in _usable(folder, words):
                print(*describe(dice, words), sep="\n")
            if not taught_dice.all_files(folder):
                print(words.language.gettext("No dice have been taught yet."))


def _usable(folder: Path, words: Words) -> list[TaughtDice]:
    """Return all usable dice; print the reason for each unusable file."""
    dice = []
    for path in taught_dice.all_files(folder):
        try:
            dice.append(taught_dice.decode(taught_dice.read_kept(path)))
        except (BadDice, DiskTrouble) as error:
            complain(words.error(error), path)
    return dice


def _tell_removed(gone: list[Path], left: list[Path], words: Words) -> None:
    """Mention the unexpected: several files were removed, or one still exists."""
    _ = words.language.gettext
    if len(gone) > 1:
        print(_("Removed with all copies: {files}.", files=", ".join(map(_file, gone))))
    for path in left:
        print(_("{file} has the same name but is damaged: it stays.", file=_file(path)))


def _file(path: Path) -> str:
    return printable(path.name)


def describe(dice: TaughtDice, words: Words) -> list[str]:
    """Describe a set: its faces, and their meaning in each game that can be played with it."""
    lines = [f"{dice.taught.name}: {', '.join(map(words.face, dice.taught.faces))}"]
    for game in GAMES:
        meaning = dice.faces(game)
        if meaning is not None:
            means = ", ".join(
                words.face(name) if name == face else f"{words.face(name)} = {words.face(face)}"
                for name, face in meaning.items()
            )
            lines.append(f"  {WORDS[game].title}: {means}")
    return lines
