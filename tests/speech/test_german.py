"""German, whole: every code and whole games at the keyboard, with no English left."""

import gettext
import random
import re
from collections.abc import Iterator
from copy import copy
from dataclasses import asdict
from enum import Enum
from functools import cache
from pathlib import Path

import pytest

from firmware.commands.cli import main
from firmware.play.by_game import entry
from firmware.play.match import Match
from firmware.ports import Action
from firmware.speech.causes import CAUSES
from firmware.speech.drawing import width
from firmware.speech.games import WORDS
from firmware.speech.language import Language, language_named
from firmware.speech.sentences import COLOURS, DICE, FACES
from firmware.speech.words import Words
from firmware.store.journal import Journal
from firmware.terminal import session
from firmware.terminal.console import WIDTH
from firmware.terminal.session import PLAYS
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
    Take,
    TakeQueen,
)
from rules.errors import BadRecord, IllegalMove
from rules.events import Event, PassDice, SetSpot, StealWorms, TakeWorms
from rules.follow import Problem
from rules.games import game_named
from rules.moves import Skip, Stop, Throw, Void
from rules.record import Record
from tests.harness.commands import Refused
from tests.harness.scripted import GAMES, Scripted, begin
from tests.harness.sensible import sensible
from tests.speech.test_language import catalogue
from tests.speech.test_words import EVENTS, PROBLEMS, _sample, cause_of, raised, whys
from tools.gallery.pictures import tour

PLAYERS = [Player("Ann", Colour.BLUE), Player("Ben", Colour.YELLOW)]
"""In colours of every game."""
ALIKE = {"orange", "ketchup"}
"""Words that German and English share."""
COMMANDS = {
    "adjust", "attack", "beginners", "box", "dice", "empty", "held", "hint", "leave",
    "move", "option", "ordinary", "own", "queen", "quit", "reroll", "skip", "snail", "snails",
    "snatch", "stack", "start", "turn", "turned", "void", "worm", "worms", "play", "resume",
    "replay", "grillside", "name", "alternative", "page", "network", "true",
}  # fmt: skip
"""What is typed is English everywhere."""


BUTTONS = {str(action) for action in Action}


