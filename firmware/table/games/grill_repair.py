"""How the pieces really lie: a grill and hands to be put right, then taken as one move."""

from dataclasses import replace
from functools import partial

from firmware.screens.kinds import GrillStrip, Screen
from firmware.table.desk import Desk
from firmware.table.menus import Entry, MenuView, NoteView
from firmware.table.pages import drawn_spots, spot_line
from firmware.table.view import Chooser, Places, View
from rules.grill import EMPTY, SNAIL, SNAILS, SPOTS, GrillTable, Spot
from rules.moves import Adjust
from rules.table import changed


class AdjustView(MenuView):
    """A draft of the table: nothing changes until it is taken."""

    name = "adjust"

    def __init__(self, desk: Desk, places: Places, back: View) -> None:
        super().__init__(desk, places, back)
        self.barbecue = desk.barbecue
        self.table: GrillTable = self.barbecue.table
        self.turn = self.barbecue.player
        self.warned = False

    def title(self) -> str:
        """How it lies."""
        if self.warned:
            return self.say("BACK again: drop it")
        return self.say("How does it lie?")

    def entries(self) -> tuple[Entry, ...]:
        """The grill, everybody's worms and snails, whose turn it is, and the end."""
        name = self.desk.short.name
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
        entries.append(Entry(self.say("Turn:"), self._next_turn, name(self.turn)))
        entries.append(Entry(self.say("Done: take it so"), self._take))
        return tuple(entries)

    def back(self) -> View:
        """Leave; what was changed is dropped only when asked for twice."""
        if self._changed and not self.warned:
            self.warned = True
            return self
        return super().back()

    @property
    def _changed(self) -> bool:
        return (self.table, self.turn) != (self.barbecue.table, self.barbecue.player)

    def _next_turn(self) -> View:
        seats = [s for s in range(len(self.table.worms)) if s not in self.barbecue.gone]
        self.turn = seats[(seats.index(self.turn) + 1) % len(seats)]
        return self

    def _take(self) -> View:
        move = Adjust(self.table, self.turn)
        refusal = self.barbecue.refusal(move)
        if refusal is not None:
            said = self.desk.words.error(refusal)
            return NoteView(self.desk, self.places, self.say("It cannot lie so"), (said,), self)
        if not self._changed:
            return self.places.game()
        return self.places.told(self.desk.game.play(move))


class AdjustSpots(Chooser):
    """The grill: OK lays the next thing on the chosen spot, STOP the one before."""

    name = "adjust_grill"

    def __init__(self, draft: AdjustView) -> None:
        super().__init__(draft.desk, draft.places)
        self.draft = draft
        seats = range(len(draft.table.worms))
        plates = [Spot(seat, count) for seat in seats for count in (1, 2)]
        self.things = (EMPTY, SNAIL, *plates)

    def size(self) -> int:
        """One place for each spot."""
        return len(SPOTS)

    def screen(self) -> Screen:
        """The strip, and what lies on the chosen spot."""
        number = SPOTS[self.chosen]
        draft = self.draft
        return GrillStrip(
            self.name,
            self.say("How does it lie?"),
            drawn_spots(draft.barbecue, draft.table),
            number,
            spot_line(self.desk, draft.barbecue, draft.table, number),
            self.say("OK: next   BACK: done"),
        )

    def ok(self) -> View:
        """The next thing."""
        return self._lay(1)

    def stop(self) -> View:
        """The thing before."""
        return self._lay(-1)

    def _lay(self, step: int) -> View:
        number = SPOTS[self.chosen]
        at = self.things.index(self.draft.table[number])
        thing = self.things[(at + step) % len(self.things)]
        self.draft.table = self.draft.table.with_spot(number, thing)
        return self

    def back(self) -> View:
        """Done with the grill."""
        return self.draft

    def scan(self) -> View:
        """Done with the grill."""
        return self.draft


class AdjustCount(MenuView):
    """A player's worms or snails: left is less, right is more."""

    name = "adjust_count"

    def __init__(self, draft: AdjustView, seat: int, *, snails: bool) -> None:
        super().__init__(draft.desk, draft.places, draft)
        self.draft = draft
        self.seat = seat
        self.snails = snails

    def title(self) -> str:
        """Whose, and of what."""
        name = self.desk.short.name(self.seat)
        if self.snails:
            return self.say("Snails {player}", player=name)
        return self.say("Worms {player}", player=name)

    def entries(self) -> tuple[Entry, ...]:
        """The number alone."""
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
        """One less."""
        self._set(self._count - 1)
        return self

    def right(self) -> View:
        """One more."""
        self._set(self._count + 1)
        return self
