"""Trains the three nets from nothing, as `recipe.toml` says: `python -m vision.training.train`.

Breaking it off loses little: it saves its state when its minutes are over, and the next call goes
on from there.
"""

import argparse
import json
import time
from collections import deque
from dataclasses import replace
from math import cos, pi
from pathlib import Path
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.stages.looker import EMBEDDING, SIDE, WIDE, WIDE_SIDE
from vision.training import footing, recipe
from vision.training.crops import Atlas
from vision.training.data import OWN, load_art
from vision.training.losses import LOOKS, find_loss, look_loss, looks
from vision.training.nets import Finder, Footing, Looker
from vision.training.recipe import Recipe
from vision.training.supply import HEIGHT, WIDTH, Supply
from vision.training.truth import Truth, moved

LIGHT = 0.15
"""The most by which each colour of a picture is changed when it is used again."""
NEAREST = 0.75
"""The least part of a picture, in width, that is shown when it is used again."""
PROGRESS = "progress.json"

Parts = dict[str, Tensor]


class Learner:
    """Trains one net, and follows it with a slow average, which is steadier than the last step."""

    def __init__(self, name: str, net: nn.Module, recipe: Recipe, *more: nn.Module) -> None:
        self.name, self.net, self.steps = name, net, recipe.steps[name]
        self._rate, self._more = recipe.rate, more
        self._now = net.state_dict()
        self._parameters = [each for part in (net, *more) for each in part.parameters()]
        self._optimiser = torch.optim.AdamW(
            self._parameters, weight_decay=recipe.rate.decay, fused=torch.cuda.is_available()
        )
        self._mean = {k: v.detach().clone() for k, v in net.state_dict().items()}

    def learns(self, step: int) -> bool:
        """Return whether the net still learns; the last mean stays."""
        if step == self.steps:
            self.net.load_state_dict(self._mean)
            self.net.eval()
        return step < self.steps

    def learn(self, step: int) -> None:
        """Make a step against the gradients."""
        share = step / self.steps
        low, high = self._rate.lowest, self._rate.highest
        rate = low + (high - low) * (0.5 + 0.5 * cos(pi * share))
        for group in self._optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / self._rate.rise)
        nn.utils.clip_grad_norm_(self._parameters, 5.0)
        self._optimiser.step()
        self._optimiser.zero_grad(set_to_none=True)
        with torch.no_grad():
            keep = min(0.999, (1 + step) / (10 + step))
            torch._foreach_lerp_(self._floats(self._mean), self._floats(self._now), 1 - keep)

    @staticmethod
    def _floats(state: dict[str, Tensor]) -> list[Tensor]:
        return [value for value in state.values() if value.is_floating_point()]

    def save(self, folder: Path) -> None:
        """Write the net, its mean, and the state of its training."""
        state = {
            "net": self.net.state_dict(), "mean": self._mean,
            "more": [part.state_dict() for part in self._more],
            "optimiser": self._optimiser.state_dict(),
        }  # fmt: skip
        torch.save(state, folder / f"{self.name}.pt")

    def resume(self, folder: Path, device: torch.device) -> None:
        """Read them."""
        state = torch.load(folder / f"{self.name}.pt", map_location=device)
        self.net.load_state_dict(state["net"])
        self._mean = state["mean"]
        for part, saved in zip(self._more, state["more"], strict=True):
            part.load_state_dict(saved)
        self._optimiser.load_state_dict(state["optimiser"])


