"""Choosing what to keep; or seeing from the dice what was kept."""

from collections import Counter
from collections.abc import Callable
from typing import cast

from firmware.ports import Tune
from firmware.screens.kinds import Choice, Group, Mark, Message, Screen
from firmware.table.asks import Play
from firmware.table.desk import Desk
from firmware.table.games.throwing import (
    AsideView,
    HeckmeckView,
    StopView,
    aside,
    laid,
    standing,
    warned,
)
from firmware.table.playing import play, play_instead
from firmware.table.view import Aside, Chooser, NotedChooser, Places, Taken, Toss, View
from firmware.turns import Keepable, keepables, preview
from rules.dice import Face, Faces
from rules.follow import NothingAside, Problem, follow
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Throw
from rules.record import Read

HARDLY_AGAIN = 3
"""So many dice hardly ever show again what they showed before: they were not thrown again."""


class GroupsView(Chooser, HeckmeckView):
    """Dice by faces with a cursor on what counts most."""

    def __init__(self, desk: Desk, places: Places, shown: AnyHeckmeck) -> None:
        super().__init__(desk, places)
        self.shown = shown
        """The game as it stands, or would stand with what the dice tell."""
        self.groups = keepables(shown)
        values = shown.setup.dice.values
        worth = [g.count * values[g.face] if g.preview else -1 for g in self.groups]
        self.chosen = worth.index(max(worth))

    def size(self) -> int:
        """One place for each face."""
        return len(self.groups)

    @property
    def group(self) -> Keepable | None:
        """The dice under the cursor, if they may be kept."""
        group = self.groups[self.chosen]
        return None if group.preview is None else group

    def toss(self) -> Toss:
        """The dice under the cursor are laid aside and the others thrown, if that may be."""
        group, thrown, before = self.group, self.shown.turn.thrown, laid(self.shown)
        if group is None or (group.ends and not self.desk.sees_aside):
            return Toss(thrown, 0, before)
        rest = tuple(face for face in thrown if face is not group.face)
        now = (*before, *[group.face] * group.count)
        return Toss(rest, 0, now) if group.ends else Toss((), len(rest), now, rest)

    def line(self) -> str:
        """What the dice under the cursor would make of the turn."""
        group = self.groups[self.chosen]
        if group.preview is None:
            return self.say("{face}: kept before", face=self.desk.short.face(group.face))
        if group.ends:
            return self.desk.short.stop(group.preview)
        if group.worm:
            return self.say("then {total}, worm", total=group.total)
        return self.say("then {total}, no worm", total=group.total)


