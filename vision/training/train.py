"""Renders throws and trains both nets on them, in one go: `python -m vision.training.train`."""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.looker import EMBEDDING
from vision.training import crops
from vision.training.data import OWN, load_art
from vision.training.losses import find_loss, look_loss, looks
from vision.training.nets import Finder, Looker
from vision.training.supply import Supply


class Mean:
    """A slow average of a net's weights: steadier than the last step."""

    def __init__(self, net: nn.Module) -> None:
        self.weights = {k: v.detach().clone().float() for k, v in net.state_dict().items()}
        self.steps = 0

    @torch.no_grad()
    def follow(self, net: nn.Module) -> None:
        """Go a little way toward the net's weights; farther in the first steps."""
        self.steps += 1
        keep = min(0.999, (1 + self.steps) / (10 + self.steps))
        values = [value.float() for value in net.state_dict().values()]
        torch._foreach_lerp_(list(self.weights.values()), values, 1 - keep)

    def state(self) -> dict[str, Tensor]:
        """The averaged weights, to be loaded into a net of the same kind."""
        return {k: v.cpu() for k, v in self.weights.items()}


@dataclass(frozen=True)
class Begun:
    """What training begins with; `ours` tells our own drawings apart, and is needed here alone."""

    device: torch.device
    supply: Supply
    random: torch.Generator
    finder: Finder
    looker: Looker
    ours: nn.Module


def begin(args: argparse.Namespace) -> Begun:
    """Both nets, as they are at the start, and the pictures they learn from."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)
    art, prints = load_art(args.data)
    supply = Supply(args, art, prints, device)
    random = torch.Generator(device).manual_seed(args.seed)
    finder = Finder().to(device, memory_format=torch.channels_last)
    looker = Looker().to(device, memory_format=torch.channels_last)
    if args.start:
        saved = torch.load(args.start, map_location=device)
        finder.load_state_dict(saved["finder"])
        # Parts that a net has no more are left out, new ones begin by chance.
        print(looker.load_state_dict(saved["looker"], strict=False), flush=True)
    ours = nn.Linear(EMBEDDING, OWN + 1).to(device)
    return Begun(device, supply, random, finder, looker, ours)


def optimiser_of(parameters: list[nn.Parameter], rate: float) -> torch.optim.Optimizer:
    """What makes the steps."""
    fused = torch.cuda.is_available()
    return torch.optim.AdamW(parameters, lr=rate, weight_decay=0.02, fused=fused)


def train(args: argparse.Namespace) -> None:
    """Train for so many seconds, then save both nets."""
    it = begin(args)
    device, supply, random, finder, looker, ours = (
        it.device, it.supply, it.random, it.finder, it.looker, it.ours,
    )  # fmt: skip
    parameters = [*finder.parameters(), *looker.parameters(), *ours.parameters()]
    optimiser = optimiser_of(parameters, args.rate)
    means = Mean(finder), Mean(looker)
    begun = time.time()
    step, last, told_at = 0, 0, begun
    sums: dict[str, float] = {}
    clock = dict.fromkeys(("pictures", "train"), 0.0)
    while (spent := time.time() - begun) < args.seconds and step < args.steps:
        rate = rate_at(step, max(spent / args.seconds, step / args.steps), args)
        for group in optimiser.param_groups:
            group["lr"] = rate
        t0 = time.time()
        pictures, truth = supply.step()
        if args.timing and device.type == "cuda":
            torch.cuda.synchronize()
        t1 = time.time()
        small = functional.avg_pool2d(pictures, 2) - 0.5
        with torch.autocast(device.type, torch.bfloat16):
            told = finder(small.contiguous(memory_format=torch.channels_last))
        loss, parts = find_loss(told, truth)
        looked = looks(told, truth, random)
        with torch.no_grad():
            seen_close = crops.cut(crops.pyramid(pictures), *looked[:3]) - 0.5
        with torch.autocast(device.type, torch.bfloat16):
            answer = looker(seen_close.contiguous(memory_format=torch.channels_last))
        more, others = look_loss(answer, truth, looked, ours)
        loss = loss + 2 * more
        parts |= others
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 5.0)
        optimiser.step()
        means[0].follow(finder)
        means[1].follow(looker)
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
    torch.save({"finder": means[0].state(), "looker": means[1].state()}, args.out / "nets.pt")
    print(f"{step} steps, {step * args.frames} frames, {time.time() - begun:.0f} s", flush=True)


def rate_at(step: int, share: float, args: argparse.Namespace) -> float:
    """How fast to learn: rising at first, then falling until the end."""
    falling = max(0.5 + 0.5 * float(np.cos(np.pi * share)), args.floor)
    return float(args.rate) * min(1.0, (step + 1) / 300) * falling


def options(about: str | None) -> argparse.ArgumentParser:
    """The command line of training."""
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
    return parser


def main() -> None:
    """Read the command line."""
    train(options(__doc__).parse_args())


if __name__ == "__main__":
    main()
