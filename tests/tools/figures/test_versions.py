"""Versions of OpenCV held against each other."""

import sys
from pathlib import Path

import pytest

from tools import make_gate as gate
from tools.figures import versions
from tools.figures.versions import Job, Told, compare, differences

SURE = Told(("1", "6"), (), (0.99, 0.98), 50)
LESS = Told(("1", "6"), ("unsure",), (0.99, 0.93), 60)
OTHER = Told(("1",), ("count",), (0.99,), 70)
JOBS = [Job(Path("a.jpg"), "standard", 2), Job(Path("a.jpg"), "standard", None)]


def test_the_same_answers_differ_in_nothing() -> None:
    told = compare([SURE, LESS], [SURE, LESS])
    assert (told.other_faces, told.other_verdict, told.other_doubts, told.apart) == (0, 0, 0, 0)
    assert told.took == 55
    assert not list(differences(JOBS, [[SURE, SURE], [LESS, LESS]], ["4.6", "5.0"]))


def test_what_differs_is_counted_and_named() -> None:
    told = compare([SURE, SURE], [LESS, OTHER])
    assert (told.other_faces, told.other_verdict, told.other_doubts) == (1, 2, 2)
    assert told.apart == pytest.approx(0.05)
    lines = list(differences(JOBS, [[SURE, LESS], [SURE, OTHER]], ["5.0", "4.6"]))
    assert lines == [
        "  a.jpg, count given, 4.6: 1 6 (unsure); 5.0: 1 6 (accepted)",
        "  a.jpg, no count, 4.6: 1 (count); 5.0: 1 6 (accepted)",
    ]


def test_every_picture_is_asked_with_the_count_and_without() -> None:
    asked = versions.jobs(None)
    assert len(asked) == 2 * len(gate.pictures())
    assert {job.path for job in asked} == {gate.FOLDER / p.file for p in gate.pictures()}
    assert sum(job.count is None for job in asked) == len(gate.pictures())


@pytest.mark.proof
def test_this_version_agrees_with_itself() -> None:
    """Two processes, two pictures."""
    told = versions.report([Path(sys.executable)] * 2, versions.jobs(None)[::64])
    first, second = told.splitlines()[2:]
    assert first.split()[:7] == second.split()[:7]
    assert second.split()[4:8] == ["0", "0", "0", "0.0000"]
