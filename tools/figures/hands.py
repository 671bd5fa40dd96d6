"""Measures how often motion detection notices a hand: `python -m tools.figures.hands`.

Each scene is a table before a throw, after it, and after it with a hand over a die. The reader,
which also detects hands, is not used.
"""

import argparse
from random import Random

from rules.dice import BARBECUE
from vision.burst.motion import reaches_in
from vision.burst.stillness import Small, shrunk
from vision.simulator.scene import LIGHTS, SURFACES, Scene, Spoil, render

SCENES = 100


def watched(number: int) -> tuple[bool, bool]:
    """Return whether dice alone count as a hand, and whether a hand does."""
    drawn = Random(number)
    surface, light, tilt = drawn.choice(SURFACES), drawn.choice(LIGHTS), drawn.uniform(0, 25)

    def seen(seed: int, spoil: Spoil | None = None) -> Small:
        faces = tuple(drawn.choices(BARBECUE.sides, k=8))
        scene = Scene(
            BARBECUE, faces, seed=seed, place=number, surface=surface, light=light, tilt=tilt,
            spoil=spoil,
        )  # fmt: skip
        return shrunk(render(scene).frame)

    before = seen(2 * number)
    return reaches_in(before, seen(2 * number + 1)), reaches_in(
        before, seen(2 * number + 1, "hand")
    )


def report(scenes: int = SCENES) -> None:
    told = [watched(number) for number in range(scenes)]
    print(f"Watching {scenes} throws, and {scenes} with a hand that rests over a die")
    print(f"  dice taken for a hand: {sum(dice for dice, _ in told)}")
    print(f"  hands waited out before anything is read: {sum(hand for _, hand in told)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=SCENES)
    report(parser.parse_args().scenes)
