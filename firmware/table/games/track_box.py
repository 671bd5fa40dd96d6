"""The tracks printed on the owner's board, compared once."""

from collections.abc import Mapping
from dataclasses import replace

from firmware.screens.kinds import Screen, TrackBoard
from firmware.table.desk import Desk
from firmware.table.games.tracks import empty_tracks
from firmware.table.guide import Compared
from firmware.table.view import Places, View
from rules.tracks import FOODS, LENGTHS, TRACKS, Track, TrackBox


class TrackBoxView(View):
    """How long the tracks are and what their food is worth: OK confirms all of it, once."""

    name = "picnic_box"

    def __init__(
        self, desk: Desk, places: Places, box: TrackBox, back: View, then: Compared
    ) -> None:
        super().__init__(desk, places)
        self.box = box
        self._back = back
        self._then = then
        self.chosen: int | None = None
        """The track that is being changed."""

    def screen(self) -> Screen:
        """All tracks."""
        rows = empty_tracks(self.box)
        if self.chosen is None:
            return TrackBoard(self.name, self.say("Like yours: OK   else: >"), rows)
        track = self.box.tracks[self.chosen]
        title = self.say("OK: length  STOP: food")
        spot = (TRACKS.index(self.chosen), track.length)
        line = self.say(
            "{track}: {length} long, {food} pts",
            track=self.chosen,
            length=track.length,
            food=track.food,
        )
        return TrackBoard("picnic_box_change", title, rows, spot, line=line)

    def _move(self, step: int) -> View:
        at = TRACKS.index(self.chosen) if self.chosen is not None else -1 if step > 0 else 0
        self.chosen = TRACKS[(at + step) % len(TRACKS)]
        return self

    def left(self) -> View:
        """The track before."""
        return self._move(-1)

    def right(self) -> View:
        """The next track."""
        return self._move(1)

    def _set(self, changed: Mapping[int, Track]) -> View:
        self.box = replace(self.box, tracks={**self.box.tracks, **changed})
        return self

    def ok(self) -> View:
        """All is right; or the chosen track is one longer, after the longest as short as can be."""
        if self.chosen is None:
            return self._confirm()
        track = self.box.tracks[self.chosen]
        longer = _next(LENGTHS, track.length)
        return self._set({self.chosen: replace(track, length=longer)})

    def stop(self) -> View:
        """The food of the chosen track is worth one more, after the most the least."""
        if self.chosen is None:
            return self
        track = self.box.tracks[self.chosen]
        return self._set({self.chosen: replace(track, food=_next(FOODS, track.food))})

    def scan(self) -> View:
        """Done with changing; or all is right."""
        if self.chosen is None:
            return self._confirm()
        self.chosen = None
        return self

    def back(self) -> View:
        """Done with changing; or leave it."""
        if self.chosen is None:
            return self._back
        self.chosen = None
        return self

    def _confirm(self) -> View:
        return self._then(replace(self.box, assumed=False))


def _next(values: range, value: int) -> int:
    return values[(values.index(value) + 1) % len(values)]
