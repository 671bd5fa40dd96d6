"""What the table does for a page. Every act is made on a moment; on another it does nothing."""

from collections.abc import Callable

from firmware.errors import Unclear
from firmware.panel.table import Table
from firmware.panel.teaching.taught_dice import forget, rename
from firmware.panel.view import View
from firmware.panel.view_kinds import Marking
from firmware.panel.views.menus import MenuView, taken_back, undo_counts
from firmware.panel.views.new_game import ResumeView
from firmware.panel.views.playing import play_instead
from firmware.panel.views.reading import EditView
from firmware.panel.views.recent_games import go_on
from firmware.play.match import Match, Stale
from firmware.play.setup import Setup
from firmware.ports import Action
from firmware.speech.language import language_named, languages
from firmware.store.settings import TAUGHT
from firmware.store.taught_dice import same_name
from firmware.table.requests import UseSettings
from firmware.web.messages import (
    Begin,
    Choose,
    Correct,
    ForgetDice,
    LeaveTeaching,
    Mark,
    Message,
    NameDice,
    NameNew,
    Prefer,
    Press,
    Printed,
    PutRight,
    Resume,
    Seat,
    SetAside,
    ShowAgain,
    Teach,
    Undo,
)
from firmware.web.pieces import put_right
from firmware.web.snapshot import moment, pictured
from firmware.web.teaching import Lessons, check_dice_name
from rules.dice import STANDARD, Face
from rules.events import Events
from rules.games import game_named
from rules.plain import from_plain
from rules.players import Colour, Player
from rules.record import Read

RECENT = 20
"""So many of the last games can be gone on with."""


