"""A thread for slow work. It ends with the program, even if a device never answers."""

import logging
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from firmware.errors import DeviceTrouble

T = TypeVar("T")

WORKER = "worker"
"""The name of the thread."""

_log = logging.getLogger(__name__)


class Worker:
    """Does one job after another, and reports each result from its own thread."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=WORKER, daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], T], then: Callable[[T | DeviceTrouble], None]) -> None:
        """Enqueue a job; `then` receives its result, or the trouble it raised."""

        def work() -> None:
            try:
                answer: T | DeviceTrouble = job()
            except DeviceTrouble as trouble:
                answer = trouble
            except ModuleNotFoundError as missing:
                _log.exception("slow work failed")
                cv2 = missing.name == "cv2"
                answer = DeviceTrouble("reader_library" if cv2 else "device_failed")
            except Exception:  # an unexpected error in a job must not end the thread
                _log.exception("slow work failed")
                answer = DeviceTrouble("device_failed")
            then(answer)

        self._jobs.put(work)

    def close(self, seconds: float) -> None:
        """Accept no more jobs; wait so many seconds for the current one."""
        self._jobs.put(None)
        self._thread.join(seconds)

    def _run(self) -> None:
        while (work := self._jobs.get()) is not None:
            work()
