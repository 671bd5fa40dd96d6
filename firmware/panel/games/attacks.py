"""Attacks in Picnic Blitz: which ant to push back, and the effects."""

from collections.abc import Mapping

from firmware.panel.games.ant_moves import AntMoveView, possible
from firmware.panel.games.rerolls import DiceLieView
from firmware.panel.games.tracks import drawn_tracks, picnic
from firmware.panel.view import Navigator, View
from firmware.panel.view_kinds import Chooser
from firmware.screens.kinds import Screen, TrackBoard
from firmware.speech.language import N_
from firmware.table.session import Session
from rules.ants import Target
from rules.events import OpenTrack, PushAnt
from rules.moves import Attack, QueenUse, SpendQueen
from rules.picnic_blitz import AntPhase

_EFFECTS: Mapping[tuple[bool, bool, bool], str] = {
    (False, False, False): N_("{player} back to {to}"),
    (False, False, True): N_("{player} to {to}, frees you"),
    (False, True, False): N_("{player} to {to}, pinned"),
    (False, True, True): N_("To {to}, pinned, frees you"),
    (True, False, False): N_("{player} to {to}: -{food} points"),
    (True, False, True): N_("To {to}, -{food}, frees you"),
    (True, True, False): N_("{player} to {to}, -{food}, pinned"),
    (True, True, True): N_("To {to}, -{food}, pinned, frees you"),
}
"""The effects of pushing an ant back: off the food, under others, or off a player's own ant. The
board shows whose ant it is; long texts leave no room for a name.
"""
_HOME: Mapping[bool, str] = {
    False: N_("{player} back home"),
    True: N_("{player} home, frees you"),
}
"""The effects for an ant on the first space."""


def onward(navigator: Navigator) -> View:
    """Return the next view without more throws: attacks if possible, then a move."""
    state = picnic(navigator.session)
    attacking = state.phase in {AntPhase.ROLLED, AntPhase.ATTACK}
    if attacking and (state.targets() or pushed(navigator.session)):
        return AttackView(navigator)
    return AntMoveView(navigator)


def pushed(session: Session) -> tuple[PushAnt, bool] | None:
    """Return the ant that the last move pushed back, and whether its track is open again."""
    steps = session.game.steps
    if not steps or not isinstance(steps[-1].move, Attack):
        return None
    events = steps[-1].events
    push = next(event for event in events if isinstance(event, PushAnt))
    return push, any(isinstance(event, OpenTrack) for event in events)


class AttackView(Chooser, DiceLieView):
    """The board with a cursor on the ants that can be pushed back; the last place ends attacking.

    After an attack it first shows what people must do with the ant. OK then goes to the next
    target, or to moving if there is none.
    """

    name = "picnic_attack"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.targets = tuple(sorted(self.state.targets(), key=self._worth, reverse=True))
        self.queens = possible(self.state, SpendQueen(QueenUse.ATTACK))
        self.pushed = pushed(self.session)
        """Shown until the cursor moves."""

    def _worth(self, target: Target) -> tuple[int, bool, int]:
        return target.cost, self.state.player in target.frees, target.space

    def size(self) -> int:
        return len(self.targets) + len(self.queens) + 1

    @property
    def target(self) -> Target | None:
        """Return the ant under the cursor."""
        if self.pushed is not None or self.chosen >= len(self.targets):
            return None
        return self.targets[self.chosen]

    @property
    def _at_end(self) -> bool:
        return self.chosen == self.size() - 1

    def screen(self) -> Screen:
        """Return the board and what OK does; a note must not hide the target."""
        target, announcing = self.target, self.pushed is not None
        spot, to = None, None
        if target is not None:
            spot, to = (target.track - 1, target.space), target.to
        elif self.pushed is not None:
            spot = (self.pushed[0].track - 1, self.pushed[0].to)
        return TrackBoard(
            "picnic_pushed" if announcing else self.name,
            self.note if announcing and self.note else self._title(),
            drawn_tracks(self.state),
            spot,
            to,
            self._line() if announcing or not self.note else self.note,
            self._foot(),
        )

    def _title(self) -> str:
        left = self.state.attacks_left
        if isinstance(self.session.game.steps[-1].move, SpendQueen):
            return self.many("Queen back: {count} attack", "Queen back: {count} attacks", left)
        return self.many("{count} attack left", "{count} attacks left", left)

    def _line(self) -> str:
        if self.pushed is not None:
            return self._pushed_line(self.pushed)
        if self.target is not None:
            return self._target_line(self.target)
        if not self._at_end:
            return self.say("Queen: one more")
        left = self.state.attacks_left
        if not left:
            return self.say("No attack left")
        return self.say("End attacks, {count} unused", count=left)

    def _pushed_line(self, pushed: tuple[PushAnt, bool]) -> str:
        push, opened = pushed
        name = self.session.short.name(push.player)
        if not push.to:
            return self.say("{player}: ant home", player=name)
        if opened:
            return self.say("{player} to {to}, flip ants", player=name, to=push.to)
        return self.say("Push {player} to {to}", player=name, to=push.to)

    def _target_line(self, target: Target) -> str:
        """Describe where the ant goes, and every effect."""
        food = self.state.setup.box.tracks[target.track].food if target.cost > 1 else 0
        effects = bool(food), target.pinned_there, self.state.player in target.frees
        line = _EFFECTS[effects] if target.to else _HOME[effects[-1]]
        name = self.session.short.name(target.player)
        return self.say(line, player=name, to=target.to, food=food)

    def _foot(self) -> str:
        if self.pushed is not None:
            return self.say("OK: next attack") if self.targets else self.say("OK: go on")
        if self._at_end:
            return self.say("OK: move")
        if self.target is None:
            return self.say("OK: spend it")
        if self.target.cost > 1:
            return self.say("OK: costs {cost}", cost=self.target.cost)
        return self.say("OK: attack")

    def step(self, by: int) -> View:
        return super().step(by) if self.pushed is None else self._choose(min(by, 0) % self.size())

    def _choose(self, place: int) -> View:
        """Move the cursor to this place if there is a choice; the note disappears."""
        if self.size() > 1:
            self.pushed, self.note, self.chosen = None, "", place
        return self

    def ok(self) -> View:
        if self.pushed is not None and self.targets:
            return self._choose(0)
        if self.target is not None:
            return self.play((Attack(self.target.player, self.target.track),))
        if self.pushed is None and not self._at_end:
            return self.play((SpendQueen(QueenUse.ATTACK),))
        return self.stop()

    def stop(self) -> View:
        return AntMoveView(self.navigator)

    def back(self) -> View:
        game = self.navigator.game()
        return self.navigator.menu() if isinstance(game, AttackView) else game
