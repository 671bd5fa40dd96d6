"""A record as JSON data: the state of the table after a given line."""

from dataclasses import asdict
from functools import singledispatch
from typing import Any

from firmware.play.by_game import check
from firmware.play.goals import GoalChance, goal_chances
from rules import rerolls
from rules.advice import Option, advise
from rules.barbecue import Barbecue
from rules.errors import IllegalMove
from rules.events import Event
from rules.games import AnyGame
from rules.grill import PLATES
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.legal import LegalMoves
from rules.odds import Chances
from rules.picnic_blitz import PicnicBlitz
from rules.plain import to_plain
from rules.players import Levels
from rules.record import Record, move_to_plain
from rules.rerolls import Straight
from rules.tiles import AnyTileGame, TileGame


def view_record(record: Record, *, reveal: bool = False) -> dict[str, Any]:
    """Return the table after the record's last line; hidden things only if `reveal`ed."""
    state = record.state
    scores = state.points() if reveal else state.shown_points()
    hidden = None in scores
    return {
        "line": len(record.lines),
        "game": state.NAME,
        "variants": sorted(state.setup.variants),
        "dice": state.setup.table_dice.name,
        "box": to_plain(state.setup.box),
        "players": _players(state, record.levels),
        "turn": turn_view(state),
        "legal_moves": _legal_moves(state.legal_moves()),
        **_pieces(state, hidden),
        "scores": list(scores),
        "table": None if hidden else to_plain(state.table),
        "events": [_event(event) for event in record.events],
        "outcome": _outcome(state),
    }


def view_advice(state: AnyGame) -> dict[str, Any]:
    """Return the player's options, best first, or what the dice could still show."""
    if state.ending is not None:
        raise IllegalMove("game_over")
    return {"player": state.player, **_advice(state)}


def view_chances(chances: Chances) -> dict[str, Any]:
    """Return the chances of each sum."""
    return {
        "at_least": {str(total): chance for total, chance in chances.at_least.items()},
        "exactly": {str(total): chance for total, chance in chances.exactly.items()},
    }


def view_throw(chances: rerolls.Chances) -> dict[str, Any]:
    """Return the chances of each straight, and of each number of equal dice."""
    return {
        "straights": {str(length): chance for length, chance in chances.straights.items()},
        "of_a_kind": {str(face): list(row[1:]) for face, row in chances.of_a_kind.items()},
    }


# For each family of games.


@singledispatch
def _pieces(state: AnyGame, _hidden: bool) -> dict[str, Any]:  # noqa: FBT001  # dispatched
    """Return the pieces' places and each player's possessions, without what is hidden."""
    raise TypeError(state.NAME)


@singledispatch
def _dice(state: AnyGame) -> dict[str, Any]:
    """Return the dice of the turn."""
    raise TypeError(state.NAME)


@singledispatch
def _advice(state: AnyGame) -> dict[str, Any]:
    raise TypeError(state.NAME)


@_pieces.register(Barbecue)
def _grill(state: Barbecue, _hidden: bool) -> dict[str, Any]:  # noqa: FBT001
    table = state.table
    worms = state.setup.box.worms
    spots = {
        str(number): {"worms": worms[number], **asdict(spot)} for number, spot in state.spots()
    }
    hands = [
        {"worms": worms, "snails": snails, "plates": PLATES - table.plates_out(seat)}
        for seat, (worms, snails) in enumerate(zip(table.worms, table.snails, strict=True))
    ]
    return {"grill": spots, "hands": hands}


@_pieces.register(TileGame)
def _tiles(state: AnyTileGame, hidden: bool) -> dict[str, Any]:  # noqa: FBT001
    table = state.table
    hands: list[dict[str, Any]] = [{"stack": list(stack)} for stack in table.stacks]
    if hidden:
        hands = [{"top": table.top(s), "tiles": len(stack)} for s, stack in enumerate(table.stacks)]
    return {"grill": {"up": list(table.up), "down": list(table.down)}, "hands": hands}


