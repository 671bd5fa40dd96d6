"""What ordinary dice mean: understood without words."""

from itertools import pairwise

from firmware.screens.die import die
from firmware.screens.draw import draw, overflow
from firmware.screens.kinds import StandIns
from rules.dice import Face
from tests.screens.pixels import lit
from tests.screens.samples import DELICACIES, PIPS

SAME = tuple((face, face) for face in PIPS)


def holds(screen: StandIns, face: Face, size: int) -> bool:
    """Whether a die of that face and size stands somewhere on the panel."""
    on, shape = lit(draw(screen)), lit(die(face, size, size))
    dark = {(x, y) for x in range(size) for y in range(size)} - shape
    return any(
        all((left + x, top + y) in on for x, y in shape)
        and not any((left + x, top + y) in on for x, y in dark)
        for left in range(128 - size + 1)
        for top in range(64 - size + 1)
    )


def test_six_pairs_stand_side_by_side() -> None:
    for shown, meant in DELICACIES:
        screen = StandIns("s", "Gewöhnliche Würfel", DELICACIES, "OK")
        assert overflow(screen) == ()
        assert holds(screen, shown, 15)
        assert holds(screen, meant, 15)


def test_only_the_faces_that_differ_are_shown_and_large() -> None:
    pairs = (*SAME[:5], (Face.SIX, Face.WORM))
    screen = StandIns("s", "Dice", pairs, "OK: understood")
    assert holds(screen, Face.SIX, 23)
    assert holds(screen, Face.WORM, 23)
    assert draw(screen).tobytes() == draw(StandIns("s", "Dice", pairs[5:], screen.foot)).tobytes()


def test_all_are_shown_where_each_means_itself() -> None:
    assert all(holds(StandIns("s", "Dice", SAME), face, 15) for face in PIPS)


def test_pairs_stay_apart() -> None:
    for count in range(1, 7):
        inked = lit(draw(StandIns("s", "", DELICACIES[:count])))
        sizes = [size for size in (23, 21, 19, 17, 15)
                 if holds(StandIns("s", "", DELICACIES[:count]), Face.ONE, size)]  # fmt: skip
        assert len(sizes) == 1
        rows = sorted({y for _, y in inked})
        runs = 1 + sum(after - before > 1 for before, after in pairwise(rows))
        assert runs == -(-count // (1 if count <= 2 else 2))


def test_which_pair_is_which_can_be_seen() -> None:
    turned = tuple((shown, meant) for (shown, _), (_, meant)
                   in zip(DELICACIES, reversed(DELICACIES), strict=True))  # fmt: skip
    assert (
        draw(StandIns("s", "Dice", DELICACIES)).tobytes()
        != draw(StandIns("s", "Dice", turned)).tobytes()
    )


def test_a_long_title_is_cut_and_told() -> None:
    title = "Gewöhnliche Würfel stehen für Leckerbissen"
    assert overflow(StandIns("s", title, DELICACIES)) == (title,)
