"""Plays whole games at the table with a greedy player, counting every press.

    python -m tools.table.presses [--games 200]

The player keeps what counts most and stops as soon as that pays, like `tests.harness.greedy`.
Dice are laid aside and the rest thrown at once, as families do: the table works out what was
kept. Where it assumes wrongly, the player puts it right with the buttons; where a turn leaves a
choice of tiles, they choose. Readings are injected; nothing is free: setting up the game, every
SCAN, every STOP counts. Each game is the first with a new box, which is compared, and with
other people; "at home" all are played with one box, and the same people play several.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from firmware.panel.games.take import PickView
from firmware.ports import Action
from firmware.screens.kinds import Choice
from firmware.speech.drawing import LETTERS
from firmware.store.settings import Settings
from rules import Barbecue, Bratwurmeck, Junior
from rules.dice import Face, Faces
from rules.events import Events, SnatchTile, TurnEnded
from rules.heckmeck import AnyHeckmeck
from rules.moves import Keep, Stop, Take, Throw
from rules.turn import KEEP, TAKE
from tests.harness.flow import Flow, reading
from tests.harness.greedy import greedy_move

MOST = 2.6
"""Target: presses a throw."""
MOST_ON_MAT = 1.5
"""The same with a mat, on which the table sees kept dice."""

GAMES: tuple[type[AnyHeckmeck], ...] = (Barbecue, Bratwurmeck, Junior)

FOLLOWED = {"follow", "follow_failed", "follow_ended"}
"""Screens on which the table has worked out what was kept."""

SETTING_UP = {"new_game", "box"}

_LETTERS = {face: letter for letter, face in LETTERS.items()}


def typed(faces: Iterable[Face]) -> str:
    return "".join(_LETTERS.get(face, str(face)) for face in faces)


def over(events: Events) -> bool:
    """Whether the dice of a turn are done."""
    return any(isinstance(event, TurnEnded) for event in events)


def laid(state: AnyHeckmeck) -> Faces:
    """Return the dice that lie aside."""
    return tuple(face for face, count in state.turn.kept.items() for _ in range(count))


def begin(flow: Flow, players: int) -> None:
    """Go from power-on to the first instructions, answering questions about the box."""
    flow.start()
    last = flow.table.session.settings.players
    flow.press(*[Action.LEFT] * (last - players), *[Action.RIGHT] * (players - last))
    flow.press(Action.OK)
    while flow.name in {"box", "picnic_box"}:
        flow.press(Action.OK)


@dataclass
class Counted:
    """The numbers of one player's games."""

    games: int = 0
    throws: int = 0
    presses: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """The purposes of the presses; empty if they were not recorded."""

    @property
    def a_throw(self) -> float:
        return self.presses / self.throws


