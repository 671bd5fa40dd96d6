"""Choosing what to keep; or seeing from the dice what was kept."""

from collections import Counter
from typing import cast

from firmware.ports import Tune
from firmware.screens.kinds import Choice, Group, Mark, Message, Screen
from firmware.table.asks import Play
from firmware.table.desk import Desk
from firmware.table.playing import StopView, aside, play
from firmware.table.view import Chooser, Places, View
from firmware.turns import Keepable, keepables, preview
from rules.dice import Faces
from rules.follow import follow
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Move, Throw
from rules.record import Read

HARDLY_AGAIN = 3
"""So many dice hardly ever show again what they showed before: they were not thrown again."""


class KeepView(Chooser):
    """The throw by faces: one of them is laid aside.

    `ahead` are moves that the dice told and nobody has confirmed yet. They are taken together with
    whatever the player chooses next.
    """

    name = "keep"

    def __init__(
        self, desk: Desk, places: Places, note: str = "", ahead: tuple[Move, ...] = ()
    ) -> None:
        super().__init__(desk, places)
        self.note = note
        self.ahead = ahead
        self.read: Read | None = None
        self.shown: AnyHeckmeck = preview(self.state, *ahead).after
        self.groups = keepables(self.shown)
        self.chosen = self._worth_most()

    def _worth_most(self) -> int:
        values = self.shown.setup.dice.values
        worth = [g.count * values[g.face] if g.preview else -1 for g in self.groups]
        return worth.index(max(worth)) if worth else 0

    def size(self) -> int:
        """One place for each face."""
        return len(self.groups)

    @property
    def group(self) -> Keepable | None:
        """The dice under the cursor, if they may be kept."""
        group = self.groups[self.chosen]
        return None if group.preview is None else group

    def screen(self) -> Screen:
        """The dice, what is struck out, and what the choice under the cursor does."""
        turn = self.shown.turn
        return Choice(
            self.name,
            player=self.player(),
            groups=tuple(
                Group(g.face, g.count, Mark.NONE if g.preview else Mark.STRUCK) for g in self.groups
            ),
            chosen=self.chosen,
            line=self.line(),
            foot=self.note,
            before=aside(self.shown),
            total=str(turn.total) if turn.kept else "",
        )

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

    def ok(self) -> View:
        """Keep what is under the cursor."""
        if self.group is None:
            return self
        return play(self, (*self.ahead, Keep(self.group.face)), self.read)

    def stop(self) -> View:
        """Keep it and stop, after a look at what that brings."""
        if self.group is None or self.group.ends:
            return self.ok()
        ahead = (*self.ahead, Keep(self.group.face))
        return StopView(self.desk, self.places, ahead, self.read)

    def scan(self) -> View:
        """Dice were laid aside and the others thrown again: see which."""
        if self.ahead:
            return play(self, self.ahead, self.read).scan()
        left = self.shown.turn.left
        counts = {left - group.count for group in self.groups if group.preview and not group.ends}
        return self.places.look(frozenset({left, *counts}), self._thrown_again)

    def _thrown_again(self, faces: Faces, read: Read) -> View:
        """What the dice in the tray tell."""
        thrown = self.shown.turn.thrown
        if faces == thrown:
            return KeepView(self.desk, self.places, self.say("Lay some dice aside"))
        if len(faces) == len(thrown):
            return RereadView(self.desk, self.places, faces, read)
        gone = Counter(thrown) - Counter(faces)
        gone_count = len(thrown) - len(faces)
        followed = follow(self.shown, faces)
        fitting = [keep for keep in followed.possible if self._fits(keep, gone_count)]
        if not fitting:
            problem = followed.problem
            note = "" if problem is None else self.desk.words.problem(problem)
            return KeepView(self.desk, self.places, note)
        values = self.shown.setup.dice.values
        fitting.sort(key=lambda keep: (-gone[keep.face], -values[keep.face]))
        first = fitting[0].face
        if gone == {first: thrown.count(first)} and len(faces) >= HARDLY_AGAIN:
            view = KeepView(self.desk, self.places, self.say("Then throw the others"))
            view.chosen = [group.face for group in view.groups].index(first)
            return view
        return follow_view(self.desk, self.places, tuple(fitting), faces, read)

    def _fits(self, keep: Keep, gone: int) -> bool:
        """Whether so many dice are gone with this keep, and dice are left to be thrown."""
        return any(g.face is keep.face and g.count == gone and not g.ends for g in self.groups)

    def back(self) -> View:
        """To the menu."""
        return self.places.menu()


