"""Plays whole games on the page with real dice, counting every tap.

    python -m tools.table.taps [--games 30]

The table reads the dice by itself (*Auto-read*), or the player taps *Scan* after each throw, also
for dice that were laid aside without a tap. The Heckmeck games are played as in
`tests.harness.greedy`, without a mat and on one; in Picnic Blitz dice that do not help the best
track are re-rolled, and every attack is made. The tap that begins a game counts, too. Each tap is
one message to `firmware.web.commands.Commands`.
"""

import argparse
import random
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from firmware.panel.control import PanelControl
from firmware.play.match import Choice, Match
from firmware.play.turns import preview
from firmware.ports import Action
from firmware.store.settings import Settings
from firmware.table.auto_detect import Verdict
from firmware.web import messages
from firmware.web.commands import Commands
from firmware.web.snapshot import moment
from rules.dice import Face, Faces
from rules.games import GAMES, AnyGame
from rules.heckmeck import AnyHeckmeck, Heckmeck
from rules.moves import Attack, Keep, March, Move, Stop, Throw
from rules.picnic_blitz import PicnicBlitz
from tests.harness.flow import Flow, reading
from tests.harness.greedy import greedy_move
from tools.table.presses import Counted, laid, over, typed
from tools.table.unpressed import fallen

MOST = {
    (True, False): {"barbecue": 1.0, "bratwurmeck": 1.0, "junior": 1.0, "picnic_blitz": 1.5},
    (True, True): {"barbecue": 0.3, "bratwurmeck": 0.3, "junior": 0.5},
    (False, False): {"barbecue": 1.7, "bratwurmeck": 1.7, "junior": 1.7, "picnic_blitz": 2.0},
    (False, True): {"barbecue": 1.3, "bratwurmeck": 1.3, "junior": 1.5},
}
"""Taps a throw at most, by game: where the table reads by itself, and on a mat."""
NAMES = ("Ann", "Ben", "Cat", "Dot", "Eva", "Fay", "Gus")


