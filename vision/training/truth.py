"""The truth about the dice of a batch, as tensors: of renders, photos, simulated views."""

import math
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch import Tensor

from vision.stages.looker import FLAGS
from vision.training import targets
from vision.training.photos import Photo
from vision.training.records import Record
from vision.training.scenes import Batch

IGNORE = -1
_HALF, _SOME = 0.5, 0.2
"""A die with `_HALF` of its top visible must be found; from `_SOME` on it may be, and a look must
say that it is covered.
"""
LEAN, COVERED, GLARE, BLURRED = range(FLAGS)
LEANS = 8.0, 18.0
"""Degrees up to which a die counts as level, and from which on it leans; between them it is
ignored.
"""
COVERS = 0.015, 0.04
"""The same limits for the covered part of a top."""
CUT = 0.25
"""A top of which a corner lies outside the picture by so much of an edge is covered as well. Where
it is less nobody asks: the judge sees by the corners that it is cut off, and dice that lie near the
margin, but wholly within, were taken for covered by nets that were asked."""


@dataclass
class Truth:
    """The dice of a batch, on the GPU; lengths in pixels of the full frame."""

    frame: Tensor
    middle: Tensor
    half: Tensor  # n x 2 x 2
    down: Tensor  # n x 2: from the middle of the top to that of the opposite side; or nothing (NaN)
    shape: Tensor  # n x 5: `targets.shapes` of the half-size picture
    face: Tensor  # 1-7, or IGNORE
    art: Tensor
    flags: Tensor  # n x FLAGS: 1, 0, or IGNORE
    findable: Tensor  # whether the finder must find it; else it may
    visible: Tensor  # whether enough of it is seen for a close look, if only to tell what is wrong

    def __len__(self) -> int:
        return len(self.frame)


def truth_of(batch: Batch, seen: Tensor, blur: Tensor, size: tuple[int, int]) -> Truth:
    """Return labels as tensors; unreadable dice are ignored."""
    label, device = batch.labels, seen.device
    corners = torch.from_numpy(label["corners"].reshape(-1, 4, 2)).to(device)
    frame = torch.from_numpy(label["frame"].astype(np.int64)).to(device)
    middle = torch.from_numpy(np.stack([label["x"], label["y"]], 1)).to(device)
    half = torch.from_numpy(label["half"].reshape(-1, 2, 2)).to(device)
    shape = torch.from_numpy(targets.shapes(label["half"] / np.float32(2))).to(device)
    slot = torch.from_numpy(label["slot"].astype(np.int64)).to(device)
    lean = torch.from_numpy(label["lean"]).to(device)
    face = torch.from_numpy(label["face"].astype(np.int64)).to(device)
    art = torch.from_numpy(label["art"].astype(np.int64)).to(device)

    area = half.det().abs() * 4
    edge = area.sqrt()
    top = seen[torch.arange(len(slot), device=device), slot]
    ball = torch.from_numpy(batch.dice["ball"]).to(device)
    whole = area * (0.93 - 0.9 * (0.707 - ball).clamp(0, 0.12))  # round corners take their part
    visible = top[:, 0] / top[:, 2].clamp_min(1)
    glare = top[:, 1] / top[:, 0].clamp_min(1)
    wide = blur[frame] / edge
    most = corners.new_tensor(size)
    inside = _inside(corners, most)
    within = torch.where(inside, 1.0, (top[:, 2] / whole.clamp_min(1)).clamp(max=1))
    centred = ((middle > 2) & (middle < most - 2)).all(-1)

    flags = torch.stack(
        [
            _flag(lean, *LEANS),
            _covered(1 - visible, inside, _cut(corners, edge, most)),
            _flag(glare, 0.12, 0.35),
            _flag(wide, 0.075, 0.12),
        ],
        1,
    )
    visible = visible * within
    unreadable = (visible < _HALF) | (glare > 0.6) | (wide > 0.14) | (edge < 13) | (face == 0)
    face = torch.where(unreadable, IGNORE, face)
    clear = centred & (wide < 0.2) & (edge > 12)
    down = torch.from_numpy(label["down"]).to(device)
    found, some = clear & (visible > _HALF), clear & (visible > _SOME)
    return Truth(frame, middle, half, down, shape, face, art, flags, found, some)


