"""Runs a table with its page in one loop; the page starts after the first picture on the panel."""

import asyncio
import contextlib
import importlib
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.errors import DeviceTrouble
from firmware.runtime.loop import TableLoop
from firmware.web.certificate import certified
from firmware.web.last_picture import LastPicture
from firmware.web.pairing import Pairing

if TYPE_CHECKING:  # takes a tenth of a second that the first picture must not wait for
    from firmware.web.page import Staging
    from firmware.web.server import PageServer

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104  # only where the owner has asked for it
PARTING = 1.5
"""Seconds to tell pages that the table stops."""
PILE = 65_536
"""Bytes that may wait for a slow page."""
DEAF = 20_000
"""Milliseconds without an answer after which a page is disconnected."""

_log = logging.getLogger(__name__)


@dataclass
class PageStartup:
    """Runs a table with its page, which is served to this machine or to the network."""

    last_picture: LastPicture
    pairing: Pairing
    port: int
    network: bool = False
    staging: "Staging | None" = None
    elsewhere: bool = False
    """Whether to use another port if this one is taken."""
    opened: Callable[[str], None] = lambda _address: None
    """Called with the page's address as soon as it can be opened."""

    @property
    def host(self) -> str:
        """The address to listen on."""
        return EVERYWHERE if self.network else HERE

    async def run(self, loop: TableLoop) -> None:
        """Run the table with its page, until the table is closed."""
        table = asyncio.create_task(loop.run())
        serving = asyncio.create_task(self._serve(loop))
        try:
            await table
        finally:
            serving.cancel()
            with contextlib.suppress(asyncio.CancelledError, TimeoutError):
                await asyncio.wait_for(serving, PARTING)

    async def _serve(self, loop: TableLoop) -> None:
        """Serve the page; a failure affects nothing else."""
        try:
            server = await self._server(loop)
        except DeviceTrouble as trouble:
            error = trouble
            loop.later(lambda: loop.table.refuse(error))
            return
        except Exception:
            _log.exception("the page cannot be served")
            return
        try:
            await self._until_left(server)
        except Exception:  # for example when a page leaves during a send
            _log.exception("the page has ended")

    async def _until_left(self, server: "PageServer") -> None:
        serving = asyncio.create_task(server.serve())
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            server.leave()
            await serving

    async def _server(self, loop: TableLoop) -> "PageServer":
        modules = await asyncio.to_thread(importlib.import_module, "firmware.web.server")
        secure = self.pairing.secure
        tls = await asyncio.to_thread(certified, self.pairing.phones.folder) if secure else None
        listening = self._socket()
        port = int(listening.getsockname()[1])
        server: PageServer = modules.open_page(self, loop, listening, tls)
        self.opened(f"{'https' if secure else 'http'}://{HERE}:{port}/")
        return server

    def _socket(self) -> socket.socket:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections of pages inherit these: updates do not pile up, and pages that accept none are
        # cut off
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PILE)
        if sys.platform == "linux":
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)
        try:
            listening.bind((self.host, self.port))
        except OSError as error:
            if not self.elsewhere:
                listening.close()
                raise DeviceTrouble("page_port", port=self.port) from error
            listening.bind((self.host, 0))
        listening.listen()  # from now on requests are answered
        return listening
