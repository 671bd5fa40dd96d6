"""Dice of Picnic Blitz that lie there and are looked at again: thrown anew, or not at all."""

from firmware.ports import Tune
from firmware.screens.kinds import Die, Message, Screen
from firmware.table.asks import Play
from firmware.table.desk import Desk
from firmware.table.games.tracks import picnic
from firmware.table.looking import EditView
from firmware.table.playing import play, play_instead
from firmware.table.view import GameView, Places, Toss, View
from rules.dice import Face, Faces, differing
from rules.moves import Throw
from rules.picnic_blitz import DICE, PicnicBlitz
from rules.record import Read

SIX = frozenset({DICE})
"""All dice are always looked at, however few were thrown again."""


class PicnicView(GameView):
    """A view of Picnic Blitz."""

    @property
    def state(self) -> PicnicBlitz:
        """The game as it stands."""
        return picnic(self.desk)


class DiceLieView(PicnicView):
    """Dice lie in the tray; SCAN looks whether some of them were thrown again."""

    def scan(self) -> View:
        """Look at all six dice again; without a camera, change those that fell otherwise."""
        if self.desk.camera:
            return self.places.look(SIX, self._seen_again)
        return edit(self, self.state.turn.thrown, self.thrown_again(), Read.HAND)

    def toss(self) -> Toss:
        """Some dice are thrown, the others stay where they are."""
        thrown = self.thrown_again()
        lying = list(self.state.turn.thrown)
        for face in thrown:
            lying.remove(face)
        return Toss(tuple(lying), len(thrown))

    def thrown_again(self) -> Faces:
        """The dice that are known to be thrown again, as they lie now."""
        return ()

    def _seen_again(self, faces: Faces, read: Read) -> View:
        return seen_again(self, faces, read)


def edit(view: PicnicView, lying: Faces, thrown: Faces, read: Read) -> View:
    """Enter or correct all six dice, those that were thrown first."""
    shown = {meant: face for face, meant in view.state.setup.table_dice.meaning.items()}
    unknown = list(thrown)
    dice = []
    for face in lying:
        again = face in unknown
        if again:
            unknown.remove(face)
        dice.append(Die(None if again else shown[face]))
    places = [place for place, die in enumerate(dice) if die.face is None]
    edited = EditView(
        view.desk,
        view.places,
        SIX,
        lambda faces, how: seen_again(view, faces, how),
        dice,
        read,
    )
    edited.cursor = places[0] if places else 0
    return edited


def seen_again(view: PicnicView, faces: Faces, read: Read) -> View:
    """What dice tell that were looked at again."""
    turn, throw = view.state.turn, Throw(faces)
    changed = differing(turn.thrown, throw.faces)
    if not changed and turn.groups:
        return SameView(view.desk, view.places, throw.faces, read)
    if not changed:
        return view.places.game(view.say("Dice as before"))
    if view.state.refusal(throw) is None:
        return play(view, (throw,), read)
    return ChangedView(view.desk, view.places, throw.faces, read)


class SameView(PicnicView):
    """All dice show the same again: was nothing thrown, or did they fall so?"""

    name = "picnic_same"

    def __init__(self, desk: Desk, places: Places, faces: Faces, read: Read) -> None:
        super().__init__(desk, places)
        self.faces = faces
        self.read = read

    def screen(self) -> Screen:
        """The question."""
        lines = (self.say("Nothing changed."), self.say("Thrown again?"))
        title = self.say("The same dice")
        return Message(self.name, title, lines, self.say("OK: yes   BACK: no"))

    def ok(self) -> View:
        """They fell so: that was a throw."""
        return play(self, (Throw(self.faces),), self.read)

    def scan(self) -> View:
        """Look once more."""
        return self.places.game().scan()

    def toss(self) -> Toss | None:
        """Nothing was thrown."""
        return self.places.game().toss()

    def back(self) -> View:
        """Nothing was thrown."""
        return self.places.game()


class ChangedView(PicnicView):
    """More dice changed than may be thrown again: nothing is taken until people say what is so.

    Where none may be thrown again, the dice may have been read wrong before.
    """

    name = "picnic_doubt"

    def __init__(self, desk: Desk, places: Places, faces: Faces, read: Read) -> None:
        super().__init__(desk, places)
        self.faces = faces
        self.read = read
        desk.ask(Play(Tune.DOUBT))

    @property
    def _misread(self) -> bool:
        """Whether these dice can take the place of those that were read before."""
        return not self.state.turn.again and self.desk.correctable

    def screen(self) -> Screen:
        """How many, and what can be done about it."""
        turn = self.state.turn
        changed = differing(turn.thrown, self.faces)
        first = self.many("{count} die changed.", "{count} dice changed.", changed)
        if self._misread:
            lines = (first, self.say("Misread before?"))
            foot = self.say("OK: yes   BACK: no")
        else:
            allowed = self.many("{count} is allowed.", "{count} are allowed.", turn.again)
            lines = (first, allowed)
            foot = self.say("SCAN: again  OK: correct")
        title = self.say("Too many") if turn.again else self.say("No throw left")
        return Message(self.name, title, lines, foot)

    def ok(self) -> View:
        """Correct what was read; or these are the dice that were thrown."""
        if self._misread:
            return play_instead(self, self.faces, self.read)
        return edit(self, self.faces, (), Read.CORRECTED)

    def scan(self) -> View:
        """Look once more."""
        return self.places.game().scan()

    def toss(self) -> Toss | None:
        """They are put back as they lay."""
        return self.places.game().toss()

    def back(self) -> View:
        """The dice lie as before."""
        return self.places.game()


def faces_by_count(faces: Faces) -> tuple[tuple[Face, int], ...]:
    """Each face that is shown, and how often."""
    return tuple((face, faces.count(face)) for face in dict.fromkeys(faces))
