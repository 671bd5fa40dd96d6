"""The panel of Picnic Blitz: dice, attacks, moves, and the board with the ants."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from firmware.panel.games.attacks import onward
from firmware.panel.games.compare_box import CompareView
from firmware.panel.games.rerolls import HowManyView, NoRerollView, PicnicView, SameView
from firmware.panel.games.rolls import AgainForBoxView, FirstThrowView, RerollHintView, RolledView
from firmware.panel.games.tracks import ant_line, ants, drawn_tracks, empty_tracks, picnic
from firmware.panel.view import GamePanel, Navigator, Option, View, switch
from firmware.panel.views.adjust import AdjustPieces, AdjustView
from firmware.panel.views.menus import Entry
from firmware.panel.views.pages import PiecesView
from firmware.play.goals import goals
from firmware.play.questions import Question, QuestionKind
from firmware.screens.kinds import Score, Screen, TrackBoard
from firmware.table.session import Session
from rules.errors import BadSetup
from rules.games import AnyGame
from rules.picnic_blitz import AntPhase, PicnicBlitz, PicnicVariant
from rules.picnic_variants import target_for
from rules.rerolls import Straight, best
from rules.tracks import FOODS, LENGTHS, TRACKS, AntTable, TrackBox


class TrackBoxView(CompareView[TrackBox]):
    """The tracks' lengths and the value of their food."""

    name = "picnic_box"

    def numbers(self) -> Sequence[int]:
        return TRACKS

    def screen(self) -> Screen:
        rows = empty_tracks(self.box)
        if self.chosen is None:
            title = self.say("Correct: OK, else RIGHT")
            if self.box.assumed:
                title = self.say("Assumed: OK, else RIGHT")
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

    def changed(self, number: int, by: int) -> TrackBox:
        """With OK make the track one longer, with STOP its food worth one more."""
        track = self.box.tracks[number]
        if by > 0:
            track = replace(track, length=_next(LENGTHS, track.length))
        else:
            track = replace(track, food=_next(FOODS, track.food))
        return replace(self.box, tracks={**self.box.tracks, number: track})


def _next(values: range, value: int) -> int:
    """Return the next value; after the highest comes the lowest."""
    return values[(values.index(value) + 1) % len(values)]


class AdjustAnts(AdjustView[AntTable]):
    """Corrects the ants, and who has a queen."""

    def pieces(self) -> list[Entry]:
        """Return the ants, and the queens if this table plays with them."""
        entries = [Entry(self.say("Ants…"), partial(AdjustTracks, self))]
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


class AdjustTracks(AdjustPieces[AntTable]):
    """Every ant, by track: OK moves it on, STOP back; the last one moved is on top.

    Before the first space and after the food it is at home.
    """

    name = "picnic_adjust"

    def __init__(self, draft: AdjustAnts) -> None:
        super().__init__(draft)
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

    def lay(self, step: int) -> None:
        track, seat = self.ants[self.chosen]
        table = self.draft.table
        spaces = table.length(track) + 1
        to = ((table.where(seat, track) or 0) + step) % spaces
        if to == table.length(track) and table.controller(track) not in {None, seat}:
            to = (to + step) % spaces  # the food holds one ant
        self.draft.table = table.moved(seat, track, to) if to else table.home(seat, track)


_TARGETS = (
    "",
    PicnicVariant.TARGET_1_MORE,
    PicnicVariant.TARGET_2_MORE,
    PicnicVariant.TARGET_2_LESS,
    PicnicVariant.TARGET_1_LESS,
)
"""The possible changes to the target, in the order of OK."""


def _target(players: int, way: str) -> str:
    """Return the points to win for so many players with this change; a dash if impossible."""
    try:
        return str(target_for(players, {way}))
    except BadSetup:
        return "-"


class BoardView(PiecesView, PicnicView):
    """The board; a cursor can visit each ant."""

    name = "picnic_board"

    def __init__(self, navigator: Navigator, page: int) -> None:
        super().__init__(navigator, page)
        self.ants = ants(self.state.table)

    def screen(self) -> Screen:
        """Return all tracks, or those around the chosen ant with its position."""
        rows = drawn_tracks(self.state)
        if self.chosen is None:
            return TrackBoard(self.name, self.say("Board"), rows, foot=self.foot)
        ant = self.ants[self.chosen]
        return TrackBoard(
            self.name,
            self.say("Track {track}", track=ant.track),
            rows,
            (TRACKS.index(ant.track), ant.space),
            line=ant_line(self.session, self.state, ant),
        )

    def count(self) -> int:
        return len(self.ants)


class PicnicPanel(GamePanel):
    """Ants on tracks."""

    boards = (BoardView,)
    hint = RerollHintView
    compare = TrackBoxView

    def decision_view(self, navigator: Navigator) -> View:
        """Show the throw, the dice if they allow more than a move, or the moves."""
        state = picnic(navigator.session)
        if state.phase is AntPhase.THROW:
            return FirstThrowView(navigator)
        if navigator.session.game.automatic is not None:
            return AgainForBoxView(navigator)
        if state.phase is AntPhase.ROLLED and (state.turn.again or state.targets()):
            return RolledView(navigator)
        return onward(navigator)

    def asks(self, navigator: Navigator, question: Question) -> View:
        """Ask whether dice were re-rolled, how many, or whether the last were misread."""
        match question.kind:
            case QuestionKind.REROLLED:
                return SameView(navigator, question)
            case QuestionKind.MISREAD:
                return NoRerollView(navigator, question)
        return HowManyView(navigator, question)

    def rests(self, state: AnyGame) -> bool:
        """Do not rest between the two moves of a queen, which are one decision."""
        return cast("PicnicBlitz", state).phase is not AntPhase.MOVE

    def board(self, session: Session, name: str, title: str) -> Screen:
        return TrackBoard(name, title, drawn_tracks(picnic(session)))

    def hinted(self, session: Session) -> bool:
        """Give hints only if chances can guide a choice."""
        state = picnic(session)
        return super().hinted(session) and state.turn.again > 0 and bool(goals(state))

    def scored(self, state: AnyGame, seat: int, row: Score) -> Score:
        target = cast("PicnicBlitz", state).target
        return replace(row, points=f"{row.points}/{target}", queen=state.table.queens[seat])

    def options(
        self, session: Session, game: type[AnyGame], chosen: frozenset[str]
    ) -> tuple[Option, ...]:
        """Switches, and the target, which takes its values in turn."""
        now = next((way for way in _TARGETS if way in chosen), "")
        then = _TARGETS[(_TARGETS.index(now) + 1) % len(_TARGETS)]
        kept = chosen.difference(_TARGETS)
        counts = range(game.LEAST_PLAYERS, game.MOST_PLAYERS + 1)
        points = "/".join(_target(count, now) for count in counts)
        label = session.short.variant(PicnicVariant.TARGET_1_MORE)
        target = Option(label, points, kept | {then} if then else kept)
        plain = [variant for variant in game.VARIANTS if variant not in _TARGETS]
        return (target, *(switch(session, variant, chosen) for variant in plain))

    def adjust(self, back: View) -> View:
        return AdjustAnts(back)

    def prepare(self, game: type[AnyGame]) -> None:
        """Calculate the possible results of six dice."""
        faces = game.own_dice(game.BOX).faces
        best(tuple(faces), again=1, groups=1, goal=Straight(len(faces)))
