"""Advice in lines of text."""

from firmware.words import Words
from rules.advice import Advice, Option

SHOWN_SUMS = 8
"""So many chances fit on a line; beyond them nobody hopes."""


def hint_lines(advice: Advice, words: Words) -> list[str]:
    """Each way with what it is worth, the best first, and the chances of the next sums."""
    lines = [
        "  On average: points for you; the margin adds what rivals lose, shared.",
        f"  {'':28}  you  margin   next throw shows nothing new",
    ]
    lines += (
        f"  {_said(option, words):28} {option.value:+5.2f}  {option.margin:+5.2f}{_risk(option)}"
        for option in advice.options
    )
    sums = [(n, chance) for n, chance in advice.chances.at_least.items() if 0 < chance < 1]
    if sums:
        told = ", ".join(f"{n}: {_rounded(chance)}" for n, chance in sums[:SHOWN_SUMS])
        lines.append(f"  Best chance of at least  {told}")
    return lines


def _rounded(chance: float) -> str:
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{chance:.0%}"


def _said(option: Option, words: Words) -> str:
    if option.move is None:
        return "throw on"
    then = f", then {'stop' if option.stop_next else 'throw on'}"
    return words.move(option.move) + ("" if option.only_old is None else then)


def _risk(option: Option) -> str:
    return "" if option.only_old is None else f"   {option.only_old:6.1%}"
