"""Runs `render.cu`: on a GPU for training, on the processor for tests."""

import ctypes
import hashlib
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from vision.training.records import DECAL, DIE, FRAME, THING, Record
from vision.training.scenes import Batch

SOURCE = Path(__file__).with_name("render.cu")
INCLUDED = SOURCE.with_name("photo.cu")


@cache
def _library(*, gpu: bool) -> ctypes.CDLL:
    """Return the renderer, rebuilt if its source has changed."""
    mark = hashlib.sha256(SOURCE.read_bytes() + INCLUDED.read_bytes()).hexdigest()[:16]
    built = Path(tempfile.gettempdir()) / f"grillside-render-{'gpu' if gpu else 'cpu'}-{mark}.so"
    if not built.exists():
        name = "nvcc" if gpu else "g++"
        compiler = shutil.which(name)
        if compiler is None:
            message = f"{name} is needed to build {SOURCE.name}"
            raise RuntimeError(message)
        if gpu:
            how = ["-O3", "-use_fast_math", "-arch=native", "-Xcompiler", "-fPIC"]
        else:
            how = ["-O2", "-ffast-math", "-fopenmp", "-fPIC", "-x", "c++"]
        part = built.with_suffix(".part")
        subprocess.run(  # noqa: S603 (the compiler found above, on our own file)
            [compiler, *how, "-shared", str(SOURCE), "-o", str(part)], check=True
        )
        part.replace(built)
    library = ctypes.CDLL(str(built))
    sizes = (ctypes.c_int * 4)()
    library.sizes(sizes)
    if list(sizes) != [d.itemsize for d in (FRAME, DIE, THING, DECAL)]:
        message = f"records.py and {SOURCE.name} differ: {list(sizes)}"
        raise RuntimeError(message)
    return library


class Renderer:
    """Renders batches of frames of one size."""

    def __init__(
        self, art: NDArray[np.uint8], prints: NDArray[np.uint8], device: torch.device
    ) -> None:
        self.device = device
        self.art = torch.from_numpy(art).to(device)
        self.prints = torch.from_numpy(prints).to(device)
        self._library = _library(gpu=device.type == "cuda")

    def render(
        self, batch: Batch, width: int, height: int, samples: int = 1
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return linear RGB (frames x 3 x height x width), and the visibility of each side.

        The visibility is (dice x 6 x 3): the number of pixels, of glaring pixels, and of pixels
        without obstruction.
        """
        records = [self._send(r) for r in (batch.frames, batch.dice, batch.things, batch.decals)]
        count = len(batch.frames)
        picture = torch.empty(count, 3, height, width, device=self.device)
        seen = torch.zeros(max(len(batch.dice), 1), 6, 3, device=self.device)
        stream = torch.cuda.current_stream().cuda_stream if self.device.type == "cuda" else 0
        pointers = [*records, self.art, self.prints]
        failed = self._library.render(
            *(ctypes.c_void_p(t.data_ptr()) for t in pointers),
            *(ctypes.c_int(n) for n in (count, width, height, samples)),
            *(ctypes.c_void_p(at) for at in (picture.data_ptr(), seen.data_ptr(), stream)),
        )
        if failed:
            message = f"the renderer failed: CUDA error {failed}"
            raise RuntimeError(message)
        return picture, seen[: len(batch.dice)]

    def _send(self, record: Record) -> torch.Tensor:
        raw = np.ascontiguousarray(record).view(np.uint8)
        if not raw.size:
            raw = np.zeros(4, np.uint8)
        return torch.from_numpy(raw).to(self.device)