class Missed(gettext.NullTranslations):
    """Remembers each text that the catalogue does not have."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def gettext(self, message: str) -> str:
        self.texts.append(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@pytest.fixture
def german() -> Iterator[Language]:
    """German, that must know every text it is asked for."""
    catalogue = copy(language_named("de")._catalogue)  # to read it takes long
    missed = Missed()
    catalogue.add_fallback(missed)
    yield Language("de", catalogue)
    assert not missed.texts


def tokens(text: str) -> set[str]:
    """The words of a text, but for placeholders and names with_underscores."""
    words = re.sub(r"\{\w+\}|\w+_\w+", " ", text).casefold()
    return set(re.findall(r"[^\W\d_]{3,}", words))


@cache
def english_words() -> frozenset[str]:
    """Words of English texts that no German text has."""
    english: set[str] = set()
    here: set[str] = set()
    for message in catalogue("de"):
        if message.id:
            english |= tokens(" ".join([message.id] if isinstance(message.id, str) else message.id))
            said = message.string or ""
            here |= tokens(" ".join([said] if isinstance(said, str) else said))
    return frozenset(english - here - COMMANDS - {"ann", "ben", "cat"})


def test_english_is_known_when_it_is_seen() -> None:
    assert {"the", "your", "plate", "then"} <= english_words()
    assert not english_words() & {"grill", "enter", "wurm", "teller"}


# Every code.


def test_every_error_is_said_in_german(german: Language) -> None:
    ours = {
        "why": "stopped",
        "phase": "throw",
        "use": "attack",
        "reason": "No such file or directory",
    }
    for place in raised():
        arguments = dict.fromkeys(place.arguments, "2")
        arguments |= {name: ours[name] for name in ours.keys() & arguments.keys()}
        error = IllegalMove(place.code, **arguments)
        said = Words(PLAYERS, german).error(error)
        assert said != Words(PLAYERS).error(error), said
        assert not tokens(said) & english_words() - COMMANDS, said


def test_every_event_is_said_in_german(german: Language) -> None:
    for kind in EVENTS:
        event = _sample(kind)
        assert isinstance(event, Event)
        said = Words(PLAYERS, german).event(event)
        assert said != Words(PLAYERS).event(event)
        assert not tokens(said) & english_words()


def test_every_spot_is_said_in_german(german: Language) -> None:
    for spot in [SetSpot(30, None, 0, snail=True), SetSpot(30, 0, 2, snail=False)]:
        assert not tokens(Words(PLAYERS, german).event(spot)) & english_words()


def test_every_problem_is_said_in_german(german: Language) -> None:
    for kind in PROBLEMS:
        problem = _sample(kind)
        assert isinstance(problem, Problem)
        said = Words(language=german).problem(problem)
        assert said != Words().problem(problem)
        assert not tokens(said) & english_words()


def test_every_cause_of_doubt_is_said_in_german(german: Language) -> None:
    for code in CAUSES:
        for dice in [(0,), (0, 2)]:
            said = Words(language=german).cause(cause_of(code, dice))
            assert said != Words().cause(cause_of(code, dice))
            assert not tokens(said) & english_words()


def test_every_reason_is_said_in_german(german: Language) -> None:
    for why in sorted(whys()):
        assert Words(language=german).why(why) != Words().why(why)


def test_every_move_is_said_in_german(german: Language) -> None:
    for move in [
        Throw([Face.ONE]),
        Keep(Face.WORM),
        Stop(),
        Take(25),
        Take(25, 0),
        Void(),
        Skip(),
        Attack(0, 3),
        March(3),
        *map(SpendQueen, QueenUse),
        TakeQueen(),
        Pass(),
    ]:
        assert Words(PLAYERS, german).move(move) != Words(PLAYERS).move(move)


def test_names_of_things_are_said_in_german(german: Language) -> None:
    words = Words(language=german)
    said = {
        **{face: words.face(face) for face in FACES},
        **{colour: words.colour(colour) for colour in COLOURS},
        **{dice: words.dice(dice) for dice in DICE},
        **{variant: words.variant(variant) for told in WORDS.values() for variant in told.options},
    }
    assert {name for name, word in said.items() if word.casefold() == name} == ALIKE


def test_german_sounds_like_german(german: Language) -> None:
    words = Words(PLAYERS, german)
    assert words.event(TakeWorms(0, 1)) == "Ann: Nimm 1 Wurm aus dem Vorrat."
    assert words.event(StealWorms(0, 1, 3)) == "Ann: Nimm 3 Würmer von Ben."
    assert words.event(PassDice(1)) == "Alle Würfel an Ben."
    assert words.error(BadRecord("line_blank", line=3)) == "Zeile 3: Die Zeile ist leer."
    assert words.error(IllegalMove("already_kept", face="worm")).startswith("Wurm hast du")
    assert words.counted(2, "die") == "2 Würfel"
    assert words.all_of(["Ann", "Ben"]) == "Ann und Ben"
    assert words.trouble(OSError(28, "No space left on device")).startswith("Auf dem Datenträger")


def test_what_only_the_system_knows_is_left_as_it_says_it() -> None:
    assert Words(language=language_named("de")).trouble(OSError("odd")) == "odd"


# Whole games at the keyboard.


ASKED = (
    "?", "hint", "t", "xx", "u", "void", "skip", "adjust turn Ann", "snatch Ben", "s", "queen",
    "hint", "attack Ben 3", "reroll 7", "queen move", "adjust 3 4 Ben", "queen attack", "p",
)  # fmt: skip
"""All there is to type beside the game itself."""


class Curious(Scripted):
    """Plays sensibly, and in between types all there is to type."""

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self.journal = journal
        self.asked = 0

    def _answer(self) -> str:
        self.asked += 1
        number, rest = divmod(self.asked, 5)
        if rest or number >= len(ASKED) or self.journal.state.ending is not None:
            return sensible(self.journal)
        return ASKED[number]


def assert_german(console: Scripted, folder: Path) -> None:
    for line in [*console.lines, *console.prompts]:
        told = line.replace(str(folder), "").partition("play --resume")[0]
        assert not tokens(told) & english_words(), line


@pytest.mark.parametrize("variants", [(), ("quiet_snatches",)])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_german(
    game: str, variants: tuple[str, ...], german: Language, tmp_path: Path
) -> None:
    known = [variant for variant in variants if variant in game_named(game).VARIANTS]
    state, events = game_named(game).begin(PLAYERS, variants=known)
    journal = Journal.create(tmp_path, Record.begin(state, events))
    console = Curious(journal)
    entry(PLAYS, type(state))(console, Match(journal), random.Random(2), german).run()
    assert "Das Spiel ist aus" in console.text
    assert_german(console, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_from_the_first_question_to_the_last(game: str, german: Language, tmp_path: Path) -> None:
    page = ("option 1", "dice ordinary", "box", "", "", "nonsense", "")
    console = Scripted("tlh", game, "", *page, "hint", "leave Gelb", "q")
    session.play(console, tmp_path, random.Random(2), language=german)
    assert console.farewell.endswith("Starte neu, um weiterzuspielen.")
    assert_german(console, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_tables_help_and_hints_fit_the_terminal(
    game: str, german: Language, tmp_path: Path
) -> None:
    console = Scripted("", "?", "", "hint")
    session.play(console, tmp_path, random.Random(2), game=game, names="Ann, Ben", language=german)
    for lines in console.said[2:-1]:
        for line in lines:
            assert width(line) <= WIDTH or line.startswith(("* ", "  Beste Chance")), line


def test_colours_may_be_typed_in_german_or_english(german: Language, tmp_path: Path) -> None:
    console = Scripted("barbecue", "Ann schwarz, Ben blue", "q")
    session.play(console, tmp_path, random.Random(1), language=german)
    assert "  Spieler  Ann (schwarz), Ben (blau)" in console.lines


def test_a_game_that_was_begun_is_offered_in_german(german: Language, tmp_path: Path) -> None:
    begin(tmp_path, "")
    console = Scripted("n", "q")
    session.play(console, tmp_path, random.Random(1), language=german)
    assert console.lines[0].startswith("Noch nicht zu Ende: Heckmeck Barbecue, Ann, Ben, Cat, 1 ")


# The command.


def test_the_command_speaks_german_when_asked(tmp_path: Path, refused: Refused) -> None:
    told = refused("replay", tmp_path / "none", "--language", "de")
    assert told.endswith("none: Datei oder Ordner gibt es nicht.")


def test_the_command_speaks_as_the_system_does(
    monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert refused("odds", "--game", "barbecue", "--doubled", "bun") == (
        "grillside: Bei den Würfeln barbecue ist nichts doppelt; "
        "das gibt es nur bei den Würfeln junior."
    )


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["play", "--language", "tlh"])
    assert "tlh" in capsys.readouterr().err


# The panel.


def _texts(value: object) -> Iterator[str]:
    match value:
        case Enum():
            pass
        case str():
            yield value
        case dict():
            for name, item in value.items():
                if name != "name":  # of the screen: a code, or of a player
                    yield from _texts(item)
        case list() | tuple():
            for item in value:
                yield from _texts(item)


def test_every_screen_of_the_panel_in_german(german: Language) -> None:
    for name, screen in tour(german).items():
        for text in _texts(asdict(screen)):
            assert not tokens(text) & english_words() - BUTTONS, (name, text)
