"""From power-on to the first throw: go on with a game, or who plays, and what the box shows."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from firmware import boxes
from firmware.shelf import Saved
from firmware.speech.sentences import TITLES
from firmware.speech.short import cut
from firmware.table.boxes import BoxView
from firmware.table.desk import Desk
from firmware.table.menus import Entry, MenuView, NoteView, PowerView
from firmware.table.naming import NamesView, seated
from firmware.table.recent import RecentView, go_on
from firmware.table.view import Places, View
from firmware.wishes import Wishes
from rules.barbecue import Barbecue
from rules.box import WormBox
from rules.dice import STANDARD


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
    """Who plays: OK on a number of players begins. Everything else is further down."""

    name = "new_game"

    def __init__(self, desk: Desk, places: Places, wishes: Wishes | None = None) -> None:
        super().__init__(desk, places)
        self.game = Barbecue
        box = boxes.remembered(desk.shelf.folder, self.game)
        self.wishes = wishes or Wishes(self.game, (), box)
        usual = max(desk.settings.players, self.game.LEAST_PLAYERS)
        self.chosen = min(usual, self.game.MOST_PLAYERS) - self.game.LEAST_PLAYERS

    def title(self) -> str:
        """The game."""
        return TITLES[self.game.NAME]

    def entries(self) -> tuple[Entry, ...]:
        """The numbers of players, and what differs from the usual."""
        counts = range(self.game.LEAST_PLAYERS, self.game.MOST_PLAYERS + 1)
        return (
            *(
                Entry(
                    self.many("{count} player", "{count} players", count),
                    partial(self._begin, count),
                )
                for count in counts
            ),
            Entry(self.say("Names…"), lambda: NamesView(self.desk, self.places, self)),
            Entry(self.say("Options…"), lambda: OptionsView(self)),
            Entry(self.say("Last games…"), lambda: RecentView(self.desk, self.places, self)),
            Entry(self.say("Settings…"), lambda: self.places.settings(self)),
            Entry(self.say("Power off…"), lambda: PowerView(self.desk, self.places, self)),
        )

    def _begin(self, count: int) -> View:
        self.wishes = replace(self.wishes, players=seated(self.desk, count))
        self.desk.change(players=count)
        then = partial(self.compare_box, self._begun) if self.wishes.box.assumed else self._begun
        if self.wishes.starter < count:
            return then()
        self.wishes = replace(self.wishes, starter=0)
        lines = (self.say("{player} starts", player=cut(self.wishes.players[0].name)),)
        title = self.say("The starter does not play")
        return NoteView(self.desk, self.places, title, lines, then())

    def compare_box(self, then: Callable[[], View]) -> View:
        """Compare what is printed on the grill."""

        def compared(box: WormBox) -> View:
            self.wishes = replace(self.wishes, box=box)
            return then()

        if not isinstance(self.wishes.box, WormBox):
            raise TypeError(self.game.NAME)
        return BoxView(self.desk, self.places, self.wishes.box, self, compared)

    def _begun(self) -> View:
        """The game begins: lay out the pieces."""
        state, events = self.wishes.begin()
        self.desk.use(self.desk.shelf.begin(state, events))
        return self.places.told(events)

    def back(self) -> View:
        """To the game that goes on, if there is one."""
        return self if self.desk.journal is None else self.places.game()


class OptionsView(MenuView):
    """What differs from the usual game."""

    name = "options"

    def __init__(self, begin: BeginView) -> None:
        super().__init__(begin.desk, begin.places, begin)
        self.begin = begin

    def title(self) -> str:
        """For this game."""
        return self.say("For this game")

    def entries(self) -> tuple[Entry, ...]:
        """Who starts, dice, box, and the table options."""
        wishes = self.begin.wishes
        everybody = seated(self.desk, Barbecue.MOST_PLAYERS)
        starter = cut(everybody[wishes.starter].name)
        dice = self.say("ordinary") if wishes.dice == STANDARD.name else self.say("own")
        labels = {
            "stop_is_fail": self.say("Stop may fail"),
            "strict_worms": self.say("Worms run out"),
            "strict_plates": self.say("Plates run out"),
        }
        return (
            Entry(self.say("Starts:"), self._starter, starter),
            Entry(self.say("Dice:"), self._dice, dice),
            Entry(self.say("Worms printed…"), lambda: self.begin.compare_box(lambda: self)),
            *(
                Entry(
                    labels[variant],
                    partial(self._toggle, variant),
                    self.say("yes") if variant in wishes.variants else self.say("no"),
                )
                for variant in Barbecue.VARIANTS
            ),
        )

    def _starter(self) -> View:
        starter = (self.begin.wishes.starter + 1) % Barbecue.MOST_PLAYERS
        self.begin.wishes = replace(self.begin.wishes, starter=starter)
        return self

    def _dice(self) -> View:
        dice = None if self.begin.wishes.dice else STANDARD.name
        self.begin.wishes = replace(self.begin.wishes, dice=dice)
        return self

    def _toggle(self, variant: str) -> View:
        variants = self.begin.wishes.variants ^ {variant}
        self.begin.wishes = replace(self.begin.wishes, variants=variants)
        return self
