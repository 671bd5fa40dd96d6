"""Loads the trained nets, which are files in this folder. How they were made: `docs/vision.md`."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

FOLDER = Path(__file__).parent


def load(name: str) -> cv2.dnn.Net:
    """Load a net for the processor."""
    model = (FOLDER / name).read_bytes()
    # OpenCV 5 has the engine of 4.x and a new one, which is slower for these nets. It always
    # runs nets from memory on the new one.
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if classic is not None:
        with suppress(OSError, UnicodeError, cv2.error), TemporaryDirectory() as folder:
            path = Path(folder) / "net.onnx"
            str(path).encode()  # OpenCV crashes on a name that is not text
            path.write_bytes(model)
            return cv2.dnn.readNetFromONNX(str(path), engine=classic)
    return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
