"""The Raspberry Pi's ribbon-cable camera, through picamera2.

picamera2 comes from the system and exists only on a Pi. The camera runs only while pictures are
taken. Controls are set before it starts, because changes to a running camera take effect some
frames later.
"""

import logging
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from firmware.errors import CameraTrouble
from firmware.ports import CameraSettings

if TYPE_CHECKING:  # numpy is loaded with the first picture
    from vision.geometry import Frame

SIZE = (1280, 960)
SMALL = (320, 240)
"""Size of the second stream, which is enough to detect motion."""
BUFFERS = 3
"""A Zero 2 W has no memory for more or larger buffers."""
LONGEST = 4
"""Flickers of a lamp in one exposure; dice are at rest, so long exposures do no harm."""

_FORMAT = "RGB888"  # libcamera's name for blue, green, red in memory, which is OpenCV's order
_SMALL_FORMAT = "YUV420"  # every Pi offers it for this stream; its first rows are the grey image
_PACE = (33_333, 100_000)  # microseconds per frame, at least and at most; exposures must fit in
_WATCHING = (250_000, 250_000)  # four frames per second are enough to detect motion
_PATIENCE = 2.0  # seconds; libcamera itself gives up a sensor after one
_FOCUSING = 5.0  # seconds
_USUAL_LENS = 3.0  # dioptres: the camera hangs 30 to 40 cm above the table
_SETTLING = 12  # frames after which a change takes effect, or never will
_METERING = 90  # frames
_STEADY = 8  # consecutive frames with the same exposure
_ALIKE = 0.03
_OFF = 0.05  # sensors set exposure in rows, and lenses move in steps
_MANUAL, _CONTINUOUS = 0, 2  # values of AfMode
_AUTO, _FIXED = 0, 1  # values of ExposureTimeMode and AnalogueGainMode, since libcamera 0.5
_log = logging.getLogger(__name__)


Picamera2 = Any
"""picamera2 says nothing of its types. It can be loaded on a Pi alone."""


def _library() -> Picamera2:
    return import_module("picamera2")


