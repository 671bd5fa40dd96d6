"""From power-on to the first throw: resume a game, or choose game, players and options."""

from functools import partial

from firmware.panel.view import Navigator, View
from firmware.panel.views.boxes import BoxesView, OwnerView
from firmware.panel.views.menus import Entry, GameList, MenuView, NoteView, SubMenu, power_view
from firmware.panel.views.names import SHORTEST, NamesView
from firmware.panel.views.recent_games import RecentView, go_on
from firmware.panel.views.rules import RulesView
from firmware.panel.views.stand_ins import StandInsView
from firmware.play.setup import Setup
from firmware.speech.games import WORDS
from firmware.speech.language import N_
from firmware.speech.short import cut
from firmware.store.settings import TAUGHT
from firmware.store.shelf import Saved
from firmware.table.seating import levels, seated
from rules.games import AnyGame
from rules.players import Colour


class ResumeView(MenuView):
    """Asks whether to resume an unfinished game."""

    name = "resume"

    def __init__(self, navigator: Navigator, saved: Saved) -> None:
        super().__init__(navigator)
        self.saved = saved
        self.foot = ", ".join(player.name for player in saved.players)

    def title(self) -> str:
        return self.say("Resume {game}?", game=self.session.short.title(self.saved.game))

    def entries(self) -> tuple[Entry, ...]:
        return (
            Entry(self.say("Resume it"), partial(go_on, self.saved, self)),
            Entry(self.say("New game"), self.new),
        )

    def new(self) -> View:
        """Start a new game; the old one stays among the recent games, but is not offered again."""
        self.session.shelf.give_up(self.saved.path)
        return self.navigator.begin()


class BeginView(OwnerView):
    """The number of players: OK on a number begins. Everything else is above or below."""

    name = "new_game"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.game = self.session.last_game
        self.starter: Colour | None = None
        """The colour that starts; it stays with the person, wherever they sit."""
        least, most = self.game.LEAST_PLAYERS, self.game.MOST_PLAYERS
        self.chosen = 1 + min(max(self.session.settings.players, least), most) - least

    def setup(self, count: int) -> Setup:
        """Return the setup for so many players, with the choices made here or on other surfaces."""
        settings, game, box = self.session.settings, self.game, self.owned.box
        dice = settings.dice.get(game.NAME)
        players = seated(self.session, game, count)
        colours = [player.colour for player in players]
        return Setup(
            game,
            players,
            box,
            starter=colours.index(self.starter) if self.starter in colours else 0,
            dice=dice if dice in game.dice_sets(box) else None,
            variants=self.variants,
            levels=levels(self.session, players),
        )

    @property
    def variants(self) -> frozenset[str]:
        on = self.session.settings.variants.get(self.game.NAME, ())
        return frozenset(on) & frozenset(self.game.VARIANTS)

    def title(self) -> str:
        return WORDS[self.game.NAME].title

    def entries(self) -> tuple[Entry, ...]:
        """Return another game, the numbers of players, and the options."""
        counts = range(self.game.LEAST_PLAYERS, self.game.MOST_PLAYERS + 1)
        return (
            Entry(self.say("Other game…"), partial(GamesView, self)),
            *(
                Entry(
                    self.many("{count} player", "{count} players", count),
                    partial(self._begin, count),
                )
                for count in counts
            ),
            Entry(self.say("Names…"), partial(NamesView, self, self.game)),
            Entry(self.say("Options…"), partial(OptionsView, self)),
            Entry(self.say("Rules…"), partial(RulesView, self, self.game, self.variants)),
            Entry(self.say("Last games…"), partial(RecentView, self)),
            Entry(self.say("Settings…"), partial(self.navigator.settings, self)),
            Entry(self.say("Power off…"), partial(power_view, self)),
        )

    def _begin(self, count: int) -> View:
        self.session.change(players=count)
        players = seated(self.session, self.game, count)
        if self.starter in {None, *(player.colour for player in players)}:
            return self._compared(count)
        self.starter = None
        starts = self.say("{player} starts", player=cut(players[0].name))
        return NoteView(self._compared(count), self.say("The starter does not play"), starts)

    def _compared(self, count: int) -> View:
        """Ask to compare unknown numbers with the owner's copy before the first game."""
        self.setup(count).begin()  # refuses an impossible setup before asking anything
        if self.owned.box.assumed:
            begun = partial(self._begun, count)
            return self.compare(self.owned.box, self.owned.used, begun)
        return self._begun(count)

    def _begun(self, count: int) -> View:
        """Begin the game: show how to lay out the pieces."""
        return self.navigator.instructions(self.session.begin(self.setup(count)))

    def back(self) -> View:
        """Go back to the current game, if any."""
        return self if self.session.match is None else self.navigator.game()


