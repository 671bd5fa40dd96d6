"""The structs of `render.cu`, field by field: scenes and labels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Record = NDArray[Any]


def _record(*fields: tuple[str, int]) -> np.dtype[Any]:
    return np.dtype([(name, "f4", (n,)) if n > 1 else (name, "f4") for name, n in fields])


DIE = _record(
    ("turn", 9), ("centre", 3), ("size", 1), ("round", 1), ("ball", 1), ("art", 6), ("quarter", 6),
    ("body", 3), ("body2", 3), ("marble", 1), ("ink", 3), ("own_ink", 1), ("ace_ink", 3),
    ("ace_radius", 1), ("pip_radius", 1), ("spread", 1), ("depth", 1), ("pip_shape", 1),
    ("gloss", 1), ("shine", 1), ("clear", 1), ("dirt", 1), ("seed", 1), ("art_scale", 1),
    ("rim", 1), ("disc", 1),
)  # fmt: skip
THING = _record(
    ("kind", 1), ("turn", 9), ("centre", 3), ("half", 3), ("round", 1), ("colour", 3),
    ("print", 1), ("gloss", 1), ("shine", 1),
)  # fmt: skip
DECAL = _record(
    ("x", 1), ("y", 1), ("cosine", 1), ("sine", 1), ("half_w", 1), ("half_h", 1), ("tile", 1),
    ("ink", 1),
)  # fmt: skip
FRAME = _record(
    ("turn", 9), ("eye", 3), ("fx", 1), ("fy", 1), ("cx", 1), ("cy", 1), ("lights", 21),
    ("ambient", 3), ("sky", 3), ("ground", 3), ("kind", 1), ("scale", 1), ("cosine", 1),
    ("sine", 1), ("shift", 2), ("colours", 9), ("contrast", 1), ("grain", 1), ("grain_scale", 1),
    ("blotch", 1), ("gloss", 1), ("shine", 1), ("shade", 12), ("floor", 1), ("edge_x", 1),
    ("edge_cos", 1), ("edge_sin", 1), ("far", 3), ("first_die", 1), ("dice", 1),
    ("first_thing", 1), ("things", 1), ("first_decal", 1), ("decals", 1), ("seed", 1), ("pages", 1),
    ("nook", 1), ("photo", 1), ("aperture", 1), ("focus", 1), ("lamps", 56), ("lamp_count", 1),
    ("clutter", 1),
)  # fmt: skip
LAMP = _record(("centre", 3), ("u", 3), ("v", 3), ("colour", 3), ("shape", 1), ("bars", 1))

BOX, CYLINDER, CAPSULE, BALL = range(4)

LABEL = np.dtype(
    [
        ("frame", "i4"),
        ("x", "f4"), ("y", "f4"),  # middle of the top face, in pixels
        ("half", "f4", (4,)),  # its half edges in the picture: ax, bx, ay, by
        ("corners", "f4", (8,)),
        ("down", "f4", (2,)),  # from the middle of the top to the middle of the opposite side
        ("face", "i4"),  # 1-6, or 7: a drawing
        ("art", "i4"),  # which drawing, or -1
        ("slot", "i4"),  # which side of the die is on top
        ("lean", "f4"),  # degrees
    ]
)  # fmt: skip
"""The labels of each die of a batch."""
