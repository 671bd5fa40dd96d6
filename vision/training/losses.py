"""The losses of the nets, and the places of close looks."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.stages.finder import STRIDE
from vision.stages.looker import ASTRAY, CORNERS, DOWN, DRAWING, FACES, FLAGS
from vision.training import targets
from vision.training.data import FIRST_ICON, ICONS, OWN
from vision.training.truth import IGNORE, LEAN, Truth

LOOKS = 1280
"""Looks a step, of 48 frames."""
_BELIEVED = 14
"""Looks at most in one picture where the finder believes in dice: a sheet of printed ones would
outnumber the real ones, and large dice seen from straight above then pass for prints."""

_LEANING = 3.0
"""A die that leans counts so often where the way down is learned: few do, and where another die
hides their foot all would be told to lie level."""
_ASTRIDE = 0.9
"""A look at the top of a die and one of its sides as if they were one face takes in so much of the
side at least, in half edges of the top: with less it might still be a look at the top."""
_SHARP = 14.0
"""How much nearer counts as surely nearer."""

Looks = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""Frame, middle, half edges, which die (or -1), and whether that is sure."""


def find_loss(told: Tensor, truth: Truth) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of the finder's map (its positions are in the half-size picture)."""
    frames, _, height, width = told.shape
    x, y = (truth.middle / 2 / STRIDE).unbind(1)
    edge = truth.half.det().abs().sqrt()  # full edge at half size
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    must = (inside & truth.findable).nonzero().flatten()
    may = (~truth.findable).nonzero().flatten()
    hills = targets.heat(frames, height, width, truth.frame[must], x[must], y[must], edge[must])
    blind = (
        targets.heat(frames, height, width, truth.frame[may], x[may], y[may], edge[may] * 3) > 0.2
    )
    p = torch.sigmoid(told[:, 0].float()).clamp(1e-5, 1 - 1e-5)
    hit = -torch.log(p) * (1 - p) ** 2
    miss = -torch.log(1 - p) * p**2 * (1 - hills) ** 4
    many = max(len(must), 1)
    heat_loss = torch.where(hills > 0.999, hit, torch.where(blind, 0.0, miss)).sum() / many

    # The shape and the face are told in the middle of a die and beside it.
    offset = torch.tensor(((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)), device=told.device)
    cx = (x[must].floor().long() + offset[:, :1]).clamp(0, width - 1)
    cy = (y[must].floor().long() + offset[:, 1:]).clamp(0, height - 1)
    at = told[truth.frame[must], :, cy, cx].float()  # offsets x dice x channels
    spot = torch.stack([x[must] - cx - 0.5, y[must] - cy - 0.5], 2)
    shape = truth.shape[must]
    shape_loss = (
        (at[..., 1:3] - spot).abs().sum() * 0.5
        + (at[..., 3:6] - shape[:, :3]).abs().sum() * 2
        + (at[..., 6:8] - shape[:, 3:]).abs().sum() * 0.3
    ) / (many * len(offset))
    face = torch.where(truth.face[must] > 0, truth.face[must] - 1, IGNORE).repeat(len(offset))
    faces = functional.cross_entropy(
        at[..., 8:].flatten(0, 1), face, ignore_index=IGNORE, reduction="sum"
    )
    face_loss = faces / (face != IGNORE).sum().clamp_min(1)
    losses = {"heat": heat_loss, "shape": shape_loss, "guess": face_loss}
    return heat_loss + shape_loss + 0.4 * face_loss, losses


