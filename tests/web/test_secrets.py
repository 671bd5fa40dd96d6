"""What pages are not told: a snatch at a quiet table, the worms of rivals, anything unpaired."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from rules import Bratwurmeck, Face, Junior
from rules.moves import Keep, Move, Throw
from rules.tiles import Tiles
from tests.panel.test_quiet_tiles import UP, WITH, WITHOUT
from tests.web.line import Line
from tests.web.prepared import laid
from tests.web.served import Served, keep_game

WORM, ONE, TWO = Face.WORM, Face.ONE, Face.TWO


async def resumed(table: Served, path: Path) -> Line:
    line = await table.page()
    line.ask("resume", game=path.name)
    await line.until(lambda news: news["game"])
    await table.calm()
    return line


# A quiet table.

BEFORE_STOP = (Throw([ONE] * 3 + [WORM] * 5), Keep(WORM))
"""25 lie there: Ann may stop."""
LAST_DICE = (
    Throw([ONE] * 3 + [TWO] + [WORM] * 4),
    Keep(WORM),
    Throw([ONE] * 3 + [TWO]),
    Keep(TWO),
    Throw([ONE] * 3),
)
"""With the three 1s that lie there it is 25, and the turn is over."""


def told(folder: Path, stacks: tuple[Tiles, ...], moves: tuple[Move, ...]) -> dict[str, Any]:
    """The news of a quiet table, without its version and the tiles that all may see."""
    table = Served(folder)
    moved = (laid(Bratwurmeck, UP, *stacks), *moves)
    path = keep_game(folder, Bratwurmeck, *moved, count=3, variants=("quiet_snatches",))
    seen: list[dict[str, Any]] = []

    async def scenario() -> None:
        line = await resumed(table, path)
        seen.append(copy.deepcopy(line.last))
        for choice, offer in enumerate(line.last["game"]["offers"]):
            if not offer["repair"]:
                line.ask("choose", choice=choice)
                await line.until(lambda news: news["at"] != seen[0]["at"])
                seen.append(line.last)
                break

    table.play(scenario)
    for news in seen:
        view = news["game"]["view"]
        assert view["hands"][1]["stack"]
        del view["hands"], view["table"], news["at"]
    return {"before": seen[0], "after": seen[-1]}


@pytest.mark.parametrize("moves", [BEFORE_STOP, LAST_DICE], ids=["may stop", "last dice"])
def test_pages_of_a_quiet_table_say_nothing_of_a_snatch(
    tmp_path: Path, moves: tuple[Move, ...]
) -> None:
    with_one = told(tmp_path / "with", WITH, moves)
    without = told(tmp_path / "without", WITHOUT, moves)
    assert with_one == without


def test_pages_of_a_quiet_table_offer_no_way_to_end_a_turn(tmp_path: Path) -> None:
    """The panel asks, whether there is a snatch or not."""
    for moves in (BEFORE_STOP, LAST_DICE):
        news = told(tmp_path / str(len(moves)), WITH, moves)["before"]
        assert all(offer["repair"] for offer in news["game"]["offers"])
        assert news["game"]["odds"] is None


def test_undo_on_a_page_never_ends_between_a_stop_and_its_tile(tmp_path: Path) -> None:
    """That there was a choice would remind of a snatch."""
    table = Served(tmp_path)
    moves = (laid(Bratwurmeck, UP, *WITH), *BEFORE_STOP)
    path = keep_game(tmp_path, Bratwurmeck, *moves, count=3, variants=("quiet_snatches",))

    async def scenario() -> None:
        line = await resumed(table, path)
        for action in ("stop", "ok"):
            line.ask("press", action=action)
        await line.until(lambda news: len(news["game"]["moves"]) > len(moves))
        line.ask("undo", count=1)
        await line.until(lambda news: news["screen"] == "undone")
        assert len(table.written) == len(moves)
        assert line.last["game"]["view"]["turn"]["phase"] == "throw"

    table.play(scenario)


# Junior.


def test_piles_of_junior_are_not_in_the_news(tmp_path: Path) -> None:
    """Only the top of a pile is told, and how high it is; not even one's own worms."""
    stacks = ((5, 9, 4), (8, 6), (9, 7))
    table = Served(tmp_path)
    path = keep_game(tmp_path, Junior, laid(Junior, (4, 5, 6, 7, 8), *stacks), count=3)

    async def scenario() -> None:
        line = await resumed(table, path)
        dice = table.table.session.game.state.setup.dice.sides
        await table.throw(line, "wwwccc" if Face.CUCUMBER in dice else "")
        view = line.last["game"]["view"]
        tops = [{"top": stack[-1], "tiles": len(stack)} for stack in stacks]
        assert view["hands"] == tops
        assert view["table"] is None
        assert view["scores"] == [None] * 3
        text = json.dumps(line.last, separators=(",", ":"))
        for stack in stacks:
            assert json.dumps(list(stack), separators=(",", ":")) not in text
        assert '"stack"' not in text
        points = table.table.session.game.state.points()
        assert str(points)[1:-1].replace(" ", "") not in text

    table.play(scenario)


def test_open_worms_are(tmp_path: Path) -> None:
    table = Served(tmp_path)
    moves = laid(Junior, (4, 5, 6, 7, 8), (5, 9, 4), (8, 6), (9, 7))
    path = keep_game(tmp_path, Junior, moves, count=3, variants=("open_worms",))

    async def scenario() -> None:
        line = await resumed(table, path)
        assert line.last["game"]["view"]["hands"][1] == {"stack": [8, 6]}

    table.play(scenario)
