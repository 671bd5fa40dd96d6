"""Maps dice taught for one game to another, without showing their faces again."""

from collections.abc import Mapping
from functools import partial

from firmware.panel.view import View
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.meaning import TaughtDice, named, own_faces, same_names
from firmware.store.settings import TAUGHT
from firmware.table.dice_in_use import short_trouble
from rules.dice import Face
from rules.games import GAMES, AnyGame
from vision.errors import BadDice

_NAMED = 14
"""Letters of a face's name in the question."""


def map_dice(menu: MenuView, name: str, leave: View) -> View:
    """Ask for a game to map these dice to; raises `DiskTrouble` or `TaughtTrouble`.

    Success leads to `leave`, BACK to this menu.
    """
    try:
        dice = taught_dice.load(menu.session.shelf.folder, name)
    except BadDice as error:
        raise short_trouble(error, name) from error
    games = tuple(game for game in GAMES.values() if _fits(dice, game))
    if not games:
        lines = (menu.say("No other game fits"),)
        return NoteView(menu.session, menu.navigator, menu.say("Nothing to do"), lines, menu)
    return OtherGameView(menu, dice, games, leave)


def _fits(dice: TaughtDice, game: type[AnyGame]) -> bool:
    """Return whether the dice fit this game and a mapping makes sense."""
    faces = dice.taught.faces
    return len(faces) >= len(own_faces(game.NAME)) and same_names(faces, game.NAME) is None


class OtherGameView(MenuView):
    """The games these dice can be mapped to."""

    name = "taught_game"

    def __init__(
        self, back: View, dice: TaughtDice, games: tuple[type[AnyGame], ...], leave: View
    ) -> None:
        super().__init__(back.session, back.navigator, back)
        self.dice = dice
        self.games = games
        self.leave = leave

    def title(self) -> str:
        return self.say("Dice for which game?")

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(self.session.short.title(game.NAME), partial(self._choose, game))
            for game in self.games
        )

    def _choose(self, game: type[AnyGame]) -> View:
        return MeansView(self, self, game, named(self.dice.taught.faces, game.NAME))


class MeansView(MenuView):
    """Asks for the game's face of each die face that has another name.

    The cursor starts at the current meaning, else that in another game, else the first unused face,
    else the first.
    """

    name = "taught_means"

    def __init__(
        self, back: View, origin: OtherGameView, game: type[AnyGame], meanings: Mapping[str, Face]
    ) -> None:
        super().__init__(back.session, back.navigator, back)
        self.origin = origin
        self.game = game
        self.meanings = meanings
        """What is known already."""
        unmapped = [name for name in origin.dice.taught.faces if name not in meanings]
        self.face = unmapped[0]
        own = own_faces(game.NAME)
        missing = tuple(face for face in own if face not in meanings.values())
        self.possible = own if len(unmapped) > len(missing) else missing
        """If faces are left over, two may mean the same."""
        means = origin.dice.means
        guesses = (
            meaning.get(self.face) for meaning in (means.get(game.NAME, {}), *means.values())
        )
        likely = next((face for face in guesses if face in self.possible), (missing or own)[0])
        self.chosen = self.possible.index(likely)

    def title(self) -> str:
        return self.say("What is {name}?", name=cut(self.session.short.face(self.face), _NAMED))

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(self.session.short.face(face), partial(self._choose, face))
            for face in self.possible
        )

    def _choose(self, face: Face) -> View:
        meanings = {**self.meanings, self.face: face}
        if len(meanings) < len(self.origin.dice.taught.faces):
            return MeansView(self, self.origin, self.game, meanings)
        return self._keep(meanings)

    def _keep(self, meanings: Mapping[str, Face]) -> View:
        """Use the mapped dice in the game, unless it is being played with others."""
        session, name = self.session, self.origin.dice.taught.name
        try:
            taught_dice.set_meaning(session.shelf.folder, name, self.game.NAME, meanings)
        except BadDice as error:  # their file has changed meanwhile
            raise short_trouble(error, name) from error
        session.look_for_dice()
        title = session.short.title(self.game.NAME)
        if session.match is not None and session.match.state.NAME == self.game.NAME:
            lines = [self.say("Known in {game}", game=title), self.say("Choose them: Options")]
        else:
            session.use_dice(self.game, TAUGHT + name)
            lines = [self.say("Used for {game}", game=title)]
        return NoteView(session, self.navigator, cut(name), tuple(lines), self.origin.leave)
