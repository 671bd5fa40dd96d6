"""Picnic Blitz at the keyboard: re-roll, attack, move, and spend queens."""

from collections import Counter

from firmware.errors import Unclear
from firmware.terminal import typed
from firmware.terminal.play import TerminalPlay
from rules.ant_turn import AntPhase
from rules.ants import Step, Target
from rules.dice import Face
from rules.moves import Attack, March, Pass, QueenUse, SpendQueen, TakeQueen, Throw
from rules.picnic_blitz import DICE, PicnicBlitz
from rules.record import Read
from rules.tracks import TRACKS

QUEENS = {
    QueenUse.REROLL: "reroll",
    QueenUse.ATTACK: "attack",
    QueenUse.MOVE: "move",
}
"""The words after `queen` that spend one."""


class PicnicPlay(TerminalPlay[PicnicBlitz]):
    """A game of Picnic Blitz at the keyboard."""

    # Output.

    def _decision(self) -> list[str]:
        if self.state.turn.phase is AntPhase.THROW:
            return self._throw_lines(DICE)
        question = self.say(
            "{name}, what will you do? Only in this order; each may be left out:",
            name=self.words.name(self.state.player),
        )
        return [
            question,
            *self._again_lines(),
            *self._queen_line(QueenUse.REROLL),
            *self._attack_lines(),
            *self._queen_line(QueenUse.ATTACK),
            *self._queen_line(QueenUse.MOVE),
            *self._move_lines(),
            *self._pass_lines(),
        ]

    def _again_lines(self) -> list[str]:
        turn = self.state.turn
        if not turn.groups:
            none = turn.phase is AntPhase.ROLLED and not turn.rerolls
            return ["  -: " + self.say("no re-roll, since you have no active ant")] if none else []
        example = " ".join(turn.thrown[: min(turn.again, 2)])
        dice = self.words.counted(turn.again, "die")
        if turn.groups > 1:
            text = self.say("I re-roll the dice you name, {dice} at most, in two throws", dice=dice)
        else:
            text = self.say("I re-roll the dice you name, {dice} at most", dice=dice)
        own = self.say("or throw them yourself and type all six dice")
        return [f"  reroll {example}: {text};", f"    {own}"]

    def _attack_lines(self) -> list[str]:
        targets = self.state.targets()
        if self.state.attacks_left and not targets:
            return ["  -: " + self.say("nobody can be attacked")]
        return [
            f"  attack {self.words.name(aim.player)} {aim.track}: {self._attack(aim)}"
            for aim in targets
        ]

    def _attack(self, aim: Target) -> str:
        parts = [self.say("back to space {to}", to=aim.to) if aim.to else self.say("back home")]
        if aim.cost > 1:
            attacks = self.words.counted(aim.cost, "attack")
            parts.append(self.say("off the food, takes {attacks}", attacks=attacks))
        if aim.pinned_there:
            parts.append(self.say("pinned there"))
        if aim.frees:
            parts.append(self.say("frees {names}", names=self._names(aim.frees)))
        return ", ".join(parts)

    def _move_lines(self) -> list[str]:
        state = self.state
        lines = []
        steps = {step.track: step for step in state.steps()}
        for track in (track for track in TRACKS if Face(str(track)) in state.turn.thrown):
            if track in steps:
                lines.append(f"  {track}: {self._step(steps[track])}")
            elif (refusal := state.refusal(March(track))) is not None:
                lines.append(f"  -: {self.words.error(refusal)}")
        return lines

    def _step(self, step: Step) -> str:
        state = self.state
        spaces = self.words.counted(step.to - step.start, "space")
        parts = [
            self.say(
                "move {spaces} on track {track}, to {to}",
                spaces=spaces,
                track=step.track,
                to=step.to,
            )
            if step.start
            else self.say("a new ant on track {track}, to space {to}", track=step.track, to=step.to)
        ]
        if step.food:
            parts.append(
                self.say("the food: {points}", points=self.words.counted(step.food, "point"))
            )
            if state.points()[state.player] + step.food >= state.target:
                parts.append(self.say("and you win"))
        elif pile := state.table.pile(step.track, step.to):
            parts.append(self.say("pins {names}", names=self._names(pile[-1:])))
        return ", ".join(parts)

    def _queen_line(self, use: QueenUse) -> list[str]:
        if self.state.refusal(SpendQueen(use)) is not None:
            return []
        text = self.say("spend your queen for {use}", use=self.words.use(use))
        return [f"  queen {QUEENS[use]}: {text}"]

    def _pass_lines(self) -> list[str]:
        moves = self.state.legal_moves()
        only = len(moves.choices) == 1 and not moves.dice
        passing = "  " + (self.say("p, or Enter: pass") if only else self.say("p: pass"))
        if self.state.refusal(TakeQueen()) is not None:
            return [passing]
        return ["  queen: " + self.say("take a queen instead of attacking and moving"), passing]

    def _names(self, seats: tuple[int, ...]) -> str:
        return self.words.all_of(map(self.words.name, seats))

    # Input.

    def _decide(self, answer: str) -> None:
        match answer.split():
            case ["reroll", *dice]:
                self._again(" ".join(dice))
            case ["attack", *name, track]:
                self._attack_one(" ".join(name), typed.number(track))
            case ["attack"]:
                raise Unclear("typed_attack")
            case ["queen"]:
                self._play(TakeQueen())
            case ["queen", word]:
                self._spend(word)
            case ["p" | "pass"]:
                self._play(Pass())
            case [digit] if self.state.turn.thrown and digit.isdecimal() and len(digit) == 1:
                self._play(March(typed.number(digit)))
            case _:
                self._type_dice(answer)

    def _type_dice(self, answer: str) -> None:
        """Ask for all six dice, even if only some were re-rolled."""
        faces = typed.faces(answer, self.state.setup.table_dice)
        turn = self.state.turn
        if turn.groups and len(faces) != DICE:
            raise Unclear("typed_dice")
        ask = turn.groups > 1 and self.state.refusal(Throw(faces)) is None
        rerolled = self._how_many(turn.possibly_rerolled(faces)) if ask else None
        self._play(Throw(faces, rerolled), read=Read.HAND)

    def _how_many(self, possible: range) -> int:
        """Ask how many dice were re-rolled; a re-rolled die may show the same face."""
        least, most = possible[0], possible[-1]
        if least == most:
            return least
        question = self.say(
            "How many dice did you re-roll, {least} to {most}? Enter: {least}",
            least=least,
            most=most,
        )
        answer = self.console.ask(f"{question} > ")
        return typed.number(answer) if answer else least

    def _again(self, dice: str) -> None:
        """Re-roll these dice for the players; the others stay."""
        state = self.state
        refusal = state.refusal(Throw(state.turn.thrown))
        if refusal is not None:
            raise refusal
        faces = typed.faces(dice, state.setup.table_dice)
        if not faces:
            raise Unclear("typed_again")
        held = Counter(state.turn.thrown)
        held.subtract(faces)
        for face, count in held.items():
            if count < 0:
                raise Unclear("not_so_many", face=face)
        if len(faces) > state.turn.again:
            raise Unclear("again_too_many", dice=len(faces), allowed=state.turn.again)
        thrown = self.dice.choices(state.setup.dice.sides, k=len(faces))
        rerolled = len(faces) if state.turn.groups > 1 else None
        self._play(Throw([*held.elements(), *thrown], rerolled), read=Read.PROGRAM)

    def _attack_one(self, name: str, track: int) -> None:
        """Attack; the name can be left out if only one ant on the track can be attacked."""
        there = {aim.player for aim in self.state.targets() if aim.track == track}
        if name:
            player = typed.player(name, self.state.setup.players)
        elif len(there) == 1:
            (player,) = there
        elif self.state.attacks_left:
            raise Unclear("typed_attack")
        else:
            player = self.state.rivals[0]  # whoever it is, the rules say why not
        self._play(Attack(player, track))

    def _spend(self, word: str) -> None:
        for use, typed_for in QUEENS.items():
            if word == typed_for:
                self._play(SpendQueen(use))
                return
        raise Unclear("typed_queen")