def peaks(told: Tensor, most: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return where the finder believes in a die: frame, middle, half edges (full frame)."""
    p = torch.sigmoid(told[:, 0].float())
    top = functional.max_pool2d(p.unsqueeze(1), 3, 1, 1).squeeze(1)
    p = torch.where(p == top, p, 0)
    frames, _, width = p.shape
    score, index = p.flatten(1).topk(most)
    frame = torch.arange(frames, device=p.device).view(-1, 1).expand_as(index)
    good = (score > 0.02).flatten().nonzero().flatten()
    frame, index = frame.flatten()[good], index.flatten()[good]
    cy, cx = index // width, index % width
    at = told[frame, :, cy, cx].float()
    middle = (torch.stack([cx + 0.5, cy + 0.5], 1) + at[:, 1:3]) * STRIDE * 2
    return frame, middle, targets.half_edges(at[:, 3:8]) * 2


def jittered(truth: Truth, times: int, random: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Return slightly shifted looks at each visible die: which die, middle, half edges."""
    device = truth.middle.device

    def normal(*shape: int) -> Tensor:
        return torch.randn(*shape, device=device, generator=random)

    near = truth.visible.nonzero().flatten()
    near = near.repeat(times)
    edge = truth.half[near].det().abs().sqrt() * 2
    middle = truth.middle[near] + normal(len(near), 2) * 0.06 * edge[:, None]
    angle = normal(len(near)) * 0.14
    wild = torch.rand(len(near), device=device, generator=random)
    angle = torch.where(wild < 0.12, (wild / 0.12 - 0.5) * 1.57, angle)
    quarter = torch.randint(0, 4, (len(near),), device=device, generator=random) * (torch.pi / 2)
    c, s = torch.cos(angle + quarter), torch.sin(angle + quarter)
    turn = torch.stack([c, -s, s, c], 1).view(-1, 2, 2)
    skew = torch.eye(2, device=device) + normal(len(near), 2, 2) * 0.05
    half = truth.half[near] @ turn @ skew * torch.exp(normal(len(near)) * 0.09).view(-1, 1, 1)
    return near, middle, half


def astride(truth: Truth, random: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Return looks at a top and a side as one face: frame, middle, half edges.

    A leaning die shows both alike, and their pips together may form another face.
    """
    die = (truth.findable & ~truth.down.isnan().any(1)).nonzero().flatten()
    half = truth.half[die]
    down = torch.linalg.solve(half, truth.down[die].unsqueeze(2)).squeeze(2)  # in half edges
    chance = torch.rand(len(die), 5, device=half.device, generator=random)
    across = down.abs().argmax(1) ^ (chance[:, 0] < 0.15)  # mostly the side that is seen more of
    toward, along = (functional.one_hot(each, 2).to(half) for each in (across, 1 - across))
    seen = (down * toward).sum(1, keepdim=True)
    part = 0.5 + 0.5 * chance[:, 1:2]
    first, last = 0.8 * chance[:, 2:3] - 1, 1 + seen.abs() * part
    slide = along * (down * along).sum(1, keepdim=True) * part / 2
    toward = toward * seen.sign()
    middle = toward * (first + last) / 2 + slide
    spanned = torch.stack([toward * (last - first) / 2 + slide, along], 2)
    spanned = spanned * torch.exp(0.2 * chance[:, 3:4, None] - 0.1)
    turn = torch.stack([spanned[..., 1], -spanned[..., 0]], 2)
    spanned = torch.where(chance[:, 4:5, None] < 0.5, spanned, turn)
    chosen = ((seen.abs() * part).squeeze(1) > _ASTRIDE).nonzero().flatten()
    at = truth.middle[die] + torch.einsum("nij,nj->ni", half, middle)
    return truth.frame[die][chosen], at[chosen], (half @ spanned)[chosen]


def looks(told: Tensor, truth: Truth, random: torch.Generator) -> Looks:
    """Return the looks: at dice, slightly shifted, and where the finder believes in one.

    Some cover a top and a side, where there is no face.

    The values are frame, middle, half edges, which die (or -1), and whether it is sure.
    """
    device = truth.middle.device
    near, middle, half = jittered(truth, 2, random)
    nowhere = astride(truth, random)
    frame2, middle2, half2 = peaks(told.detach(), _BELIEVED)
    which2 = torch.full((len(frame2),), -1, device=device)
    sure2 = _sure(frame2)
    if len(truth) and len(frame2):
        apart = (middle2[:, None] - truth.middle[None]).norm(dim=2)
        apart = torch.where(frame2[:, None] == truth.frame[None], apart, torch.inf)
        edge = truth.half.det().abs().sqrt() * 2
        part = apart / edge[None]
        close, which = part.min(1)
        ratio = half2.det().abs().sqrt() * 2 / edge[which]
        fits = (close < 0.22) & (ratio > 0.72) & (ratio < 1.39)
        # Of a blind spot only the place is known, not the size of what lies there.
        misfit = truth.findable[which] & ((ratio > 2.0) | (ratio < 0.5))
        wrong = (close > 0.42) | misfit
        which2 = torch.where(fits, which, -1)
        sure2 = (fits & truth.visible[which]) | wrong
    looked = (
        torch.cat([truth.frame[near], frame2, nowhere[0]]),
        torch.cat([middle, middle2, nowhere[1]]),
        torch.cat([half, half2, nowhere[2]]),
        torch.cat([near, which2, torch.full_like(nowhere[0], -1)]),
        torch.cat([_sure(near), sure2, _sure(nowhere[0])]),
    )
    return _as_many(looked, random)


def _sure(looked: Tensor) -> Tensor:
    return torch.ones_like(looked, dtype=torch.bool)


def _as_many(looked: Looks, random: torch.Generator) -> Looks:
    """Return a constant number of looks, because a GPU is slow with varying sizes."""
    frame, middle, half, which, sure = looked
    order = torch.randperm(len(frame), device=frame.device, generator=random)
    index = order[torch.arange(LOOKS, device=frame.device) % max(len(frame), 1)]
    again = torch.arange(LOOKS, device=frame.device) >= len(frame)
    return frame[index], middle[index], half[index], which[index], sure[index] & ~again


def look_loss(
    told: Tensor, truth: Truth, looked: Looks, ours: nn.Module
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of the looks.

    `ours` classifies our own drawings and all others by embedding; it is used only in training.
    """
    told = told.float()
    _, middle, half, which, sure = looked
    if not len(truth):
        face = torch.where(sure, 0, IGNORE)
        loss = functional.cross_entropy(told[:, :FACES], face, ignore_index=IGNORE)
        return loss, {"face": loss}
    face = torch.where(which >= 0, truth.face[which.clamp_min(0)], 0)
    face_loss = functional.cross_entropy(
        told[:, :FACES], torch.where(sure, face, IGNORE), ignore_index=IGNORE, label_smoothing=0.01
    )
    # From here on only looks at dice.
    real = ((which >= 0) & sure).nonzero().flatten()
    told, die, face, middle, half = told[real], which[real], face[real], middle[real], half[real]
    wanted = truth.flags[die]
    flag = functional.binary_cross_entropy_with_logits(
        told[:, FACES : FACES + FLAGS], wanted.clamp_min(0), reduction="none"
    )
    flag_loss = _mean(flag, wanted >= 0)

    inverse = torch.linalg.inv_ex(half)[0]
    signs = told.new_tensor([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = truth.middle[die][:, None] + torch.einsum("nij,kj->nki", truth.half[die], signs)
    within = torch.einsum("nij,nkj->nki", inverse, corners - middle[:, None])
    corner_loss = (told[:, CORNERS] - _in_order(within)).abs().mean()
    down = torch.einsum("nij,nj->ni", inverse, truth.down[die]).clamp(-5, 5)
    known = ~down.isnan().any(1)
    off = (told[:, DOWN] - down.nan_to_num()).abs()
    often = torch.where(wanted[:, LEAN] == 1, _LEANING, 1.0)
    down_loss = (off.mean(1) * often * known).sum() / (often * known).sum().clamp_min(1)
    # How far off it is shall be told too, and must not change what is told: hence the detaching.
    astray = told[:, ASTRAY].clamp(-5, 3)
    astray_loss = _mean(off.detach().mean(1) / astray.exp() + astray, known)

    drawn = (face == DRAWING).nonzero().flatten()
    art = truth.art[die][drawn]
    embedding = functional.normalize(told[drawn][:, ASTRAY + 1 :], dim=1)
    kin_loss, taught_loss = _kin(embedding, art), _taught(embedding, art, die[drawn])
    own_loss = embedding.sum() * 0
    if len(art):
        own_loss = functional.cross_entropy(8 * ours(embedding), art.clamp(max=OWN))
    losses = {"face": face_loss, "flags": flag_loss, "corners": corner_loss, "kin": kin_loss}
    losses |= {"own": own_loss, "down": down_loss, "astray": astray_loss, "taught": taught_loss}
    total = face_loss + 1.5 * flag_loss + 0.5 * corner_loss + 0.15 * kin_loss + 0.15 * own_loss
    total = total + 1.2 * taught_loss
    return total + 1.2 * down_loss + 0.25 * astray_loss, losses


def _mean(values: Tensor, known: Tensor) -> Tensor:
    """Return the mean of the known values. Choosing them would make the GPU wait."""
    return (values * known).sum() / known.sum().clamp_min(1)


def _in_order(corners: Tensor) -> Tensor:
    """Return the four corners by angle, starting in the upper left quarter of the crop."""
    angle = torch.atan2(corners[..., 1], corners[..., 0])
    order = torch.remainder(angle + torch.pi, 2 * torch.pi).argsort(1)
    return torch.gather(corners, 1, order.unsqueeze(-1).expand(-1, -1, 2)).flatten(1)


def _kin(embedding: Tensor, art: Tensor) -> Tensor:
    """Return the loss of embeddings, which are near for the same drawing (supervised contrast)."""
    if len(art) < 2:
        return embedding.sum() * 0
    alike = embedding @ embedding.T / 0.1
    self_ = torch.eye(len(art), dtype=torch.bool, device=art.device)
    alike = alike.masked_fill(self_, -1e4)
    kin = (art[:, None] == art[None]) & ~self_
    log = alike - torch.logsumexp(alike, 1, keepdim=True)
    many = kin.sum(1)
    return -_mean((log * kin).sum(1) / many.clamp_min(1), many > 0)


def _taught(embedding: Tensor, art: Tensor, die: Tensor) -> Tensor:
    """Return the loss for icons: nearest to their own mean on other dice of the set.

    This matches teaching: the means are saved, the looks are thrown.
    """
    icon = (art >= FIRST_ICON).nonzero().flatten()
    embedding, art, die = embedding[icon], art[icon], die[icon]
    if len(art) < 2:
        return embedding.sum() * 0
    names, which = art.unique(return_inverse=True)
    member = functional.one_hot(which, len(names)).to(embedding)
    same = (die[:, None] == die[None]).to(embedding)
    sums = member.T @ embedding
    alike = embedding @ functional.normalize(sums, dim=1).T
    # A look at a die is no part of the mean that the die is held against.
    others = functional.normalize(sums[which] - same @ embedding, dim=1)
    alike = torch.where(member > 0, (embedding * others).sum(1, keepdim=True), alike)
    sets = (names - FIRST_ICON) // ICONS
    alike = (alike * _SHARP).masked_fill(sets[None] != sets[which][:, None], -1e4)
    asked = member.sum(0)[which] > same.sum(1)
    return _mean(functional.cross_entropy(alike, which, reduction="none"), asked)
