"""A record as JSON data: everything a program could want to know of the table after a line."""

from dataclasses import asdict
from typing import Any

from rules.advice import Advice, Option
from rules.barbecue import Barbecue
from rules.events import Event
from rules.games import AnyGame
from rules.grill import PLATES
from rules.heckmeck import Heckmeck
from rules.legal import LegalMoves
from rules.odds import Chances
from rules.plain import to_plain
from rules.record import Record, move_to_plain


def view_record(record: Record, *, reveal: bool = False) -> dict[str, Any]:
    """The table after the record's last line; what the rules hide only if it is to be revealed."""
    state = record.state
    scores = state.points() if reveal else state.shown_points()
    hidden = None in scores
    return {
        "line": len(record.lines),
        "game": state.NAME,
        "variants": sorted(state.setup.variants),
        "dice": state.setup.table_dice.name,
        "box": to_plain(state.setup.box),
        "players": _players(state),
        "turn": _turn(state),
        "legal_moves": _legal_moves(state.legal_moves()),
        "grill": _grill(state),
        "hands": _hands(state, hidden=hidden),
        "scores": list(scores),
        "table": None if hidden else to_plain(state.table),
        "events": [_event(event) for event in record.events],
        "outcome": _outcome(state),
    }


def view_advice(state: AnyGame, advice: Advice) -> dict[str, Any]:
    """What the player could do, the best first."""
    return {
        "player": state.player,
        "only_old": next((o.only_old for o in advice.options if o.move is None), None),
        "options": [_option(option) for option in advice.options],
        **view_chances(advice.chances),
    }


def view_chances(chances: Chances) -> dict[str, Any]:
    """The chances of each sum."""
    return {
        "at_least": {str(total): chance for total, chance in chances.at_least.items()},
        "exactly": {str(total): chance for total, chance in chances.exactly.items()},
    }


def _players(state: AnyGame) -> list[dict[str, Any]]:
    return [
        {
            "name": player.name,
            "colour": str(player.colour),
            "gone": seat in state.gone,
        }
        for seat, player in enumerate(state.setup.players)
    ]


def _grill(state: AnyGame) -> dict[str, Any]:
    """What lies on the grill, by number of the spot; or the tiles that lie there."""
    if isinstance(state, Barbecue):
        worms = state.setup.box.worms
        return {
            str(number): {"worms": worms[number], **asdict(spot)}
            for number, spot in state.table.numbered()
        }
    return {"up": list(state.table.up), "down": list(state.table.down)}


def _hands(state: AnyGame, *, hidden: bool) -> list[dict[str, Any]]:
    """What each player has; of a hidden stack only its top and its height."""
    table = state.table
    if isinstance(state, Barbecue):
        return [
            {"worms": worms, "snails": snails, "plates": PLATES - table.plates_out(seat)}
            for seat, (worms, snails) in enumerate(zip(table.worms, table.snails, strict=True))
        ]
    if hidden:
        return [{"top": table.top(s), "tiles": len(stack)} for s, stack in enumerate(table.stacks)]
    return [{"stack": list(stack)} for stack in table.stacks]


def _turn(state: AnyGame) -> dict[str, Any] | None:
    if not isinstance(state, Heckmeck) or state.ending is not None:
        return None
    turn = state.turn
    return {
        "player": turn.player,
        "phase": str(turn.phase),
        "dice_left": turn.left,
        "thrown": to_plain(turn.thrown),
        "kept": [{"face": str(face), "count": count} for face, count in turn.kept.items()],
        "sum": turn.total,
        "worm": turn.has_worm,
    }


def _legal_moves(moves: LegalMoves) -> list[dict[str, Any]]:
    """The choices, and one entry for all throws."""
    choices = [move_to_plain(move) for move in moves.choices]
    return [*choices, {"move": "throw", "dice": moves.dice}] if moves.dice else choices


def _event(event: Event) -> dict[str, Any]:
    return {"event": event.code, **to_plain(event)}


def _option(option: Option) -> dict[str, Any]:
    move = {"move": "throw"} if option.move is None else move_to_plain(option.move)
    figures = {"value": option.value, "margin": option.margin}
    if option.only_old is not None:
        figures["only_old"] = option.only_old
    return {**move, **figures, **({"then": "stop"} if option.stop_next else {})}


def _outcome(state: AnyGame) -> dict[str, Any] | None:
    outcome = state.outcome()
    if outcome is None:
        return None
    return {
        "why": outcome.why,
        "winners": list(outcome.winners),
        "tie_broken": outcome.tie_broken,
        "standings": [asdict(standing) for standing in outcome.standings],
    }
