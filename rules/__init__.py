"""The rules of the games: pure, without input or output, clock or random numbers.

A game is an immutable state that answers which moves are legal (`legal_moves`), what a move does
(`play`), and who won (`outcome`). docs/api.md is the guide. What an engine needs is here; chances
and advice are in `rules.odds`, `rules.rerolls` and `rules.advice`, events in `rules.events`.
"""

from rules.ant_turn import AntPhase
from rules.barbecue import Barbecue, BarbecueVariant
from rules.box import WormBox
from rules.bratwurmeck import Bratwurmeck, BratwurmeckVariant
from rules.dice import DiceSet, Face
from rules.errors import (
    BadBox,
    BadPosition,
    BadRecord,
    BadSetup,
    IllegalMove,
    RulesError,
    WrongType,
)
from rules.events import Event, Events
from rules.game import Game
from rules.games import GAMES, game_named
from rules.grill import GrillTable, Spot
from rules.junior import Junior, JuniorBox, JuniorVariant
from rules.legal import LegalMoves, WeightedThrow
from rules.moves import (
    Adjust,
    Attack,
    Keep,
    Leave,
    March,
    Move,
    Pass,
    QueenUse,
    Repair,
    Skip,
    SpendQueen,
    Stop,
    Take,
    TakeQueen,
    Throw,
    Void,
)
from rules.outcome import Outcome, Standing
from rules.picnic_blitz import PicnicBlitz
from rules.picnic_variants import PicnicVariant
from rules.players import Colour, Player
from rules.position import read as read_position
from rules.position import write as write_position
from rules.record import Read, Record, Step, Undone
from rules.tiles import TileTable
from rules.tracks import AntTable, Track, TrackBox
from rules.turn import Phase

__all__ = [
    "GAMES",
    "Adjust",
    "AntPhase",
    "AntTable",
    "Attack",
    "BadBox",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Barbecue",
    "BarbecueVariant",
    "Bratwurmeck",
    "BratwurmeckVariant",
    "Colour",
    "DiceSet",
    "Event",
    "Events",
    "Face",
    "Game",
    "GrillTable",
    "IllegalMove",
    "Junior",
    "JuniorBox",
    "JuniorVariant",
    "Keep",
    "Leave",
    "LegalMoves",
    "March",
    "Move",
    "Outcome",
    "Pass",
    "Phase",
    "PicnicBlitz",
    "PicnicVariant",
    "Player",
    "QueenUse",
    "Read",
    "Record",
    "Repair",
    "RulesError",
    "Skip",
    "SpendQueen",
    "Spot",
    "Standing",
    "Step",
    "Stop",
    "Take",
    "TakeQueen",
    "Throw",
    "TileTable",
    "Track",
    "TrackBox",
    "Undone",
    "Void",
    "WeightedThrow",
    "WormBox",
    "WrongType",
    "game_named",
    "read_position",
    "write_position",
]
