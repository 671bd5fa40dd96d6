"""The turn of a Heckmeck game: throw, or stop."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from firmware.errors import DeviceTrouble
from firmware.panel.view import Aside, ExpectedThrow, Navigator, View, Wanted
from firmware.panel.view_kinds import GameView
from firmware.panel.views.reading import LookView
from firmware.play.turns import Preview, preview
from firmware.ports import Tune
from firmware.screens.kinds import Group, Message, Prompt, Screen
from firmware.table.auto_detect import AutoLook, DiceSeen, Verdict, last_throw, shows
from firmware.table.automatic import kept, reason
from firmware.table.requests import Play
from firmware.table.session import Session
from rules.dice import Faces
from rules.follow import LaidUnseen, Problem, follow
from rules.heckmeck import AnyHeckmeck
from rules.moves import Move, Stop
from rules.record import Read

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reading import Reading


def standing(session: Session) -> AnyHeckmeck:
    """Return the game; only panels of Heckmeck games use this."""
    return cast("AnyHeckmeck", session.game.state)


class HeckmeckView(GameView):
    """A view of a Heckmeck game."""

    @property
    def state(self) -> AnyHeckmeck:
        return standing(self.session)

    def decided(self, *moves: Move, read: Read | None = None) -> View:
        return self.game_panel.play(self, moves, read)


def warned(seen: Preview[AnyHeckmeck]) -> bool:
    """Return whether the turn would end for nothing, if that may be revealed."""
    return seen.needs_confirmation and not seen.untold


def laid(state: AnyHeckmeck) -> Faces:
    """Return the dice set aside, one by one."""
    return tuple(face for face, count in state.turn.kept.items() for _ in range(count))


def aside(state: AnyHeckmeck) -> tuple[Group, ...]:
    return tuple(Group(face, count) for face, count in state.turn.kept.items())


class ThrowView(HeckmeckView):
    """Asks for the throw, and shows what stopping would bring."""

    name = "throw"

    def screen(self) -> Screen:
        turn = self.state.turn
        return Prompt(
            "throw_or_stop" if turn.kept else self.name,
            player=self.calmly(self.player() if turn.kept else self.hands_off()),
            dice=turn.left,
            task=self._task(),
            kept=aside(self.state),
            total=str(turn.total) if turn.kept else "",
            worm=turn.has_worm,
            stop=self.note or self._stop_line(),
        )

    def _task(self) -> str:
        left = self.state.turn.left
        if not self.state.turn.kept:
            return self.say("{player}: throw {count}", player=self.player(), count=left)
        return self.many("Throw {count} die", "Throw {count} dice", left)

    def _stop_line(self) -> str:
        refusal = self.state.refusal(Stop())
        if refusal is None:
            seen = preview(self.state, Stop())
            if warned(seen):  # possible, but nothing invites to it
                return self.session.short.in_vain(seen)
            return self.say("STOP {brings}", brings=self.session.short.stop(seen))
        return self.session.short.no_stop(refusal)

    def scan(self) -> View:
        return self.navigator.look(self._wanted)

    @property
    def _wanted(self) -> Wanted:
        return Wanted(self._counts, self.thrown, Aside(self.state.DICE, self._seen))

    @property
    def _counts(self) -> frozenset[int]:
        return frozenset({self.state.turn.left})

    def auto_look(self) -> AutoLook:
        return AutoLook(self._counts, self.state.DICE, self._judge)

    def _judge(self, seen: DiceSeen) -> Verdict:
        if len(seen.thrown) not in self._counts or seen.still:
            return Verdict.WAITS
        wrong = seen.aside is not None and follow(self.state, seen.thrown, seen.aside).problem
        return Verdict.UNCLEAR if wrong or self._as_before(seen.thrown) else Verdict.THROWN

    def _as_before(self, faces: Faces) -> bool:
        """Return whether the dice look as before: perhaps they were only pushed or gathered."""
        last, kept = last_throw(self.session), self.state.turn.kept
        if last is None:
            return False
        thrown, before = last
        if kept:
            return shows(faces, tuple(face for face in thrown if face not in kept))
        were = () if before is None else laid(cast("AnyHeckmeck", before))
        return shows(faces, (*thrown, *were))

    def _seen(self, faces: Faces, kept: Faces, read: Read) -> View:
        """Return the throw if the kept dice are still set aside."""
        problem = follow(self.state, faces, kept).problem
        if problem is None:
            return self.thrown(faces, read)
        return AsideView(self.navigator, problem)

    def expected_throw(self) -> ExpectedThrow:
        return ExpectedThrow((), self.state.turn.left, laid(self.state))

    def ok(self) -> View:
        return self.scan()

    def by_hand(self) -> View:
        return self.navigator.enter(self._wanted)

    def stop(self) -> View:
        """Stop if allowed; on a mat, after reading the dice set aside."""
        if self.session.game.automatic or self.state.refusal(Stop()) is not None:
            return self
        return LastLook(self) if self.session.sees_aside else self.stopped()

    def stopped(self) -> View:
        if warned(preview(self.state, Stop())):
            return StopView(self.navigator, ())
        return self.decided(Stop())

    def step(self, by: int) -> View:
        return self.navigator.info(min(by, 0))


class ForBoxView(ThrowView):
    """Asks people to throw for the box, and says what it kept. STOP does nothing."""

    name = "box_throw"

    def screen(self) -> Screen:
        turn, keep = self.state.turn, kept(self.session)
        title = self.hands_off()
        if keep is not None:
            face = self.session.short.face(keep.face)
            title = self.say("{player} keeps {face}", player=self.player(), face=face)
        foot = self.note or reason(self.session)[0]
        return Prompt(
            self.name,
            player=self.calmly(title),
            dice=turn.left,
            task=self._task(),
            kept=aside(self.state),
            total=str(turn.total) if turn.kept else "",
            worm=turn.has_worm,
            stop=foot or (self.hands_off() if turn.kept else self.say("The box plays")),
        )

    @property
    def stays(self) -> float | None:
        """Where the program throws, it throws for the box after a while."""
        return self.session.pace


class LastLook(LookView):
    """Reads dice set aside but not yet counted, before a turn ends without them.

    No other reading, and no doubt, keeps the player from stopping.
    """

    def __init__(self, view: ThrowView) -> None:
        self._view = view
        dice = view.state.DICE
        aside = Aside(dice, self._seen_aside)
        wanted = Wanted(frozenset(range(dice + 1)), lambda _faces, _read: self.without(), aside)
        super().__init__(view.navigator, wanted)

    def ways(self) -> str:
        return self.say("OK: stop   BACK: leave")

    def without(self) -> View:
        return self._view.stopped()

    def seen(self, reading: "Reading") -> View:
        return super().seen(reading) if reading.accepted else self.without()

    def _seen_aside(self, _faces: Faces, kept: Faces, _read: Read) -> View:
        """Return the dice set aside; the others may be in a hand already."""
        before = laid(self._view.state)
        unread = Counter(kept) - Counter(before)
        if len(kept) <= len(before):
            return self.without()
        return AsideView(self.navigator, LaidUnseen(min(unread)), self.without)

    def unseen(self, trouble: DeviceTrouble) -> View:  # noqa: ARG002
        return self.without()


class AsideView(HeckmeckView):
    """The dice on the mat are misplaced: shows which, and what would be right."""

    name = "aside"

    def __init__(
        self, navigator: Navigator, problem: Problem, stopped: Callable[[], View] | None = None
    ) -> None:
        super().__init__(navigator)
        self.problem: Problem = problem
        self._stopped = stopped
        """Stops anyway, if a player wanted to."""
        self.session.ask(Play(Tune.DOUBT))

    def screen(self) -> Screen:
        text = self.session.words.problem(self.problem)
        ways = self.say("SCAN: again  OK: by hand")
        if self._stopped is not None:
            ways = self.say("SCAN: again  STOP: anyway")
        return Message(self.name, ways, (text,), alarm=True)

    def stop(self) -> View:
        return self if self._stopped is None else self._stopped()

    def scan(self) -> View:
        return self.navigator.game().scan()

    def expected_throw(self) -> ExpectedThrow | None:
        """Expect the same throw, with the misplaced dice corrected."""
        return self.navigator.game().expected_throw()

    def auto_look(self) -> AutoLook | None:
        """Read automatically as before; these dice were not used, so they may stay."""
        game = self.navigator.game().auto_look()
        if game is None:
            return None
        return game._replace(verdict=lambda seen: game.verdict(seen._replace(still=False)))

    def aside_corrected(self) -> View:
        return self.navigator.game()

    def ok(self) -> View:
        game = self.back()
        view = self.navigator.current_view()  # without a hint before it
        return view.by_hand() if isinstance(view, ThrowView) else game

    def back(self) -> View:
        self.session.sees_aside = False
        return self.navigator.game()


class StopView(HeckmeckView):
    """What stopping would bring, before it happens. `ahead` holds moves to play first."""

    name = "stop"

    def __init__(
        self, navigator: Navigator, ahead: tuple[Move, ...], read: Read | None = None
    ) -> None:
        super().__init__(navigator)
        self.ahead = ahead
        self.read = read

    def screen(self) -> Screen:
        before = preview(self.state, *self.ahead).after
        title = self.say("{player}: stop?", player=self.player())
        refusal = before.refusal(Stop())
        if refusal is not None:
            why = self.session.short.no_stop(refusal)
            foot = self.say("OK: keep, then throw on")
            return Message(self.name, title, (self.say("You cannot stop"), why), foot)
        seen = preview(before, Stop())
        foot = self.say("STOP: yes   OK: keep only") if self.ahead else self.say("STOP: yes")
        alarm = warned(seen)
        short = self.session.short
        lines = (short.in_vain(seen), short.warning(seen)) if alarm else (short.stop(seen),)
        return Message(self.name, title, lines, foot, alarm=alarm)

    def stop(self) -> View:
        before = preview(self.state, *self.ahead).after
        if before.refusal(Stop()) is not None:
            return self
        return self.decided(*self.ahead, Stop(), read=self.read)

    def ok(self) -> View:
        return self.play(self.ahead, self.read) if self.ahead else self.navigator.game()

    def scan(self) -> View:
        return self.ok().scan()

    def expected_throw(self) -> ExpectedThrow:
        after = preview(self.state, *self.ahead).after
        return ExpectedThrow((), after.turn.left, laid(after))

    def back(self) -> View:
        return self.navigator.game()
