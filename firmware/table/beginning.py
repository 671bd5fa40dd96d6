"""From power-on to the first throw: go on with a game, or which one, who plays, what differs."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from firmware import boxes
from firmware.screens.kinds import Screen, StandIns
from firmware.shelf import Saved
from firmware.speech.sentences import TITLES
from firmware.speech.short import cut
from firmware.table.desk import Desk
from firmware.table.menus import Entry, MenuView, NoteView, PowerView
from firmware.table.naming import NamesView, seated
from firmware.table.owning import BoxesView
from firmware.table.recent import RecentView, go_on
from firmware.table.view import Places, View
from firmware.wishes import Wishes
from rules.box import Box
from rules.dice import STANDARD
from rules.games import GAMES, AnyGame


class ResumeView(MenuView):
    """A game was not finished: go on with it?"""

    name = "resume"

    def __init__(self, desk: Desk, places: Places, saved: Saved) -> None:
        super().__init__(desk, places)
        self.saved = saved
        names = ", ".join(player.name for player in saved.players)
        self.foot = names

    def title(self) -> str:
        """How far it got."""
        return self.say("Go on playing?")

    def entries(self) -> tuple[Entry, ...]:
        """To go on comes first."""
        return (
            Entry(self.say("Go on with it"), self._go_on),
            Entry(self.say("New game"), self._new),
        )

    def _go_on(self) -> View:
        return go_on(self.desk, self.places, self.saved, self)

    def _new(self) -> View:
        """It stays among the last games, but is not offered again."""
        self.desk.shelf.give_up(self.saved.path)
        return self.places.begin()

    def back(self) -> View:
        """There is nothing behind it."""
        return self


class BeginView(MenuView):
    """Who plays: OK on a number of players begins. Everything else is above or below."""

    name = "new_game"

    def __init__(self, desk: Desk, places: Places) -> None:
        super().__init__(desk, places)
        self.game = desk.last_game
        settings, name = desk.settings, self.game.NAME
        known = frozenset(settings.variants.get(name, ())) & frozenset(self.game.VARIANTS)
        box = boxes.remembered(desk.shelf.folder, self.game)
        dice = settings.dice.get(name)
        usable = dice if dice in self.game.dice_sets(box) else None
        self.wishes = Wishes(self.game, (), box, dice=usable, variants=known)
        usual = min(max(settings.players, self.game.LEAST_PLAYERS), self.game.MOST_PLAYERS)
        self.chosen = 1 + usual - self.game.LEAST_PLAYERS

    def title(self) -> str:
        """The game."""
        return TITLES[self.game.NAME]

    def entries(self) -> tuple[Entry, ...]:
        """Another game, the numbers of players, and what differs from the usual."""
        counts = range(self.game.LEAST_PLAYERS, self.game.MOST_PLAYERS + 1)
        return (
            Entry(self.say("Other game…"), lambda: GamesView(self.desk, self.places, self)),
            *(
                Entry(
                    self.many("{count} player", "{count} players", count),
                    partial(self._begin, count),
                )
                for count in counts
            ),
            Entry(self.say("Names…"), lambda: NamesView(self.desk, self.places, self.game, self)),
            Entry(self.say("Options…"), lambda: OptionsView(self)),
            Entry(self.say("Last games…"), lambda: RecentView(self.desk, self.places, self)),
            Entry(self.say("Settings…"), lambda: self.places.settings(self)),
            Entry(self.say("Power off…"), lambda: PowerView(self.desk, self.places, self)),
        )

    def _begin(self, count: int) -> View:
        self.wishes = replace(self.wishes, players=seated(self.desk, self.game, count))
        self.desk.change(players=count)
        if self.wishes.starter < count:
            return self._compared()
        self.wishes = replace(self.wishes, starter=0)
        lines = (self.say("{player} starts", player=cut(self.wishes.players[0].name)),)
        title = self.say("The starter does not play")
        return NoteView(self.desk, self.places, title, lines, self._compared())

    def _compared(self) -> View:
        """What no source tells is compared with the owner's copy before the first game."""
        self.wishes.begin()  # refuses what cannot be before anything is asked
        if self.wishes.box.assumed:
            return self.compare(self.wishes.box, self.used.used, self._begun)
        return self._begun()

    @property
    def used(self) -> boxes.Boxes:
        """The owner's boxes of this game."""
        return boxes.load(self.desk.shelf.folder, self.game)

    def compare(self, box: Box, name: str, then: Callable[[], View]) -> View:
        """Compare what is printed, then use this box under this name."""

        def compared(printed: Box) -> View:
            self.use(self.used.keeping(name, printed))
            return then()

        return self.places.guide(self.game).compare(self.desk, self.places, box, self, compared)

    def use(self, owned: boxes.Boxes) -> None:
        """Keep these boxes, and play with the one in use."""
        self.desk.keep_boxes(self.game, owned)
        self.wishes = replace(self.wishes, box=owned.box)

    def _begun(self) -> View:
        """The game begins: lay out the pieces."""
        state, events = self.wishes.begin()
        self.desk.use(self.desk.shelf.begin(state, events))
        return self.places.told(events)

    def back(self) -> View:
        """To the game that goes on, if there is one."""
        return self if self.desk.journal is None else self.places.game()


