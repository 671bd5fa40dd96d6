"""The command `grillside read`: dice read from pictures, told to people or as data."""

import argparse
import json
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from firmware.commands.annotate import annotated, save
from firmware.commands.asking import language_of
from firmware.errors import Unclear
from firmware.eye import DiceReader, make_reader
from firmware.speech.language import N_
from firmware.speech.words import Words, printable
from rules.dice import DICE_SETS
from vision.errors import BadPicture
from vision.headers import is_video, known
from vision.pictures import MOST_BYTES, Picture, decode
from vision.reading import Argument, Doubt, Frame, Reading
from vision.video import read_video

NOTHING_READ = 2
"""Exit status where not one picture could be read; doubts alone are no failure."""

MOST_EXPECTED = 99

_HEAD = 4096  # bytes that tell what a file is
_FEW = 3  # pictures that need no progress bar
_SUFFIXES = {
    ".jpg", ".jpeg", ".png", ".webp", ".bmp", ".pbm", ".pgm", ".ppm", ".heic", ".tif", ".tiff",
    ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg", ".mpeg", ".h264",
}  # fmt: skip
"""Files of a folder that are looked at; also some that cannot be read, or nobody would be told."""


@dataclass(frozen=True, eq=False)
class Seen:
    """A file, the picture of it that was read, and the reading in pixels of that picture.

    `at` is the second of a video that the picture is from.
    """

    path: Path
    picture: Picture
    reading: Reading
    at: float | None = None


def run(asked: argparse.Namespace) -> int:
    """Read all that was asked for; the exit status. The reader is made when it is first needed."""
    dice_set = DICE_SETS[asked.dice]
    expected = _expected(asked.expect)
    if asked.annotate is not None:
        asked.annotate.mkdir(parents=True, exist_ok=True)
    reader: DiceReader | None = None

    def read(frame: Frame) -> Reading:
        nonlocal reader
        reader = reader or make_reader()
        return reader.read(frame, dice_set, expected)

    words = Words(language=language_of(asked))
    files = list(_files(asked.pictures))
    progress = _Progress(len(files), sys.stderr)
    some = False
    for number, (path, trouble) in enumerate(files):
        try:
            with progress.shown(number, path):
                if trouble is not None:
                    raise trouble
                seen = _read_file(path, read)
        except BadPicture as error:
            _tell_trouble(path, error, words, as_json=asked.json)
            continue
        some = True
        _tell(seen, words, as_json=asked.json)
        if asked.annotate is not None:
            lines = _lines(seen, Words())  # pictures are written on in ASCII
            save(annotated(seen.picture.frame, seen.reading, lines), asked.annotate, path.name)
    return 0 if some else NOTHING_READ


def _expected(asked: Sequence[str] | None) -> tuple[int, ...] | None:
    if asked is None:
        return None
    words = [word.strip() for several in asked for word in several.split(",")]
    for word in words:
        if not (
            word.isascii() and word.isdigit() and len(word) <= 9 and int(word) <= MOST_EXPECTED
        ):
            raise Unclear("expect_count", word=word)
    return tuple(sorted({int(word) for word in words}))


# Files.


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, BadPicture | None]]:
    """Each file, a folder's in the order of their names; or what is wrong with it."""
    for path in paths:
        try:
            inside = sorted(filter(_looks_like_one, path.iterdir())) if path.is_dir() else [path]
        except OSError as error:
            yield path, _unopened(error)
            continue
        if not inside:
            yield path, BadPicture("no_pictures")
        yield from ((each, None) for each in inside)


def _looks_like_one(path: Path) -> bool:
    hidden = path.name.startswith(".")
    return not hidden and path.suffix.lower() in _SUFFIXES and path.is_file()


