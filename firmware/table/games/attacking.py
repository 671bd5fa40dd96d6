"""Attacks in Picnic Blitz: which ant is pushed back, and what that does."""

from firmware.screens.kinds import Screen, TrackBoard
from firmware.table.desk import Desk
from firmware.table.games.marching import MarchView, queens
from firmware.table.games.rethrowing import DiceLieView
from firmware.table.games.tracks import drawn_tracks, picnic
from firmware.table.playing import play
from firmware.table.view import Chooser, Places, View
from rules.ants import Target
from rules.events import OpenTrack, PushAnt
from rules.moves import Attack, QueenUse, SpendQueen
from rules.picnic_blitz import AntPhase


def onward(desk: Desk, places: Places, note: str = "") -> View:
    """Where a turn goes on when no more dice are thrown: attacks if there are any, then a move."""
    state = picnic(desk)
    attacking = state.phase in {AntPhase.ROLLED, AntPhase.ATTACK}
    if attacking and (state.targets() or pushed(desk)):
        return AttackView(desk, places, note)
    return MarchView(desk, places, note)


def pushed(desk: Desk) -> tuple[PushAnt, bool] | None:
    """The ant that the last move pushed back, and whether its track is open again."""
    steps = desk.game.steps
    if not steps or not isinstance(steps[-1].move, Attack):
        return None
    events = steps[-1].events
    push = next(event for event in events if isinstance(event, PushAnt))
    return push, any(isinstance(event, OpenTrack) for event in events)


class AttackView(Chooser, DiceLieView):
    """The board with an ant under the cursor that can be pushed back; the last place is the end.

    After an attack the cursor is on that last place: there stands what people do with the ant, and
    OK goes on.
    """

    name = "picnic_attack"

    def __init__(self, desk: Desk, places: Places, note: str = "") -> None:
        super().__init__(desk, places)
        self.note = note
        self.targets = tuple(sorted(self.state.targets(), key=self._worth, reverse=True))
        self.queens = queens(self.state, QueenUse.ATTACK)
        self.pushed = pushed(desk)
        self.chosen = self.size() - 1 if self.pushed else 0

    def _worth(self, target: Target) -> tuple[int, bool, int]:
        return target.cost, self.state.player in target.frees, target.space

    def size(self) -> int:
        """One place for each ant, for the queen, and for the end."""
        return len(self.targets) + len(self.queens) + 1

    @property
    def target(self) -> Target | None:
        """The ant under the cursor."""
        return self.targets[self.chosen] if self.chosen < len(self.targets) else None

    @property
    def _at_end(self) -> bool:
        return self.chosen == self.size() - 1

    def screen(self) -> Screen:
        """The board, and what OK does."""
        target = self.target
        spot, to = None, None
        if target is not None:
            spot, to = (target.track - 1, target.space), target.to
        elif self.pushed is not None:
            spot = (self.pushed[0].track - 1, self.pushed[0].to)
        return TrackBoard(
            "picnic_pushed" if self._at_end and self.pushed else self.name,
            self._title(),
            drawn_tracks(self.state),
            spot,
            to,
            self.note or self._line(),
            self._foot(),
        )

    def _title(self) -> str:
        left = self.state.attacks_left
        if isinstance(self.desk.game.steps[-1].move, SpendQueen):
            return self.many("Queen back: {count} attack", "Queen back: {count} attacks", left)
        return self.many("{count} attack left", "{count} attacks left", left)

    def _line(self) -> str:
        if self.target is not None:
            return self._target_line(self.target)
        if not self._at_end:
            return self.say("Queen: one more")
        if self.pushed is None:
            return self.say("No attack: move")
        push, opened = self.pushed
        name = self.desk.short.name(push.player)
        if not push.to:
            return self.say("{player}: ant home", player=name)
        if opened:
            return self.say("{player} to {to}, flip ants", player=name, to=push.to)
        return self.say("Push {player} to {to}", player=name, to=push.to)

    def _target_line(self, target: Target) -> str:
        name, to = self.desk.short.name(target.player), target.to
        if target.cost > 1:
            food = self.state.setup.box.tracks[target.track].food
            return self.say("{player} off food: -{food}", player=name, food=food)
        if self.state.player in target.frees:
            return self.say("{player} to {to}: you free", player=name, to=to)
        if not to:
            return self.say("{player} back home", player=name)
        if target.pinned_there:
            return self.say("{player} to {to}, pinned", player=name, to=to)
        return self.say("{player} back to {to}", player=name, to=to)

    def _foot(self) -> str:
        if self._at_end:
            return self.say("OK: go on")
        if self.target is None:
            return self.say("OK: spend it")
        if self.target.cost > 1:
            return self.say("OK: costs {cost}", cost=self.target.cost)
        return self.say("OK: attack")

    def left(self) -> View:
        """One place back."""
        self.note = ""
        return super().left()

    def right(self) -> View:
        """One place on."""
        self.note = ""
        return super().right()

    def ok(self) -> View:
        """Attack; spend the queen; or go on."""
        if self.target is not None:
            return play(self, (Attack(self.target.player, self.target.track),))
        if not self._at_end:
            return play(self, (SpendQueen(QueenUse.ATTACK),))
        return self.stop()

    def stop(self) -> View:
        """No more attacks: on to moving."""
        return MarchView(self.desk, self.places)

    def back(self) -> View:
        """To where the game stands; from there to the menu."""
        game = self.places.game()
        return self.places.menu() if isinstance(game, AttackView) else game
