"""A game's own rows on the page of a new game: the text on its box, and how to win."""

from collections.abc import Iterable
from functools import singledispatch
from itertools import groupby

from firmware.errors import Unclear
from firmware.play.by_game import check
from firmware.speech.words import Words
from firmware.terminal import typed
from firmware.terminal.console import Console, ask_or_quit
from rules.box import Box, WormBox
from rules.dice import junior
from rules.games import AnyGame
from rules.junior import JuniorBox
from rules.picnic_blitz import PicnicBlitz
from rules.tracks import Track, TrackBox

Rows = list[tuple[str, str]]
"""A label and its text."""


def page_rows(state: AnyGame, words: Words) -> Rows:
    """Return the rows for a game with this setup."""
    box = state.setup.box
    assumed = words.say("assumed: compare with your copy, then type box")
    return [*_rows(box, words), *([("", assumed)] if box.assumed else ()), *_wins(state, words)]


@singledispatch
def _wins(_state: AnyGame, _words: Words) -> Rows:
    """Return the condition to win, if the table can choose it."""
    return []


@_wins.register(PicnicBlitz)
def _target(state: PicnicBlitz, words: Words) -> Rows:
    return [(words.language.pgettext("row", "to win"), words.counted(state.target, "point"))]


# The text on the owner's copy.


@singledispatch
def _rows(box: Box, _words: Words) -> Rows:
    raise TypeError(type(box))


@singledispatch
def ask_box(box: Box, _console: Console, _words: Words) -> Box:
    """Ask for the text on the owner's copy; Enter confirms the current values."""
    raise TypeError(type(box))


def _ask_numbers(
    console: Console, words: Words, numbers: Iterable[int], usual: Iterable[int]
) -> dict[int, int]:
    """Ask for one number for each of these; Enter keeps the usual ones."""
    by_number = dict(zip(numbers, usual, strict=True))
    offered = " ".join(map(str, by_number.values()))
    question = words.say("Enter for {usual}", usual=offered)
    many = words.say("{count} numbers with spaces between", count=len(by_number))
    rows = (
        (offered, many),
        ("Enter", words.say("the numbers that are shown")),
        ("q", words.say("leave")),
    )
    answer = ask_or_quit(console, f"{question} > ", *rows).replace(",", " ").split()
    if not answer:
        return by_number
    if len(answer) != len(by_number):
        least, most = min(by_number), max(by_number)
        raise Unclear("typed_numbers", count=len(by_number), least=least, most=most)
    return dict(zip(by_number, map(typed.number, answer), strict=True))


# Worms on spots and tiles.


@_rows.register(WormBox)
def _worms(box: WormBox, words: Words) -> Rows:
    steps = []
    for worms, run in groupby(box.worms, key=lambda number: box.worms[number]):
        numbers = list(run)
        span = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        steps.append(f"{span}: {worms}")
    return [(words.language.pgettext("row", "worms"), ", ".join(steps))]


@_rows.register(JuniorBox)
def _worms_and_dice(box: JuniorBox, words: Words) -> Rows:
    doubled = words.face(box.doubled)
    text = words.say("on two sides of each die: {face}", face=doubled)
    return [*_worms(box, words), ("", text)]


@ask_box.register(WormBox)
def _ask_worms(box: WormBox, console: Console, words: Words) -> WormBox:
    least, most = min(box.worms), max(box.worms)
    console.print(
        words.say(
            "How many worms are printed on {least} to {most}? Lowest first.", least=least, most=most
        )
    )
    return WormBox(worms=_ask_numbers(console, words, box.worms, box.worms.values()))


@ask_box.register(JuniorBox)
def _ask_worms_and_dice(box: JuniorBox, console: Console, words: Words) -> JuniorBox:
    worms = _ask_worms(box, console, words).worms
    usual = words.face(box.doubled)
    question = words.say("What is on two sides of each die? Enter for {face}", face=usual)
    faces = junior().faces
    rows = (
        *((str(face), words.face(face)) for face in faces),
        ("Enter", usual),
        ("q", words.say("leave")),
    )
    word = ask_or_quit(console, f"{question} > ", *rows)
    doubled = typed.face(word.casefold()) if word else box.doubled
    return JuniorBox(worms=worms, doubled=doubled)


# Tracks of Picnic Blitz.


@_rows.register(TrackBox)
def _tracks(box: TrackBox, words: Words) -> Rows:
    _, pgettext = words.language.gettext, words.language.pgettext
    lengths = ", ".join(f"{number}: {track.length}" for number, track in box.tracks.items())
    food = ", ".join(f"{number}: {track.food}" for number, track in box.tracks.items())
    return [
        (pgettext("row", "tracks"), _("{lengths} spaces, the food counted", lengths=lengths)),
        (pgettext("row", "food"), _("{food} points", food=food)),
    ]


@ask_box.register(TrackBox)
def _ask_tracks(box: TrackBox, console: Console, words: Words) -> TrackBox:
    tracks = box.tracks
    console.print(words.say("How many spaces have the tracks 1 to 6, the food counted?"))
    lengths = _ask_numbers(console, words, tracks, (track.length for track in tracks.values()))
    console.print(words.say("How many points is their food worth?"))
    foods = _ask_numbers(console, words, tracks, (track.food for track in tracks.values()))
    return TrackBox(tracks={number: Track(lengths[number], foods[number]) for number in tracks})


check(__name__, _rows=_rows.registry, ask_box=ask_box.registry)
