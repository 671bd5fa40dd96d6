"""Applies a camera's blur, exposure, noise, sharpening and JPEG to whole batches."""

import math

import torch
from torch import Tensor
from torch.nn import functional

REACH = 8
"""Half the width of the widest blur, in pixels."""


class Camera:
    """A different camera for every frame, determined by the seed."""

    def __init__(self, seed: int, device: torch.device) -> None:
        self.device = device
        self.random = torch.Generator(device).manual_seed(seed)
        side = torch.arange(-REACH, REACH + 1, device=device, dtype=torch.float32)
        self._y, self._x = torch.meshgrid(side, side, indexing="ij")
        self._dct = _dct(device)
        self._tables = _tables(device)

    def shoot(self, light: Tensor, edges: Tensor, photo: Tensor) -> tuple[Tensor, Tensor]:
        """Return pictures (0 to 1, as in files), and the blur of each in pixels.

        `edges` are the approximate edges of dice in pixels, which limit the blur. `photo` tells
        which frames are photographic: only those pass a sensor behind a colour filter.
        """
        photo = photo.view(-1, 1, 1, 1).float()
        count = len(light)
        blurred, width = self._blur(light, edges)
        picture = self._expose(blurred)
        picture = self._noise(picture)
        picture = self._sense(picture, photo).clamp(0, 1)
        curve = self._uniform(count, 0.75, 1.3)
        picture = picture.clamp_min(1e-5) ** (curve / 2.2)
        steep = self._some(count, 0.4) * self._uniform(count, 0, 0.8)
        picture = picture + steep * (picture * picture * (3 - 2 * picture) - picture)
        picture = self._sharpen(picture)
        picture = self._halo(picture, photo)
        picture = self._small(picture, edges)
        picture = self._jpeg(picture.clamp(0, 1))
        grey = self._some(count, 0.12)
        luma = (picture * picture.new_tensor([0.3, 0.59, 0.11]).view(1, 3, 1, 1)).sum(
            1, keepdim=True
        )
        return (picture + grey * (luma - picture)).clamp(0, 1), width

    def _uniform(self, count: int, low: float, high: float) -> Tensor:
        drawn = torch.rand(count, 1, 1, 1, generator=self.random, device=self.device)
        return low + (high - low) * drawn

    def _some(self, count: int, share: float) -> Tensor:
        return (self._uniform(count, 0, 1) < share).float()

    def _normal(self, *shape: int) -> Tensor:
        return torch.randn(*shape, generator=self.random, device=self.device)

    def _blur(self, light: Tensor, edges: Tensor) -> tuple[Tensor, Tensor]:
        count, _, height, width = light.shape
        sharp = self._uniform(count, 0.4, 0.95)
        edge = edges.view(-1, 1, 1, 1)
        soft = self._some(count, 0.3) * self._uniform(count, 0.01, 0.075) * edge
        round_ = (sharp**2 + soft**2).sqrt().clamp(max=REACH / 2.2)
        moved = self._some(count, 0.12) * (self._uniform(count, 0.02, 0.25) * edge).clamp(
            max=REACH * 1.6
        )
        angle = self._uniform(count, 0, math.pi)
        along = self._x * torch.cos(angle) + self._y * torch.sin(angle)
        across = self._y * torch.cos(angle) - self._x * torch.sin(angle)
        far = (along.abs() - moved / 2).clamp_min(0)
        kernel = torch.exp(-(far**2 + across**2) / (2 * round_**2))
        kernel = kernel / kernel.sum((2, 3), keepdim=True)
        kernel = kernel.expand(-1, 3, -1, -1).reshape(count * 3, 1, 2 * REACH + 1, 2 * REACH + 1)
        padded = functional.pad(light, (REACH,) * 4, mode="replicate").reshape(
            1, count * 3, height + 2 * REACH, width + 2 * REACH
        )
        # Highlights are cut before they spread: a lens flare is not what is meant here.
        blurred = functional.conv2d(padded, kernel, groups=count * 3)
        return blurred.view(count, 3, height, width), (round_ + moved / 3).flatten()

    def _expose(self, light: Tensor) -> Tensor:
        count, _, height, width = light.shape
        mean = light.clamp(max=3).mean((1, 2, 3), keepdim=True).clamp_min(1e-3)
        high = torch.quantile(light[:, 1, ::8, ::8].flatten(1), 0.97, dim=1).view(-1, 1, 1, 1)
        scale = torch.where(self._some(count, 0.5) > 0, 0.75 * high, 2.2 * mean).clamp_min(1e-3)
        stops = torch.exp(self._normal(count, 1, 1, 1) * 0.38).clamp(max=1.9)
        stops = stops * torch.where(
            self._some(count, 0.1) > 0, self._uniform(count, 0.08, 0.4), 1.0
        )
        picture = light * (0.85 / scale) * stops
        tint = torch.exp(self._normal(count, 3, 1, 1) * 0.12)
        picture = picture * tint
        vivid = self._uniform(count, 0.6, 1.35)
        luma = picture.mean(1, keepdim=True)
        picture = (luma + vivid * (picture - luma)).clamp_min(0)
        y = torch.linspace(-1, 1, height, device=self.device).view(1, 1, -1, 1)
        x = torch.linspace(-1, 1, width, device=self.device).view(1, 1, 1, -1)
        dark = self._some(count, 0.4) * self._uniform(count, 0, 0.45)
        veil = self._some(count, 0.15) * self._uniform(count, 0, 0.15)
        return picture * (1 - dark * (x * x + y * y)).clamp_min(0.05) + veil

    def _noise(self, picture: Tensor) -> Tensor:
        count, _, height, width = picture.shape
        shot = self._uniform(count, 0, 1) ** 3 * 0.03
        read = self._uniform(count, 0, 1) ** 3 * 0.02
        fine = self._normal(*picture.shape)
        coarse = functional.interpolate(
            self._normal(count, 3, height // 2, width // 2), (height, width), mode="bilinear"
        )
        mixed = fine + self._some(count, 0.4) * (1.3 * coarse - 0.6 * fine)
        return picture + mixed * (shot * picture.clamp_min(0).sqrt() + read)

    def _sense(self, picture: Tensor, photo: Tensor) -> Tensor:
        """Let a sensor see each pixel in one colour only, with noise; bright light rolls off."""
        count, _, height, width = picture.shape
        odd_row = torch.arange(height, device=self.device).view(-1, 1) % 2
        odd_column = torch.arange(width, device=self.device).view(1, -1) % 2
        red, blue = (odd_row * odd_column).float(), ((1 - odd_row) * (1 - odd_column)).float()
        filtered = torch.stack([red, 1 - red - blue, blue])[None]
        shot = self._uniform(count, 0, 1) ** 2 * 0.05
        read = self._uniform(count, 0, 1) ** 2 * 0.025
        noise = self._normal(*picture.shape) * (shot * picture.clamp_min(0).sqrt() + read)
        around = picture.new_tensor([[1.0, 2, 1], [2, 4, 2], [1, 2, 1]]).expand(3, 1, 3, 3)
        seen, weight = (
            functional.conv2d(functional.pad(plane, (1,) * 4), around, groups=3)
            for plane in ((picture + noise) * filtered, filtered)
        )
        picture = picture + self._some(count, 0.7) * photo * (seen / weight - picture)
        knee = self._uniform(count, 0.5, 0.95)
        over = (picture - knee).clamp_min(0)
        rolled = picture.minimum(knee) + (1 - knee) * (1 - torch.exp(-over / (1 - knee)))
        return picture + self._some(count, 0.6) * photo * (rolled - picture)

    def _halo(self, picture: Tensor, photo: Tensor) -> Tensor:
        """Sharpen brightness alone and widely, as small cameras do."""
        amount = photo * self._some(len(picture), 0.4) * self._uniform(len(picture), 0.2, 1.5)
        luma = picture.mean(1, keepdim=True)
        soft = functional.avg_pool2d(functional.pad(luma, (2,) * 4, mode="replicate"), 5, 1)
        return picture + amount * (luma - soft)

    def _sharpen(self, picture: Tensor) -> Tensor:
        amount = self._some(len(picture), 0.45) * self._uniform(len(picture), 0.2, 1.8)
        soft = functional.avg_pool2d(functional.pad(picture, (1,) * 4, mode="replicate"), 3, 1)
        return picture + amount * (picture - soft)

    def _small(self, picture: Tensor, edges: Tensor) -> Tensor:
        """Enlarge some pictures from a smaller size, especially those of large dice."""
        height, width = picture.shape[2:]
        for large, least in ((False, 0.45), (True, 0.12)):
            chosen = (self._some(len(picture), 0.2).flatten() > 0) & ((edges > 150) | (not large))
            if not chosen.any():
                continue
            drawn = float(torch.rand(1, generator=self.random, device=self.device))
            share = least + (0.95 - least) * drawn
            small = functional.interpolate(
                picture[chosen], scale_factor=share, mode="bilinear", antialias=True
            )
            picture = picture.clone()
            picture[chosen] = functional.interpolate(small, (height, width), mode="bilinear")
        return picture

    def _jpeg(self, picture: Tensor) -> Tensor:
        count, _, height, width = picture.shape
        quality = self._uniform(count, 25, 97)
        scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
        packed = self._some(count, 0.7)
        toward, back = _ycc(self.device)
        colours = torch.einsum("ij,njhw->nihw", toward, picture * 255) - picture.new_tensor(
            [128.0, 0, 0]
        ).view(1, 3, 1, 1)
        half = functional.avg_pool2d(colours[:, 1:], 2)
        luma = self._quantise(colours[:, :1], self._tables[0], scale)
        chroma = self._quantise(half, self._tables[1], scale)
        chroma = functional.interpolate(chroma, (height, width), mode="bilinear")
        colours = torch.cat([luma + 128, chroma], 1)
        made = torch.einsum("ij,njhw->nihw", back, colours) / 255
        return picture + packed * (made - picture)

    def _quantise(self, plane: Tensor, table: Tensor, scale: Tensor) -> Tensor:
        count, channels, height, width = plane.shape
        blocks = plane.view(count, channels, height // 8, 8, width // 8, 8).permute(
            0, 1, 2, 4, 3, 5
        )
        steps = (table * scale.view(-1, 1, 1, 1, 1, 1)).clamp_min(1)
        waves = self._dct @ blocks @ self._dct.T
        blocks = self._dct.T @ (torch.round(waves / steps) * steps) @ self._dct
        return blocks.permute(0, 1, 2, 4, 3, 5).reshape(count, channels, height, width)


def tinted(pictures: Tensor, random: torch.Generator) -> Tensor:
    """Return the pictures (n x 3 x height x width, 0 to 1) in other hues, more vivid or less."""
    count, device = len(pictures), pictures.device

    def uniform(low: float, high: float, *more: int) -> Tensor:
        return low + (high - low) * torch.rand(count, *more, generator=random, device=device)

    # Turned about the axis of greys, farther from it or nearer to it.
    angle = torch.where(uniform(0, 1) < 0.4, uniform(-math.pi, math.pi), uniform(-0.15, 0.15))
    vivid = uniform(0.5, 1.5).view(-1, 1, 1)
    grey = torch.full((3, 3), 1 / 3, device=device)
    across = (torch.tensor([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / math.sqrt(3)).to(device)
    c, s = angle.cos().view(-1, 1, 1), angle.sin().view(-1, 1, 1)
    turn = grey + vivid * (c * (torch.eye(3, device=device) - grey) + s * across)
    turned = torch.einsum("nij,njhw->nihw", turn, pictures).clamp(1e-4, 1)
    bright, curve = uniform(0.85, 1.15, 3, 1, 1), uniform(0.8, 1.25, 3, 1, 1)
    return (turned**curve * bright).clamp(0, 1)


def _dct(device: torch.device) -> Tensor:
    k = torch.arange(8, dtype=torch.float64)
    waves = torch.cos(math.pi * (2 * k[None] + 1) * k[:, None] / 16) * 0.5
    waves[0] = math.sqrt(1 / 8)
    return waves.float().to(device)


def _tables(device: torch.device) -> tuple[Tensor, Tensor]:
    """Return coarser steps for higher frequencies, as in files."""
    k = torch.arange(8, dtype=torch.float32)
    far = k[None] + k[:, None]
    return (10 + 7 * far).to(device), (14 + 12 * far).clamp(max=99).to(device)


def _ycc(device: torch.device) -> tuple[Tensor, Tensor]:
    toward = torch.tensor([[0.299, 0.587, 0.114], [-0.169, -0.331, 0.5], [0.5, -0.419, -0.081]])
    return toward.to(device), torch.linalg.inv(toward).to(device)
