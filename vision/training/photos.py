"""Real photos for training, with their owners' permission and marked top faces.

A folder has pictures and `labels.json`: for each picture its dice as {"corners": [[x, y] x 4],
"value": 1-6}, and "blind": circles [x, y, radius] without labels.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.geometry import Frame
from vision.reading import Corners


class Die(TypedDict):
    """A marked die."""

    corners: Corners
    value: int


class Known(TypedDict):
    """The labels of a photo: its dice, and circles without labels."""

    dice: list[Die]
    blind: list[list[float]]


@dataclass
class Photo:
    """A picture (RGB, 0 to 1), and its dice."""

    picture: Tensor
    corners: Tensor  # n x 4 x 2
    values: Tensor
    blind: Tensor  # m x 3


def picture_at(path: Path) -> Frame:
    """Return the picture in a file, in BGR.

    Raises:
        RuntimeError: There is none that OpenCV can read.
    """
    picture = cv2.imread(str(path))
    if picture is None:
        message = f"{path} cannot be read as a picture"
        raise RuntimeError(message)
    return np.asarray(picture, np.uint8)


class Photos:
    """Photos of a folder, and random views of them."""

    def __init__(self, folder: Path, seed: int, device: torch.device) -> None:
        self.device = device
        self.rng = np.random.default_rng(seed)
        labels = json.loads((folder / "labels.json").read_text())
        self.photos = [self._load(folder / name, known) for name, known in sorted(labels.items())]

    def _load(self, path: Path, known: Known) -> Photo:
        picture = cv2.cvtColor(picture_at(path), cv2.COLOR_BGR2RGB)
        tensor = torch.from_numpy(picture).to(self.device).permute(2, 0, 1).float() / 255
        corners = torch.tensor([d["corners"] for d in known["dice"]], device=self.device)
        values = torch.tensor([d["value"] for d in known["dice"]], device=self.device)
        blind = torch.tensor(known["blind"], device=self.device).float()
        return Photo(tensor, corners.view(-1, 4, 2).float(), values.long(), blind.view(-1, 3))

    def views(self, count: int, width: int, height: int) -> tuple[Tensor, list[Photo]]:
        """Return random views, turned, scaled, mirrored, recoloured, with their labels."""
        made, known = [], []
        for _ in range(count):
            photo = self.photos[int(self.rng.integers(len(self.photos)))]
            picture, moved = self._view(photo, width, height)
            made.append(picture)
            known.append(moved)
        return torch.cat(made), known

    def _view(self, photo: Photo, width: int, height: int) -> tuple[Tensor, Photo]:
        rng = self.rng
        tall, wide = photo.picture.shape[1:]
        fit = min(width / wide, height / tall)
        scale = fit * math.exp(rng.uniform(math.log(0.6), math.log(1.9)))
        angle = rng.uniform(0, 2 * math.pi)
        squash = math.exp(rng.uniform(-0.15, 0.15))
        mirror = -1.0 if rng.random() < 0.5 else 1.0
        c, s = math.cos(angle) * scale, math.sin(angle) * scale
        matrix = np.array([[c * mirror, -s], [s * mirror, c]]) * [[squash], [1 / squash]]
        middle = np.array([wide, tall]) * rng.uniform(0.3, 0.7, 2)
        if len(photo.corners) and rng.random() < 0.7:
            middle = photo.corners[int(rng.integers(len(photo.corners)))].mean(0).cpu().numpy()
        target = np.array([width, height]) * rng.uniform(0.25, 0.75, 2)
        shift = target - matrix @ middle
        inverse = np.linalg.inv(matrix)
        onto = torch.tensor(matrix, dtype=torch.float32, device=self.device)
        by = torch.tensor(shift, dtype=torch.float32, device=self.device)
        grid = self._grid(inverse, shift, width, height, wide, tall)
        source = photo.picture[None]
        if scale < 0.6:  # shrink first, or fine detail turns to noise
            source = functional.interpolate(
                source, scale_factor=scale * 1.2, mode="bilinear", antialias=True
            )
        view = functional.grid_sample(source, grid, padding_mode="border", align_corners=False)
        bright = float(np.exp(rng.normal(0, 0.25)))
        tint = torch.tensor(np.exp(rng.normal(0, 0.06, (1, 3, 1, 1))), device=self.device).float()
        view = (view.clamp_min(1e-4) ** float(np.exp(rng.normal(0, 0.2))) * bright * tint).clamp(
            0, 1
        )
        if rng.random() < 0.3:
            view = view.mean(1, keepdim=True).expand(-1, 3, -1, -1)
        view = view + torch.randn_like(view) * 0.03 * rng.random() ** 2
        if rng.random() < 0.3:
            view = functional.avg_pool2d(functional.pad(view, (1,) * 4, mode="replicate"), 3, 1)
        blind = photo.blind.clone()
        if len(blind):
            blind[:, :2] = blind[:, :2] @ onto.T + by
            blind[:, 2] *= scale
        corners = photo.corners @ onto.T + by
        return view.clamp(0, 1), Photo(view, corners, photo.values, blind)

    def _grid(
        self,
        inverse: NDArray[np.float64],
        shift: NDArray[np.float64],
        width: int,
        height: int,
        wide: int,
        tall: int,
    ) -> Tensor:
        y, x = torch.meshgrid(
            torch.arange(height, device=self.device) + 0.5,
            torch.arange(width, device=self.device) + 0.5,
            indexing="ij",
        )
        points = torch.stack([x, y], -1) - torch.tensor(shift, device=self.device).float()
        points = points @ torch.tensor(inverse, device=self.device).float().T
        return (points / torch.tensor([wide, tall], device=self.device) * 2 - 1)[None]
