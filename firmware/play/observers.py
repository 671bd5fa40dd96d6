"""Listeners of a table: a speaker, a light, a message to another program."""

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

from firmware.play.table_view import Update

_log = logging.getLogger(__name__)


Listener = Callable[[Update], None]


class Observers:
    """Calls each listener for every update, in order.

    Each listener has its own thread, so a slow one delays nobody. Its exceptions are logged.
    """

    def __init__(self) -> None:
        self._queues: list[SimpleQueue[Update | None]] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; return a function that removes it."""
        queue: SimpleQueue[Update | None] = SimpleQueue()
        threading.Thread(target=_listen, args=(queue, listener), daemon=True).start()
        self._queues.append(queue)

        def unsubscribe() -> None:
            if queue in self._queues:
                self._queues.remove(queue)
                queue.put(None)

        return unsubscribe

    def publish(self, update: Update) -> None:
        """Tell every listener; returns at once."""
        for queue in tuple(self._queues):  # other threads may add and remove listeners
            queue.put(update)


def _listen(queue: "SimpleQueue[Update | None]", listener: Listener) -> None:
    while (update := queue.get()) is not None:
        try:
            listener(update)
        except Exception:  # the game goes on
            _log.exception("A listener failed")