class GreedyHands:
    """Throws dice, sets them aside, and presses buttons."""

    def __init__(self, flow: Flow, dice: random.Random, *, mat: bool = False) -> None:
        self.flow = flow
        self.dice = dice
        self.mat = mat
        """Dice are laid aside on a mat, where the table sees them."""

    @property
    def state(self) -> AnyHeckmeck:
        return cast("AnyHeckmeck", self.flow.table.session.game.state)

    def play(self, players: int) -> int:
        """Play one game from power-on to ranking; return the number of throws."""
        self.begin(players)
        return self.play_on()

    def begin(self, players: int) -> None:
        begin(self.flow, players)

    def play_on(self) -> int:
        """Play from the current position to the ranking; return the number of throws."""
        flow = self.flow
        throws = 0
        ahead = self.state
        while ahead.ending is None:
            ahead = self._throw(ahead)
            throws += 1
            ahead = self._answer(ahead)
        assert flow.name in {"todo", "failed"}
        assert self.state == ahead
        flow.wait()
        assert flow.name == "over"
        return throws

    def _throw(self, ahead: AnyHeckmeck) -> AnyHeckmeck:
        """Throw the remaining dice, and scan; make sure that the table assumes the right keep."""
        kept = next(reversed(tuple(ahead.turn.kept)), None)
        move = Throw(self.dice.choices(ahead.setup.dice.sides, k=ahead.turn.left))
        aside = typed(laid(ahead)) if self.mat else None
        self.flow.scan(reading(typed(move.faces), aside=aside))
        if self.flow.name == "throw_or_stop":  # thrown, and by chance as they lay before
            self.flow.press(Action.SCAN)
        after, events = ahead.play(move)
        if self.flow.name in FOLLOWED or self._assumes_other(kept):
            self._put_right(cast("Face", kept))
        if not over(events):
            return after
        if self.flow.name in FOLLOWED:
            self.flow.press(Action.OK)
        return self._take(after, events)

    def _assumes_other(self, kept: Face | None) -> bool:
        """The table says "then throw the others": they were thrown, and showed the same."""
        return self.flow.name == "keep" and kept is not None and kept not in self.state.turn.kept

    def _put_right(self, kept: Face) -> None:
        flow = self.flow
        if flow.name == "keep":  # tell it what was kept, and look again
            self._choose(kept)
            flow.press(Action.OK, Action.SCAN)
            return
        for _ in range(20):
            screen = cast("Choice", flow.screen)
            assert screen.inferred is not None
            asked = flow.name == "follow" and screen.chosen == len(screen.groups)
            if screen.inferred.face is not kept:
                flow.press(Action.LEFT)
            elif asked:
                flow.press(Action.OK)
            else:
                return
            if flow.name not in FOLLOWED:
                return
        raise AssertionError(flow.screen)

    def _answer(self, state: AnyHeckmeck) -> AnyHeckmeck:
        """Lay dice aside without a press; or stop, which the table must be told."""
        if state.turn.phase is not KEEP or state.ending is not None:
            return state
        keep = greedy_move(state, self.dice)
        assert isinstance(keep, Keep)
        after, events = state.play(keep)
        if over(events):
            self._end(state, keep, Action.OK)
            return self._take(after, events)
        if isinstance(greedy_move(after, random.Random(0)), Stop):
            self._end(state, keep, Action.STOP, Action.STOP)
            return self._take(*after.play(Stop()))
        return after

    def _end(self, state: AnyHeckmeck, keep: Keep, *presses: Action) -> None:
        """Choose the last dice to keep; on a mat they are laid aside, and one press is enough."""
        if not self.mat:
            self._choose(keep.face)
            self.flow.press(*presses)
            return
        rest = [face for face in state.turn.thrown if face is not keep.face]
        aside = [*laid(state), *(face for face in state.turn.thrown if face is keep.face)]
        self.flow.lying(reading(typed(rest), aside=typed(aside)))
        self.flow.press(Action.STOP)
        if self.flow.name == "stop":
            self.flow.press(Action.STOP)

    def _take(self, state: AnyHeckmeck, events: Events) -> AnyHeckmeck:
        """The dice are done: take a tile, if the table asks which."""
        snatched = [event.rival for event in events if isinstance(event, SnatchTile)]
        rival = snatched[0] if snatched else None
        if state.turn.phase is TAKE:
            take = greedy_move(state, self.dice)
            assert isinstance(take, Take)
            rival = take.rival
            state = state.play(take)[0]
        view = self.flow.table.view
        if isinstance(view, PickView):
            rivals = [None if pick is None else pick.rival for pick in view.picks]
            self.flow.press(*[Action.RIGHT] * rivals.index(rival), Action.OK)
        assert self.flow.name in {"todo", "failed"}, self.flow.screen
        return state

    def _choose(self, face: Face) -> None:
        """Bring the cursor to this face by the shorter way."""
        screen = self.flow.screen
        assert isinstance(screen, Choice), screen
        groups = [group.face for group in screen.groups]
        right = (groups.index(face) - screen.chosen) % len(groups)
        step = Action.RIGHT if right <= len(groups) - right else Action.LEFT
        while cast("Choice", self.flow.screen).chosen != groups.index(face):
            self.flow.press(step)


def count(
    games: int,
    game: type[AnyHeckmeck] = Barbecue,
    make: Callable[..., Flow] = Flow,
    *variants: str,
    mat: bool = False,
    home: bool = False,
) -> Counted:
    """Play games of this kind, with each number of players equally often."""
    counted = Counted()
    settings = Settings(game=game.NAME, variants={game.NAME: variants})
    with tempfile.TemporaryDirectory() as house:
        for seed in range(games):
            folder = Path(house, "home" if home else str(seed))
            flow = make(folder, settings=settings)
            several = game.MOST_PLAYERS - game.LEAST_PLAYERS + 1
            players = game.LEAST_PLAYERS + (seed * several // games if home else seed % several)
            counted.throws += GreedyHands(flow, random.Random(seed), mat=mat).play(players)
            counted.presses += flow.presses
            counted.games += 1
            if isinstance(flow, Telling):
                counted.kinds += flow.kinds
            settings = flow.table.session.settings if home else settings
    return counted


class Telling(Flow):
    """Records the purpose of each press."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.kinds: Counter[str] = Counter()

    def press(self, *actions: Action | str) -> None:
        for action in actions:
            self.kinds[self._kind(Action(action))] += 1
            super().press(action)

    def _kind(self, action: Action) -> str:
        if isinstance(self.table.view, PickView):
            return "choosing a tile"
        if self.name in SETTING_UP:
            return "setting up"
        if action in {Action.SCAN, Action.STOP}:
            return action.upper()
        return "choosing dice"


def report(games: int = 200) -> None:
    print("Presses at the table, greedy player, all counted (target)")
    ways: tuple[tuple[str, float, dict[str, bool]], ...] = (
        ("", MOST, {}),
        (" on a mat", MOST_ON_MAT, {"mat": True}),
        (" on a mat at home", MOST_ON_MAT, {"mat": True, "home": True}),
    )
    for how, most, way in ways:
        for game in GAMES:
            counted = count(games, game, Telling, **way)
            print(
                f"  {game.NAME}{how}: {counted.games} games, "
                f"{counted.throws} throws, {counted.presses} presses: "
                f"{counted.a_throw:.2f} a throw ({most})"
            )
            kinds = (f"{kind} {n / counted.throws:.3f}" for kind, n in counted.kinds.most_common())
            print(f"    {', '.join(kinds)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    report(parser.parse_args().games)
