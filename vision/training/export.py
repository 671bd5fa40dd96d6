"""Writes the trained nets as the ONNX files of the reader: `python -m vision.training.export`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import nn

from vision.nets import FOLDER
from vision.stages.looker import SIDE, WIDE_SIDE
from vision.training.nets import Finder, Footing, Looker

NETS: dict[str, type[nn.Module]] = {"finder": Finder, "looker": Looker, "footing": Footing}
_PICTURES = {
    "finder": ((1, 3, 480, 640), {2: "height", 3: "width"}),
    "looker": ((8, 3, SIDE, SIDE), {0: "crops"}),
    "footing": ((8, 3, WIDE_SIDE, WIDE_SIDE), {0: "crops"}),
}
"""The pictures that each net takes, and which of these sizes may be others."""


def export(name: str, net: nn.Module, folder: Path) -> None:
    """Write a net to its file in the folder."""
    shape, free = _PICTURES[name]
    answer = {axis: f"told_{side}" for axis, side in free.items()}
    torch.onnx.export(
        net.eval(), (torch.zeros(*shape),), str(folder / f"{name}.onnx"),
        opset_version=13, dynamo=False, input_names=["picture"], output_names=["told"],
        dynamic_axes={"picture": free, "told": answer},
    )  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path(".train"), help="the folder of `train`")
    parser.add_argument("--out", type=Path, default=FOLDER)
    args = parser.parse_args(arguments)
    nets = {name: kind() for name, kind in NETS.items()}
    # All of them first: a net that does not fit must not leave files that belong to no other.
    for name, net in nets.items():
        saved = torch.load(args.work / f"{name}.pt", map_location="cpu")
        net.load_state_dict(saved["mean"])
    args.out.mkdir(parents=True, exist_ok=True)
    for name, net in nets.items():
        export(name, net, args.out)


if __name__ == "__main__":
    main()
