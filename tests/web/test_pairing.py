"""Who may see the page: the code on the panel, tokens on disk, and forgetting."""

import os
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.ports import Phone
from firmware.web import pairing, phones
from firmware.web.pairing import DIGITS, LASTS, TRIES, Pairing
from firmware.web.phones import DAY, MOST, NAME, UNUSED, device_of, id_of
from tests.harness.clock import ManualClock

HERE = "192.168.1.20"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1000.0)


@pytest.fixture
def door(tmp_path: Path, clock: ManualClock) -> Pairing:
    return Pairing(tmp_path, clock.now, needed=True)


def paired(door: Pairing) -> str:
    token = door.pair(door.code, HERE)
    assert token is not None
    return token


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


# The code.


def test_a_code_has_six_digits(door: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 999_958)
    assert door.code == "000042"


def test_a_code_stands_for_five_minutes(door: Pairing, clock: ManualClock) -> None:
    code = door.code
    clock.advance(LASTS - 1)
    assert door.code == code
    clock.advance(1)
    assert door.pair(code, HERE) is None
    assert door.code != code


def test_a_code_is_good_for_one_phone(door: Pairing) -> None:
    code, key = door.code, door.key
    assert door.pair(code, HERE) is not None
    assert [door.pair(shown, HERE) for shown in (code, key)] == [None, None]
    assert door.code != code


def test_without_anybody_looking_there_is_nothing_to_guess(door: Pairing) -> None:
    assert [door.pair(code, HERE) for code in ("", "000000", "None")] == [None] * 3
    assert door.wait(HERE) == 0


def test_after_five_wrong_tries_even_the_right_one_waits(door: Pairing, clock: ManualClock) -> None:
    for _ in range(TRIES):
        door.pair(wrong(door.code), HERE)
    assert door.wait(HERE) == pytest.approx(60)
    assert door.pair(door.code, HERE) is None
    clock.advance(59)
    assert door.pair(door.code, HERE) is None
    clock.advance(1.5)
    assert door.wait(HERE) == 0
    assert door.pair(door.code, HERE) is not None


def test_a_neighbour_who_guesses_keeps_nobody_else_waiting(door: Pairing) -> None:
    code = door.code
    for _ in range(100):
        door.pair(wrong(code), "192.168.1.66")
    assert door.wait("192.168.1.66") > 0
    assert door.wait(HERE) == 0
    assert door.pair(code, HERE) is not None


def test_the_secret_of_the_picture_is_never_locked(door: Pairing) -> None:
    """However many addresses a neighbour guesses from."""
    for number in range(100):
        door.pair(wrong(door.code), f"192.168.1.{number}")
    assert door.wait(HERE) > 0
    assert door.pair(door.code, HERE) is None
    assert len(door.key) == 18
    assert door.pair(door.key, HERE) is not None


def test_a_family_comes_in_at_once(door: Pairing) -> None:
    tokens = [paired(door) for _ in range(2 * TRIES)]
    assert all(map(door.knows, tokens))


