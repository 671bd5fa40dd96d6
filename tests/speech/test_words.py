"""Every code of the rules, of vision and of the terminal has words, and no words are left over."""

import ast
import string
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import cast, get_type_hints

import firmware
import rules
import vision
from firmware.speech import sentences, words
from firmware.speech.causes import CAUSES, Cause
from firmware.speech.events import BROUGHT, EACH, TITLES
from firmware.speech.events import EVENTS as SAID
from firmware.speech.games import WORDS
from firmware.speech.language import ENGLISH, Template
from firmware.speech.moves import MOVES, USES
from firmware.speech.reasons import ENDINGS, REASONS
from firmware.speech.short import Short
from firmware.speech.words import Words, printable
from rules import (
    Attack,
    Colour,
    Face,
    Keep,
    March,
    Pass,
    Player,
    QueenUse,
    SpendQueen,
    Stop,
    Take,
    TakeQueen,
    Throw,
    events,
    follow,
)
from rules.ant_turn import AntPhase
from rules.coded import Coded
from rules.errors import BadRecord, IllegalMove
from rules.events import (
    Event,
    GameOver,
    PushAnt,
    SetDice,
    SetQueen,
    SetSpot,
    SetTrack,
    SetWorms,
    ThrowAgain,
)
from rules.follow import Problem, StillInTray
from rules.games import GAMES
from rules.turn import Phase
from vision.errors import BadPicture

ERRORS = {
    "IllegalMove", "BadSetup", "BadBox", "BadRecord", "Unreadable", "Unclear", "BadPicture",
    "BadDice", "DeviceTrouble", "CameraTrouble", "DiskTrouble", "BadConfig", "BadScript",
    "MatTrouble", "Problem", "TaughtTrouble",
}  # fmt: skip
NASTY = "\x1b[2J\n\u202e\x07\u2028\ud800"
"""Clears a terminal, breaks lines, turns the writing direction, rings, and is no character."""


# The codes, as the source has them.


@dataclass(frozen=True)
class Raised:
    """One place where an error is made."""

    code: str
    arguments: frozenset[str]
    where: str


def _modules() -> Iterator[Path]:
    for package in (rules, vision, firmware):
        assert package.__file__ is not None
        yield from sorted(Path(package.__file__).parent.rglob("*.py"))


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")


def _literals(node: ast.expr | None, function: ast.AST) -> list[str] | None:
    """The texts an expression can be: a literal, one of two, or a variable set to such."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return [*(_literals(body, function) or []), *(_literals(orelse, function) or [])]
        case ast.Name(id=name):
            assigned = [
                statement.value
                for statement in ast.walk(function)
                if isinstance(statement, ast.Assign) and _name(statement.targets[0]) == name
            ]
            assigned += _looped(name, function)
            return [text for value in assigned for text in _literals(value, function) or []]
    return None


def _looped(name: str, function: ast.AST) -> list[ast.expr]:
    """What a variable is in a loop over rows that stand there."""
    return [
        row.elts[[_name(target) for target in targets].index(name)]
        for loop in ast.walk(function)
        if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Tuple)
        for targets in [loop.target.elts if isinstance(loop.target, ast.Tuple) else []]
        if name in map(_name, targets)
        for row in loop.iter.elts
        if isinstance(row, ast.Tuple)
    ]


Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def _functions() -> tuple[tuple[Path, Function, tuple[ast.Call, ...]], ...]:
    """Each with the calls in it; walked once, since every worker does it before its first test."""
    return tuple(
        (module, function, tuple(node for node in ast.walk(function) if isinstance(node, ast.Call)))
        for module in _modules()
        for function in ast.walk(ast.parse(module.read_text()))
        if isinstance(function, Function)
    )


@cache
def raised() -> tuple[Raised, ...]:
    found = []
    for module, function, calls in _functions():
        for call in calls:
            if _name(call.func) not in ERRORS or _handed_on(call):
                continue
            where = f"{module.name}:{call.lineno}"
            codes = _literals(call.args[0], function)
            assert codes, f"{where}: what is the code?"
            given = _given(call, function)
            found += [Raised(code, given, where) for code in codes]
    return tuple(found)


def _given(call: ast.Call, function: Function) -> frozenset[str]:
    """The names of an error's arguments; those of a problem with the configuration are a dict."""
    given = {keyword.arg for keyword in call.keywords if keyword.arg}
    if _name(call.func) == "BadRecord":
        given -= {"line"}  # where it is bad is told beside
    if _name(call.func) in {"BadScript", "BadConfig"}:
        given |= {"line"}
    if _name(call.func) == "Problem":
        dicts = (node for node in ast.walk(function) if isinstance(node, ast.Dict))
        keys = (key for node in dicts for key in node.keys)
        given |= {str(key.value) for key in keys if isinstance(key, ast.Constant)}
        given |= {"file", "line", "key", "other"}
    return frozenset(given)


