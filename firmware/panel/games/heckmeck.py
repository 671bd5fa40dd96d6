"""The panel of all Heckmeck games, apart from the turn itself."""

from typing import cast

from firmware.panel.games.auto_keep import follow_view
from firmware.panel.games.compare_box import BoxView
from firmware.panel.games.keep import KeepView
from firmware.panel.games.throw import ForBoxView, HeckmeckView, ThrowView, standing
from firmware.panel.view import Compare, GamePanel, Navigator, View
from firmware.panel.views.pages import PageView
from firmware.panel.views.playing import MisreadView
from firmware.play.questions import Question, QuestionKind
from firmware.screens.kinds import Message, Screen
from firmware.table.session import Session
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Take
from rules.turn import Phase


class HintView(PageView, HeckmeckView):
    """The chance to fail with the next throw, and the best choice by exact odds."""

    name = "hint"

    def __init__(self, navigator: Navigator, page: int) -> None:
        from rules.advice import advise  # noqa: PLC0415  # numpy: not before the first screen

        super().__init__(navigator, page)
        self.best = advise(self.state).best

    def screen(self) -> Screen:
        best = self.best
        if best.only_old is not None and self.state.ONLY_OLD_COUNTS and not best.stop_next:
            lines = (self._way(), *self._hopes())
        else:
            lines = (self._way(), *self._risks())
        return Message(self.name, self.say("Hint for {player}", player=self.player()), lines)

    def _way(self) -> str:
        match self.best.move:
            case None:
                return self.say("Best: throw on")
            case Stop():
                return self.say("Best: stop")
            case Keep(face):
                return self.say("Best: keep {face}", face=self.session.short.face(face))
            case Take() as take:
                return self.say("Best: {tile}", tile=self.session.short.move(take))
            case move:
                return self.session.words.move(move)

    def _risks(self) -> tuple[str, ...]:
        best = self.best
        worth = self.say("Worth {value} points", value=self.session.number(best.value))
        if best.stop_next:
            return self.say("then stop"), worth
        if best.only_old is None:
            return (worth,)
        return self.say("Nothing new: {chance}", chance=self.session.percent(best.only_old)), worth

    def _hopes(self) -> tuple[str, ...]:
        """Describe what can be gained by throwing on; a throw of only old faces costs nothing."""
        from rules.advice import chances  # noqa: PLC0415  # numpy: not before the first screen

        after = self.state if self.best.move is None else self.state.play(self.best.move)[0]
        more = after.turn.total + 1 if after.turn.has_worm else after.turn.total
        number = min(max(more, after.NUMBERS[0]), after.NUMBERS[-1])
        chance = self.session.percent(chances(after).at_least[number])
        hope = self.say("{number} or more: {chance}", number=number, chance=chance)
        return (hope, self.say("Nothing is lost")) if _never_less(after) else (hope,)


def _never_less(state: AnyHeckmeck) -> bool:
    """Return whether a higher sum never brings fewer points than this one."""
    turn, values = state.turn, state.setup.dice.values.values()
    if not turn.has_worm:
        return True
    most = turn.total + turn.left * max(values)
    sums = [state.with_result(total, worm=True) for total in range(turn.total, most + 1)]
    points = [max(after.points()[state.player] for after in sum_.if_settled()) for sum_ in sums]
    return min(points) == points[0]


class HeckmeckPanel(GamePanel):
    """Throw, keep, stop; each game adds its pieces."""

    hint = HintView
    compare: Compare = BoxView

    def decision_view(self, navigator: Navigator) -> View:
        phase = standing(navigator.session).phase
        if navigator.session.game.automatic is not None:
            return ForBoxView(navigator)
        return KeepView(navigator) if phase is Phase.KEEP else ThrowView(navigator)

    def asks(self, navigator: Navigator, question: Question) -> View:
        """Ask which dice were kept before the current ones, or whether the last were misread."""
        misread = question.kind is QuestionKind.MISREAD
        return MisreadView(navigator, question) if misread else follow_view(navigator, question)

    def hinted(self, session: Session) -> bool:
        """Give no hint before the first throw, as there is no choice."""
        turn = standing(session).turn
        return super().hinted(session) and bool(turn.kept or turn.thrown)

    def prepare(self, game: type[AnyGame]) -> None:
        """Calculate the chances of a first throw."""
        from rules.advice import opening_chances  # noqa: PLC0415  # numpy: later than the first screen

        opening_chances(cast("type[AnyHeckmeck]", game), game.own_dice(game.BOX))
