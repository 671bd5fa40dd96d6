"""The few calls of picamera2 that are used, failing as the real ones do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vision.geometry import Frame

INFO = {"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0}
WEBCAM = {"Model": "HD Webcam", "Id": "/base/scb/pcie@7d500000/usb@0,0-1:1.0-046d:0825", "Num": 0}
START = 5_000_000_000
"""Nanoseconds of the sensor's clock at first."""

Pixels = tuple[int, int]
SENSORS: Mapping[str, Mapping[Pixels, Pixels]] = {
    "imx708": {(1536, 864): (3072, 1728), (2304, 1296): (4608, 2592), (4608, 2592): (4608, 2592)},
    "imx219": {
        (640, 480): (1280, 960),
        (1640, 1232): (3280, 2464),
        (1920, 1080): (1920, 1080),
        (3280, 2464): (3280, 2464),
    },
    "imx296": {(1456, 1088): (1456, 1088)},
}
"""The modes of Camera Module 3, Camera Module 2 and the Global Shutter Camera: how many pixels come
out, and how much of the sensor is seen."""

_PERFECT = 16_000.0  # exposure times gain at light 1 that the camera would choose
_LATE = 9  # frames until a change while it runs takes effect
_STRIDE = 64  # bytes by which a row can be longer than the picture is wide
_STEP = 0.6  # dioptres by which the lens moves from frame to frame


@dataclass
class Library:
    """The module, and the scene before its camera."""

    infos: list[Mapping[str, Any]] = field(default_factory=lambda: [INFO])
    sensor: str = "imx708"
    tells_size: bool = True
    autofocus: bool = True
    distance: float = 2.8
    """Dioptres at which dice are sharp."""
    focuses: bool | None = True
    """None: it never answers."""
    light: float = 1.0
    plugged: bool = True
    recent: bool = True
    """Whether it is picamera2 0.3.38 or later, which say otherwise that there is no such camera."""
    noticed: bool = False
    """Whether it was tried to open a camera that was not there."""
    now: int = START
    owner: object = None
    opened: "list[Camera]" = field(default_factory=list)

    @property
    def Picamera2(self) -> "Cameras":  # noqa: N802
        return Cameras(self)


@dataclass
class Cameras:
    """The class `Picamera2`."""

    library: Library

    def global_camera_info(self) -> list[Mapping[str, Any]]:
        slipped = self.library.noticed and not self.library.plugged
        return [] if slipped else self.library.infos

    def __call__(self, camera_num: int) -> "Camera":
        if not self.library.plugged or camera_num >= len(self.library.infos):
            if not self.library.recent:
                raise IndexError("list index out of range")
            self.library.noticed = True
            raise RuntimeError("No camera number found")
        if self.library.owner is not None:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        camera = Camera(self.library, self.library.infos[camera_num])
        self.library.owner = camera
        self.library.opened.append(camera)
        return camera


