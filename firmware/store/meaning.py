"""The meaning of taught faces in a game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.dice import Face, Faces
from rules.games import GAMES
from vision.errors import BadDice

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.files.taught_dice import Taught

LONGEST = 40  # letters shown of a name
_MOST_LISTED = 12

Meaning = Mapping[str, Face]
"""The game's face for each taught face."""


@dataclass(frozen=True, eq=False)
class TaughtDice:
    """A set of dice, with the meaning of its faces in the games it was taught for."""

    taught: "Taught"
    means: Mapping[str, Meaning]

    def __post_init__(self) -> None:
        for game, meaning in self.means.items():
            check_meaning(self.taught.faces, game, meaning)

    def faces(self, game: str) -> Meaning | None:
        """Return its faces' meaning in this game; None if neither set nor clear from names."""
        if game in self.means:
            return self.means[game]
        return same_names(self.taught.faces, game)


def own_faces(game: str) -> Faces:
    return GAMES[game].own_dice(GAMES[game].BOX).faces


def named(faces: tuple[str, ...], game: str) -> dict[str, Face]:
    """Return the meaning of the faces that have the same name in the game."""
    own = own_faces(game)
    return {face: Face(face) for face in faces if face in own}


def same_names(faces: tuple[str, ...], game: str) -> Meaning | None:
    """Return the faces' meaning if all have the same names in the game."""
    return named(faces, game) if set(faces) == set(own_faces(game)) else None


def check_meaning(faces: tuple[str, ...], game: str, meaning: Meaning) -> None:
    """Raise `BadDice` if a face of these dice or of the game is left out."""
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


def listing(names: Iterable[str]) -> str:
    """List as many as fit on a line."""
    names = list(names)
    return ", ".join(names[:_MOST_LISTED]) + (", ..." if len(names) > _MOST_LISTED else "")
