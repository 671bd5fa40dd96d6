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
_FEW, _MANY = 64, 50_000
"""So few weights stay in 32 bits; kernels of so many are stored in 8."""


def export(net: nn.Module, shape: tuple[int, ...], path: Path, *, many: bool) -> None:
    """Write one net; `many`: it takes any number of crops at once."""
    axes = {"picture": {0: "crops"}, "told": {0: "crops"}} if many else None
    torch.onnx.export(
        net.eval(), (torch.zeros(*shape),), str(path), opset_version=13, dynamo=False,
        input_names=["picture"], output_names=["told"], dynamic_axes=axes,
    )  # fmt: skip
    _narrow(path)


def _narrow(path: Path) -> None:
    """Store weights in 8 bits, small ones in 16, widened as the net is loaded: the same speed.

    Kernels have a scale each: their largest weight is 127 steps.
    """
    model = onnx.load(str(path))
    graph = model.graph
    kept, widening = [], []
    for weight in graph.initializer:
        values, name = numpy_helper.to_array(weight), weight.name
        if values.dtype != np.float32 or values.size <= _FEW:
            kept.append(weight)
        elif values.ndim == 4 and values.size >= _MANY:
            scale = (np.abs(values).reshape(len(values), -1).max(1) / 127).clip(1e-12)
            steps = np.rint(values / scale[:, None, None, None]).astype(np.int8)
            kept.append(numpy_helper.from_array(steps, name + "_steps"))
            kept.append(numpy_helper.from_array(scale.astype(np.float32), name + "_scale"))
            inputs = [name + "_steps", name + "_scale"]
            widening.append(helper.make_node("DequantizeLinear", inputs, [name], axis=0))
        else:
            kept.append(numpy_helper.from_array(values.astype(np.float16), name + "_half"))
            widening.append(
                helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT)
            )
    nodes = [*widening, *graph.node]
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
