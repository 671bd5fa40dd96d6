"""The mat in one picture, for those who aim the camera or ask what it sees.

Nothing here loads numpy or OpenCV before a picture is looked at.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.camera.regions import MatView
from firmware.camera.zone import Point
from firmware.errors import CameraTrouble

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.errors import MatTrouble
    from vision.mat.placing import Mat
    from vision.reading import Frame, ReadDie

MISLEADING = frozenset({"mat_twice", "mat_mirrored", "mat_unknown"})
"""With these, dice would be counted wrong; any other mat that cannot be used does no harm."""


@dataclass(frozen=True)
class MatSeen:
    """A mat that can be used.

    Attributes:
        paper: What it is printed on.
        markers: How many of its four black squares are seen.
        height: How high above it the lens hangs, in millimetres.
        tilt: Of the camera away from straight down, in degrees.
        zones: The outline of each by its name, in pixels.
        size: Width and height of the picture.
        mat: Where it lies.
    """

    paper: str
    markers: int
    height: int
    tilt: int
    zones: Mapping[str, tuple[Point, ...]]
    size: tuple[int, int] = (0, 0)
    mat: "Mat | None" = None

    @classmethod
    def of(cls, mat: "Mat") -> "MatSeen":
        """What is told of it."""
        zones, paper = MatView(mat).outlines(), mat.sheet.paper.value
        height, tilt = round(mat.height), round(mat.tilt)
        return cls(paper, len(mat.markers), height, tilt, zones, mat.size, mat)

    def sorted(self, dice: "Iterable[ReadDie]") -> "dict[str, list[ReadDie]]":
        """The dice of this picture that lie in a zone, by its name."""
        zones: dict[str, list[ReadDie]] = {name: [] for name in self.zones}
        for die in dice:
            zone = None if self.mat is None else self.mat.zone(die.centre)
            if zone is not None:
                zones[zone.value].append(die)
        return zones


def seen_mat(frame: "Frame") -> MatSeen | CameraTrouble | None:
    """The mat in this picture, what is wrong with it, or None where there is none."""
    from vision.errors import MatTrouble  # noqa: PLC0415 (OpenCV: not so early)
    from vision.mat.placing import find_mat  # noqa: PLC0415

    try:
        mat = find_mat(frame)
    except MatTrouble as trouble:
        return told_trouble(trouble)
    return None if mat is None else MatSeen.of(mat)


def told_trouble(trouble: "MatTrouble") -> CameraTrouble | None:
    """The same for people; None where this machine can see no mat at all."""
    match trouble.code, trouble.arguments:
        case "mat_twice", _:
            return CameraTrouble("mat_twice")
        case "mat_mirrored", _:
            return CameraTrouble("mat_mirrored")
        case "mat_unknown", _:
            return CameraTrouble("mat_unknown")
        case "mat_bent", _:
            return CameraTrouble("mat_bent")
        case "mat_covered", {"found": found, "least": least}:
            return CameraTrouble("mat_covered", found=found, least=least)
    return None