class Training:
    """All nets and their pictures."""

    def __init__(self, recipe: Recipe, folder: Path, photos: Path | None) -> None:
        art, prints = load_art(folder)  # first: its workers are forked
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
        progress = folder / PROGRESS
        self.step = json.loads(progress.read_text())["step"] if progress.exists() else 0
        # Pictures after a break differ from those before it.
        seed = recipe.seed * 1000 + self.step
        torch.manual_seed(seed)
        self._folder, self._recipe = folder, recipe
        self._random = torch.Generator(self.device).manual_seed(seed)
        self._choice = torch.Generator().manual_seed(seed)
        self._supply = Supply(replace(recipe, seed=seed), art, prints, photos, self.device)
        self._lots: deque[tuple[Tensor, Truth]] = deque(maxlen=recipe.again.kept)
        self._ours = nn.Linear(EMBEDDING, OWN + 1).to(self.device)
        nets = (Finder(), Looker(), Footing())
        self._finder_net, self._looker_net, self._footing_net = (
            net.to(self.device, memory_format=torch.channels_last) for net in nets
        )
        if self.device.type == "cuda":
            self._record()
        self._finder = Learner("finder", self._finder_net, recipe)
        self._looker = Learner("looker", self._looker_net, recipe, self._ours)
        self._footing = Learner("footing", self._footing_net, recipe)
        if self.step:
            for learner in self._learners:
                learner.resume(folder, self.device)

    @property
    def _learners(self) -> tuple[Learner, ...]:
        return self._finder, self._looker, self._footing

    @property
    def done(self) -> bool:
        """Return whether all nets have learned."""
        return self.step >= max(self._recipe.steps.values())

    def go(self) -> Parts:
        """Make one step of all nets that still learn, and return the parts of their losses."""
        pictures, truth = self._pictures()
        atlas = Atlas(pictures)
        learning = [learner for learner in self._learners if learner.learns(self.step)]
        with torch.set_grad_enabled(self._finder in learning):
            told = self._find(pictures)
        loss, parts = torch.zeros((), device=self.device), Parts()
        if self._finder in learning:
            loss, parts = find_loss(told, truth)
        if self._looker in learning:
            more, others = self._look(atlas, truth, told.detach())
            loss, parts = loss + more, parts | others
        if self._footing in learning:
            more, others = self._stand(atlas, truth)
            loss, parts = loss + more, parts | others
        loss.backward()
        for learner in learning:
            learner.learn(self.step)
        self.step += 1
        return parts

    def save(self) -> None:
        """Write everything that another call needs to go on."""
        for learner in self._learners:
            learner.save(self._folder)
        (self._folder / PROGRESS).write_text(json.dumps({"step": self.step}) + "\n")

    def _pictures(self) -> tuple[Tensor, Truth]:
        """Return a lot that was rendered now or earlier: in other light, nearer, or turned."""
        if len(self._lots) == 0 or self.step % self._recipe.again.times == 0:
            pictures, truth = self._supply.lot()
            self._lots.append((pictures.half(), truth))
        number = int(torch.randint(len(self._lots), (), generator=self._choice))
        pictures, truth = self._nearer(*self._lots[number])
        shape = len(pictures), 3, 1, 1
        chance = torch.rand(shape, generator=self._random, device=self.device)
        return (pictures * (1 + LIGHT * (2 * chance - 1))).clamp(0, 1), truth

    def _nearer(self, pictures: Tensor, truth: Truth) -> tuple[Tensor, Truth]:
        """Return a part of the pictures, enlarged, half of the time turned upside down."""
        part, left, top, turn = torch.rand(4, generator=self._choice).tolist()
        high, wide = pictures.shape[2:]
        width = 4 * round(wide * (1 - (1 - NEAREST) * part) / 4)
        height = width * high // wide
        x, y = round((wide - width) * left), round((high - height) * top)
        shown = functional.interpolate(
            pictures[:, :, y : y + height, x : x + width].float(), (high, wide), mode="bilinear"
        )
        scale, shift = wide / width, -wide / width * truth.middle.new_tensor((x, y))
        if turn < 0.5:
            scale, shift = -scale, truth.middle.new_tensor((wide, high)) - shift
            shown = shown.flip(2, 3)
        return shown, moved(truth, scale, shift, (wide, high))

    def _record(self) -> None:
        """Record each net's calls once, to start them as a whole: the GPU waits less."""
        lot = self._recipe.lot
        photos = lot.photos if self._supply.has_photos else 0
        pictures = lot.plain + lot.photographic + lot.simulated + photos
        for net, count, height, width in (
            (self._finder_net, pictures, HEIGHT // 2, WIDTH // 2),
            (self._looker_net, LOOKS, SIDE, SIDE),
            (self._footing_net, footing.LOOKS, WIDE_SIDE, WIDE_SIDE),
        ):
            blank = torch.zeros(count, 3, height, width, device=self.device)
            with torch.autocast("cuda", torch.bfloat16, cache_enabled=False):
                torch.cuda.make_graphed_callables(net, (_shown(blank),))

    def _ask(self, net: nn.Module, pictures: Tensor) -> Tensor:
        with torch.autocast(self.device.type, torch.bfloat16, cache_enabled=False):
            return cast("Tensor", net(_shown(pictures)))

    def _find(self, pictures: Tensor) -> Tensor:
        return self._ask(self._finder_net, functional.avg_pool2d(pictures, 2))

    def _look(self, atlas: Atlas, truth: Truth, told: Tensor) -> tuple[Tensor, Parts]:
        """Return the loss of looks, some of them where the finder believes in a die."""
        looked = looks(told, truth, self._random)
        seen = atlas.cut(*looked[:3])
        return look_loss(self._ask(self._looker_net, seen), truth, looked, self._ours)

    def _stand(self, atlas: Atlas, truth: Truth) -> tuple[Tensor, Parts]:
        """Return the loss of wide views."""
        die, middle, half = footing.looks(truth, self._random)
        seen = atlas.cut(truth.frame[die], middle, half, WIDE, WIDE_SIDE)
        return footing.loss(self._ask(self._footing_net, seen), truth, die)


def _shown(pictures: Tensor) -> Tensor:
    return (pictures - 0.5).contiguous(memory_format=torch.channels_last)


def train(training: Training, minutes: float) -> None:
    """Train until the recipe is done or the minutes are over, and save the state."""
    begun = told_at = time.monotonic()
    first = last = training.step
    sums: Parts = {}
    while not training.done and time.monotonic() - begun < 60 * minutes:
        for name, part in training.go().items():
            sums[name] = sums.get(name, 0.0) + part.detach()
        if time.monotonic() - told_at > 20:
            many, last = training.step - last, training.step
            shown = {name: round(float(part) / many, 4) for name, part in sums.items()}
            sums.clear()
            told_at = time.monotonic()
            print(f"{told_at - begun:5.0f} s  step {last}  {json.dumps(shown)}", flush=True)
    training.save()
    print(
        f"{training.step - first} steps in {time.monotonic() - begun:.0f} s: "
        + ("done" if training.done else f"now at step {training.step}"),
        flush=True,
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path(".train"), help="drawn art, and state")
    parser.add_argument("--photos", type=Path, help="photos marked by `vision.training.label`")
    parser.add_argument("--recipe", type=Path, default=recipe.RECIPE)
    parser.add_argument("--minutes", type=float, default=60)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    train(Training(recipe.load(args.recipe), args.work, args.photos), args.minutes)


if __name__ == "__main__":
    main()
