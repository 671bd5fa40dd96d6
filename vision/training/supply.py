"""Supplies each step with pictures and their truth: renders, photos, simulated throws."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
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
from vision.training.recipe import Recipe
from vision.training.renderer import Renderer
from vision.training.scenes import Batch, Maker
from vision.training.simulated import Simulator, Views
from vision.training.truth import Truth, both, truth_of, truth_of_photos, truth_of_views

WIDTH, HEIGHT = SIZE = 768, 576
"""Size of the rendered frames; the finder sees them at half that size."""

T = TypeVar("T")


class Scenes(IterableDataset[Batch]):
    """Yields batches of scenes, a different stream in every worker."""

    def __init__(self, recipe: Recipe, inks: NDArray[np.float32], prints: int) -> None:
        self.recipe, self.inks, self.prints = recipe, inks, prints

    def __iter__(self) -> Iterator[Batch]:
        lot = self.recipe.lot
        own, many = _own(self.recipe.seed), lot.plain + lot.photographic
        maker = Maker(
            own, WIDTH, HEIGHT, self.inks, self.prints, SETS, unsteady=lot.unsteady,
            photographic=lot.photographic / many, samples=lot.samples,
        )  # fmt: skip
        while True:
            yield maker.batch(many)


class Throws(IterableDataset[Views]):
    """Yields views of the simulated camera, different in every worker."""

    def __init__(self, recipe: Recipe, art: NDArray[np.uint8]) -> None:
        self.recipe, self.art = recipe, art

    def __iter__(self) -> Iterator[Views]:
        cv2.setNumThreads(1)
        lot, own = self.recipe.lot, _own(self.recipe.seed)
        simulator = Simulator(own, WIDTH, HEIGHT, self.art, unsteady=lot.unsteady)
        while True:
            yield simulator.views(lot.simulated)


def _own(seed: int) -> int:
    """Return a seed for this worker."""
    worker = torch.utils.data.get_worker_info()
    return seed * 1000 + (worker.id if worker else 0)


def _ahead(batches: IterableDataset[T], workers: int) -> Iterator[T]:
    """Return batches that workers make in advance."""
    ahead = 4 if workers else None
    return iter(DataLoader(batches, batch_size=None, num_workers=workers, prefetch_factor=ahead))


class Supply:
    """Renders lots of pictures."""

    def __init__(
        self,
        recipe: Recipe,
        art: NDArray[np.uint8],
        prints: NDArray[np.uint8],
        photos: Path | None,
        device: torch.device,
    ) -> None:
        # Workers are forked, and would wait forever for OpenCV's earlier threads.
        cv2.setNumThreads(1)
        self._views, self._device = recipe.lot.photos, device
        self._renderer = Renderer(art, prints, device)
        self._camera = Camera(recipe.seed, device)
        # A simulated throw takes most of the time.
        cores = os.cpu_count() or 1
        scenes = Scenes(recipe, inks(art), len(prints))
        self._scenes: Iterator[Batch] = _ahead(scenes, cores // 4)
        self._throws: Iterator[Views] = _ahead(Throws(recipe, art), cores - cores // 4 - 1)
        self._photos = Photos(photos, recipe.seed, device) if photos else None
        self._stream = torch.cuda.Stream() if device.type == "cuda" else None
        self._thread = ThreadPoolExecutor(1)
        self._next: Future[tuple[Tensor, Truth]] | None = None

    @property
    def has_photos(self) -> bool:
        """Return whether real photos are among the pictures."""
        return self._photos is not None

    def lot(self) -> tuple[Tensor, Truth]:
        """Return pictures (n x 3 x HEIGHT x WIDTH, RGB from 0 to 1), and all their dice.

        The next ones are rendered while the nets learn from these.
        """
        made = (self._next or self._thread.submit(self._render)).result()
        self._next = self._thread.submit(self._render)
        return made

    @torch.no_grad()
    def _render(self) -> tuple[Tensor, Truth]:
        """Render a lot, on a GPU beside what else it does."""
        with nullcontext() if self._stream is None else torch.cuda.stream(self._stream):
            made = self._pictures()
        if self._stream is not None:
            self._stream.synchronize()
        return made

    def _pictures(self) -> tuple[Tensor, Truth]:
        batch = next(self._scenes)
        light, seen = self._renderer.render(batch, WIDTH, HEIGHT)
        edges, photo = (
            torch.from_numpy(values).to(self._device)
            for values in (batch.edges, batch.frames["photo"] > 0)
        )
        pictures, blur = self._camera.shoot(light, edges, photo)
        truth = truth_of(batch, seen, blur, SIZE)
        if self._photos is not None:
            views, known = self._photos.views(self._views, WIDTH, HEIGHT)
            truth = both(truth, truth_of_photos(known, len(pictures), SIZE))
            pictures = torch.cat([pictures, views])
        thrown = next(self._throws)
        truth = both(truth, truth_of_views(thrown.dice, len(pictures), SIZE, self._device))
        shown = torch.from_numpy(thrown.pictures).to(self._device).permute(0, 3, 1, 2)
        return torch.cat([pictures, tinted(shown.float() / 255, self._camera.random)]), truth
