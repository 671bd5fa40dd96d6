"""Whatever is sent to the socket: it costs at most its own line, never the game or the table."""

import asyncio
import json
import logging
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.ports import Action
from firmware.speech.settings import SETTINGS
from firmware.store.journal import follow
from firmware.web import guard, socket_limits
from firmware.web.messages import LONGEST, read_message
from firmware.web.server import BAD
from rules import Barbecue
from rules.dice import DiceSet
from rules.games import GAMES
from rules.players import Colour
from tests.web.line import Line
from tests.web.running import Running
from tests.web.served import Served, keep_game, seats
from vision.reading import Doubt, ReadDie, Reading

CORNERS = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0))
MANY = 1_000_000
"""So many messages and requests are no flood here."""


class Complaints(logging.Handler):
    """What was logged that somebody should look at."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


class Tried(Running):
    """A table that somebody sends nonsense to; one page only listens."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Served(folder))
        self.complaints = Complaints()
        self.table.table_camera.look = self._look  # type: ignore[assignment, method-assign]
        self._looks = 0

    def _look(self, dice: DiceSet, expected: frozenset[int], *_others: object) -> Reading:
        """Some dice at once, every third time with a doubt."""
        self._looks += 1
        faces = (dice.sides * 3)[self._looks % 6 :][: max(expected)]
        read = tuple(ReadDie(face, 0.99, CORNERS) for face in faces)
        return Reading(read, () if self._looks % 3 else (Doubt("dark"),))

    async def begin(self) -> None:
        """A game, and the page that listens."""
        self.steady = await self.table.page()
        self.steady.ask("begin", game="barbecue", players=seats(Barbecue, 3))
        await self.steady.until(lambda news: news["game"])

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Line]:
        """One more page, while something is done with it."""
        line = await self.table.page()
        try:
            yield line
        finally:
            line.hang_up()
            while len(self.table.page_crowd.clients) > 1:
                await asyncio.sleep(0)

    async def news(self) -> str:
        """The moment, as the page that only listens is told: the table still answers."""
        self.steady.ask("choose", choice=0, at="long ago")
        assert (await self.steady.said())["stale"]
        return str(self.steady.last["at"])


@pytest.fixture(scope="module")
def running() -> Iterator[Tried]:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket_limits, "AT_ONCE", MANY)
        patch.setattr(guard, "AT_ONCE", MANY)
        keep_game(Path(folder), Barbecue)
        with Tried(Path(folder)) as running:
            logging.getLogger().addHandler(running.complaints)
            running.do(running.begin())
            yield running
            logging.getLogger().removeHandler(running.complaints)


# What is no message.

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e9, 1e9) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(
    ["press", "choose", "undo", "correct", "mark", "adjust", "begin", "resume", "", "stop"]
)
objects = st.builds(
    lambda do, more: json.dumps({"do": do, "at": "", **more}),
    names | values,
    st.dictionaries(
        st.sampled_from(["at", "action", "choice", "count", "faces", "more", "puts", "x"]), values
    ),
)
nonsense = (
    st.binary(max_size=200)
    | st.text(max_size=200)
    | objects
    | st.builds(json.dumps, values)
    | st.sampled_from(["[" * 4_000, '{"do":"press","at":"","action":"scan"}' * 2, " " * LONGEST])
)


def is_message(text: bytes | str) -> bool:
    try:
        read_message(text)
    except ValueError:
        return False
    return True


@settings(max_examples=40)
@given(nonsense.filter(lambda text: not is_message(text)))
def test_what_is_no_message_closes_its_own_line(running: Tried, text: bytes | str) -> None:
    async def scenario() -> None:
        before = running.table.text
        async with running.page() as line:
            line.say(text)
            assert await line.closed() == BAD
        await running.news()
        assert running.table.text == before

    running.do(scenario())
    assert not running.complaints.told


@settings(max_examples=20)
@given(st.binary(min_size=1, max_size=300))
def test_what_is_no_frame_closes_its_own_line(running: Tried, data: bytes) -> None:
    async def scenario() -> None:
        before = running.table.text
        async with running.page() as line:
            line.say_raw(data)
        await running.news()
        assert running.table.text == before

    running.do(scenario())
    assert not running.complaints.told


# Messages of the right shape that ask for anything.

words = st.text(max_size=20)
faces = st.sampled_from(["1", "2", "3", "4", "5", "6", "worm", "bun", "", "seven"])
colours = st.sampled_from([*Colour, "", "pink"])
games = st.sampled_from([*GAMES, "", "chess"])
counts = st.integers(0, 1_000)


def asking(do: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"do": st.just(do), **fields})


put = st.fixed_dictionaries({"group": counts, "field": counts, "value": counts})
likely_put = st.fixed_dictionaries(
    {"group": st.integers(0, 7), "field": st.integers(0, 15), "value": st.integers(0, 8)}
)
box = st.dictionaries(st.sampled_from(["worms", "assumed", "doubled", "tracks", "x"]), values)
seat = st.fixed_dictionaries({"name": words, "colour": colours})
asked = st.one_of(
    asking("press", action=st.sampled_from(list(map(str, Action)))),
    asking("choose", choice=counts | st.integers(0, 8)),
    asking("undo", count=st.integers(1, 3) | st.integers(1, 1_000)),
    asking("correct", faces=st.lists(faces, max_size=12)),
    asking("correct", faces=st.lists(faces, max_size=12), more=st.lists(faces, max_size=3)),
    asking("mark", die=counts | st.integers(0, 5), again=st.booleans()),
    asking("pieces"),
    asking("adjust", puts=st.lists(put | likely_put, max_size=6)),
    asking(
        "begin",
        game=games,
        players=st.lists(seat, max_size=7),
        starter=counts,
        ordinary=st.booleans(),
        variants=st.lists(words | st.sampled_from(["quiet_snatches", "stop_is_fail"]), max_size=3),
    ),
    asking("resume", game=words | st.sampled_from(["0001-barbecue.jsonl", "..", "page.json"])),
    asking("printed", game=games, box=box),
    asking(
        "prefer",
        setting=words | st.sampled_from([setting.name for setting in SETTINGS]),
        value=words | st.booleans() | st.just("low"),
    ),
    asking(
        "scene",
        light=words | st.just("warm"),
        surface=words | st.just("wood"),
        tilt=st.floats(0, 35),
        blur=st.floats(0, 3),
        spoil=words | st.sampled_from(["", "glare"]),
    ),
    asking("aim", on=st.booleans()),
    asking("forget", who=st.sampled_from(["me", "others"])),
)


def ask_all(running: Tried, messages: list[dict[str, Any]]) -> None:
    async def scenario() -> None:
        async with running.page() as line:
            for message in messages:
                line.ask(**message, at=await running.news())
            line.ask("choose", choice=0, at="long ago")
            while not (await line.said())["stale"]:
                pass
        journal = running.table.table.session.match
        if journal is not None:
            found = follow(journal.path)
            assert found.damage is None
            assert found.record.state == journal.state

    running.do(scenario())
    assert not running.complaints.told


@settings(max_examples=20)
@given(st.lists(asked, min_size=1, max_size=6))
def test_what_is_asked_never_makes_the_table_fail(
    running: Tried, messages: list[dict[str, Any]]
) -> None:
    ask_all(running, messages)


@pytest.mark.proof
@settings(max_examples=120)
@given(st.lists(asked, min_size=1, max_size=12))
def test_much_that_is_asked_never_makes_the_table_fail(
    running: Tried, messages: list[dict[str, Any]]
) -> None:
    ask_all(running, messages)
