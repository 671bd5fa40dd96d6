"""How the simulated camera sees the dice, as set on the page."""

from typing import TYPE_CHECKING, Any, cast

from firmware.errors import Unclear
from firmware.simulator.camera import Conditions, SimulatedCamera
from firmware.simulator.script import SPOILS
from firmware.web.messages import Scene

if TYPE_CHECKING:  # OpenCV is loaded with it
    from vision.simulator.scene import Light, Spoil, Surface

LIGHTS = ("daylight", "warm", "cold", "dim", "hard")
SURFACES = ("tray", "wood", "felt", "cloth", "paper", "plain", "stone")
"""As in `vision.simulator.scene`; repeated here to avoid loading OpenCV."""
MAT = "mat"
"""The printed mat, on wood."""


class Staging:
    """Light, table and camera position of a simulated table."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self._camera = camera

    def as_data(self) -> dict[str, Any]:
        """Return the current conditions and the possible ones."""
        now = self._camera.conditions
        return {
            "light": now.light,
            "surface": MAT if now.mat else now.surface,
            "tilt": now.tilt,
            "blur": now.blur,
            "spoil": self._camera.spoil or "",
            "lights": LIGHTS,
            "surfaces": (*SURFACES, MAT),
            "spoils": SPOILS,
        }

    def use(self, wanted: Scene) -> None:
        """Apply from the next throw on; raises `Unclear` for unknown values."""
        mat = wanted.surface == MAT
        known = wanted.light in LIGHTS and (mat or wanted.surface in SURFACES)
        if not known or wanted.spoil not in {None, "", *SPOILS}:
            raise Unclear("page_not_here")
        if wanted.spoil is not None:
            self._camera.spoil = cast("Spoil", wanted.spoil) if wanted.spoil else None
        self._camera.conditions = Conditions(
            cast("Light", wanted.light),
            "wood" if mat else cast("Surface", wanted.surface),
            wanted.tilt,
            wanted.blur,
            mat,
        )
