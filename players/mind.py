"""What a seat of any game and level thinks: every choice weighed, and the one it takes.

>>> from players import Level, Mind
>>> from rules import Bratwurmeck, Colour, Player
>>> game, _ = Bratwurmeck.begin([Player("Ann", Colour.GREEN), Player("Ben", Colour.BLUE)])
>>> Mind().weigh(game, Level.SOLID).best.move is None  # throw
True
"""

import random
from typing import cast

from players import easy, heckmeck, picnic
from players.ant_net import AntNet
from players.net import Net, NoModel
from players.weighing import Choice, Level, OutOfTime, Stop, Weighed, never
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.picnic_blitz import PicnicBlitz


class Mind:
    """Weighs the choices of positions; it remembers its nets, and the last turn."""

    def __init__(self) -> None:
        self._nets: dict[str, Net | AntNet | NoModel] = {}
        self._view: heckmeck.TurnView | picnic.TurnView | None = None

    def weigh(self, state: AnyGame, level: Level = Level.STRONG, stop: Stop = never) -> Weighed:
        """Return every choice, the best first; raises `IllegalMove` if the game is over.

        A strong mind without a usable net, or told to stop before it has an answer, is a solid one,
        and tells why.
        """
        if state.ending is not None:
            raise IllegalMove("game_over")
        why = None
        if level is Level.STRONG:
            try:
                choices = self._choices(state, self._net(state), stop)
                return Weighed(choices, Level.STRONG)
            except NoModel as error:
                why = error.code
            except OutOfTime:
                why = "out_of_time"
        return Weighed(self._choices(state, None, stop), Level.SOLID, why)

    def decide(
        self,
        state: AnyGame,
        level: Level,
        chance: random.Random,
        stop: Stop = never,
    ) -> tuple[Choice, str | None]:
        """Return what a seat of this level does, and why it is not played at this level."""
        if level is Level.EASY:
            return easy.choose(state, chance), None
        weighed = self.weigh(state, level, stop)
        return weighed.best, weighed.why

    def _net(self, state: AnyGame) -> Net | AntNet:
        """Return the net of this game, read once; raises `NoModel`."""
        if isinstance(state, Heckmeck) and not heckmeck.knows(state.setup.box):
            raise NoModel("setup_unknown")
        known = self._nets.get(state.NAME)
        if known is None:
            try:
                known = (
                    picnic.load()
                    if isinstance(state, PicnicBlitz)
                    else heckmeck.load(cast("AnyHeckmeck", state))
                )
            except NoModel as error:
                known = error
            self._nets[state.NAME] = known
        if isinstance(known, NoModel):
            raise known
        return known

    def _choices(self, state: AnyGame, net: Net | AntNet | None, stop: Stop) -> tuple[Choice, ...]:
        if net is not None and stop():
            raise OutOfTime
        if isinstance(state, PicnicBlitz):
            return self._ants(state, cast("AntNet | None", net), stop)
        state, net = cast("AnyHeckmeck", state), cast("Net | None", net)
        view = self._view
        if not isinstance(view, heckmeck.TurnView) or not view.fits(state, net):
            self._view = view = heckmeck.TurnView(state, net)
        return view.choices(state)

    def _ants(self, state: PicnicBlitz, net: AntNet | None, stop: Stop) -> tuple[Choice, ...]:
        if net is None:
            return picnic.sensible(state)
        view = self._view
        if not isinstance(view, picnic.TurnView) or not view.fits(state, net):
            self._view = view = picnic.TurnView(state, net)
        return view.choices(state, stop)
