"""Which camera looks at the dice, by configuration. Nothing is opened before pictures are taken."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from firmware.camera.folder import FolderCamera
from firmware.camera.pi import PiCamera
from firmware.camera.usb import UsbCamera
from firmware.config.keys import Camera as Section
from firmware.config.keys import CameraKind, user_path
from firmware.ports import Camera, CameraSettings, Clock

if TYPE_CHECKING:  # numpy comes with the first picture
    from vision.reading import Frame


def open_camera(section: Section, clock: Clock, simulated: Callable[[], Camera]) -> Camera | None:
    """The camera of this configuration; None where there shall be none.

    `simulated` makes the one that needs no camera.
    """
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
    """The Pi's own camera if there is one, else a webcam; whichever is there when it is needed."""

    def __init__(self, pi: PiCamera, usb: UsbCamera) -> None:
        self._pi = pi
        self._usb = usb

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Pictures taken from now on."""
        return self._pi.frames() if self._pi.present() else self._usb.frames()

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        """Pictures for those who only watch; a webcam has none that cost less."""
        return self._pi.glimpses() if self._pi.present() else self._usb.frames()

    def use(self, settings: CameraSettings) -> None:
        """What the Pi's own camera shall be set to."""
        self._pi.use(settings)

    def meter(self, *, focus: bool) -> CameraSettings | None:
        """What the Pi's own camera is set to from now on; webcams set themselves."""
        return self._pi.meter(focus=focus) if self._pi.present() else None

    def close(self) -> None:
        """Let go of both."""
        self._pi.close()
        self._usb.close()
