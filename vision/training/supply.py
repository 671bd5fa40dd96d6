"""Supplies each step with pictures and their truth: renders, photos, simulated throws."""

import argparse
from collections.abc import Iterator
from typing import TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from vision.training.camera import Camera, tinted
from vision.training.data import SETS, inks
from vision.training.photos import Photos
from vision.training.renderer import Renderer
from vision.training.scenes import UNSTEADY, USUAL, Batch, Maker, Trouble
from vision.training.simulated import Simulator, Views
from vision.training.truth import Truth, both, truth_of, truth_of_photos, truth_of_views

WIDTH, HEIGHT = SIZE = 768, 576
"""Size of the rendered frames; the finder sees them at half that size."""

T = TypeVar("T")


class Scenes(IterableDataset[Batch]):
    """Yields batches of scenes, a different stream in every worker."""

    def __init__(
        self, seed: int, frames: int, inks: NDArray[np.float32], prints: int, trouble: Trouble
    ) -> None:
        self.seed, self.frames, self.inks, self.prints = seed, frames, inks, prints
        self.trouble = trouble

    def __iter__(self) -> Iterator[Batch]:
        own = _own(self.seed)
        maker = Maker(own, WIDTH, HEIGHT, self.inks, self.prints, self.trouble, SETS)
        while True:
            yield maker.batch(self.frames)


class Throws(IterableDataset[Views]):
    """Yields views of the simulated camera, different in every worker."""

    def __init__(self, seed: int, views: int, art: NDArray[np.uint8], *, unsteady: bool) -> None:
        self.seed, self.views, self.art, self.unsteady = seed, views, art, unsteady

    def __iter__(self) -> Iterator[Views]:
        cv2.setNumThreads(1)
        simulator = Simulator(_own(self.seed), WIDTH, HEIGHT, self.art, unsteady=self.unsteady)
        while True:
            yield simulator.views(self.views)


def _own(seed: int) -> int:
    """Return a seed for this worker."""
    worker = torch.utils.data.get_worker_info()
    return seed * 1000 + (worker.id if worker else 0)


def _ahead(batches: IterableDataset[T], workers: int) -> Iterator[T]:
    """Return batches that workers make in advance."""
    ahead = 4 if workers else None
    return iter(DataLoader(batches, batch_size=None, num_workers=workers, prefetch_factor=ahead))


class Supply:
    """Supplies each step with pictures, as the command line of `train` requests."""

    def __init__(
        self,
        args: argparse.Namespace,
        art: NDArray[np.uint8],
        prints: NDArray[np.uint8],
        device: torch.device,
    ) -> None:
        # Workers are forked, and would wait forever for OpenCV's earlier threads.
        cv2.setNumThreads(1)
        self._samples, self._real, self._device = args.samples, args.real, device
        self._renderer = Renderer(art, prints, device)
        self._camera = Camera(args.seed, device)
        trouble = UNSTEADY if args.unsteady else USUAL
        scenes = Scenes(args.seed, args.frames, inks(art), len(prints), trouble)
        self._scenes: Iterator[Batch] = _ahead(scenes, args.workers)
        self._photos = Photos(args.photos, args.seed, device) if args.photos else None
        self._throws: Iterator[Views] | None = None
        if args.simulated:
            throws = Throws(args.seed, args.simulated, art, unsteady=args.unsteady)
            self._throws = _ahead(throws, args.simulators)

    @torch.no_grad()
    def step(self) -> tuple[Tensor, Truth]:
        """Return pictures (n x 3 x HEIGHT x WIDTH, RGB from 0 to 1), and all their dice."""
        batch = next(self._scenes)
        light, seen = self._renderer.render(batch, WIDTH, HEIGHT, self._samples)
        edges = torch.from_numpy(batch.edges).to(self._device)
        pictures, blur = self._camera.shoot(light, edges)
        truth = truth_of(batch, seen, blur, SIZE)
        if self._photos is not None:
            views, known = self._photos.views(self._real, WIDTH, HEIGHT)
            truth = both(truth, truth_of_photos(known, len(pictures), SIZE))
            pictures = torch.cat([pictures, views])
        if self._throws is not None:
            thrown = next(self._throws)
            more = truth_of_views(thrown.dice, len(pictures), SIZE, self._device)
            truth = both(truth, more)
            shown = torch.from_numpy(thrown.pictures).to(self._device).permute(0, 3, 1, 2)
            pictures = torch.cat([pictures, tinted(shown.float() / 255, self._camera.random)])
        return pictures, truth
