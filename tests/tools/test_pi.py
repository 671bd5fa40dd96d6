"""docs/developers/pi.md: every trap is held by something, and all that is named there exists."""

import re
from pathlib import Path

from firmware.doctor.sentences import SENTENCES
from firmware.speech.troubles import TROUBLES

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs/developers/pi.md"
TRAPS = 28


def rows() -> list[list[str]]:
    lines = [line for line in DOCUMENT.read_text().splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def slug(heading: str) -> str:
    """The anchor of a heading, as repositories' pages make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_trap_has_its_line() -> None:
    assert [int(row[0]) for row in rows()] == list(range(1, TRAPS + 1))
    assert all(len(row) == 4 and all(row) for row in rows())


def test_what_holds_each_exists() -> None:
    for row in rows():
        held = row[3]
        tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", held)
        codes = re.findall(r"doctor `(\w+)`", held)
        links = re.findall(r"\]\(([^)#]+)#([^)]+)\)", held)
        for file, name in tests:
            assert f"def {name}(" in (ROOT / file).read_text(), f"{file}::{name}"
        for code in codes:
            assert code in SENTENCES or code in TROUBLES, code
        for file, anchor in links:
            headings = re.findall(r"^#+ (.+)$", (DOCUMENT.parent / file).read_text(), re.MULTILINE)
            assert anchor in map(slug, headings), f"{file}#{anchor}"
        named = len(tests) + len(codes) + len(links)
        assert named, f"nothing holds {row[0]}"
        assert named == held.count("`") // 2 + len(links), "something else is named, unchecked"