class Commands:
    """Does what pages ask; called by the table's loop in its turn."""

    def __init__(self, table: Table, press: Callable[[Action], None], lessons: Lessons) -> None:
        self._table = table
        self._lessons = lessons
        self._desk = table.desk
        self._press = press

    def check(self, asked: Message) -> None:
        """`Stale` if it was asked on another moment than this."""
        if asked.at != moment(self._desk):
            raise Stale

    def do(self, asked: Message) -> None:
        """Do it. Raises `Stale`, or `RulesError` for what cannot be; nothing is changed then."""
        self.check(asked)
        match asked:
            case Begin():
                self._begin(asked)
            case Resume(game=game):
                self._resume(game)
            case SetAside(game=game):
                self._set_aside(game)
            case Printed(game=game, box=box):
                self._printed(game, box)
            case Prefer():
                self._prefer(asked)
            case Teach() | ShowAgain() | NameNew() | LeaveTeaching() | NameDice() | ForgetDice():
                self._do_with_dice(asked)
            case _:
                self._do_at_table(asked)

    def _do_with_dice(self, asked: Message) -> None:
        """What is about dice that are taught, or were."""
        match asked:
            case Teach(game=game, pips=pips):
                self._lessons.begin(game, pips=pips)
            case ShowAgain(face=face):
                self._lessons.show_again(face)
            case NameNew(name=name):
                self._lessons.name(name)
            case LeaveTeaching():
                self._lessons.leave()
            case NameDice(name=name, new=new):
                self._name_dice(name, new.strip())
            case ForgetDice(name=name):
                forget(self._desk, name)

    def _name_dice(self, name: str, new: str) -> None:
        if name not in self._desk.taught:
            raise Unclear("page_not_here")
        if not same_name(name, new):
            check_dice_name(self._table.view, new)
        rename(self._desk, name, new)

    def _do_at_table(self, asked: Message) -> None:
        match asked:
            case Press(action=action):
                self._leave_menu(action)
                self._press(action)
            case Choose(choice=choice):
                self._choose(choice)
            case Undo(count=count):
                self._table.navigate(lambda view: self._undo(view, count))
            case Correct(faces=faces, more=more):
                self._correct(tuple(face for face in (*faces, *more) if face))
            case Mark(die=die, again=again):
                self._mark(die, again=again)
            case PutRight():
                self._put_right(asked)
            case _:
                raise Unclear("page_not_here")

    def _leave_menu(self, action: Action) -> None:
        """Who throws on a page means the game, whatever menu somebody has opened on the panel."""
        view = self._table.view
        useless = isinstance(view, MenuView) and type(view).scan is View.scan
        if action is Action.SCAN and useless and self._desk.match is not None:
            self._table.navigate(lambda menu: menu.navigator.game())

    @property
    def _game(self) -> Match:
        """What is being played; `Unclear` if nothing is."""
        if self._desk.match is None:
            raise Unclear("page_no_game")
        return self._desk.match

    def _choose(self, choice: int) -> None:
        match = self._game
        choices = match.choices()
        if choice >= len(choices):
            raise Unclear("page_not_here")
        chosen, asked = choices[choice], match.question is not None
        self._table.navigate(lambda view: self._chosen(view, match.decide(chosen), asked=asked))

    def _chosen(self, view: View, events: Events, *, asked: bool) -> View:
        """All that the turn left to do is told, also of moves that were chosen one by one."""
        if asked:
            return view.played(events)
        self._desk.told = ()
        return view.navigator.where()

    def _undo(self, view: View, count: int) -> View:
        """So many moves, or as many more as it takes to come to where the table may stand."""
        counts = undo_counts(self._desk, view.navigator.game_panel(type(self._game.state)))
        far = next((each for each in counts if each >= count), count)
        return taken_back(self._desk, view.navigator, far)

    def _correct(self, words: tuple[str, ...]) -> None:
        """The dice of a doubtful reading, or of the throw that waits to be answered."""
        known = self._game.state.setup.table_dice
        if not all(word in known.meaning for word in words):
            raise Unclear("page_not_here")
        faces = known.read(Face(word) for word in words)
        view = self._table.view
        if not pictured(self._table):
            raise Unclear("page_no_throw")
        if isinstance(view, EditView):
            if len(faces) not in view.expected:
                raise Unclear("page_dice", count=len(faces))
            self._table.navigate(lambda _view: view.taken(faces, Read.CORRECTED))
        else:
            self._table.navigate(lambda other: play_instead(other, faces, Read.CORRECTED))

    def _mark(self, die: int, *, again: bool) -> None:
        """Marked here is marked on the panel, whatever page of it somebody looks at."""
        state = self._game.state
        if self._table.busy:
            raise Unclear("page_no_throw")
        shown = self._table.view
        view = shown if isinstance(shown, Marking) else shown.navigator.game()
        if not isinstance(view, Marking):
            raise Unclear("page_no_throw")
        if not view.mark(die, again=again):
            raise Unclear("page_marks", count=state.legal_moves().again)
        self._table.navigate(lambda _view: view)

    def _put_right(self, asked: PutRight) -> None:
        match = self._game
        move = put_right(match.state, self._desk.words, asked.puts)
        self._table.navigate(lambda view: view.navigator.told(match.play(move)))

    def _begin(self, asked: Begin) -> None:
        game = game_named(asked.game)
        if asked.taught and asked.taught not in self._desk.taught_for(game):
            raise Unclear("page_not_here")
        setup = Setup(
            game,
            tuple(map(self._player, asked.players)),
            self._desk.boxes(game).box,
            starter=asked.starter,
            dice=STANDARD.name if asked.ordinary else None,
            variants=frozenset(asked.variants),
        )
        state, events = setup.begin()
        self._desk.use(self._desk.shelf.begin(state, events))
        taught = TAUGHT + asked.taught if asked.taught else ""
        self._desk.use_dice(game, STANDARD.name if asked.ordinary else taught)
        self._remember(asked)
        self._table.navigate(lambda view: view.navigator.told(events))

    def _remember(self, asked: Begin) -> None:
        """The panel offers the same the next time."""
        settings, name = self._desk.settings, asked.game
        self._desk.seat(seat.colour for seat in asked.players)
        names = settings.names | {seat.colour: seat.name.strip() for seat in asked.players}
        self._desk.change(
            game=name,
            players=len(asked.players),
            names={colour: given for colour, given in names.items() if given},
            variants={**settings.variants, name: asked.variants},
        )

    def _resume(self, name: str) -> None:
        saved = [s for s in self._desk.shelf.recent(RECENT) if s.path.name == name and not s.over]
        if not saved:
            raise Unclear("page_no_game")
        self._table.navigate(lambda view: go_on(self._desk, view.navigator, saved[0], view))

    def _set_aside(self, name: str) -> None:
        """As on the panel, where the same question may stand."""
        saved = None if self._desk.match is not None else self._desk.shelf.unfinished()
        if saved is None or saved.path.name != name:
            raise Unclear("page_no_game")
        view = self._table.view
        if isinstance(view, ResumeView):
            self._table.navigate(lambda _view: view.new())
        else:
            self._desk.shelf.give_up(saved.path)

    def _printed(self, name: str, plain: dict[str, object]) -> None:
        game = game_named(name)
        box = from_plain(type(game.BOX), plain)
        game.check_box(box)
        owned = self._desk.boxes(game)
        self._desk.keep_boxes(game, owned.keeping(owned.used, box))

    def _prefer(self, asked: Prefer) -> None:
        if asked.language is not None and asked.language in languages():
            self._desk.change(language=asked.language)
            self._desk.language = language_named(asked.language)
        if asked.hints is not None:
            self._desk.change(hints=asked.hints)
        if asked.sound is not None:
            self._desk.change(sound=asked.sound)
        if asked.by_itself is not None:
            self._desk.change(by_itself=asked.by_itself)
        self._desk.ask(UseSettings())

    def _player(self, seat: Seat) -> Player:
        """Who has no name is called by the colour."""
        if seat.colour not in set(Colour):
            raise Unclear("page_not_here")
        colour = Colour(seat.colour)
        return Player(seat.name.strip() or self._desk.short.colour(colour), colour)
