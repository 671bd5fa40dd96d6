"""Corrects the ants and queens of Picnic Blitz."""

from functools import partial

from firmware.panel.games.tracks import drawn_tracks, picnic
from firmware.panel.view import View
from firmware.panel.view_kinds import Chooser
from firmware.panel.views.adjust import AdjustView
from firmware.panel.views.menus import Entry
from firmware.screens.kinds import Screen, TrackBoard
from rules.tracks import TRACKS, AntTable


class AdjustAnts(AdjustView[AntTable]):
    """Corrects the ants, and who has a queen."""

    def pieces(self) -> list[Entry]:
        """Return the ants, and the queens if this table plays with them."""
        entries = [Entry(self.say("Ants…"), lambda: AdjustTracks(self))]
        if picnic(self.session).without_queens:
            return entries
        for seat, has in enumerate(self.table.queens):
            label = self.say("Queen {player}", player=self.session.short.name(seat))
            value = self.say("yes") if has else self.say("no")
            entries.append(Entry(label, partial(self._queen, seat), value))
        return entries

    def _queen(self, seat: int) -> View:
        self.table = self.table.with_queen(seat, has=not self.table.queens[seat])
        return self


class AdjustTracks(Chooser):
    """Every ant, by track: OK moves it on, STOP back; the last one moved is on top.

    Before the first space and after the food it is at home.
    """

    name = "picnic_adjust"

    def __init__(self, draft: AdjustAnts) -> None:
        super().__init__(draft.session, draft.navigator)
        self.draft = draft
        seats = range(len(draft.table.queens))
        self.ants = tuple((track, seat) for track in TRACKS for seat in seats)

    def size(self) -> int:
        """Return the number of ants, including those at home."""
        return len(self.ants)

    def screen(self) -> Screen:
        track, seat = self.ants[self.chosen]
        table = self.draft.table
        space = table.where(seat, track)
        name = self.session.short.name(seat)
        if space is None:
            line = self.say("{player}: at home", player=name)
        elif space == table.length(track):
            line = self.say("{player}: on the food", player=name)
        elif table.covered(seat, track):
            line = self.say("{player} on {space}: below", player=name, space=space)
        else:
            line = self.say("{player} on space {space}", player=name, space=space)
        return TrackBoard(
            self.name,
            self.say("OK: on   STOP: back"),
            drawn_tracks(picnic(self.session), table),
            (TRACKS.index(track), space or 0),
            line=line,
            foot=self.say("BACK: done"),
        )

    def ok(self) -> View:
        return self._walk(1)

    def stop(self) -> View:
        return self._walk(-1)

    def _walk(self, step: int) -> View:
        track, seat = self.ants[self.chosen]
        table = self.draft.table
        spaces = table.length(track) + 1
        to = ((table.where(seat, track) or 0) + step) % spaces
        if to == table.length(track) and table.controller(track) not in {None, seat}:
            to = (to + step) % spaces  # the food holds one ant
        self.draft.table = table.moved(seat, track, to) if to else table.home(seat, track)
        return self

    def back(self) -> View:
        return self.draft

    def scan(self) -> View:
        return self.draft
