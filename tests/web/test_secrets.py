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
from tests.web.prepared import laid
from tests.web.served import Served, keep_game, served

WORM, ONE, TWO = Face.WORM, Face.ONE, Face.TWO


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


def quiet(folder: Path, stacks: tuple[Tiles, ...], moves: tuple[Move, ...]) -> Path:
    """A game at a quiet table, in which these moves were made."""
    moved = (laid(Bratwurmeck, UP, *stacks), *moves)
    return keep_game(folder, Bratwurmeck, *moved, count=3, variants=("quiet_snatches",))


async def told(folder: Path, stacks: tuple[Tiles, ...], moves: tuple[Move, ...]) -> dict[str, Any]:
    """The news of a quiet table, without its version and the tiles that all may see."""
    quiet(folder, stacks, moves)
    table = Served(folder)
    async with table.running():
        line = await table.resumed()
        before = after = copy.deepcopy(line.last)
        plain = [at for at, o in enumerate(before["game"]["offers"]) if not o["repair"]]
        if plain:
            line.ask("choose", choice=plain[0])
            after = await line.until(lambda news: news["at"] != before["at"])
        for news in (before, after) if plain else (before,):
            assert news["game"]["view"]["hands"][1]["stack"]
            del news["game"]["view"]["hands"], news["game"]["view"]["table"], news["at"]
    return {"before": before, "after": after}


@pytest.mark.parametrize("moves", [BEFORE_STOP, LAST_DICE], ids=["may stop", "last dice"])
async def test_pages_of_a_quiet_table_say_nothing_of_a_snatch(
    tmp_path: Path, moves: tuple[Move, ...]
) -> None:
    """Nor can a turn be ended there: the panel asks, whether there is a snatch or not."""
    with_one = await told(tmp_path / "with", WITH, moves)
    without = await told(tmp_path / "without", WITHOUT, moves)
    assert with_one == without
    game = with_one["before"]["game"]
    assert all(offer["repair"] for offer in game["offers"])
    assert game["odds"] is None


@served(lambda folder: quiet(folder, WITH, BEFORE_STOP))
async def test_undo_on_a_page_never_ends_between_a_stop_and_its_tile(table: Served) -> None:
    """That there was a choice would remind of a snatch."""
    line = await table.resumed()
    before = len(line.last["game"]["moves"])
    for action in ("stop", "ok"):
        line.ask("press", action=action)
    await line.until(lambda news: len(news["game"]["moves"]) > before)
    line.ask("undo", count=1)
    await line.until(lambda news: news["screen"] == "undone")
    assert len(table.written) == before
    assert line.last["game"]["view"]["turn"]["phase"] == "throw"


# Junior.


STACKS = ((5, 9, 4), (8, 6), (9, 7))


def junior(folder: Path, *variants: str) -> Path:
    table = laid(Junior, (4, 5, 6, 7, 8), *STACKS)
    return keep_game(folder, Junior, table, count=3, variants=variants)


@served(junior)
async def test_piles_of_junior_are_not_in_the_news(table: Served) -> None:
    """Only the top of a pile is told, and how high it is; not even one's own worms."""
    line = await table.resumed()
    await table.throw(line, "wwwccc")
    view = line.last["game"]["view"]
    assert view["hands"] == [{"top": stack[-1], "tiles": len(stack)} for stack in STACKS]
    assert view["table"] is None
    assert view["scores"] == [None] * 3
    text = json.dumps(line.last, separators=(",", ":"))
    for stack in STACKS:
        assert json.dumps(list(stack), separators=(",", ":")) not in text
    assert '"stack"' not in text
    points = table.table.session.game.state.points()
    assert str(points)[1:-1].replace(" ", "") not in text


@served(lambda folder: junior(folder, "open_worms"))
async def test_open_worms_are(table: Served) -> None:
    line = await table.resumed()
    assert line.last["game"]["view"]["hands"][1] == {"stack": [8, 6]}