def steady(
    total: float, mains_hz: int, gains: tuple[float, float], longest: int = LONGEST
) -> tuple[int, float]:
    """Return an exposure without bands, in microseconds, and the matching gain.

    Lamps flicker twice per mains period; whole flickers, at most `longest`, light every row
    equally. `total` is the exposure times gain. Light that needs less than one flicker is daylight,
    which does not flicker.

    >>> steady(25_000, 50, (1.0, 8.0))
    (20000, 1.25)
    """
    least, most = gains
    flicker = 1e6 / (2 * mains_hz)
    ungained = total / least
    if ungained < flicker:
        return max(round(ungained), 1), least
    exposure = min(int(ungained // flicker), longest) * flicker
    return round(exposure), min(total / exposure, most)


class PiCamera:
    """The camera on the ribbon cable."""

    def __init__(
        self,
        size: tuple[int, int] = SIZE,
        mains_hz: int = 50,
        library: Callable[[], Picamera2] = _library,
    ) -> None:
        self._size = size
        self._mains_hz = mains_hz
        self._library = library
        self._camera: Picamera2 | None = None
        self._settings: CameraSettings | None = None

    def present(self) -> bool:
        """Return whether there is a ribbon-cable camera, even if another program uses it."""
        try:
            return _first(self._loaded()) is not None
        except CameraTrouble:
            return False

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures exposed after this call, by the sensor's clock."""
        return self._pictures(self._settings, _PACE)

    def exposed(self, stops: float) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures with more light: exposed for longer, and only then with a higher gain."""
        settings = self._settings or self.meter(focus=True)
        total = settings.exposure * settings.gain * 2**stops
        longest = math.ceil(LONGEST * 2**stops)
        exposure, gain = steady(total, self._mains_hz, self._gains(), longest)
        slowest = max(_PACE[1], exposure)
        return self._pictures(replace(settings, exposure=exposure, gain=gain), (_PACE[0], slowest))

    def _pictures(
        self, settings: CameraSettings | None, pace: tuple[int, int]
    ) -> Iterator[tuple[float, "Frame"]]:
        camera = self._start(settings, pace)
        try:
            metadata, frame = self._settled(camera, settings)
            while True:
                yield metadata["SensorTimestamp"] / 1e9, frame
                metadata, frame = self._taken(camera)
        finally:
            self._stop()

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield four small grey pictures per second; the sensor rests between them."""
        camera = self._start(self._settings, _WATCHING)
        width, height = SMALL
        try:
            while True:
                metadata, rows = self._taken(camera, of="lores")
                # Rows may be longer than the picture, and the colour planes follow below it.
                yield metadata["SensorTimestamp"] / 1e9, rows[:height, :width]
        finally:
            self._stop()

    def use(self, settings: CameraSettings) -> None:
        self._settings = settings

    def meter(self, *, focus: bool) -> CameraSettings:
        """Let the camera find exposure, colours and focus, and keep using them."""
        camera = self._start(None)
        try:
            metadata = self._metered(camera)
            lens = self._settings.lens if self._settings is not None else None
            if focus or lens is None:
                lens = self._focused(camera)
        finally:
            self._stop()
        exposure, gain = steady(_total(metadata), self._mains_hz, self._gains())
        red, blue = metadata["ColourGains"]
        self._settings = CameraSettings(exposure, gain, (float(red), float(blue)), lens)
        return self._settings

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.cancel_all_and_flush()  # else it waits for frames that may never come
            camera.close()
        except Exception:  # whatever happened, close as much as possible
            _log.warning("camera not closed properly", exc_info=True)

    def _loaded(self) -> Picamera2:
        try:
            return self._library()
        except (ImportError, ValueError) as error:  # ValueError: built for another numpy
            _log.debug("no picamera2: %s", error)
            raise CameraTrouble("camera_library") from error

    def _opened(self) -> Picamera2:
        if self._camera is not None:
            return self._camera
        library = self._loaded()
        number = _first(library)
        if number is None:
            raise CameraTrouble("camera_missing")
        try:
            camera = library.Picamera2(number)
        except (IndexError, RuntimeError) as error:
            gone = isinstance(error, IndexError) or _first(library) is None  # since it was listed
            raise CameraTrouble("camera_missing" if gone else "camera_busy") from error
        self._camera = camera
        with self._watched():
            main = {"size": self._size, "format": _FORMAT}
            lores = {"size": SMALL, "format": _SMALL_FORMAT}
            sensor = _whole_sensor(camera.camera_properties)
            camera.configure(
                camera.create_preview_configuration(
                    main=main, lores=lores, raw=None, buffer_count=BUFFERS, sensor=sensor
                )
            )
        return camera

    def _start(self, settings: CameraSettings | None, pace: tuple[int, int] = _PACE) -> Picamera2:
        """Start the camera with these settings; without settings it adjusts itself."""
        camera = self._opened()
        with self._watched():
            limits = {"FrameDurationLimits": pace}
            if settings is not None:
                camera.set_controls(limits | _fixed(settings, camera.camera_controls))
                camera.start()
            else:
                camera.set_controls(limits)
                camera.start()
                camera.set_controls(_by_itself(camera.camera_controls))
        return camera

    def _stop(self) -> None:
        if self._camera is not None:
            with suppress(CameraTrouble), self._watched():  # the next call reports it
                self._camera.stop()

    def _taken(
        self, camera: Picamera2, *, flush: bool = False, of: str = "main"
    ) -> tuple[Mapping[str, Any], "Frame"]:
        with self._watched():
            request = camera.capture_request(wait=_PATIENCE, flush=flush)
            try:
                return request.get_metadata(), request.make_array(of)
            finally:
                request.release()

    def _gains(self) -> tuple[float, float]:
        """Return the least and the highest gain."""
        least, most, *_ = self._opened().camera_controls["AnalogueGain"]
        return float(least), float(most)

    def _settled(
        self, camera: Picamera2, settings: CameraSettings | None
    ) -> tuple[Mapping[str, Any], "Frame"]:
        """Return the first picture taken with these settings."""
        taken = self._taken(camera, flush=True)
        for _ in range(_SETTLING):
            if settings is None or _is_set(taken[0], settings):
                break
            taken = self._taken(camera)
        return taken

    def _metered(self, camera: Picamera2) -> Mapping[str, Any]:
        """Return exposure and gain after the camera has settled."""
        for _ in range(_SETTLING):  # before that it still uses the previous exposure
            self._taken(camera)
        metadata, _ = self._taken(camera)
        before, alike = _total(metadata), 0
        for _ in range(_METERING):
            metadata, _ = self._taken(camera)
            total = _total(metadata)
            alike = alike + 1 if abs(total - before) <= _ALIKE * before else 0
            before = total
            if alike >= _STEADY:
                break
        return metadata

    def _focused(self, camera: Picamera2) -> float | None:
        """Return the lens position at which dice are sharp; None if the lens is fixed."""
        if "AfMode" not in camera.camera_controls:
            return None
        with self._watched():
            try:
                sharp = camera.autofocus_cycle(wait=_FOCUSING)
            except TimeoutError:  # it does not notice a lens that is already in place
                camera.cancel_all_and_flush()
                sharp = False
        metadata, _ = self._taken(camera)
        return float(metadata.get("LensPosition") or _USUAL_LENS) if sharp else _USUAL_LENS

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Close a camera that fails; the next call opens it again."""
        try:
            yield
        except (RuntimeError, OSError) as error:  # TimeoutError is an OSError
            _log.warning("camera gone: %s", error)
            self.close()
            raise CameraTrouble("camera_gone") from error


def _first(library: Picamera2) -> int | None:
    """Return the index of the first camera that is not a webcam.

    picamera2 opens cameras by this index. libcamera's `Num` may have another order.
    """
    for place, info in enumerate(library.Picamera2.global_camera_info()):
        if "/usb" not in str(info.get("Id", "")):
            return place
    return None


def _whole_sensor(properties: Mapping[str, Any]) -> dict[str, object]:
    """Return the mode that shows the whole field of view: all pixels, binned two by two.

    By itself picamera2 picks the mode nearest in size, which on a Camera Module 3 shows only the
    middle of the sensor. Without a full-field mode it uses the nearest to this one.
    """
    if "PixelArraySize" not in properties:
        return {}
    wide, high = properties["PixelArraySize"]
    return {"output_size": (wide // 2, high // 2)}


def _fixed(settings: CameraSettings, known: Mapping[str, object]) -> dict[str, object]:
    controls: dict[str, object] = {
        "ExposureTime": settings.exposure,
        "AnalogueGain": settings.gain,
        "ColourGains": settings.colours,
        "ExposureTimeMode": _FIXED,
        "AnalogueGainMode": _FIXED,
    }
    if settings.lens is not None:
        controls |= {"AfMode": _MANUAL, "LensPosition": settings.lens}
    return {name: value for name, value in controls.items() if name in known}


def _by_itself(known: Mapping[str, object]) -> dict[str, object]:
    controls = {
        "AeEnable": True,
        "AwbEnable": True,
        "ExposureTimeMode": _AUTO,
        "AnalogueGainMode": _AUTO,
        "AfMode": _CONTINUOUS,
    }
    return {name: value for name, value in controls.items() if name in known}


def _total(metadata: Mapping[str, Any]) -> float:
    gain = metadata["AnalogueGain"] * metadata.get("DigitalGain", 1.0)
    return float(metadata["ExposureTime"] * gain)


def _is_set(metadata: Mapping[str, Any], settings: CameraSettings) -> bool:
    exposed = abs(metadata["ExposureTime"] / settings.exposure - 1) <= _OFF
    lens = metadata.get("LensPosition")
    focused = lens is None or settings.lens is None or abs(lens - settings.lens) <= 2 * _OFF
    return exposed and focused
