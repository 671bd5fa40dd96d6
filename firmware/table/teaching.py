"""A session of teaching dice: what was shown so far. Nothing is saved here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from firmware.camera.face_check import OddLook, Problem, TooAlike
from firmware.camera.taught_faces import FEWEST, MeantDice
from firmware.play.setup import Setup
from firmware.store.meaning import TaughtDice
from firmware.table.seating import seated
from firmware.table.session import Session
from rules.dice import DiceSet, Face
from rules.games import AnyGame

if TYPE_CHECKING:  # OpenCV is loaded with them: not before the first screen
    from vision.files.taught_dice import Taught
    from vision.geometry import Frame

DRAFT = "?"
"""The name of dice that have none yet."""


@dataclass
class TeachingSession:
    """A set of dice being taught for one game."""

    game: type[AnyGame]
    dice_set: DiceSet
    """The game's own dice, which they replace."""
    dice: int
    """The game's number of dice."""
    pips: bool
    """Whether its numbers are pips; else they are pictures like the others."""
    looks: "dict[str, tuple[Frame, ...]]" = field(default_factory=dict)
    again: bool = False
    """Whether faces had to be shown again."""
    _meant: MeantDice | None = None
    """The dice as read last; the reader recognises them."""

    @classmethod
    def of(cls, session: Session, game: type[AnyGame], *, pips: bool) -> "TeachingSession":
        """Return a session for a game of this owner."""
        box = session.boxes(game).box
        players = seated(session, game, game.LEAST_PLAYERS)
        state, _ = Setup(game, players, box).begin()
        return cls(game, game.own_dice(box), state.legal_moves().dice, pips)

    @property
    def faces(self) -> Mapping[str, Face]:
        """The names of the faces with their meaning in the game; only pips are numbers."""
        return {self._called(face): face for face in self.dice_set.faces}

    def _called(self, face: Face) -> str:
        return f"picture {face}" if is_pips(face) and not self.pips else str(face)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The faces that must be shown."""
        return tuple(name for name in self.faces if not is_pips(name))

    @property
    def expected(self) -> frozenset[int]:
        """The possible numbers of dice to show."""
        return frozenset(range(min(FEWEST, self.dice), self.dice + 1))

    def learn(self, name: str, looks: "Sequence[Frame]", *, more: bool) -> None:
        """Add a look at this face; with `more`, keep earlier looks too."""
        from vision.files.taught_dice import MOST_LOOKS  # noqa: PLC0415 (OpenCV is loaded by now)

        before = self.looks.get(name, ()) if more else ()
        self.looks[name] = (*looks, *before)[:MOST_LOOKS]
        self._meant = None

    def taught(self, name: str = DRAFT) -> "Taught":
        """Return the lesson under this name."""
        from vision.files.taught_dice import Taught  # noqa: PLC0415 (as above)

        return Taught(name, tuple(self.faces), {face: self.looks[face] for face in self.drawn})

    def meant(self) -> MeantDice:
        """Return the dice with their meaning in the game."""
        if self._meant is None:
            self._meant = MeantDice(self.taught(), self.faces)
        return self._meant

    def named(self, name: str) -> TaughtDice:
        """Return the dice to save."""
        return TaughtDice(self.taught(name), {self.game.NAME: self.faces})

    def problems(self, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        """Return the problems with the game's faces: alike ones together, each odd one once."""
        together: list[set[str]] = []
        for problem in problems:
            if isinstance(problem, TooAlike):
                met = [group for group in together if group & {*problem.faces}]
                together = [group for group in together if group not in met]
                together.append({*problem.faces}.union(*met))
        alike = tuple(TooAlike(self._in_order(group)) for group in together)
        odd = dict.fromkeys(problem.face for problem in problems if isinstance(problem, OddLook))
        return (*alike, *(OddLook(self.faces[name], 0) for name in odd))

    def _in_order(self, names: set[str]) -> tuple[Face, ...]:
        return tuple(face for name, face in self.faces.items() if name in names)


def is_pips(face: str) -> bool:
    """Return whether a face of this name consists of pips.

    >>> is_pips(Face.SIX), is_pips(Face.WORM), is_pips("picture 6")
    (True, False, False)
    """
    return face.isdecimal()
