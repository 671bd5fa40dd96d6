"""Plays random games of every kind from fixed seeds, and prints the results as a line of JSON.

`python -m tools.virtual_pi.arm_rules`. Two architectures must print the same line.
"""

import json
import random
from hashlib import sha256

from rules.record import Record
from tests.rules.random_play import ALL_GAMES, a_move, begin

SEEDS = 5
LONGEST = 400
"""Moves of one game."""


def played() -> dict[str, tuple[int, str]]:
    """For each game how many moves were played, and a fingerprint of all records."""
    told = {}
    for game in ALL_GAMES:
        moves, print_ = 0, sha256()
        for seed in range(SEEDS):
            chance = random.Random(seed)
            record = Record.begin(*begin(game, chance))
            while record.state.ending is None and len(record.steps) < LONGEST:
                record.play(a_move(record.state, chance))
            moves += len(record.steps)
            print_.update("\n".join(record.lines).encode())
        told[game.NAME] = moves, print_.hexdigest()[:16]
    return told


if __name__ == "__main__":
    print(json.dumps(played()))
