"""One file for a bug report: what helps to find a fault, and nothing about the people.

Players' names are replaced unless they shall be in it, folders of users are not named, and of the
environment nothing is told.
"""

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import msgspec
from msgspec import structs

from firmware.eye import DOUBTFUL
from firmware.files import LOG, replace
from firmware.journal import games
from firmware.settings import NAME as SETTINGS
from firmware.settings import Settings
from firmware.speech.language import N_

"""What the table writes, in the folder of the games; what is older has the ending .1."""
LONGEST = 1_000_000
"""Bytes of one part; a log gives its end, a game its beginning."""
GAMES = 2
"""The last games: the one in which it happened, and the one before."""

_NAME = re.compile(r'"name"\s*:\s*("(?:[^"\\]|\\.)*(?:"|$))', re.MULTILINE)
_USERS = re.compile(r"/(home|media|run/media|Users)/[^/\s\"':,]+")
_DATE = (2025, 1, 1, 0, 0, 0)  # when a report was packed is nobody's concern


@dataclass(frozen=True)
class Enclosed:
    """A file in the report; `what` is a text to be looked up in a language."""

    name: str
    what: str
    content: bytes


@dataclass(frozen=True)
class Sources:
    """Where the parts of a report come from."""

    config: Path | None
    folder: Path
    doctor: Callable[[], Mapping[str, object]]
    """What the doctor found, as data."""
    home: str = ""


def enclosed(sources: Sources, *, names: bool = False, picture: bool = False) -> Iterator[Enclosed]:
    """Every part that there is: with the players' names, and the doubtful picture, if wanted."""
    folder = sources.folder
    people = () if names else sorted(_known_names(folder), key=len, reverse=True)

    def anonymous(text: str) -> bytes:
        for number, name in enumerate(people, 1):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"Somebody {number}", text)
        return _without_users(text, sources.home)

    found = json.dumps(sources.doctor(), indent=1, ensure_ascii=False)
    yield Enclosed("doctor.json", N_("what the doctor found, and versions"), anonymous(found))
    if sources.config is not None and (config := _beginning(sources.config)):
        yield Enclosed("config.toml", N_("the configuration"), _without_users(config, sources.home))
    if settings := _settings(folder / SETTINGS, names=names):
        yield Enclosed(SETTINGS, N_("settings of the panel"), settings)
    if log := _end(folder / f"{LOG}.1") + _end(folder / LOG):
        yield Enclosed(LOG, N_("the end of the log"), anonymous(log))
    for path in games(folder)[-GAMES:]:
        lines = _beginning(path)
        record = lines if names else _renamed(lines)
        yield Enclosed(f"games/{path.name}", N_("a game, move by move"), record.encode())
    if picture and (folder / DOUBTFUL).is_file():
        content = (folder / DOUBTFUL).read_bytes()
        yield Enclosed(DOUBTFUL, N_("the last doubtful picture"), content)


def pack(parts: Iterable[Enclosed], out: Path) -> None:
    """Write them as one .zip; `OSError` when the disk refuses."""
    import zipfile  # noqa: PLC0415  # the table, which needs only the log's name, starts sooner

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for part in parts:
            file.writestr(zipfile.ZipInfo(part.name, _DATE), part.content, zipfile.ZIP_DEFLATED)
    replace(out, packed.getvalue())


def _known_names(folder: Path) -> set[str]:
    """What people are called in games and settings."""
    found: set[str] = set()
    for path in games(folder):
        for quoted in _NAME.findall(_beginning(path).split("\n", 1)[0]):
            try:
                found.add(json.loads(quoted))
            except ValueError:  # torn or damaged; then it is nowhere else either
                continue
    kept = _decoded(folder / SETTINGS)
    return {name for name in found | set(kept.names.values() if kept else ()) if name.strip()}


def _renamed(lines: str) -> str:
    """A record with the players numbered; all else is as it stands in the file."""
    numbers = count(1)
    return _NAME.sub(lambda _: f'"name":"Player {next(numbers)}"', lines)


def _settings(path: Path, *, names: bool) -> bytes:
    """The settings, if they can be read: a damaged file could hold any name."""
    kept = _decoded(path)
    if kept is None:
        return b""
    if not names:
        numbered = {colour: f"Player {seat}" for seat, colour in enumerate(kept.names, 1)}
        kept = structs.replace(kept, names=numbered)
    return msgspec.json.format(msgspec.json.encode(kept))


def _decoded(path: Path) -> Settings | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _without_users(text: str, home: str) -> bytes:
    if len(home) > 1:
        text = text.replace(home, "~")
    return _USERS.sub(r"/\1/...", text).encode()


def _beginning(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(LONGEST).decode(errors="backslashreplace")
    except OSError:
        return ""


def _end(path: Path) -> str:
    try:
        with path.open("rb") as file:
            file.seek(-min(path.stat().st_size, LONGEST), 2)
            return file.read().decode(errors="backslashreplace")
    except OSError:
        return ""