@_pieces.register(PicnicBlitz)
def _board(state: PicnicBlitz, _hidden: bool) -> dict[str, Any]:  # noqa: FBT001
    table = state.table
    board = {
        str(number): {
            "food": track.food,
            "holder": table.controller(number),
            "spaces": to_plain(table.tracks[number - 1]),
        }
        for number, track in state.setup.box.tracks.items()
    }
    hands = [
        {"queen": queen, "active": state.active_ants(seat)}
        for seat, queen in enumerate(table.queens)
    ]
    return {"target": state.target, "board": board, "hands": hands}


@_dice.register(Heckmeck)
def _kept_dice(state: AnyHeckmeck) -> dict[str, Any]:
    turn = state.turn
    return {
        "phase": str(turn.phase),
        "dice_left": turn.left,
        "thrown": to_plain(turn.thrown),
        "kept": [{"face": str(face), "count": count} for face, count in turn.kept.items()],
        "sum": turn.total,
        "worm": turn.has_worm,
    }


@_dice.register(PicnicBlitz)
def _thrown_dice(state: PicnicBlitz) -> dict[str, Any]:
    turn = state.turn
    return {
        "phase": str(turn.phase),
        "thrown": to_plain(turn.thrown),
        "throws": turn.groups,
        "again": turn.again,
        "straight": state.straight,
        "attacks": turn.attacks,
        "moves": turn.marches,
    }


@_advice.register(Heckmeck)
def _options(state: AnyHeckmeck) -> dict[str, Any]:
    advice = advise(state)
    return {
        "only_old": next((o.only_old for o in advice.options if o.move is None), None),
        "options": [_option(option) for option in advice.options],
        **view_chances(advice.chances),
    }


@_advice.register(PicnicBlitz)
def _goal_chances(state: PicnicBlitz) -> dict[str, Any]:
    return {"hopes": [_goal_chance(goal_chance) for goal_chance in goal_chances(state)]}


# For all games.


def _players(state: AnyGame, levels: Levels) -> list[dict[str, Any]]:
    return [
        {
            "name": player.name,
            "colour": str(player.colour),
            "gone": seat in state.gone,
            "level": levels[seat] and str(levels[seat]),
        }
        for seat, player in enumerate(state.setup.players)
    ]


def turn_view(state: AnyGame) -> dict[str, Any] | None:
    """Return whose turn it is, and its dice; None after the game."""
    return None if state.ending is not None else {"player": state.player, **_dice(state)}


def _legal_moves(moves: LegalMoves) -> list[dict[str, Any]]:
    """Return the legal moves, with one entry for all throws."""
    choices = [move_to_plain(move) for move in moves.choices]
    again = {"again": moves.again} if moves.rerollable else {}
    return [*choices, {"move": "throw", "dice": moves.dice, **again}] if moves.dice else choices


def _event(event: Event) -> dict[str, Any]:
    return {"event": event.code, **to_plain(event)}


def _option(option: Option) -> dict[str, Any]:
    move = {"move": "throw"} if option.move is None else move_to_plain(option.move)
    figures = {"value": option.value, "margin": option.margin}
    if option.only_old is not None:
        figures["only_old"] = option.only_old
    return {**move, **figures, **({"then": "stop"} if option.stop_next else {})}


def _goal_chance(goal_chance: GoalChance) -> dict[str, Any]:
    goal: dict[str, Any] = (
        {"straight": goal_chance.goal.length}
        if isinstance(goal_chance.goal, Straight)
        else {"face": str(goal_chance.goal.face), "count": goal_chance.goal.count}
    )
    return {**goal, "reroll": to_plain(goal_chance.reroll), "chance": goal_chance.chance}


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


check(__name__, _pieces=_pieces.registry, _dice=_dice.registry, _advice=_advice.registry)