class Camera:
    """An instance of `Picamera2`."""

    def __init__(self, library: Library, info: Mapping[str, Any]) -> None:
        self.library = library
        self.info = info
        self.configured: Mapping[str, Any] | None = None
        self.started = False
        self.closed = False
        self.lent = 0
        self.frames = 0
        self._hanging = False
        self._waiting: dict[str, Any] = {}
        self._coming: list[tuple[int, dict[str, Any]]] = []
        self.lens = 1.0
        self._set: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "LensPosition": 1.0}
        self._total = 4_000.0
        self._kept: Request | None = None

    @property
    def camera_controls(self) -> Mapping[str, tuple[float, float, float]]:
        names = ["ExposureTime", "ColourGains", "AeEnable", "AwbEnable", "FrameDurationLimits"]
        names += ["AfMode", "LensPosition"] if self.library.autofocus else []
        return {**dict.fromkeys(names, (0.0, 1.0, 0.0)), "AnalogueGain": (1.0, 16.0, 1.0)}

    @property
    def camera_properties(self) -> Mapping[str, Any]:
        size = max(SENSORS[self.library.sensor])
        return {"PixelArraySize": size} if self.library.tells_size else {}

    def create_preview_configuration(
        self,
        *,
        main: Mapping[str, Any],
        lores: Mapping[str, Any],
        raw: None,
        buffer_count: int,
        sensor: Mapping[str, Any],
    ) -> Mapping[str, Any]:
        assert set(main) <= {"size", "format"}, "Bad key"
        assert set(sensor) <= {"bit_depth", "output_size"}, "Unexpected keys"
        assert lores["format"] == "YUV420", "lores stream must be YUV"
        assert all(small <= full for small, full in zip(lores["size"], main["size"], strict=True))
        streams = {"main": dict(main), "lores": dict(lores), "raw": raw}
        return {**streams, "buffer_count": buffer_count, "sensor": sensor}

    @property
    def seen(self) -> Pixels:
        """How much of the sensor is seen, in the mode that gets the best marks from picamera2."""
        assert self.configured is not None
        wanted = self.configured["sensor"].get("output_size", self.configured["main"]["size"])
        modes = SENSORS[self.library.sensor]
        return modes[min(modes, key=lambda mode: _marks(wanted, mode))]

    def configure(self, camera_config: Mapping[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.configured = camera_config

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError("Control is not advertised by libcamera", name)
        if self.started:
            self._coming.append((self.frames + _LATE, dict(controls)))
        else:
            self._waiting.update(controls)

    def start(self) -> None:
        if self.configured is None:
            raise RuntimeError("Camera has not been configured")
        self._apply(self._waiting)
        self._waiting = {}
        self.started = True
        self._kept = self._expose()  # picamera2 keeps the latest picture for who asks next

    def stop(self) -> None:
        assert not self._hanging, "it would wait for ever"
        self.started = False
        self._kept = None
        self._coming = []  # requests on their way are cancelled

    def close(self) -> None:
        self.stop()
        self.closed = True
        if self.library.owner is self:
            self.library.owner = None

    def cancel_all_and_flush(self) -> None:
        self._hanging = False

    def capture_request(self, *, wait: float, flush: bool) -> "Request":
        called = self.library.now
        assert self.configured is not None
        if not self.started or not self.library.plugged:
            self._hanging = True
            raise TimeoutError
        if self.lent >= self.configured["buffer_count"]:
            self._hanging = True
            raise TimeoutError  # nothing left to take pictures with
        request, self._kept = self._kept or self._expose(), None
        while flush and request.began < called:
            request = self._expose()
        self.lent += 1
        return request

    def autofocus_cycle(self, *, wait: float) -> bool:
        self.set_controls({"AfMode": 1})
        if self.library.focuses is None:
            self._hanging = True
            raise TimeoutError
        self.lens = self.library.distance if self.library.focuses else 0.0
        self._set["LensPosition"] = self.lens
        return self.library.focuses

    def _apply(self, controls: Mapping[str, Any]) -> None:
        self._set.update(controls)
        if "ExposureTime" in controls:
            self._set["AeEnable"] = False
        if "ColourGains" in controls:
            self._set["AwbEnable"] = False

    def _expose(self) -> "Request":
        self.frames += 1
        for due, controls in self._coming:
            if due <= self.frames:
                self._apply(controls)
        self._coming = [(due, controls) for due, controls in self._coming if due > self.frames]
        if self._set["AeEnable"]:
            self._total += 0.4 * (_PERFECT / self.library.light - self._total)
            exposure = int(min(self._total, 33_000))
            gain = self._total / exposure
        else:
            exposure, gain = self._set["ExposureTime"], self._set["AnalogueGain"]
        began = self.library.now
        fastest = self._set.get("FrameDurationLimits", (33_333, 0))[0]
        self.library.now += max(fastest, exposure) * 1000
        metadata = {
            "SensorTimestamp": began + exposure * 1000,
            "ExposureTime": exposure - 7,  # a whole number of the sensor's rows
            "AnalogueGain": gain,
            "DigitalGain": 1.0,
            "ColourGains": (1.7, 2.1) if self._set["AwbEnable"] else self._set["ColourGains"],
        }
        if self.library.autofocus:
            way = self._set["LensPosition"] - self.lens
            self.lens += min(max(way, -_STEP), _STEP)
            metadata["LensPosition"] = self.lens
        level = min(0.45 * self.library.light * exposure * gain / _PERFECT, 1.0) * 255
        return Request(self, began, metadata, level)


def _mark(wanted: float, offered: float) -> float:
    """Rate a size: too small is worse than too large."""
    return (offered - wanted) / 4 if offered > wanted else (wanted - offered) * 2


def _marks(wanted: Pixels, offered: Pixels) -> float:
    shape = _mark(wanted[0] / wanted[1], offered[0] / offered[1])
    return sum(map(_mark, wanted, offered)) + 1500 * shape


class Request:
    """A completed request; its buffer is the camera's again once it is released."""

    def __init__(self, camera: Camera, began: int, metadata: dict[str, Any], level: float) -> None:
        self.began = began
        self._camera = camera
        self._metadata = metadata
        self._level = level
        self._released = False

    def make_array(self, name: str) -> Frame:
        """A picture of something red."""
        assert not self._released
        assert self._camera.configured is not None
        stream = self._camera.configured[name]
        width, height = stream["size"]
        if stream["format"] == "YUV420":  # rows with room to spare, colours below the grey
            rows = np.full((height * 3 // 2, width + _STRIDE), 128, np.uint8)
            rows[:height, :width] = round(0.3 * self._level)
            return rows
        assert stream["format"] == "RGB888"
        frame = np.zeros((height, width, 3), np.uint8)
        frame[:, :, 2] = round(self._level)  # "RGB888" has red last in memory
        return frame

    def get_metadata(self) -> Mapping[str, Any]:
        assert not self._released
        return self._metadata

    def release(self) -> None:
        if self._released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._released = True
        self._camera.lent -= 1
