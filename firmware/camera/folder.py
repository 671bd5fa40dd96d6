"""A folder of pictures that stands in for a camera."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.errors import CameraTrouble
from firmware.store import files

if TYPE_CHECKING:  # OpenCV is loaded with the first picture
    from vision.geometry import Frame

KINDS = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}

_STEP = 0.1  # seconds between frames
_LOOK = 3  # a look that read a throw has taken at least this many frames


class FolderCamera:
    """Shows pictures in the order of their names, and starts over at the end.

    Each look shows the next picture, without motion. A look that ended early shows its picture
    again. Pictures can be added at any time.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shown = ""
        self._looked_at = True
        self._frames = count()

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield the current picture repeatedly."""
        frame = self._next()
        self._looked_at = False
        for taken, number in enumerate(self._frames, start=1):
            self._looked_at = taken >= _LOOK
            yield number * _STEP, frame

    def close(self) -> None: ...

    def _next(self) -> "Frame":
        from vision.errors import BadPicture  # noqa: PLC0415 (OpenCV: not before the first screen)
        from vision.files.pictures import MOST_BYTES, decode  # noqa: PLC0415

        try:
            names = sorted(
                path.name for path in self._folder.iterdir() if path.suffix.lower() in KINDS
            )
        except OSError as error:
            raise CameraTrouble("folder_unreadable", folder=str(self._folder)) from error
        if not names:
            raise CameraTrouble("folder_empty", folder=str(self._folder))
        if self._looked_at or self._shown not in names:
            self._shown = next((name for name in names if name > self._shown), names[0])
        try:
            return decode(files.read(self._folder / self._shown, MOST_BYTES)).frame
        except (OSError, BadPicture) as error:
            self._looked_at = True
            raise CameraTrouble("picture_unreadable", file=self._shown) from error
