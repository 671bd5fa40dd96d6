"""A throw to render in Blender; read by Blender's own Python, which has no OpenCV."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Colour = tuple[int, int, int]
"""Red, green, blue."""
Place = tuple[float, float, float]

WIDTH, HEIGHT = 1280, 960
JOBS = "jobs.json"

PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    "6": ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True)
class Lamp:
    """A square light directed at the middle of the table."""

    place: Place
    size: float
    power: float
    colour: Place


@dataclass(frozen=True)
class Job:
    """One throw. Lengths are centimetres, or parts of an edge where they belong to a die.

    Attributes:
        name: Of its files.
        seed: How the dice fall, where things lie, how materials are grained.
        dice_set: By name.
        sides: Faces of each die: right, left, back, front, top and bottom as it is made.
        count: How many dice fall.
        edge: Of a die.
        roundness: Of its edges.
        ball: The radius of the ball that it was ground down to.
        pip: The radius of one.
        spread: From the middle of a face to its outer pips, each way.
        hollow: How deep pips are drilled, as part of their radius; 0 is printed.
        printed: How deep print is pressed, in centimetres.
        body: The colour of the die.
        ink: The colour of its pips.
        veins: The second colour of a marbled die.
        finish: "plain", "soft", "wooden", "marbled" or "clear".
        rough: 0 mirrors.
        coat: How much lacquer is on it.
        art: File of what is printed on the faces, in two rows of three, the first below.
        table: What it is made of.
        cloth: Its two colours.
        sheet: File of what is printed on a table of print.
        tile: File of what is printed on tiles.
        tray: Half the width of a tray, or 0 without one.
        things: What else lies about.
        heap: Whether it lies where the dice fall.
        strewn: How widely the dice are strewn, as part of what the camera sees.
        lamps: What shines.
        ambient: How much light comes from everywhere.
        warmth: Of the light, 0 is white.
        view: How wide the camera sees, in degrees.
        distance: From the camera to the middle of the table.
        tilt: Of the camera away from straight down, in degrees.
        azimuth: Where it stands, in degrees.
        roll: About its own axis, in degrees.
        film: How light becomes colours, by Blender's name.
        brighter: Than its meter says, in stops.
    """

    name: str
    seed: int
    dice_set: str
    sides: tuple[str, ...]
    count: int
    edge: float
    roundness: float
    ball: float
    pip: float
    spread: float
    hollow: float
    printed: float
    body: Colour
    ink: Colour
    veins: Colour
    finish: str
    rough: float
    coat: float
    art: str
    table: str
    cloth: tuple[Colour, Colour]
    sheet: str
    tile: str
    tray: float
    things: tuple[str, ...]
    heap: bool
    strewn: float
    lamps: tuple[Lamp, ...]
    ambient: float
    warmth: float
    view: float
    distance: float
    tilt: float
    azimuth: float
    roll: float
    film: str
    brighter: float


def load(folder: Path) -> list[Job]:
    """All jobs of a folder."""
    told = json.loads((folder / JOBS).read_text(encoding="utf-8"))
    return [
        Job(**{**_fixed(one), "lamps": tuple(Lamp(**_fixed(lamp)) for lamp in one["lamps"])})
        for one in told
    ]


def _fixed(told: dict[str, Any]) -> dict[str, Any]:
    return {name: _tuple(value) for name, value in told.items()}


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