def _handed_on(call: ast.Call) -> bool:
    """An error made from another has that one's code."""
    return isinstance(call.args[0], ast.Attribute) and call.args[0].attr == "code"


@cache
def whys() -> frozenset[str]:
    """The reasons that the rules give for an end: of a turn, of an attempt, of the game."""
    found: set[str] = set()
    for _, function, calls in _functions():
        for call in calls:
            if _name(call.func) in {"_fail", "_end", "_finish"} and call.args:
                found.update(_literals(call.args[0], function) or ())
        if function.name.startswith("_why"):
            returns = (node for node in ast.walk(function) if isinstance(node, ast.Return))
            found.update(*(_literals(node.value, function) or () for node in returns))
    return frozenset(found)


def _placeholders(template: Template) -> set[str]:
    texts = (template,) if isinstance(template, str) else template
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_source_is_read_as_it_is_meant() -> None:
    codes = {place.code for place in raised()}
    assert {"already_kept", "record_newer", "record_version", "line_torn", "typed_face"} <= codes
    assert {"empty_file", "not_a_picture", "cannot_open", "video_broken"} <= codes
    assert {"disk_full", "game_elsewhere", "camera_gone", "config_twice", "config_table"} <= codes
    assert {"stopped", "all_faces", "only_old", "no_worm", "blocked", "grill_empty"} <= whys()


# Errors.


def test_every_error_can_be_said() -> None:
    for place in raised():
        assert _placeholders(words._ERRORS[place.code]) <= place.arguments, place


def test_no_words_for_errors_that_nobody_raises() -> None:
    assert not set(words._ERRORS) - {place.code for place in raised()}


def test_a_bad_record_names_its_line() -> None:
    said = Words().error(BadRecord("not_thrown", line=7, face="3"))
    assert said.startswith("line 7: ")
    assert "no 3" in said


def test_a_player_is_called_by_name() -> None:
    people = Words([Player("Ann", Colour.BLUE), Player("Ben", Colour.GREEN)])
    assert "Ben" in people.error(IllegalMove("no_such_player", player=1))


def test_nobody_is_called_by_a_seat_that_is_not_there() -> None:
    people = Words([Player("Ann", Colour.BLUE), Player("Ben", Colour.GREEN)])
    assert "Ben" not in people.error(IllegalMove("no_such_player", player=-1))


def test_every_type_that_a_record_wants_has_words() -> None:
    for wanted in ["list", "object", "text", "number", "truth"]:
        said = Words().error(BadRecord("wrong_type", line=1, field="box", wanted=wanted))
        assert said.endswith(f"must be {sentences.WANTED[wanted]}.")


def test_a_bad_picture_says_its_size() -> None:
    said = Words().error(BadPicture("too_small", width=3, height=2, least=16))
    assert "3 x 2" in said


# Doubts.


def cause_of(code: str, dice: tuple[int, ...]) -> Cause:
    return Cause(code, dice, ("5",), ((10.6, 20.4),), 7, (7, 8))


def test_every_cause_of_doubt_can_be_said() -> None:
    for code in CAUSES:
        for dice in [(0,), (0, 2)]:
            said = Words().cause(cause_of(code, dice))
            assert said.isprintable()
            assert said.isascii()  # it is drawn into pictures too
            assert ": " in said  # what happened, what to do


# Events, problems and moves.


def _is_a(base: type[Coded], kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, base) and kind is not base


EVENTS = [kind for kind in vars(events).values() if _is_a(Event, kind)]
MOVE_KINDS = {kind for game in GAMES.values() for kind in game.MOVES}
PROBLEMS = [kind for kind in vars(follow).values() if _is_a(Problem, kind)]


