"""The command `grillside teach`: learn new dice from pictures of each face."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware.camera.face_check import FaceCheck, OddLook, examine
from firmware.camera.readers import DiceReader, make_reader
from firmware.camera.taught_faces import clear
from firmware.commands import dice as dice_command
from firmware.commands.out_file import ending, out_file
from firmware.commands.output import complain, language_of, named, tell
from firmware.commands.picture_files import HEAD, content, files_in, opened, picture, read_each
from firmware.commands.read import lines_of, read_file
from firmware.errors import Unclear
from firmware.speech.words import Words
from firmware.store import files, taught_dice
from firmware.store.meaning import Meaning, TaughtDice
from vision.errors import BadDice
from vision.files.dice_file import check_name
from vision.files.taught_dice import MOST_FACES, MOST_LOOKS, Taught
from vision.geometry import Frame
from vision.reader import Lesson
from vision.stages.dice_kinds import PIPS

THROWS = "throws"
"""The folder of pictures that test the lesson."""
FEW = 4
"""With fewer looks at a face, ask for more."""


@dataclass
class _Looks:
    """The looks at one face, and their files."""

    looks: list[Frame] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)

    def spread(self) -> "_Looks":
        """Return as many looks as are kept, from all pictures."""
        count = len(self.looks)
        kept = min(count, MOST_LOOKS)
        return self._only([count * number // kept for number in range(kept)])

    def without(self, numbers: set[int]) -> "_Looks":
        return self._only([n for n in range(len(self.looks)) if n not in numbers])

    def _only(self, numbers: Sequence[int]) -> "_Looks":
        return _Looks([self.looks[n] for n in numbers], [self.paths[n] for n in numbers])


def run(args: argparse.Namespace) -> None:
    """Teach one set. Nothing is written before all of it was read and checked."""
    words = Words(language=language_of(args))
    faces = _faces(args.faces)
    check_name(args.name)
    means = _means(args, faces)
    folder = dice_command.folder_of(args)
    out = None if args.out is None else out_file(args.out, force=args.force)
    if out is None:
        dice_command.check_free(folder, args.name, force=args.force)
    folders = _folders(args.pictures, faces)
    _tell_unused(args.pictures, faces, words)
    reader = make_reader()
    shown = _look(reader, folders, words)
    taught, exam = _checked(reader, args.name, faces, shown, words)
    dice = TaughtDice(taught, {**_other_games(folder, args, taught), **means})
    _tell_exam(exam, words)
    if exam.failed:
        raise BadDice("exam_failed")
    _tell_few(taught, exam, words)
    throws = args.pictures / THROWS
    if THROWS not in faces and throws.is_dir():
        _tell_throws(reader, taught, throws, words)
    if out is None:
        with files.as_owner(folder):
            taught_dice.save(folder, dice)
        kept = taught_dice.file_of(folder, args.name)
    else:
        files.replace(out, taught_dice.encode(dice))
        kept = args.out
    print(*dice_command.describe(dice, words), sep="\n")
    if kept is not None:
        print(words.language.gettext("Saved in {file}.", file=named(kept)))


# Arguments.


def _faces(typed: str) -> tuple[str, ...]:
    faces = tuple(face.strip() for face in typed.split(","))
    if len(faces) > MOST_FACES:
        raise BadDice("face_count", faces=len(faces), most=MOST_FACES)
    for number, face in enumerate(faces):
        check_name(face)
        if face.casefold() in {other.casefold() for other in faces[:number]}:
            raise BadDice("face_twice", name=face)
    if all(face in PIPS for face in faces):
        raise BadDice("all_pips")
    return faces


def _other_games(folder: Path, args: argparse.Namespace, taught: "Taught") -> Mapping[str, Meaning]:
    """Return the meaning of the same faces in other games, if taught before."""
    if args.out is not None or taught_dice.file_of(folder, taught.name) is None:
        return {}
    try:
        before = taught_dice.load(folder, taught.name)
    except BadDice:  # an unreadable file is replaced, as requested
        return {}
    return before.means if set(before.taught.faces) == set(taught.faces) else {}


def _means(args: argparse.Namespace, faces: tuple[str, ...]) -> Mapping[str, Meaning]:
    """Parse the meaning of the faces in a game."""
    if args.game is None:
        if args.means is not None:
            raise Unclear("means_game")
        return {}
    return {args.game: dice_command.meaning(args.game, args.means, faces)}


def _folders(pictures: Path, faces: Sequence[str]) -> Mapping[str, Path]:
    """Return the folder of each drawn face, ignoring the case of its name."""
    inside = _inside(pictures)
    drawn = [face for face in faces if face not in PIPS]
    for face in drawn:
        if face.casefold() not in inside:
            raise Unclear("no_face_folder", file=ending(pictures), name=face)
    return {face: inside[face.casefold()] for face in drawn}


def _inside(pictures: Path) -> Mapping[str, Path]:
    return {path.name.casefold(): path for path in sorted(pictures.iterdir()) if path.is_dir()}


# Reading pictures.


def _look(reader: DiceReader, folders: Mapping[str, Path], words: Words) -> dict[str, _Looks]:
    """Return all usable dice of all pictures; print every doubt."""
    found = list(files_in(list(folders.values())))
    shown = {path: _Looks() for path in folders.values()}
    for path, lesson in read_each(
        found,
        lambda path: reader.lesson(_frame(path)),
        lambda path, error: complain(words.error(error), path),
    ):
        useful = clear(lesson, 1)
        looks = useful.looks if useful.reading.accepted else ()
        shown[path.parent].looks += looks
        shown[path.parent].paths += [path] * len(looks)
        _tell_lesson(path, lesson, len(looks), words)
    for face, path in folders.items():
        if not shown[path].looks:
            raise BadDice("nothing_seen", name=face)
    return {face: shown[path].spread() for face, path in folders.items()}


def _frame(path: Path) -> Frame:
    with opened(path) as file:
        return picture(file, content(file, HEAD)).frame


def _checked(
    reader: DiceReader, name: str, faces: tuple[str, ...], shown: dict[str, _Looks], words: Words
) -> tuple[Taught, FaceCheck]:
    """Return the lesson without looks that do not belong to it, and the result of its check."""
    taught = _taught(name, faces, shown)
    exam = examine(reader, taught)
    odd = {problem for problem in exam.problems if isinstance(problem, OddLook)}
    rest: dict[str, _Looks] = {}
    for face, seen in shown.items():
        numbers = {problem.look for problem in odd if problem.face == face}
        for number in sorted(numbers):
            complain(words.lesson(OddLook(face, number)), seen.paths[number])
        rest[face] = seen.without(numbers) if 2 * len(numbers) < len(seen.looks) else seen
    if not odd:
        return taught, exam
    taught = _taught(name, faces, rest)
    return taught, examine(reader, taught)


def _taught(name: str, faces: tuple[str, ...], shown: Mapping[str, _Looks]) -> Taught:
    return Taught(name, faces, {face: tuple(seen.looks) for face, seen in shown.items()})


# Printing.


def _tell_unused(pictures: Path, faces: Sequence[str], words: Words) -> None:
    """Say that pictures of a 1 taught nothing, since a 1 needs no drawing of its own."""
    inside = _inside(pictures)
    for face in faces:
        path = inside.get(face) if face in PIPS else None
        if path is not None and any(trouble is None for _, trouble in files_in([path])):
            text = words.language.gettext(
                "{face} means pips, which need no pictures: those in {file} are not used."
                " Call a drawing otherwise.",
                face=face,
                file=named(path),
            )
            print(text)


def _tell_lesson(path: Path, lesson: Lesson, used: int, words: Words) -> None:
    _ = words.language.gettext
    dice = words.counted(len(lesson.looks), "die") if lesson.looks else _("no dice")
    doubts = words.doubts(lesson.reading.doubts, len(lesson.reading.dice))
    text = _("{dice}, {used} of use", dice=dice, used=used) if doubts else dice
    tell(named(path), [text, *doubts])


def _tell_exam(exam: FaceCheck, words: Words) -> None:
    counts = {"right": exam.right, "doubted": exam.doubted, "wrong": exam.wrong}
    if any(counts.values()):
        print(
            words.language.gettext(
                "Each die compared with the others: {right} right, {doubted} doubted, "
                "{wrong} wrong.",
                **counts,
            )
        )
    for problem in exam.problems:
        if not isinstance(problem, OddLook):
            print(words.lesson(problem))


def _tell_few(taught: Taught, exam: FaceCheck, words: Words) -> None:
    _ = words.language.gettext
    if exam.alone:
        faces = words.all_of(map(words.face, exam.alone))
        print(_("{faces}: one die alone cannot be checked. Show more of them.", faces=faces))
    few = [face for face, looks in taught.looks.items() if len(looks) < FEW]
    others = [words.face(face) for face in few if face not in exam.alone]
    if others:
        faces = words.all_of(others)
        print(_("{faces}: few dice were seen. Show more of them.", faces=faces))


def _tell_throws(reader: DiceReader, taught: Taught, folder: Path, words: Words) -> None:
    """Print how throws are read with the new lesson."""
    for path, seen in read_each(
        list(files_in([folder])),
        lambda path: read_file(path, lambda frame: reader.read(frame, taught)),
        lambda path, error: complain(words.error(error), path),
    ):
        tell(named(path), lines_of(seen, words))
