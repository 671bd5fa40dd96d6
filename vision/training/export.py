"""Writes the trained nets as the two ONNX files that the reader ships with.

Of several, their mean: nets of stages that follow each other lie near enough together for that, and
their mean errs less than either.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.looker import SIDE
from vision.training.nets import Finder, Looker

FINDER_INPUT = (1, 3, 480, 640)
LOOKER_INPUT = (8, 3, SIDE, SIDE)


def export(net: nn.Module, shape: tuple[int, ...], path: Path, *, many: bool) -> None:
    """Write one net; `many`: it takes any number of crops at once."""
    axes = {"picture": {0: "crops"}, "told": {0: "crops"}} if many else None
    torch.onnx.export(
        net.eval(), (torch.zeros(*shape),), str(path), opset_version=12, dynamo=False,
        input_names=["picture"], output_names=["told"], dynamic_axes=axes,
    )  # fmt: skip
    _halve(path)


def _halve(path: Path) -> None:
    """Store weights in 16 bits, cast back as the net is loaded: half the size, the same speed."""
    model = onnx.load(str(path))
    graph = model.graph
    kept, casts = [], []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32 and values.size > 64:
            kept.append(numpy_helper.from_array(values.astype(np.float16), weight.name + "_half"))
            casts.append(
                helper.make_node(
                    "Cast", [weight.name + "_half"], [weight.name], to=TensorProto.FLOAT
                )
            )
        else:
            kept.append(weight)
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nets", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("vision/model"))
    args = parser.parse_args()
    saved = [torch.load(path, map_location="cpu") for path in args.nets]
    args.out.mkdir(parents=True, exist_ok=True)
    for name, net, shape, many in (
        ("finder", Finder(), FINDER_INPUT, False),
        ("looker", Looker(), LOOKER_INPUT, True),
    ):
        weights = [one[name] for one in saved]
        net.load_state_dict(
            {key: torch.stack([w[key].float() for w in weights]).mean(0) for key in weights[0]}
        )
        export(net, shape, args.out / f"{name}.onnx", many=many)


if __name__ == "__main__":
    main()
