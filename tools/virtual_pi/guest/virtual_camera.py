"""Adds the features of a Pi's camera that libcamera's virtual one lacks.

picamera2 and libcamera are as they come, but that picamera2 calls `adapt` in a last line:

- The virtual camera has no sensor: here are the modes of one, its exposure, and what tells of it.
- It gives NV12 only, and wants it as two planes: what a Pi's ISP makes of a sensor's picture, blue,
  green and red in memory, is made here of that.
- In libcamera 0.4 it never says whether a picture came out well: what was in memory by chance says
  it. Only buffers are used for which that is "well".
- It gives pictures as fast as they are asked for: here they come at a sensor's pace. While there is
  the file `LOST` none comes, as from a sensor whose ribbon has slipped.
- Where the kernel has no memory for cameras (a tree that was started without a machine around it),
  files in memory stand for it.
- It reads its pictures once, when it is found: a camera that starts while others lie there is first
  closed and found anew. With other pictures it must have another name.

Other cameras, whose names in libcamera are paths, are left as they are; only what they cannot be
set to or do not tell is passed over.
"""

import gc
import os
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from threading import Event, Lock, Thread
from types import SimpleNamespace
from typing import Any

SETUP = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
LOST = Path("/run/virtual-camera/lost")
SENSORS = {
    "imx708": [(1536, 864), (2304, 1296), (4608, 2592)],
    "imx219": [(640, 480), (1640, 1232), (1920, 1080), (3280, 2464)],
}
"""The sizes that come out of a Camera Module 3 and of a Camera Module 2, the whole sensor last."""
SECONDS = 1 / 30
"""From one picture to the next."""
CONTROLS = {
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "ExposureTime": (75, 1_000_000, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, 1.0),
}
METERED = {
    "ExposureTime": 9_970,
    "AnalogueGain": 1.5,
    "DigitalGain": 1.0,
    "ColourGains": (1.7, 2.1),
}
"""What a sensor would find by itself in this light."""

sensor = "imx708"
"""Which is there; tests may choose."""


def is_virtual(camera: Any) -> bool:
    """Whether this camera of libcamera's is the virtual one."""
    return camera is not None and "/" not in camera.id


class RateLimit:
    """Takes requests to the virtual camera, and passes them on one by one."""

    def __init__(self, cameras: Any) -> None:
        self._start, self._stop = cameras.start, cameras.stop
        self._queue = cameras.queue_request
        self._asked: deque[tuple[Any, Any]] = deque()
        self._lock = Lock()
        self._stopped = Event()

    def start(self, camera: Any, *controls: Any) -> None:
        self._start(camera, *controls)
        if is_virtual(camera):
            self._stopped = Event()
            Thread(target=self._run, args=(self._stopped,), daemon=True).start()

    def queue(self, camera: Any, request: Any) -> None:
        if is_virtual(camera):
            self._asked.append((camera, request))
        else:
            self._queue(camera, request)

    def stop(self, camera: Any) -> None:
        if is_virtual(camera):
            self._stopped.set()
            with self._lock:
                while self._asked and not LOST.exists():  # what is thrown away never counts as well
                    self._queue(*self._asked.popleft())
                self._asked.clear()
        self._stop(camera)

    def _run(self, stopped: Event) -> None:
        while not stopped.wait(SECONDS):
            with self._lock:
                if self._asked and not stopped.is_set() and not LOST.exists():
                    self._queue(*self._asked.popleft())


def _buffers(libcamera: Any) -> Any:
    """What makes libcamera's buffers, of two planes in the same memory in place of one."""
    real, well = libcamera.FrameBuffer, libcamera.FrameMetadata.Status.Success

    def two(planes: list[Any]) -> Any:
        first, second = planes[0], real.Plane()
        whole = first.length
        first.length = whole * 2 // 3
        second.fd, second.offset, second.length = first.fd, first.length, whole - first.length
        tried = [real([first, second])]
        while tried[-1].metadata.status != well:
            tried.append(real([first, second]))  # elsewhere, as the others are kept until then
        return tried[-1]

    two.Plane = real.Plane  # type: ignore[attr-defined]
    return two


def _coloured(nv12: Any) -> Any:
    """Blue, green and red: OpenCV takes levels of video, a JPEG has all 256."""
    import cv2
    import numpy as np

    height = nv12.shape[0] * 2 // 3
    levels = np.arange(256)
    light = np.round(16 + levels * 219 / 255).astype(np.uint8)
    colours = np.round(128 + (levels - 128) * 224 / 255).astype(np.uint8)
    video = np.vstack([cv2.LUT(nv12[:height], light), cv2.LUT(nv12[height:], colours)])
    return cv2.cvtColor(video, cv2.COLOR_YUV2BGR_NV12)


