"""A short prepared game of Barbecue, with its throws as pictures.

The dice are loaded: with fair ones the shortest of four thousand games has seventy throws, and
under emulation each takes a while.
"""

import random
from collections.abc import Sequence

import cv2

from firmware.simulator.camera import SimulatedCamera
from rules.barbecue import Barbecue
from rules.dice import BARBECUE, Face
from rules.moves import Move, Throw
from rules.players import Player
from tests.harness.greedy import greedy_move

WEIGHTS = {Face.WORM: 60, Face.SIX: 6}
"""How much more often than others these lie on top."""
SEED = 1477
"""One of 25 throws, in which all that can happen happens: plates, worms, a theft, failures, snails
on the grill, taken from there and from the pool. None is thrown twice in a row: the table takes the
same dice in the same turn for those that lie there still."""
PICTURES = 3
"""Of each throw; the virtual camera shows them in turn, so that they differ by their noise."""
_QUALITY = 95


class Loaded(random.Random):
    """Dice for the greedy player."""

    def choices(self, population, weights=None, *, cum_weights=None, k=1):  # type: ignore[no-untyped-def]
        return super().choices(population, [WEIGHTS.get(face, 1) for face in population], k=k)


def script(players: Sequence[Player], seed: int = SEED) -> tuple[Move, ...]:
    """Every move of the game."""
    dice = Loaded(seed)
    state, _ = Barbecue.begin(players)
    moves: list[Move] = []
    while state.ending is None:
        moves.append(greedy_move(state, dice))
        state, _ = state.play(moves[-1])
    return tuple(moves)


class Tray:
    """The scene of the script's dice: one table, lamp and set of dice."""

    def __init__(self, seed: int) -> None:
        self._camera = SimulatedCamera(BARBECUE, seed)

    def pictures(self, faces: Sequence[Face]) -> list[bytes]:
        """These dice as they fall this time, as files of a camera."""
        self._camera.put(faces)
        frames = self._camera.frames()
        return [_file(next(frames)[1]) for _ in range(PICTURES)]


def _file(frame: "cv2.typing.MatLike") -> bytes:
    well, content = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert well
    return content.tobytes()


def count(moves: Sequence[Move]) -> int:
    return sum(isinstance(move, Throw) for move in moves)