def _read_file(path: Path, read: Callable[[Frame], Reading]) -> Seen:
    with _opened(path) as file:
        head = _bytes(file, _HEAD)
        if is_video(head):
            # By its descriptor, since a name may be no text, or an address to FFmpeg.
            watched = read_video(f"/dev/fd/{file.fileno()}", read)
            return Seen(path, watched.picture, watched.reading, watched.at)
        file.seek(0)
        picture = decode(_bytes(file, MOST_BYTES + 1) if known(head) else head)
    return Seen(path, picture, read(picture.frame))


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadPicture("not_a_file")  # a pipe or a device might never end
        file = path.open("rb")
    except OSError as error:
        raise _unopened(error) from error
    with file:
        yield file


def _bytes(file: BinaryIO, most: int) -> bytes:
    try:
        found = file.read(most)
    except OSError as error:
        raise _unopened(error) from error
    if len(found) > MOST_BYTES:
        raise BadPicture("file_too_large", most=MOST_BYTES // 1024**2)
    return found


def _unopened(error: OSError) -> BadPicture:
    return BadPicture("cannot_open", reason=error.strerror or N_("It cannot be read"))


# What is told.


def _tell(seen: Seen, words: Words, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_view(seen)))
        return
    place = _named(seen.path) if seen.at is None else f"{_named(seen.path)}, {seen.at:.1f} s"
    first, *others = _lines(seen, words)
    print(f"{place}: {first}", *(f"  {line}" for line in others), sep="\n")


def _tell_trouble(path: Path, error: BadPicture, words: Words, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"file": str(path), "error": error.code, **error.arguments}))
    elif sys.stderr is not None:
        print(f"grillside: {_named(path)}: {words.error(error)}", file=sys.stderr)


def _lines(seen: Seen, words: Words) -> list[str]:
    """What lies there, then each doubt."""
    _ = words.language.gettext
    dice = [words.face(die.face) for die in seen.reading.dice]
    many = words.many(len(dice), "die")
    read = f"{many}: {' '.join(dice)}" if dice else _("no dice")
    doubts = [words.doubt(doubt) for doubt in _stored_doubts(seen)]
    return [_("not sure: {read}", read=read) if doubts else read, *doubts]


def _view(seen: Seen) -> dict[str, Any]:
    return {
        "file": str(seen.path),
        **({} if seen.at is None else {"at": round(seen.at, 2)}),
        "dice": [
            {
                "face": str(die.face),
                "confidence": round(float(die.confidence), 4),
                "corners": [
                    [round(float(x), 1), round(float(y), 1)]
                    for x, y in seen.picture.stored_corners(die.corners)
                ],
            }
            for die in seen.reading.dice
        ],
        "accepted": seen.reading.accepted,
        "doubts": [{"code": doubt.code, **doubt.arguments} for doubt in _stored_doubts(seen)],
    }


def _stored_doubts(seen: Seen) -> list[Doubt]:
    """The doubts, with places in pixels of the file."""
    return [
        Doubt(doubt.code, _stored(doubt.arguments, seen.picture)) for doubt in seen.reading.doubts
    ]


def _stored(arguments: Mapping[str, Argument], picture: Picture) -> dict[str, Argument]:
    match arguments:
        case {"x": int() | float() as x, "y": int() | float() as y}:
            across, down = picture.stored((x, y))
            return {**arguments, "x": round(across, 1), "y": round(down, 1)}
    return dict(arguments)


def _named(path: Path) -> str:
    return printable(str(path))


class _Progress:
    """A bar on a terminal while many pictures are read; silent otherwise."""

    def __init__(self, total: int, stream: TextIO | None) -> None:
        self._total = total
        self._stream = stream if stream is not None and stream.isatty() and total > _FEW else None

    @contextmanager
    def shown(self, done: int, path: Path) -> Iterator[None]:
        """Show how many are done, and wipe that away before anything else is printed."""
        if self._stream is None:
            yield
            return
        width = shutil.get_terminal_size().columns - 1
        part = 20 * done // self._total
        line = f"[{'#' * part:.<20}] {done}/{self._total} {printable(path.name)}"[:width]
        self._stream.write(f"\r{line}")
        self._stream.flush()
        try:
            yield
        finally:
            self._stream.write(f"\r{'':{len(line)}}\r")
            self._stream.flush()
