"""Trains one net on kept pictures: `python -m vision.training.kept looker`.

Rendering takes far longer than learning. So the pictures of many steps are kept, and several of
them are used again with every new lot: with slightly different looks for the looker, and in other
light for the finder. The other nets do not change. Training `footing` needs no other net, and uses
more leaning dice.
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
"""The most by which each colour of a repeated picture is changed for the finder."""

Lot = tuple[Tensor, Truth, Tensor]
"""Pictures, their truth, and the finder's answers if it does not learn."""


def train(args: argparse.Namespace) -> None:
    """Train for this many seconds, then save all nets."""
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
