"""Renders throws and trains both nets on them: `python -m vision.training.train`."""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.stages.looker import EMBEDDING, WIDE, WIDE_SIDE
from vision.training import crops, footing
from vision.training.data import OWN, load_art
from vision.training.losses import find_loss, look_loss, looks
from vision.training.nets import Finder, Footing, Looker
from vision.training.supply import Supply
from vision.training.truth import Truth


class Mean:
    """A slow average of a net's weights, which is steadier than the last step."""

    def __init__(self, net: nn.Module) -> None:
        self.weights = {k: v.detach().clone().float() for k, v in net.state_dict().items()}
        self.steps = 0

    @torch.no_grad()
    def follow(self, net: nn.Module) -> None:
        """Move slightly toward the net's weights, more in the first steps."""
        self.steps += 1
        keep = min(0.999, (1 + self.steps) / (10 + self.steps))
        values = [value.float() for value in net.state_dict().values()]
        torch._foreach_lerp_(list(self.weights.values()), values, 1 - keep)

    def state(self) -> dict[str, Tensor]:
        """Return the averaged weights, to load into a net of the same kind."""
        return {k: v.cpu() for k, v in self.weights.items()}


@dataclass(frozen=True)
class Begun:
    """The state at the start; `ours` classifies our own drawings and is used only in training.

    `known` holds nets that were trained before.
    """

    device: torch.device
    supply: Supply
    random: torch.Generator
    finder: Finder
    looker: Looker
    footing: Footing
    ours: nn.Module
    known: frozenset[str]

    def find(self, pictures: Tensor) -> Tensor:
        """Return the finder's answer."""
        small = functional.avg_pool2d(pictures, 2) - 0.5
        with torch.autocast(self.device.type, torch.bfloat16):
            return cast("Tensor", self.finder(_channels_last(small)))

    def look(
        self, pictures: Tensor, truth: Truth, told: Tensor
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the loss of looks, some of them where the finder believes in a die."""
        looked = looks(told, truth, self.random)
        with torch.no_grad():
            seen = crops.cut(crops.pyramid(pictures), *looked[:3]) - 0.5
        with torch.autocast(self.device.type, torch.bfloat16):
            answer = self.looker(_channels_last(seen))
        return look_loss(answer, truth, looked, self.ours)

    def stand(self, pictures: Tensor, truth: Truth) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the loss of wide views."""
        die, middle, half = footing.looks(truth, self.random)
        with torch.no_grad():
            levels, frame = crops.pyramid(pictures), truth.frame[die]
            seen = crops.cut(levels, frame, middle, half, WIDE, WIDE_SIDE) - 0.5
        with torch.autocast(self.device.type, torch.bfloat16):
            answer = self.footing(_channels_last(seen))
        return footing.loss(answer, truth, die)


class Learner:
    """Makes the training steps of some nets."""

    def __init__(self, args: argparse.Namespace, *nets: nn.Module) -> None:
        self._args = args
        self._parameters = [each for net in nets for each in net.parameters()]
        fused = torch.cuda.is_available()
        self._optimiser = torch.optim.AdamW(
            self._parameters, lr=args.rate, weight_decay=0.02, fused=fused
        )

    def learn(self, loss: Tensor, step: int, spent: float) -> None:
        """Make a step; its rate falls with steps and seconds, after a short rise."""
        args = self._args
        share = max(spent / args.seconds, step / args.steps)
        falling = max(0.5 + 0.5 * float(np.cos(np.pi * share)), args.floor)
        for group in self._optimiser.param_groups:
            group["lr"] = args.rate * min(1.0, (step + 1) / 300) * falling
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._parameters, 5.0)
        self._optimiser.step()


def _channels_last(pictures: Tensor) -> Tensor:
    return pictures.contiguous(memory_format=torch.channels_last)


