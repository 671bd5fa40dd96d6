"""Reads the dice of a throw from a picture."""

from collections.abc import Callable, Collection

from rules.dice import DiceSet
from vision.finder import Finder, Place
from vision.judge import Judge
from vision.looker import Look, Looker
from vision.pyramid import Pyramid
from vision.reading import Frame, Point, Reading

HARDLY = 0.01
"""What seems less likely to be a die than this at first sight is not looked at again."""


class Reader:
    """Finds the dice, looks at each closely, and claims only what it is sure of."""

    def __init__(self) -> None:
        self._finder = Finder()
        self._looker = Looker()
        self._judge = Judge()

    def read(
        self,
        frame: Frame,
        dice_set: DiceSet,
        expected: Collection[int] | None = None,
        zone: Callable[[Point], bool] | None = None,
        edge: Callable[[Point], float] | None = None,
    ) -> Reading:
        """Read one picture; `expected` are the counts that make sense now, if that is known.

        With a `zone`, a die counts only where that is true of the middle of its top face; what
        lies elsewhere is neither told nor doubted. `edge` tells how many pixels a usual die
        measures where its top is seen, if that is known: what is far from that is no die.
        """
        picture = Pyramid(frame)
        looks: dict[Place, Look] = {}
        places = self._finder.find(picture)
        if expected is not None:
            reading = self._judge_all(picture, places, looks, dice_set, expected, zone, edge)
            if reading.accepted:
                return reading
        # A doubt, or no count that could raise one.
        places = self._finder.find_again(picture, places)
        return self._judge_all(picture, places, looks, dice_set, expected, zone, edge)

    def _judge_all(
        self,
        picture: Pyramid,
        places: list[Place],
        looks: dict[Place, Look],
        dice_set: DiceSet,
        expected: Collection[int] | None,
        zone: Callable[[Point], bool] | None,
        edge: Callable[[Point], float] | None,
    ) -> Reading:
        """Judge these places; those already in `looks` need no second one."""
        new = [place for place in places if place not in looks]

        def worth(number: int, look: Look) -> bool:
            return self._judge.sight(new[number], look, dice_set).die >= HARDLY

        told = self._looker.look(picture, [place.shape for place in new], worth=worth)
        looks.update(zip(new, told, strict=True))
        sights = [self._judge.sight(place, looks[place], dice_set) for place in places]
        aslant = self._judge.not_level(picture.frame, sights)
        if aslant:
            shapes = [places[number].shape for number in aslant]
            for number, look in zip(
                aslant, self._looker.look(picture, shapes, closely=True), strict=True
            ):
                looks[places[number]] = look
                sights[number] = self._judge.sight(places[number], look, dice_set)
        return self._judge.judge(picture.frame, sights, expected, zone, edge)
