"""Pages to leaf through beside the game: scores, the grill, a hint; and the end of the game."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.drawing import marks
from firmware.screens.kinds import GrillStrip, Message, Score, ScoreTable, Screen, Spot
from firmware.table.desk import Desk
from firmware.table.view import GameView, Places, View
from rules.barbecue import Barbecue
from rules.games import AnyGame
from rules.grill import SPOTS, GrillTable
from rules.moves import Keep, Stop
from rules.outcome import Outcome, Standing


def drawn_spots(state: Barbecue, table: GrillTable | None = None) -> tuple[Spot, ...]:
    """The grill as it is drawn."""
    letters = marks(state.setup.players)
    worms = state.setup.box.worms
    return tuple(
        Spot(
            number,
            worms[number],
            owner="" if spot.owner is None else letters[spot.owner],
            plates=spot.plates,
            snail=spot.snail,
        )
        for number, spot in (table or state.table).numbered()
    )


class PageView(GameView):
    """One of the pages; left and right leaf on, anything else goes back to the game."""

    def __init__(self, desk: Desk, places: Places, page: int) -> None:
        super().__init__(desk, places)
        self.page = page

    def left(self) -> View:
        """The page before."""
        return self.places.info(self.page - 1) if self.page else self.places.game()

    def right(self) -> View:
        """The next page; after the last the game."""
        return self.places.info(self.page + 1)

    def ok(self) -> View:
        """Back to the game."""
        return self.places.game()

    def back(self) -> View:
        """Back to the game."""
        return self.places.game()

    def scan(self) -> View:
        """Back to the game, and look at the dice."""
        return self.places.game().scan()

    def stop(self) -> View:
        """Back to the game."""
        return self.places.game()


class ScoresView(PageView):
    """Everyone's points."""

    name = "scores"

    def screen(self) -> Screen:
        """One line for each player."""
        rows = score_rows(self.desk, self.state)
        return ScoreTable(self.name, self.say("Points"), rows, foot=self.say("worms + 3 a snail"))


def score_rows(desk: Desk, state: AnyGame) -> tuple[Score, ...]:
    """Everyone's points and pieces, as far as the rules show them."""
    letters = marks(state.setup.players)
    table = state.table
    rows = []
    for seat, points in enumerate(state.shown_points()):
        row = Score(
            letters[seat],
            desk.short.name(seat),
            "?" if points is None else str(points),
            turn=seat == state.player and state.ending is None,
        )
        if isinstance(table, GrillTable):
            row = replace(row, worms=str(table.worms[seat]), snails=str(table.snails[seat]))
        rows.append(row)
    return tuple(rows)


class GrillView(PageView):
    """The grill: left and right go from spot to spot, then on to the other pages."""

    name = "grill"

    def __init__(self, desk: Desk, places: Places, page: int) -> None:
        super().__init__(desk, places, page)
        self.chosen: int | None = None

    def screen(self) -> Screen:
        """The strip of spots; below, the snails left or what lies on the chosen spot."""
        state = self.desk.barbecue
        pool = state.table.snail_pool
        line = self.many("{count} snail left", "{count} snails left", pool)
        if self.chosen is not None:
            line = spot_line(self.desk, state, state.table, self.chosen)
        spots = drawn_spots(state)
        foot = self.say("OK: from spot to spot") if self.chosen is None else ""
        return GrillStrip(self.name, self.say("Grill"), spots, self.chosen, line, foot)

    def left(self) -> View:
        """The spot, or the page, before."""
        if self.chosen is None:
            return super().left()
        self.chosen = SPOTS[(SPOTS.index(self.chosen) - 1) % len(SPOTS)]
        return self

    def right(self) -> View:
        """The next spot, or page."""
        if self.chosen is None:
            return super().right()
        self.chosen = SPOTS[(SPOTS.index(self.chosen) + 1) % len(SPOTS)]
        return self

    def ok(self) -> View:
        """Go from spot to spot; once more: back to the game."""
        if self.chosen is not None:
            return super().ok()
        total = self.state.turn.total
        self.chosen = total if total in SPOTS else SPOTS[0]
        return self