def begin(args: argparse.Namespace) -> Begun:
    """Return all nets at the start, and their pictures."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)
    art, prints = load_art(args.data)
    supply = Supply(args, art, prints, device)
    random = torch.Generator(device).manual_seed(args.seed)
    finder = Finder().to(device, memory_format=torch.channels_last)
    looker = Looker().to(device, memory_format=torch.channels_last)
    foot = Footing().to(device, memory_format=torch.channels_last)
    saved = torch.load(args.start, map_location=device) if args.start else {}
    for name, net in (("finder", finder), ("looker", looker), ("footing", foot)):
        if name in saved:
            # Parts that the looker has no more are left out, new ones begin by chance.
            strict = name != "looker"
            print(name, net.load_state_dict(saved[name], strict=strict), flush=True)
    ours = nn.Linear(EMBEDDING, OWN + 1).to(device)
    return Begun(device, supply, random, finder, looker, foot, ours, frozenset(saved))


def train(args: argparse.Namespace) -> None:
    """Train for this many seconds, then save both nets."""
    it = begin(args)
    learner = Learner(args, it.finder, it.looker, it.ours)
    means = Mean(it.finder), Mean(it.looker)
    begun = time.time()
    step, last, told_at = 0, 0, begun
    sums: dict[str, float] = {}
    clock = dict.fromkeys(("pictures", "train"), 0.0)
    while (spent := time.time() - begun) < args.seconds and step < args.steps:
        t0 = time.time()
        pictures, truth = it.supply.step()
        if args.timing and it.device.type == "cuda":
            torch.cuda.synchronize()
        t1 = time.time()
        told = it.find(pictures)
        loss, parts = find_loss(told, truth)
        more, others = it.look(pictures, truth, told)
        parts |= others
        learner.learn(loss + 2 * more, step, spent)
        means[0].follow(it.finder)
        means[1].follow(it.looker)
        step += 1
        t2 = time.time()
        for name, taken in zip(clock, (t1 - t0, t2 - t1), strict=True):
            clock[name] += taken
        for name, part in parts.items():
            sums[name] = sums.get(name, 0.0) + part.detach()
        if time.time() - told_at > args.tell:
            told_at = time.time()
            steps = max(1, step - last)
            shown = {k: round(float(v) / steps, 4) for k, v in sums.items()}
            times = {k: round(v / steps * 1e3) for k, v in clock.items()}
            print(
                f"{time.time() - begun:5.0f} s  step {step}  {json.dumps(shown)}  ms {times}",
                flush=True,
            )
            sums.clear()
            clock = dict.fromkeys(clock, 0.0)
            last = step
    args.out.mkdir(parents=True, exist_ok=True)
    known = {"footing": it.footing.state_dict()} if "footing" in it.known else {}
    torch.save(
        {"finder": means[0].state(), "looker": means[1].state(), **known}, args.out / "nets.pt"
    )
    print(f"{step} steps, {step * args.frames} frames, {time.time() - begun:.0f} s", flush=True)


def options(about: str | None) -> argparse.ArgumentParser:
    """Return the command line options."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(
        "--data", type=Path, default=Path(".train"), help="drawn art, made when missing"
    )
    parser.add_argument("--out", type=Path, default=Path(".train"))
    parser.add_argument(
        "--photos", type=Path, help="real photos, marked by `vision.training.label`"
    )
    parser.add_argument("--real", type=int, default=6, help="views of them a step")
    parser.add_argument(
        "--simulated", type=int, default=0, help="views of the simulated camera a step"
    )
    parser.add_argument("--simulators", type=int, default=10, help="workers that make them")
    parser.add_argument("--start", type=Path, help="go on from these nets")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--frames", type=int, default=48)
    parser.add_argument("--samples", type=int, default=1)
    parser.add_argument("--workers", type=int, default=12)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument(
        "--floor", type=float, default=0.02, help="part of the rate kept to the end"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", type=float, default=20)
    parser.add_argument("--timing", action="store_true")
    parser.set_defaults(unsteady=False)
    return parser


def main() -> None:
    """Read the command line."""
    train(options(__doc__).parse_args())


if __name__ == "__main__":
    main()
