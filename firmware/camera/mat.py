"""Finds the mat in one picture, for aiming and for diagnosis.

Imports neither numpy nor OpenCV until a picture is examined.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.camera.regions import MatView
from firmware.camera.zone import Point
from firmware.errors import CameraTrouble

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.geometry import Frame
    from vision.mat.placing import Mat
    from vision.reading import ReadDie

MISLEADING = frozenset({"mat_twice", "mat_mirrored", "mat_unknown"})
"""With these problems dice would be counted wrong; other problems with a mat do no harm."""


@dataclass(frozen=True)
class MatSeen:
    """A usable mat.

    Attributes:
        paper: The paper size it is printed on.
        markers: How many of its four black squares are visible.
        height: Height of the lens above it, in millimetres.
        tilt: Angle of the camera from straight down, in degrees.
        zones: The outline of each zone by name, in pixels.
        size: Width and height of the picture.
        mat: Its position.
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
        zones, paper = MatView(mat).outlines(), mat.sheet.paper.value
        height, tilt = round(mat.height), round(mat.tilt)
        return cls(paper, len(mat.markers), height, tilt, zones, mat.size, mat)

    def sorted(self, dice: "Iterable[ReadDie]") -> "dict[str, list[ReadDie]]":
        """Return the dice in each zone, by the zone's name."""
        zones: dict[str, list[ReadDie]] = {name: [] for name in self.zones}
        for die in dice:
            zone = None if self.mat is None else self.mat.zone(die.centre)
            if zone is not None:
                zones[zone.value].append(die)
        return zones


def seen_mat(frame: "Frame") -> MatSeen | CameraTrouble | None:
    """Return the mat in this picture, the problem with it, or None without a mat."""
    mat = placed_mat(frame)
    return mat if mat is None or isinstance(mat, CameraTrouble) else MatSeen.of(mat)


def placed_mat(frame: "Frame") -> "Mat | CameraTrouble | None":
    """Return the mat's position, the problem with it, or None without a mat."""
    from vision.errors import MatTrouble  # noqa: PLC0415 (OpenCV: not so early)
    from vision.mat.placing import find_mat  # noqa: PLC0415

    try:
        return find_mat(frame)
    except MatTrouble as trouble:
        if trouble.code == "mat_no_markers":  # this machine cannot detect mats
            return None
        return CameraTrouble(trouble.code, **trouble.arguments)
