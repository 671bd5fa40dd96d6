"""Derives what was kept from the new dice, and shows both."""

from collections import Counter

from firmware.panel.games.throw import HeckmeckView, StopView, aside, laid, standing
from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.panel.view_kinds import Chooser
from firmware.play.turns import Keepable, keepables, preview
from firmware.screens.kinds import Choice, Group, Mark, Screen
from firmware.table.auto_detect import AutoLook, DiceSeen, Verdict
from firmware.table.session import Session
from rules.dice import Faces
from rules.follow import DiceMissing, NothingAside, follow
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Throw
from rules.record import Read

HARDLY_AGAIN = 3
"""This many dice hardly ever repeat their faces; if they do, they were not thrown."""


class GroupsView(Chooser, HeckmeckView):
    """Dice by faces, with the cursor on the most valuable."""

    def __init__(self, session: Session, navigator: Navigator, shown: AnyHeckmeck) -> None:
        super().__init__(session, navigator)
        self.shown = shown
        """The game, or its state with the keep derived from the dice."""
        self.groups = keepables(shown)
        values = shown.setup.dice.values
        worth = [g.count * values[g.face] if g.preview else -1 for g in self.groups]
        self.chosen = worth.index(max(worth))

    def size(self) -> int:
        return len(self.groups)

    @property
    def group(self) -> Keepable | None:
        """Return the dice under the cursor if they may be kept."""
        group = self.groups[self.chosen]
        return None if group.preview is None else group

    def expected_throw(self) -> ExpectedThrow:
        """Expect that the dice under the cursor are set aside and the others thrown, if allowed."""
        group, thrown, before = self.group, self.shown.turn.thrown, laid(self.shown)
        if group is None or (group.ends and not self.session.sees_aside):
            return ExpectedThrow(thrown, 0, before)
        rest = tuple(face for face in thrown if face is not group.face)
        now = (*before, *[group.face] * group.count)
        return (
            ExpectedThrow(rest, 0, now) if group.ends else ExpectedThrow((), len(rest), now, rest)
        )

    def counts(self) -> frozenset[int]:
        """Return the possible numbers of dice in the tray: all, or those not kept."""
        left = self.shown.turn.left
        rests = {left - group.count for group in self.groups if group.preview and not group.ends}
        return frozenset({left, *rests})

    def ends(self, keep: Keep) -> bool:
        """Return whether keeping this would end the turn, so that no throw can have followed."""
        return any(group.face is keep.face and group.ends for group in self.groups)

    def auto_look(self) -> AutoLook | None:
        """Read the next throw automatically if the camera sees what was kept, not only how many."""
        if not self.session.sees_aside:
            return None
        return AutoLook(self.counts(), self.shown.DICE, self._judge)

    def _judge(self, seen: DiceSeen) -> Verdict:
        """Derive the keep from the dice set aside, but only once the others were thrown."""
        thrown = Counter(self.shown.turn.thrown)
        if seen.aside is None:
            return Verdict.WAITS
        followed, tray = follow(self.shown, seen.thrown, seen.aside), Counter(seen.thrown)
        if followed.keep is None:
            some = isinstance(followed.problem, DiceMissing | NothingAside)  # in a hand, or pushed
            return Verdict.WAITS if some or tray <= thrown else Verdict.UNCLEAR
        del thrown[followed.keep.face]
        if seen.still or self.ends(followed.keep):
            return Verdict.LAID
        if tray != thrown:
            return Verdict.THROWN
        return Verdict.LAID if len(seen.thrown) >= HARDLY_AGAIN else Verdict.UNCLEAR

    def line(self) -> str:
        """Describe what keeping the dice under the cursor does."""
        group = self.groups[self.chosen]
        if group.preview is None:
            return self.say("{face}: kept before", face=self.session.short.face(group.face))
        if group.ends:
            return self.session.short.stop(group.preview)
        if group.worm:
            return self.say("then {total}, worm", total=group.total)
        return self.say("then {total}, no worm", total=group.total)


def drawn(groups: tuple[Keepable, ...]) -> tuple[Group, ...]:
    """Return the dice for drawing; those that cannot be kept are struck out."""
    return tuple(Group(g.face, g.count, Mark.NONE if g.preview else Mark.STRUCK) for g in groups)


def follow_view(
    session: Session, navigator: Navigator, fitting: tuple[Keep, ...], faces: Faces, read: Read
) -> View:
    """Return the view of new dice with the derived keep: choose from them, or end the turn."""
    seen = preview(standing(session), fitting[0], Throw(faces))
    if seen.ended is not None:
        return AutoKeepEndView(session, navigator, fitting, faces, read)
    return AutoKeepView(session, navigator, fitting, faces, read)


