"""Trains one net alone on pictures that are kept: `python -m vision.training.kept looker`.

Making pictures takes far longer than learning from them. So the pictures of many steps are kept,
and for every new lot several of those are learned from again: the looker looks at them a little off
in another way each time, the finder sees them in other light. The other nets stay as they are.
What tells whether a die leans (`footing`) needs none of them, and sees more dice that do.
"""

import argparse
import json
import time
from collections import deque

import torch
from torch import Tensor, nn

from vision.training.losses import find_loss
from vision.training.train import Begun, Learner, Mean, begin, options
from vision.training.truth import Truth

LIGHT = 0.15
"""Each colour of a picture that the finder sees again is lighter or darker by so much at most."""

Lot = tuple[Tensor, Truth, Tensor]
"""Pictures, what is true of them, and what the finder told of them, if it stays."""


def train(args: argparse.Namespace) -> None:
    """Train for so many seconds, then save it and the others as they are known."""
    it = begin(args)
    if args.net != "footing" and not {"finder", "looker"} <= it.known:
        message = f"{args.start} holds no finder and no looker to go on from"
        raise SystemExit(message)
    nets: dict[str, nn.Module] = {
        "finder": it.finder, "looker": it.looker, "footing": it.footing
    }  # fmt: skip
    net = nets[args.net]
    for other in nets.values():
        other.train(other is net)
    choice = torch.Generator().manual_seed(args.seed)
    learner = Learner(args, net, it.ours) if net is it.looker else Learner(args, net)
    mean = Mean(net)
    lots: deque[Lot] = deque(maxlen=args.kept)
    sums: dict[str, Tensor] = {}
    begun = told_at = time.time()
    step = last = 0
    while (spent := time.time() - begun) < args.seconds and step < args.steps:
        lots.append(_lot(it, told=net is it.looker))
        for _ in range(args.again):
            pictures, truth, told = lots[int(torch.randint(len(lots), (), generator=choice))]
            if net is it.looker:
                loss, parts = it.look(pictures.float(), truth, told.float())
            elif net is it.footing:
                loss, parts = it.stand(_lit(pictures.float(), it.random), truth)
            else:
                loss, parts = find_loss(it.find(_lit(pictures.float(), it.random)), truth)
            learner.learn(loss, step, spent)
            mean.follow(net)
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
    saved = {k: {n: v.cpu() for n, v in nets[k].state_dict().items()} for k in it.known}
    torch.save({**saved, args.net: mean.state()}, args.out / "nets.pt")
    print(f"{step} steps, {step // args.again} lots, {time.time() - begun:.0f} s", flush=True)


@torch.no_grad()
def _lot(it: Begun, *, told: bool) -> Lot:
    pictures, truth = it.supply.step()
    if not told:  # telling would move the norms of a finder that learns
        return pictures.half(), truth, pictures.new_empty(0)
    return pictures.half(), truth, it.find(pictures)


def _lit(pictures: Tensor, random: torch.Generator) -> Tensor:
    chance = torch.rand(len(pictures), 3, 1, 1, generator=random, device=pictures.device)
    return (pictures * (1 + LIGHT * (2 * chance - 1))).clamp(0, 1)


def main() -> None:
    """Read the command line."""
    parser = options(__doc__)
    parser.add_argument("net", choices=("finder", "looker", "footing"), help="the net that learns")
    parser.add_argument("--again", type=int, default=4, help="lots learned from for each new one")
    parser.add_argument("--kept", type=int, default=150, help="lots kept for that")
    args = parser.parse_args()
    if args.net == "footing":
        args.unsteady = True
    elif args.start is None:
        parser.error("--start is needed: one of those nets stays, and a new one knows nothing")
    train(args)


if __name__ == "__main__":
    main()
