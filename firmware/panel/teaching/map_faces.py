"""Dice that were taught for one game, mapped to another: nothing need be shown again."""

from collections.abc import Mapping
from functools import partial

from firmware.panel.view import View
from firmware.panel.views.menus import Entry, MenuView, NoteView
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.meaning import TaughtDice, named, named_so, own_faces
from firmware.store.settings import TAUGHT
from firmware.table.dice_in_use import told_on_panel
from rules.dice import Face
from rules.games import GAMES, AnyGame
from vision.errors import BadDice

_NAMED = 14
"""Letters of a face's name in the question."""


def map_dice(menu: MenuView, name: str, leave: View) -> View:
    """Which game these dice shall be mapped to; raises `DiskTrouble`, or `TaughtTrouble`.

    What becomes of it leads to `leave`, BACK to this menu.
    """
    try:
        dice = taught_dice.load(menu.desk.shelf.folder, name)
    except BadDice as error:
        raise told_on_panel(error, name) from error
    games = tuple(game for game in GAMES.values() if _fits(dice, game))
    if not games:
        lines = (menu.say("No other game fits"),)
        return NoteView(menu.desk, menu.navigator, menu.say("Nothing to do"), lines, menu)
    return OtherGameView(menu, dice, games, leave)


def _fits(dice: TaughtDice, game: type[AnyGame]) -> bool:
    """Whether they could be played with in it, and something can be said of them."""
    faces = dice.taught.faces
    return len(faces) >= len(own_faces(game.NAME)) and named_so(faces, game.NAME) is None


class OtherGameView(MenuView):
    """The games that these dice can be mapped to."""

    name = "taught_game"

    def __init__(
        self, back: View, dice: TaughtDice, games: tuple[type[AnyGame], ...], leave: View
    ) -> None:
        super().__init__(back.desk, back.navigator, back)
        self.dice = dice
        self.games = games
        self.leave = leave

    def title(self) -> str:
        """Which."""
        return self.say("Dice for which game?")

    def entries(self) -> tuple[Entry, ...]:
        """Those that they fit."""
        return tuple(
            Entry(self.desk.short.title(game.NAME), partial(self._choose, game))
            for game in self.games
        )

    def _choose(self, game: type[AnyGame]) -> View:
        return MeansView(self, self, game, named(self.dice.taught.faces, game.NAME))


class MeansView(MenuView):
    """What one face is in the game: asked for each that is not called like one of the game's.

    The cursor begins at what it is in this game already, or in another, or at what nothing is yet;
    where all are something, at the first.
    """

    name = "taught_means"

    def __init__(
        self, back: View, asked: OtherGameView, game: type[AnyGame], said: Mapping[str, Face]
    ) -> None:
        super().__init__(back.desk, back.navigator, back)
        self.asked = asked
        self.game = game
        self.said = said
        """What is known already."""
        unsaid = [name for name in asked.dice.taught.faces if name not in said]
        self.face = unsaid[0]
        own = own_faces(game.NAME)
        missing = tuple(face for face in own if face not in said.values())
        self.possible = own if len(unsaid) > len(missing) else missing
        """As long as faces are left over, two may mean the same."""
        means = asked.dice.means
        guesses = (told.get(self.face) for told in (means.get(game.NAME, {}), *means.values()))
        likely = next((face for face in guesses if face in self.possible), (missing or own)[0])
        self.chosen = self.possible.index(likely)

    def title(self) -> str:
        """The question."""
        return self.say("What is {name}?", name=cut(self.desk.short.face(self.face), _NAMED))

    def entries(self) -> tuple[Entry, ...]:
        """The game's faces."""
        return tuple(
            Entry(self.desk.short.face(face), partial(self._choose, face)) for face in self.possible
        )

    def _choose(self, face: Face) -> View:
        said = {**self.said, self.face: face}
        if len(said) < len(self.asked.dice.taught.faces):
            return MeansView(self, self.asked, self.game, said)
        return self._keep(said)

    def _keep(self, said: Mapping[str, Face]) -> View:
        """Play the game with them from now on, but not one that is being played with others."""
        desk, name = self.desk, self.asked.dice.taught.name
        try:
            taught_dice.set_meaning(desk.shelf.folder, name, self.game.NAME, said)
        except BadDice as error:  # somebody has changed their file meanwhile
            raise told_on_panel(error, name) from error
        desk.look_for_dice()
        title = desk.short.title(self.game.NAME)
        if desk.match is not None and desk.match.state.NAME == self.game.NAME:
            lines = [self.say("Known in {game}", game=title), self.say("Choose them: Options")]
        else:
            desk.use_dice(self.game, TAUGHT + name)
            lines = [self.say("Used for {game}", game=title)]
        return NoteView(desk, self.navigator, cut(name), tuple(lines), self.asked.leave)
