"""The dice of Picnic Blitz: the first throw, and re-rolls."""

from collections import Counter

from firmware.panel.games.ant_moves import EndView, possible
from firmware.panel.games.attacks import onward
from firmware.panel.games.rerolls import SIX, DiceLieView, PicnicView, among
from firmware.panel.view import ExpectedThrow, Navigator, View, Wanted
from firmware.panel.view_kinds import Chooser
from firmware.panel.views.pages import PageView
from firmware.play.goals import GoalChance, goal_chance, goals
from firmware.screens.kinds import DiceRow, Die, Mark, Prompt, Screen
from firmware.table.auto_detect import AutoLook, DiceSeen, Verdict, last_throw, shows
from firmware.table.automatic import reason
from rules.dice import Faces
from rules.moves import QueenUse, SpendQueen
from rules.picnic_blitz import DICE
from rules.rerolls import STRAIGHTS, Goal, OfAKind, Straight, chances


class FirstThrowView(PicnicView):
    """Asks for the first throw, and shows how close the player is to winning."""

    name = "picnic_throw"

    def screen(self) -> Screen:
        points = self.state.points()[self.state.player]
        return Prompt(
            self.name,
            player=self.calmly(self.hands_off()),
            dice=DICE,
            task=self.say("{player}: throw {count}", player=self.player(), count=DICE),
            stop=self.note
            or self.say("{points} of {target} points", points=points, target=self.state.target),
        )

    def scan(self) -> View:
        return self.navigator.look(Wanted(SIX, self.thrown))

    def auto_look(self) -> AutoLook:
        """Read all dice automatically; for later throws only the player knows if one follows."""
        return AutoLook(SIX, None, self._judge)

    def _judge(self, seen: DiceSeen) -> Verdict:
        if len(seen.thrown) not in SIX or seen.still:
            return Verdict.WAITS
        last = last_throw(self.session)
        gathered = last is not None and shows(seen.thrown, last[0])
        return Verdict.UNCLEAR if gathered else Verdict.THROWN

    def expected_throw(self) -> ExpectedThrow:
        return ExpectedThrow((), DICE)

    @property
    def stays(self) -> float | None:
        """Where the program throws, it throws for the box after a while."""
        return self.session.pace if self.session.game.automatic else None

    def ok(self) -> View:
        """Do the same as SCAN, which some boxes lack."""
        return self.scan()

    def step(self, by: int) -> View:
        return self.navigator.info(min(by, 0))


class AgainForBoxView(DiceLieView):
    """The box re-rolls the marked dice: people throw them again for it."""

    name = "box_dice"

    def screen(self) -> Screen:
        marked = self.session.game.marked
        dice = enumerate(self.state.turn.thrown)
        title = self.say("{player}: re-roll {count}", player=self.player(), count=len(marked))
        return DiceRow(
            self.name,
            title,
            tuple(Die(face, Mark.AGAIN if at in marked else Mark.NONE) for at, face in dice),
            lines=tuple(filter(None, (self.note or self.hands_off(), reason(self.session)[0]))),
        )

    def thrown_again(self) -> Faces:
        return tuple(self.state.turn.thrown[at] for at in sorted(self.session.game.marked))

    def ok(self) -> View:
        """Do the same as SCAN, which some boxes lack."""
        return self.scan()

    def step(self, by: int) -> View:
        return self.navigator.info(min(by, 0))

    @property
    def stays(self) -> float | None:
        return self.session.pace


