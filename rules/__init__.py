"""The rules of the games: pure, without input or output, clock or random numbers.

A game is an immutable state that answers which moves are legal (`legal_moves`), what a move does
(`play`), and who won (`outcome`).
"""

from rules.barbecue import Barbecue
from rules.bratwurmeck import Bratwurmeck
from rules.dice import Face
from rules.junior import Junior
from rules.moves import (
    Adjust,
    Attack,
    Keep,
    Leave,
    March,
    Pass,
    QueenUse,
    Skip,
    SpendQueen,
    Stop,
    Take,
    TakeQueen,
    Throw,
    Void,
)
from rules.picnic_blitz import PicnicBlitz
from rules.players import Colour, Player

__all__ = [
    "Adjust",
    "Attack",
    "Barbecue",
    "Bratwurmeck",
    "Colour",
    "Face",
    "Junior",
    "Keep",
    "Leave",
    "March",
    "Pass",
    "PicnicBlitz",
    "Player",
    "QueenUse",
    "Skip",
    "SpendQueen",
    "Stop",
    "Take",
    "TakeQueen",
    "Throw",
    "Void",
]
