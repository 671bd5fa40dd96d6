"""Loads the recipe of the training, `recipe.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RECIPE = Path(__file__).with_name("recipe.toml")


@dataclass(frozen=True)
class Lot:
    """The pictures of a lot, by kind."""

    plain: int
    photographic: int
    samples: int
    simulated: int
    photos: int
    unsteady: float


@dataclass(frozen=True)
class Again:
    """How often lots are used."""

    times: int
    kept: int


@dataclass(frozen=True)
class Rate:
    """The rate of learning: it rises, then falls along a cosine."""

    highest: float
    lowest: float
    rise: int
    decay: float


@dataclass(frozen=True)
class Recipe:
    """All numbers of a training run; `steps` has those of each net."""

    seed: int
    lot: Lot
    again: Again
    steps: dict[str, int]
    rate: Rate


def load(path: Path = RECIPE) -> Recipe:
    """Return the recipe in a file."""
    told: dict[str, Any] = tomllib.loads(path.read_text())
    return Recipe(
        told["seed"], Lot(**told["lot"]), Again(**told["again"]), told["steps"],
        Rate(**told["rate"]),
    )  # fmt: skip
