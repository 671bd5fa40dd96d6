"""Information pages beside the game, the scores among them, and the end of the game."""

from abc import abstractmethod
from dataclasses import replace

from firmware.panel.view import ExpectedThrow, GamePanel, Navigator, View
from firmware.panel.view_kinds import GameView
from firmware.screens.kinds import Message, Score, ScoreTable, Screen
from firmware.speech.drawing import marks
from firmware.table.session import Session
from rules.outcome import Outcome

MOST_WINNERS = 3
"""So many names fit in large letters."""


class PageView(GameView):
    """An information page; left and right turn pages, other keys return to the game."""

    def __init__(self, navigator: Navigator, page: int) -> None:
        super().__init__(navigator)
        self.page = page

    def step(self, by: int) -> View:
        page = self.page + by
        return self.navigator.game() if page < 0 else self.navigator.info(page)

    def ok(self) -> View:
        return self.navigator.game()

    def back(self) -> View:
        return self.navigator.game()

    def scan(self) -> View:
        return self.navigator.game().scan()

    def expected_throw(self) -> ExpectedThrow | None:
        return self.navigator.game().expected_throw()

    def stop(self) -> View:
        return self.navigator.game()


class PiecesView(PageView):
    """A page of pieces: OK starts a cursor, which left and right move from piece to piece.

    OK again returns to the game.
    """

    def __init__(self, navigator: Navigator, page: int) -> None:
        super().__init__(navigator, page)
        self.chosen: int | None = None
        """The chosen piece, from 0."""

    @abstractmethod
    def count(self) -> int:
        """Return the number of pieces."""

    def first(self) -> int:
        """Return where the cursor starts."""
        return 0

    @property
    def foot(self) -> str:
        """Return what OK does, before the cursor is started."""
        return self.say("OK: look closer") if self.chosen is None and self.count() else ""

    def step(self, by: int) -> View:
        """Go to another piece, or page."""
        return super().step(by) if self.chosen is None else self._go(self.chosen + by)

    def ok(self) -> View:
        """Start the cursor; with it, or without pieces, return to the game."""
        if self.chosen is None and self.count():
            return self._go(self.first())
        return super().ok()

    def _go(self, place: int) -> View:
        self.chosen = place % self.count()
        return self


class ScoresView(PageView):
    """Everyone's points."""

    name = "scores"

    def screen(self) -> Screen:
        rows = score_rows(self.session, self.game_panel)
        return ScoreTable(
            self.name, self.say("Points"), rows, foot=self.game_panel.scores_foot(self.session)
        )


def score_rows(session: Session, game_panel: GamePanel) -> tuple[Score, ...]:
    """Return everyone's points and pieces, as far as they are public."""
    state = session.game.state
    letters = marks(state.setup.players)
    rows = []
    for seat, points in enumerate(state.shown_points()):
        row = Score(
            letters[seat],
            session.short.name(seat),
            "?" if points is None else str(points),
            turn=seat == state.player and state.ending is None,
            gone=seat in state.gone,
        )
        rows.append(game_panel.scored(state, seat, row))
    return tuple(rows)


class OverView(GameView):
    """The end of the game: who won, the ranking, why, and the final pieces."""

    name = "over"

    PAGES = 4

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.page = 0

    def screen(self) -> Screen:
        outcome = self.state.outcome()
        if outcome is None:
            raise LookupError("the game goes on")
        match self.page:
            case 0:
                points = self.game_panel.won_with(self.session, outcome.standings[0].points)
                lines = (winner_line(self.session, outcome), points)
                return Message(self.name, self.say("Game over"), lines, self.say("OK: ranking"))
            case 1:
                return ranking(self.session, self.game_panel, outcome)
            case 2:
                return self._why(outcome)
        return self.game_panel.board(self.session, "over_board", self.say("At the end"))

    def _why(self, outcome: Outcome) -> Screen:
        lines = [self.session.short.over(outcome.why)]
        highest = outcome.standings[0].tie_break
        if outcome.tie_broken and highest is not None:
            lines.append(self.game_panel.tie(self.session, highest))
        return Message("over_why", self.say("Why it is over"), tuple(lines))

    def step(self, by: int) -> View:
        self.page = (self.page + by) % self.PAGES
        return self

    def ok(self) -> View:
        """Show the ranking, then play again."""
        if not self.page:
            return self.step(1)
        return self.navigator.instructions(self.session.again())


def ranking(session: Session, game_panel: GamePanel, outcome: Outcome) -> ScoreTable:
    rows = score_rows(session, game_panel)
    ranked = tuple(
        replace(
            rows[standing.player],
            rank="-" if standing.rank is None else str(standing.rank),
            points=str(standing.points),
        )
        for standing in outcome.standings
    )
    title = winner_line(session, outcome, most=1)
    return ScoreTable("ranking", title, ranked, foot=session.say("OK: play again"))


def winner_line(session: Session, outcome: Outcome, most: int = MOST_WINNERS) -> str:
    """Return who won, or only how many if there are more names than fit."""
    *others, last = (session.short.name(seat) for seat in outcome.winners)
    if not others:
        return session.say("{player} wins!", player=last)
    if len(others) >= most:
        return session.say("{count} winners!", count=len(others) + 1)
    return session.say("{players} and {last} win!", players=", ".join(others), last=last)
