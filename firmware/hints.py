"""Advice in lines of text."""

from firmware.drawing import padded, width
from firmware.speech.words import Words
from rules.advice import Advice, Option

SHOWN_SUMS = 8
"""So many chances fit on a line; beyond them nobody hopes."""


def hint_lines(advice: Advice, words: Words) -> list[str]:
    """Each way with what it is worth, the best first, and the chances of the next sums."""
    pgettext = words.language.pgettext
    _ = words.language.gettext
    said = [_said(option, words) for option in advice.options]
    columns = max(28, *map(width, said))
    you, margin = pgettext("column", "you"), pgettext("column", "margin")
    risk = pgettext("column", "next throw shows nothing new")
    lines = [
        "  " + _("On average: points for you; the margin adds what rivals lose, shared."),
        f"  {'':{columns}}{you:>5}  {margin}   {risk}",
    ]
    lines += (
        f"  {padded(way, columns)} {option.value:+5.2f}  {option.margin:+5.2f}{_risk(option)}"
        for way, option in zip(said, advice.options, strict=True)
    )
    sums = [(n, chance) for n, chance in advice.chances.at_least.items() if 0 < chance < 1]
    if sums:
        told = ", ".join(f"{n}: {_rounded(chance)}" for n, chance in sums[:SHOWN_SUMS])
        lines.append("  " + _("Best chance of at least  {sums}", sums=told))
    return lines


def _rounded(chance: float) -> str:
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{chance:.0%}"


def _said(option: Option, words: Words) -> str:
    _ = words.language.gettext
    if option.move is None:
        return _("throw on")
    move = words.move(option.move)
    if option.only_old is None:
        return move
    if option.stop_next:
        return _("{move}, then stop", move=move)
    return _("{move}, then throw on", move=move)


def _risk(option: Option) -> str:
    return "" if option.only_old is None else f"   {option.only_old:6.1%}"
