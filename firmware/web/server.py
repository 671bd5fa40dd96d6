"""The page's server, in the table's process and loop, without ever delaying the table."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from functools import partial
from ssl import SSLContext
from time import monotonic

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.runtime.loop import TableLoop
from firmware.web.clients import SLOW, Client
from firmware.web.connections import Connection, Knock
from firmware.web.guard import COOKIE, Guard, token_of
from firmware.web.host_names import Names
from firmware.web.messages import read_message
from firmware.web.page import Page
from firmware.web.phones import UNUSED, device_of
from firmware.web.rate_limit import Seldom
from firmware.web.run_with_page import PageStartup
from firmware.web.security_headers import NOT_PAIRED
from firmware.web.socket_limits import PARTING, Line
from firmware.web.texts import STATIC, texts

FULL, BAD, BROKEN, GONE = 4429, 4400, 1011, 1000
"""Close codes of a page."""
LOGS = ("uvicorn.error", "asyncio")
"""The loggers of what strangers send."""

_log = logging.getLogger(__name__)


class PageServer(uvicorn.Server):
    """Serves without handling signals, and without waking up while nothing happens."""

    def __init__(self, page: Page, listening: socket.socket, tls: SSLContext | None = None) -> None:
        app = Guard(Starlette(routes=routes(page)), page.hosts, page.pairing)
        super().__init__(
            uvicorn.Config(
                app,
                loop="none",
                ws=Line,
                ws_per_message_deflate=False,  # a small message could unpack to any size
                http=Connection if tls is None else partial(Knock, tls),  # type: ignore[arg-type]
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # there is no proxy, and anybody could claim to be one
                server_header=False,
                date_header=False,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=1,
            )
        )
        self._leaving = asyncio.Event()
        self._listening = listening

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to stop. Whatever strangers send is logged at most once per minute."""
        seldom, logs = Seldom(monotonic), [logging.getLogger(name) for name in LOGS]
        for log in logs:
            log.addFilter(seldom)
        try:
            await super().serve(sockets or [self._listening])
        finally:
            for log in logs:
                log.removeFilter(seldom)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the table."""
        yield

    async def main_loop(self) -> None:
        """Wait until told to stop."""
        await self._leaving.wait()

    def leave(self) -> None:
        """Close every connection soon."""
        self.should_exit = True
        self._leaving.set()


def routes(page: Page) -> list[Route | Mount | WebSocketRoute]:
    """Return all routes."""

    async def index(request: Request) -> Response:
        answer, token = FileResponse(STATIC / "index.html"), token_of(request.scope)
        if page.pairing.needed and token is not None:
            remember(page, answer, token)
        return answer

    async def words(_request: Request) -> Response:
        return JSONResponse(texts(page.session.language))

    async def picture(request: Request) -> Response:
        jpeg = page.picture(request.path_params["number"])
        if jpeg is None:
            return PlainTextResponse("gone", status_code=404)
        return Response(jpeg, media_type="image/jpeg")

    async def pair(request: Request) -> Response:
        return await paired(page, request)

    async def socket_of(websocket: WebSocket) -> None:
        await attend(page, websocket)

    return [
        Route("/", index),
        Route("/texts.json", words),
        Route("/picture/{number:int}.jpg", picture),
        Route("/pair", pair, methods=["POST"]),
        WebSocketRoute("/socket", socket_of),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


async def paired(page: Page, request: Request) -> Response:
    """Exchange a code from the panel for a token in a cookie that scripts cannot read."""
    try:
        code = msgspec.json.decode(await request.body(), type=dict[str, str]).get("code", "")
    except (msgspec.DecodeError, UnicodeDecodeError):
        return PlainTextResponse("bad", status_code=400)
    address = request.client.host if request.client else ""
    late = page.pairing.wait(address) > 0
    device = device_of(request.headers.get("user-agent", ""))
    token = page.pairing.pair(code, address, device)
    if token is None:
        word, status = ("later", 429) if late else ("wrong", 403)
        return PlainTextResponse(word, status_code=status)
    answer = Response(status_code=204) if page.paired() else PlainTextResponse("unkept")
    remember(page, answer, token)
    return answer


def remember(page: Page, answer: Response, token: str) -> None:
    """Renew the cookie, so that the browser keeps the token as long as the server does."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=int(UNUSED),
        httponly=True,
        samesite="strict",
        secure=page.pairing.secure,
        path="/",
    )


async def attend(page: Page, websocket: WebSocket) -> None:
    """Serve an open page until it leaves, is too slow or sends invalid messages."""
    client = page.enter(token_of(websocket.scope))
    with contextlib.suppress(OSError, RuntimeError, WebSocketDisconnect):  # already gone
        try:
            await websocket.accept()
            code = FULL if client is None else await _until_over(page, websocket, client)
        finally:
            if client is not None:
                page.left(client)
        async with asyncio.timeout(PARTING):
            await websocket.close(code)


async def _until_over(page: Page, websocket: WebSocket, client: Client) -> int:
    """Send updates and handle messages; return the close code."""
    tasks = {
        asyncio.create_task(_send(page, websocket, client)),
        asyncio.create_task(_listen(page, websocket, client)),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return _code(done.pop())
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _code(ended: asyncio.Task[int]) -> int:
    error = ended.exception()
    if error is None:
        return ended.result()
    if not isinstance(error, OSError | WebSocketDisconnect):  # it would reconnect forever
        _log.error("a page cannot be served", exc_info=error)
    return BROKEN


async def _send(page: Page, websocket: WebSocket, client: Client) -> int:
    sent: str | None = None
    while page.pairing.knows(client.token):
        await client.waited()
        answers, client.said = client.said, []
        if page.clients.text != sent:
            sent = page.clients.text
            answers = [*answers, sent]
        for text in answers:
            async with asyncio.timeout(SLOW):
                await websocket.send_text(text)
    return NOT_PAIRED


async def _listen(page: Page, websocket: WebSocket, client: Client) -> int:
    while (message := await websocket.receive())["type"] == "websocket.receive":
        try:
            command = read_message(message.get("text") or message.get("bytes") or b"")
        except ValueError:
            return BAD
        page.ask(client, command)
    return GONE


def open_page(
    startup: PageStartup, loop: TableLoop, listening: socket.socket, tls: SSLContext | None
) -> PageServer:
    """Return the server of a table's page, not yet running."""
    pairing = startup.pairing
    port = int(listening.getsockname()[1])
    names = Names(port, network=startup.network, secure=pairing.secure)
    page = Page(loop, startup.last_picture, pairing, names, startup.staging)
    pairing.find_address = lambda: names.address
    loop.table.session.phone = pairing
    return PageServer(page, listening, tls)
