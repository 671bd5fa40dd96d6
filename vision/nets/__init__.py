"""Runs the trained nets, which are files in this folder. How they were made: `docs/vision.md`."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.geometry import Frame

FOLDER = Path(__file__).parent


class Net:
    """A trained net, on as many cores as OpenCV may use when it is loaded."""

    def __init__(self, name: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = cv2.getNumThreads()
        self._session = onnxruntime.InferenceSession(
            (FOLDER / name).read_bytes(), options, providers=["CPUExecutionProvider"]
        )

    def run(self, pictures: Sequence[Frame]) -> NDArray[np.float32]:
        """Return the net's answer for each picture; all pictures have one size."""
        blue_first = (np.stack(pictures).astype(np.float32) - 127.5) / 255
        planes = blue_first[..., ::-1].transpose(0, 3, 1, 2)
        (told,) = self._session.run(None, {"picture": planes})
        return np.asarray(told, np.float32)
