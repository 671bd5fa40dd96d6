"""Records in files, and running the command."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules import Bratwurmeck, Colour, Player, Throw
from rules.games import AnyGame
from rules.record import Record
from rules.tiles import TileGame
from tests.rules.records import unsealed

GRILLSIDE = str(Path(sys.executable).with_name("grillside"))
"""The installed command beside the Python of the tests."""

Data = dict[str, Any]
Refused = Callable[..., str]

HEADER = (
    '{"grillside":1,"game":"bratwurmeck","players":[{"name":"Ann","colour":"green"},'
    '{"name":"Ben","colour":"blue"}],"box":{"worms":{"21":1,"22":1,"23":1,"24":1,"25":2,"26":2,'
    '"27":2,"28":2,"29":3,"30":3,"31":3,"32":3,"33":4,"34":4,"35":4,"36":4}}}\n'
)


def people(*names: str) -> list[Player]:
    return [Player(name, colour) for name, colour in zip(names, Colour, strict=False)]


def a_record(game: type[AnyGame] = Bratwurmeck, *names: str) -> Record:
    return Record.begin(*game.begin(people(*names or ("Ann", "Ben", "Cat"))))


def kept(folder: Path, record: Record) -> Path:
    """Write the record in a version without checksums, so that tests can append lines."""
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(unsealed(record)))
    return path


def played(game: type[AnyGame], seed: int) -> Record:
    """Play a whole game: keep the highest face, stop as soon as it pays."""
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
    """Return a shell command in which `"$0" "$@"` is the command."""
    return subprocess.run(
        ["/bin/sh", "-c", line, GRILLSIDE, *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
    )
