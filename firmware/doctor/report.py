"""One file for a bug report: helps to find a fault, and says nothing about the people.

Players' names are replaced unless requested, users' folders are not named, and the environment is
left out.
"""

import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import structs

from firmware.camera.table_camera import DOUBTFUL
from firmware.speech.language import N_
from firmware.store.files import LOG, kept, opened, read, replace
from firmware.store.journal import follow, games
from firmware.store.settings import NAME as SETTINGS
from firmware.store.settings import Settings
from rules.errors import BadRecord
from rules.lines import LONGEST_LINE, resealed

LONGEST = 1_000_000
"""Bytes of one text. A longer log is cut to its end, a longer game to its beginning."""
LARGEST_PICTURE = 64_000_000
GAMES = 2
"""The latest games: the one with the fault, and the one before."""

_NAME = re.compile(r'"name"\s*:\s*("(?:[^"\\]|\\.)*(?:"|$))', re.MULTILINE)
_USERS = re.compile(r"/(home|media|run/media|Users)/[^/\s\"':,]+")
_DATE = (2025, 1, 1, 0, 0, 0)  # the time of packing does not matter


@dataclass(frozen=True)
class Enclosed:
    """A file in the report; `what` describes it and is translated later."""

    name: str
    what: str
    content: bytes
    damage: BadRecord | None = None
    """The damage of a game's file."""


def enclosed(
    config: Path | None,
    folder: Path,
    doctor: Callable[[], Mapping[str, object]],
    home: str = "",
    *,
    names: bool = False,
    picture: bool = False,
) -> Iterator[Enclosed]:
    """Return every available part; players' names and the doubtful picture only on request.

    `doctor` returns the doctor's findings as data. `home` is replaced by ~.
    """
    people = () if names else sorted(_known_names(folder), key=len, reverse=True)

    def anonymous(text: str) -> bytes:
        for number, name in enumerate(people, 1):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"Somebody {number}", text)
        return _without_users(text, home)

    found = anonymous(json.dumps(doctor(), indent=1, ensure_ascii=False))[:LONGEST]
    yield Enclosed("doctor.json", N_("what the doctor found, and versions"), found)
    if config is not None and (text := _text(config, None)):
        content = _without_users(text, home)[:LONGEST]
        yield Enclosed("config.toml", N_("the configuration"), content)
    if settings := _settings(folder / SETTINGS, names=names):
        yield Enclosed(SETTINGS, N_("settings of the panel"), settings)
    if log := _end(folder / f"{LOG}.1") + _end(folder / LOG):
        yield Enclosed(LOG, N_("the end of the log"), anonymous(log)[-LONGEST:])
    for path in games(folder)[-GAMES:]:
        lines = _text(path, folder)
        record = lines if names else _renamed(lines)
        content = record.encode()[:LONGEST]
        yield Enclosed(f"games/{path.name}", N_("a game, move by move"), content, _damage(path))
    if picture and (seen := _read(folder / DOUBTFUL, LARGEST_PICTURE, folder)):
        yield Enclosed(DOUBTFUL, N_("the last doubtful picture"), seen)


def pack(parts: Iterable[Enclosed], out: Path) -> None:
    """Write the parts as one .zip; raises `OSError` if the disk refuses."""
    import zipfile  # noqa: PLC0415  # the table, which needs only the log's name, starts sooner

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for part in parts:
            file.writestr(zipfile.ZipInfo(part.name, _DATE), part.content, zipfile.ZIP_DEFLATED)
    replace(out, packed.getvalue())


def _known_names(folder: Path) -> set[str]:
    """Return the players' names in games and settings."""
    found: set[str] = set()
    for path in games(folder):
        for quoted in _NAME.findall(_text(path, folder)[: 2 * LONGEST_LINE]):
            try:
                found.add(json.loads(quoted))
            except ValueError:  # incomplete or damaged; then the report does not contain it either
                continue
    liked = _decoded(folder / SETTINGS)
    return {name for name in found | set(liked.names.values() if liked else ()) if name.strip()}


def _renamed(lines: str) -> str:
    """Return a record with numbers instead of names, and otherwise unchanged.

    A valid header gets a new checksum; an invalid one stays invalid.
    """
    seats: dict[str, int] = {}

    def numbered(name: re.Match[str]) -> str:
        return f'"name":"Player {seats.setdefault(name[1], len(seats) + 1)}"'

    changed = _NAME.sub(numbered, lines).splitlines(keepends=True)
    return "".join(
        resealed(new, old) if new != old else old
        for new, old in zip(changed, lines.splitlines(keepends=True), strict=False)
    )


def _damage(path: Path) -> BadRecord | None:
    """Return where the file of a game is damaged, if it is."""
    try:
        return follow(path).damage
    except BadRecord as bad:
        return bad
    except OSError:
        return None


def _settings(path: Path, *, names: bool) -> bytes:
    """Return the settings if they are readable: a damaged file might contain any name."""
    liked = _decoded(path)
    if liked is None:
        return b""
    if not names:
        numbered = {colour: f"Player {seat}" for seat, colour in enumerate(liked.names, 1)}
        liked = structs.replace(liked, names=numbered)
    return msgspec.json.format(msgspec.json.encode(liked))[:LONGEST]


def _decoded(path: Path) -> Settings | None:
    try:
        return msgspec.json.decode(kept(path), type=Settings)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _without_users(text: str, home: str) -> bytes:
    if len(home) > 1:
        text = text.replace(home, "~")
    return _USERS.sub(r"/\1/...", text).encode()


def _text(path: Path, under: Path | None) -> str:
    """Return the beginning of a file; below `under`, links are not followed."""
    return _read(path, LONGEST, under).decode(errors="backslashreplace")


def _read(path: Path, most: int, under: Path | None) -> bytes:
    try:
        return read(path, most, under)
    except OSError:
        return b""


def _end(path: Path) -> str:
    try:
        with opened(path, path.parent) as file:
            file.seek(-min(os.fstat(file.fileno()).st_size, LONGEST), os.SEEK_END)
            return file.read(LONGEST).decode(errors="backslashreplace")
    except OSError:
        return ""
