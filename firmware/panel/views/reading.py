"""Reading the dice: waiting, doubtful readings, correcting and entering."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware.camera.taught_faces import TaughtTrouble
from firmware.errors import DeviceTrouble
from firmware.panel.view import Navigator, View, Wanted
from firmware.panel.view_kinds import Looking
from firmware.panel.views.stand_ins import stands_in
from firmware.play.questions import Draft
from firmware.ports import Tune
from firmware.screens.kinds import DiceRow, Die, Mark, Message, Screen
from firmware.speech.causes import Cause, causes
from firmware.speech.language import N_
from firmware.table.requests import Look, Play, StopLooking
from rules.dice import Face
from rules.record import Read

if TYPE_CHECKING:  # numpy is loaded with it: not before the first screen
    from vision.reading import Reading


def doubted_places(reading: "Reading") -> frozenset[int]:
    """Return the places of the dice that are doubted one by one."""
    places = (doubt.arguments.get("die") for doubt in reading.doubts)
    return frozenset(place for place in places if isinstance(place, int))


def read_dice(reading: "Reading") -> tuple[Die, ...]:
    """Return the dice for drawing, with the doubted ones marked."""
    doubted = doubted_places(reading)
    return tuple(
        Die(Face(die.face), Mark.DOUBTED if place in doubted else Mark.NONE)
        for place, die in enumerate(reading.dice)
    )


class LookView(Looking):
    """Waits while the dice are read. BACK cancels."""

    name = "reading"

    def __init__(self, navigator: Navigator, wanted: Wanted) -> None:
        super().__init__(navigator)
        self.wanted = wanted
        total = None if wanted.aside is None else wanted.aside.total
        self.session.ask(Look(self.ticket, self.session.dice_name, wanted.expected, total))

    def screen(self) -> Screen:
        return self.progress(self.say("Reading the dice"), self.ways())

    def ways(self) -> str:
        """Return the keys to leave, if the camera takes long."""
        return self.say("OK: by hand   BACK: leave")

    def ok(self) -> View:
        """Go on without the camera, if it takes long."""
        if not self.long:
            return self
        self.session.ask(StopLooking())
        return self.without()

    def without(self) -> View:
        """Enter the dice, because the camera sees nothing."""
        return self.navigator.enter(self.wanted)

    def seen(self, reading: "Reading") -> View:
        """Use the dice if there is no doubt; else ask."""
        self.session.looked = reading
        self.session.game.looked(None if reading.accepted else self._draft(reading))
        self.session.sees_aside = reading.accepted and reading.aside is not None
        if reading.accepted:
            self.session.ask(Play(Tune.ACCEPTED))
            meaning = self.state.setup.table_dice
            faces = meaning.read(reading.faces)
            _expected, taken, aside = self.wanted
            if aside is None or reading.aside is None:
                return taken(faces, Read.CAMERA)
            return aside.seen(faces, meaning.read(d.face for d in reading.aside), Read.CAMERA)
        self.session.ask(Play(Tune.DOUBT))
        return DoubtfulView(self.navigator, self.wanted, reading)

    def _draft(self, reading: "Reading") -> Draft:
        faces = tuple(Face(die.face) for die in reading.dice)
        return Draft(faces, doubted_places(reading), self.wanted.expected)

    def unseen(self, trouble: DeviceTrouble) -> View:
        """Report the camera's problem, and offer to enter the dice."""
        self.session.ask(Play(Tune.DOUBT))
        unknown = isinstance(trouble, TaughtTrouble)
        return NoTaughtView(self, trouble) if unknown else NoCameraView(self, trouble)

    def back(self) -> View:
        self.session.ask(StopLooking())
        return self.navigator.game()

    def undo(self) -> View:
        """Cancel, and undo the last move."""
        self.session.ask(StopLooking())
        return self.navigator.undone()


class NoCameraView(View):
    """The camera failed: try again, or enter the dice."""

    name = "no_camera"
    ways = N_("SCAN: again  OK: by hand")

    def __init__(self, look: LookView, trouble: DeviceTrouble) -> None:
        super().__init__(look.navigator)
        self.look = look
        self.trouble = trouble

    def screen(self) -> Screen:
        text = self.session.words.error(self.trouble)
        return Message(self.name, self.say(self.ways), (text,), alarm=True)

    def scan(self) -> View:
        return self.navigator.look(self.look.wanted)

    def ok(self) -> View:
        return self.look.without()

    def back(self) -> View:
        return self.navigator.game()


class NoTaughtView(NoCameraView):
    """Taught dice cannot be read any more: enter them, or use the game's own."""

    name = "no_taught"
    ways = N_("STOP: own  OK: by hand")

    def stop(self) -> View:
        """Use the game's own dice from now on."""
        self.session.use_dice(type(self.state), "")
        return self.scan()


