"""What can be done now, as a page offers it: every legal choice, with what it would bring."""

from dataclasses import dataclass

from firmware.play.turns import quiet, told
from firmware.speech.words import Words
from rules.dice import Face, differing
from rules.events import PassDice, TurnEnded
from rules.games import AnyGame
from rules.heckmeck import Heckmeck
from rules.moves import Keep, Leave, Move, Skip, Throw, Void
from rules.picnic_blitz import PicnicBlitz

Assumed = tuple[tuple[Move, ...], ...]
"""What people may have done with the dice, the likeliest first; nothing where that is known."""


@dataclass(frozen=True)
class Offer:
    """One thing that can be chosen."""

    label: str
    brings: tuple[str, ...]
    """What people would have to do then; nothing where that must not be told."""
    moves: tuple[Move, ...]
    """None: what the dice tell is wrong, and it is chosen by hand."""
    kind: str
    """What sort of move it is, for how it looks."""
    repair: bool = False
    face: Face | None = None
    """The dice that are laid aside with it, and how many; then the sum with them."""
    count: int = 0
    total: int | None = None


def offers(state: AnyGame, words: Words, assumed: Assumed = ()) -> tuple[Offer, ...]:
    """Every legal choice of the player, then the repairs that are possible.

    While something is only `assumed`, that is asked first.
    """
    if state.ending is not None:
        return ()
    if assumed:
        return _asked(state, words, assumed)
    silent = quiet(state)
    choices = [
        _choice(state, move, words)
        for move in state.legal_moves().choices
        if not silent or _goes_on(state, move)  # how a quiet turn ends, the panel asks
    ]
    staying = [seat for seat in range(len(state.setup.players)) if seat not in state.gone]
    repairs: list[Move] = [Void(), Skip(), *map(Leave, staying)]
    return (
        *choices,
        *(
            Offer(words.move(move), brings(state, move, words), (move,), move.code, repair=True)
            for move in repairs
            if state.refusal(move) is None
        ),
    )


def _choice(state: AnyGame, move: Move, words: Words) -> Offer:
    then = () if quiet(state) else brings(state, move, words)
    label, kind = words.move(move), move.code
    if not (isinstance(move, Keep) and isinstance(state, Heckmeck)):
        return Offer(label, then, (move,), kind)
    count = state.turn.thrown.count(move.face)
    total = state.turn.total + count * state.setup.dice.values[move.face]
    return Offer(label, then, (move,), kind, face=move.face, count=count, total=total)


def question(state: AnyGame, words: Words, assumed: Assumed) -> tuple[str, str]:
    """What the dice show, and what is asked about it."""
    _, many = words.language.gettext, words.language.ngettext
    throw = assumed[0][-1]
    if not isinstance(state, PicnicBlitz) or not isinstance(throw, Throw):
        return _("New dice lie there."), _("What was laid aside?")
    changed = differing(state.turn.thrown, throw.faces)
    told = many("{count} die changed.", "{count} dice changed.", changed)
    if throw.rerolled is not None:
        return told, _("How many dice were re-rolled?")
    return _("Nothing changed."), _("Were dice re-rolled?")


def _asked(state: AnyGame, words: Words, assumed: Assumed) -> tuple[Offer, ...]:
    """What the dice may tell, and that it was something else."""
    _ = words.language.gettext
    if isinstance(state, PicnicBlitz):
        rerolled = [_rerolled(moves, words) for moves in assumed]
        return (*rerolled, Offer(_("no, nothing was re-rolled"), (), (), "otherwise"))
    kept = [_kept(state, moves, words) for moves in assumed]
    return (*kept, Offer(_("something else: choose by hand"), (), (), "otherwise"))


def _rerolled(moves: tuple[Move, ...], words: Words) -> Offer:
    (throw,) = moves
    if not isinstance(throw, Throw):
        raise TypeError(throw.code)
    if throw.rerolled is None:
        label = words.language.gettext("yes, re-rolled")
    else:
        label = words.counted(throw.rerolled, "die")
    return Offer(label, (), moves, "rerolled")


def _kept(state: AnyGame, moves: tuple[Move, ...], words: Words) -> Offer:
    keep, thrown = moves
    if not (isinstance(keep, Keep) and isinstance(state, Heckmeck)):
        raise TypeError(state.NAME)
    after = state.play(keep)[0]
    count, face = state.turn.thrown.count(keep.face), words.face(keep.face)
    label = words.language.gettext("yes, {count} x {face}", count=count, face=face)
    then = () if quiet(state) else brings(after, thrown, words)
    return Offer(label, then, moves, "kept", face=keep.face, count=count, total=after.turn.total)


def _goes_on(state: AnyGame, move: Move) -> bool:
    """Whether the turn goes on after this: where it does not, there could be a snatch."""
    ended = any(isinstance(event, TurnEnded) for event in state.play(move)[1])
    return isinstance(move, Keep) and not ended


def brings(state: AnyGame, move: Move, words: Words) -> tuple[str, ...]:
    """What people would have to do, in sentences."""
    events = told(state.play(move)[1])
    telling = (event for event in events if not isinstance(event, TurnEnded | PassDice))
    return tuple(map(words.event, telling))
