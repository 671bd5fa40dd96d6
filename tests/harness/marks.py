"""Marks for the slower proofs."""

from functools import partial

import pytest

MORE = partial(pytest.param, marks=pytest.mark.proof)
"""A parameter for `make proof` only: easier than another, or similar to it."""
