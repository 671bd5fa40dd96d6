"""The panel of Barbecue: a grill with plates and snails."""

from dataclasses import replace

from firmware.panel.games.grill import barbecue, drawn_spots, spot_line
from firmware.panel.games.grill_repair import AdjustGrill
from firmware.panel.games.heckmeck import HeckmeckPanel
from firmware.panel.view import Navigator, Page, View
from firmware.panel.views.pages import PiecesView
from firmware.screens.kinds import GrillStrip, Score, Screen
from firmware.table.session import Session
from rules.games import AnyGame
from rules.grill import SPOTS


class BarbecuePanel(HeckmeckPanel):
    """The panel of Barbecue: plates, worms and snails."""

    def board(self, session: Session, name: str, title: str) -> Screen:
        return GrillStrip(name, title, drawn_spots(barbecue(session)))

    def boards(self) -> tuple[Page, ...]:
        return (GrillView,)

    def scored(self, state: AnyGame, seat: int, row: Score) -> Score:
        table = state.table
        return replace(row, worms=str(table.worms[seat]), snails=str(table.snails[seat]))

    def scores_foot(self, session: Session) -> str:
        return session.say("worms + 3 a snail")

    def tie(self, session: Session, number: int) -> str:
        return session.say("Tie: highest plate {spot}", spot=number)

    def adjust(self, session: Session, navigator: Navigator, back: View) -> View:
        return AdjustGrill(session, navigator, back)


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
        number = SPOTS[self.chosen]
        line = spot_line(self.session, state, state.table, number)
        return GrillStrip(self.name, self.say("Grill"), spots, number, line)

    def count(self) -> int:
        return len(SPOTS)

    def first(self) -> int:
        """Return the spot of the current sum."""
        total = barbecue(self.session).turn.total
        return SPOTS.index(total) if total in SPOTS else 0
