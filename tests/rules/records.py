"""Small records for tests, and ways to have them refused."""

import json
import random
import re
from typing import Any

import pytest
from hypothesis import strategies as st

from rules import (
    Adjust,
    Attack,
    Barbecue,
    Bratwurmeck,
    Leave,
    March,
    Pass,
    PicnicBlitz,
    Player,
    QueenUse,
    Skip,
    SpendQueen,
    Stop,
    Take,
    TakeQueen,
    Throw,
    Void,
)
from rules.errors import BadRecord
from rules.games import AnyGame
from rules.grill import SNAIL, GrillTable, Spot
from rules.moves import Move
from rules.record import Read, Record
from rules.tiles import TileTable
from rules.tracks import AntTable
from tests.rules import random_play
from tests.rules.random_play import ALL_GAMES, a_move, a_repair
from tests.rules.tables import ANN, BEN, CAT, keep, throw

ANY_GAME = st.sampled_from(ALL_GAMES)
SEEDS = st.integers(0, 2**32)

ADJUSTED = GrillTable(
    {24: Spot(ANN, 1), 30: Spot(BEN, 2), 36: SNAIL},
    worms=(4, 7, 0),
    snails=(0, 1, 0),
)
ADJUSTED_LINE = (
    '{"move":"adjust","table":{"spots":{"24":{"owner":0,"plates":1,"snail":false},'
    '"30":{"owner":1,"plates":2,"snail":false},"36":{"plates":0,"snail":true}},'
    '"worms":[4,7,0],"snails":[0,1,0]},"player":1}'
)
TILES_ADJUSTED = TileTable(tuple(range(21, 34)), (36,), ((34,), (35,), ()))
ANTS_ADJUSTED = AntTable(
    (
        ((), (ANN,), (), (), (), ()),
        ((), (), (CAT, BEN), (), (), (), ()),
        *(((),) * length for length in (8, 8, 9)),
        (*((),) * 9, (BEN,)),
    ),
    queens=(True, False, False),
)
ANTS_ADJUSTED_LINE = (
    '{"move":"adjust","table":{"tracks":[[[],[0],[],[],[],[]],[[],[],[2,1],[],[],[],[]],'
    "[[],[],[],[],[],[],[],[]],[[],[],[],[],[],[],[],[]],[[],[],[],[],[],[],[],[],[]],"
    '[[],[],[],[],[],[],[],[],[],[1]]],"queens":[true,false,false]},"player":0}'
)


def opened(game: type[AnyGame], *names: str) -> Record:
    seated = names or ("Ann", "Ben")
    players = [Player(name, colour) for name, colour in zip(seated, game.COLOURS, strict=False)]
    return Record.begin(*game.begin(players))


def played(game: type[AnyGame], *moves: Move) -> Record:
    """A record of three players with these moves."""
    record = opened(game, "Ann", "Ben", "Cat")
    for move in moves:
        record.play(move)
    return record


def grilled() -> Record:
    """Every kind of line that Barbecue knows."""
    record = opened(Barbecue, "Ann", "Ben", "Jürgen")
    record.play(throw("66ww4422"), Read.CAMERA)
    record.play(Void())
    record.play(throw("66ww4422"), Read.CORRECTED)
    record.play(keep("6"))
    record.undo()
    record.play(keep("w"))
    record.play(throw("666644"), Read.HAND)
    record.play(keep("6"))
    record.play(Stop())
    record.play(Skip())
    record.play(Leave(CAT))
    record.play(Adjust(ADJUSTED, BEN))
    return record


def snatched() -> Record:
    """Every kind of line of a tile game that Barbecue does not have."""
    return played(
        Bratwurmeck,
        Adjust(TILES_ADJUSTED, CAT),
        throw("wwwww555"),
        keep("w"),
        throw("554"),
        keep("5"),
        Stop(),
        Take(35, BEN),
    )


def picnicked() -> Record:
    """Every kind of line of Picnic Blitz that the others do not have."""
    return played(
        PicnicBlitz,
        Adjust(ANTS_ADJUSTED, ANN),
        throw("123345"),
        throw("123455"),
        SpendQueen(QueenUse.ATTACK),
        Attack(BEN, 6),
        Attack(BEN, 2),
        March(5),
        throw("111111"),
        Pass(),
        throw("123466"),
        TakeQueen(),
    )


def written(record: Record) -> list[bytes]:
    """The lines as they stand in a file."""
    return [f"{line}\n".encode() for line in record.lines]


def said(line: str) -> str:
    """What a line says, without its checksum."""
    return line[: line.rindex(',"sum":')] + "}"


def told(record: Record) -> list[str]:
    """What the lines say after the headers."""
    return [said(line) for line in record.lines[2:]]


def unsealed(record: Record) -> list[bytes]:
    """The same game in version 3, which has one header, no checksums, and the old attack."""
    first, *moves = [said(line) for line in record.lines[1:]]
    first = first.replace('"grillside":5', '"grillside":3')
    old = [re.sub('("attack",)"rival"', r'\1"player"', line) for line in (first, *moves)]
    return [f"{line}\n".encode() for line in old]


def replayed(record: Record, *more: bytes) -> Record:
    return Record.replay([*unsealed(record), *more] if more else written(record))


def refused(*lines: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        Record.replay(lines)
    return caught.value


def complaint(error: BadRecord) -> tuple[str, int, object]:
    """Its code, its line, and the field that it names, if any."""
    return error.code, error.line, error.arguments.get("field")


def followed(lines: list[bytes]) -> tuple[list[str], int | None]:
    """The lines that could be followed, and the number of the one that could not."""
    try:
        return Record.replay(lines).lines, None
    except BadRecord as error:
        return [], error.line


def refused_after(record: Record, line: str | bytes) -> BadRecord:
    """The complaint about a line appended to the record, at the number of that line."""
    raw = line.encode() if isinstance(line, str) else line
    error = refused(*unsealed(record), raw)
    assert error.line == len(record.lines)
    return error


def header(game: type[AnyGame] = Barbecue, /, **changed: Any) -> bytes:
    """The header of Ann and Ben's game with these fields changed."""
    return json.dumps(json.loads(unsealed(opened(game))[0]) | changed).encode()


def header_without(field: str) -> bytes:
    plain = json.loads(unsealed(opened(Barbecue))[0])
    del plain[field]
    return json.dumps(plain).encode()


def a_record(game: type[AnyGame], seed: int, lines: int = 60) -> Record:
    """A game with undos and repairs in between, all drawn from the seed."""
    dice = random.Random(seed)
    record = Record.begin(*random_play.begin(game, dice))
    while len(record.lines) < lines:
        state: Any = record.state
        if record.steps and (state.ending is not None or dice.random() < 0.15):
            record.undo()
            continue
        move = a_repair(state, dice) if dice.random() < 0.2 else a_move(state, dice)
        if state.refusal(move) is None:
            record.play(move, dice.choice(tuple(Read)) if isinstance(move, Throw) else None)
    return record


def adjusted_to(**table: Any) -> str:
    """The line that sets up this table, with Ann's turn."""
    return json.dumps({"move": "adjust", "table": table, "player": ANN})
