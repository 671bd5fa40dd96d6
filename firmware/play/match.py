"""One game for everybody at the table: its surfaces, and whoever listens.

Panel, page and terminal ask it how the game stands and what can be done, and decide. It keeps every
move in the game's file before anybody hears of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.play.observers import Observers
from firmware.play.questions import Question
from firmware.play.table_view import TableView, Update
from firmware.play.turns import Preview, preview, quiet
from firmware.store.journal import Journal
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Leave, Move, Skip, Throw, Void
from rules.record import Played, Read, Record, Step, Undone


class Stale(Exception):
    """The table has changed since: what was decided may mean something else now."""


@dataclass(frozen=True)
class Choice:
    """Something that can be done now."""

    moves: tuple[Move, ...]
    """The moves that are played as one; none where the answer to a question is "no"."""
    preview: Preview[AnyGame]
    """What they bring."""
    kind: str
    """How a surface may show it: "move", "answer" or "repair"."""


class Match:
    """A game that is being played."""

    def __init__(self, journal: Journal, observers: Observers | None = None) -> None:
        self._journal = journal
        self._observers = observers or Observers()
        self._question: Question | None = None
        self._looks = 0
        self._marked: frozenset[int] = frozenset()

    # How it stands.

    @property
    def version(self) -> str:
        """The name of this moment: another one after every line, question and look at the dice."""
        return f"{self.path.stem}:{self._journal.lines}:{self._looks}"

    def view(self) -> TableView:
        """Return how the table stands now."""
        return TableView(self.version, self.state, self.events, self._question)

    @property
    def path(self) -> Path:
        """The file of the game."""
        return self._journal.path

    @property
    def state(self) -> AnyGame:
        """The game as the rules see it."""
        return self._journal.state

    @property
    def events(self) -> Events:
        """What people had to do for the last move that stands."""
        return self._journal.events

    @property
    def steps(self) -> Sequence[Step]:
        """The moves that stand."""
        return self._journal.steps

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return self._journal.moves

    @property
    def record(self) -> Record:
        """The record itself, to look at."""
        return self._journal.record

    # What can be done.

    @property
    def question(self) -> Question | None:
        """What the dice do not tell, and somebody must say before the game goes on."""
        return self._question

    def choices(self) -> tuple[Choice, ...]:
        """Return all that can be decided now, on whatever surface.

        The answers to a question, while one is open; else the moves but for throws, then repairs.
        Where a table wants nobody reminded of a snatch, moves that may bring one are left out.
        """
        state = self.state
        if state.ending is not None:
            return ()
        if self._question is not None:
            answers = (self._choice(moves, "answer") for moves in self._question.answers)
            return (*answers, Choice((), preview(state), "answer"))
        staying = [seat for seat in range(len(state.setup.players)) if seat not in state.gone]
        repairs: list[Move] = [Void(), Skip(), *map(Leave, staying)]
        moves = [self._choice((move,), "move") for move in state.legal_moves().choices]
        return (
            *(choice for choice in moves if not quiet(state) or choice.preview.ended is None),
            *(self._choice((m,), "repair") for m in repairs if state.refusal(m) is None),
        )

    def _choice(self, moves: tuple[Move, ...], kind: str) -> Choice:
        return Choice(moves, preview(self.state, *moves), kind)

    # Deciding.

    def decide(self, choice: Choice, *, at: str | None = None) -> Events:
        """Do what was chosen, at the moment `at` if given; raise `Stale` at any other moment."""
        if (at is not None and at != self.version) or choice not in self.choices():
            raise Stale
        question = self._question
        if not choice.moves:
            self.drop_question()
            return ()
        return self.play(*choice.moves, read=None if question is None else question.read)

    def play(self, *moves: Move, read: Read | None = None) -> Events:
        """Play moves that belong together; `read` tells how a throw among them came in.

        Raise `IllegalMove`, or `DiskTrouble` if the disk refuses; nothing has changed then.
        """
        how: list[Played] = [(m, read if isinstance(m, Throw) else None) for m in moves]
        return self._done(self._journal.play_all(how))

    def enter(self, throw: Throw, read: Read, *, instead: bool = False) -> Events:
        """Play a throw, or put it in the place of the last move."""
        if not instead:
            return self.play(throw, read=read)
        return self._done(self._journal.instead(1, [(throw, read)]))

    def undo(self, count: int = 1) -> Undone:
        """Take the last moves back, all of them or none."""
        undone = self._journal.undo(count)
        self._done(undone.events, undone=count)
        return undone

    def _done(self, events: Events, undone: int = 0) -> Events:
        self._question, self._marked = None, frozenset()
        self._observers.publish(Update(self.view(), events, undone))
        return events

    # Dice that are to be re-rolled.

    @property
    def marked(self) -> frozenset[int]:
        """The places of the dice that somebody has marked to be re-rolled."""
        return self._marked

    def mark(self, die: int, *, again: bool) -> bool:
        """Mark a die, or unmark it; False where no more may be re-rolled."""
        moves = self.state.legal_moves()
        marked = self._marked | {die} if again else self._marked - {die}
        if die >= len(moves.lying) or len(marked) > moves.again:
            return False
        self._marked = marked
        return True

    # Questions.

    def looked(self) -> None:
        """The dice were looked at: what was decided before may mean something else now."""
        self._looks += 1

    def ask(self, question: Question) -> None:
        """Ask what the dice do not tell. An answer, another move and an undo close it."""
        if question != self._question:
            self._question = question
            self._looks += 1

    def drop_question(self) -> None:
        """Nothing of what was asked is so: the game goes on as it stands."""
        if self._question is not None:
            self._question = None
            self._looks += 1

    # Around it.

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Tell a listener of everything that happens; return what ends that."""
        return self._observers.subscribe(listener)

    def close(self) -> None:
        """Let other programs go on with the game."""
        self._journal.close()
