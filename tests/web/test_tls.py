"""The page over https, with a certificate that the box has made for itself: real openssl."""

import asyncio
import contextlib
import ssl
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from firmware.errors import DeviceTrouble
from firmware.web import certificate, connections
from firmware.web.certificate import NAME, certified
from tests.web.line import LIMIT
from tests.web.running import Running
from tests.web.served import Served


def secured(folder: Path) -> Served:
    """A table whose page is for the network, over https."""
    return Served(folder, network=True, secure=True)


def test_the_key_is_made_once_and_for_the_table_alone(tmp_path: Path) -> None:
    certified(tmp_path)
    made = (tmp_path / NAME).read_bytes()
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    certified(tmp_path)
    assert (tmp_path / NAME).read_bytes() == made
    look = ["openssl", "x509", "-noout", "-text"]
    told = subprocess.run(look, input=made, capture_output=True, check=True).stdout
    assert b"prime256v1" in told
    assert b"DNS:localhost" in told


@pytest.mark.parametrize("damage", ["no openssl", "no certificate"])
async def test_without_a_certificate_nothing_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    """Not in the clear either; the panel says why."""
    table = secured(tmp_path)
    if damage == "no openssl":
        monkeypatch.setenv("PATH", "/nowhere")
    else:
        (tmp_path / NAME).write_text("no certificate")
    with pytest.raises(DeviceTrouble, match="page_tls"):
        certified(tmp_path)
    running = asyncio.create_task(table.opening.run(table.loop))
    async with asyncio.timeout(LIMIT):
        while table.table.screen.name != "trouble":
            await asyncio.sleep(0)
    table.loop.stop()
    await running
    assert table.port == 0


async def silent(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port)


async def test_those_who_never_encrypt_keep_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take places like others, are cut off, and so is who speaks in the clear."""
    monkeypatch.setattr(connections, "MOST", 8)
    table = secured(tmp_path)
    async with table.running():
        crowd = [await silent(table.port) for _ in range(3 * connections.MOST)]
        reader, writer = crowd[-1]
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        async with asyncio.timeout(LIMIT):
            with contextlib.suppress(ConnectionError):
                assert b"HTTP" not in await reader.read()
        context = ssl.create_default_context(cadata=pem(tmp_path))
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", table.port, ssl=context, server_hostname="127.0.0.1"
        )
        writer.write(b"GET /texts.json HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % table.port)
        assert b"200" in await reader.readline()
        for _, each in [*crowd, (reader, writer)]:
            each.transport.abort()


def pem(folder: Path) -> str:
    """The certificate, which a browser would be told to trust."""
    return "-----BEGIN CERT" + (folder / certificate.NAME).read_text().split("-----BEGIN CERT")[1]


def test_a_phone_joins_over_https(tmp_path: Path, browser: Browser) -> None:
    """By the QR code; its cookie never goes out in the clear."""
    with Running(secured(tmp_path)) as running:
        key = running.now(lambda: running.table.pairing.key)
        context = browser.new_context(ignore_https_errors=True)  # somebody has read the warning
        page = context.new_page()
        page.goto(f"https://127.0.0.1:{running.table.port}/#{key}")
        expect(page.get_by_role("heading", name="New game")).to_be_visible()
        (cookie,) = context.cookies()
        assert cookie["secure"]
        assert cookie["httpOnly"]
        assert running.now(lambda: len(running.table.pairing.paired)) == 1
        context.close()
