"""The dimensions of the reference build in millimetres, for docs/build/ and stand.scad."""

from dataclasses import dataclass
from math import atan, cos, degrees, radians, sin, tan

from firmware.config.keys import Size
from vision.mat.sheet import Paper, Sheet


@dataclass(frozen=True)
class Lens:
    """A camera, by its maker's field of view for the whole sensor."""

    name: str
    across: float
    """Degrees."""
    down: float
    sensor: tuple[int, int]
    """Pixels."""
    nearest: int
    """Shortest distance of focus."""

    def field(self, height: float, picture: tuple[int, int]) -> tuple[float, float]:
        """Return the width and height of a table that is visible from this height.

        A picture of another shape than the sensor's is cut out of its middle.
        """
        wide, high = self.sensor
        shape = picture[0] / picture[1]
        kept_across = min(1.0, high * shape / wide)
        kept_down = min(1.0, wide / shape / high)
        across = 2 * height * tan(radians(self.across / 2)) * kept_across
        return across, 2 * height * tan(radians(self.down / 2)) * kept_down


MODULE_3 = Lens("Camera Module 3", 66, 41, (4608, 2592), 100)
MODULE_3_WIDE = Lens("Camera Module 3 Wide", 102, 67, (4608, 2592), 50)
LENSES = (MODULE_3, MODULE_3_WIDE)

PICTURE = Size.LARGE.pixels
HEIGHTS = (200, 250, 300, 350, 400, 450)
DIE = 16
"""The edge of a usual die."""
CLEAR = 45
"""Pixels of a die's edge above which the reader has little trouble (docs/vision.md)."""
LEAST = 20
"""Pixels below which it does not read."""
SPARE = 20
"""Visible margin around the tray, because the camera's place is not exact."""


@dataclass(frozen=True)
class Stand:
    """The printed stand, with the parameter names of stand.scad."""

    camera_height: int = 300
    """From the floor of the tray to the lens."""
    tray_width: int = 200
    """Inside."""
    tray_depth: int = 150
    tray_height: int = 22
    wall: int = 4
    mast_gap: int = 24
    """From the outside of the tray to the middle of the mast."""
    mast_size: int = 20
    base_width: int = 96
    base_depth: int = 80
    console_gap: int = 20
    console_width: int = 132
    console_depth: int = 158
    console_back: int = 58
    console_front: int = 24
    camera_drop: int = 16
    """From the underside of the arm to the lens."""
    lens_back: int = 0
    """How far behind the middle of the tray the lens hangs, towards the mast."""
    camera_tilt: int = 0
    """Degrees by which it then looks towards the players."""

    @property
    def arm(self) -> float:
        """From the middle of the mast to the lens."""
        return self.tray_depth / 2 + self.wall + self.mast_gap - self.lens_back

    @property
    def mast(self) -> float:
        """How long one of its two sections is."""
        return (self.camera_height + self.camera_drop - BASE) / 2

    @property
    def ribbon(self) -> float:
        """The span of the camera's ribbon, from the Pi behind the mast up and along the arm."""
        return self.camera_height + self.camera_drop + self.arm + self.base_depth / 2


BASE = 4
"""How thick the base is below the mast."""
STAND = Stand()
MAT = Sheet(Paper.A4)
MAT_STAND = Stand(
    camera_height=355,
    tray_width=int(MAT.size[0]),
    tray_depth=int(MAT.size[1]),
    lens_back=84,
    camera_tilt=10,
)
"""The same parts for an A4 mat. Above its middle the lens would hang too far for the ribbon."""
RIBBON = 500
"""The longest that is commonly sold."""
PRINTER = 200
"""Parts are no longer or higher than what common printers hold."""


def beyond(lens: Lens, stand: Stand) -> tuple[float, float, float]:
    """How far beyond a tray or mat a tilted camera sees: at its back, at each side, in front.

    At the sides it is least at the back, which is nearest to the camera.
    """
    tilt, high = radians(stand.camera_tilt), stand.camera_height
    across, down = (size / 2 for size in lens.field(1, PICTURE))
    back = stand.tray_depth / 2 - stand.lens_back
    front = stand.tray_depth / 2 + stand.lens_back
    seen_back = high * tan(atan(down) - tilt)
    seen_front = high * tan(atan(down) + tilt)
    deep = high * cos(tilt) - back * sin(tilt)
    return seen_back - back, deep * across - stand.tray_width / 2, seen_front - front


def tilted_die_pixels(lens: Lens, stand: Stand) -> float:
    """How wide a die is at the front of the mat, where it is farthest away."""
    tilt = radians(stand.camera_tilt)
    front = stand.tray_depth / 2 + stand.lens_back
    return die_pixels(lens, stand.camera_height * cos(tilt) + front * sin(tilt))


def die_pixels(lens: Lens, height: float) -> float:
    """How wide a die is in a picture."""
    across, down = lens.field(height, PICTURE)
    return DIE * min(PICTURE[0] / across, PICTURE[1] / down)


def tray(lens: Lens, height: float) -> tuple[int, int]:
    """The largest tray that is seen whole, with some room around it."""
    across, down = lens.field(height, PICTURE)
    return int(across) - 2 * SPARE, int(down) - 2 * SPARE


def verdict(lens: Lens, height: float) -> str:
    """Whether the reference tray and its dice can be read from there."""
    wide, deep = tray(lens, height)
    if wide < STAND.tray_width or deep < STAND.tray_depth:
        return "too near for the tray"
    return "good" if die_pixels(lens, height) >= CLEAR else "dice rather small"


def angles(lens: Lens) -> tuple[float, float]:
    """Return the lens's angles in pictures of the usual shape."""
    across, down = (size / 2 for size in lens.field(1, PICTURE))
    return 2 * degrees(atan(across)), 2 * degrees(atan(down))


def table() -> list[str]:
    """Heights and fields of view, as lines of a document."""
    head = (
        "| camera | lens above tray | seen of the table | largest tray |"
        f" a {DIE} mm die | for a tray of {STAND.tray_width} x {STAND.tray_depth} mm |"
    )
    lines = [head, "|---|---|---|---|---|---|"]
    for lens in LENSES:
        for height in HEIGHTS:
            across, down = lens.field(height, PICTURE)
            wide, deep = tray(lens, height)
            lines.append(
                f"| {lens.name} | {height} mm | {across:.0f} x {down:.0f} mm |"
                f" {wide} x {deep} mm | {die_pixels(lens, height):.0f} pixels |"
                f" {verdict(lens, height)} |"
            )
    return lines