class RolledView(Chooser, DiceLieView):
    """The dice with a cursor, which starts on the tick that continues the turn.

    To re-roll, people throw dice and press SCAN, without using the cursor. Marking dice with it is
    for hints, for entering them without a camera, and for tables where the program throws.
    """

    name = "picnic_dice"

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        reroll = SpendQueen(QueenUse.REROLL)
        self.queen = () if self.state.turn.again else possible(self.state, reroll)
        """The queen's place, between the dice and the tick, if she allows more throws."""
        self.chosen = self.size() - 1

    def size(self) -> int:
        return DICE + len(self.queen) + 1

    @property
    def marked(self) -> frozenset[int]:
        return self.session.game.marked

    @property
    def _on_tick(self) -> bool:
        return self.chosen == self.size() - 1

    @property
    def _on_queen(self) -> bool:
        return self.chosen >= DICE and not self._on_tick

    def screen(self) -> Screen:
        """Return the dice, the number that may be re-rolled, and what they bring."""
        dice = enumerate(self.state.turn.thrown)
        return DiceRow(
            self.name,
            self._title(),
            tuple(Die(face, Mark.AGAIN if at in self.marked else Mark.NONE) for at, face in dice),
            cursor=self.chosen,
            more=bool(self.queen),
            tick=True,
            lines=tuple(line for line in (self._again(), self._brings()) if line),
            foot=self._foot(),
        )

    def _title(self) -> str:
        if isinstance(self.session.game.steps[-1].move, SpendQueen):
            return self.say("{player}: queen back", player=self.player())
        return self.player()

    def _again(self) -> str:
        turn = self.state.turn
        if self.note:
            return self.note
        if self._on_queen:
            return self.say("Queen: re-roll")
        if not turn.again:
            return ""
        if self.marked:
            return self.many("SCAN: {count} die again", "SCAN: re-roll {count}",
                             len(self.marked))  # fmt: skip
        if turn.groups > 1:
            return self.say("Re-roll up to {count}: 2 x SCAN", count=turn.again)
        return self.many("Re-roll {count}: SCAN", "Re-roll up to {count}: SCAN", turn.again)

    def _brings(self) -> str:
        state = self.state
        if self.marked and self.session.settings.hints:
            return self._chances()
        if not state.straight:
            return ""
        if not state.targets():
            return self.say("{length} in a row: no target", length=state.straight)
        return self.many("{length} in a row: {count} attack", "{length} in a row: {count} attacks",
                         state.attacks_left, length=state.straight)  # fmt: skip

    def _chances(self) -> str:
        """Describe the chances of the next straight, and of one more of the commonest face."""
        state = self.state
        held = self.expected_throw().staying
        found = chances(held, len(self.marked))
        length = min(n for n in STRAIGHTS if n > state.straight or n == STRAIGHTS[-1])
        shown = Counter(held or state.turn.thrown)
        face = max(shown, key=lambda face: (shown[face], face))
        count = min(state.turn.thrown.count(face) + 1, DICE)
        return self.say(
            "Row {length}: {chance}  {count} x {face}: {other}",
            length=length,
            chance=self.session.percent(found.straights[length]),
            count=count,
            face=face,
            other=self.session.percent(found.of_a_kind[face][count]),
        )

    def _foot(self) -> str:
        if self._on_tick and self.queen:
            return self.say("OK: attack   < queen")
        if self._on_tick:
            return self.say("OK: attack") if self.state.targets() else self.say("OK: move")
        if self._on_queen:
            return self.say("OK: spend it")
        if self.chosen in self.marked:
            return self.say("OK: let it lie")
        if len(self.marked) < self.state.turn.again:
            return self.say("OK: re-roll it")
        if not self.state.turn.again:
            return self.say("No re-rolls left")
        return self.say("No more than {count}", count=self.state.turn.again)

    def thrown_again(self) -> Faces:
        return tuple(self.state.turn.thrown[at] for at in sorted(self.marked))

    def ok(self) -> View:
        """Mark or unmark a die; on the tick, continue."""
        if self._on_tick:
            return onward(self.navigator)
        if self._on_queen:
            return self.play(self.queen)
        self.session.game.mark(self.chosen, again=self.chosen not in self.marked)
        return self

    def stop(self) -> View:
        """End the turn, after a preview."""
        return EndView(self)


class RerollHintView(PageView, PicnicView):
    """What to re-roll for a straight, or for more dice of a number, with the exact chance."""

    name = "picnic_hint"

    def __init__(self, navigator: Navigator, page: int) -> None:
        super().__init__(navigator, page)
        self.goals = tuple(sorted(goals(self.state), key=self._distance))
        self.at = 0
        self.hoped = self._goal_chance()

    def _goal_chance(self) -> GoalChance:
        """Return the chosen goal; cached, since it takes a while."""
        return goal_chance(self.state, self.goals[self.at])

    def _distance(self, goal: Goal) -> tuple[int, int]:
        """Return a sort key: the next straight, one more of the commonest face, then others."""
        match goal:
            case Straight(length):
                return length - max(self.state.straight, STRAIGHTS[0] - 1), 0
            case OfAKind(face, count):
                return count - self.state.turn.thrown.count(face), 1 + DICE - count

    def screen(self) -> Screen:
        """Return the dice, with those to re-roll marked, and the chance."""
        hoped = self.hoped
        thrown = self.state.turn.thrown
        dice = tuple(
            Die(face, Mark.AGAIN if again else Mark.NONE)
            for face, again in zip(thrown, among(thrown, hoped.reroll), strict=True)
        )
        striped = self.say("Hint: re-roll striped")
        title = striped if hoped.reroll else self.say("Hint: no re-roll")
        line = self._goal_line(hoped.goal, self.session.percent(hoped.chance))
        foot = self.say("OK: next hint")
        return DiceRow(self.name, title, dice, lines=(line,), foot=foot)

    def _goal_line(self, goal: Goal, chance: str) -> str:
        match goal:
            case Straight(length):
                return self.say("{length} in a row: {chance}", length=length, chance=chance)
            case OfAKind(face, count):
                return self.say("{count} x {face}: {chance}", count=count, face=face, chance=chance)

    def ok(self) -> View:
        self.at = (self.at + 1) % len(self.goals)
        self.hoped = self._goal_chance()
        return self
