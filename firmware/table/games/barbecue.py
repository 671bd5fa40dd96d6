"""How Barbecue is led: the grill with plates and snails."""

from dataclasses import replace

from firmware.screens.kinds import GrillStrip, Score, Screen
from firmware.table.desk import Desk
from firmware.table.games.grill import barbecue, drawn_spots, spot_line
from firmware.table.games.grill_repair import AdjustGrill
from firmware.table.games.heckmeck import HeckmeckGuide
from firmware.table.guide import Page
from firmware.table.pages import PageView
from firmware.table.view import Places, View
from rules.games import AnyGame
from rules.grill import SPOTS


class BarbecueGuide(HeckmeckGuide):
    """Plates, worms and snails."""

    def board(self, desk: Desk, name: str, title: str) -> Screen:
        """The grill."""
        return GrillStrip(name, title, drawn_spots(barbecue(desk)))

    def boards(self) -> tuple[Page, ...]:
        """The grill."""
        return (GrillView,)

    def scored(self, state: AnyGame, seat: int, row: Score) -> Score:
        """With worms and snails."""
        table = state.table
        return replace(row, worms=str(table.worms[seat]), snails=str(table.snails[seat]))

    def scores_foot(self, desk: Desk) -> str:
        """What a snail counts."""
        return desk.say("worms + 3 a snail")

    def tie(self, desk: Desk, number: int) -> str:
        """The highest plate."""
        return desk.say("Tie: highest plate {spot}", spot=number)

    def adjust(self, desk: Desk, places: Places, back: View) -> View:
        """The grill, worms and snails."""
        return AdjustGrill(desk, places, back)


class GrillView(PageView):
    """The grill: left and right go from spot to spot, then on to the other pages."""

    name = "grill"

    def __init__(self, desk: Desk, places: Places, page: int) -> None:
        super().__init__(desk, places, page)
        self.chosen: int | None = None

    def screen(self) -> Screen:
        """The strip of spots; below, the snails left or what lies on the chosen spot."""
        state = barbecue(self.desk)
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
        total = barbecue(self.desk).turn.total
        self.chosen = total if total in SPOTS else SPOTS[0]
        return self