class GamesView(GameList):
    """Asks which game."""

    name = "games"
    heading = N_("Which game?")

    def choose(self, game: type[AnyGame]) -> View:
        self.session.change(game=game.NAME)
        return self.navigator.begin()


class OptionsView(SubMenu):
    """The options of a new game; all are saved, except who starts."""

    name = "options"
    heading = N_("For this game")

    def __init__(self, begin: BeginView) -> None:
        super().__init__(begin)
        self.begin = begin
        self.session.look_for_dice()  # they may come from another surface

    def entries(self) -> tuple[Entry, ...]:
        """Return who starts, dice, box, and the table options."""
        begin, game = self.begin, self.begin.game
        everybody = seated(self.session, game, game.MOST_PLAYERS)
        seats = {player.colour: player.name for player in everybody}
        starter = cut(seats.get(begin.starter or everybody[0].colour, everybody[0].name))
        entries = [Entry(self.say("Starts:"), self._starter, starter)]
        if len(self._every_dice()) > 1:
            entries.append(Entry(self.say("Dice:"), self._dice, self._called(self._chosen_dice())))
        entries.append(Entry(self.say("Box…"), partial(BoxesView, self, begin)))
        options = self.navigator.game_panel(game).options(self.session, game, begin.variants)
        return (
            *entries,
            *(Entry(option.label, partial(self._vary, option.then), option.value)
              for option in options),
        )  # fmt: skip

    def _starter(self) -> View:
        everybody = seated(self.session, self.begin.game, self.begin.game.MOST_PLAYERS)
        colours = [player.colour for player in everybody]
        now = colours.index(self.begin.starter) if self.begin.starter in colours else 0
        self.begin.starter = colours[(now + 1) % len(colours)]
        return self

    def _every_dice(self) -> tuple[str, ...]:
        """Return the usable dice by their names in the settings; the game's own first."""
        game = self.begin.game
        others = list(game.dice_sets(self.begin.owned.box))[1:]
        return ("", *others, *(TAUGHT + name for name in self.session.taught_for(game)))

    def _chosen_dice(self) -> str:
        """Return the chosen dice if they are available."""
        chosen = self.session.settings.dice.get(self.begin.game.NAME, "")
        return chosen if chosen in self._every_dice() else ""

    def _called(self, dice: str) -> str:
        if dice.startswith(TAUGHT):
            return cut(dice.removeprefix(TAUGHT), SHORTEST)
        return self.say("ordinary") if dice else self.say("own")

    def _dice(self) -> View:
        """Switch to the next dice: the game's own, ordinary ones, those taught for it."""
        every = self._every_dice()
        dice = every[(every.index(self._chosen_dice()) + 1) % len(every)]
        self.session.use_dice(self.begin.game, dice)
        ordinary = self.begin.ordinary
        if ordinary is None:
            return self
        return StandInsView(self.navigator, ordinary, lambda: self)

    def _vary(self, variants: frozenset[str]) -> View:
        kept = {**self.session.settings.variants, self.begin.game.NAME: tuple(sorted(variants))}
        self.session.change(variants=kept)
        return self
