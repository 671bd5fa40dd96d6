"""The dice that were taught here: one small file per set, beside the games.

Imports neither numpy nor OpenCV until a set is opened or saved.
"""

import errno
import hashlib
import logging
import os
import re
import unicodedata
from collections.abc import Mapping
from itertools import chain, count
from pathlib import Path
from typing import Any

from firmware.store import files
from firmware.store.journal import as_disk_trouble
from firmware.store.meaning import LONGEST, Meaning, TaughtDice, check_meaning, listing, same_names
from rules.dice import Face
from rules.games import GAMES
from vision.errors import BadDice
from vision.files import dice_file

FOLDER = "dice"
"""In the folder of the games."""

_LONGEST = 40  # letters of a file's name
_PLAIN = re.compile(r"[a-z0-9-]+")
_log = logging.getLogger(__name__)

# Files.


def names(folder: Path, game: str | None = None) -> tuple[str, ...]:
    """Return the names of the saved sets, ignoring damaged ones.

    With a game, only those that fit it. Opens no pictures.
    """
    kept = _kept(folder)
    there = {name for name, _, content in kept if game is None or _is_for(content, game)}
    return tuple(sorted(there, key=lambda name: (name.casefold(), name)))


def _is_for(content: Mapping[str, Any], game: str) -> bool:
    means, faces = content.get("means", {}), content.get("faces")
    if isinstance(means, dict) and game in means:
        return True
    named = isinstance(faces, list) and all(isinstance(face, str) for face in faces)
    return named and same_names(tuple(faces or ()), game) is not None


def load(folder: Path, name: str) -> TaughtDice:
    """Load the set of this name; raises `BadDice` if none is usable, or `DiskTrouble`."""
    return decode(stored(folder, name))


def stored(folder: Path, name: str) -> bytes:
    """Return this set's file, to copy it to another table; like `load`."""
    return read_kept(found(folder, name))


def found(folder: Path, name: str) -> Path:
    """Return where this set is saved; like `load`."""
    path = file_of(folder, name)
    if path is None:
        raise _unknown(folder, name)
    return path


def _unknown(folder: Path, name: str) -> BadDice:
    there = names(folder)
    if not there:
        return BadDice("no_taught_dice", name=name[:LONGEST])
    return BadDice("dice_not_taught", name=name[:LONGEST], names=listing(there))


def read_file(path: Path, under: Path | None = None) -> bytes:
    """Read a file of dice, or enough to see that it is none."""
    with as_disk_trouble(path):
        return files.read(path, dice_file.MOST_BYTES + 1, under)


def read_kept(path: Path) -> bytes:
    """Read a file saved here without following links out of the games' folder."""
    return read_file(path, path.parent.parent)


def save(folder: Path, dice: TaughtDice) -> None:
    """Save the set, replacing one of the same name; raises `DiskTrouble` if the disk refuses."""
    _keep(folder, dice.taught.name, encode(dice))


def take(folder: Path, content: bytes) -> None:
    """Save a file from another table unchanged; raises `BadDice` if it is unusable."""
    _keep(folder, decode(content).taught.name, content)


def _keep(folder: Path, name: str, content: bytes) -> None:
    path = file_of(folder, name) or _free(folder, name)
    with as_disk_trouble(path):
        folder_in(folder)
        files.replace(path, content)


def rename(folder: Path, name: str, new: str) -> None:
    """Rename the set, changing nothing else in its file; like `load` and `save`.

    The caller checks whether other dice have this name.
    """
    before = stored(folder, name)
    decode(before)  # damaged files stay unchanged
    dice_file.check_name(new)
    _keep(folder, new, dice_file.written({**dice_file.opened(before), "name": new}))
    if not same_name(name, new):  # otherwise it is the same file
        remove(folder, name)


def set_meaning(folder: Path, name: str, game: str, meaning: Meaning) -> None:
    """Set the meaning of the faces in this game, changing nothing else; like `load` and `save`."""
    before = stored(folder, name)
    check_meaning(decode(before).taught.faces, game, meaning)
    content = dice_file.opened(before)
    means = {**content.get("means", {}), game: _plain(meaning)}
    _keep(folder, name, dice_file.written({**content, "means": means}))


def remove(folder: Path, name: str) -> None:
    """Forget the set, if there is one; raises `DiskTrouble` if the disk refuses."""
    _unlink(_files_of(folder, name))


def remove_usable(folder: Path, name: str) -> tuple[list[Path], list[Path]]:
    """Forget the set but no damaged copies; return removed and remaining files.

    If all files of this name are damaged, they are removed.
    """
    paths = _files_of(folder, name)
    usable = [path for path in paths if _is_usable(path)] or paths
    _unlink(usable)
    return usable, [path for path in paths if path not in usable]