def test_guessing_for_an_hour_is_hopeless(
    door: Pairing, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From one address or from as many as there are in a home's network."""
    compared = 0

    def counting(one: bytes, other: bytes) -> bool:
        nonlocal compared
        compared += len(other) == DIGITS
        return compare_digest(one, other)

    monkeypatch.setattr(pairing, "compare_digest", counting)
    for addresses, most in [(1, 65), (250, 325)]:
        compared = 0
        for number in range(7_200):
            assert door.pair(wrong(door.code), f"192.168.1.{number % addresses}") is None
            clock.advance(0.5)
        assert compared <= most
        clock.advance(3600)


# Nothing is told by how long it takes.


def test_every_phone_is_compared_whoever_asks(
    door: Pairing, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = [paired(door) for _ in range(3)]
    calls = []

    def noting(one: str, other: str) -> bool:
        calls.append((one, other))
        return compare_digest(one, other)

    monkeypatch.setattr(phones, "compare_digest", noting)
    hashes = {sha256(each.encode()).hexdigest() for each in tokens}
    for token in (tokens[0], tokens[2], "stranger"):
        calls.clear()
        assert door.knows(token) is (token in tokens)
        assert {one for one, _ in calls} == {sha256(token.encode()).hexdigest()}
        assert {other for _, other in calls} == hashes


def test_the_code_is_compared_to_its_end(door: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def noting(one: bytes, other: bytes) -> bool:
        calls.append((one, other))
        return False

    monkeypatch.setattr(pairing, "compare_digest", noting)
    code = door.code
    assert door.pair(code, HERE) is None, "no other comparison decides"
    assert calls == [(code.encode(), shown.encode()) for shown in (door.key, code)]


# Tokens.


def test_a_paired_phone_is_known_and_no_other(door: Pairing) -> None:
    token = paired(door)
    assert len(token) >= 43
    assert door.knows(token)
    assert len(door.paired) == 1
    for other in (None, "", token[:-1], f"{token} ", token.swapcase(), paired(door)[::-1]):
        assert not door.knows(other)


def test_where_nothing_is_needed_everybody_is_known(tmp_path: Path, clock: ManualClock) -> None:
    door = Pairing(tmp_path, clock.now, needed=False)
    assert door.knows(None)
    assert door.knows("anything")


@given(st.text())
def test_whatever_is_shown_is_refused(shown: str) -> None:
    door = Pairing(Path("/nowhere"), lambda: 0.0, needed=True)
    code = door.code
    assert not door.knows(shown)
    assert shown == code or door.pair(shown, HERE) is None


def test_odd_letters_are_no_code(door: Pairing) -> None:
    for shown in [
        "\ud800",
        "12345\udfff",
        "\N{FULLWIDTH DIGIT ONE}" * 6,
        "١٢٣٤٥٦",
        "\0",
        "9" * 9999,
    ]:
        assert door.code
        assert door.pair(shown, HERE) is None
        assert not door.knows(shown)


def test_the_seventeenth_phone_takes_the_place_of_the_first(door: Pairing) -> None:
    tokens = [paired(door) for _ in range(MOST + 1)]
    assert [door.knows(token) for token in tokens] == [False] + [True] * MOST
    assert len(door.paired) == MOST


# On disk.


def test_phones_stay_paired_after_a_start(
    door: Pairing, tmp_path: Path, clock: ManualClock
) -> None:
    token = paired(door)
    assert Pairing(tmp_path, clock.now, needed=True).knows(token)


def test_the_disk_holds_no_token_and_no_code(door: Pairing, tmp_path: Path) -> None:
    token, code = paired(door), door.code
    kept = (tmp_path / NAME).read_text()
    assert sha256(token.encode()).hexdigest() in kept
    assert token not in kept
    assert f'"{code}"' not in kept


def test_only_the_table_can_read_the_file(door: Pairing, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        (tmp_path / f"{NAME}.new").touch(mode=0o666)  # left over by a power cut
        paired(door)
    finally:
        os.umask(before)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"[" * 5000,
        b'{"phones": "all"}',
        b'{"phones": [""]}',
        b'{"phones": [null]}',
        b'{"phones": ["' + b"0" * 63 + b'"]}',
        b'{"phones": ["' + b"0" * 64 + b'\\n"]}',
        b'{"phones": [' + b",".join([b'"' + b"0" * 64 + b'"'] * 17) + b"]}",
        b'{"phones": [], "more": 1}',
    ],
)
def test_of_a_damaged_file_nobody_is_paired(
    tmp_path: Path, clock: ManualClock, damage: bytes
) -> None:
    (tmp_path / NAME).write_bytes(damage)
    door = Pairing(tmp_path, clock.now, needed=True)
    assert door.paired == ()
    assert not door.knows("")
    assert (tmp_path / f"{NAME}.damaged").read_bytes() == damage
    token = paired(door)
    assert Pairing(tmp_path, clock.now, needed=True).knows(token)


def test_of_a_file_that_cannot_be_read_nobody_is_paired(tmp_path: Path, clock: ManualClock) -> None:
    (tmp_path / NAME).mkdir()
    door = Pairing(tmp_path, clock.now, needed=True)
    assert door.paired == ()
    assert door.knows(paired(door)), "until the next start"


# Forgetting.


def test_a_phone_is_forgotten_for_good(door: Pairing, tmp_path: Path, clock: ManualClock) -> None:
    mine, other = paired(door), paired(door)
    assert door.forget(id_of(mine))
    again = Pairing(tmp_path, clock.now, needed=True)
    assert [each.knows(mine) for each in (door, again)] == [False, False]
    assert [each.knows(other) for each in (door, again)] == [True, True]


def test_all_are_forgotten(door: Pairing, tmp_path: Path, clock: ManualClock) -> None:
    tokens = [paired(door) for _ in range(3)]
    door.forget()
    assert door.paired == Pairing(tmp_path, clock.now, needed=True).paired == ()
    assert not any(map(door.knows, tokens))


def test_forgetting_nobody_changes_no_code(door: Pairing) -> None:
    token, code = paired(door), door.code
    assert door.forget("nobody")
    assert door.knows(token)
    assert door.code == code


def test_who_is_forgotten_does_not_come_back_with_the_code_they_saw(door: Pairing) -> None:
    paired(door)
    seen = door.code
    door.forget()
    assert door.pair(seen, HERE) is None
    assert door.code != seen


def refuse(*_arguments: object, **_named: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_brings_nobody_back(
    door: Pairing, tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = paired(door)
    monkeypatch.setattr(phones, "replace", refuse)
    assert door.forget()
    assert not door.knows(token)
    assert Pairing(tmp_path, clock.now, needed=True).paired == ()


def test_a_disk_that_takes_nothing_brings_all_back_and_says_so(
    door: Pairing, tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = paired(door)
    monkeypatch.setattr(phones, "replace", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    assert not door.forget()
    assert not door.knows(token), "until the next start"
    assert Pairing(tmp_path, clock.now, needed=True).knows(token)


def test_a_full_disk_keeps_nobody_out(door: Pairing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "replace", refuse)
    assert door.knows(paired(door))
    assert not door.phones.kept


# When they were seen.


def test_a_phone_that_is_not_used_is_forgotten(tmp_path: Path, clock: ManualClock) -> None:
    door = Pairing(tmp_path, clock.now, needed=True, date=clock.now)
    used, unused = paired(door), paired(door)
    for _ in range(7):
        clock.advance(UNUSED / 8)
        door.phones.saw(used)
    again = Pairing(tmp_path, clock.now, needed=True, date=clock.now)
    clock.advance(UNUSED / 8 + DAY)
    for each in (door, again):
        assert each.knows(used)
        assert not each.knows(unused)
        assert len(each.paired) == 1


def test_when_phones_were_seen_is_written_once_a_day(
    door: Pairing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card wears."""
    date, written = [1e9], []
    door = Pairing(tmp_path, lambda: 0.0, needed=True, date=lambda: date[0])
    token = paired(door)
    monkeypatch.setattr(phones, "replace", lambda path, *_content, mode: written.append(path))
    for _ in range(100):
        date[0] += DAY / 40
        door.phones.saw(token)
    assert len(written) == 2


def test_a_date_that_jumps_forgets_nobody_who_is_here(tmp_path: Path, clock: ManualClock) -> None:
    """A Pi has no clock of its own: it knows the date when a network has told it."""
    date = [0.0]
    door = Pairing(tmp_path, clock.now, needed=True, date=lambda: date[0])
    token = paired(door)
    date[0] = 1.8e9
    assert door.knows(token)
    door.phones.saw(token)
    assert Pairing(tmp_path, clock.now, needed=True, date=lambda: date[0]).knows(token)


def test_phones_of_before_there_were_names_stay_paired(tmp_path: Path, clock: ManualClock) -> None:
    token = "a" * 43
    (tmp_path / NAME).write_text(f'{{"phones":["{sha256(token.encode()).hexdigest()}"]}}')
    assert Pairing(tmp_path, clock.now, needed=True).knows(token)


def test_what_was_overheard_opens_nothing_once_all_is_encrypted(
    tmp_path: Path, clock: ManualClock
) -> None:
    overheard = paired(Pairing(tmp_path, clock.now, needed=True))
    door = Pairing(tmp_path, clock.now, needed=True, secure=True)
    assert not door.knows(overheard)
    assert door.paired == ()
    assert door.knows(paired(door))


def test_a_phone_is_called_by_what_it_is() -> None:
    for said, device in [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130 Mobile", "Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0", "Linux"),
        ("<script>alert(1)</script>", ""),
    ]:
        assert device_of(said) == device


def test_changes_are_told_at_once(door: Pairing) -> None:
    told: list[int] = []
    door.watch(lambda: told.append(len(door.paired)))
    token = paired(door)
    paired(door)
    door.forget(id_of(token))
    door.forget()
    assert told == [1, 2, 1, 0]


# For the panel.


def test_the_panel_is_told_what_it_shows(door: Pairing) -> None:
    door.find_address = lambda: "192.168.1.20:8080"
    phone: Phone = door
    token = door.pair(phone.code, HERE, "iPhone")
    assert token is not None
    assert (phone.address, phone.secure) == ("192.168.1.20:8080", False)
    (told,) = phone.paired
    assert (told.id, told.device) == (id_of(token), "iPhone")
    assert phone.forget(told.id)
    assert not door.knows(token)
