"""Selects the camera from the configuration. Opens nothing until pictures are taken."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from firmware.camera.folder import FolderCamera
from firmware.camera.pi import PiCamera
from firmware.camera.usb import UsbCamera
from firmware.config.keys import Camera as Section
from firmware.config.keys import CameraKind, user_path
from firmware.ports import Camera, CameraSettings, Clock

if TYPE_CHECKING:  # numpy is loaded with the first picture
    from vision.geometry import Frame


def open_camera(section: Section, clock: Clock, simulated: Callable[[], Camera]) -> Camera | None:
    """Return the configured camera, or None. `simulated` makes one that needs no hardware."""
    size = section.size.pixels
    match section.kind:
        case CameraKind.PI:
            return PiCamera(size, section.mains_hz)
        case CameraKind.USB:
            return UsbCamera(clock, section.device, size)
        case CameraKind.AUTO:
            return AnyCamera(
                PiCamera(size, section.mains_hz), UsbCamera(clock, section.device, size)
            )
        case CameraKind.FOLDER:
            return FolderCamera(user_path(section.folder))
        case CameraKind.SIMULATED:
            return simulated()
        case CameraKind.NONE:
            return None


class AnyCamera:
    """The Pi's own camera if there is one, else a webcam; chosen when it is needed."""

    def __init__(self, pi: PiCamera, usb: UsbCamera) -> None:
        self._pi = pi
        self._usb = usb

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        return self._pi.frames() if self._pi.present() else self._usb.frames()

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures for detecting motion; a webcam has no cheaper ones."""
        return self._pi.glimpses() if self._pi.present() else self._usb.frames()

    def exposed(self, stops: float) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures of the Pi's own camera with more light; webcams adjust themselves."""
        return self._pi.exposed(stops)

    def use(self, settings: CameraSettings) -> None:
        self._pi.use(settings)

    def meter(self, *, focus: bool) -> CameraSettings | None:
        """Meter with the Pi's own camera and return its settings; webcams adjust themselves."""
        return self._pi.meter(focus=focus) if self._pi.present() else None

    def close(self) -> None:
        self._pi.close()
        self._usb.close()
