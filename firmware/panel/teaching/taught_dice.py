"""Manages taught dice: rename them, map them to another game, or forget them."""

from collections.abc import Mapping
from functools import partial

from firmware.panel.view import View
from firmware.panel.views.menus import ConfirmView, Entry, GameList, MenuView, NoteView, SubMenu
from firmware.panel.views.names import LettersView
from firmware.speech.language import N_
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.meaning import TaughtDice, named, own_faces, same_names
from firmware.store.settings import TAUGHT
from firmware.table.dice_in_use import short_trouble
from firmware.table.taught import forget, refusal, rename
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
        return NoteView(menu, menu.say("Nothing to do"), menu.say("No other game fits"))
    return OtherGameView(menu, dice, games, leave)


def _fits(dice: TaughtDice, game: type[AnyGame]) -> bool:
    """Return whether the dice fit this game and a mapping makes sense."""
    faces = dice.taught.faces
    return len(faces) >= len(own_faces(game.NAME)) and same_names(faces, game.NAME) is None


class OtherGameView(GameList):
    """The games these dice can be mapped to."""

    name = "taught_game"
    heading = N_("Dice for which game?")

    def __init__(
        self, back: View, dice: TaughtDice, games: tuple[type[AnyGame], ...], leave: View
    ) -> None:
        super().__init__(back)
        self.dice = dice
        self.games = games
        self.chosen = 0
        self.leave = leave

    def choose(self, game: type[AnyGame]) -> View:
        return MeansView(self, self, game, named(self.dice.taught.faces, game.NAME))


class MeansView(SubMenu):
    """Asks for the game's face of each die face that has another name.

    The cursor starts at the current meaning, else that in another game, else the first unused face,
    else the first.
    """

    name = "taught_means"

    def __init__(
        self, back: View, origin: OtherGameView, game: type[AnyGame], meanings: Mapping[str, Face]
    ) -> None:
        super().__init__(back)
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
        return NoteView(self.origin.leave, cut(name), *lines)


class TaughtView(SubMenu):
    """All taught dice."""

    name = "taught"
    heading = N_("Taught dice")

    def entries(self) -> tuple[Entry, ...]:
        return tuple(
            Entry(cut(name), partial(DiceMenu, self, name)) for name in self.session.taught
        )


class DiceMenu(SubMenu):
    """The actions for one set of dice."""

    name = "taught_menu"

    def __init__(self, taught: TaughtView, dice: str) -> None:
        super().__init__(taught)
        self.taught = taught
        self.dice = dice

    def title(self) -> str:
        return cut(self.dice)

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("Name…"), self._name),
            Entry(self.say("Other game…"), partial(map_dice, self, self.dice, self.taught)),
            Entry(self.say("Forget them…"), self._confirm),
        )

    def _name(self) -> View:
        return LettersView(self, self.say("Name"), self.dice, self._named)

    def _named(self, name: str) -> View:
        if name == self.dice:
            return self.taught
        refused = "" if taught_dice.same_name(name, self.dice) else refusal(self.session, name)
        if refused:
            return NoteView(self, self.say("No such name"), refused)
        rename(self.session, self.dice, name)
        return self.taught

    def _confirm(self) -> View:
        def title() -> str:
            return self.say("Forget {name}?", name=cut(self.dice))

        return ConfirmView(self, "taught_forget", title, N_("Yes, forget them"), self._forget)

    def _forget(self) -> View:
        forget(self.session, self.dice)
        return self.taught if self.session.taught else self.taught.back()
