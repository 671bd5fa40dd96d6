"""Pictures and texts of Picnic Blitz's board."""

from typing import NamedTuple, cast

from firmware.screens.kinds import TrackRow
from firmware.speech.drawing import marks
from firmware.table.session import Session
from rules.picnic_blitz import PicnicBlitz
from rules.tracks import TRACKS, AntTable, TrackBox


class Ant(NamedTuple):
    """An ant on the board."""

    player: int
    track: int
    space: int


def picnic(session: Session) -> PicnicBlitz:
    """Return the game; only Picnic Blitz's panel uses this."""
    return cast("PicnicBlitz", session.game.state)


def drawn_tracks(state: PicnicBlitz, table: AntTable | None = None) -> tuple[TrackRow, ...]:
    board = table or state.table
    letters = marks(state.setup.players)
    return tuple(
        TrackRow(
            number,
            state.setup.box.tracks[number].food,
            tuple("".join(letters[ant] for ant in pile) for pile in board.tracks[number - 1]),
            captured=board.controller(number) is not None,
        )
        for number in TRACKS
    )


def empty_tracks(box: TrackBox) -> tuple[TrackRow, ...]:
    return tuple(
        TrackRow(number, box.tracks[number].food, ("",) * box.tracks[number].length)
        for number in TRACKS
    )


def ants(table: AntTable) -> tuple[Ant, ...]:
    """Return all ants on the board, by track, the top of a pile first."""
    return tuple(
        Ant(player, track, space)
        for track in TRACKS
        for space, pile in enumerate(table.tracks[track - 1], start=1)
        for player in reversed(pile)
    )


def ant_line(session: Session, state: PicnicBlitz, ant: Ant) -> str:
    """Describe where an ant is, and what keeps it there."""
    table, name = state.table, session.short.name(ant.player)
    if table.controller(ant.track) == ant.player:
        food = state.setup.box.tracks[ant.track].food
        return session.say("{player} holds {food} points", player=name, food=food)
    if not table.active(ant.player, ant.track):
        return session.say("{player} on {space}: pinned", player=name, space=ant.space)
    return session.say("{player} on space {space}", player=name, space=ant.space)
