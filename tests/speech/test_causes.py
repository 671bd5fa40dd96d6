"""Doubts as the reader tells them, and the one sentence for each cause that people are told."""

from firmware.speech.causes import causes
from firmware.speech.words import Words
from vision.reading import DOUBTS, Argument, Doubt


def about(code: str, *dice: int) -> list[Doubt]:
    return [Doubt(code, {"die": die}) for die in dice]


def seen(found: int, wanted: int = 8) -> Doubt:
    return Doubt("count", {"found": found, "expected": (wanted,)})


def hidden(x: float, y: float) -> Doubt:
    return Doubt("hidden", {"x": x, "y": y})


DISAGREE = Doubt("disagree")


def test_each_cause_is_told_once_and_nothing_that_follows_from_it() -> None:
    """As the real reader told them of simulated throws that were spoiled."""
    for doubts, dice, told in [
        (about("leaning", 1, 4, 6), 8, ["leaning"]),
        ([*about("leaning", 2), *about("overlapping", 2)], 8, ["leaning"]),
        ([*about("glare", 1, 2), *about("unknown_art", 1)], 6, ["glare"]),
        ([*about("glare", 2), DISAGREE], 8, ["glare"]),
        ([*about("covered", 0), *about("glare", 0)], 8, ["covered"]),
        ([*about("covered", 7), seen(7), hidden(369, 188), DISAGREE], 7, ["covered"]),
        ([seen(7), hidden(359, 959)], 7, ["hidden"]),
        ([seen(7)], 7, ["missing"]),
        ([seen(9)], 9, ["too_many"]),
        ([seen(5, 6), *about("leaning", 2)], 5, ["leaning", "missing"]),
        ([*about("unsure", 1, 3), seen(6), DISAGREE], 8, ["unsure"]),
        ([seen(7), DISAGREE], 8, ["disagree"]),
        (about("blurred", *range(8)), 8, ["out_of_focus"]),
        (
            [seen(5, 6), *about("blurred", 0, 1, 2), *about("glare", 3), hidden(1, 2), DISAGREE],
            5,
            ["out_of_focus"],
        ),
        ([*about("blurred", 0), *about("unsure", 2)], 3, ["blurred", "unsure"]),
        ([Doubt("dark"), *about("unsure", 0, 1), seen(7)], 7, ["dark"]),
        ([Doubt("moving"), *about("leaning", 0)], 8, ["moving"]),
        ([], 8, []),
    ]:
        assert [cause.code for cause in causes(doubts, dice)] == told


def test_every_doubt_leads_to_words() -> None:
    for code in DOUBTS:
        samples: dict[str, Argument] = {"die": 0, "face": "5", "expected": (7, 8)}
        doubt = Doubt(code, {name: samples.get(name, 2) for name in DOUBTS[code]})
        (cause,) = causes([doubt], 6)
        assert cause.code == {"count": "missing"}.get(code, code)
        assert Words().cause(cause)


def test_a_sentence_names_its_dice_counted_from_1() -> None:
    words = Words()
    assert words.doubts(about("leaning", 4), 8) == ["Die 5 leans: lay it flat."]
    assert words.doubts(about("leaning", 6, 1, 4), 8) == ["Dice 2, 5 and 7 lean: lay them flat."]
    assert words.doubts(about("leaning", *range(8)), 8) == ["Dice 1-8 lean: lay them flat."]


def test_a_sentence_says_what_is_seen() -> None:
    words = Words()
    (said,) = words.doubts([Doubt("count", {"found": 6, "expected": (7, 8)})], 6)
    assert said.startswith("6 dice are seen, there should be 7 or 8: ")
    (said,) = words.doubts([hidden(10.6, 20.4), hidden(3, 4)], 8)
    assert said.startswith("Something at 11, 20 and 3, 4 may be a die: ")
    strange = [Doubt("not_in_set", {"die": die, "face": face}) for die, face in enumerate("556")]
    (said,) = words.doubts(strange, 8)
    assert said.startswith("Dice 1-3 show 5 and 6, which ")
