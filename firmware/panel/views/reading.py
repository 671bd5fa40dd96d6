"""Reading the dice: the wait, what was read with doubts, and correcting or entering it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware.camera.taught_faces import TaughtTrouble
from firmware.errors import DeviceTrouble
from firmware.panel.view import Aside, Navigator, Taken, View
from firmware.panel.view_kinds import Looking
from firmware.panel.views.stand_ins import stands_in
from firmware.ports import Tune
from firmware.screens.kinds import DiceRow, Die, Mark, Message, Screen
from firmware.speech.causes import Cause, causes
from firmware.table.control import Draft
from firmware.table.requests import Look, Play, StopLooking
from firmware.table.session import Desk
from rules.dice import Face
from rules.record import Read

if TYPE_CHECKING:  # numpy comes with it: not before the first screen
    from vision.reading import Reading


class LookView(Looking):
    """The dice are being read. BACK gives up."""

    name = "reading"

    def __init__(
        self,
        desk: Desk,
        navigator: Navigator,
        expected: frozenset[int],
        taken: Taken,
        aside: Aside | None = None,
    ) -> None:
        super().__init__(desk, navigator)
        self.expected = expected
        self.taken = taken
        self.aside = aside
        total = None if aside is None else aside.total
        desk.ask(Look(self.ticket, desk.lying, expected, total))

    def screen(self) -> Screen:
        """That it goes on."""
        return self.progress(self.say("Reading the dice"), self.ways())

    def ways(self) -> str:
        """How to leave, if the camera takes its time."""
        return self.say("OK: by hand   BACK: leave")

    def ok(self) -> View:
        """Go on without it, if the camera takes its time."""
        if not self.long:
            return self
        self.desk.ask(StopLooking())
        return self.without()

    def without(self) -> View:
        """Where nothing is seen: enter the dice."""
        return self.navigator.enter(self.expected, self.taken, self.aside)

    def seen(self, reading: "Reading") -> View:
        """Take the dice if nothing speaks against them; else ask."""
        self.desk.looked = reading
        self.desk.game.looked()
        self.desk.sees_aside = reading.accepted and reading.aside is not None
        if reading.accepted:
            self.desk.ask(Play(Tune.ACCEPTED))
            meaning = self.desk.game.state.setup.table_dice
            faces = meaning.read(reading.faces)
            if self.aside is None or reading.aside is None:
                return self.taken(faces, Read.CAMERA)
            return self.aside.seen(faces, meaning.read(d.face for d in reading.aside), Read.CAMERA)
        self.desk.ask(Play(Tune.DOUBT))
        return EditView.doubted(self, reading)

    def unseen(self, trouble: DeviceTrouble) -> View:
        """Say what is wrong with the camera, and offer to enter the dice."""
        self.desk.ask(Play(Tune.DOUBT))
        unknown = isinstance(trouble, TaughtTrouble)
        return NoTaughtView(self, trouble) if unknown else NoCameraView(self, trouble)

    def back(self) -> View:
        """Nobody waits any more."""
        self.desk.ask(StopLooking())
        return self.navigator.game()

    def undo(self) -> View:
        """Give up, and take the last move back."""
        self.desk.ask(StopLooking())
        return self.navigator.undone()


class NoCameraView(View):
    """There is no picture: try again, or enter the dice."""

    name = "no_camera"

    def __init__(self, look: LookView, trouble: DeviceTrouble) -> None:
        super().__init__(look.desk, look.navigator)
        self.look = look
        self.trouble = trouble

    def screen(self) -> Screen:
        """What is wrong, and the two ways on."""
        said = self.desk.words.error(self.trouble)
        return Message(self.name, self.say("SCAN: again  OK: by hand"), (said,), alarm=True)

    def scan(self) -> View:
        """Try again."""
        return self.navigator.look(self.look.expected, self.look.taken, self.look.aside)

    def ok(self) -> View:
        """Enter the dice."""
        return self.look.without()

    def back(self) -> View:
        """Leave it."""
        return self.navigator.game()


class NoTaughtView(NoCameraView):
    """The dice that were taught cannot be read any more: enter them, or use the game's own."""

    name = "no_taught"

    def screen(self) -> Screen:
        """What is wrong, and the two ways on."""
        said = self.desk.words.error(self.trouble)
        return Message(self.name, self.say("STOP: own  OK: by hand"), (said,), alarm=True)

    def stop(self) -> View:
        """Read the game's own dice from now on."""
        self.desk.use_dice(type(self.state), "")
        return self.scan()


