"""The turn of a seat that the box plays, while it decides."""

from firmware.panel.view import Navigator, View
from firmware.panel.view_kinds import GameView
from firmware.panel.views.startup import TroubleView
from firmware.play.automatic import Plan
from firmware.play.match import Stale
from firmware.ports import Action
from firmware.screens.kinds import DiceRow, Die, Screen
from firmware.speech.players import WHYS
from firmware.table.requests import Think


class ThinkView(GameView):
    """The box thinks about the throw that is shown; then it plays."""

    name = "thinking"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self.ticket = self.session.ticket()
        self._plan: Plan | None = None
        self._seen = self.session.pace is None

    def on_shown(self) -> None:
        """Think, and anew after another view: what was thought meanwhile has been dropped."""
        thinking = self.session.game.thinking
        self.ticket, self._plan = self.session.ticket(), None
        if thinking is not None:
            self.session.ask(Think(self.ticket, thinking))

    def screen(self) -> Screen:
        title = self.say("{player} thinks", player=self.player())
        return DiceRow(
            self.name,
            title,
            tuple(map(Die, self.state.turn.thrown)),
            lines=(self.say("Please wait"),),
        )

    @property
    def stays(self) -> float | None:
        """How long to show the dice, if the program throws them."""
        return self.session.pace

    def ok(self) -> View:
        self._seen = True
        return self if self._plan is None else self._play(self._plan)

    def thought(self, plan: Plan) -> View:
        """Play what the box decided, once the dice were seen."""
        self._plan = plan
        return self._play(plan) if self._seen else self

    def _play(self, plan: Plan) -> View:
        try:
            events = self.session.game.carry_out(plan)
        except Stale:
            return self.navigator.game()
        then = self.navigator.played(events) if plan.moves else self.navigator.game()
        why = plan.fallback
        if why is None or why == "out_of_time" or why in self.session.fallbacks:
            return then
        self.session.fallbacks.add(why)
        text = self.session.language.gettext(WHYS[why])
        return TroubleView(self.navigator, then, self.say("The strong player"), text)

    def why_not(self, action: Action) -> str:  # noqa: ARG002
        return self.say("Please wait")
