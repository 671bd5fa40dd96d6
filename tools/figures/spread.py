"""Distributes work over the cores, each with one thread and a reader of its own."""

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from typing import TypeVar

import cv2

from vision.reader import Reader

Job = TypeVar("Job")
Result = TypeVar("Result")

_WIDTH = 30


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The reader of this process."""
    return Reader()


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[Job], Result], jobs: Sequence[Job], what: str, processes: int | None = None
) -> list[Result]:
    """The results in the order of the jobs; both travel between processes."""
    many = processes or cores()
    done = []
    with ProcessPoolExecutor(many, get_context("spawn"), _alone) as pool:
        for number, result in enumerate(pool.map(work, jobs, chunksize=4)):
            done.append(result)
            _progress(number + 1, len(jobs), what)
    return done


def _alone() -> None:
    cv2.setNumThreads(1)


def _progress(done: int, of: int, what: str) -> None:
    if not sys.stderr.isatty():
        return
    part = _WIDTH * done // of
    end = "\r\033[K" if done == of else ""
    sys.stderr.write(f"\r[{'#' * part:.<{_WIDTH}}] {done}/{of} {what}{end}")
    sys.stderr.flush()
