"""The command: replay, odds, advise and what it refuses, each with one line and status 2."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main
from firmware.journal import Journal
from rules import Barbecue, Bratwurmeck, Colour, Face, Junior, Keep, Player, Stop, Throw
from rules.dice import CLASSIC
from rules.errors import BadSetup
from rules.games import GAMES, AnyGame
from rules.record import Record
from rules.tiles import TileGame
from tests.rules.tables import throw

GRILLSIDE = str(Path(sys.executable).with_name("grillside"))
"""The command as it is installed beside the Python that runs the tests."""

Data = dict[str, Any]
Refused = Callable[..., str]


def people(*names: str) -> list[Player]:
    return [Player(name, colour) for name, colour in zip(names, Colour, strict=False)]


def a_record(game: type[AnyGame] = Bratwurmeck, *names: str) -> Record:
    return Record.begin(*game.begin(people(*names or ("Ann", "Ben", "Cat"))))


def kept(folder: Path, record: Record) -> Path:
    """The record as a file."""
    path = folder / "game.jsonl"
    path.write_text("".join(f"{line}\n" for line in record.lines))
    return path


def played(game: type[AnyGame], seed: int) -> Record:
    """A whole game of somebody who keeps the highest face and stops as soon as it pays."""
    dice = random.Random(seed)
    record = a_record(game)
    while record.state.ending is None:
        state = record.state
        moves = state.legal_moves()
        pays = state.takes() if isinstance(state, TileGame) else True
        if moves.choices and (pays or not moves.dice):
            record.play(moves.choices[-1])
        else:
            record.play(Throw(dice.choices(state.setup.dice.sides, k=moves.dice)))
    return record


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Ann threw and kept worms, threw again, and that was taken back."""
    record = a_record()
    record.play(throw("11235www"))
    record.play(Keep(Face.WORM))
    record.play(throw("11235"))
    record.undo()
    return kept(tmp_path, record)


