"""Derives moves from the dice that were read, or the question to ask if the dice leave it open."""

from collections import Counter

from firmware.play.questions import Question, QuestionKind
from rules.dice import Faces, differing
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Throw
from rules.picnic_blitz import PicnicBlitz
from rules.record import Read


def likeliest(state: AnyHeckmeck, faces: Faces, keeps: tuple[Keep, ...]) -> tuple[Keep, ...]:
    """Sort keeps by how likely they explain the new dice: first by missing dice, then by worth."""
    thrown, values = state.turn.thrown, state.setup.dice.values
    gone = Counter(thrown) - Counter(faces)

    def rank(keep: Keep) -> tuple[int, int, int]:
        return -gone[keep.face], -values[keep.face], thrown.index(keep.face)

    return tuple(sorted(keeps, key=rank))


def kept(faces: Faces, keeps: tuple[Keep, ...], read: Read) -> Question:
    """Return the question which of these keeps came before the new dice, in this order."""
    return Question(QuestionKind.KEPT, tuple((keep, Throw(faces)) for keep in keeps), read)


def misread(thrown: Faces, faces: Faces, read: Read) -> Question:
    """Return the question whether these dice replace those of the last throw."""
    changed = differing(thrown, faces)
    return Question(QuestionKind.MISREAD, ((Throw(faces),),), read, changed=changed)


def rerolled(
    state: PicnicBlitz, faces: Faces, read: Read, marked: int, *, thrower: bool
) -> Throw | Question:
    """Return the re-roll that explains these dice, or ask whether and how many were thrown.

    The number matters only while a second re-roll may follow. It is known if so many dice were
    `marked` and some changed, or if a program is the `thrower`.
    """
    turn = state.turn
    possible, changed = turn.possibly_rerolled(faces), differing(turn.thrown, faces)
    known = marked in possible and (changed > 0 or thrower)
    if turn.groups > 1 and not known and len(possible) > 1:
        counts = tuple((Throw(faces, dice),) for dice in possible)
        first = possible.index(marked) if marked in possible else 0
        return Question(QuestionKind.HOW_MANY, counts, read, first, changed)
    if not changed and not known:
        return Question(QuestionKind.REROLLED, ((Throw(faces),),), read)
    return Throw(faces, (marked if known else possible[0]) if turn.groups > 1 else None)
