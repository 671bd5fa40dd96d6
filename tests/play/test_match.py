"""One game for every surface: what can be chosen, decided, asked and listened to."""

import random
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import cast

import pytest

from firmware.play.inference import misread
from firmware.play.match import Choice, Match, Stale
from firmware.play.questions import Draft, Question, QuestionKind
from firmware.play.table_view import Update
from firmware.play.turns import quiet
from firmware.store.journal import DiskTrouble, Journal
from rules import Player
from rules.bratwurmeck import BratwurmeckVariant
from rules.dice import Face
from rules.errors import IllegalMove
from rules.games import GAMES, AnyGame
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Throw
from rules.record import Read, Record

PATIENCE = 10.0


def match_of(folder: Path, game: type[AnyGame], *variants: str) -> Match:
    people = [
        Player(name, colour) for name, colour in zip(("Ann", "Ben"), game.COLOURS, strict=False)
    ]
    state, events = game.begin(tuple(people), variants=frozenset(variants))
    return Match(Journal.create(folder, Record.begin(state, events, None)))


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    opened = match_of(tmp_path, GAMES["barbecue"])
    yield opened
    opened.close()


def throw(match: Match, dice: random.Random) -> Throw:
    """A throw that may come now: all dice, or one of those that lie there re-rolled."""
    moves = match.state.legal_moves()
    sides = match.state.setup.dice.sides
    if moves.rerollable:
        return Throw((*moves.rerollable[1:], dice.choice(sides)))
    return Throw(tuple(dice.choices(sides, k=moves.dice)))


def kept(state: AnyGame) -> Mapping[Face, int]:
    return cast("AnyHeckmeck", state).turn.kept


def of(match: Match, *moves: object) -> Choice:
    return next(choice for choice in match.choices() if choice.moves == moves)


THROWN = Throw((Face.ONE, Face.ONE, Face.THREE, Face.FOUR, *[Face.WORM] * 4))


def step(match: Match, dice: random.Random) -> None:
    """Throw, or decide by chance."""
    view = match.view()
    moves = [choice for choice in match.choices() if choice.kind == "move"]
    if match.state.legal_moves().dice and (not moves or dice.random() < 0.6):
        match.play(throw(match, dice), read=Read.CAMERA)
        return
    chosen = dice.choice(moves)
    match.decide(chosen, at=view.version)
    assert match.state == chosen.preview.after
    assert match.version != view.version


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_by_choices_alone(tmp_path: Path, name: str) -> None:
    match, dice = match_of(tmp_path, GAMES[name]), random.Random(2)
    while match.state.ending is None:
        step(match, dice)
    assert match.choices() == ()
    match.close()


def test_what_was_decided_on_another_moment_changes_nothing(match: Match) -> None:
    match.play(THROWN, read=Read.CAMERA)
    before, worms, threes = match.version, of(match, Keep(Face.WORM)), of(match, Keep(Face.THREE))
    match.decide(worms, at=before)
    stands = match.state
    with pytest.raises(Stale):
        match.decide(threes, at=before)
    with pytest.raises(Stale):
        match.decide(threes)  # nor is it a choice any more
    assert match.state == stands


def test_an_illegal_move_changes_nothing_and_nobody_hears_of_it(match: Match) -> None:
    heard: list[Update] = []
    match.subscribe(heard.append)
    before = match.view()
    with pytest.raises(IllegalMove):
        match.play(Stop())
    assert match.view() == before
    assert not heard


def test_a_question_is_asked_and_answered_by_whoever_comes_first(match: Match) -> None:
    match.play(THROWN, read=Read.CAMERA)
    before = match.version
    again = Throw((Face.TWO,) * 7)
    answers = ((Keep(Face.FOUR), again), (Keep(Face.THREE), again))
    question = Question(QuestionKind.KEPT, answers, Read.CAMERA)
    match.ask(question)
    assert match.view().question == question
    assert match.version != before
    fours, _, no = match.choices()
    assert [choice.kind for choice in match.choices()] == ["answer"] * 3
    assert no.moves == ()
    match.decide(fours)
    assert match.question is None
    assert match.state == fours.preview.after
    assert match.steps[-1].read is Read.CAMERA


def test_no_leaves_the_game_as_it_stands(match: Match) -> None:
    match.play(THROWN, read=Read.CAMERA)
    stands = match.state
    match.ask(
        Question(QuestionKind.KEPT, ((Keep(Face.WORM), Throw((Face.TWO,) * 4)),), Read.CAMERA)
    )
    match.decide(match.choices()[-1])
    assert match.question is None
    assert match.state == stands


def test_a_misread_throw_is_replaced_or_stays(match: Match) -> None:
    match.play(THROWN, read=Read.CAMERA)
    stands, now = match.state, (*THROWN.faces[:7], Face.TWO)
    for replaced in (False, True):
        match.ask(misread(THROWN.faces, now, Read.CAMERA))
        yes, no = match.choices()
        assert no.preview.after == stands
        match.decide(yes if replaced else no)
        assert match.state == (yes.preview.after if replaced else stands)
        assert match.moves == 1
    assert match.steps[-1].move == Throw(now)


