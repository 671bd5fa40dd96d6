"""A table with its page in a thread of its own, while the test does something else."""

import asyncio
from collections.abc import Callable, Coroutine
from threading import Event, Thread
from typing import Self, TypeVar

from firmware.camera.regions import OnMat
from firmware.ports import Action
from firmware.speech.language import language_named
from tests.web.line import LIMIT
from tests.web.served import FRAME, Served
from vision.reading import Reading

T = TypeVar("T")


class Running:
    """Use it as a context."""

    def __init__(self, table: Served) -> None:
        self.table = table
        self._ready = Event()
        self._over = asyncio.Event()
        self._thread = Thread(target=lambda: asyncio.run(self._run()))

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with self.table._running():
            await self.table.calm()
            self._ready.set()
            await self._over.wait()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(LIMIT)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(LIMIT)
        assert not self._thread.is_alive()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.table.port}/"

    def do(self, work: Coroutine[None, None, T]) -> T:
        """Await this in the table's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(LIMIT)

    def now(self, work: Callable[[], T]) -> T:
        """Run this function in the table's loop, and wait."""

        async def done() -> T:
            return work()

        return self.do(done())

    def lies(self, reading: Reading, on_mat: OnMat | None = None) -> None:
        """Set the dice of the next look."""

        def show() -> None:
            self.table.last_picture.saw(FRAME, reading, on_mat)
            self.table.table_camera.answers.put(reading)

        self.now(show)

    def speak(self, language: str) -> None:
        """Switch the table to this language."""

        def change() -> None:
            self.table.table.session.language = language_named(language)
            self.table.loop.later(lambda: None)

        self.now(change)

    def press(self, action: str) -> None:
        """Press a button of the box."""
        self.now(lambda: self.table.buttons.pressed(Action(action)))
