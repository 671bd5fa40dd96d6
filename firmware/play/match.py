"""One game for all surfaces and listeners.

Panel, page and terminal ask it for the state and the choices, and report decisions. It saves every
move to the game's file before anyone learns of it. Only one thread may use a match: at a running
table the loop's, which other threads reach through `TableLoop.later`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from firmware.play.automatic import Plan, Thinking
from firmware.play.observers import Observers
from firmware.play.questions import Draft, Question, QuestionKind
from firmware.play.table_view import TableView, Update
from firmware.play.turns import Preview, preview, quiet, stopping_pays
from firmware.store.journal import Journal
from rules.dice import Face, Faces
from rules.events import Events
from rules.games import AnyGame
from rules.moves import Keep, Leave, Move, Skip, Stop, Throw, Void
from rules.players import Level, Levels
from rules.record import Played, Read, Record, Step, Undone

_MOMENTS = count()
"""Numbers for versions: no two moments of a running program have the same."""


class Stale(Exception):
    """The table has changed since this decision was offered."""


@dataclass(frozen=True)
class Choice:
    """Something that can be done now."""

    moves: tuple[Move, ...]
    """Moves to play together; none if the answer to a question is "no"."""
    preview: Preview[AnyGame]
    """The result of the moves."""
    kind: str
    """How a surface may present it: "move", "answer" or "repair"."""


def _took(left: list[Face], face: Face) -> bool:
    """Remove this face from those that are left, if it is among them."""
    if face not in left:
        return False
    left.remove(face)
    return True


class Match:
    """A game that is being played."""

    def __init__(self, journal: Journal, observers: Observers | None = None) -> None:
        self._journal = journal
        self._observers = observers or Observers()
        self.question: Question | None = None
        """The open question that the dice cannot answer, if any."""
        self._draft: Draft | None = None
        self._moment = next(_MOMENTS)
        self.marked: frozenset[int] = frozenset()
        """The places of the dice marked for the next re-roll."""
        self._plan: Plan | None = None

    # State.

    @property
    def version(self) -> str:
        """Identifies this moment; changes with every line, question and reading."""
        return f"{self.path.stem}:{self._journal.lines}:{self._moment}"

    def view(self) -> TableView:
        """Return the current state of the table."""
        return TableView(self.version, self.state, self.events, self.question, self._draft)

    @property
    def path(self) -> Path:
        return self._journal.path

    @property
    def state(self) -> AnyGame:
        """The game as the rules see it."""
        return self._journal.state

    @property
    def events(self) -> Events:
        """What people had to do for the last move."""
        return self._journal.events

    @property
    def steps(self) -> Sequence[Step]:
        """The moves that were not undone."""
        return self._journal.steps

    @property
    def moves(self) -> int:
        """The number of moves that were not undone."""
        return self._journal.moves

    @property
    def record(self) -> Record:
        """The record itself, for reading."""
        return self._journal.record

    # Seats that the box plays.

    @property
    def levels(self) -> Levels:
        """By player, how well the box plays the seat; None for a person."""
        return self.record.levels

    @property
    def automatic(self) -> Level | None:
        """How well the box plays this turn; None for a person's turn, or after the game."""
        state = self.state
        return None if state.ending is not None else self.levels[state.player]

    def seat(self, player: int, level: Level | None) -> None:
        """Let the box play a seat from now on, or a person again (None). No undo changes it."""
        self._journal.seat(player, level)
        self._plan = None
        self._wait_for(self.question, self._draft)

    @property
    def plan(self) -> Plan | None:
        """What the box wants to be thrown now, if it has decided that."""
        plan = self._plan
        return plan if plan is not None and plan.state is self.state else None

    @property
    def thinking(self) -> Thinking | None:
        """What the box has to decide now; None before a throw, and in a person's turn."""
        level, state = self.automatic, self.state
        if level is None or self.plan is not None or not state.legal_moves().choices:
            return None
        return Thinking(state, level, self.path.stem, self.moves)

    def carry_out(self, plan: Plan) -> Events:
        """Play what the box decided; raise `Stale` if the table has changed since."""
        if plan.state is not self.state or self.automatic is None or self.question is not None:
            raise Stale
        events = self.play(*plan.moves) if plan.moves else self.events
        if plan.throws:
            self._plan = replace(plan, state=self.state)
            left = list(plan.reroll)
            thrown = enumerate(self.state.legal_moves().rerollable)
            self.marked = frozenset(at for at, face in thrown if _took(left, face))
            self._wait_for(None, self._draft)
        return events

    # Choices.

    def choices(self) -> tuple[Choice, ...]:
        """Return all possible decisions, for any surface.

        These are the answers to an open question, or what follows from its only answer; otherwise
        all moves except throws, then repairs. A keep is also offered with a stop where that brings
        something. What ends with a choice of tiles is offered once for each tile. A quiet table,
        which gives no reminder of a snatch, leaves out moves that may bring one. Where the box
        plays, people have repairs alone.
        """
        state, ahead = self.state, self.ahead
        if state.ending is not None:
            return ()
        if ahead:
            return (*self._onward(ahead, "answer"), self._answer(()))
        if self.question is not None:
            return (*map(self._answer, self.question.answers), self._answer(()))
        staying = [seat for seat in range(len(state.setup.players)) if seat not in state.gone]
        repairs: list[Move] = [Void(), Skip(), *map(Leave, staying)]
        moves = () if self.automatic else self._onward((), "move")
        return (
            *moves,
            *(self._choice("repair", move) for move in repairs if state.refusal(move) is None),
        )

    @property
    def ahead(self) -> tuple[Move, ...]:
        """The keep and the throw that the dice tell for certain; the next choice plays them too."""
        question = self.question
        if question is None or question.kind is not QuestionKind.KEPT or len(question.answers) > 1:
            return ()
        (answer,) = question.answers
        return answer if preview(self.state, *answer).ended is None else ()

    def _onward(self, ahead: tuple[Move, ...], kind: str) -> Iterator[Choice]:
        """Yield the choices after these moves, which they include."""
        for move in preview(self.state, *ahead).after.legal_moves().choices:
            choice = self._choice(kind, *ahead, move)
            if quiet(self.state):
                if choice.preview.ended is None:
                    yield choice
                continue
            yield from self._picked(choice)
            if isinstance(move, Keep) and stopping_pays(choice.preview.after):
                yield from self._picked(self._choice(kind, *choice.moves, Stop()))

    def _picked(self, choice: Choice) -> Iterator[Choice]:
        """Yield the choice, or one for each tile if it leaves several to pick from."""
        seen = choice.preview
        if seen.ended is None or seen.turn_over:
            yield choice
            return
        for take in seen.after.legal_moves().choices:
            yield self._choice(choice.kind, *choice.moves, take)

    def _choice(self, kind: str, *moves: Move) -> Choice:
        return Choice(moves, preview(self.state, *moves), kind)

    def _answer(self, moves: tuple[Move, ...]) -> Choice:
        if self.question is None or not (moves and self._replaces):
            return Choice(moves, preview(self.state, *moves), "answer")
        throw = self._replacement(self.question.throw.faces)
        return Choice((throw,), preview(self._before_last(), throw), "answer")

    @property
    def _replaces(self) -> bool:
        return self.question is not None and self.question.kind is QuestionKind.MISREAD

    def _before_last(self) -> AnyGame:
        """Return the state before the last move."""
        return self.steps[-2].state if len(self.steps) > 1 else self.record.opening[0]

    # Decisions.

    def decide(self, choice: Choice, *, at: str | None = None) -> Events:
        """Carry out a choice that was offered at version `at`; raise `Stale` at another version."""
        if (at is not None and at != self.version) or choice not in self.choices():
            raise Stale
        question = self.question
        if not choice.moves:
            self.drop_question()
            return ()
        if question is None:
            return self.play(*choice.moves)
        if self._replaces:
            return self.correct(question.throw.faces, question.read)
        return self.play(*choice.moves, read=question.read)

    def play(self, *moves: Move, read: Read | None = None) -> Events:
        """Play moves that belong together; `read` says how a throw among them was read.

        Raise `IllegalMove`, or `DiskTrouble` if the disk refuses; nothing has changed then.
        """
        how: list[Played] = [(m, read if isinstance(m, Throw) else None) for m in moves]
        return self._done(self._journal.play_all(how))

    def correct(self, faces: Faces, read: Read) -> Events:
        """Replace the dice of the last move, which is a throw; all or nothing."""
        return self._done(self._journal.instead(1, [(self._replacement(faces), read)]))

    def _replacement(self, faces: Faces) -> Throw:
        """Return the last throw with these dice, and as many re-rolled unless more changed."""
        last = self.steps[-1].move
        if isinstance(last, Throw) and last.rerolled is not None:
            same = Throw(faces, last.rerolled)
            if self._before_last().refusal(same) is None:
                return same
        return Throw(faces)

    def undo(self, count: int = 1) -> Undone:
        """Undo the last moves, all of them or none."""
        undone = self._journal.undo(count)
        self._done(undone.events, undone=count)
        return undone

    def _done(self, events: Events, undone: int = 0) -> Events:
        self.question, self._draft, self._plan = None, None, None
        self.marked = frozenset()
        self.announce(events, undone)
        return events

    # Dice to re-roll.

    def mark(self, die: int, *, again: bool) -> bool:
        """Mark or unmark a die; return False if no more may be re-rolled."""
        moves = self.state.legal_moves()
        marked = self.marked | {die} if again else self.marked - {die}
        if die >= len(moves.rerollable) or len(marked) > moves.again:
            return False
        self.marked = marked
        return True

    # Questions.

    def looked(self, draft: Draft | None = None) -> None:
        """Note that the dice were read; a draft holds what was read with doubts."""
        self._wait_for(self.question, draft)

    def ask(self, question: Question) -> None:
        """Ask what the dice cannot tell. An answer, another move or an undo closes the question."""
        if question != self.question:
            self._wait_for(question, self._draft)

    def drop_draft(self) -> None:
        """Forget what was read with doubts."""
        if self._draft is not None:
            self._wait_for(self.question, None)

    def drop_question(self) -> None:
        """Close the question or the draft without a move."""
        if self.question is not None or self._draft is not None:
            self._wait_for(None, None)

    def _wait_for(self, question: Question | None, draft: Draft | None) -> None:
        self.question, self._draft = question, draft
        self._moment = next(_MOMENTS)
        self.announce()

    # Listeners.

    def announce(self, events: Events = (), undone: int = 0) -> None:
        """Tell the listeners how the table stands now."""
        self._observers.publish(Update(self.view(), events, undone))

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Call `listener` with each saved move or undo, and each question; return what ends it."""
        return self._observers.subscribe(listener)

    def close(self) -> None:
        """Release the game's file for other programs."""
        self._journal.close()
