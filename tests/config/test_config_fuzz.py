"""Whatever stands in the configuration: a box, or complaints in words; the file stays as it is."""

import tempfile
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.config import lines
from firmware.config.file import LARGEST, BadConfig, usable
from firmware.config.keys import Config
from firmware.speech.words import Words
from tests.harness.damage import LARGE_FILES, damaged, odd_files, uncollected

GOOD = b"""# A box.
[game]
folder = "~/games"
language = "de"

[panel]
driver = "sh1106"
bus = "i2c"
port = 1
dim_after = 60
blank_after = 600

[camera]
kind = "pi"

[buttons]
preset = "reference"
pins.scan = 17

[sound]
pin = 12
"""

ODD_VALUES = (
    *("true", "-1", "1.5", "nan", "inf", "-inf", "1e400", "1" * 400, "1" * 4300, "1" * 5000),
    *(
        "9223372036854775808",
        "0x1",
        "0b1",
        "0o1",
        "0x" + "f" * 9000,
        "1_000",
        "+0",
        "-" + "1" * 5000,
    ),
    *('""', '"x"', '"\\u0000"', '"\\u202e"', '"../.."', '"~nobody/x"', f'"{"x" * 9000}"'),
    *("'''\nx\n'''", '"""\nx"""', "1979-05-27", "1979-05-27T07:32:00Z", "07:32:00"),
    *("[]", "{}", "[1, 'a', {}]", "[\n1,\n2,\n]", "{a.b = {c = 1}}", "[{a = 1}, {a = 2}]"),
    *("[" * 300 + "]" * 300, "{a=" * 300 + "1" + "}" * 300, "{" + "a." * 4000 + "a = 1}"),
    *("", "=", "\\", "\ud7ff", "yes", "[", "{", '"', "'''"),
)
"""What can stand in TOML, or nearly so, where something else belongs."""

TEXT = GOOD.decode().splitlines()
ASSIGNED = [number for number, line in enumerate(TEXT) if "=" in line]


@uncollected()
def told(content: bytes) -> BadConfig | None:
    """What is wrong with such a file; all of it can be said, and the rest of it can be used."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config.toml"
        path.write_bytes(content)
        config, bad = usable(path)
        assert path.read_bytes() == content
        assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert isinstance(config, Config)
    last = content.count(b"\n") + 1
    for problem in bad.problems if bad else ():
        assert problem.code.startswith("config_")
        assert 0 <= problem.line <= last
        said = Words().error(problem)
        assert 10 < len(said) < 1000
        assert said.isprintable()
    return bad


def other_value(number: int, value: str) -> bytes:
    name, _, _ = TEXT[number].partition("=")
    changed = [*TEXT[:number], f"{name}= {value}", *TEXT[number + 1 :]]
    return "\n".join(changed).encode()


def test_an_odd_file_in_its_place() -> None:
    assert told(GOOD) is None
    for content in odd_files(GOOD).values():
        told(content)
    for large in LARGE_FILES.values():
        bad = told(large)
        assert bad is not None
        assert bad.code == "config_too_large"


@settings(max_examples=30)
@given(damaged(GOOD), st.sampled_from(ASSIGNED), st.sampled_from(ODD_VALUES))
def test_a_damaged_file_or_another_value(content: bytes, number: int, value: str) -> None:
    told(content)
    told(other_value(number, value))


@pytest.mark.proof
@settings(max_examples=300)
@given(
    damaged(GOOD) | st.builds(other_value, st.sampled_from(ASSIGNED), st.sampled_from(ODD_VALUES))
)
def test_much_damage(content: bytes) -> None:
    told(content)


# Found so.


def test_a_number_without_end_is_told_where_it_stands() -> None:
    bad = told(b"[sound]\npin = 4\n[panel]\nport = " + b"1" * 5000 + b"\n[game]\n")
    assert bad is not None
    assert (bad.code, bad.line, bad.arguments["column"]) == ("config_syntax", 4, 8)


def test_a_value_without_end_is_cut_where_it_is_told() -> None:
    for value in ("0x" + "f" * 9000, "1" * 4300, f'"{"x" * 9000}"'):
        bad = told(f"[sound]\npin = {value}\n".encode())
        assert bad is not None
        assert bad.code == "config_number"
        assert len(Words().error(bad)) < 200


@pytest.mark.parametrize(
    "text",
    ["a." * 1500 + "b = 1", "[" + "a." * 4000 + "b]", "sound.pin = {" + "a." * 4000 + "a = 1}"],
)
def test_tables_in_tables_without_end(text: str) -> None:
    bad = told(text.encode())
    assert bad is not None
    assert bad.line == 1


@pytest.mark.parametrize(
    "text",
    [
        "a = [\n" + "[],\n" * 4000,
        "a = [\n" + "1,\n" * 5000 + "]\n",
        'a = """\n' + "x\n" * 8000,
    ],
    ids=["a list that does not end", "a list that does", "a text that does not end"],
)
def test_a_statement_of_many_lines_is_parsed_only_so_often(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else such a file takes minutes: 16 kB took 40 seconds."""
    assert len(text) < LARGEST
    asked = []

    def loads(statement: str) -> dict[str, Any]:
        asked.append(statement)
        return tomllib.loads(statement)

    monkeypatch.setattr(lines, "tomllib", SimpleNamespace(loads=loads))
    bad = told(text.encode())
    assert bad is not None
    assert bad.line == 1
    assert 0 < len(asked) < 50
