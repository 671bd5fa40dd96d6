"""Trains the looker alone, beside a finder that stays: `python -m vision.training.looking`.

Making pictures takes far longer than learning from looks at them. So the pictures of many steps
are kept, and for every new lot several of those are looked at again, each time a little off in
another way.
"""

import argparse
import json
import time
from collections import deque

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.training import crops
from vision.training.losses import look_loss, looks
from vision.training.nets import Finder
from vision.training.supply import Supply
from vision.training.train import Mean, begin, optimiser_of, options, rate_at
from vision.training.truth import Truth

Lot = tuple[Tensor, Truth, Tensor]
"""Pictures, what is true of them, and what the finder told of them."""


def train(args: argparse.Namespace) -> None:
    """Train for so many seconds, then save both nets."""
    it = begin(args)
    looker, finder = it.looker, it.finder.eval()
    choice = torch.Generator().manual_seed(args.seed)
    parameters = [*looker.parameters(), *it.ours.parameters()]
    optimiser = optimiser_of(parameters, args.rate)
    mean = Mean(looker)
    lots: deque[Lot] = deque(maxlen=args.kept)
    sums: dict[str, Tensor] = {}
    begun = told_at = time.time()
    step = last = 0
    while (spent := time.time() - begun) < args.seconds and step < args.steps:
        lots.append(_lot(it.supply, finder))
        for _ in range(args.again):
            share = max(spent / args.seconds, step / args.steps)
            for group in optimiser.param_groups:
                group["lr"] = rate_at(step, share, args)
            pictures, truth, told = lots[int(torch.randint(len(lots), (), generator=choice))]
            looked = looks(told.float(), truth, it.random)
            with torch.no_grad():
                seen = crops.cut(crops.pyramid(pictures.float()), *looked[:3]) - 0.5
            with torch.autocast(it.device.type, torch.bfloat16):
                answer = looker(seen.contiguous(memory_format=torch.channels_last))
            loss, parts = look_loss(answer, truth, looked, it.ours)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 5.0)
            optimiser.step()
            mean.follow(looker)
            step += 1
            for name, part in parts.items():
                sums[name] = sums.get(name, 0.0) + part.detach()
        if time.time() - told_at > args.tell:
            told_at = time.time()
            shown = {k: round(float(v) / (step - last), 4) for k, v in sums.items()}
            print(f"{told_at - begun:5.0f} s  step {step}  {json.dumps(shown)}", flush=True)
            sums.clear()
            last = step
    args.out.mkdir(parents=True, exist_ok=True)
    as_it_was = {k: v.cpu() for k, v in finder.state_dict().items()}
    torch.save({"finder": as_it_was, "looker": mean.state()}, args.out / "nets.pt")
    print(f"{step} steps, {step // args.again} lots, {time.time() - begun:.0f} s", flush=True)


@torch.no_grad()
def _lot(supply: Supply, finder: Finder) -> Lot:
    pictures, truth = supply.step()
    small = functional.avg_pool2d(pictures, 2) - 0.5
    with torch.autocast(pictures.device.type, torch.bfloat16):
        told = finder(small.contiguous(memory_format=torch.channels_last))
    return pictures.half(), truth, told


def main() -> None:
    """Read the command line."""
    parser = options(__doc__)
    parser.add_argument("--again", type=int, default=4, help="lots looked at for each new one")
    parser.add_argument("--kept", type=int, default=150, help="lots kept for that")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
