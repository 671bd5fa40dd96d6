"""A position as one line of text, as chess has FEN.

The line has the game's name and then fields, separated by spaces: how the game began, the pieces,
and the turn with its dice. What is as usual is left out. docs/api.md describes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

from rules import header
from rules.errors import BadPosition, RulesError
from rules.games import AnyGame, game_named
from rules.header import Header
from rules.plain import Unreadable, from_plain, to_plain
from rules.words import from_word, to_word

LONGEST = 4096
"""Characters of a line; longer ones are no positions."""
_FIELDS = {
    "starter_unknown": "starter",
    "variant_unknown": "variants",
    "variants_clash": "variants",
    "target_out_of_range": "variants",
    "dice_unknown": "dice",
}
"""The field that a refused beginning means, if it is not the players."""


@dataclass(frozen=True)
class _Rest:
    """The fields that every game has after its beginning, its pieces and its turn."""

    gone: tuple[int, ...] = ()
    ending: str | None = None


def write(state: AnyGame) -> str:
    """Return the line of this state.

    >>> from rules import Colour, Face, Junior, Player, Throw
    >>> state, _ = Junior.begin([Player("Ann", Colour.RED), Player("Ben", Colour.BLUE)])
    >>> state, _ = state.play(Throw([Face.BUN] * 2 + [Face.WORM] * 4))
    >>> write(state)  # doctest: +NORMALIZE_WHITESPACE
    'junior players=Ann:red,Ben:blue up=4,4,5,5,6,6,7,7,8,8,9,9 down=- stacks=-/-
     player=0 phase=keep thrown=bun,bun,worm,worm,worm,worm'
    >>> read(write(state)) == state
    True
    """
    words = (f"{name}={to_word(value)}" for name, value in _said(state))
    return " ".join((state.NAME, *words))


def read(line: str) -> AnyGame:
    """Return the state of a line; raises `BadPosition` with the name of a wrong field."""
    game, given = _split(line)
    kinds = _kinds(game)
    for name in given:
        if name not in kinds:
            raise BadPosition("unknown_field", field=name, known=tuple(kinds))
    plain = {}
    for name, word in given.items():
        try:
            plain[name] = from_word(kinds[name], word, name)
        except Unreadable as error:
            raise BadPosition.at(name, error) from error
    try:
        return _placed(game, plain)
    except BadPosition:
        raise
    except RulesError as error:
        wrong = error.arguments.get("field") or _FIELDS.get(error.code, "players")
        raise BadPosition.at(str(wrong), error) from error


def _placed(game: type[AnyGame], plain: dict[str, Any]) -> AnyGame:
    def of(kind: type) -> dict[str, Any]:
        return {name: plain[name] for name in get_type_hints(kind) if name in plain}

    setup: dict[str, Any] = {"game": game.NAME, **of(Header)}
    box = {
        name.removeprefix("box."): word for name, word in plain.items() if name.startswith("box.")
    }
    setup["box"] = box or to_plain(game.BOX)
    if "dice" in plain:
        setup["dice"] = plain["dice"]
    begun, _, _ = header.begin(setup)
    table = from_plain(game.TABLE, of(game.TABLE))
    told: Any = from_plain(game.TURN, of(game.TURN))
    rest = from_plain(_Rest, of(_Rest))
    return begun.placed(table, told, rest.gone, rest.ending)


def _split(line: str) -> tuple[type[AnyGame], dict[str, str]]:
    """Return the game of a line, and its words by field."""
    if not isinstance(line, str):
        raise BadPosition("wrong_type", field="line", wanted="text")
    if len(line) > LONGEST:
        raise BadPosition("line_too_long", field="line", most=LONGEST)
    first, *words = line.split(" ")
    try:
        game = game_named(first)
    except RulesError as error:
        raise BadPosition.at("game", error) from error
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise BadPosition("missing_field", field=name, wanted="text")
        if name in given:
            raise BadPosition("field_twice", field=name)
        given[name] = value
    return game, given


def _kinds(game: type[AnyGame]) -> dict[str, Any]:
    """Return the annotation of every field of a game's positions."""
    setup = {name: kind for name, kind in get_type_hints(Header).items() if name != "begun"}
    box = {f"box.{name}": kind for name, kind in get_type_hints(type(game.BOX)).items()}
    pieces, turn, last = (get_type_hints(kind) for kind in (game.TABLE, game.TURN, _Rest))
    return {**setup, "dice": str, **box, **pieces, **turn, **last}


def _said(state: AnyGame) -> Iterator[tuple[str, object]]:
    """Return each field of the line with its value."""
    setup = state.setup
    yield "players", setup.players
    if setup.starter:
        yield "starter", setup.starter
    if setup.variants:
        yield "variants", tuple(sorted(setup.variants))
    if setup.table_dice.name != setup.dice.name:
        yield "dice", setup.table_dice.name
    if setup.box != state.BOX:
        yield from (
            (f"box.{each.name}", getattr(setup.box, each.name)) for each in fields(setup.box)
        )
    yield from ((each.name, getattr(state.table, each.name)) for each in fields(state.table))
    told = state.turn.told()
    usual = type(told)(told.player)
    for name in (each.name for each in fields(told)):
        value = getattr(told, name)
        if name in {"player", "phase"} or value != getattr(usual, name):
            yield name, value
    if state.gone:
        yield "gone", tuple(sorted(state.gone))
    if state.ending is not None:
        yield "ending", state.ending
