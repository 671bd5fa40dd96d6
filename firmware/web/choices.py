"""The possible choices for a page: every legal one, with its result."""

from dataclasses import dataclass, replace

from firmware.play.match import Choice, Match
from firmware.play.questions import QuestionKind
from firmware.play.table_view import TableView
from firmware.play.turns import notable, quiet
from firmware.speech.words import Words
from rules.dice import Face
from rules.events import Events, PassDice
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.moves import Keep, Move, Repair, Throw
from rules.picnic_blitz import PicnicBlitz


@dataclass(frozen=True)
class Offer:
    """A possible choice, as pages get it."""

    label: str
    kind: str
    """The kind of move, for styling."""
    brings: tuple[str, ...] = ()
    """What it would bring; empty if that must not be revealed."""
    repair: bool = False
    face: Face | None = None
    """The dice it sets aside, their number, and the new sum."""
    count: int = 0
    sum: int | None = None


def offers(match: Match, words: Words) -> tuple[Offer, ...]:
    """Return the match's choices as texts, in their order."""
    state, question = match.state, match.question
    if question is None:
        return tuple(_offer(state, choice, words) for choice in match.choices())
    misread = question.kind is QuestionKind.MISREAD
    return tuple(_answer(state, choice, words, misread=misread) for choice in match.choices())


def _offer(state: AnyGame, choice: Choice, words: Words) -> Offer:
    (move,) = choice.moves
    repair = choice.kind == "repair"
    then = () if quiet(state) and not repair else brings(move, choice.preview.events, words)
    offer = Offer(words.move(move), move.code, then, repair)
    if not (isinstance(move, Keep) and isinstance(state, Heckmeck)):
        return offer
    count, total = kept(state, move.face)
    return replace(offer, face=move.face, count=count, sum=total)


def _answer(state: AnyGame, choice: Choice, words: Words, *, misread: bool) -> Offer:
    """Return an answer to the open question."""
    _ = words.language.gettext
    match choice.moves:
        case () if misread:
            return Offer(_("no, the throw stays"), "otherwise")
        case () if isinstance(state, PicnicBlitz):
            return Offer(_("no, nothing was re-rolled"), "otherwise")
        case ():
            return Offer(_("something else: choose by hand"), "otherwise")
        case (Throw(),) if misread:
            return Offer(_("yes, take these dice"), "rerolled")
        case (Throw(rerolled=None),):
            return Offer(_("yes, re-rolled"), "rerolled")
        case (Throw(rerolled=int(dice)),):
            return Offer(words.counted(dice, "die"), "rerolled")
        case (Keep(face) as keep, Throw() as throw) if isinstance(state, Heckmeck):
            count, total = kept(state, face)
            label = _("yes, {count} x {face}", count=count, face=words.face(face))
            then = () if quiet(state) else brings(throw, state.play(keep)[0].play(throw)[1], words)
            return Offer(label, "kept", then, face=face, count=count, sum=total)
    raise TypeError(choice.moves)


def kept(state: AnyHeckmeck, face: Face) -> tuple[int, int]:
    """Return how many dice of this face were thrown, and the sum with them."""
    count = state.turn.thrown.count(face)
    return count, state.turn.total + count * state.setup.dice.values[face]


def question_texts(view: TableView, words: Words) -> tuple[str, str]:
    """Describe the dice, and the question about them."""
    _, many = words.language.gettext, words.language.ngettext
    question, state = view.question, view.state
    if question is None:
        return "", ""
    if question.kind is QuestionKind.MISREAD:
        differ = many("{count} die differs.", "{count} dice differ.", question.changed)
        return differ, _("Was the throw misread? Take these dice?")
    if question.kind is QuestionKind.KEPT or not isinstance(state, PicnicBlitz):
        return _("New dice lie there."), _("Which did you keep?")
    if question.kind is QuestionKind.REROLLED:
        return _("Nothing changed."), _("Were dice re-rolled?")
    change = many("{count} die changed.", "{count} dice changed.", question.changed)
    return change, _("How many dice were re-rolled?")


def brings(move: Move, events: Events, words: Words) -> tuple[str, ...]:
    """Return what a move would bring; of a repair, what people would have to do."""
    if isinstance(move, Repair):
        return tuple(words.event(e) for e in notable(events) if not isinstance(e, PassDice))
    return tuple(filter(None, [words.brought(move, events)]))
