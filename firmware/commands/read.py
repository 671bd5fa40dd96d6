"""The command `grillside read`: read dice from pictures, and print text or data."""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from errno import ENOTDIR
from functools import cache, cached_property
from os import strerror
from pathlib import Path
from typing import Any

from firmware.camera.mat import MISLEADING, MatSeen, seen_mat
from firmware.camera.readers import make_reader
from firmware.commands.annotate import annotated, save
from firmware.commands.dice import dice_named
from firmware.commands.output import complain, language_of, named, tell
from firmware.commands.picture_files import HEAD, content, files_in, opened, picture, read_each
from firmware.errors import CameraTrouble, Unclear
from firmware.speech.words import Words
from vision.errors import BadPicture
from vision.files.headers import is_video
from vision.files.pictures import Picture
from vision.files.video import read_video
from vision.geometry import Frame
from vision.reading import Argument, Doubt, Point, Reading

NOTHING_READ = 2
"""Exit status if no picture could be read; doubts alone are not a failure."""

NOT_DRAWN = 1
"""Exit status if pictures were read, but not all could be drawn."""

MOST_EXPECTED = 99


@dataclass(frozen=True, eq=False)
class Seen:
    """A file, the picture that was read, and its reading in pixels of that picture.

    `at` is the position of the picture in a video, in seconds.
    """

    path: Path
    picture: Picture
    reading: Reading
    at: float | None = None

    @cached_property
    def mat(self) -> MatSeen | CameraTrouble | None:
        """Return the mat, or the problem with it. The dice are read as without a mat."""
        return seen_mat(self.picture.frame)

    @property
    def misled(self) -> CameraTrouble | None:
        """Return a problem of the mat that stops reading at the table too."""
        match self.mat:
            case CameraTrouble() as trouble if trouble.code in MISLEADING:
                return trouble
        return None

    @property
    def accepted(self) -> bool:
        """Return whether neither the dice nor the mat are doubted."""
        return self.reading.accepted and self.misled is None


def run(args: argparse.Namespace) -> int:
    """Read all the pictures; return the exit status. The reader is made when first needed."""
    words = Words(language=language_of(args))
    dice = dice_named(args.dice, words)
    expected = _expected(args.expect)
    if args.annotate is not None:
        _make_folder(args.annotate)
    reader = cache(make_reader)

    def read(path: Path) -> Seen:
        return read_file(path, lambda frame: reader().read(frame, dice, expected))

    def failed(path: Path, error: BadPicture) -> None:
        if args.json:
            print(json.dumps({"file": str(path), "error": error.code, **error.arguments}))
        else:
            complain(words.error(error), path)

    some, all_drawn = False, True
    for _path, seen in read_each(list(files_in(args.pictures)), read, failed):
        some = True
        _tell(seen, words, as_json=args.json)
        if args.annotate is not None:
            all_drawn &= _drawn(seen, args.annotate, words)
    if not some:
        return NOTHING_READ
    return 0 if all_drawn else NOT_DRAWN


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(ENOTDIR, strerror(ENOTDIR), str(path)) from error


def _drawn(seen: Seen, folder: Path, words: Words) -> bool:
    """Draw the reading; report a failure to save, which does not affect the reading."""
    lines = lines_of(seen, Words())  # text on pictures is ASCII
    try:
        save(annotated(seen.picture.frame, seen.reading, lines), folder, seen.path.name)
    except OSError as error:
        complain(f"{words.trouble(error)}.", Path(error.filename or folder))
        return False
    return True


def _expected(args: Sequence[str] | None) -> tuple[int, ...] | None:
    if args is None:
        return None
    words = [word.strip() for several in args for word in several.split(",")]
    for word in words:
        if not (
            word.isascii() and word.isdigit() and len(word) <= 9 and int(word) <= MOST_EXPECTED
        ):
            raise Unclear("expect_count", word=word, most=MOST_EXPECTED)
    return tuple(sorted({int(word) for word in words}))


# Reading files.


def read_file(path: Path, read: Callable[[Frame], Reading]) -> Seen:
    """Read a picture, or the still parts of a video; raises `BadPicture` if unreadable."""
    with opened(path) as file:
        head = content(file, HEAD)
        if is_video(head):
            # By its descriptor, since a name may not be text, or be a URL to FFmpeg.
            watched = read_video(f"/dev/fd/{file.fileno()}", read)
            return Seen(path, watched.picture, watched.reading, watched.at)
        whole = picture(file, head)
    return Seen(path, whole, read(whole.frame))


# Printing.


def _tell(seen: Seen, words: Words, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_view(seen)))
        return
    place = named(seen.path) if seen.at is None else f"{named(seen.path)}, {seen.at:.1f} s"
    tell(place, lines_of(seen, words))


def lines_of(seen: Seen, words: Words) -> list[str]:
    """Describe the dice, then each cause of doubt."""
    _ = words.language.gettext
    dice = [words.face(die.face) for die in seen.reading.dice]
    many = words.counted(len(dice), "die")
    between = ", " if any(" " in face for face in dice) else " "
    read = f"{many}: {between.join(dice)}" if dice else _("no dice")
    doubts = words.doubts(_doubts(seen, seen.picture.seen), len(dice))
    first = read if seen.accepted else _("not sure: {read}", read=read)
    return [first, *doubts, *_mat_lines(seen, words)]


def _mat_lines(seen: Seen, words: Words) -> list[str]:
    """Describe which dice are in which zone of a mat, or the problem with the mat."""
    if seen.mat is None:
        return []
    if isinstance(seen.mat, CameraTrouble):
        return [words.error(seen.mat)]
    none = words.language.gettext("none")
    texts = {
        zone: " ".join(words.face(die.face) for die in dice) or none
        for zone, dice in seen.mat.sorted(seen.reading.dice).items()
    }
    return [words.language.gettext("on the mat: thrown {throw}; laid aside {keep}", **texts)]


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
        "accepted": seen.accepted,
        "doubts": [
            *({"code": it.code, **it.arguments} for it in _doubts(seen, seen.picture.stored)),
            *([] if seen.misled is None else [{"code": seen.misled.code}]),
        ],
        **_mat_view(seen),
    }


def _mat_view(seen: Seen) -> dict[str, Any]:
    match seen.mat:
        case None:
            return {}
        case MatSeen() as mat:
            zones = mat.sorted(seen.reading.dice)
            faces = {zone: [str(die.face) for die in dice] for zone, dice in zones.items()}
            return {"mat": {"paper": mat.paper, "height_mm": mat.height, "tilt": mat.tilt, **faces}}
        case trouble:
            return {"mat": {"error": trouble.code, **trouble.arguments}}


def _doubts(seen: Seen, where: Callable[[Point], Point]) -> list[Doubt]:
    """Return the doubts with their places, in the picture as shown or as stored."""
    return [Doubt(doubt.code, _placed(doubt.arguments, where)) for doubt in seen.reading.doubts]


def _placed(
    arguments: Mapping[str, Argument], where: Callable[[Point], Point]
) -> dict[str, Argument]:
    match arguments:
        case {"x": int() | float() as x, "y": int() | float() as y}:
            across, down = where((x, y))
            return {**arguments, "x": round(across, 1), "y": round(down, 1)}
    return dict(arguments)
