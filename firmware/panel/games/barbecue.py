"""The panel of Barbecue: its grill with plates and snails, and how to correct them."""

from dataclasses import replace
from functools import partial
from itertools import product
from typing import cast

from firmware.panel.games.heckmeck import HeckmeckPanel
from firmware.panel.view import View
from firmware.panel.views.adjust import AdjustPieces, AdjustView
from firmware.panel.views.menus import Entry, SubMenu
from firmware.panel.views.pages import PiecesView
from firmware.screens.kinds import GrillStrip, Score, Screen
from firmware.screens.kinds import Spot as DrawnSpot
from firmware.speech.drawing import marks
from firmware.table.session import Session
from rules.barbecue import Barbecue
from rules.games import AnyGame
from rules.grill import EMPTY, SNAIL, SNAILS, GrillTable, Spot
from rules.table import changed


def barbecue(session: Session) -> Barbecue:
    """Return the game; only Barbecue's panel uses this."""
    return cast("Barbecue", session.game.state)


def drawn_spots(state: Barbecue, table: GrillTable | None = None) -> tuple[DrawnSpot, ...]:
    letters = marks(state.setup.players)
    worms = state.setup.box.worms
    return tuple(
        DrawnSpot(
            number,
            worms[number],
            owner="" if spot.owner is None else letters[spot.owner],
            plates=spot.plates,
            snail=spot.snail,
        )
        for number, spot in state.spots(table)
    )


def spot_line(session: Session, state: Barbecue, table: GrillTable, number: int) -> str:
    spot = table[number]
    worms = state.setup.box.worms[number]
    if spot.snail:
        return session.say("{spot}: a snail", spot=number)
    if spot.owner is None:
        return session.many("{spot}: {count} worm", "{spot}: {count} worms", worms, spot=number)
    owner = session.short.name(spot.owner)
    if spot.plates == 1:
        return session.many(
            "{spot}: {owner}, {count} worm",
            "{spot}: {owner}, {count} worms",
            worms,
            spot=number,
            owner=owner,
        )
    return session.say("{spot}: {owner} twice", spot=number, owner=owner)


class AdjustGrill(AdjustView[GrillTable]):
    """Corrects the grill, and everyone's worms and snails."""

    def pieces(self) -> list[Entry]:
        entries = [Entry(self.say("Grill…"), partial(AdjustSpots, self))]
        for seat, snails in product(range(len(self.table.worms)), (False, True)):
            opened = partial(AdjustCount, self, seat, snails=snails)
            entries.append(Entry(opened().title(), opened, str(opened().count)))
        return entries


class AdjustSpots(AdjustPieces[GrillTable]):
    """The grill: OK puts the next thing on the chosen spot, STOP the previous one."""

    name = "adjust_grill"

    def __init__(self, draft: AdjustGrill) -> None:
        super().__init__(draft)
        seats = range(len(draft.table.worms))
        plates = [Spot(seat, count) for seat in seats for count in (1, 2)]
        self.things = (EMPTY, SNAIL, *plates)
        self.numbers = barbecue(self.session).NUMBERS

    def size(self) -> int:
        return len(self.numbers)

    def screen(self) -> Screen:
        number = self.numbers[self.chosen]
        draft = self.draft
        return GrillStrip(
            self.name,
            self.say("OK: next   BACK: done"),
            drawn_spots(barbecue(self.session), draft.table),
            number,
            spot_line(self.session, barbecue(self.session), draft.table, number),
        )

    def lay(self, step: int) -> None:
        number = self.numbers[self.chosen]
        at = self.things.index(self.draft.table[number])
        thing = self.things[(at + step) % len(self.things)]
        self.draft.table = self.draft.table.with_spot(number, thing)


class AdjustCount(SubMenu):
    """A player's number of worms or snails: left reduces it, right increases it."""

    name = "adjust_count"

    def __init__(self, draft: AdjustGrill, seat: int, *, snails: bool) -> None:
        super().__init__(draft)
        self.draft = draft
        self.seat = seat
        self.snails = snails

    def title(self) -> str:
        name = self.session.short.name(self.seat)
        if self.snails:
            return self.say("Snails {player}", player=name)
        return self.say("Worms {player}", player=name)

    def entries(self) -> tuple[Entry, ...]:
        return (Entry(self.say("less < {count} > more", count=self.count), self.back),)

    @property
    def count(self) -> int:
        table = self.draft.table
        return (table.snails if self.snails else table.worms)[self.seat]

    def step(self, by: int) -> View:
        table, count = self.draft.table, max(0, self.count + by)
        if self.snails:
            snails = changed(table.snails, self.seat, min(count, SNAILS))
            self.draft.table = replace(table, snails=snails)
        else:
            self.draft.table = replace(table, worms=changed(table.worms, self.seat, count))
        return self


class GrillView(PiecesView):
    """The grill; a cursor can visit each spot."""

    name = "grill"

    def screen(self) -> Screen:
        """Return the strip of spots, and the number of snails or the content of the chosen spot."""
        state = barbecue(self.session)
        spots = drawn_spots(state)
        if self.chosen is None:
            pool = state.table.snail_pool
            line = self.many("{count} snail left", "{count} snails left", pool)
            return GrillStrip(self.name, self.say("Grill"), spots, line=line, foot=self.foot)
        number = state.NUMBERS[self.chosen]
        line = spot_line(self.session, state, state.table, number)
        return GrillStrip(self.name, self.say("Grill"), spots, number, line)

    def count(self) -> int:
        return len(barbecue(self.session).NUMBERS)

    def first(self) -> int:
        """Return the spot of the current sum."""
        state = barbecue(self.session)
        total = state.turn.total
        return state.NUMBERS.index(total) if total in state.NUMBERS else 0


class BarbecuePanel(HeckmeckPanel):
    """The panel of Barbecue: plates, worms and snails."""

    boards = (GrillView,)

    def board(self, session: Session, name: str, title: str) -> Screen:
        return GrillStrip(name, title, drawn_spots(barbecue(session)))

    def scored(self, state: AnyGame, seat: int, row: Score) -> Score:
        table = state.table
        return replace(row, worms=str(table.worms[seat]), snails=str(table.snails[seat]))

    def scores_foot(self, session: Session) -> str:
        return session.say("worms + 3 a snail")

    def tie(self, session: Session, number: int) -> str:
        return session.say("Tie: highest plate {spot}", spot=number)

    def adjust(self, back: View) -> View:
        return AdjustGrill(back)