class EditView(View):
    """A row of dice to correct or enter.

    The cursor visits the dice, a place to add one if one is missing, and the tick that finishes. OK
    on a die opens it: left and right change its face, STOP removes it.
    """

    name = "correct"

    def __init__(
        self, navigator: Navigator, wanted: Wanted, dice: Sequence[Die], read: Read
    ) -> None:
        super().__init__(navigator)
        self.wanted = wanted
        self.entry = self.expected = wanted.expected
        self.dice = list(dice)
        self.read = read
        self.causes: tuple[Cause, ...] = ()
        """The causes of the doubt."""
        self.cursor = 0
        self.open = False
        self.faces: tuple[Face, ...] = tuple(self.state.setup.table_dice.meaning)
        """The possible faces of the dice on the table."""

    @property
    def _whole(self) -> bool:
        """Return whether the number of dice is plausible, and each has a face."""
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
        """Return the doubt about the die under the cursor, or else the first one."""
        about = (cause for cause in self.causes if self.cursor in cause.dice)
        return next(about, next(iter(self.causes), None))

    def screen(self) -> Screen:
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
        if self._cause and (dice := self.session.short.doubted(self._cause)):
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
            return (self.session.short.cause(self._cause),)
        if self._on_tick:
            return (self.say("OK: take them") if self._whole else self.say("Not yet complete"),)
        if self.cursor == len(self.dice):
            return (self.say("OK: add a die"),)
        return (self.say("OK: change this die"),)

    def _meant(self) -> tuple[str, ...]:
        """Return what the open die means, if ordinary dice are used."""
        dice, face = self.state.setup.table_dice, self.dice[self.cursor].face
        if face is None or not stands_in(dice):
            return ()
        meant = dice.meaning.get(face, face)
        return (self.say("{seen} = {meant}", seen=face, meant=self.session.short.face(meant)),)

    def _foot(self) -> str:
        if self.causes and self._on_tick and self._whole:
            return self.say("SCAN: again   OK: take them")
        return ""

    def step(self, by: int) -> View:
        if not self.open:
            self.cursor = (self.cursor + by) % self._places()
            return self
        face = self.dice[self.cursor].face
        at = self.faces.index(face) if face in self.faces else -1
        self.dice[self.cursor] = Die(self.faces[(at + by) % len(self.faces)])
        return self

    def ok(self) -> View:
        """Open or close a die, add one, or finish."""
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
        """Open the die under the cursor; a new one starts with the previous face."""
        self.open = True
        self.causes = ()
        before = self.dice[self.cursor - 1].face if self.cursor else None
        self.dice[self.cursor] = Die(self.dice[self.cursor].face or before or self.faces[0])

    def _close(self) -> None:
        """Close the die; go to the next without a face, or to the tick."""
        self.open = False
        unknown = [place for place, die in enumerate(self.dice) if die.face is None]
        if unknown:
            self.cursor = unknown[0]
            self._open()
            return
        self.cursor = self._doubted(self._places() - 1)

    def _doubted(self, otherwise: int) -> int:
        places = (place for place, die in enumerate(self.dice) if die.mark is Mark.DOUBTED)
        return next(places, otherwise)

    def _take(self) -> View:
        if not self._whole:
            return self
        faces = [die.face for die in self.dice if die.face is not None]
        return self.wanted.taken(self.state.setup.table_dice.read(faces), self.read)

    def stop(self) -> View:
        if self.open:
            del self.dice[self.cursor]
            self.open = False
            self.cursor = min(self.cursor, self._places() - 1)
        return self

    def scan(self) -> View:
        """Read again; without a camera, finish if the dice are complete."""
        if not self.session.camera:
            return self._take()
        return self.navigator.look(self.wanted)

    def back(self) -> View:
        """Close the die, or leave."""
        if self.open and any(die.face is not None for die in self.dice):
            self.open = False
            self.dice = [die for die in self.dice if die.face is not None]
            self.cursor = min(self.cursor, self._places() - 1)
            return self
        return self.without_question()


class DoubtfulView(EditView):
    """A reading with doubts."""

    def __init__(self, navigator: Navigator, wanted: Wanted, reading: "Reading") -> None:
        super().__init__(navigator, wanted, read_dice(reading), Read.CORRECTED)
        self.causes = causes(reading.doubts, len(self.dice))
        # Never on the tick: one OK too many must not accept doubtful dice.
        self.cursor = self._doubted(len(self.dice) if self._more else 0)


class ByHandView(EditView):
    """Enters dice one by one after nothing was read."""

    name = "by_hand"

    def __init__(self, navigator: Navigator, wanted: Wanted) -> None:
        super().__init__(navigator, wanted, [Die(None)] * max(wanted.expected), Read.HAND)
        self.session.looked = None
        self._open()
