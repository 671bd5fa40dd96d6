"""Carries out pages' commands. Each names the table's version; a stale one does nothing."""

from firmware.errors import Unclear
from firmware.play.match import Match, Stale
from firmware.play.setup import Setup
from firmware.store.settings import TAUGHT
from firmware.store.taught_dice import same_name
from firmware.table.control import TableControl
from firmware.table.taught import check_name, forget, rename
from firmware.table.teaching import TeachingSession
from firmware.web import messages
from firmware.web.messages import Message
from firmware.web.pieces import put_right
from firmware.web.snapshot import moment, pictured
from rules.dice import STANDARD, Face
from rules.games import game_named
from rules.plain import from_plain
from rules.players import Colour, Player

RECENT = 20
"""Number of recent games that can be resumed."""


class Commands:
    """Carries out pages' commands; called by the table's loop."""

    def __init__(self, control: TableControl) -> None:
        self._control = control
        self._session = control.session

    def check(self, command: Message) -> None:
        """Raise `Stale` if the command refers to another version of the table."""
        if command.at != moment(self._session):
            raise Stale

    def do(self, command: Message) -> None:  # noqa: C901  # one case for each command
        """Carry out a command; raises `Stale` or `RulesError`, which change nothing."""
        self.check(command)
        match command:
            case messages.Press(action=action):
                self._control.press(action)
            case messages.Choose(choice=choice):
                self._choose(choice)
            case messages.Undo(count=count):
                self._control.undo(count)
            case messages.Correct(faces=faces, more=more):
                self._correct(tuple(face for face in (*faces, *more) if face))
            case messages.Mark(die=die, again=again):
                self._mark(die, again=again)
            case messages.PutRight():
                self._put_right(command)
            case messages.Sit(player=player, level=level):
                self._game.seat(player, level)
                self._control.show_game()
            case messages.Begin():
                self._begin(command)
            case messages.Again():
                self._again()
            case messages.Resume(game=game):
                self._resume(game)
            case messages.SetAside(game=game):
                self._set_aside(game)
            case messages.Printed(game=game, box=box):
                self._printed(game, box)
            case messages.Prefer(setting=name, value=value):
                self._session.set(name, value)
            case messages.Teach(game=game, pips=pips):
                self._teach(game, pips=pips)
            case messages.ShowAgain(face=face):
                self._control.show_again(face)
            case messages.NameNew(name=name):
                self._control.name_dice(name.strip())
            case messages.LeaveTeaching():
                self._control.leave_teaching()
            case messages.NameDice(name=name, new=new):
                self._name_dice(name, new.strip())
            case messages.ForgetDice(name=name):
                forget(self._session, name)
            case _:
                raise Unclear("page_not_here")

    def _name_dice(self, name: str, new: str) -> None:
        if name not in self._session.taught:
            raise Unclear("page_not_here")
        if not same_name(name, new):
            check_name(self._session, new)
        rename(self._session, name, new)

    @property
    def _game(self) -> Match:
        """Return the current game; raises `Unclear` without one."""
        if self._session.match is None:
            raise Unclear("page_no_game")
        return self._session.match

    def _choose(self, choice: int) -> None:
        match = self._game
        choices = match.choices()
        if choice >= len(choices):
            raise Unclear("page_not_here")
        is_answer = match.question is not None
        self._control.decided(match.decide(choices[choice]), answer=is_answer)

    def _correct(self, words: tuple[str, ...]) -> None:
        """Use these dice for a doubtful reading, or for the throw waiting for a decision."""
        known = self._game.state.setup.table_dice
        if not all(word in known.meaning for word in words):
            raise Unclear("page_not_here")
        faces = known.read(Face(word) for word in words)
        if not pictured(self._control):
            raise Unclear("page_no_throw")
        self._control.correct(faces)

    def _mark(self, die: int, *, again: bool) -> None:
        """Mark a die on every surface, whatever the panel shows."""
        match = self._game
        if self._control.busy or match.automatic or not match.state.legal_moves().rerollable:
            raise Unclear("page_no_throw")
        if not match.mark(die, again=again):
            raise Unclear("page_marks", count=match.state.legal_moves().again)
        self._control.show_game()

    def _teach(self, name: str, *, pips: bool) -> None:
        game = game_named(name)
        if not self._session.camera:
            raise Unclear("page_not_here")
        if not TeachingSession.of(self._session, game, pips=pips).drawn:
            raise Unclear("all_pips")
        self._control.teach(game, pips=pips)

    def _put_right(self, command: messages.PutRight) -> None:
        match = self._game
        move = put_right(match.state, self._session.words, command.puts)
        self._control.instruct(match.play(move))

    def _begin(self, command: messages.Begin) -> None:
        game = game_named(command.game)
        if command.taught and command.taught not in self._session.taught_for(game):
            raise Unclear("page_not_here")
        boxes = [seat for seat in command.players if seat.level and not seat.name.strip()]
        setup = Setup(
            game,
            tuple(self._player(seat, boxes) for seat in command.players),
            self._session.boxes(game).box,
            starter=command.starter,
            dice=STANDARD.name if command.ordinary else None,
            variants=frozenset(command.variants),
            levels=tuple(seat.level for seat in command.players),
        )
        events = self._session.begin(setup)
        taught = TAUGHT + command.taught if command.taught else ""
        self._session.use_dice(game, STANDARD.name if command.ordinary else taught)
        self._remember(command)
        self._control.instruct(events)

    def _again(self) -> None:
        if self._game.state.ending is None:
            raise Unclear("page_not_here")
        self._control.instruct(self._session.again())

    def _remember(self, command: messages.Begin) -> None:
        """Save the choices for the next new game."""
        settings, name = self._session.settings, command.game
        self._session.seat(seat.colour for seat in command.players)
        self._session.let_play({seat.colour: seat.level for seat in command.players})
        names = settings.names | {
            seat.colour: seat.name.strip() for seat in command.players if not seat.level
        }
        self._session.change(
            game=name,
            players=len(command.players),
            names={colour: given for colour, given in names.items() if given},
            variants={**settings.variants, name: command.variants},
        )

    def _resume(self, name: str) -> None:
        saved = [
            s for s in self._session.shelf.recent(RECENT) if s.path.name == name and not s.over
        ]
        if not saved:
            raise Unclear("page_no_game")
        self._control.resume(saved[0])

    def _set_aside(self, name: str) -> None:
        """Give up an unfinished game, as on the panel, which may be asking the same."""
        saved = None if self._session.match is not None else self._session.shelf.unfinished()
        if saved is None or saved.path.name != name:
            raise Unclear("page_no_game")
        self._control.give_up(saved)

    def _printed(self, name: str, plain: dict[str, object]) -> None:
        game = game_named(name)
        box = from_plain(type(game.BOX), plain)
        game.check_box(box)
        owned = self._session.boxes(game)
        self._session.keep_boxes(game, owned.keeping(owned.used, box))

    def _player(self, seat: messages.Seat, boxes: list[messages.Seat]) -> Player:
        """Return a player; without a name, people are called by their colour, the box Box."""
        if seat.colour not in set(Colour):
            raise Unclear("page_not_here")
        colour = Colour(seat.colour)
        name = seat.name.strip()
        if seat in boxes:
            name = self._session.say("Box")
            name = f"{name} {boxes.index(seat) + 1}" if len(boxes) > 1 else name
        return Player(name or self._session.short.colour(colour), colour)
