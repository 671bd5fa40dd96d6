"""The possible choices for a page: every legal one, with its result."""

from dataclasses import dataclass
from typing import cast

from firmware.play.match import Choice, Match
from firmware.play.questions import QuestionKind
from firmware.play.table_view import TableView
from firmware.play.turns import notable, quiet
from firmware.speech.words import Words
from rules.dice import Face
from rules.events import Events, PassDice, TurnEnded
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.moves import Keep, Move, Throw
from rules.picnic_blitz import PicnicBlitz


@dataclass(frozen=True)
class Offer:
    """A possible choice."""

    label: str
    brings: tuple[str, ...]
    """What people would have to do; empty if that must not be revealed."""
    kind: str
    """The kind of move, for styling."""
    repair: bool = False
    face: Face | None = None
    """The dice it sets aside, their number, and the new sum."""
    count: int = 0
    total: int | None = None


def offers(match: Match, words: Words) -> tuple[Offer, ...]:
    """Return the match's choices as texts, in their order."""
    question = None if match.question is None else match.question.kind
    return tuple(_offer(match.state, question, choice, words) for choice in match.choices())


def _offer(state: AnyGame, question: QuestionKind | None, choice: Choice, words: Words) -> Offer:
    _ = words.language.gettext
    picnic = isinstance(state, PicnicBlitz)
    match choice.moves:
        case () if question is QuestionKind.MISREAD:
            return Offer(_("no, the throw stays"), (), "otherwise")
        case ():
            no = _("no, nothing was re-rolled") if picnic else _("something else: choose by hand")
            return Offer(no, (), "otherwise")
        case (Throw(),) if question is QuestionKind.MISREAD:
            return Offer(_("yes, take these dice"), (), "rerolled")
        case (Throw() as throw,):
            return _rerolled(throw, words)
        case (Keep() as keep, Throw() as throw):
            return _kept(cast("AnyHeckmeck", state), keep, throw, words)
        case (move,):
            return _move(state, move, choice, words)
    raise TypeError(choice.moves)


def _move(state: AnyGame, move: Move, choice: Choice, words: Words) -> Offer:
    repair = choice.kind == "repair"
    then = () if quiet(state) and not repair else brings(choice.preview.events, words)
    label, kind = words.move(move), move.code
    if not (isinstance(move, Keep) and isinstance(state, Heckmeck)):
        return Offer(label, then, kind, repair)
    count = state.turn.thrown.count(move.face)
    total = state.turn.total + count * state.setup.dice.values[move.face]
    return Offer(label, then, kind, face=move.face, count=count, total=total)


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


def _rerolled(throw: Throw, words: Words) -> Offer:
    known = throw.rerolled is not None
    label = words.counted(throw.rerolled or 0, "die") if known else ""
    return Offer(label or words.language.gettext("yes, re-rolled"), (), "rerolled")


def _kept(state: AnyHeckmeck, keep: Keep, thrown: Throw, words: Words) -> Offer:
    after = state.play(keep)[0]
    count, face = state.turn.thrown.count(keep.face), words.face(keep.face)
    label = words.language.gettext("yes, {count} x {face}", count=count, face=face)
    then = () if quiet(state) else brings(after.play(thrown)[1], words)
    return Offer(label, then, "kept", face=keep.face, count=count, total=after.turn.total)


def brings(events: Events, words: Words) -> tuple[str, ...]:
    """Describe what people would have to do."""
    telling = (event for event in notable(events) if not isinstance(event, TurnEnded | PassDice))
    return tuple(map(words.event, telling))
