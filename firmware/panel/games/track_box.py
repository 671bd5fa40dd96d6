"""Compares the tracks with the owner's board, once."""

from collections.abc import Sequence
from dataclasses import replace

from firmware.panel.games.compare_box import CompareView
from firmware.panel.games.tracks import empty_tracks
from firmware.screens.kinds import Screen, TrackBoard
from rules.tracks import FOODS, LENGTHS, TRACKS, Track, TrackBox


class TrackBoxView(CompareView[TrackBox]):
    """The tracks' lengths and the value of their food."""

    name = "picnic_box"

    def numbers(self) -> Sequence[int]:
        return TRACKS

    def screen(self) -> Screen:
        rows = empty_tracks(self.box)
        if self.chosen is None:
            title = self.say("Right: OK   no: >")
            if self.box.assumed:
                title = self.say("Assumed. Right: OK  no: >")
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
        """Make the track one longer; the longest becomes the shortest."""
        track = self.box.tracks[number]
        return self._with(number, replace(track, length=_next(LENGTHS, track.length)))

    def after_stop(self, number: int) -> TrackBox:
        """Make the food worth one more; the highest value becomes the lowest."""
        track = self.box.tracks[number]
        return self._with(number, replace(track, food=_next(FOODS, track.food)))

    def _with(self, number: int, track: Track) -> TrackBox:
        return replace(self.box, tracks={**self.box.tracks, number: track})


def _next(values: range, value: int) -> int:
    return values[(values.index(value) + 1) % len(values)]