class AutoKeepView(GroupsView):
    """New dice with the derived keep; the player's next choice confirms both.

    If several keeps fit, the cursor starts at the kept dice: OK confirms, left tries another keep,
    right goes on to the new dice.
    """

    name = "follow"

    def __init__(
        self,
        session: Session,
        navigator: Navigator,
        fitting: tuple[Keep, ...],
        faces: Faces,
        read: Read,
    ) -> None:
        self.ahead = (fitting[0], Throw(faces))
        super().__init__(session, navigator, preview(standing(session), *self.ahead).after)
        self.fitting = fitting
        self.faces = faces
        self.read = read
        self.asking = len(fitting) > 1
        """Whether the cursor is on the kept dice."""

    def screen(self) -> Screen:
        chosen = len(self.groups) if self.asking else self.chosen
        groups, line = drawn(self.groups), self.calmly(self.line())
        return followed_screen(self, self.name, groups, chosen, line, self.fitting)

    def line(self) -> str:
        if self.asking:
            return self.say("Yes: OK   no: LEFT")
        return super().line()

    def left(self) -> View:
        """Go to the dice before; from the first to the kept ones, from there to another keep."""
        if self.asking:
            turned = (*self.fitting[1:], self.fitting[0])
            return follow_view(self.session, self.navigator, turned, self.faces, self.read)
        if self.chosen == 0 and len(self.fitting) > 1:
            self.asking = True
            return self
        return super().left()

    def right(self) -> View:
        if self.asking:
            self.asking = False
            return self
        return super().right()

    def ok(self) -> View:
        if self.asking:
            return self.play(self.ahead, self.read)
        if self.group is None:
            return self
        return self.decided(*self.ahead, Keep(self.group.face), read=self.read)

    def stop(self) -> View:
        if self.session.sees_aside and len(self.fitting) == 1:
            return self.play(self.ahead, self.read).stop()
        if self.group is None or self.group.ends:
            self.asking = False
            return self.ok()
        ahead = (*self.ahead, Keep(self.group.face))
        return StopView(self.session, self.navigator, ahead, self.read)

    def scan(self) -> View:
        """Confirm the keep and look for the next; ask first if it is uncertain."""
        if len(self.fitting) > 1:
            self.asking = True
            return self
        return self.play(self.ahead, self.read).scan()

    def auto_look(self) -> AutoLook | None:
        """Read the next throw automatically if the keep before this one is certain."""
        return None if self.asking or len(self.fitting) > 1 else super().auto_look()

    def back(self) -> View:
        return self.without_question()


class AutoKeepEndView(HeckmeckView):
    """The derived keep with new dice that add no new face, which would end the turn."""

    name = "follow_ended"

    def __init__(
        self,
        session: Session,
        navigator: Navigator,
        fitting: tuple[Keep, ...],
        faces: Faces,
        read: Read,
    ) -> None:
        super().__init__(session, navigator)
        self.fitting = fitting
        self.faces = faces
        self.read = read

    def screen(self) -> Screen:
        """Return the struck-out dice, and whether the turn fails or what it brings."""
        struck = tuple(
            Group(face, count, Mark.STRUCK) for face, count in Counter(self.faces).items()
        )
        seen = preview(self.state, self.fitting[0], Throw(self.faces))
        if seen.failed is None:
            line = self.session.short.stop(seen)
            return followed_screen(self, self.name, struck, len(struck), line, self.fitting)
        line = self.say("Nothing new: fail")
        return followed_screen(self, "follow_failed", struck, len(struck), line, self.fitting)

    def left(self) -> View:
        turned = (self.fitting[-1], *self.fitting[:-1])
        return follow_view(self.session, self.navigator, turned, self.faces, self.read)

    def right(self) -> View:
        turned = (*self.fitting[1:], self.fitting[0])
        return follow_view(self.session, self.navigator, turned, self.faces, self.read)

    def ok(self) -> View:
        return self.play((self.fitting[0], Throw(self.faces)), self.read)

    def scan(self) -> View:
        return self.ok()

    def back(self) -> View:
        return self.without_question()


def followed_screen(
    view: HeckmeckView,
    name: str,
    groups: tuple[Group, ...],
    chosen: int,
    line: str,
    fitting: tuple[Keep, ...],
) -> Screen:
    """Draw new dice with the derived keep."""
    state = view.state
    kept = fitting[0]
    after = preview(state, kept).after
    face = view.session.short.face(kept.face)
    question = view.say("{player} kept {face}?", player=view.player(), face=face)
    if view.session.looked is not None and view.session.looked.aside_unclear:  # so it must be asked
        question = view.say("Row unclear: {face}?", face=face)
    return Choice(
        name,
        player=question,
        groups=groups,
        chosen=chosen,
        line=line,
        before=aside(state),
        inferred=Group(kept.face, state.turn.thrown.count(kept.face)),
        total=str(after.turn.total),
    )
