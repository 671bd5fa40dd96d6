"""The possible choices for a page: every legal one, with its result."""

from dataclasses import dataclass, replace

from firmware.play.match import Choice, Match
from firmware.play.questions import QuestionKind
from firmware.play.turns import notable, preview, quiet
from firmware.speech.words import Words
from rules.dice import Face
from rules.events import (
    CaptureTrack,
    Events,
    MoveAnt,
    PassDice,
    PlacePlate,
    PlateHome,
    PushAnt,
    SetAside,
    SnatchTile,
    TakeSnail,
    TakeTile,
)
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.moves import Keep, March, Move, Repair, Stop, Take, Throw
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
    """The dice it sets aside, and their number."""
    count: int = 0
    vain: bool = False
    """A stop that wins nothing: it can be chosen, but nothing invites to it."""
    place: str = ""
    """The piece on the board that stands for it: a spot, a tile, a stack, or a track's space."""


def offers(match: Match, words: Words) -> tuple[Offer, ...]:
    """Return the match's choices as texts, in their order."""
    question, ahead = match.question, match.ahead
    misread = question is not None and question.kind is QuestionKind.MISREAD
    state = preview(match.state, *ahead).after
    return tuple(
        _offer(state, choice, choice.moves[len(ahead) :], words)
        if choice.moves and (ahead or question is None)
        else _answer(match.state, choice, words, misread=misread)
        for choice in match.choices()
    )


def _offer(state: AnyGame, choice: Choice, moves: tuple[Move, ...], words: Words) -> Offer:
    """Return these moves of the choice, which begin in this state."""
    offer = _named(state, moves, words, repair=choice.kind == "repair")
    seen = preview(state, *moves)
    vain = offer.kind == "stop" and seen.needs_confirmation and not quiet(state)
    return replace(offer, vain=vain, place=_place(state, seen.events))


def _place(state: AnyGame, events: Events) -> str:
    """Return the piece on the board that these events move, or where to; "" for none."""
    for event in events:
        match event:
            case PlateHome(spot=spot) | PlacePlate(spot=spot) | TakeSnail(spot=spot):
                return f"spot {spot}"
            case TakeTile(tile=tile):
                return f"tile {tile}"
            case SnatchTile(rival=rival):
                return f"stack {rival}"
            case MoveAnt(track=track, to=to):
                return f"space {track} {to}"
            case PushAnt(player, track) if isinstance(state, PicnicBlitz):
                return f"space {track} {state.table.where(player, track)}"
    return ""


def _named(state: AnyGame, moves: tuple[Move, ...], words: Words, *, repair: bool) -> Offer:
    events = preview(state, *moves).events
    shown = brings(moves[-1], events, words) if repair or not quiet(state) else ()
    match moves:
        case (Keep(face),) if isinstance(state, Heckmeck):
            count, total = kept(state, face)
            return Offer(words.keep(face, count, total), "keep", shown, face=face, count=count)
        case (Keep(face), Stop()) if isinstance(state, Heckmeck):
            count, total = kept(state, face)
            label = words.keep_and_stop(face, count, total)
            return Offer(label, "stop", shown, face=face, count=count)
        case (*before, Take() as take) if before:
            offer = _named(state, tuple(before), words, repair=False)
            return replace(offer, label=f"{offer.label}: {words.move(take)}", brings=())
        case (March(track),):
            went = next(event for event in events if isinstance(event, MoveAnt))
            more = went.onto or any(isinstance(event, CaptureTrack) for event in events)
            label = words.say("track {track}, space {space}", track=track, space=went.to)
            return Offer(label, "march", shown if more else ())
    return Offer(words.move(moves[0]), moves[0].code, shown, repair)


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
            count, _total = kept(state, face)
            label = _("yes, {count} x {face}", count=count, face=words.face(face))
            then = () if quiet(state) else brings(throw, state.play(keep)[0].play(throw)[1], words)
            return Offer(label, "kept", then, face=face, count=count)
    raise TypeError(choice.moves)


def kept(state: AnyHeckmeck, face: Face) -> tuple[int, int]:
    """Return how many dice of this face were thrown, and the sum with them."""
    count = state.turn.thrown.count(face)
    return count, state.turn.total + count * state.setup.dice.values[face]


def question_texts(match: Match, words: Words) -> tuple[str, str]:
    """Describe the dice, and the question about them."""
    _, many = words.language.gettext, words.language.ngettext
    question, state = match.question, match.state
    if question is None:
        return "", ""
    if match.ahead:
        laid = next(e for e in preview(state, *match.ahead).events if isinstance(e, SetAside))
        face = words.face(laid.face)
        done = _("{player} kept {count} x {face}.", player=words.name(laid.player),
                 count=laid.count, face=face)  # fmt: skip
        return done, ""
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
