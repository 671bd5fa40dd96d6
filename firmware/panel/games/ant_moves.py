"""Moving ants in Picnic Blitz: choose a track, two with a queen, or end the turn."""

from collections import Counter

from firmware.panel.games.rerolls import DiceLieView, PicnicView
from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.panel.view_kinds import Chooser, SubView
from firmware.play.turns import preview
from firmware.screens.kinds import Choice, Group, Mark, Message, Screen
from rules.ants import Step
from rules.moves import March, Move, Pass, QueenUse, SpendQueen, TakeQueen
from rules.picnic_blitz import AntPhase, PicnicBlitz


def possible(state: PicnicBlitz, *moves: Move) -> tuple[Move, ...]:
    return tuple(move for move in moves if state.refusal(move) is None)


def endings(state: PicnicBlitz) -> tuple[Move, ...]:
    """Return the ways to end a turn without a move; getting a queen comes first."""
    return possible(state, TakeQueen(), Pass())


class AntMoveView(Chooser, DiceLieView):
    """The dice by faces, which are track numbers, and after them the uses of a queen.

    `ahead` holds moves to play together with the choice: both moves of a queen appear on one
    screen. The cursor starts at the most points, then the most steps.
    """

    name = "picnic_move"

    def __init__(self, navigator: Navigator, ahead: tuple[Move, ...] = ()) -> None:
        super().__init__(navigator)
        self.ahead = ahead
        self.shown = shown = preview(self.state, *ahead).after
        self.steps = {step.track: step for step in shown.steps()}
        self.groups = tuple(Counter(shown.turn.thrown).items())
        no_move = () if self.steps else endings(shown)[:1]
        uses = map(SpendQueen, (QueenUse.MOVE, QueenUse.ATTACK, QueenUse.REROLL))
        self.others = (*no_move, *possible(shown, *uses))
        worth = [self._worth(track) for track in self._tracks]
        self.chosen = worth.index(max(worth)) if self.steps else len(self.groups)

    @property
    def _tracks(self) -> list[int]:
        return [int(face) for face, _ in self.groups]

    def _worth(self, track: int) -> tuple[int, int]:
        step = self.steps.get(track)
        return (-1, 0) if step is None else (step.food, step.steps)

    def size(self) -> int:
        return len(self.groups) + len(self.others)

    @property
    def _other(self) -> Move | None:
        """Return what is under the cursor, unless it is a track."""
        place = self.chosen - len(self.groups)
        return self.others[place] if place >= 0 else None

    def screen(self) -> Screen:
        return Choice(
            self.name,
            player=self._title(),
            groups=tuple(
                Group(face, count, Mark.NONE if int(face) in self.steps else Mark.STRUCK)
                for face, count in self.groups
            ),
            chosen=self.chosen,
            line=self.note or self._line(),
            foot=self._foot(),
        )

    def _title(self) -> str:
        shown, name = self.shown, self.player()
        if shown.turn.marched:
            return self.say("{player}: second ant", player=name)
        if self.ahead:
            return self.say("{player}: first ant", player=name)
        if shown.phase is AntPhase.ROLLED and shown.attacks_left and not shown.targets():
            return self.say("{player}: no target", player=name)
        if any(isinstance(move, SpendQueen) for move in self.others):
            return self.say("{player} + queen", player=name)
        return name

    def _foot(self) -> str:
        queen = self.shown.refusal(TakeQueen()) is None
        return self.say("STOP: queen") if queen else self.say("STOP: pass")

    def _line(self) -> str:
        match self._other:
            case None:
                track = self._tracks[self.chosen]
                step = self.steps.get(track)
                return self._why_not(track) if step is None else self._march_line(step)
            case SpendQueen(QueenUse.MOVE):
                return self.say("Queen: move twice")
            case SpendQueen(QueenUse.ATTACK):
                return self.say("Queen: an attack")
            case SpendQueen(QueenUse.REROLL):
                return self.say("Queen: re-roll")
            case TakeQueen():
                return self.say("No move: take queen")
        return self.say("No move: pass")

    def _march_line(self, step: Step) -> str:
        shown, track = self.shown, step.track
        if step.food and shown.points()[shown.player] + step.food >= shown.target:
            return self.say("Track {track}: you win!", track=track)
        if step.food:
            return self.say("Track {track}: {food} points", track=track, food=step.food)
        pile = shown.table.pile(track, step.to)
        if pile:
            rival = self.session.short.name(pile[-1])
            return self.say("Track {track}: pins {rival}", track=track, rival=rival)
        if not step.start:
            return self.many("Track {track}: new, {count} step",
                             "Track {track}: new, {count} steps",
                             step.steps, track=track)  # fmt: skip
        return self.many("Track {track}: {count} step", "Track {track}: {count} steps",
                         step.steps, track=track)  # fmt: skip

    def _why_not(self, track: int) -> str:
        shown = self.shown
        if track in shown.turn.marched:
            return self.say("Track {track}: moved", track=track)
        holder = shown.table.controller(track)
        if holder == shown.player:
            return self.say("Track {track}: yours", track=track)
        if holder is not None:
            rival = self.session.short.name(holder)
            return self.say("Track {track}: {rival}’s", track=track, rival=rival)
        return self.say("Track {track}: pinned", track=track)

    def ok(self) -> View:
        move = self._other or March(self._tracks[self.chosen])
        if self.shown.refusal(move) is not None:
            return self
        moves = (*self.ahead, move)
        then = preview(self.shown, move).after
        if then.ending is None and then.phase is AntPhase.MOVE:
            return AntMoveView(self.navigator, ahead=moves)
        return self.play(moves)

    def stop(self) -> View:
        """End the turn after a preview; a queen is not spent without a first move."""
        return EndView(self, self.ahead if self.shown.turn.marched else (), kept=bool(self.ahead))

    def back(self) -> View:
        game = self.navigator.game()
        return self.navigator.menu() if isinstance(game, AntMoveView) and not self.ahead else game