def _stamp() -> tuple[int, int] | None:
    """Another one as soon as other pictures lie there."""
    try:
        told = SETUP.stat()
    except OSError:
        return None
    return told.st_ino, told.st_mtime_ns


class Sensor:
    """Overrides parts of picamera2's own class."""

    camera: Any
    libcamera: Any
    allocator_module: Any

    def __init__(self, camera_num: int = 0, **more: Any) -> None:
        self.set: dict[str, Any] = {}
        self.stamp = _stamp()
        self.place = camera_num
        self.asked: Any = None
        super().__init__(camera_num, **more)  # type: ignore[call-arg]

    def _get_raw_modes(self) -> Any:
        if not is_virtual(self.camera):
            return super()._get_raw_modes()  # type: ignore[misc]
        return [{"format": "SRGGB10_CSI2P", "size": size} for size in SENSORS[sensor]]

    @property
    def camera_properties(self) -> Mapping[str, Any]:
        told: dict[str, Any] = super().camera_properties  # type: ignore[misc]
        if not is_virtual(self.camera):
            return told
        return {**told, "ColorFilterArrangement": 0, "PixelArraySize": SENSORS[sensor][-1]}

    @property
    def camera_controls(self) -> Mapping[str, Any]:
        told: dict[str, Any] = super().camera_controls  # type: ignore[misc]
        return {**told, **CONTROLS} if is_virtual(self.camera) else told

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        self.set |= {name: value for name, value in controls.items() if name in CONTROLS}
        known: dict[str, Any] = super().camera_controls  # type: ignore[misc]
        super().set_controls({name: controls[name] for name in controls if name in known})  # type: ignore[misc]

    def configure(self, camera_config: Any = None) -> None:
        real = self.libcamera
        two = SimpleNamespace(FrameBuffer=_buffers(real))
        self.allocator_module.libcamera = two if is_virtual(self.camera) else real
        self.asked = camera_config
        super().configure(camera_config)  # type: ignore[misc]

    def start(self, *told: Any, **more: Any) -> None:
        if is_virtual(self.camera) and _stamp() != self.stamp:
            place, asked, were, name = self.place, self.asked, self.set, self.camera.id
            super().close()  # type: ignore[misc]
            gc.collect()  # libcamera looks for cameras anew when nothing holds it any more
            Sensor.__init__(self, place)
            if self.camera.id == name:
                raise AssertionError(name, "still shows what lay there before")
            self.configure(asked)
            self.set = were
        super().start(*told, **more)  # type: ignore[misc]


def _remembering(module: Any) -> None:
    """Files in memory in place of the kernel's memory for cameras."""

    class Heap:
        def alloc(self, name: str, size: int) -> Any:
            descriptor = os.memfd_create(name)
            os.ftruncate(descriptor, size)
            return SimpleNamespace(get=lambda: descriptor, isValid=lambda: True)

        def close(self) -> None:
            pass

    class Sync:
        def __init__(self, allocator: Any, buffer: Any, _write: bool) -> None:
            self._memory = allocator.mapped_buffers[buffer]

        def __enter__(self) -> Any:
            return self._memory

        def __exit__(self, *error: object) -> None:
            pass

    module.DmaHeap, module.DmaAllocator.DmaSync = Heap, Sync


def _telling(request: Any) -> None:
    """Let pictures of the virtual camera be coloured, and tell how a sensor took them."""
    real_array, real_metadata = request.make_array, request.get_metadata

    def make_array(self: Any, name: str) -> Any:
        array = real_array(self, name)
        return _coloured(array) if is_virtual(self.picam2.camera) else array

    def get_metadata(self: Any) -> dict[str, Any]:
        told: dict[str, Any] = real_metadata(self)
        if not is_virtual(self.picam2.camera):
            return {**METERED, **told}
        fixed = {name: value for name, value in self.picam2.set.items() if name in METERED}
        by_itself = self.picam2.set.get("AeEnable", False)
        return {**told, **METERED, **({} if by_itself else fixed)}

    request.make_array, request.get_metadata = make_array, get_metadata


def _pacing(cameras: Any) -> None:
    """Let the virtual camera take its time."""
    pace = RateLimit(cameras)

    def start(camera: Any, *controls: Any) -> None:
        pace.start(camera, *controls)

    def queue(camera: Any, request: Any) -> None:
        pace.queue(camera, request)

    def stop(camera: Any) -> None:
        pace.stop(camera)

    cameras.start, cameras.queue_request, cameras.stop = start, queue, stop


def adapt(package: Any, allocator_module: Any, libcamera: Any) -> None:
    """Change picamera2 and the classes that it uses."""
    if not Path("/dev/dma_heap").exists():
        _remembering(allocator_module)
    _pacing(libcamera.Camera)
    _telling(package.CompletedRequest)
    known = {"libcamera": libcamera, "allocator_module": allocator_module}
    package.Picamera2 = type("Picamera2", (Sensor, package.Picamera2), known)