def spot_line(desk: Desk, state: Barbecue, table: GrillTable, number: int) -> str:
    """What lies on a spot."""
    spot = table[number]
    worms = state.setup.box.worms[number]
    if spot.snail:
        return desk.say("{spot}: a snail", spot=number)
    if spot.owner is None:
        return desk.many("{spot}: {count} worm", "{spot}: {count} worms", worms, spot=number)
    owner = desk.short.name(spot.owner)
    if spot.plates == 1:
        one, more = "{spot}: {owner}, {count} worm", "{spot}: {owner}, {count} worms"
        return desk.many(one, more, worms, spot=number, owner=owner)
    return desk.say("{spot}: {owner} twice", spot=number, owner=owner)


class HintView(PageView):
    """The chance to fail with the next throw, and the best way by the exact odds."""

    name = "hint"

    def __init__(self, desk: Desk, places: Places, page: int) -> None:
        from rules.advice import advise  # noqa: PLC0415  # numpy: not before the first screen

        super().__init__(desk, places, page)
        self.best = advise(self.state).best

    def screen(self) -> Screen:
        """Two or three lines."""
        best = self.best
        match best.move:
            case None:
                way = self.say("Best: throw on")
            case Stop():
                way = self.say("Best: stop")
            case Keep(face):
                way = self.say("Best: keep {face}", face=self.desk.short.face(face))
            case _:
                way = self.desk.words.move(best.move)
        lines = [way]
        if best.stop_next:
            lines.append(self.say("then stop"))
        elif best.only_old is not None:
            lines.append(self.say("Nothing new: {chance}", chance=percent(best.only_old)))
        lines.append(self.say("Worth {value} points", value=self.desk.number(best.value)))
        return Message(self.name, self.say("Hint for {player}", player=self.player()), tuple(lines))


def percent(chance: float) -> str:
    """A chance in a few letters: nothing that can happen is 0 %."""
    return "<1 %" if 0 < chance < 0.01 else ">99 %" if 0.99 < chance < 1 else f"{chance:.0%}"


class OverView(GameView):
    """The game is over: who won, the ranking, why, and the grill as it lies."""

    name = "over"

    PAGES = 4

    def __init__(self, desk: Desk, places: Places) -> None:
        super().__init__(desk, places)
        self.page = 0

    def screen(self) -> Screen:
        """One of the pages."""
        state = self.desk.barbecue
        outcome = state.outcome()
        if outcome is None:
            raise LookupError("the game goes on")
        match self.page:
            case 0:
                points = outcome.standings[0].points
                told = self.many("with {count} point", "with {count} points", points)
                lines = (winner_line(self.desk, outcome), told)
                return Message(self.name, self.say("Game over"), lines, self.say("OK: ranking"))
            case 1:
                return ranking(self.desk, state, outcome, "ranking")
            case 2:
                return self._why(outcome)
        return GrillStrip("over_grill", self.say("Grill at the end"), drawn_spots(state))

    def _why(self, outcome: Outcome) -> Screen:
        lines = [self.desk.short.over(outcome.why)]
        if outcome.tie_broken:
            lines.append(tie_line(self.desk, outcome.standings[0]))
        return Message("over_why", self.say("Why it is over"), tuple(lines))

    def left(self) -> View:
        """The page before."""
        self.page = (self.page - 1) % self.PAGES
        return self

    def right(self) -> View:
        """The next page."""
        self.page = (self.page + 1) % self.PAGES
        return self

    def ok(self) -> View:
        """First the ranking, then on to a new game."""
        if not self.page:
            return self.right()
        self.desk.use(None)
        return self.places.begin()


def ranking(desk: Desk, state: AnyGame, outcome: Outcome, name: str) -> ScoreTable:
    """The final ranking."""
    rows = score_rows(desk, state)
    ranked = tuple(
        replace(
            rows[standing.player],
            rank="-" if standing.rank is None else str(standing.rank),
            points=str(standing.points),
        )
        for standing in outcome.standings
    )
    return ScoreTable(name, winner_line(desk, outcome), ranked, foot=desk.say("OK: new game"))


def winner_line(desk: Desk, outcome: Outcome) -> str:
    """Who won."""
    names = [desk.short.name(seat) for seat in outcome.winners]
    if len(names) == 1:
        return desk.say("{player} wins!", player=names[0])
    return desk.say("Shared: {players}", players=", ".join(names))


def tie_line(desk: Desk, winner: Standing) -> str:
    """What broke a tie."""
    if winner.tie_break is None:
        return ""
    return desk.say("Tie: highest plate {spot}", spot=winner.tie_break)


PAGES: Sequence[type[PageView]] = (ScoresView, GrillView, HintView)
