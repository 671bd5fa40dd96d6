"""What is tried in slower proofs alone."""

from functools import partial

import pytest

MORE = partial(pytest.param, marks=pytest.mark.proof)
"""A parameter that is easier than another one, or one more of its kind."""