class GamesView(MenuView):
    """Which game."""

    name = "games"

    def __init__(self, desk: Desk, places: Places, back: View) -> None:
        super().__init__(desk, places, back)
        self.chosen = list(GAMES.values()).index(desk.last_game)

    def title(self) -> str:
        """Which."""
        return self.say("Which game?")

    def entries(self) -> tuple[Entry, ...]:
        """All there are."""
        return tuple(
            Entry(self.desk.short.title(game.NAME), partial(self._choose, game))
            for game in GAMES.values()
        )

    def _choose(self, game: type[AnyGame]) -> View:
        self.desk.change(game=game.NAME)
        return self.places.begin()


class OptionsView(MenuView):
    """What differs from the usual game; but for who starts, it is remembered."""

    name = "options"

    def __init__(self, begin: BeginView) -> None:
        super().__init__(begin.desk, begin.places, begin)
        self.begin = begin

    def title(self) -> str:
        """For this game."""
        return self.say("For this game")

    def entries(self) -> tuple[Entry, ...]:
        """Who starts, dice, box, and the table options."""
        begin, game = self.begin, self.begin.game
        everybody = seated(self.desk, game, game.MOST_PLAYERS)
        starter = cut(everybody[begin.wishes.starter].name)
        entries = [Entry(self.say("Starts:"), self._starter, starter)]
        if len(game.dice_sets(begin.wishes.box)) > 1:
            ordinary = begin.wishes.dice == STANDARD.name
            dice = self.say("ordinary") if ordinary else self.say("own")
            entries.append(Entry(self.say("Dice:"), self._dice, dice))
        entries.append(Entry(self.say("Box…"), lambda: BoxesView(begin, self)))
        options = self.places.guide(game).options(self.desk, game, begin.wishes.variants)
        return (
            *entries,
            *(Entry(option.label, partial(self._vary, option.then), option.value)
              for option in options),
        )  # fmt: skip

    def _starter(self) -> View:
        starter = (self.begin.wishes.starter + 1) % self.begin.game.MOST_PLAYERS
        self.begin.wishes = replace(self.begin.wishes, starter=starter)
        return self

    def _dice(self) -> View:
        """Ordinary dice stand in, or the game's own are back."""
        name = self.begin.game.NAME
        others = {game: dice for game, dice in self.desk.settings.dice.items() if game != name}
        if self.begin.wishes.dice is None:
            self.begin.wishes = replace(self.begin.wishes, dice=STANDARD.name)
            self.desk.change(dice={**others, name: STANDARD.name})
            return StandInsView(self)
        self.begin.wishes = replace(self.begin.wishes, dice=None)
        self.desk.change(dice=others)
        return self

    def _vary(self, variants: frozenset[str]) -> View:
        self.begin.wishes = replace(self.begin.wishes, variants=variants)
        kept = {**self.desk.settings.variants, self.begin.game.NAME: tuple(sorted(variants))}
        self.desk.change(variants=kept)
        return self


class StandInsView(View):
    """What ordinary dice mean in this game."""

    name = "stand_ins"

    def __init__(self, options: OptionsView) -> None:
        super().__init__(options.desk, options.places)
        self.options = options

    def screen(self) -> Screen:
        """Each face, and what it stands for."""
        begin = self.options.begin
        dice = begin.game.dice_sets(begin.wishes.box)[STANDARD.name]
        pairs = tuple(dice.meaning.items())
        return StandIns(self.name, self.say("Ordinary dice"), pairs, self.say("OK: go on"))

    def ok(self) -> View:
        """Understood."""
        return self.options

    def scan(self) -> View:
        """Understood."""
        return self.options

    def back(self) -> View:
        """Understood."""
        return self.options