def truth_of_photos(photos: list[Photo], first: int, size: tuple[int, int]) -> Truth:
    """Return the same for real photos, which are the frames from `first` on."""
    device = photos[0].corners.device
    corners = torch.cat([photo.corners for photo in photos])
    many = [len(photo.corners) for photo in photos]
    blind = torch.cat([photo.blind for photo in photos])
    unknown = [len(photo.blind) for photo in photos]
    number = torch.arange(first, first + len(photos), device=device)
    frame = torch.cat(
        [number.repeat_interleave(torch.tensor(n, device=device)) for n in (many, unknown)]
    )
    round_ = torch.eye(2, device=device) * blind[:, 2].view(-1, 1, 1)
    half = torch.cat([_half(corners), round_])
    most = corners.new_tensor(size)
    middle = torch.cat([corners.mean(1), blind[:, :2]])
    known = torch.arange(len(frame), device=device) < len(corners)
    inside = ((middle > 4) & (middle < most - 4)).all(-1) & known
    whole = torch.zeros_like(known)
    whole[: len(corners)] = _inside(corners, most)
    values = torch.full_like(frame, IGNORE)
    values[: len(corners)] = torch.cat([photo.values for photo in photos])
    edge = half.det().abs().sqrt() * 2
    big = edge > 14
    flags = torch.full((len(frame), FLAGS), IGNORE, device=device, dtype=torch.float32)
    cut = _cut(corners, edge[: len(corners)], most)
    flags[: len(corners), COVERED] = torch.where(whole[: len(corners)], 0.0, cut)
    flags[:, LEAN] = 0
    flags[: len(corners), GLARE] = 0  # people could read them
    shape = torch.from_numpy(targets.shapes((half / 2).reshape(-1, 4).cpu().numpy())).to(device)
    values = torch.where(whole & big, values, IGNORE)
    art = torch.full_like(frame, -1)
    down = torch.full_like(middle, torch.nan)
    found = inside & big
    return Truth(frame, middle, half, down, shape, values, art, flags, found, found)


def truth_of_views(dice: Record, first: int, size: tuple[int, int], device: torch.device) -> Truth:
    """Return the same for simulated views, which are the frames from `first` on."""
    known = {
        name: torch.from_numpy(np.ascontiguousarray(dice[name])).to(device)
        for name in dice.dtype.names or ()
    }
    corners, face, covered = known["corners"], known["face"].long(), known["covered"]
    half, middle = _half(corners), corners.mean(1)
    edge = half.det().abs().sqrt() * 2
    most = corners.new_tensor(size)
    inside = _inside(corners, most)
    # A die whose middle is in view shows at least about half of its top.
    centred = ((middle > 4) & (middle < most - 4)).all(-1)
    glare = known["glare"]
    flags = torch.stack(
        [
            _flag(known["lean"], *LEANS),
            _covered(covered, inside, _cut(corners, edge, most)),
            glare,
            torch.zeros_like(glare),  # no throw is shown that the camera blurred
        ],
        1,
    )
    readable = inside & (1 - covered > _HALF) & (glare < 1) & (edge > 13)
    face = torch.where(readable, face, IGNORE)
    shape = torch.from_numpy(targets.shapes((half / 2).reshape(-1, 4).cpu().numpy())).to(device)
    frame, art = known["frame"].long() + first, known["art"].long()
    clear = centred & (edge > 12)
    found, some = clear & (1 - covered > _HALF), clear & (1 - covered > _SOME)
    return Truth(frame, middle, half, known["down"], shape, face, art, flags, found, some)


def _inside(corners: Tensor, most: Tensor) -> Tensor:
    """Return which tops are completely in the picture."""
    return ((corners > 1) & (corners < most - 1)).all(-1).all(-1)


def _half(corners: Tensor) -> Tensor:
    """Return half edges (n x 2 x 2) from corners (n x 4 x 2)."""
    a = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 4
    b = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 4
    return torch.stack([a, b], 2)


def _covered(much: Tensor, inside: Tensor, cut: Tensor) -> Tensor:
    """Return whether tops are covered, or cut by the margin."""
    flag = _flag(much, *COVERS)
    return torch.where(inside | (flag == 1), flag, cut)


def _cut(corners: Tensor, edge: Tensor, most: Tensor) -> Tensor:
    """Return whether tops that are partly outside count as covered."""
    beyond = torch.maximum(-corners, corners - most).amax((1, 2)) / edge
    return torch.where(beyond > CUT, 1.0, float(IGNORE))


def _flag(value: Tensor, no: float, yes: float) -> Tensor:
    told = torch.full_like(value, IGNORE)
    told[value <= no] = 0
    told[value >= yes] = 1
    return told


def moved(truth: Truth, scale: float, shift: Tensor, size: tuple[int, int]) -> Truth:
    """Return the truth of pictures that were enlarged and shifted; below 0 `scale` turns them."""
    middle, half, down = truth.middle * scale + shift, truth.half * scale, truth.down * scale
    most = middle.new_tensor(size)
    signs = middle.new_tensor([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = middle[:, None] + torch.einsum("nij,kj->nki", half, signs)
    inside = _inside(corners, most)
    flags = truth.flags.clone()
    cut = _cut(corners, half.det().abs().sqrt() * 2, most)
    flags[:, COVERED] = torch.where(inside | (flags[:, COVERED] == 1), flags[:, COVERED], cut)
    shape = truth.shape.clone()
    shape[:, 0] += math.log(abs(scale))
    centred = ((middle > 4) & (middle < most - 4)).all(-1)
    return Truth(
        truth.frame, middle, half, down, shape, torch.where(inside, truth.face, IGNORE), truth.art,
        flags, truth.findable & centred, truth.visible & centred,
    )  # fmt: skip


def both(first: Truth, second: Truth) -> Truth:
    """Return all dice of two batches."""
    pairs = ((getattr(first, f.name), getattr(second, f.name)) for f in fields(Truth))
    return Truth(*(torch.cat(pair) for pair in pairs))
