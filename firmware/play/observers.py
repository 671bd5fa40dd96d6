"""Whoever listens to a table: a speaker, a light, a message to another program."""

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

from firmware.play.table_view import Update

_log = logging.getLogger(__name__)


Listener = Callable[[Update], None]


class Observers:
    """Tells each listener of everything, in order, in a thread of its own.

    A slow listener delays nobody, and what it raises is logged and goes no further.
    """

    def __init__(self) -> None:
        self._queues: list[SimpleQueue[Update | None]] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell this listener from now on; return what ends that."""
        queue: SimpleQueue[Update | None] = SimpleQueue()
        threading.Thread(target=_listen, args=(queue, listener), daemon=True).start()
        self._queues.append(queue)

        def unsubscribe() -> None:
            if queue in self._queues:
                self._queues.remove(queue)
                queue.put(None)

        return unsubscribe

    def publish(self, update: Update) -> None:
        """Tell everybody; this never waits."""
        for queue in self._queues:
            queue.put(update)


def _listen(queue: "SimpleQueue[Update | None]", listener: Listener) -> None:
    while (update := queue.get()) is not None:
        try:
            listener(update)
        except Exception:  # the game goes on
            _log.exception("A listener failed")