class EndView(SubView, Chooser, PicnicView):
    """Confirms a turn's end: with a queen instead of attacks and moves, or for nothing.

    `kept` says that a queen chosen there is not spent.
    """

    name = "picnic_stop"

    def __init__(self, previous: View, ahead: tuple[Move, ...] = (), *, kept: bool = False) -> None:
        super().__init__(previous)
        self.previous = previous
        self.ahead = ahead
        self.kept = kept
        self.shown = preview(self.state, *ahead).after
        self.ways = endings(self.shown)

    def size(self) -> int:
        return len(self.ways)

    def screen(self) -> Screen:
        title = self.say("{player}: end the turn?", player=self.player())
        others = self.say("STOP: yes   < > other")
        foot = others if self.size() > 1 else self.say("STOP: yes   BACK: no")
        return Message(self.name, title, (self._line(), *self._unused()), foot)

    def _line(self) -> str:
        if isinstance(self.ways[self.chosen], TakeQueen):
            return self.say("Take a queen")
        if self.size() > 1:
            return self.say("No move, no queen")
        if self.shown.turn.marched:
            return self.say("One move, queen spent")
        if self.kept:
            return self.say("No move, queen kept")
        if self.shown.phase is AntPhase.MOVE:
            return self.say("No move, queen spent")
        return self.say("No move")

    def _unused(self) -> tuple[str, ...]:
        if not self.state.targets():
            return ()
        unused = self.many("{count} attack unused", "{count} attacks unused",
                           self.state.attacks_left)  # fmt: skip
        return (unused,)

    def stop(self) -> View:
        return self.play((*self.ahead, self.ways[self.chosen]))

    def ok(self) -> View:
        return self.stop()

    def scan(self) -> View:
        return self.previous.scan()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.previous.expected_throw()
