"""Count every sequence of moves to a small depth, each throw as a multiset of faces.

The numbers are constants: a change of them is a change of the rules. Beside them stands a formula
that knows dice and no game.
"""

from math import comb

import pytest

from rules import Barbecue, Bratwurmeck, Colour, Face, Junior, Player
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck
from tests.rules.random_play import GAMES

PERFT: dict[type[AnyHeckmeck], tuple[int, int, int, int]] = {
    Barbecue: (1_287, 4_752, 2_415_319, 12_987_579),
    Bratwurmeck: (1_287, 4_752, 2_420_010, 19_024_896),
    Junior: (210, 630, 53_555, 375_630),
}


def start(game: type[AnyHeckmeck]) -> AnyHeckmeck:
    players = [Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)]
    return game.begin(players)[0]


def perft(state: AnyGame, depth: int) -> int:
    """How many sequences of so many moves there are from here."""
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move)[0], depth - 1) for move in moves)


def counted(game: type[AnyHeckmeck]) -> tuple[int, int, int, int]:
    """The same from combinatorics: throw, keep, then throw on or stop, then keep or the next."""
    dice = game.DICE
    faces = len(start(game).setup.dice.faces)

    def throws(count: int) -> int:
        return comb(count + faces - 1, faces - 1)

    keeps = faces * throws(dice - 1)
    third, fourth = 0, 0
    for face in start(game).setup.dice.faces:
        for count in range(1, dice):
            ways = comb(dice - count + faces - 2, faces - 2)  # throws with so many of the face
            stop = may_stop(game, face, count)
            new = (faces - 1) * throws(dice - count - 1)  # keeps of another face
            third += ways * (throws(dice - count) + stop)
            fourth += ways * (new + throws(dice) + stop * throws(dice))
        third += throws(dice)  # all dice show the face: the next player throws,
        fourth += keeps  # and keeps
    return throws(dice), keeps, third, fourth


def may_stop(game: type[AnyHeckmeck], face: Face, count: int) -> bool:
    """Whether a player may stop after keeping so many of a face: in Barbecue only if it pays."""
    return game is not Barbecue or (face is Face.WORM and 5 * count >= 23)


@pytest.mark.parametrize("game", GAMES)
def test_perft_to_depth_three(game: type[AnyHeckmeck]) -> None:
    assert tuple(perft(start(game), depth) for depth in (1, 2, 3)) == PERFT[game][:3]
    assert counted(game) == PERFT[game], "combinatorics counts the same"


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_perft_to_depth_four(game: type[AnyHeckmeck]) -> None:
    assert perft(start(game), 4) == PERFT[game][3]
