"""Whatever is asked: the guard does not raise, and lets no stranger through."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.web.guard import LARGEST, token_of
from tests.web.asking import HOST, ORIGIN, Pairs, answer, closed, encoded, get, scope_of
from tests.web.door import CLOSED, GAME, NAMED, OPEN, UNPAIRED, Door, covered

VALUES = st.sampled_from(
    [HOST, ORIGIN, "null", "0", "5", "8193", "chunked", "grillside=", "grillside=x", "a; grillside"]
) | st.binary(max_size=30).map(lambda raw: raw.decode("latin-1"))  # fmt: skip
NAMES = st.sampled_from(
    ["host", "Host", "origin", "cookie", "content-length", "transfer-encoding", "sec-fetch-site"]
) | st.binary(max_size=12).map(lambda raw: raw.decode("latin-1"))  # fmt: skip
HEADERS = st.lists(st.tuples(NAMES, VALUES), max_size=8)
PATHS = st.sampled_from([*OPEN, *GAME, "/pair", "/static/../socket"]) | st.text(max_size=20)
METHODS = st.sampled_from(["GET", "HEAD", "POST", "PUT"]) | st.text(max_size=6)
BODIES = st.lists(st.binary(max_size=100) | st.just(b"x" * LARGEST), min_size=1, max_size=3)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Door:
    return Door(tmp_path_factory.mktemp("door"))


@settings(max_examples=40)
@given(st.booleans(), HEADERS, METHODS, PATHS, st.binary(max_size=20), BODIES)
def test_no_stranger_is_let_through(
    kept: Door,
    named: bool,
    headers: Pairs,
    method: str,
    path: str,
    query: bytes,
    bodies: list[bytes],
) -> None:
    kept.at += 1
    kept.game.came.clear()
    sent = [*(NAMED if named else ()), *headers]
    told = answer(kept.guard, scope_of(path, sent, method=method, query_string=query), *bodies)
    assert covered(told)
    assert told.status in {200, 400, 401, 403, 404, 405, 413, 421}
    assert (told.status == 200) == bool(kept.game.came)
    if kept.game.came:
        assert path in OPEN or path == "/pair" or path.startswith("/static/")
        assert ".." not in path
        assert method in {"GET", "HEAD", "POST"}
        assert [value for name, value in encoded(sent) if name.lower() == b"host"] == [
            HOST.encode()
        ]
        assert method != "POST" or ("origin", ORIGIN) in sent
        assert token_of(kept.game.came[0]) is None


@settings(max_examples=40)
@given(st.booleans(), HEADERS, PATHS)
def test_no_stranger_gets_a_socket(kept: Door, named: bool, headers: Pairs, path: str) -> None:
    kept.at += 1
    kept.game.came.clear()
    told = closed(kept.guard, [*(NAMED if named else ()), *headers], path)
    assert told in (CLOSED, UNPAIRED)
    assert not kept.game.came


@settings(max_examples=40)
@given(HEADERS, PATHS)
def test_whatever_else_is_sent_the_paired_get_through_or_a_word(
    kept: Door, headers: Pairs, path: str
) -> None:
    kept.at += 1
    kept.game.came.clear()
    told = get(kept.guard, path, [kept.cookie, *headers])
    assert covered(told)
    assert told.status != 401
    assert (told.status == 200) == bool(kept.game.came)
