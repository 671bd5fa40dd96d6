"""Plays whole games by looking at the panel before every press; knows a way on everywhere."""

import random
from collections.abc import Callable
from typing import cast

from firmware.ports import Action
from firmware.screens.kinds import Choice, Menu, Message
from rules.dice import Face
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop
from rules.picnic_blitz import PicnicBlitz
from rules.turn import KEEP
from tests.harness.flow import Flow
from tests.harness.greedy import greedy_move
from tools.soak.player import Player
from tools.table.ants import AntHands
from tools.table.presses import FOLLOWED

UNTOLD = 0.3
"""How often dice are laid aside and the others thrown without telling the table."""


AGAIN = 0.3
"""How often the same game is played again."""


class Hands:
    """Plays games of all kinds, one after another."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.dice = random.Random(f"hands {seed}")
        self.turns = self.games = self.throws = 0
        self._aside: Face | None = None
        """Dice laid aside without a press; those thrown afterwards are in the tray."""
        self._unread = False
        """Dice were thrown that do not stand in the record yet."""
        self._counted: tuple[str, int] | None = None
        self._ants = SoakAnts(cast("Flow", player), self.dice)
        self._steps: dict[str, Callable[[], None]] = {
            "resume": self._ok,
            "over": self._ok,
            "ranking": self._next_game,
            "new_game": self._begin,
            "guide": self._ok,
            "box": self._ok,
            "picnic_box": self._ok,
            "games": self._choose_game,
            "note": self._ok,
            "todo": self._told,
            "failed": self._told,
            "throw": self._throw,
            "throw_or_stop": self._throw_or_stop,
            "keep": self._keep,
            "stop": self._stop,
            "take": self._ok,
            "reread": self._ok,
            "in_vain": self._ok,
            **dict.fromkeys(FOLLOWED, self._follow),
            **self._ants.steps,
        }

    @property
    def state(self) -> AnyHeckmeck:
        return cast("AnyHeckmeck", self.player.rig.session.game.state)

    @property
    def _picnic(self) -> bool:
        journal = self.player.rig.session.match
        return journal is not None and isinstance(journal.state, PicnicBlitz)

    def play(self, turns: int, every: Callable[[], None] = lambda: None) -> None:
        until = self.turns + turns
        while self.turns < until:
            self.step()
            every()

    def step(self) -> None:
        """One decision, by what stands on the panel."""
        player = self.player
        player.careful = not self._picnic
        player.moment()
        before = player.name
        self._steps.get(before, self._leave)()
        self._count()

    def _press(self, *actions: Action) -> None:
        self.player.press(*actions)

    def _ok(self) -> None:
        self._press(Action.OK)

    def _leave(self) -> None:
        """Leave a view reached by mistake."""
        self._press(Action.BACK)

    def _count(self) -> None:
        """Note the end of a turn when there are new instructions."""
        journal = self.player.rig.session.match
        if journal is None or self.player.name not in {"todo", "failed"}:
            return
        told = journal.path.name, journal.moves
        if told != self._counted and journal.moves:
            self.turns += 1
        self._counted = told

    # From one game to the next.

    def _next_game(self) -> None:
        """Play the same again, or begin another from the menu."""
        if self.dice.random() < AGAIN:
            self.games += 1
            self._ok()
            return
        self._press(Action.BACK)
        if self.player.name == "menu":
            self._press(Action.LEFT, Action.LEFT, Action.OK)

    def _begin(self) -> None:
        """A game for some; now and then another one."""
        screen = cast("Menu", self.player.screen)
        if self._counted is not None and self.dice.random() < 0.7:
            while cast("Menu", self.player.screen).chosen:
                self._press(Action.LEFT)
                if self.player.name != "new_game":
                    return
            self._counted = None
            self._press(Action.OK)
            return
        self.games += 1
        self._counted = None
        self._unread, self._aside = False, None
        for _ in range(self.dice.randrange(2)):
            if screen.chosen > 1:
                self._press(Action.LEFT)
        if self.player.name == "new_game":
            self._press(Action.OK)

    def _choose_game(self) -> None:
        for _ in range(self.dice.randrange(1, 4)):
            self._press(Action.RIGHT)
        self._press(Action.OK)

    # A turn of Heckmeck.

    def _told(self) -> None:
        if self.state.ending is not None:
            self._ok()
        elif self._picnic:
            self._ants.throw()
        else:
            self._aside = None
            self._throw()

    def _throw(self) -> None:
        """Throw, unless dice lie there that were not read yet."""
        count = self.state.turn.left
        if not (self._unread and len(self.player.lying) == count):
            faces = self.dice.choices(list(self.state.setup.dice.sides), k=count)
            self.player.lay(faces)
        self._look()

    def _look(self) -> None:
        self._unread = True
        player = self.player
        before = player.throws
        player.press(Action.SCAN)
        self._read(before)

    def _read(self, before: int) -> None:
        """Check that the reading is correct or empty."""
        if self.player.throws > before:
            self.player.check_throw()
            self.throws += 1
            self._unread, self._aside = False, None

    def _throw_or_stop(self) -> None:
        if self._unread and len(self.player.lying) == self.state.turn.left:
            self._look()
        elif isinstance(greedy_move(self.state, random.Random(0)), Stop):
            self._press(Action.STOP)
        else:
            self._throw()

    def _stop(self) -> None:
        screen = cast("Message", self.player.screen)
        self._press(Action.STOP if "STOP: yes" in screen.foot else Action.OK)

    def _keep(self) -> None:
        """Keep what counts most; some lay it aside and throw on without telling."""
        state = self.state
        if state.turn.phase is not KEEP:
            self._leave()
            return
        if self._aside is not None and self._unread and self._aside not in state.turn.kept:
            self._tell(self._aside)
            return
        keep = greedy_move(state, self.dice)
        assert isinstance(keep, Keep)
        after, _ = state.play(keep)
        left = after.turn.left
        stops = after.turn.phase is KEEP or isinstance(greedy_move(after, random.Random(0)), Stop)
        if self.dice.random() < UNTOLD and left and not stops and after.player == state.player:
            self._aside = keep.face
            self.player.lay(self.dice.choices(list(state.setup.dice.sides), k=left))
            self._look()
            return
        self._tell(keep.face)

    def _tell(self, face: Face) -> None:
        """Bring the cursor to this face, and press OK; the other dice stay where they are."""
        screen = self.player.screen
        if not isinstance(screen, Choice):
            return
        groups = [group.face for group in screen.groups]
        if screen.chosen != groups.index(face):
            self._press(Action.RIGHT)  # one step; then look again
            return
        thrown = self.state.turn.thrown
        if not self._unread:
            self.player.lay([other for other in thrown if other != face])
        self._press(Action.OK)

    def _follow(self) -> None:
        """The table worked out what was kept: right, or not."""
        screen = cast("Choice", self.player.screen)
        if self._aside is None or screen.inferred is None:
            self._leave()
            return
        if screen.inferred.face is not self._aside:
            self._press(Action.LEFT)
            return
        before = self.player.throws
        self._press(Action.OK)
        self._read(before)


class SoakAnts(AntHands):
    """Makes one decision at a time."""

    @property
    def steps(self) -> dict[str, Callable[[], None]]:
        return {
            "picnic_throw": self._throw,
            "picnic_dice": self._rolled,
            "picnic_same": lambda: self.flow.press(Action.OK),
            "picnic_attack": self._attack,
            "picnic_pushed": self._attack,
            "picnic_move": self._move,
        }

    def throw(self) -> None:
        self._throw()

    def _rolled(self) -> None:
        """Dice that somebody else has thrown lie as they were read."""
        self.lying = self.lying or list(self.state.turn.thrown)
        super()._rolled()