def test_a_keep_and_a_stop_are_one_choice_where_that_brings_something(match: Match) -> None:
    match.play(THROWN)
    assert not [choice for choice in match.choices() if Stop() in choice.moves], "23 is the least"
    match.decide(of(match, Keep(Face.WORM)))
    match.play(Throw((Face.ONE, Face.ONE, Face.FOUR, Face.SIX)))
    both = [choice for choice in match.choices() if Stop() in choice.moves]
    assert [choice.moves for choice in both] == [(Keep(f), Stop()) for f in (Face.FOUR, Face.SIX)]
    match.decide(both[-1])
    assert match.state == both[-1].preview.after
    assert match.state.player == 1


def test_what_the_dice_tell_for_certain_is_played_with_the_next_choice(match: Match) -> None:
    match.play(THROWN, read=Read.CAMERA)
    then = (Keep(Face.WORM), Throw((Face.ONE, Face.TWO, Face.TWO, Face.SIX)))
    match.ask(Question(QuestionKind.KEPT, (then,), Read.CAMERA))
    assert match.ahead == then
    assert [choice.moves for choice in match.choices()] == [
        (*then, Keep(Face.ONE)),
        (*then, Keep(Face.TWO)),
        (*then, Keep(Face.TWO), Stop()),
        (*then, Keep(Face.SIX)),
        (*then, Keep(Face.SIX), Stop()),
        (),
    ]
    match.decide(of(match, *then, Keep(Face.TWO)), at=match.version)
    assert match.moves == 4
    assert match.steps[2].read is Read.CAMERA
    assert not match.ahead


def test_undo_closes_a_question(match: Match) -> None:
    match.play(THROWN, read=Read.CAMERA)
    match.ask(
        Question(QuestionKind.KEPT, ((Keep(Face.WORM), Throw((Face.TWO,) * 4)),), Read.CAMERA)
    )
    match.undo()
    assert match.question is None
    assert match.moves == 0


def test_a_quiet_table_offers_nothing_that_may_bring_a_tile(tmp_path: Path) -> None:
    match = match_of(tmp_path, GAMES["bratwurmeck"], BratwurmeckVariant.QUIET_SNATCHES)
    assert quiet(match.state)
    match.play(Throw((Face.FIVE,) * 4 + (Face.WORM,) * 4), read=Read.CAMERA)
    match.play(Keep(Face.WORM))
    assert all(choice.preview.ended is None for choice in match.choices() if choice.kind == "move")
    match.close()


def test_listeners_hear_everything_in_order_once_it_is_on_the_disk(match: Match) -> None:
    heard: list[Update] = []
    lines: list[int] = []
    done = threading.Event()

    def listen(update: Update) -> None:
        heard.append(update)
        lines.append(len(match.path.read_bytes().splitlines()))
        if len(heard) == 3:
            done.set()

    match.subscribe(listen)
    header = len(match.path.read_bytes().splitlines())
    match.play(THROWN, read=Read.CAMERA)
    match.play(Keep(Face.WORM))
    match.undo()
    assert done.wait(PATIENCE)
    assert [update.undone for update in heard] == [0, 0, 1]
    assert [kept(update.view.state) for update in heard] == [{}, {Face.WORM: 4}, {}]
    assert all(seen >= header + number for number, seen in enumerate(lines, start=1))


def test_a_listener_that_breaks_or_never_returns_harms_nobody(match: Match) -> None:
    stuck, heard = threading.Event(), threading.Event()

    def broken(_update: Update) -> None:
        raise ValueError

    match.subscribe(broken)

    def slow(_update: Update) -> None:
        stuck.wait()

    match.subscribe(slow)
    leave = match.subscribe(lambda _update: heard.set())
    match.play(THROWN, read=Read.CAMERA)
    assert heard.wait(PATIENCE)
    leave()
    heard.clear()
    match.play(Keep(Face.WORM))
    assert kept(match.state) == {Face.WORM: 4}
    assert not heard.is_set()
    stuck.set()


def test_nothing_is_told_that_the_disk_refused(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Update] = []
    match.subscribe(heard.append)

    def refuse(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    before = match.view()
    with pytest.raises(DiskTrouble):
        match.play(THROWN, read=Read.CAMERA)
    assert match.view() == before
    assert not heard


def test_dice_are_marked_on_every_surface_and_forgotten_with_the_next_move(tmp_path: Path) -> None:
    match = match_of(tmp_path, GAMES["picnic_blitz"])
    assert not match.mark(0, again=True)
    dice = random.Random(1)
    while match.state.legal_moves().again < 2:
        step(match, dice)
    most = match.state.legal_moves().again
    assert [match.mark(die, again=True) for die in range(most + 1)] == [True] * most + [False]
    assert match.mark(0, again=False)
    assert match.marked == frozenset(range(1, most))
    match.play(throw(match, dice), read=Read.CAMERA)
    assert match.marked == frozenset()
    match.close()


def test_a_doubted_reading_is_a_draft_that_listeners_hear_of(match: Match) -> None:
    heard: SimpleQueue[Update] = SimpleQueue()
    match.subscribe(heard.put)
    draft = Draft((Face.ONE, Face.WORM), frozenset({1}), frozenset({8}))
    match.looked(draft)
    assert heard.get(timeout=PATIENCE).view.draft == match.view().draft == draft
    match.drop_question()
    assert heard.get(timeout=PATIENCE).view.draft is None
    match.looked(draft)
    match.play(THROWN, read=Read.CORRECTED)
    assert match.view().draft is None