class EditView(View):
    """Dice in a row: read with a doubt, to be corrected, or entered one by one.

    The cursor goes over the dice, a place to add one where one is missing, and the tick that takes
    them. OK on a die opens it: left and right turn its face, STOP takes it away.
    """

    name = "correct"

    def __init__(
        self,
        desk: Desk,
        navigator: Navigator,
        expected: frozenset[int],
        taken: Taken,
        dice: Sequence[Die],
        read: Read,
    ) -> None:
        super().__init__(desk, navigator)
        self.expected = expected
        self.taken = taken
        self.aside: Aside | None = None
        self.dice = list(dice)
        self.read = read
        self.causes: tuple[Cause, ...] = ()
        """Why they are doubted."""
        self.cursor = 0
        self.open = False
        self.faces: tuple[Face, ...] = tuple(desk.game.state.setup.table_dice.meaning)
        """What the dice on the table can show."""

    @classmethod
    def doubted(cls, look: LookView, reading: "Reading") -> "EditView":
        """What was read, with its doubts marked."""
        doubted = {doubt.arguments.get("die") for doubt in reading.doubts}
        dice = [
            Die(Face(die.face), Mark.DOUBTED if number in doubted else Mark.NONE)
            for number, die in enumerate(reading.dice)
        ]
        view = cls(look.desk, look.navigator, look.expected, look.taken, dice, Read.CORRECTED)
        view.aside = look.aside
        view.causes = causes(reading.doubts, len(dice))
        marked = [place for place, die in enumerate(dice) if die.mark is Mark.DOUBTED]
        # Never on the tick: nobody shall take doubtful dice by pressing OK once too often.
        view.cursor = marked[0] if marked else len(dice) if view._more else 0
        return view

    @property
    def dice_draft(self) -> Draft:
        """These dice."""
        return Draft(self.expected)

    @property
    def _whole(self) -> bool:
        """Whether so many dice make sense, and each has a face."""
        return len(self.dice) in self.expected and all(die.face for die in self.dice)

    @property
    def _more(self) -> bool:
        return len(self.dice) < max(self.expected)

    def _places(self) -> int:
        return len(self.dice) + self._more + 1

    @property
    def _on_tick(self) -> bool:
        return self.cursor == self._places() - 1

    @property
    def _cause(self) -> Cause | None:
        """Why the die under the cursor is doubted, or else the first of all causes."""
        about = (cause for cause in self.causes if self.cursor in cause.dice)
        return next(about, next(iter(self.causes), None))

    def screen(self) -> Screen:
        """The row, and what to do."""
        return DiceRow(
            "doubt" if self.causes else self.name,
            title=self._title(),
            dice=tuple(self.dice),
            cursor=self.cursor,
            open=self.open,
            more=self._more,
            tick=True,
            lines=self._lines(),
            foot=self._foot(),
        )

    def _title(self) -> str:
        known = sum(die.face is not None for die in self.dice)
        if self.open:
            return self.say("STOP: no die")
        if self._cause and (dice := self.desk.short.doubted(self._cause)):
            return self.say("{dice}   SCAN: again", dice=dice)
        if len(self.expected) > 1:
            return self.many("{player}: {count} die", "{player}: {count} dice", known,
                             player=self.player())  # fmt: skip
        wanted = max(self.expected)
        if self.causes:
            return self.say("{count} of {wanted}   SCAN: again", count=known, wanted=wanted)
        return self.say("{player}: {count} of {wanted}", player=self.player(), count=known,
                        wanted=wanted)  # fmt: skip

    def _lines(self) -> tuple[str, ...]:
        if self.open:
            return (self.say("< > turn   OK: next"), *self._meant())
        if self._cause:
            return (self.desk.short.cause(self._cause),)
        if self._on_tick:
            return (self.say("OK: take them") if self._whole else self.say("Not yet complete"),)
        if self.cursor == len(self.dice):
            return (self.say("OK: add a die"),)
        return (self.say("OK: change this die"),)

    def _meant(self) -> tuple[str, ...]:
        """What the open die means, where ordinary dice stand in."""
        dice, face = self.desk.game.state.setup.table_dice, self.dice[self.cursor].face
        if face is None or not stands_in(dice):
            return ()
        meant = dice.meaning.get(face, face)
        return (self.say("{seen} = {meant}", seen=face, meant=self.desk.short.face(meant)),)

    def _foot(self) -> str:
        if self.causes and self._on_tick and self._whole:
            return self.say("SCAN: again   OK: take them")
        return ""

    def left(self) -> View:
        """One place back; an open die turns."""
        return self._turn(-1)

    def right(self) -> View:
        """One place on; an open die turns."""
        return self._turn(1)

    def _turn(self, step: int) -> View:
        if not self.open:
            self.cursor = (self.cursor + step) % self._places()
            return self
        face = self.dice[self.cursor].face
        at = self.faces.index(face) if face in self.faces else -1
        self.dice[self.cursor] = Die(self.faces[(at + step) % len(self.faces)])
        return self

    def ok(self) -> View:
        """Open or close a die, add one, or take them all."""
        if self._on_tick:
            return self._take()
        if not self.open:
            if self.cursor == len(self.dice):
                self.dice.append(Die(None))
            self._open()
            return self
        self._close()
        return self

    def _open(self) -> None:
        """Open the die under the cursor; a new one shows what the one before it shows."""
        self.open = True
        self.causes = ()
        die = self.dice[self.cursor]
        if die.face is None:
            before = self.dice[self.cursor - 1].face if self.cursor else None
            face = before or self.faces[0]
        else:
            face = die.face
        self.dice[self.cursor] = Die(face)

    def _close(self) -> None:
        """The die is as it should be: on to the next without a face, or to the tick."""
        self.open = False
        unknown = [place for place, die in enumerate(self.dice) if die.face is None]
        if unknown:
            self.cursor = unknown[0]
            self._open()
            return
        marked = [place for place, die in enumerate(self.dice) if die.mark is Mark.DOUBTED]
        self.cursor = marked[0] if marked else self._places() - 1

    def _take(self) -> View:
        if not self._whole:
            return self
        faces = [die.face for die in self.dice if die.face is not None]
        return self.taken(self.desk.game.state.setup.table_dice.read(faces), self.read)

    def stop(self) -> View:
        """Take an open die away."""
        if self.open:
            del self.dice[self.cursor]
            self.open = False
            self.cursor = min(self.cursor, self._places() - 1)
        return self

    def scan(self) -> View:
        """Look again; without a camera, take the dice if they are complete."""
        if not self.desk.camera:
            return self._take()
        return self.navigator.look(self.expected, self.taken, self.aside)

    def back(self) -> View:
        """Close the die; or leave it all."""
        if self.open and any(die.face is not None for die in self.dice):
            self.open = False
            self.dice = [die for die in self.dice if die.face is not None]
            self.cursor = min(self.cursor, self._places() - 1)
            return self
        return self.navigator.game()


class ByHandView(EditView):
    """Nothing was read: die after die is entered, beginning with the first.

    `aside` is for whoever would rather have them looked at again.
    """

    name = "by_hand"

    def __init__(
        self,
        desk: Desk,
        navigator: Navigator,
        expected: frozenset[int],
        taken: Taken,
        aside: Aside | None = None,
    ) -> None:
        super().__init__(desk, navigator, expected, taken, [Die(None)] * max(expected), Read.HAND)
        self.aside = aside
        desk.looked = None
        self._open()
