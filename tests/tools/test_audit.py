"""`make audit` against a server that answers as osv.dev does, and against none."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tools import audit

KNOWN = {"starlette": ["GHSA-1", "GHSA-2"], "idna": ["GHSA-3"]}
"""Advisories by package; those of starlette come on two pages."""


class Osv(BaseHTTPRequestHandler):
    """Answers as osv.dev; `broken` is what it says instead."""

    broken: bytes | None = None

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        queries = json.loads(self.rfile.read(size))["queries"]
        self._say({"results": [self._result(query) for query in queries]})

    def do_GET(self) -> None:
        name = self.path.removeprefix("/v1/vulns/")
        self._say({"id": name, "aliases": ["CVE-1"], "summary": f"bad\n\x1b[31m {name}"})

    def _result(self, query: dict[str, object]) -> dict[str, object]:
        assert query["version"]
        package = query["package"]
        assert isinstance(package, dict)
        names = KNOWN.get(package["name"], [])
        page = int(str(query.get("page_token", "0")))
        result: dict[str, object] = {"vulns": [{"id": each} for each in names[page : page + 1]]}
        if page + 1 < len(names):
            result["next_page_token"] = str(page + 1)
        return result if names else {}

    def _say(self, told: object) -> None:
        body = json.dumps(told).encode() if self.broken is None else self.broken
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def osv(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    server = HTTPServer(("127.0.0.1", 0), Osv)
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_each_advisory_is_a_line(
    osv: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packages = {
        audit.Package("PyPI", name, "1.0"): {"pinned"} for name in ("idna", "starlette", "h11")
    }
    monkeypatch.setattr(audit, "everything", lambda: packages)
    assert audit.main(["--address", osv]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "idna 1.0 (pinned): GHSA-3 CVE-1: bad ?[31m GHSA-3",
        "starlette 1.0 (pinned): GHSA-1 CVE-1: bad ?[31m GHSA-1",
        "starlette 1.0 (pinned): GHSA-2 CVE-1: bad ?[31m GHSA-2",
        "3 packages asked about, 3 advisories.",
    ]


def test_every_pin_and_what_is_installed_is_asked_about(
    osv: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in list(KNOWN):
        monkeypatch.delitem(KNOWN, name)
    asked = audit.everything()
    assert set(audit.pinned(audit.PINS)) <= asked.keys()
    assert any(package.name == "pytest" and ".venv" in places for package, places in asked.items())
    assert audit.main(["--address", osv]) == 0
    assert capsys.readouterr().out == f"{len(asked)} packages asked about, no advisories.\n"


def test_an_answer_that_is_none_is_not_taken_for_a_good_one(
    osv: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for broken in (b"", b"<html>", b"[]", b"{}", b'{"results": []}', b'{"results": null}'):
        monkeypatch.setattr(Osv, "broken", broken)
        assert audit.main(["--address", osv]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert "could not be asked" in said.err


def test_without_a_network_nothing_is_said_to_be_good(
    osv: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with HTTPServer(("127.0.0.1", 0), Osv) as server:
        unused = server.server_port
    assert audit.main(["--address", f"http://127.0.0.1:{unused}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "Ask again where there is a network" in said.err
