"""Detects motion on the table while waiting for a throw.

Imports neither numpy nor OpenCV until the table is watched.
"""

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from firmware.errors import CameraTrouble
from firmware.ports import Camera

if TYPE_CHECKING:  # numpy and OpenCV take longer to load than the first screen may wait
    from vision.burst.motion import Watch
    from vision.geometry import Frame

PACE = 0.25
"""Seconds between pictures: a few show a falling die, at little cost."""

Part = tuple[float, float, float, float]
"""Left, top, right and bottom of the watched area, as fractions of the picture's size."""
EVERYTHING: Part = (0.0, 0.0, 1.0, 1.0)

_ELSEWHERE = 0.02  # a watched area is new if it differs by more


@runtime_checkable
class Watchable(Protocol):
    """A camera that delivers small pictures at low cost."""

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield a few small pictures per second, grey or coloured."""


class Watcher:
    """Watches one camera for motion. Call it only from the worker's thread."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._pictures: Iterator[tuple[float, Frame]] | None = None
        self._watch: Watch | None = None
        self._part: Part = EVERYTHING

    def watch(self, part: Part) -> None:
        """Watch only this area of the picture; people move beside it all the time."""
        # The mat is never found at exactly the same place twice, which is no motion.
        if max(abs(new - old) for new, old in zip(part, self._part, strict=True)) > _ELSEWHERE:
            self._part = part
            self.restart()

    def until_thrown(self, soonest: float, pause: Callable[[float], bool]) -> bool:
        """Wait until something has moved and come to rest; return False if `pause` says to stop.

        `pause` receives the seconds during which the camera is not needed. Nothing is reported in
        the first `soonest` seconds. Raises `CameraTrouble`; a later call may succeed.
        """
        watch, begun = self._begun(), None
        try:
            for at, frame in self._running():
                begun = at if begun is None else begun
                if watch.see(at, self._cropped(frame), begun + soonest):
                    return True
                if pause(PACE):
                    return False
        except CameraTrouble:
            self.rest()
            raise
        self.rest()
        raise CameraTrouble("camera_gone")

    @property
    def tries(self) -> int:
        """How often the current rest was reported."""
        return self._begun().tries

    def again(self) -> None:
        """Report the same rest again, a little later."""
        self._begun().again()

    def clear(self) -> None:
        """Note that the view was clear when the rest was reported: no hand was there."""
        self._begun().clear()

    def restart(self) -> None:
        """Take the current dice as known, after a requested look."""
        if self._watch is not None:
            self._watch.restart()

    def rest(self) -> None:
        """Stop the camera, which costs processor time and warmth."""
        if isinstance(self._pictures, Generator):
            self._pictures.close()
        self._pictures = None

    def _begun(self) -> "Watch":
        from vision.burst.motion import Watch  # noqa: PLC0415 (OpenCV: not before the first screen)

        if self._watch is None:
            self._watch = Watch()
        return self._watch

    def _running(self) -> Iterator[tuple[float, "Frame"]]:
        if self._pictures is None:
            camera = self._camera
            self._pictures = camera.glimpses() if isinstance(camera, Watchable) else camera.frames()
        return self._pictures

    def _cropped(self, frame: "Frame") -> "Frame":
        height, width = frame.shape[:2]
        left, top, right, bottom = self._part
        rows = slice(int(top * height), max(round(bottom * height), 1))
        return frame[rows, int(left * width) : max(round(right * width), 1)]
