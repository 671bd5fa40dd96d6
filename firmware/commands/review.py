"""The command review: what luck gave and what decisions cost in a recorded game."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from firmware.commands.decide import choice_view
from firmware.commands.output import language_of, print_json
from firmware.commands.recorded import line_numbers, place, read
from firmware.errors import Unclear
from firmware.speech.decisions import percent, said
from firmware.speech.drawing import padded, width
from firmware.speech.games import WORDS
from firmware.speech.players import NO_CHANCES
from firmware.speech.words import Words
from players import Mind
from players.net import NoModel
from players.review import Account, Decision, TurnReview, account, review
from rules.games import AnyGame
from rules.record import Record


def run(args: argparse.Namespace) -> None:
    """Print the review; of a damaged game, that of its good part."""
    record, damage = read(args)
    if record.steps or damage is None:
        _review(record, args)
    if damage is not None:
        raise damage


def _review(record: Record, args: argparse.Namespace) -> None:
    opening = record.opening[0]
    try:
        turns = list(review(opening, [step.move for step in record.steps], Mind()))
    except NoModel as error:
        raise Unclear("no_win_chances", reason=NO_CHANCES[error.code]) from error
    if not turns:
        raise Unclear("no_turn_yet")
    accounts = [account(turns, seat) for seat in range(len(opening.setup.players))]
    shown = _Shown(record)
    if args.json:
        print_json({"file": str(args.file), **shown.view(turns, accounts)})
        return
    language = language_of(args)
    words = Words(opening.setup.players, language)
    title = language.gettext(WORDS[opening.NAME].title)
    print(place(title, record, args, language), "", sep="\n")
    note = language.gettext(
        "Win chances and what changed them. The correction is the error of the net, and nobody's."
    )
    worst = shown.worst(accounts, words)
    print(*_table(accounts, words), "", *worst, "", f"  {note}", sep="\n")


def _table(accounts: Sequence[Account], words: Words) -> list[str]:
    """Return a row for each player; the first figure and all changes are the last."""
    pgettext = words.language.pgettext
    columns = [
        [pgettext("column", "start"), *(percent(each.before) for each in accounts)],
        [pgettext("column", "luck"), *(_signed(each.luck) for each in accounts)],
        [pgettext("column", "play"), *(_signed(-each.cost) for each in accounts)],
        [pgettext("column", "others"), *(_signed(each.others) for each in accounts)],
        [pgettext("column", "correction"), *(_signed(each.correction) for each in accounts)],
        [pgettext("column", "now"), *(percent(each.now) for each in accounts)],
    ]
    if any(each.repairs for each in accounts):
        repairs = (_signed(each.repairs) for each in accounts)
        columns.insert(4, [pgettext("column", "repairs"), *repairs])
    names = ["", *(words.name(seat) for seat in range(len(accounts)))]
    rows = [padded(name, max(map(width, names))) for name in names]
    for column in columns:
        wide = max(map(width, column))
        rows = [f"{row}  {cell:>{wide}}" for row, cell in zip(rows, column, strict=True)]
    return [f"  {row}" for row in rows]


def _signed(change: float) -> str:
    return f"{change:+.1%}"


class _Shown:
    """Shows decisions with their lines in the record."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._lines = line_numbers(record)

    def _before(self, move: int) -> AnyGame:
        return self._record.steps[move - 1].state if move else self._record.opening[0]

    # For people.

    def worst(self, accounts: Sequence[Account], words: Words) -> Iterator[str]:
        """Return each player's worst decision."""
        for seat, each in enumerate(accounts):
            name = words.name(seat)
            if each.worst is None or percent(each.worst.cost) == percent(0):
                yield "  " + words.say("{name}: no decision cost anything.", name=name)
                continue
            decision, state = each.worst, self._before(each.worst.move)
            yield "  " + words.say(
                "{name}, line {line}: “{chosen}” cost {cost}; better was “{best}”.",
                name=name,
                line=self._lines[decision.move],
                chosen=said(decision.chosen, state, words),
                cost=percent(decision.cost),
                best=said(decision.best, state, words),
            )

    # As data.

    def view(self, turns: Sequence[TurnReview], accounts: Sequence[Account]) -> dict[str, Any]:
        state = self._record.state
        return {
            "line": len(self._record.lines),
            "game": state.NAME,
            "over": state.is_over,
            "players": [self._account(each) for each in accounts],
            "turns": [self._turn(turn) for turn in turns],
        }

    def _account(self, each: Account) -> dict[str, Any]:
        return {
            "before": each.before,
            "luck": each.luck,
            "cost": each.cost,
            "others": each.others,
            "repairs": each.repairs,
            "correction": each.correction,
            "now": each.now,
            "worst": None if each.worst is None else self._decision(each.worst),
        }

    def _turn(self, turn: TurnReview) -> dict[str, Any]:
        change = turn.change
        return {
            "player": turn.player,
            "lines": [self._lines[turn.moves[0]], self._lines[turn.moves[-1]]],
            "before": turn.before,
            "after": turn.after,
            "luck": turn.luck,
            "cost": turn.cost,
            "changes": {
                "luck": change.luck,
                "play": change.play,
                "repairs": change.repairs,
                "correction": change.correction,
            },
            "decisions": [self._decision(decision) for decision in turn.decisions],
        }

    def _decision(self, decision: Decision) -> dict[str, Any]:
        state = self._before(decision.move)
        return {
            "line": self._lines[decision.move],
            "chosen": choice_view(decision.chosen, state),
            "chances": decision.chosen.chances,
            "best": choice_view(decision.best, state),
            "best_chances": decision.best.chances,
            "cost": decision.cost,
        }