def _sample(kind: type[Coded]) -> Coded:
    """A value of this kind with something in every field."""
    hints = get_type_hints(kind)
    samples: dict[object, object] = {
        int: 1,
        int | None: 1,
        bool: False,
        str: "stopped",
        Face: Face.WORM,
        QueenUse: QueenUse.ATTACK,
        tuple[tuple[int, ...], ...]: ((), (1, 0), (), (2,)),
    }
    values = {
        field.name: samples.get(hints[field.name], (2, 3))
        for field in fields(kind)  # type: ignore[arg-type]
    }
    return kind(**values)


def test_every_event_can_be_said() -> None:
    for kind in EVENTS:
        event = _sample(kind)
        assert isinstance(event, Event)
        assert Words().event(event).isprintable()


def test_the_panel_has_a_phrase_for_all_but_these() -> None:
    seen = {"thrown", "set_aside", "pass_dice", "turn_ended", "game_over"}  # title, foot, table
    short = Short(THREE, ENGLISH)
    told = {kind.code: short.instructions((cast("Event", _sample(kind)),)).lines for kind in EVENTS}
    assert {code for code, lines in told.items() if not any(lines)} == seen | {"failed"}
    tables = (CAUSES, ENDINGS, MOVES, REASONS, USES)
    missing = {code for table in tables for code, said in table.items() if not said.short}
    assert missing == {"stopped", "all_dice", "all_faces"}


def test_every_move_and_every_use_of_a_queen_has_words_and_no_others() -> None:
    assert set(MOVES) == {kind.code for kind in MOVE_KINDS} | {"snatch"}
    assert set(USES) == set(QueenUse)


def test_every_problem_can_be_said() -> None:
    for kind in PROBLEMS:
        problem = _sample(kind)
        assert isinstance(problem, Problem)
        assert Words().problem(problem).isprintable()


def test_no_words_for_events_that_there_are_not() -> None:
    codes = {kind.code for kind in EVENTS} - {SetSpot.code, SetQueen.code}
    spots = {"set_spot_empty", "set_spot_snail", "set_spot_plates"}
    others = {"push_ant_home", "push_ant_under", "move_ant_onto"}
    others |= {"set_queen_taken", "set_queen_none"}
    others |= {"set_dice_tray", "set_dice_hand"}
    assert set(SAID) == codes | spots | others
    assert {*EACH, *TITLES} <= codes
    assert set(BROUGHT) <= codes | others


def test_no_words_for_problems_that_there_are_not() -> None:
    assert set(sentences.PROBLEMS) == {kind.code for kind in PROBLEMS}


def test_a_spot_is_said_by_what_lies_there() -> None:
    for spot, said in [
        (SetSpot(30, None, 0, snail=False), "nothing"),
        (SetSpot(30, None, 0, snail=True), "snail"),
        (SetSpot(30, 0, 2, snail=False), "2 of Ann's plates"),
    ]:
        assert said in Words([Player("Ann", Colour.BLUE)]).event(spot)


THREE = [Player("Ann", Colour.BLUE), Player("Ben", Colour.RED), Player("Cat", Colour.BLACK)]


def test_ants_queens_and_dice_are_said_by_where_they_are() -> None:
    for event, said in [
        (PushAnt(1, 3, 4), "Ben's ant on track 3 goes back to space 4."),
        (PushAnt(1, 3, 0), "Ben's ant on track 3 goes back home."),
        (SetQueen(0, has=True), "Ann has a queen."),
        (SetQueen(0, has=False), "Ann has no queen."),
        (SetTrack(3, ((), (0,), (), (1, 2))), "Ants on track 3: Ann on 2, Ben under Cat on 4."),
        (SetTrack(3, ((), (), ())), "Ants on track 3: none."),
        (SetDice(0, (Face.TWO, Face.SIX), ()), "Ann has the dice. In the tray: 2 6."),
        (SetDice(0, (), ()), "Ann has all the dice in hand."),
        (
            SetDice(0, (), (Face.WORM,)),
            "Ann has the dice. Aside: worm; in the tray: none; the rest in hand.",
        ),
    ]:
        assert Words(THREE).event(event) == said