class KeepView(NotedChooser, GroupsView):
    """The throw by faces: one of them is laid aside."""

    name = "keep"

    def __init__(self, desk: Desk, places: Places, note: str = "") -> None:
        super().__init__(desk, places, standing(desk))
        self.note = note

    def screen(self) -> Screen:
        """The dice, what is struck out, and what the choice under the cursor does."""
        turn = self.shown.turn
        return Choice(
            self.name,
            player=self.player(),
            groups=drawn(self.groups),
            chosen=self.chosen,
            line=self.note or self.line(),
            before=aside(self.shown),
            total=str(turn.total) if turn.kept else "",
        )

    def ok(self) -> View:
        """Keep what is under the cursor."""
        if self.group is None:
            return self
        return self.decided(Keep(self.group.face))

    def stop(self) -> View:
        """Keep it and stop, after a look at what that brings; on a mat, what lies aside."""
        if self.desk.sees_aside:
            return self._look(lambda _faces, _read: self._stop_with(self.group), self._stopping)
        return self._stop_with(self.group)

    def _stop_with(self, group: Keepable | None) -> View:
        if group is None or group.ends:
            return self.ok()
        return StopView(self.desk, self.places, (Keep(group.face),))

    def scan(self) -> View:
        """Dice were laid aside and the others thrown again: see which; without a camera, keep."""
        if not self.desk.camera:
            return self.ok()
        return self._look(self._thrown_again, self._seen)

    def _look(self, taken: Taken, seen: Callable[[Faces, Faces, Read], View]) -> View:
        left = self.shown.turn.left
        counts = {left - group.count for group in self.groups if group.preview and not group.ends}
        everything = Aside(self.shown.DICE, seen)
        return self.places.look(frozenset({left, *counts}), taken, everything)

    def _stopping(self, faces: Faces, kept: Faces, _read: Read) -> View:
        """Stop with what lies aside; where that tells nothing, with what is under the cursor."""
        told = follow(self.shown, faces, kept)
        if isinstance(told.problem, NothingAside):
            return self._stop_with(self.group)
        if told.keep is None or told.problem is not None:
            return AsideView(self.desk, self.places, cast("Problem", told.problem))
        if self._ends(told.keep):
            return self.decided(told.keep)
        after = preview(self.shown, told.keep).after
        if after.refusal(Stop()) is not None or warned(preview(after, Stop())):
            return StopView(self.desk, self.places, (told.keep,))
        return self.decided(told.keep, Stop())

    def _seen(self, faces: Faces, kept: Faces, read: Read) -> View:
        """What the dice laid aside tell: they decide."""
        told, thrown = follow(self.shown, faces, kept), Counter(self.shown.turn.thrown)
        if isinstance(told.problem, NothingAside):
            return self._thrown_again(faces, read)
        if told.keep is None or told.problem is not None:
            return AsideView(self.desk, self.places, cast("Problem", told.problem))
        del thrown[told.keep.face]
        untouched = Counter(faces) == thrown
        if untouched and (len(faces) >= HARDLY_AGAIN or self._ends(told.keep)):
            return self.decided(told.keep)
        return follow_view(self.desk, self.places, (told.keep,), faces, read)

    def _ends(self, keep: Keep) -> bool:
        """Whether the turn would be over with this, so that nothing can have been thrown since."""
        return any(group.face is keep.face and group.ends for group in self.groups)

    def _thrown_again(self, faces: Faces, read: Read) -> View:
        """What the dice in the tray tell."""
        thrown = self.shown.turn.thrown
        if faces == thrown:
            return KeepView(self.desk, self.places, self.say("Lay some dice aside"))
        if len(faces) == len(thrown):
            if not self.desk.correctable:
                return KeepView(self.desk, self.places, self.say("Dice as first read?"))
            return RereadView(self.desk, self.places, faces, read)
        gone = Counter(thrown) - Counter(faces)
        fitting = self._fitting(faces, gone)
        first = fitting[0].face
        if gone == {first: thrown.count(first)} and len(faces) >= HARDLY_AGAIN:
            view = KeepView(self.desk, self.places, self.say("Now throw the others"))
            view.chosen = [group.face for group in view.groups].index(first)
            return view
        return follow_view(self.desk, self.places, fitting, faces, read)

    def _fitting(self, faces: Faces, gone: Counter[Face]) -> tuple[Keep, ...]:
        """The keeps that explain the dice, the likeliest first: by dice gone, then by worth.

        There is one: nothing else was expected.
        """
        count = len(self.shown.turn.thrown) - len(faces)
        fits = [g.face for g in self.groups if g.preview and g.count == count and not g.ends]
        told = [keep.face for keep in follow(self.shown, faces).possible if keep.face in fits]
        values = self.shown.setup.dice.values
        ranked = sorted(told or fits, key=lambda face: (-gone[face], -values[face]))
        return tuple(Keep(face) for face in ranked)


def drawn(groups: tuple[Keepable, ...]) -> tuple[Group, ...]:
    """The dice as they are drawn, struck out where they cannot be kept."""
    return tuple(Group(g.face, g.count, Mark.NONE if g.preview else Mark.STRUCK) for g in groups)


def follow_view(
    desk: Desk, places: Places, fitting: tuple[Keep, ...], faces: Faces, read: Read
) -> View:
    """New dice with the keep that they tell: the dice can be chosen from, or they end the turn."""
    seen = preview(standing(desk), fitting[0], Throw(faces))
    if seen.ended is not None:
        return FollowedEndView(desk, places, fitting, faces, read)
    return FollowView(desk, places, fitting, faces, read)


