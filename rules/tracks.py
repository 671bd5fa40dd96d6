"""The board of Picnic Blitz: six tracks with piles of ants, the food at their ends, the queens."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from rules.box import Box
from rules.errors import BadBox, IllegalMove, check_type
from rules.events import CaptureTrack, Event, Events, OpenTrack, SetQueen, SetTrack
from rules.frozen import FrozenMap
from rules.table import Table, changed

TRACKS = (1, 2, 3, 4, 5, 6)
"""Each has the number of a face."""
ANTS = len(TRACKS)
"""Ants per player: at most one on each track."""
QUEENS = 4
"""One for each player, so there are always enough."""
LENGTHS = range(6, 11)
FOODS = range(2, 5)
"""The possible values of a food. Six of them always exceed the highest target (R77)."""

Pile = tuple[int, ...]
"""The ants on one space by their owners, the lowest first."""


@dataclass(frozen=True, slots=True)
class Track:
    """The printed data of a track: its spaces including the food, and the food's value."""

    length: int
    food: int


@dataclass(frozen=True, kw_only=True)
class TrackBox(Box):
    """The six tracks by number."""

    tracks: Mapping[int, Track]

    def __post_init__(self) -> None:
        check_type("tracks", self.tracks, Mapping)
        object.__setattr__(self, "tracks", FrozenMap(self.tracks))

    def check(self) -> None:
        """Refuse a box without exactly the six tracks, or with data that no board has."""
        for number in self.tracks:
            if number not in TRACKS:
                field = f"box.tracks.{number}"
                raise BadBox("box_unknown", field=field, least=TRACKS[0], most=TRACKS[-1])
        for number in TRACKS:
            field = f"box.tracks.{number}"
            if number not in self.tracks:
                raise BadBox("box_missing", field=field)
            track = self.tracks[number]
            check_type(field, track, Track)
            for code, name, size, sizes in (
                ("box_length", "length", track.length, LENGTHS),
                ("box_food", "food", track.food, FOODS),
            ):
                check_type(f"{field}.{name}", size, int)
                if size not in sizes:
                    raise BadBox(code, field=f"{field}.{name}", least=sizes[0], most=sizes[-1])


@dataclass(frozen=True, slots=True)
class AntTable(Table):
    """The ants on the tracks, and who has a queen. All other ants are at home."""

    tracks: tuple[tuple[Pile, ...], ...]
    """By track, then by space from the first to the food."""
    queens: tuple[bool, ...]
    """By player."""

    @classmethod
    def empty(cls, box: TrackBox, players: int) -> Self:
        """Return the table with all ants at home and all queens beside the board."""
        tracks = tuple(((),) * box.tracks[number].length for number in TRACKS)
        return cls(tracks, (False,) * players)

    def length(self, track: int) -> int:
        """Return the number of spaces of the track; the last is the food."""
        return len(self.tracks[track - 1])

    def pile(self, track: int, space: int) -> Pile:
        """Return the ants on this space, counted from 1."""
        return self.tracks[track - 1][space - 1]

    def where(self, player: int, track: int) -> int | None:
        """Return the space of the player's ant on the track, from 1; None if it is at home."""
        for space, pile in enumerate(self.tracks[track - 1], start=1):
            if player in pile:
                return space
        return None

    def controller(self, track: int) -> int | None:
        """Return the player whose ant is on the track's food."""
        pile = self.tracks[track - 1][-1]
        return pile[-1] if pile else None

    def covered(self, player: int, track: int) -> bool:
        """Return whether the player's ant on the track is under another."""
        space = self.where(player, track)
        return space is not None and self.pile(track, space)[-1] != player

    def active(self, player: int, track: int) -> bool:
        """Return whether the player has an ant on the track, neither covered nor shut in (R61)."""
        return (
            self.where(player, track) is not None
            and not self.covered(player, track)
            and self.controller(track) in {None, player}
        )

    def moved(self, player: int, track: int, to: int) -> Self:
        """Return the table with the player's ant moved to this space, on top of the pile."""
        table = self.home(player, track)
        return table._with(track, to, (*table.pile(track, to), player))

    def pushed(self, player: int, track: int) -> Self:
        """Return the table with the player's ant pushed back one space, under the pile (R64)."""
        to = (self.where(player, track) or 0) - 1
        table = self.home(player, track)
        return table._with(track, to, (player, *table.pile(track, to))) if to > 0 else table

    def home(self, player: int, track: int) -> Self:
        """Return the table without the player's ant on the track."""
        space = self.where(player, track)
        if space is None:
            return self
        rest = tuple(ant for ant in self.pile(track, space) if ant != player)
        return self._with(track, space, rest)

    def with_queen(self, player: int, *, has: bool) -> Self:
        """Return the table with or without a queen for the player."""
        return replace(self, queens=changed(self.queens, player, has))

    def _with(self, track: int, space: int, pile: Pile) -> Self:
        piles = changed(self.tracks[track - 1], space - 1, pile)
        return replace(self, tracks=changed(self.tracks, track - 1, piles))

    def impossible(self, box: TrackBox, players: int) -> IllegalMove | None:
        """Return why the pieces of this box can never lie like this; None if they can."""
        if len(self.queens) != players:
            return IllegalMove("one_for_each_player", players=players)
        if len(self.tracks) != len(TRACKS):
            return IllegalMove("one_for_each_track", tracks=len(TRACKS))
        for number, track in box.tracks.items():
            piles = self.tracks[number - 1]
            if len(piles) != track.length:
                return IllegalMove("track_length", track=number, length=track.length)
            if len(piles[-1]) > 1:
                return IllegalMove("food_holds_one", track=number)
            for ant, count in Counter(ant for pile in piles for ant in pile).items():
                if not 0 <= ant < players:
                    return IllegalMove("no_such_player", player=ant)
                if count > 1:
                    return IllegalMove("ant_twice", player=ant, track=number)
        return None

    def differences(self, table: Self, box: TrackBox) -> Events:
        """Return what to change so that the pieces lie like on the other table."""
        events: list[Event] = []
        for number, track in box.tracks.items():
            if table.tracks[number - 1] == self.tracks[number - 1]:
                continue
            events.append(SetTrack(number, table.tracks[number - 1]))
            controller = table.controller(number)
            if controller is not None:  # even if it was captured before: other ants may be there
                events.append(CaptureTrack(controller, number, track.food))
            elif self.controller(number) is not None:
                events.append(OpenTrack(number))
        seats = enumerate(zip(self.queens, table.queens, strict=True))
        queens = [SetQueen(seat, has) for seat, (had, has) in seats if has != had]
        return (*events, *queens)

    def rows(self, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Return each track as a row of its spaces, with these names of the ants."""
        for track, piles in zip(TRACKS, self.tracks, strict=True):
            lying = ("+".join(names[ant] for ant in pile) for pile in piles)
            yield str(track), " ".join(pile or "." for pile in lying)