def follow_view(
    desk: Desk, places: Places, fitting: tuple[Keep, ...], faces: Faces, read: Read
) -> View:
    """New dice with the keep that they tell: the dice can be chosen from, or they end the turn."""
    state = cast("AnyHeckmeck", desk.game.state)
    seen = preview(state, fitting[0], Throw(faces))
    kind = FollowView if keepables(seen.after) and not seen.turn_over else FollowedFailView
    return kind(desk, places, fitting, faces, read)


class FollowView(KeepView):
    """New dice, and the keep that they tell: both are taken by the player's next choice.

    Where several keeps fit, the cursor also reaches the kept dice; OK there tries the next.
    """

    name = "follow"

    def __init__(
        self, desk: Desk, places: Places, fitting: tuple[Keep, ...], faces: Faces, read: Read
    ) -> None:
        super().__init__(desk, places, ahead=(fitting[0], Throw(faces)))
        self.fitting = fitting
        self.faces = faces
        self.read = read

    def size(self) -> int:
        """One place more for the kept dice, where there is a choice: left of the first."""
        return len(self.groups) + (len(self.fitting) > 1)

    @property
    def _on_kept(self) -> bool:
        return self.chosen == len(self.groups)

    @property
    def group(self) -> Keepable | None:
        """The new dice under the cursor, if they may be kept."""
        return None if self._on_kept else super().group

    def screen(self) -> Screen:
        """The new dice, and the assumed keep beside them."""
        return followed_screen(self, self.groups, self.chosen, self.line(), self.fitting)

    def line(self) -> str:
        """What the choice under the cursor does."""
        if self._on_kept:
            return self.say("Not {face}: OK", face=self.desk.short.face(self.fitting[0].face))
        return super().line()

    def ok(self) -> View:
        """Keep new dice; or try another keep that fits."""
        if self._on_kept:
            return self._next()
        return super().ok()

    def _next(self) -> View:
        turned = (*self.fitting[1:], self.fitting[0])
        view = follow_view(self.desk, self.places, turned, self.faces, cast("Read", self.read))
        if isinstance(view, FollowView):
            view.chosen = view.size() - 1
        return view

    def back(self) -> View:
        """The dice told wrong: choose by hand."""
        return self.places.game()


class FollowedFailView(View):
    """The keep that the dice tell, and new dice that show nothing new: the turn would be over."""

    name = "follow_failed"

    def __init__(
        self, desk: Desk, places: Places, fitting: tuple[Keep, ...], faces: Faces, read: Read
    ) -> None:
        super().__init__(desk, places)
        self.fitting = fitting
        self.faces = faces
        self.read = read

    def screen(self) -> Screen:
        """The dice, all struck out."""
        kept = preview(self.state, self.fitting[0]).after
        struck = tuple(
            Keepable(face, count, kept.turn.total, kept.turn.has_worm, None)
            for face, count in Counter(self.faces).items()
        )
        line = self.say("Nothing new: fail")
        return followed_screen(self, struck, len(struck), line, self.fitting)

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
        """So it is, and the next player's dice lie there."""
        return self.ok().scan()

    def back(self) -> View:
        """The dice told wrong: choose by hand."""
        return self.places.game()


def followed_screen(
    view: View,
    groups: tuple[Keepable, ...],
    chosen: int,
    line: str,
    fitting: tuple[Keep, ...],
) -> Screen:
    """New dice with the keep that they tell."""
    state = view.state
    kept = fitting[0]
    after = preview(state, kept).after
    return Choice(
        view.name,
        player=view.say(
            "{player} kept {face}?", player=view.player(), face=view.desk.short.face(kept.face)
        ),
        groups=tuple(
            Group(g.face, g.count, Mark.NONE if g.preview else Mark.STRUCK) for g in groups
        ),
        chosen=chosen,
        line=line,
        before=aside(state),
        inferred=Group(kept.face, state.turn.thrown.count(kept.face)),
        total=str(after.turn.total),
    )


class RereadView(View):
    """As many dice as before, showing something else: was it read wrong, or thrown once more?"""

    name = "reread"

    def __init__(self, desk: Desk, places: Places, faces: Faces, read: Read) -> None:
        super().__init__(desk, places)
        self.faces = faces
        self.read = read
        desk.ask(Play(Tune.DOUBT))

    def screen(self) -> Screen:
        """The question."""
        lines = (self.say("All dice changed."), self.say("Take the new ones?"))
        foot = self.say("OK: yes   BACK: no")
        return Message(self.name, self.say("Dice differ"), lines, foot)

    def ok(self) -> View:
        """The new dice are the throw."""
        self.desk.game.undo()
        return play(self, (Throw(self.faces),), self.read)

    def scan(self) -> View:
        """Look once more."""
        return self.places.game().scan()

    def back(self) -> View:
        """The dice were as first read."""
        return self.places.game()
