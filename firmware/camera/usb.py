"""A webcam, through OpenCV."""

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.errors import CameraTrouble
from firmware.ports import Clock

if TYPE_CHECKING:  # OpenCV is loaded with the first picture
    import cv2

    from vision.geometry import Frame

SIZE = (1280, 960)
DEVICES = Path("/sys/class/video4linux")

_STALE = 5  # frames that a driver may have buffered
_SETTLING = 15  # frames that a newly opened webcam needs to find its exposure
_SOON = 0.1  # seconds within which no driver buffers frames
_BROKEN = 10  # consecutive damaged frames, before the webcam counts as gone
_log = logging.getLogger(__name__)


def first_webcam(devices: Path = DEVICES) -> str | None:
    """Return the first webcam's device; on a Pi, other video devices may come before it."""
    found = []
    for device in devices.glob("video*"):
        driver = (device / "device" / "driver").resolve().name
        try:
            pictures = (device / "index").read_text().strip() == "0"  # others deliver only metadata
        except OSError:
            continue
        if driver == "uvcvideo" and pictures:
            found.append(int(device.name.removeprefix("video")))
    return f"/dev/video{min(found)}" if found else None


class UsbCamera:
    """A webcam, or anything else that OpenCV opens by this path; "" is the first webcam.

    It stays open between looks, because opening takes a second or two.
    """

    def __init__(
        self,
        clock: Clock,
        device: str = "",
        size: tuple[int, int] = SIZE,
        find: Callable[[], str | None] = first_webcam,
    ) -> None:
        self._clock = clock
        self._device = device
        self._size = size
        self._find = find
        self._video: cv2.VideoCapture | None = None

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures that arrive after this call."""
        skip = _STALE if self._video is not None else _SETTLING
        video = self._opened()
        broken = 0
        while broken < _BROKEN:
            for _ in range(skip):
                self._grab(video)
            self._grab(video)
            at = self._clock()
            whole, frame = video.retrieve()
            if whole:
                broken = 0
                yield at, frame.astype("uint8", copy=False)
            else:
                broken += 1
            skip = 0 if self._clock() - at < _SOON else _STALE
        raise self._gone()

    def close(self) -> None:
        video, self._video = self._video, None
        if video is not None:
            video.release()

    def _opened(self) -> "cv2.VideoCapture":
        import cv2  # noqa: PLC0415 (not before the first screen)

        if self._video is not None:
            return self._video
        device = self._device or (self._find() if sys.platform == "linux" else "0")
        if device is None:
            raise CameraTrouble("camera_missing")
        if device.isdecimal() and sys.platform == "linux":
            device = f"/dev/video{device}"
        if device.isdecimal():
            video = cv2.VideoCapture(int(device))
        elif not Path(device).exists():
            raise CameraTrouble("camera_missing")
        else:
            by = cv2.CAP_V4L2 if device.startswith("/dev/") else cv2.CAP_FFMPEG
            video = cv2.VideoCapture(device, by)
        if not video.isOpened():
            video.release()
            raise CameraTrouble("camera_busy")
        width, height = self._size
        # Without compression, most webcams send large frames only a few times per second.
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        video.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._video = video
        return video

    def _grab(self, video: "cv2.VideoCapture") -> None:
        if not video.grab():
            raise self._gone()

    def _gone(self) -> CameraTrouble:
        _log.warning("webcam gone")
        self.close()
        return CameraTrouble("camera_gone")
