"""Corrects Barbecue's plates, worms and snails."""

from dataclasses import replace
from functools import partial

from firmware.panel.games.grill import barbecue, drawn_spots, spot_line
from firmware.panel.view import View
from firmware.panel.view_kinds import Chooser
from firmware.panel.views.adjust import AdjustView
from firmware.panel.views.menus import Entry, MenuView
from firmware.screens.kinds import GrillStrip, Screen
from rules.grill import EMPTY, SNAIL, SNAILS, SPOTS, GrillTable, Spot
from rules.table import changed


class AdjustGrill(AdjustView[GrillTable]):
    """Corrects the grill, and everyone's worms and snails."""

    def pieces(self) -> list[Entry]:
        name = self.session.short.name
        entries = [Entry(self.say("Grill…"), lambda: AdjustSpots(self))]
        for seat in range(len(self.table.worms)):
            entries.append(
                Entry(
                    self.say("Worms {player}", player=name(seat)),
                    partial(AdjustCount, self, seat, snails=False),
                    str(self.table.worms[seat]),
                )
            )
            entries.append(
                Entry(
                    self.say("Snails {player}", player=name(seat)),
                    partial(AdjustCount, self, seat, snails=True),
                    str(self.table.snails[seat]),
                )
            )
        return entries


class AdjustSpots(Chooser):
    """The grill: OK puts the next thing on the chosen spot, STOP the previous one."""

    name = "adjust_grill"

    def __init__(self, draft: AdjustGrill) -> None:
        super().__init__(draft.session, draft.navigator)
        self.draft = draft
        seats = range(len(draft.table.worms))
        plates = [Spot(seat, count) for seat in seats for count in (1, 2)]
        self.things = (EMPTY, SNAIL, *plates)

    def size(self) -> int:
        return len(SPOTS)

    def screen(self) -> Screen:
        number = SPOTS[self.chosen]
        draft = self.draft
        return GrillStrip(
            self.name,
            self.say("OK: next   BACK: done"),
            drawn_spots(barbecue(self.session), draft.table),
            number,
            spot_line(self.session, barbecue(self.session), draft.table, number),
        )

    def ok(self) -> View:
        return self._lay(1)

    def stop(self) -> View:
        return self._lay(-1)

    def _lay(self, step: int) -> View:
        number = SPOTS[self.chosen]
        at = self.things.index(self.draft.table[number])
        thing = self.things[(at + step) % len(self.things)]
        self.draft.table = self.draft.table.with_spot(number, thing)
        return self

    def back(self) -> View:
        return self.draft

    def scan(self) -> View:
        return self.draft


class AdjustCount(MenuView):
    """A player's number of worms or snails: left reduces it, right increases it."""

    name = "adjust_count"

    def __init__(self, draft: AdjustGrill, seat: int, *, snails: bool) -> None:
        super().__init__(draft.session, draft.navigator, draft)
        self.draft = draft
        self.seat = seat
        self.snails = snails

    def title(self) -> str:
        name = self.session.short.name(self.seat)
        if self.snails:
            return self.say("Snails {player}", player=name)
        return self.say("Worms {player}", player=name)

    def entries(self) -> tuple[Entry, ...]:
        return (Entry(self.say("less < {count} > more", count=self._count), self.back),)

    @property
    def _count(self) -> int:
        table = self.draft.table
        return (table.snails if self.snails else table.worms)[self.seat]

    def _set(self, count: int) -> None:
        table = self.draft.table
        if self.snails:
            snails = changed(table.snails, self.seat, max(0, min(count, SNAILS)))
            self.draft.table = replace(table, snails=snails)
        else:
            self.draft.table = replace(table, worms=changed(table.worms, self.seat, max(0, count)))

    def left(self) -> View:
        self._set(self._count - 1)
        return self

    def right(self) -> View:
        self._set(self._count + 1)
        return self
