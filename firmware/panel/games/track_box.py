"""The tracks printed on the owner's board, compared once."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.panel.games.compare_box import CompareView
from firmware.panel.games.tracks import empty_tracks
from firmware.screens.kinds import Screen, TrackBoard
from rules.tracks import FOODS, LENGTHS, TRACKS, Track, TrackBox


class TrackBoxView(CompareView[TrackBox]):
    """How long the tracks are and what their food is worth."""

    name = "picnic_box"

    def numbers(self) -> Sequence[int]:
        """The tracks."""
        return TRACKS

    def screen(self) -> Screen:
        """All tracks."""
        rows = empty_tracks(self.box)
        if self.chosen is None:
            title = self.say("Like yours: OK   else: >")
            if self.box.assumed:
                title = self.say("Assumed. So: OK  else: >")
            return TrackBoard(self.name, title, rows)
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

    def after_ok(self, number: int) -> TrackBox:
        """The track is one longer, after the longest as short as can be."""
        track = self.box.tracks[number]
        return self._with(number, replace(track, length=_next(LENGTHS, track.length)))

    def after_stop(self, number: int) -> TrackBox:
        """The food is worth one more, after the most the least."""
        track = self.box.tracks[number]
        return self._with(number, replace(track, food=_next(FOODS, track.food)))

    def _with(self, number: int, track: Track) -> TrackBox:
        return replace(self.box, tracks={**self.box.tracks, number: track})


def _next(values: range, value: int) -> int:
    return values[(values.index(value) + 1) % len(values)]
