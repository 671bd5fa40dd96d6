"""How Picnic Blitz is led: dice, attacks, moves, and the board with the ants."""

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
from firmware.table.session import Desk
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
"""How the target may be moved, in the order in which OK goes round."""


class PicnicPanel(GamePanel):
    """Ants on tracks."""

    def stands(self, desk: Desk, navigator: Navigator, note: str) -> View:
        """Throw; look at the dice, if that can lead to more than a move; or act."""
        state = picnic(desk)
        if state.phase is AntPhase.THROW:
            return FirstThrowView(desk, navigator, note)
        if state.phase is AntPhase.ROLLED and (state.turn.again or state.targets()):
            return RolledView(desk, navigator, note)
        return onward(desk, navigator, note)

    def asks(self, desk: Desk, navigator: Navigator, question: Question) -> View:
        """Whether dice were re-rolled, or how many."""
        return question_view(desk, navigator, question)

    def rests(self, state: AnyGame) -> bool:
        """Not between the two moves of a queen, which are decided on and told as one."""
        return cast("PicnicBlitz", state).phase is not AntPhase.MOVE

    def board(self, desk: Desk, name: str, title: str) -> Screen:
        """All tracks."""
        return TrackBoard(name, title, drawn_tracks(picnic(desk)))

    def pages(self, desk: Desk) -> tuple[Page, ...]:
        """The board; and a hint, while dice may be thrown again."""
        return (BoardView, RerollHintView) if self.hinted(desk) else (BoardView,)

    def hinted(self, desk: Desk) -> bool:
        """Only where something can be chosen by the chances."""
        state = picnic(desk)
        return super().hinted(desk) and state.turn.again > 0 and bool(goals(state))

    def scored(self, state: AnyGame, seat: int, row: Score) -> Score:
        """Points against those that win, and the queens."""
        target = cast("PicnicBlitz", state).target
        return replace(row, points=f"{row.points}/{target}", queen=state.table.queens[seat])

    def options(
        self, desk: Desk, game: type[AnyGame], chosen: frozenset[str]
    ) -> tuple[Option, ...]:
        """On or off, but for the target, which goes round."""
        now = next((way for way in _TARGETS if way in chosen), "")
        then = _TARGETS[(_TARGETS.index(now) + 1) % len(_TARGETS)]
        kept = chosen.difference(_TARGETS)
        counts = range(game.LEAST_PLAYERS, game.MOST_PLAYERS + 1)
        points = "/".join(_target(count, now) for count in counts)
        target = Option(desk.say("Points to win:"), points, kept | {then} if then else kept)
        plain = [variant for variant in game.VARIANTS if variant not in _TARGETS]
        return (target, *(switch(desk, variant, chosen) for variant in plain))

    def compare(
        self, desk: Desk, navigator: Navigator, box: Box, back: View, then: Compared
    ) -> View:
        """The tracks and their food."""
        return TrackBoxView(desk, navigator, cast("TrackBox", box), back, then)

    def adjust(self, desk: Desk, navigator: Navigator, back: View) -> View:
        """The ants and queens."""
        return AdjustAnts(desk, navigator, back)

    def prepare(self, game: type[AnyGame]) -> None:
        """The ways that six dice can fall."""
        faces = game.own_dice(game.BOX).faces
        best(tuple(faces), again=1, groups=1, goal=Straight(len(faces)))


def _target(players: int, way: str) -> str:
    """The points that win with so many players, moved so; a stroke where that cannot be."""
    try:
        return str(target_for(players, {way}))
    except BadSetup:
        return "-"


class BoardView(PiecesView, PicnicView):
    """The board, ant by ant where wanted."""

    name = "picnic_board"

    def __init__(self, desk: Desk, navigator: Navigator, page: int) -> None:
        super().__init__(desk, navigator, page)
        self.ants = ants(self.state.table)

    def screen(self) -> Screen:
        """All tracks; or those around the chosen ant, and what it does there."""
        rows = drawn_tracks(self.state)
        if self.chosen is None:
            return TrackBoard(self.name, self.say("Board"), rows, foot=self.foot)
        ant = self.ants[self.chosen]
        return TrackBoard(
            self.name,
            self.say("Track {track}", track=ant.track),
            rows,
            (TRACKS.index(ant.track), ant.space),
            line=ant_line(self.desk, self.state, ant),
        )

    def count(self) -> int:
        """All ants on the board."""
        return len(self.ants)