class PageHands:
    """Throws dice, lays them aside, and taps on the page."""

    def __init__(self, folder: Path, game: type[AnyGame], seed: int, *, auto: bool, mat: bool):
        settings = Settings(game=game.NAME, by_itself=auto)
        self.flow = Flow(folder, settings=settings)
        self.flow.start()
        self.mat, self.taps, self.throws = mat, 0, 0
        self._untold = mat or not auto
        """Whether the table works out what was kept."""
        self._dice = random.Random(seed)
        self._control = PanelControl(self.flow.table, self.flow.press)
        self._commands = Commands(self._control)

    @property
    def match(self) -> Match:
        return self.flow.table.session.game

    def tap(self, do: type[messages.Message], **given: object) -> None:
        """Send what one tap sends."""
        self.taps += 1
        self._commands.do(do(at=moment(self.flow.table.session), **given))

    def play(self, game: type[AnyGame], players: int) -> None:
        """Play one game to its end."""
        seats = zip(NAMES[:players], game.COLOURS, strict=False)
        self.tap(
            messages.Begin,
            game=game.NAME,
            players=tuple(messages.Seat(name, colour) for name, colour in seats),
        )
        step = self._ants if game is PicnicBlitz else self._heckmeck
        while self.match.state.ending is None:
            step()

    def throw(self, dice: Iterable[Face], aside: Faces | None = None) -> None:
        """Read these dice, which were thrown: with a tap only if nothing happens without."""
        self.throws += 1
        told = reading(typed(dice), aside=None if aside is None else typed(aside))
        self.flow.tray = fallen(told, self._dice)
        table = self.flow.table
        look = table.auto_look
        if look is None or table.judge(look, self.flow.tray) is not Verdict.THROWN:
            self.tap(messages.Press, action=Action.SCAN)
            return
        table.noticed(self.flow.tray)
        self.flow._answer()

    def choose(self, *moves: Move) -> None:
        """Tap the choice of these moves; where it leaves several tiles, the first of them."""
        choices, ahead = self.match.choices(), len(self.match.ahead)
        fits = [c for c in choices if c.moves[ahead:][: len(moves)] == moves]
        self.tap(messages.Choose, choice=choices.index(min(fits, key=lambda c: len(c.moves))))

    # Heckmeck.

    def _heckmeck(self) -> None:
        """Answer what is open, choose, or throw."""
        match = self.match
        if match.question is not None and not match.ahead:
            self._explain(match.choices())
            return
        state = cast("AnyHeckmeck", preview(match.state, *match.ahead).after)
        move = greedy_move(state, self._dice)
        match move:
            case Throw(faces=dice):
                self.throw(dice, laid(state) if self.mat else None)
            case Keep():
                self._keep(state, move)
            case _:
                self.choose(move)

    def _keep(self, state: AnyHeckmeck, keep: Keep) -> None:
        """Keep dice: without a tap where the table works it out, unless the turn ends."""
        after, events = state.play(keep)
        ends = not over(events) and isinstance(greedy_move(after, self._dice), Stop)
        if ends and any(Stop() in c.moves and keep in c.moves for c in self.match.choices()):
            self.choose(keep, Stop())
        elif self._untold and not ends and not over(events):
            dice = self._dice.choices(state.setup.dice.sides, k=after.turn.left)
            self._kept = keep
            self.throw(dice, laid(after) if self.mat else None)
        else:
            self.choose(keep)

    def _explain(self, answers: tuple[Choice, ...]) -> None:
        """Say which dice were kept."""
        fits = [at for at, answer in enumerate(answers) if self._kept in answer.moves]
        self.tap(messages.Choose, choice=fits[0])

    # Picnic Blitz.

    def _ants(self) -> None:
        state = cast("PicnicBlitz", self.match.state)
        if self.match.question is not None:
            self._say_how_many()
        elif not state.turn.thrown:
            self._rerolled = 6
            self.throw(self._dice.choices(state.setup.dice.sides, k=6))
        elif useless := self._useless(state):
            dice = list(state.turn.thrown)
            for face in useless:
                dice.remove(face)
            self._rerolled = len(useless)
            self.throw([*dice, *self._dice.choices(state.setup.dice.sides, k=len(useless))])
        else:
            self._move(state)

    def _useless(self, state: PicnicBlitz) -> list[Face]:
        """Return the dice to re-roll: all that do not help the best track."""
        steps = state.steps()
        if not state.turn.again or state.straight:
            return []
        best = max(steps, key=lambda step: (step.food, step.steps), default=None)
        track = "" if best is None else str(best.track)
        return [face for face in state.turn.thrown if face != track][: state.turn.again]

    def _say_how_many(self) -> None:
        answers = self.match.choices()
        throws = [answer.moves[0] if answer.moves else None for answer in answers]
        fits = [
            at
            for at, throw in enumerate(throws)
            if isinstance(throw, Throw) and throw.rerolled in {None, self._rerolled}
        ]
        self.tap(messages.Choose, choice=fits[0])

    def _move(self, state: PicnicBlitz) -> None:
        moves = [choice.moves[0] for choice in self.match.choices() if choice.kind == "move"]
        attacks = [move for move in moves if isinstance(move, Attack)]
        best = {step.track: (step.food, step.steps) for step in state.steps()}
        marches = [move for move in moves if isinstance(move, March)]
        marches.sort(key=lambda march: best[march.track], reverse=True)
        self.choose((attacks or marches or moves)[0])


def count(games: int, game: type[AnyGame], *, auto: bool, mat: bool = False) -> Counted:
    """Play games of this kind, with each number of players in turn."""
    counted = Counted()
    for seed in range(games):
        with tempfile.TemporaryDirectory() as folder:
            players = game.LEAST_PLAYERS + seed % (game.MOST_PLAYERS - game.LEAST_PLAYERS + 1)
            hands = PageHands(Path(folder), game, seed, auto=auto, mat=mat)
            hands.play(game, players)
            counted.throws += hands.throws
            counted.presses += hands.taps
            counted.games += 1
    return counted


def told(game: type[AnyGame], counted: Counted, *, auto: bool, mat: bool) -> str:
    """Return a line about these games."""
    how = f"{'read by itself' if auto else 'Scan is tapped'}{', on a mat' if mat else ''}"
    return (
        f"  {game.NAME}, {how}: {counted.games} games, {counted.throws} throws, "
        f"{counted.presses} taps: {counted.a_throw:.2f} a throw ({MOST[auto, mat][game.NAME]})"
    )


def report(games: int = 30) -> None:
    print("Taps on the page, plain players, all counted (limit)")
    for auto, mat in MOST:
        for game in GAMES.values():
            if mat and not issubclass(game, Heckmeck):
                continue
            print(told(game, count(games, game, auto=auto, mat=mat), auto=auto, mat=mat))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    report(parser.parse_args().games)
