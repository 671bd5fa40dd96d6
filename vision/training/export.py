"""Writes the trained nets as the two ONNX files of the reader.

The net for leaning dice is stored in the looker's file as another answer. Exporting it alone leaves
the looker unchanged; a looker without it has no such answer.

Several nets are averaged: nets of successive stages are similar enough, and their mean errs less.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.stages.looker import FOOTING, SIDE, TOLD, WIDE_SIDE
from vision.training.nets import Finder, Footing, Looker

FINDER_INPUT = (1, 3, 480, 640)
LOOKER_INPUT = (8, 3, SIDE, SIDE)
FOOTING_INPUT = (8, 3, WIDE_SIDE, WIDE_SIDE)
_FEW, _MANY = 64, 50_000
"""At most `_FEW` weights stay in 32 bits; kernels of at least `_MANY` weights are stored in 8."""
_MANY_OF_FOOTING = 2_000
"""The same limit for the smallest net, whose kernels are all small."""


def export(
    net: nn.Module, shape: tuple[int, ...], path: Path, told: str = TOLD, large: int = _MANY
) -> None:
    """Write a net; one for crops takes any number of them."""
    axes = {"picture": {0: "crops"}, told: {0: "crops"}} if shape[0] > 1 else None
    torch.onnx.export(
        net.eval(), (torch.zeros(*shape),), str(path), opset_version=13, dynamo=False,
        input_names=["picture"], output_names=[told], dynamic_axes=axes,
    )  # fmt: skip
    _narrow(path, large)


def join(looker: Path, footing: Path) -> None:
    """Put the second net into the file of the first, replacing an earlier one.

    It is renamed, because names must be unique.
    """
    model, more = onnx.load(str(looker)), onnx.load(str(footing))
    for part in (*more.graph.node, *more.graph.initializer, *more.graph.input):
        part.name = f"{FOOTING}/{part.name}"
    for node in more.graph.node:
        for names in (node.input, node.output):
            names[:] = [name if name == FOOTING else f"{FOOTING}/{name}" for name in names]
    graph = model.graph
    for parts, others in (
        (graph.node, more.graph.node),
        (graph.initializer, more.graph.initializer),
        (graph.input, more.graph.input),
        (graph.output, more.graph.output),
    ):
        before = [part for part in parts if not part.name.startswith(FOOTING)]
        del parts[:]
        parts.extend([*before, *others])
    onnx.checker.check_model(model)
    onnx.save(model, str(looker))


def _narrow(path: Path, large: int) -> None:
    """Store weights in 8 bits, small ones in 16; they are widened when loaded.

    Each kernel has a scale: its largest weight is 127 steps.
    """
    model = onnx.load(str(path))
    graph = model.graph
    kept, widening = [], []
    for weight in graph.initializer:
        values, name = numpy_helper.to_array(weight), weight.name
        if values.dtype != np.float32 or values.size <= _FEW:
            kept.append(weight)
        elif values.ndim == 4 and values.size >= large:
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nets", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("vision/nets"))
    args = parser.parse_args(arguments)
    saved = [torch.load(path, map_location="cpu") for path in args.nets]
    args.out.mkdir(parents=True, exist_ok=True)

    def mean(net: nn.Module, name: str) -> nn.Module:
        weights = [one[name] for one in saved if name in one]
        net.load_state_dict(
            {key: torch.stack([w[key].float() for w in weights]).mean(0) for key in weights[0]}
        )
        return net

    known = {name for one in saved for name in one}
    kinds = {"finder": Finder, "looker": Looker, "footing": Footing}
    # All of them first: a net that does not fit must not leave files that belong to no other.
    nets = {name: mean(kind(), name) for name, kind in kinds.items() if name in known}
    if "finder" in nets:
        export(nets["finder"], FINDER_INPUT, args.out / "finder.onnx")
    if "looker" in nets:
        export(nets["looker"], LOOKER_INPUT, args.out / "looker.onnx")
    if "footing" in nets:
        with TemporaryDirectory() as folder:
            alone = Path(folder) / "footing.onnx"
            export(nets["footing"], FOOTING_INPUT, alone, FOOTING, _MANY_OF_FOOTING)
            join(args.out / "looker.onnx", alone)


if __name__ == "__main__":
    main()
