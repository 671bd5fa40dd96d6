"""A small net that tells the win chance of each seat in a position, and its file."""

import io
import zipfile
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise

import numpy as np

from players.turn import Bools, Floats

VERSION = 1
"""Of the features: a net of another version is not used."""


class NoModel(Exception):
    """There is no usable file of a net: `code` tells why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Net:
    """Scores each seat from its features; the softmax of the scores gives the win chances."""

    weights: list[Floats]
    """For each layer its matrix, then its biases."""

    def scores(self, features: Floats) -> Floats:
        """Return the score of each seat, by position and seat."""
        inner = features.reshape(-1, features.shape[2])
        *hidden, (last, bias) = zip(self.weights[::2], self.weights[1::2], strict=True)
        for matrix, biases in hidden:
            inner = np.maximum(inner @ matrix + biases, 0)
        return (inner @ last + bias).reshape(features.shape[:2])

    def chances(self, features: Floats, stays: Bools) -> Floats:
        """Return the win chance of each seat, by position; 0 for those who left."""
        return softmax(np.where(stays, self.scores(features), -np.inf))

    def to_bytes(self) -> bytes:
        """Return the content of the net's file."""
        return file_of(self.weights)

    @classmethod
    def from_bytes(cls, content: bytes, width: int) -> "Net":
        """Read a file for so many features; raises `NoModel`."""
        weights = arrays_of(content)
        sizes = [width, *(each.size for each in weights[1::2])]
        shapes = [
            shape for wide, narrow in pairwise(sizes) for shape in ((wide, narrow), (narrow,))
        ]
        if sizes[-1] != 1 or [each.shape for each in weights] != shapes:
            raise NoModel("model_damaged")
        return cls(weights)


def file_of(weights: list[Floats]) -> bytes:
    """Return the content of a file with these weights."""
    content = io.BytesIO()
    np.savez(content, np.array(VERSION), *weights)
    return content.getvalue()


def arrays_of(content: bytes) -> list[Floats]:
    """Return the weights in a file; raises `NoModel`."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            version, *weights = [arrays[name] for name in arrays.files]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise NoModel("model_damaged") from error
    if version.shape or version != VERSION:
        raise NoModel("model_damaged")
    if not all(each.dtype == np.float32 and np.isfinite(each).all() for each in weights):
        raise NoModel("model_damaged")
    return weights


def softmax(scores: Floats) -> Floats:
    """Return chances that sum to 1 in each row."""
    grown = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances: Floats = grown / grown.sum(axis=1, keepdims=True)
    return chances


def fresh(width: int, hidden: list[int], rng: np.random.Generator) -> Net:
    """Return a net that knows nothing."""
    weights: list[Floats] = []
    for wide, narrow in pairwise([width, *hidden, 1]):
        spread = np.sqrt(2 / wide) if narrow > 1 else 0.01
        weights.append((rng.standard_normal((wide, narrow)) * spread).astype(np.float32))
        weights.append(np.zeros(narrow, np.float32))
    return Net(weights)


def model_file(game: str) -> bytes:
    """Return the content of the net that comes with the program; raises `NoModel`."""
    try:
        return files("players.models").joinpath(f"{game}.npz").read_bytes()
    except OSError as error:
        raise NoModel("model_missing") from error
