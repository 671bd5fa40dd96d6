"""Choosing what to keep, with buttons or by setting dice aside."""

from collections import Counter
from collections.abc import Callable
from typing import cast

from firmware.panel.games.auto_keep import (
    HARDLY_AGAIN,
    GroupsView,
    drawn,
)
from firmware.panel.games.throw import AsideView, StopView, aside, warned
from firmware.panel.view import Aside, Taken, View, Wanted
from firmware.play.inference import kept, likeliest, misread
from firmware.play.turns import preview
from firmware.ports import Tune
from firmware.screens.kinds import Choice, Screen
from firmware.table.requests import Play
from rules.dice import Faces
from rules.follow import NothingAside, Problem, follow
from rules.moves import Keep, Stop, Throw
from rules.record import Read


class KeepView(GroupsView):
    """The throw by faces; one face is to be set aside."""

    name = "keep"

    def screen(self) -> Screen:
        turn = self.shown.turn
        return Choice(
            self.name,
            player=self.calmly(self.player()),
            groups=drawn(self.groups),
            chosen=self.chosen,
            line=self.note or self.line(),
            before=aside(self.shown),
            total=str(turn.total) if turn.kept else "",
        )

    def stop(self) -> View:
        """Keep it and stop, after a preview; on a mat, keep what was set aside."""
        if self.session.sees_aside:
            return self._look(lambda _faces, _read: self.stopped(), self._stopping)
        return self.stopped()

    def scan(self) -> View:
        """Read the new dice to see what was set aside; without a camera, keep."""
        if not self.session.camera:
            return self.ok()
        return self._look(self._thrown_again, self._seen)

    def _look(self, taken: Taken, seen: Callable[[Faces, Faces, Read], View]) -> View:
        return self.navigator.look(Wanted(self.counts(), taken, Aside(self.shown.DICE, seen)))

    def _stopping(self, faces: Faces, kept: Faces, _read: Read) -> View:
        """Stop with the dice set aside; if they are unclear, with the dice under the cursor."""
        laid = self._laid(faces, kept)
        if isinstance(laid, NothingAside):
            return self.stopped()
        if isinstance(laid, Problem):
            return AsideView(self.navigator, laid)
        if self.ends(laid):
            return self.decided(laid)
        after = preview(self.shown, laid).after
        if after.refusal(Stop()) is not None or warned(preview(after, Stop())):
            return StopView(self.navigator, (laid,))
        return self.decided(laid, Stop())

    def _seen(self, faces: Faces, aside: Faces, read: Read) -> View:
        """Derive the keep from the dice set aside."""
        laid, thrown = self._laid(faces, aside), Counter(self.shown.turn.thrown)
        if isinstance(laid, NothingAside):
            return self._thrown_again(faces, read)
        if isinstance(laid, Problem):
            return AsideView(self.navigator, laid)
        del thrown[laid.face]
        untouched = Counter(faces) == thrown
        if self.ends(laid) or (untouched and len(faces) >= HARDLY_AGAIN):
            return self.decided(laid)  # dice thrown after the end of a turn do not count
        ahead = (laid, Throw(faces))
        if not untouched and preview(self.shown, *ahead).ended is not None:
            return self.play(ahead, read)  # nothing is left to choose, as after any throw
        return self.ask(kept(faces, (laid,), read))

    def _laid(self, faces: Faces, kept: Faces) -> Keep | Problem:
        """Return the dice set aside, or why they are not a keep, if a throw is waiting."""
        followed = follow(self.shown, faces, kept)
        return followed.keep or cast("Problem", followed.problem)

    def _thrown_again(self, faces: Faces, read: Read) -> View:
        """Derive the keep from the dice in the tray."""
        thrown = self.shown.turn.thrown
        if faces == thrown:
            return self.navigator.current_view(self.say("Lay some dice aside"))
        if len(faces) == len(thrown):
            if not self.session.correctable:
                return self.navigator.current_view(self.say("Dice as first read?"))
            self.session.ask(Play(Tune.DOUBT))
            return self.ask(misread(thrown, faces, read))
        gone = Counter(thrown) - Counter(faces)
        fitting = self._fitting(faces)
        first = fitting[0].face
        if gone == {first: thrown.count(first)} and len(faces) >= HARDLY_AGAIN:
            view = KeepView(self.navigator)
            view.note = self.say("Now throw the others")
            view.chosen = [group.face for group in view.groups].index(first)
            return view
        return self.ask(kept(faces, fitting, read))

    def _fitting(self, faces: Faces) -> tuple[Keep, ...]:
        """Return the keeps that explain the dice, likeliest first; there is at least one."""
        count = len(self.shown.turn.thrown) - len(faces)
        fits = [g.face for g in self.groups if g.preview and g.count == count and not g.ends]
        possible = [keep.face for keep in follow(self.shown, faces).possible if keep.face in fits]
        return likeliest(self.shown, faces, tuple(map(Keep, possible or fits)))
