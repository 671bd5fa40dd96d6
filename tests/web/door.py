"""A guard before a game, with one phone that is paired."""

from pathlib import Path

from firmware.web.guard import Guard
from firmware.web.pairing import Pairing
from tests.web.asking import HOST, ORIGIN, Answer, Game

OPEN = ("/", "/texts.json", "/static/main.js", "/static/a/b.svg")
GAME = (
    "/picture/1.jpg",
    "/socket",
    "/news",
    "/static",
    "/pair/",
    "/texts.json/",
    "/index.html",
    "",
)
NAMED = [("host", HOST), ("origin", ORIGIN)]
CLOSED = [{"type": "websocket.close", "code": 4403, "reason": ""}]
UNPAIRED = [{"type": "websocket.close", "code": 4401, "reason": ""}]


class Door:
    """A guard before a game, with one phone that is paired."""

    def __init__(self, folder: Path, *, needed: bool = True) -> None:
        self.at = 0.0
        self.pairing = Pairing(folder, lambda: self.at, needed=needed)
        self.token = self.pairing.pair(self.pairing.code, "here") or ""
        self.game = Game()
        self.guard = Guard(self.game, {HOST, "grillside.local:8080"}, self.pairing, lambda: self.at)

    @property
    def cookie(self) -> tuple[str, str]:
        return ("cookie", f"grillside={self.token}")


def covered(told: Answer) -> bool:
    policy = dict(
        part.strip().split(" ", 1) for part in told.headers["content-security-policy"].split(";")
    )
    assert policy.pop("connect-src") in {"'self'", f"'self' ws://{HOST}"}
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    expected = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    assert {name: told.headers[name] for name in expected} == expected
    assert "camera=()" in told.headers["permissions-policy"]
    return told.status == 200 or told.headers["cache-control"] == "no-store"
