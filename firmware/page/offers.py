"""What can be done now, as a page offers it: every legal choice, with what it would bring."""

from dataclasses import dataclass

from firmware.speech.words import Words
from firmware.turns import quiet, told
from rules.events import PassDice, TurnEnded
from rules.games import AnyGame
from rules.moves import Keep, Leave, Move, Skip, Void


@dataclass(frozen=True)
class Offer:
    """One thing that can be chosen."""

    label: str
    brings: tuple[str, ...]
    """What people would have to do then; nothing where that must not be told."""
    moves: tuple[Move, ...]
    repair: bool = False


def offers(state: AnyGame, words: Words, *, asked: bool = False) -> tuple[Offer, ...]:
    """Every legal choice of the player, then the repairs that are possible.

    While something is `asked` on the panel, that comes first.
    """
    if state.ending is not None or asked:
        return ()
    silent = quiet(state)
    choices = [
        Offer(words.move(move), () if silent else brings(state, move, words), (move,))
        for move in state.legal_moves().choices
        if not silent or _goes_on(state, move)  # how a quiet turn ends, the panel asks
    ]
    staying = [seat for seat in range(len(state.setup.players)) if seat not in state.gone]
    repairs: list[Move] = [Void(), Skip(), *map(Leave, staying)]
    return (
        *choices,
        *(
            Offer(words.move(move), brings(state, move, words), (move,), repair=True)
            for move in repairs
            if state.refusal(move) is None
        ),
    )


def _goes_on(state: AnyGame, move: Move) -> bool:
    """Whether the turn goes on after this: where it does not, there could be a snatch."""
    ended = any(isinstance(event, TurnEnded) for event in state.play(move)[1])
    return isinstance(move, Keep) and not ended


def brings(state: AnyGame, move: Move, words: Words) -> tuple[str, ...]:
    """What people would have to do, in sentences."""
    events = told(state.play(move)[1])
    telling = (event for event in events if not isinstance(event, TurnEnded | PassDice))
    return tuple(map(words.event, telling))
