"""Watching the table through a camera while nobody has asked for a look.

Nothing here loads numpy or OpenCV before the table is watched.
"""

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from firmware.errors import CameraTrouble
from firmware.ports import Camera

if TYPE_CHECKING:  # loading numpy and OpenCV takes longer than showing the first screen
    from vision.reading import Frame
    from vision.watch import Watch

PACE = 0.25
"""Seconds between two pictures: a die that falls is seen in a few of them, and little is done."""

Part = tuple[float, float, float, float]
"""Left, top, right and bottom of what is watched, as parts of the picture's width and height."""
EVERYTHING: Part = (0.0, 0.0, 1.0, 1.0)

_ELSEWHERE = 0.02  # by which a part that is watched must differ from another


@runtime_checkable
class Watchable(Protocol):
    """A camera that can be watched for less than its full pictures cost."""

    def glimpses(self) -> Iterator[tuple[float, "Frame"]]:
        """Small pictures, grey or not, a few a second, until no more are asked for."""


class Watcher:
    """One for a camera; everything here is called from the worker's thread."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._pictures: Iterator[tuple[float, Frame]] | None = None
        self._watch: Watch | None = None
        self._part: Part = EVERYTHING

    def watch(self, part: Part) -> None:
        """Watch this part of the picture: people move beside it all the time."""
        # A mat is never found in the very same place twice, which is no motion.
        if max(abs(new - old) for new, old in zip(part, self._part, strict=True)) > _ELSEWHERE:
            self._part = part
            self.restart()

    def until_thrown(self, soonest: float, pause: Callable[[float], bool]) -> bool:
        """Watch until something has moved and come to rest; False if `pause` says to leave.

        `pause` is given the seconds that the camera may be left alone. Nothing is told in the first
        `soonest` seconds. Raises `CameraTrouble`; a later call may succeed.
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
        """How often this rest was told of."""
        return self._begun().tries

    def again(self) -> None:
        """Tell of the same rest once more, a little later."""
        self._begun().again()

    def clear(self) -> None:
        """All was seen well when rest was told of: no hand was there."""
        self._begun().clear()

    def restart(self) -> None:
        """What lies there now is known, since somebody asked for a look at it."""
        if self._watch is not None:
            self._watch.restart()

    def rest(self) -> None:
        """Let the camera rest: one that works costs time and warmth."""
        if isinstance(self._pictures, Generator):
            self._pictures.close()
        self._pictures = None

    def _begun(self) -> "Watch":
        from vision.watch import Watch  # noqa: PLC0415 (OpenCV: not before the first screen)

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
