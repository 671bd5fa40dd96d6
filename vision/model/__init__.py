"""The trained nets, as files beside this one. How they were made: `docs/vision.md`."""

from pathlib import Path

import cv2
import numpy as np

from vision.model.asked import answering
from vision.model.narrow import widened

FOLDER = Path(__file__).parent


def load(name: str, asked: str | None = None) -> cv2.dnn.Net:
    """A net, ready to run on the processor; `asked` says which, where a file holds several."""
    stored = (FOLDER / name).read_bytes()
    return net_of(widened(stored if asked is None else answering(stored, asked)))


def net_of(model: bytes) -> cv2.dnn.Net:
    """A net from the bytes of its file."""
    stored = np.frombuffer(model, np.uint8)
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    if classic is None:
        return cv2.dnn.readNetFromONNX(stored)
    # OpenCV 5 has a second engine besides that of 4.x, and takes it by default: slower here.
    return cv2.dnn.readNetFromONNX(stored, engine=classic)
