"""The panel of Picnic Blitz: dice, attacks, moves, and the board with the ants."""

from dataclasses import replace
from typing import cast

from firmware.panel.games.attacks import onward
from firmware.panel.games.rerolls import PicnicView, question_view
from firmware.panel.games.rolls import FirstThrowView, RerollHintView, RolledView
from firmware.panel.games.track_box import TrackBoxView
from firmware.panel.games.track_repair import AdjustAnts
from firmware.panel.games.tracks import ant_line, ants, drawn_tracks, picnic
from firmware.panel.view import Compared, GamePanel, Navigator, Option, Page, View, switch
from firmware.panel.views.pages import PiecesView
from firmware.play.goals import goals
from firmware.play.questions import Question
from firmware.screens.kinds import Score, Screen, TrackBoard
from firmware.table.session import Session
from rules.box import Box
from rules.errors import BadSetup
from rules.games import AnyGame
from rules.picnic_blitz import AntPhase, PicnicBlitz, Variant
from rules.picnic_variants import target_for
from rules.rerolls import Straight, best
from rules.tracks import TRACKS, TrackBox

_TARGETS = (
    "",
    Variant.TARGET_1_MORE,
    Variant.TARGET_2_MORE,
    Variant.TARGET_2_LESS,
    Variant.TARGET_1_LESS,
)
"""The possible changes to the target, in the order of OK."""


class PicnicPanel(GamePanel):
    """Ants on tracks."""

    def decision_view(self, session: Session, navigator: Navigator, note: str) -> View:
        """Show the throw, the dice if they allow more than a move, or the moves."""
        state = picnic(session)
        if state.phase is AntPhase.THROW:
            return FirstThrowView(session, navigator, note)
        if state.phase is AntPhase.ROLLED and (state.turn.again or state.targets()):
            return RolledView(session, navigator, note)
        return onward(session, navigator, note)

    def asks(self, session: Session, navigator: Navigator, question: Question) -> View:
        """Ask whether dice were re-rolled, or how many."""
        return question_view(session, navigator, question)

    def rests(self, state: AnyGame) -> bool:
        """Do not rest between the two moves of a queen, which are one decision."""
        return cast("PicnicBlitz", state).phase is not AntPhase.MOVE

    def board(self, session: Session, name: str, title: str) -> Screen:
        return TrackBoard(name, title, drawn_tracks(picnic(session)))

    def pages(self, session: Session) -> tuple[Page, ...]:
        return (BoardView, RerollHintView) if self.hinted(session) else (BoardView,)

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
        label = session.short.variant(Variant.TARGET_1_MORE)
        target = Option(label, points, kept | {then} if then else kept)
        plain = [variant for variant in game.VARIANTS if variant not in _TARGETS]
        return (target, *(switch(session, variant, chosen) for variant in plain))

    def compare(
        self, session: Session, navigator: Navigator, box: Box, back: View, then: Compared
    ) -> View:
        return TrackBoxView(session, navigator, cast("TrackBox", box), back, then)

    def adjust(self, session: Session, navigator: Navigator, back: View) -> View:
        return AdjustAnts(session, navigator, back)

    def prepare(self, game: type[AnyGame]) -> None:
        """Calculate the possible results of six dice."""
        faces = game.own_dice(game.BOX).faces
        best(tuple(faces), again=1, groups=1, goal=Straight(len(faces)))


def _target(players: int, way: str) -> str:
    """Return the points to win for so many players with this change; a dash if impossible."""
    try:
        return str(target_for(players, {way}))
    except BadSetup:
        return "-"


class BoardView(PiecesView, PicnicView):
    """The board; a cursor can visit each ant."""

    name = "picnic_board"

    def __init__(self, session: Session, navigator: Navigator, page: int) -> None:
        super().__init__(session, navigator, page)
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