def test_one_is_not_said_as_many() -> None:
    assert "1 worm." in Words().event(SetWorms(0, 1))
    assert "2 worms." in Words().event(SetWorms(0, 2))
    assert "one die" in Words().event(ThrowAgain(0, 1))
    assert "with 2 dice" in Words().event(ThrowAgain(0, 2))
    assert "one is" in Words().problem(StillInTray(Face.TWO, 1))


def test_moves_are_said() -> None:
    for move, said in [
        (Keep(Face.WORM), "keep worm"),
        (Take(25), "take 25 from the grill"),
        (Take(25, 0), "take 25 from Ann"),
        (Stop(), "stop"),
        (Attack(0, 3), "attack Ann on 3"),
        (March(3), "move on 3"),
        (SpendQueen(QueenUse.MOVE), "spend the queen for a second move"),
        (TakeQueen(), "take a queen"),
        (Pass(), "pass"),
    ]:
        assert Words([Player("Ann", Colour.BLUE)]).move(move) == said


def test_a_move_is_told_with_what_it_brought() -> None:
    told = Words(THREE)
    for move, then, said in [
        (
            Stop(),
            (
                events.TurnEnded(0, 30, "stopped"),
                events.StealWorms(0, 1, 3),
                events.PlateHome(1, 30),
                events.PlacePlate(0, 30),
            ),
            "stop at 30: snatch 3 worms from Ben",
        ),
        (Keep(Face.SIX), (events.SetAside(0, Face.SIX, 4), events.PassDice(0)), "keep 6"),
        (
            Keep(Face.SIX),
            (events.TurnEnded(0, 24, "all_dice"), events.TakeWorms(0, 1), events.PlacePlate(0, 24)),
            "keep 6, 24 in all: take 1 worm",
        ),
        (
            Throw([Face.ONE, Face.ONE]),
            (
                events.TurnEnded(0, 12, "only_old"),
                events.Failed(0, 12, "only_old"),
                events.ReturnTile(0, 26),
            ),
            "throw 1 1: nothing (the throw shows nothing new), give the 26 back",
        ),
        (
            Stop(),
            (
                events.TurnEnded(0, 30, "stopped"),
                events.Failed(0, 30, "no_worm"),
                events.PlaceSnail(36),
            ),
            "stop at 30: nothing (there is no worm among the dice), a snail on 36",
        ),
        (Take(25, 1), (events.SnatchTile(0, 1, 25),), "take 25 from Ben"),
        (
            March(3),
            (events.MoveAnt(0, 3, 8), events.CaptureTrack(0, 3, 4)),
            "move on 3: food for 4 points",
        ),
        (Attack(1, 3), (PushAnt(1, 3, 0), events.OpenTrack(3)), "attack Ben on 3: back home"),
    ]:
        assert told.story(move, then) == said


# Reasons, phases, games, options.


def test_every_reason_can_be_said() -> None:
    for why in sorted(whys()):
        assert Words().event(GameOver(why)).isprintable()


def test_no_words_for_reasons_that_there_are_not() -> None:
    assert {*REASONS, *ENDINGS} == whys()


def test_every_phase_can_be_said() -> None:
    for phase in [*Phase, *AntPhase]:
        assert Words().error(IllegalMove("stop_not_now", phase=phase)).isprintable()


def test_no_words_are_left_over_for_games_and_options_that_there_are_not() -> None:
    assert {name: set(words.options) for name, words in WORDS.items()} == {
        name: set(game.VARIANTS) for name, game in GAMES.items()
    }


# Text from outside.


def _nasty(places: tuple[Raised, ...]) -> dict[str, dict[str, str]]:
    """For each code, every argument of free text as nasty as it can be."""
    ours = {"why": "stopped", "phase": "throw", "count": "2", "use": "attack"}
    nasty: dict[str, dict[str, str]] = defaultdict(dict)
    for place in places:
        nasty[place.code] |= {name: ours.get(name, NASTY) for name in place.arguments}
    return nasty


def test_no_error_carries_control_characters() -> None:
    for code, arguments in _nasty(raised()).items():
        assert Words().error(IllegalMove(code, **arguments)).isprintable()


def test_what_cannot_be_printed_is_spelt_out() -> None:
    assert printable("a\x1bb\ud800") == r"a\u001bb\ud800"


def test_what_can_be_printed_stays() -> None:
    assert printable("Łukasz 🐛 “x”") == "Łukasz 🐛 “x”"