@pytest.fixture
def data(capsys: pytest.CaptureFixture[str]) -> Callable[..., Data]:
    """Run a command that answers with JSON."""

    def run(*arguments: object) -> Data:
        assert main([*map(str, arguments), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert isinstance(answer, dict)
        return answer

    return run


@pytest.fixture
def text(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command that answers with text."""

    def run(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that must be refused with one line, and return that."""

    def run(*arguments: object) -> str:
        assert main([*map(str, arguments)]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("grillside: ")
        assert printed.err.endswith("\n")
        line = printed.err[:-1]
        assert line.isprintable()
        assert len(line) < 400
        return line

    return run


# replay


def test_replay_shows_the_table(file: Path, text: Callable[..., str]) -> None:
    shown = text("replay", file)
    for part in (
        "Heckmeck am Bratwurmeck",
        "after line 5",
        "> A  Ann",
        "aside   [W][W][W] = 15, with a worm",
        "Ann may: stop, throw 5 dice",
    ):
        assert part in shown


def test_replay_shows_who_won(tmp_path: Path, text: Callable[..., str]) -> None:
    shown = text("replay", kept(tmp_path, played(Junior, seed=39)))
    assert "The game is over" in shown
    assert "win" in shown


def test_replay_as_data_answers_every_question(file: Path, data: Callable[..., Data]) -> None:
    view = data("replay", file)
    assert list(view) == [
        "file",
        "line",
        "game",
        "variants",
        "dice",
        "box",
        "players",
        "turn",
        "legal_moves",
        "grill",
        "hands",
        "scores",
        "table",
        "events",
        "outcome",
    ]
    assert view["turn"] == {
        "player": 0,
        "phase": "throw",
        "dice_left": 5,
        "thrown": [],
        "kept": [{"face": "worm", "count": 3}],
        "sum": 15,
        "worm": True,
    }
    assert view["legal_moves"] == [{"move": "stop"}, {"move": "throw", "dice": 5}]
    assert view["scores"] == [0, 0, 0]
    assert view["outcome"] is None


def test_replay_of_barbecue_as_data(tmp_path: Path, data: Callable[..., Data]) -> None:
    record = a_record(Barbecue)
    for move in (throw("66ww1234"), Keep(Face.WORM), throw("666123"), Keep(Face.SIX), Stop()):
        record.play(move)
    view = data("replay", kept(tmp_path, record))
    assert view["grill"]["28"] == {"worms": 2, "owner": 0, "plates": 1, "snail": False}
    assert view["hands"][0] == {"worms": 2, "snails": 0, "plates": 9}
    assert {"event": "place_plate", "player": 0, "spot": 28} in view["events"]
    assert view["turn"]["player"] == 1


def test_replay_of_tiles_as_data(tmp_path: Path, data: Callable[..., Data]) -> None:
    view = data("replay", kept(tmp_path, a_record(Bratwurmeck)))
    assert view["grill"] == {"up": list(range(21, 37)), "down": []}
    assert view["hands"] == [{"stack": []}] * 3
    assert view["scores"] == [0, 0, 0]


def test_replay_hides_what_the_rules_hide_unless_asked(
    tmp_path: Path, data: Callable[..., Data]
) -> None:
    """R48: of a pile only the top is seen until the game is over."""
    record = a_record(Junior)
    for move in (throw("wwbbbb"), Keep(Face.BUN), throw("ww"), Keep(Face.WORM)):
        record.play(move)
    path = kept(tmp_path, record)
    hidden, revealed = data("replay", path), data("replay", path, "--reveal")
    assert hidden["scores"] == [None, None, None]
    assert hidden["hands"][0] == {"top": 9, "tiles": 1}
    assert hidden["table"] is None
    assert revealed["scores"] == [4, 0, 0]
    assert revealed["hands"][0] == {"stack": [9]}
    assert revealed["table"] == record.state.table.to_plain()


SHORT_GAMES = [(Barbecue, 7), (Bratwurmeck, 23), (Junior, 39)]
"""Each with a seed that makes it end soon."""


@pytest.mark.parametrize(("game", "seed"), SHORT_GAMES)
def test_replay_at_every_line(
    tmp_path: Path, data: Callable[..., Data], game: type[AnyGame], seed: int
) -> None:
    record = played(game, seed)
    path = kept(tmp_path, record)
    states = [record.opening[0], *(step.state for step in record.steps)]
    for line, state in enumerate(states, start=1):
        view = data("replay", path, "--at", line, "--reveal")
        assert view["line"] == line
        assert view["scores"] == list(state.points())
        assert view["table"] == state.table.to_plain()
        over = state.ending is not None
        assert (view["turn"] is None, view["outcome"] is not None) == (over, over)
        assert over or view["turn"]["player"] == state.player


def test_replay_at_an_undo_is_the_table_before_the_move(
    file: Path, data: Callable[..., Data]
) -> None:
    undone, before = (data("replay", file, "--at", line) for line in (5, 3))
    assert undone == {**before, "line": 5}


def test_replay_at_a_line_does_not_mind_what_follows(file: Path, data: Callable[..., Data]) -> None:
    file.write_text(file.read_text() + "junk\n")
    assert data("replay", file, "--at", 5)["line"] == 5


def test_replay_names_the_winners_and_what_broke_a_tie(
    tmp_path: Path, data: Callable[..., Data]
) -> None:
    outcome = data("replay", kept(tmp_path, played(Bratwurmeck, seed=23)))["outcome"]
    assert set(outcome) == {"why", "winners", "tie_broken", "standings"}
    assert outcome["why"] == "grill_empty"
    assert outcome["standings"][0]["player"] in outcome["winners"]


@pytest.mark.parametrize("line", [0, -1, 6, 10**30])
def test_a_line_that_the_record_has_not(file: Path, refused: Refused, line: int) -> None:
    said = refused("replay", file, "--at", line).removeprefix(f"grillside: {file}")
    assert f"line {line}" in said


def test_a_line_that_is_no_number(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["replay", str(file), "--at", "two"])
    assert exit_.value.code == 2
    assert "'two'" in capsys.readouterr().err.splitlines()[-1]


# Bad records.

HEADER = (
    '{"grillside":1,"game":"bratwurmeck","players":[{"name":"Ann","colour":"green"},'
    '{"name":"Ben","colour":"blue"}],"box":{"worms":{"21":1,"22":1,"23":1,"24":1,"25":2,"26":2,'
    '"27":2,"28":2,"29":3,"30":3,"31":3,"32":3,"33":4,"34":4,"35":4,"36":4}}}\n'
)
THROW = '{"move":"throw","faces":["1","1","2","3","5","worm","worm","worm"]}\n'


def header(old: str, new: str) -> str:
    assert old in HEADER
    return HEADER.replace(old, new)


@pytest.mark.parametrize(
    ("record", "line", "said"),
    [
        pytest.param("", 1, "empty", id="empty"),
        pytest.param("hello\n", 1, "JSON", id="no record"),
        pytest.param("[]\n", 1, "object", id="no object"),
        pytest.param("\ufeff" + HEADER, 1, "byte order mark", id="byte order mark"),
        pytest.param(HEADER[:50], 1, "breaks off", id="torn header"),
        pytest.param(HEADER + THROW[:30], 2, "breaks off", id="torn line"),
        pytest.param(HEADER + "\n" + THROW, 2, "blank", id="empty line"),
        pytest.param(HEADER + THROW.strip() * 2, 2, "column", id="two in a line"),
        pytest.param(header('"grillside":1', '"grillside":2'), 1, "update", id="newer version"),
        pytest.param(header('"grillside":1', '"grillside":0'), 1, "version 0", id="no version"),
        pytest.param(header('"grillside":1,', ""), 1, "grillside", id="version missing"),
        pytest.param(header("bratwurmeck", "chess"), 1, "chess", id="unknown game"),
        pytest.param(header('"Ben"', '"Ann"'), 1, "Ann", id="one name twice"),
        pytest.param(header('"Ben"', '""'), 1, "1 to 16", id="no name"),
        pytest.param(header('"Ben"', '"B\\u0007n"'), 1, "U+0007", id="control in a name"),
        pytest.param(header("blue", "pink"), 1, "pink", id="unknown colour"),
        pytest.param(header('"25":2', '"25":0'), 1, "worms.25", id="bad box"),
        pytest.param(header('"25":2', '"25":true'), 1, "worms.25", id="true is no number"),
        pytest.param(header('"25":2', '"25":2.0'), 1, "worms.25", id="2.0 is no whole number"),
        pytest.param(header('"25":2', '"25":NaN'), 1, "NaN", id="NaN"),
        pytest.param(header('"25":2', '"25":2,"25":3'), 1, "twice", id="one field twice"),
        pytest.param(header('"game"', '"colour":1,"game"'), 1, "colour", id="unknown field"),
        pytest.param(header('"box"', '"starter":2,"box"'), 1, "2", id="no such starter"),
        pytest.param(header('"box"', '"dice":"x","box"'), 1, "standard", id="unknown dice"),
        pytest.param(
            header('"box"', '"variants":["x"],"box"'), 1, "alternative", id="unknown variant"
        ),
        pytest.param(HEADER + '{"move":"fly"}\n', 2, "fly", id="unknown move"),
        pytest.param(HEADER + '{"faces":[]}\n', 2, "move", id="no move"),
        pytest.param(HEADER + '{"move":"stop"}\n', 2, "hrow", id="illegal move"),
        pytest.param(HEADER + '{"move":"undo"}\n', 2, "undo", id="nothing to undo"),
        pytest.param(HEADER + THROW.replace('"1",', ""), 2, "8", id="too few dice"),
        pytest.param(HEADER + THROW.replace("[", '["1",'), 2, "9", id="too many dice"),
        pytest.param(HEADER + THROW.replace("5", "7"), 2, "7", id="unknown face"),
        pytest.param(HEADER + THROW.replace("5", "6"), 2, "6", id="a face of other dice"),
        pytest.param(HEADER + THROW.replace("}", ',"by":1}'), 2, "by", id="unknown key"),
        pytest.param(HEADER + '{"move":' + "[" * 30_000 + "\n", 2, "deep", id="deep nesting"),
        pytest.param(HEADER + '{"move":' + "1" * 5000 + "}\n", 2, "number", id="long number"),
        pytest.param(HEADER + '"' + "x" * 70_000 + '"\n', 2, "65536", id="long line"),
    ],
)
def test_a_bad_record_is_refused_with_file_line_and_reason(
    tmp_path: Path, refused: Refused, record: str, line: int, said: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(record)
    for command in ("replay", "advise"):
        message = refused(command, path)
        assert f"{path}, line {line}: " in message
        assert said in message.partition(": ")[2]


@pytest.mark.parametrize("field", ['"variants":["{}"]', '"dice":"{}"', '"{}":1'])
def test_a_long_word_does_not_flood_the_message(
    tmp_path: Path, refused: Refused, field: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(header('"box"', field.replace("{}", "x" * 9999) + ',"box"'))
    assert "x" * 20 in refused("replay", path)


@pytest.mark.parametrize(
    "field",
    [
        '"variants":["{}"]',
        '"dice":"{}"',
        '"{}":1',
        '"{}":1,"{}":1',
        '"starter":"{}"',
        '"starter":{"{}":[]}',
    ],
)
def test_no_control_characters_from_a_record(tmp_path: Path, refused: Refused, field: str) -> None:
    path = tmp_path / "bad.jsonl"
    nasty = "\\u001b[2J\\u202e\\n\\ud800"
    path.write_text(header('"box"', field.replace("{}", nasty) + ',"box"'))
    refused("replay", path)


def test_5_mb_of_junk(tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / "junk"
    path.write_bytes(random.Random(1).randbytes(5_000_000))
    assert f"{path}, line 1: " in refused("replay", path)


@pytest.mark.parametrize("junk", [b"\0", b"{", b"[", b" "])
def test_5_mb_of_one_character(tmp_path: Path, refused: Refused, junk: bytes) -> None:
    path = tmp_path / "junk"
    path.write_bytes(junk * 5_000_000)
    assert f"{path}, line 1: " in refused("replay", path)


def test_a_file_without_an_end(refused: Refused) -> None:
    assert "/dev/zero, line 1: " in refused("replay", "/dev/zero")


# Files that cannot be read.


@pytest.mark.parametrize("command", ["replay", "advise"])
def test_a_missing_file(tmp_path: Path, refused: Refused, command: str) -> None:
    assert "nowhere.jsonl" in refused(command, tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize("command", ["replay", "advise"])
def test_a_directory(tmp_path: Path, refused: Refused, command: str) -> None:
    assert f"{tmp_path}: " in refused(command, tmp_path)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, whom no permission stops."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_file_that_may_not_be_read(file: Path, refused: Refused) -> None:
    file.chmod(0)
    with as_nobody():
        message = refused("replay", file)
    assert f"{file}: " in message
    assert "ermission" in message


def test_a_game_that_may_not_be_written(file: Path, refused: Refused) -> None:
    file.chmod(0o400)
    with as_nobody():
        message = refused("play", "--resume", file)
    assert f"{file}: " in message
    assert "ermission" in message


def test_a_disk_that_fails_while_reading_is_told_with_the_file(refused: Refused) -> None:
    """Nobody has mapped address 0, so the system answers with an I/O error."""
    assert "/proc/self/mem" in refused("replay", "/proc/self/mem")


def test_a_file_name_with_control_characters(tmp_path: Path, refused: Refused) -> None:
    refused("replay", tmp_path / "a\nb\x1b[2J")


def test_a_bad_record_to_go_on_with_is_named(tmp_path: Path, refused: Refused) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(HEADER + "junk\n")
    assert f"{path}, line 2: " in refused("play", "--resume", path)


def test_a_missing_game_to_go_on_with(tmp_path: Path, refused: Refused) -> None:
    assert "nowhere" in refused("play", "--resume", tmp_path / "nowhere")


# odds


def test_odds_as_data_have_this_shape(data: Callable[..., Data]) -> None:
    odds = data("odds", "--dice", "classic")
    assert list(odds) == ["dice", "at_least", "exactly"]
    assert odds["dice"] == "classic"
    assert list(odds["at_least"]) == list(odds["exactly"]) == [str(n) for n in range(21, 41)]


@pytest.mark.parametrize(
    ("total", "chance"), [(21, 0.893027), (25, 0.680331), (30, 0.263790), (36, 0.015678)]
)
def test_the_published_odds_of_at_least(
    data: Callable[..., Data], total: int, chance: float
) -> None:
    odds = data("odds", "--dice", "classic")
    assert odds["at_least"][str(total)] == pytest.approx(chance, abs=5e-7)


def test_the_published_odds_of_exactly_21(data: Callable[..., Data]) -> None:
    odds = data("odds", "--dice", "classic")
    assert odds["exactly"]["21"] == pytest.approx(0.439597, abs=5e-7)


@pytest.mark.parametrize(
    ("dice", "least", "most"), [("classic", 21, 40), ("barbecue", 23, 47), ("junior", 4, 11)]
)
def test_odds_of_every_dice(
    data: Callable[..., Data], text: Callable[..., str], dice: str, least: int, most: int
) -> None:
    at_least = data("odds", "--dice", dice)["at_least"]
    assert [int(total) for total in at_least] == list(range(least, most + 1))
    chances = list(at_least.values())
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)
    assert f"{chances[0]:.4%}" in text("odds", "--dice", dice)


def test_odds_depend_on_the_doubled_face(data: Callable[..., Data]) -> None:
    worms, buns = (
        data("odds", "--dice", "junior", "--doubled", face)["at_least"]["9"]
        for face in ("worm", "bun")
    )
    assert worms != buns


def test_only_junior_dice_have_a_doubled_face(refused: Refused) -> None:
    assert "junior" in refused("odds", "--dice", "classic", "--doubled", "worm")


@pytest.mark.parametrize(
    "arguments", [["odds", "--dice", "wooden"], ["odds"], ["play", "--game", "chess"], ["fly"], []]
)
def test_what_the_command_does_not_know(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    assert "grillside" in capsys.readouterr().err.splitlines()[-1]


# advise


def test_advice_as_data_has_this_shape(file: Path, data: Callable[..., Data]) -> None:
    advice = data("advise", file)
    assert list(advice) == ["file", "line", "player", "only_old", "options", "at_least", "exactly"]
    assert advice["line"] == 5
    assert {option["move"] for option in advice["options"]} == {"throw", "stop"}


def test_advice_of_the_first_turn_is_the_published_figure(
    tmp_path: Path, data: Callable[..., Data]
) -> None:
    (throwing,) = data("advise", kept(tmp_path, a_record()))["options"]
    assert throwing["value"] == pytest.approx(1.6447296740401, abs=1e-12)


def test_advice_on_a_published_throw(file: Path, data: Callable[..., Data]) -> None:
    advice = data("advise", file, "--at", 2)
    assert advice["options"][0]["face"] == "worm"
    assert len(advice["options"]) == len(CLASSIC.faces) - 1
    assert advice["at_least"]["21"] == pytest.approx(0.992093, abs=5e-7)


def test_the_chance_of_nothing_new(file: Path, data: Callable[..., Data]) -> None:
    assert data("advise", file)["only_old"] == pytest.approx((1 / 6) ** 5)


def test_advice_is_the_best_first(file: Path, data: Callable[..., Data]) -> None:
    values = [option["value"] for option in data("advise", file, "--at", 2)["options"]]
    assert values == sorted(values, reverse=True)


def test_advice_in_words(file: Path, text: Callable[..., str]) -> None:
    told = text("advise", file, "--at", 2)
    assert "Ann" in told
    assert "thrown  [1][1][2][3][5][W][W][W]" in told
    assert "keep worm" in told


def test_no_advice_when_the_game_is_over(tmp_path: Path, refused: Refused) -> None:
    path = kept(tmp_path, played(Junior, seed=39))
    assert f"{path}, " in refused("advise", path)


# Names and players.

NAMES = {
    "empty": ("", "1 to 16"),
    "one empty": ("Ann,", "1 to 16"),
    "only spaces": ("Ann,   ", "1 to 16"),
    "long": ("Ann," + "x" * 200, "200"),
    "emoji": ("Ann,🐛", "U+1F41B"),
    "right to left": ("Ann,בן", "left to right"),
    "arabic digits": ("Ann,٣", "left to right"),
    "control": ("Ann,B\x1b[2J", "U+001B"),
    "line break": ("Ann,B\nn", "U+000A"),
    "turned around": ("Ann,\u202eneB", "U+202E"),
    "zero width": ("Ann,Be\u200bn", "U+200B"),
    "twice": ("Ann,ANN", "ANN"),
    "twice, composed": ("Zoé,Zoe\u0301", "Zoé"),
    "one": ("Ann", "2 to 5"),
    "nine": ("A,B,C,D,E,F,G,H,I", "2 to 5"),
}


@pytest.mark.parametrize(("names", "said"), NAMES.values(), ids=NAMES)
def test_players_who_cannot_be(tmp_path: Path, refused: Refused, names: str, said: str) -> None:
    arguments = ("--game", "barbecue", "--players", names, "--folder", tmp_path / "games")
    assert said in refused("play", *arguments)
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("count", [0, 1, 9])
def test_too_few_and_too_many_players(game: type[AnyGame], count: int) -> None:
    with pytest.raises(BadSetup, match=f"players={count}, least=2, most={game.MOST_PLAYERS}"):
        game.begin([Player(f"P{seat}", Colour.RED) for seat in range(count)])


# The real command.


def command(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [GRILLSIDE, *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        **options,
    )


def shell(line: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A line of shell in which `"$0" "$@"` is the command."""
    return subprocess.run(
        ["/bin/sh", "-c", line, GRILLSIDE, *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
    )


def test_the_command_refuses_with_status_2_and_one_line(tmp_path: Path) -> None:
    done = command("replay", tmp_path / "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_the_command_answers_with_data() -> None:
    done = command("odds", "--dice", "junior", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["dice"] == "junior"


@pytest.mark.parametrize("arguments", [("replay",), ("replay", "--json"), ("advise",)])
def test_a_reader_who_has_had_enough(file: Path, arguments: tuple[str, ...]) -> None:
    done = shell('"$0" "$@" | head -1', *arguments, file)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_a_reader_who_never_was(tmp_path: Path) -> None:
    path = kept(tmp_path, played(Barbecue, seed=7))
    done = shell('"$0" "$@" | true', "replay", path)
    assert done.stderr == ""


def test_a_full_disk_for_the_output() -> None:
    done = shell('"$0" "$@" > /dev/full', "odds", "--dice", "classic")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("closed", [">&-", "<&-"])
def test_a_closed_stream_is_no_reason_for_a_traceback(tmp_path: Path, closed: str) -> None:
    done = shell(f'"$0" "$@" {closed}', "play", "--folder", tmp_path)
    assert "Traceback" not in done.stderr


def test_a_name_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    path = kept(tmp_path, a_record(Barbecue, "Łukasz", "Ben"))
    for which in ("replay", "advise"):
        done = command(which, path, env={**os.environ, "PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, "")
        assert "ukasz" in done.stdout


def test_an_error_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(HEADER + '{"move":"flÿ"}\n')
    done = command("replay", path, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    done = command("replay", tmp_path / os.fsdecode(b"\xff.jsonl"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_game_goes_where_the_folder_says(tmp_path: Path) -> None:
    done = subprocess.run(
        [GRILLSIDE, "play", "--folder", tmp_path, "--seed", "1"],
        input="\n\n\n\n",
        check=True,
        capture_output=True,
        text=True,
    )
    (path,) = tmp_path.iterdir()
    assert done.stderr == ""
    assert str(path) in done.stdout
    assert Journal.open(path).moves == 1


def test_without_a_home_a_folder_must_be_told(
    monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    def nobody(_cls: type[Path]) -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", classmethod(nobody))
    assert "--folder" in refused("play")


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--version"])
    assert exit_.value.code == 0
    assert capsys.readouterr().out.startswith("grillside 0.")


def test_a_game_that_is_resumed_has_its_players(file: Path, refused: Refused) -> None:
    assert "--players" in refused("play", "--resume", file, "--players", "Ann, Ben")
