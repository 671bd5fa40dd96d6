"""Whatever comes in as a record: a game or one complaint, and nothing else."""

import contextlib
import json
import random
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadRecord
from rules.games import AnyGame
from rules.record import Record
from tests.rules.random_play import ALL_GAMES
from tests.rules.records import SEEDS, grilled, header, picnicked, replayed, snatched, unsealed

# Whatever comes in: a game or one complaint.

WORDS = st.sampled_from(
    [
        *("move", "face", "faces", "read", "player", "table", "tile", "rival", "undo"),
        *("throw", "keep", "stop", "void", "skip", "leave", "adjust", "take", "camera"),
        *("grillside", "game", "players", "name", "colour", "starter", "variants", "dice", "box"),
        *("worms", "snails", "spots", "owner", "plates", "snail", "up", "down", "stacks"),
        *("track", "tracks", "queens", "use", "reroll", "length", "food", "attack", "march"),
        *("23", "36", "1", "6", "worm", "bun", "barbecue", "junior", "classic", "assumed", "green"),
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats()
    | WORDS
    | st.text(st.characters(), max_size=8)
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=9)
        | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=6,
)
MOVES_KNOWN = st.sampled_from(
    [
        *("throw", "keep", "stop", "void", "skip", "leave", "adjust", "take", "undo"),
        *("attack", "march", "spend_queen", "take_queen", "pass"),
    ]
)
STORIES = st.sampled_from([unsealed(grilled()), unsealed(snatched()), unsealed(picnicked())])


def game_or_complaint(lines: list[bytes]) -> None:
    """Either the record is refused, or it is one that reads back as itself."""
    with contextlib.suppress(BadRecord):
        record = Record.replay(lines)
        assert replayed(record).steps == record.steps


def places(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in JSON data where a value stands: what holds it, and where in there."""
    if isinstance(plain, dict | list):
        for key in list(plain) if isinstance(plain, dict) else range(len(plain)):
            yield plain, key
            yield from places(plain[key])


def a_place(lines: list[bytes], dice: random.Random) -> tuple[list[Any], Any, Any]:
    """The lines as JSON data, and one place in one of them."""
    plain = [json.loads(line) for line in lines]
    return plain, *dice.choice(list(places(dice.choice(plain))))


@given(st.binary(max_size=80), ANYTHING)
@settings(max_examples=80)
def test_any_bytes_and_any_json_are_a_line_or_refused(junk: bytes, value: Any) -> None:
    for line in (junk, json.dumps(value).encode()):
        game_or_complaint([line])
        game_or_complaint([header(), line])


@given(
    game=st.sampled_from(ALL_GAMES),
    move=MOVES_KNOWN,
    fields=st.dictionaries(WORDS, ANYTHING, max_size=3),
)
@settings(max_examples=100)
def test_a_known_move_with_any_fields_is_followed_or_refused(
    game: type[AnyGame], move: str, fields: dict[str, Any]
) -> None:
    game_or_complaint([header(game), json.dumps(fields | {"move": move}).encode()])


@given(lines=STORIES, seed=SEEDS, value=ANYTHING)
@settings(max_examples=100)
def test_a_record_with_one_value_replaced_or_removed_is_followed_or_refused(
    lines: list[bytes], seed: int, value: Any
) -> None:
    plain, holder, key = a_place(lines, random.Random(seed))
    holder[key] = value
    game_or_complaint([json.dumps(line).encode() for line in plain])
    del holder[key]
    game_or_complaint([json.dumps(line).encode() for line in plain])


@given(lines=STORIES, at=st.integers(0, 10**4), byte=st.integers(0, 255), seed=SEEDS)
@settings(max_examples=80)
def test_a_record_with_one_byte_changed_or_two_lines_swapped_is_followed_or_refused(
    lines: list[bytes], at: int, byte: int, seed: int
) -> None:
    whole = bytearray(b"".join(lines))
    whole[at % len(whole)] = byte
    game_or_complaint(bytes(whole).split(b"\n")[:-1])
    swapped = list(lines)
    here, there = random.Random(seed).sample(range(len(lines)), k=2)
    swapped[here], swapped[there] = lines[there], lines[here]
    game_or_complaint(swapped)
