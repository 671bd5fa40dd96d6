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
from torch import Tensor

from vision.training.train import Begun, Learner, Mean, begin, options
from vision.training.truth import Truth

Lot = tuple[Tensor, Truth, Tensor]
"""Pictures, what is true of them, and what the finder told of them."""


def train(args: argparse.Namespace) -> None:
    """Train for so many seconds, then save both nets."""
    it = begin(args)
    it.finder.eval()
    choice = torch.Generator().manual_seed(args.seed)
    learner = Learner(args, it.looker, it.ours)
    mean = Mean(it.looker)
    lots: deque[Lot] = deque(maxlen=args.kept)
    sums: dict[str, Tensor] = {}
    begun = told_at = time.time()
    step = last = 0
    while (spent := time.time() - begun) < args.seconds and step < args.steps:
        lots.append(_lot(it))
        for _ in range(args.again):
            pictures, truth, told = lots[int(torch.randint(len(lots), (), generator=choice))]
            loss, parts = it.look(pictures.float(), truth, told.float())
            learner.learn(loss, step, spent)
            mean.follow(it.looker)
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
    as_it_was = {k: v.cpu() for k, v in it.finder.state_dict().items()}
    torch.save({"finder": as_it_was, "looker": mean.state()}, args.out / "nets.pt")
    print(f"{step} steps, {step // args.again} lots, {time.time() - begun:.0f} s", flush=True)


@torch.no_grad()
def _lot(it: Begun) -> Lot:
    pictures, truth = it.supply.step()
    return pictures.half(), truth, it.find(pictures)


def main() -> None:
    """Read the command line."""
    parser = options(__doc__)
    parser.add_argument("--again", type=int, default=4, help="lots looked at for each new one")
    parser.add_argument("--kept", type=int, default=150, help="lots kept for that")
    args = parser.parse_args()
    if args.start is None:
        parser.error(
            "--start is needed: the finder of those nets stays, and a new one knows nothing"
        )
    train(args)


if __name__ == "__main__":
    main()