class FollowView(GroupsView):
    """New dice, and the keep that they tell: both are taken by the player's next choice.

    Where several keeps fit, the cursor begins at the kept dice: OK says yes, left tries another,
    right goes on to the new dice.
    """

    name = "follow"
    assumes = True

    def __init__(
        self, desk: Desk, places: Places, fitting: tuple[Keep, ...], faces: Faces, read: Read
    ) -> None:
        self.ahead = (fitting[0], Throw(faces))
        super().__init__(desk, places, preview(standing(desk), *self.ahead).after)
        self.fitting = fitting
        self.faces = faces
        self.read = read
        self.asking = len(fitting) > 1
        """The cursor is on the kept dice."""

    def screen(self) -> Screen:
        """The new dice, and the assumed keep beside them."""
        chosen = len(self.groups) if self.asking else self.chosen
        groups = drawn(self.groups)
        return followed_screen(self, self.name, groups, chosen, self.line(), self.fitting)

    def line(self) -> str:
        """What the choice under the cursor does."""
        if self.asking:
            return self.say("Yes: OK   no: LEFT")
        return super().line()

    def left(self) -> View:
        """The dice before; before the first are the kept ones, before those another keep."""
        if self.asking:
            turned = (*self.fitting[1:], self.fitting[0])
            return follow_view(self.desk, self.places, turned, self.faces, self.read)
        if self.chosen == 0 and len(self.fitting) > 1:
            self.asking = True
            return self
        return super().left()

    def right(self) -> View:
        """The next dice; from the kept ones to the new ones."""
        if self.asking:
            self.asking = False
            return self
        return super().right()

    def ok(self) -> View:
        """Yes, that was kept; or keep new dice as well."""
        if self.asking:
            return play(self, self.ahead, self.read)
        if self.group is None:
            return self
        return self.decided(*self.ahead, Keep(self.group.face), read=self.read)

    def stop(self) -> View:
        """Keep new dice and stop, after a look at what that brings."""
        if self.desk.sees_aside and len(self.fitting) == 1:
            return play(self, self.ahead, self.read).stop()
        if self.group is None or self.group.ends:
            self.asking = False
            return self.ok()
        ahead = (*self.ahead, Keep(self.group.face))
        return StopView(self.desk, self.places, ahead, self.read)

    def scan(self) -> View:
        """It was so, and dice were laid aside again. Where that is not sure, it is asked first."""
        if len(self.fitting) > 1:
            self.asking = True
            return self
        return play(self, self.ahead, self.read).scan()

    def back(self) -> View:
        """The dice told wrong: choose by hand."""
        return self.places.game()


class FollowedEndView(HeckmeckView):
    """The keep that the dice tell, and new dice that show nothing new: the turn would be over."""

    name = "follow_ended"
    assumes = True

    def __init__(
        self, desk: Desk, places: Places, fitting: tuple[Keep, ...], faces: Faces, read: Read
    ) -> None:
        super().__init__(desk, places)
        self.fitting = fitting
        self.faces = faces
        self.read = read

    def screen(self) -> Screen:
        """The dice, all struck out; and whether the turn fails with them, or what it brings."""
        struck = tuple(
            Group(face, count, Mark.STRUCK) for face, count in Counter(self.faces).items()
        )
        seen = preview(self.state, self.fitting[0], Throw(self.faces))
        if seen.failed is None:
            line = self.desk.short.stop(seen)
            return followed_screen(self, self.name, struck, len(struck), line, self.fitting)
        line = self.say("Nothing new: fail")
        return followed_screen(self, "follow_failed", struck, len(struck), line, self.fitting)

    def left(self) -> View:
        """Try another keep that fits."""
        turned = (self.fitting[-1], *self.fitting[:-1])
        return follow_view(self.desk, self.places, turned, self.faces, self.read)

    def right(self) -> View:
        """Try another keep that fits."""
        turned = (*self.fitting[1:], self.fitting[0])
        return follow_view(self.desk, self.places, turned, self.faces, self.read)

    def ok(self) -> View:
        """So it is."""
        return play(self, (self.fitting[0], Throw(self.faces)), self.read)

    def scan(self) -> View:
        """So it is: first see what that means for the pieces."""
        return self.ok()

    def back(self) -> View:
        """The dice told wrong: choose by hand."""
        return self.places.game()


def followed_screen(
    view: HeckmeckView,
    name: str,
    groups: tuple[Group, ...],
    chosen: int,
    line: str,
    fitting: tuple[Keep, ...],
) -> Screen:
    """New dice with the keep that they tell."""
    state = view.state
    kept = fitting[0]
    after = preview(state, kept).after
    return Choice(
        name,
        player=view.say(
            "{player} kept {face}?", player=view.player(), face=view.desk.short.face(kept.face)
        ),
        groups=groups,
        chosen=chosen,
        line=line,
        before=aside(state),
        inferred=Group(kept.face, state.turn.thrown.count(kept.face)),
        total=str(after.turn.total),
    )


class RereadView(HeckmeckView):
    """As many dice as before, showing something else: was it read wrong, or thrown once more?"""

    name = "reread"

    def __init__(self, desk: Desk, places: Places, faces: Faces, read: Read) -> None:
        super().__init__(desk, places)
        self.faces = faces
        self.read = read
        desk.ask(Play(Tune.DOUBT))

    def screen(self) -> Screen:
        """The question."""
        changed = (Counter(self.faces) - Counter(self.state.turn.thrown)).total()
        differ = self.many("{count} die differs.", "{count} dice differ.", changed)
        lines = (differ, self.say("Take the new ones?"))
        foot = self.say("OK: yes   BACK: no")
        return Message(self.name, self.say("Dice differ"), lines, foot)

    def ok(self) -> View:
        """The new dice are the throw."""
        return play_instead(self, self.faces, self.read)

    def scan(self) -> View:
        """Look once more."""
        return self.places.game().scan()

    def back(self) -> View:
        """The dice were as first read."""
        return self.places.game()
