"""Derives what was kept from the new dice, and shows both."""

from collections import Counter
from dataclasses import replace
from typing import cast

from firmware.panel.games.throw import HeckmeckView, StopView, aside, laid, standing
from firmware.panel.view import ExpectedThrow, Navigator, View
from firmware.panel.view_kinds import Chooser
from firmware.play.questions import Question
from firmware.play.turns import Keepable, keepables, preview
from firmware.screens.kinds import Choice, Group, Mark, Screen
from firmware.table.auto_detect import AutoLook, DiceSeen, Verdict
from rules.follow import DiceMissing, NothingAside, follow
from rules.moves import Keep, Move
from rules.record import Read

HARDLY_AGAIN = 3
"""This many dice hardly ever repeat their faces; if they do, they were not thrown."""


class GroupsView(Chooser, HeckmeckView):
    """Dice by faces, with the cursor on the most valuable."""

    def __init__(self, navigator: Navigator, *ahead: Move) -> None:
        super().__init__(navigator)
        self.ahead = ahead
        self.shown = shown = preview(self.state, *ahead).after
        """The game after the moves ahead: none, or the keep derived from the dice, and a throw."""
        self.groups = keepables(shown)
        values = shown.setup.dice.values
        worth = [g.count * values[g.face] if g.preview else -1 for g in self.groups]
        self.chosen = worth.index(max(worth))

    read: Read | None = None
    """How the dice were read, if they were thrown by the moves ahead."""

    def size(self) -> int:
        return len(self.groups)

    @property
    def group(self) -> Keepable | None:
        """Return the dice under the cursor if they may be kept."""
        group = self.groups[self.chosen]
        return None if group.preview is None else group

    def ok(self) -> View:
        """Keep the dice under the cursor, if they may be kept."""
        if self.group is None:
            return self
        return self.decided(*self.ahead, Keep(self.group.face), read=self.read)

    def stopped(self) -> View:
        """Keep the dice under the cursor and stop, after a preview."""
        if self.group is None or self.group.ends:
            return self.ok()
        return StopView(self.navigator, (*self.ahead, Keep(self.group.face)), self.read)

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


def follow_view(navigator: Navigator, question: Question) -> View:
    """Return the view of new dice with the derived keep: choose from them, or end the turn."""
    seen = preview(standing(navigator.session), *question.answers[0])
    view = AutoKeepView if seen.ended is None else AutoKeepEndView
    return view(navigator, question)


def other_keep(navigator: Navigator, question: Question, by: int) -> View:
    """Return the view of another keep that fits the new dice."""
    answers = question.answers
    return follow_view(navigator, replace(question, answers=(*answers[by:], *answers[:by])))


class AutoKeepView(GroupsView):
    """New dice with the derived keep; the player's next choice confirms both.

    If several keeps fit, the cursor starts at the kept dice: OK confirms, left tries another keep,
    right goes on to the new dice.
    """

    name = "follow"

    def __init__(self, navigator: Navigator, question: Question) -> None:
        super().__init__(navigator, *question.answers[0])
        self.question = question
        self.read = question.read
        self.several = len(question.answers) > 1
        self.asking = self.several
        """Whether the cursor is on the kept dice."""

    def screen(self) -> Screen:
        chosen = len(self.groups) if self.asking else self.chosen
        groups, line = drawn(self.groups), self.calmly(self.line())
        return followed_screen(self, self.name, groups, chosen, line, self.question)

    def line(self) -> str:
        return self.say("Yes: OK   no: LEFT") if self.asking else super().line()

    def step(self, by: int) -> View:
        """Go to the dice before; from the first to the kept ones, from there to another keep."""
        if self.asking and by < 0:
            return other_keep(self.navigator, self.question, 1)
        if self.asking or (self.several and by < 0 and self.chosen == 0):
            self.asking = not self.asking
            return self
        return super().step(by)

    def ok(self) -> View:
        return self.play(self.ahead, self.read) if self.asking else super().ok()

    def stop(self) -> View:
        if self.session.sees_aside and not self.several:
            return self.play(self.ahead, self.read).stop()
        self.asking = False
        return self.stopped()

    def scan(self) -> View:
        """Confirm the keep and look for the next; ask first if it is uncertain."""
        if self.several:
            self.asking = True
            return self
        return self.play(self.ahead, self.read).scan()

    def auto_look(self) -> AutoLook | None:
        """Read the next throw automatically if the keep before this one is certain."""
        return None if self.several else super().auto_look()

    def back(self) -> View:
        return self.without_question()


class AutoKeepEndView(HeckmeckView):
    """The derived keep with new dice that add no new face, which would end the turn."""

    name = "follow_ended"

    def __init__(self, navigator: Navigator, question: Question) -> None:
        super().__init__(navigator)
        self.question = question

    def screen(self) -> Screen:
        """Return the struck-out dice, and whether the turn fails or what it brings."""
        faces = Counter(self.question.throw.faces)
        struck = tuple(Group(face, count, Mark.STRUCK) for face, count in faces.items())
        seen = preview(self.state, *self.question.answers[0])
        if seen.failed is None:
            name, line = self.name, self.session.short.stop(seen)
        else:
            name, line = "follow_failed", self.say("Nothing new: fail")
        return followed_screen(self, name, struck, len(struck), line, self.question)

    def step(self, by: int) -> View:
        return other_keep(self.navigator, self.question, by)

    def ok(self) -> View:
        return self.play(self.question.answers[0], self.question.read)

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
    question: Question,
) -> Screen:
    state, looked = view.state, view.session.looked
    kept = cast("Keep", question.answers[0][0]).face
    face = view.session.short.face(kept)
    title = view.say("{player} kept {face}?", player=view.player(), face=face)
    if looked is not None and looked.aside_unclear:  # so it must be asked
        title = view.say("Row unclear: {face}?", face=face)
    return Choice(
        name,
        player=title,
        groups=groups,
        chosen=chosen,
        line=line,
        before=aside(state),
        inferred=Group(kept, state.turn.thrown.count(kept)),
        total=str(preview(state, Keep(kept)).after.turn.total),
    )
