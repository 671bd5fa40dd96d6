"""What the faces of taught dice mean in a game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.dice import Face, Faces
from rules.games import GAMES
from vision.errors import BadDice

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.taught import Taught

LONGEST = 40  # letters that are told of a name
_MOST_TOLD = 12

Meaning = Mapping[str, Face]
"""What each face of taught dice is in a game."""


@dataclass(frozen=True, eq=False)
class TaughtDice:
    """A set of dice, and what its faces are in the games that it was taught for."""

    taught: "Taught"
    means: Mapping[str, Meaning]

    def __post_init__(self) -> None:
        for game, meaning in self.means.items():
            check_meaning(self.taught.faces, game, meaning)

    def faces(self, game: str) -> Meaning | None:
        """What its faces are in this game; None if nobody has said so, nor its names do."""
        if game in self.means:
            return self.means[game]
        return named_so(self.taught.faces, game)


def own_faces(game: str) -> Faces:
    """The faces of a game's own dice."""
    return GAMES[game].own_dice(GAMES[game].BOX).faces


def named(faces: tuple[str, ...], game: str) -> dict[str, Face]:
    """What those of the faces are in a game that are called like its own."""
    own = own_faces(game)
    return {face: Face(face) for face in faces if face in own}


def named_so(faces: tuple[str, ...], game: str) -> Meaning | None:
    """What faces are in a game where they are called just as its own."""
    return named(faces, game) if set(faces) == set(own_faces(game)) else None


def check_meaning(faces: tuple[str, ...], game: str, meaning: Meaning) -> None:
    """Refuse, with `BadDice`, what leaves a face out, of these dice or of the game."""
    own = own_faces(game)
    for name, face in meaning.items():
        if name not in faces:
            raise BadDice("means_unknown", name=name[:LONGEST], names=listing(faces))
        if face not in own:
            raise BadDice("means_face", name=face, game=game, names=listing(own))
    for name in faces:
        if name not in meaning:
            raise BadDice("means_nothing", name=name, game=game)
    for face in own:
        if face not in meaning.values():
            raise BadDice("means_missing", name=face, game=game)


def listing(told: Iterable[str]) -> str:
    """As many as a line holds."""
    told = list(told)
    return ", ".join(told[:_MOST_TOLD]) + (", ..." if len(told) > _MOST_TOLD else "")