def _unlink(paths: list[Path]) -> None:
    for path in paths:
        with as_disk_trouble(path):
            path.unlink()
            files.sync_folder(path.parent)


def encode(dice: TaughtDice) -> bytes:
    from vision.files import taught_dice  # noqa: PLC0415 (OpenCV: not before the first screen)

    means = {game: _plain(meaning) for game, meaning in dice.means.items()}
    return taught_dice.encode(dice.taught, means=means)


def _plain(meaning: Meaning) -> dict[str, str]:
    return {name: str(face) for name, face in meaning.items()}


def decode(content: bytes) -> TaughtDice:
    """Parse a file's content; raises `BadDice` if it is unusable."""
    from vision.files import taught_dice  # noqa: PLC0415 (as above)

    opened = dice_file.opened(content)
    means = opened.get("means", {})
    if not isinstance(means, dict):
        raise BadDice("dice_damaged")
    # An unknown game comes from a newer program; the others can be played.
    known = {game: _meaning(means[game]) for game in GAMES if game in means}
    return TaughtDice(taught_dice.read(opened), known)


def _meaning(plain: Any) -> Meaning:  # noqa: ANN401  # whatever a file holds
    try:
        return {name: Face(face) for name, face in plain.items()}
    except (AttributeError, ValueError, TypeError):
        raise BadDice("dice_damaged") from None


def _kept(folder: Path) -> list[tuple[str, Path, dict[str, Any]]]:
    """Return all sets whose name can be read, with their files and content.

    People may copy them under any file name. The pictures are not checked.
    """
    found: list[tuple[str, Path, dict[str, Any]]] = []
    for path in all_files(folder):
        try:
            content = dice_file.opened(read_kept(path))
            found.append((_name_in(content), path, content))
        except (BadDice, OSError) as error:
            _log.warning("No dice that could be used: %s: %s", path, error)
    return found


def _name_in(content: Mapping[str, Any]) -> str:
    name = content.get("name")
    if not isinstance(name, str):
        raise BadDice("dice_damaged")
    dice_file.check_name(name)
    return name


def folder_in(folder: Path) -> Path:
    """Return the folder of dice; raises `OSError` if it is a link, which could lead anywhere."""
    inside = folder / FOLDER
    if inside.is_symlink():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(inside))
    return inside


def all_files(folder: Path) -> list[Path]:
    """Return the files of all sets, including unusable ones."""
    try:
        return sorted(p for p in folder_in(folder).iterdir() if p.suffix == ".json" and p.is_file())
    except FileNotFoundError:
        return []
    except OSError as error:
        _log.warning("The dice cannot be listed: %s: %s", folder, error)
        return []


def file_of(folder: Path, name: str) -> Path | None:
    """Return this set's file, in its usual place or under any file name; None without one.

    Of several copies it is a usable one. Raises `DiskTrouble` if the disk refuses.
    """
    paths = _files_of(folder, name)
    if len(paths) > 1:  # otherwise it need not be opened, which takes a moment
        return next(filter(_is_usable, paths), paths[0])
    return paths[0] if paths else None


def _files_of(folder: Path, name: str) -> list[Path]:
    """Return all files of this set, including damaged ones; first the one in the usual place."""
    usual = _path(folder, name)
    with as_disk_trouble(usual):
        there = usual.is_file()
    called = {path: other for other, path, _ in _kept(folder)}
    others = [path for path, other in called.items() if path != usual and same_name(other, name)]
    # Without a readable name, the usual file's own name decides.
    return [usual, *others] if there and same_name(called.get(usual, name), name) else others


def _is_usable(path: Path) -> bool:
    try:
        decode(read_kept(path))
    except (BadDice, OSError):
        return False
    return True


def _free(folder: Path, name: str) -> Path:
    """Return a free path for a new set: a file that somebody named like it stays."""
    usual = _path(folder, name)
    others = (usual.with_name(f"{usual.stem}_{number}.json") for number in count(2))
    return next(path for path in chain([usual], others) if not path.exists())


def _path(folder: Path, name: str) -> Path:
    """Return a set's usual path: its name if that is plain, else with a checksum."""
    key = _key(name)
    plain = "-".join(_PLAIN.findall(unicodedata.normalize("NFKD", key)))[:_LONGEST]
    if plain != key:
        plain += "_" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return folder / FOLDER / f"{plain}.json"


def same_name(one: str, other: str) -> bool:
    """Return whether both names mean one set, ignoring case and ways to encode letters."""
    return _key(one) == _key(other)


def _key(name: str) -> str:
    """Normalise a name for comparison."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()
