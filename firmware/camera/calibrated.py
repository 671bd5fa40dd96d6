"""A camera with its calibration: it is metered when nobody did, or when the light has changed.

Imports neither numpy nor OpenCV until pictures are taken.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.camera.look import Pictures, closing
from firmware.camera.regions import View
from firmware.camera.zone import Calibration, Zone, light_changed
from firmware.errors import CameraTrouble
from firmware.ports import Adjustable, Camera, Exposing

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.geometry import Frame
    from vision.reading import Reading

BRIGHTER = 3.0
"""Stops by which a second look gets more light than a first one that was too dark."""


class CalibratedCamera:
    """A camera, and the calibration of its view.

    `save` receives each calibration that was found without being asked for; it must not raise.
    """

    def __init__(
        self,
        camera: Camera,
        calibration: Calibration,
        save: Callable[[Calibration], None] | None,
    ) -> None:
        self.camera = camera
        self._save = save
        self.use(calibration)

    @property
    def calibration(self) -> Calibration:
        """The calibration in use."""
        return self._calibration

    def use(self, calibration: Calibration) -> None:
        """Use this calibration from now on."""
        self._calibration = calibration
        if calibration.settings is not None and isinstance(self.camera, Adjustable):
            self.camera.use(calibration.settings)

    def calibrate(self, zone: Zone) -> None:
        """Focus and meter, and use the result with this zone.

        Raises `CameraTrouble`, which leaves the calibration unchanged.
        """
        try:
            self._calibration = self._metered(zone, focus=True)
        except CameraTrouble:
            self.use(self._calibration)  # including the camera's settings
            raise

    def save(self) -> None:
        """Save the calibration, if the camera can be calibrated."""
        if self._calibration.settings is not None and self._save is not None:
            self._save(self._calibration)

    def pictures(self) -> Pictures:
        """Yield pictures; meter first if nobody did, or if the light has changed."""
        unset = self._calibration.settings is None
        if not unset:
            with closing(self.camera.frames()) as frames:
                for at, frame in frames:
                    if self._outdated(frame):
                        break
                    yield at, frame
                    yield from frames
                    return
                else:
                    return
        self._calibration = self._metered(self._calibration.zone, focus=unset)
        self.save()
        with closing(self.camera.frames()) as frames:
            yield from frames

    def better(self, reading: "Reading") -> Callable[[], Pictures] | None:
        """Return a way to take pictures with more light or a new focus, if doubts need that."""
        camera, settings = self.camera, self._calibration.settings
        codes = {doubt.code for doubt in reading.doubts}
        if "dark" in codes and isinstance(camera, Exposing):
            return lambda: camera.exposed(BRIGHTER)
        if "blurred" in codes and settings is not None and settings.lens is not None:
            return self._refocused
        return None

    def _refocused(self) -> Pictures:
        self.calibrate(self._calibration.zone)
        with closing(self.camera.frames()) as frames:
            yield from frames

    def _outdated(self, frame: "Frame") -> bool:
        before = self._calibration.brightness
        if before is None or not isinstance(self.camera, Adjustable):
            return False
        return light_changed(before, _brightness(frame, self._calibration.zone))

    def _metered(self, zone: Zone, *, focus: bool) -> Calibration:
        """Meter for the current light, and return the calibration."""
        settings = None
        if isinstance(self.camera, Adjustable):
            settings = self.camera.meter(focus=focus)
        if settings is None:
            return Calibration(zone)
        with closing(self.camera.frames()) as frames:
            for _, frame in frames:
                return Calibration(zone, settings, _brightness(frame, zone))
        raise CameraTrouble("camera_gone")


def _brightness(frame: "Frame", zone: Zone) -> float:
    from firmware.camera import aiming  # noqa: PLC0415 (OpenCV: not before the first screen)

    return aiming.light(View(zone, frame.shape[1], frame.shape[0]).crop(frame))
