"""Whatever is sent in place of a code: it is refused, and nobody is let in."""

from http.client import HTTPConnection

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.damage import ODD_VALUES, damaged, other_values
from tests.web.line import LIMIT
from tests.web.test_messages_fuzz import Tried, running

__all__ = ["running"]

WRONG = b'{"code":"no code"}'


def status(running: Tried, body: bytes) -> int:
    port = running.table.port
    line = HTTPConnection("127.0.0.1", port, timeout=LIMIT)
    try:
        line.request("POST", "/pair", body, {"origin": f"http://127.0.0.1:{port}"})
        return line.getresponse().status
    finally:
        line.close()


@settings(max_examples=60)
@given(
    damaged(WRONG)
    | other_values(WRONG).filter(lambda body: len(body) < 8000)
    | st.sampled_from([value.encode()[:8000] for value in ODD_VALUES])
)
def test_what_is_no_code_pairs_nobody(running: Tried, body: bytes) -> None:
    assert running.now(lambda: running.table.pairing.code)
    assert status(running, body) in {400, 403, 429}
    assert running.now(lambda: running.table.pairing.paired) == ()
    assert not running.complaints.told
