"""Trains the nets anew: `python -m players.training [GAME ...]`, or `make players`."""

import sys
from pathlib import Path

from players import models
from players.training.train import PLANS, train

if __name__ == "__main__":
    for name in sys.argv[1:] or PLANS:
        folder = Path(models.__file__).parent
        (folder / f"{name}.npz").write_bytes(train(name).to_bytes())
