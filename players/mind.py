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
from players.weighing import Choice, Level, OutOfTime, Stop, Weighed, never, shares
from rules.ant_turn import AntPhase
from rules.errors import IllegalMove
from rules.games import AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.picnic_blitz import PicnicBlitz
from rules.turn import Turn


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

    def foreseen(self, state: AnyGame) -> tuple[float, ...]:
        """Return the win chance of each seat after a throw, as the worth of throwing counted it.

        Of a turn that is over the net alone tells it: the next turn was not calculated yet. Raises
        `NoModel`.
        """
        if state.is_over:
            return shares(state)
        net = self._net(state)
        if isinstance(state, PicnicBlitz):
            ants = cast("AntNet", net)
            if state.phase is AntPhase.THROW:
                return tuple(picnic.between_turns(state, ants).tolist())
            return tuple(self._ant_view(state, ants).thrown(state).tolist())
        state = cast("AnyHeckmeck", state)
        if state.turn == Turn(state.player, state.DICE):
            return tuple(heckmeck.between_turns(state, cast("Net", net)).tolist())
        return cast("tuple[float, ...]", self.weigh(state).best.chances)

    def decide(
        self,
        state: AnyGame,
        level: Level,
        chance: random.Random,
        stop: Stop = never,
    ) -> Weighed:
        """Return what a seat of this level does as the best choice.

        The easy player weighs nothing: its choice is the only one.
        """
        if level is Level.EASY:
            return Weighed((easy.choose(state, chance),), level)
        return self.weigh(state, level, stop)

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
            if net is None:
                return picnic.sensible(state)
            return self._ant_view(state, cast("AntNet", net)).choices(state, stop)
        return self._turn_view(cast("AnyHeckmeck", state), cast("Net | None", net)).choices(
            cast("AnyHeckmeck", state)
        )

    def _turn_view(self, state: AnyHeckmeck, net: Net | None) -> heckmeck.TurnView:
        view = self._view
        if not isinstance(view, heckmeck.TurnView) or not view.fits(state, net):
            self._view = view = heckmeck.TurnView(state, net)
        return view

    def _ant_view(self, state: PicnicBlitz, net: AntNet) -> picnic.TurnView:
        view = self._view
        if not isinstance(view, picnic.TurnView) or not view.fits(state, net):
            self._view = view = picnic.TurnView(state, net)
        return view
