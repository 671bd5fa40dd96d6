"""What the documents claim is true."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from firmware.play.as_data import view_record
from firmware.store import taught_dice
from rules import events
from rules.events import Event
from rules.games import GAMES
from rules.grill import GrillTable
from rules.plain import from_plain
from rules.record import Record
from rules.tiles import TileTable
from rules.tracks import AntTable
from tests.vision.lessons import taught
from vision.files.dice_file import LONGEST, MOST_BYTES
from vision.files.taught_dice import MOST_FACES, MOST_LOOKS, encode
from vision.stages.looker import REACH, SIDE

DOCS = Path(__file__).parent.parent / "docs"


def blocks(name: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", (DOCS / name).read_text(), re.DOTALL)


def replayed(block: str) -> Record:
    return Record.replay(line.encode() + b"\n" for line in block.splitlines())


def test_there_is_an_example_of_a_record_for_each_game() -> None:
    names = [replayed(block).state.NAME for block in blocks("records.md", "jsonl")]
    assert names == list(GAMES)


def test_the_examples_end_as_the_text_says() -> None:
    barbecue, bratwurmeck, junior, picnic = map(replayed, blocks("records.md", "jsonl"))
    assert barbecue.state.table[30].owner == 0
    assert isinstance(bratwurmeck.state.table, TileTable)
    assert bratwurmeck.state.table.top(0) == 26
    assert junior.state.table.stacks[1] == (5,)
    assert junior.state.gone == {2}
    assert junior.state.player == 0
    assert isinstance(picnic.state.table, AntTable)
    assert picnic.state.table.where(1, 2) == 6
    assert picnic.state.table.where(0, 6) == 2
    assert picnic.state.table.queens == (False, True)


def test_every_key_that_replay_prints_is_described() -> None:
    text = (DOCS / "records.md").read_text()
    for block in blocks("records.md", "jsonl"):
        view = view_record(replayed(block))
        described = [*view, *(view["turn"] or ())]
        assert all(f"`{key}`" in text for key in described)


def test_the_tables_shown_for_adjusting_can_be_read() -> None:
    grill, tiles, ants = (json.loads(block) for block in blocks("records.md", "json"))
    assert isinstance(from_plain(GAMES["barbecue"].TABLE, grill), GrillTable)
    assert isinstance(from_plain(GAMES["bratwurmeck"].TABLE, tiles), TileTable)
    assert isinstance(from_plain(GAMES["picnic_blitz"].TABLE, ants), AntTable)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_explained(name: str) -> None:
    text = (DOCS / "rules.md").read_text()
    assert all(f"`{variant}`" in text for variant in GAMES[name].VARIANTS)


def test_every_ruling_cited_anywhere_is_in_the_rules() -> None:
    text = (DOCS / "rules.md").read_text()
    known = {int(number) for number in re.findall(r"\bR(\d+)\b", text)}
    for first, last in re.findall(r"\bR(\d+) to R(\d+)\b", text):
        known |= set(range(int(first), int(last) + 1))
    cited = set()
    for path in (DOCS.parent / "rules").glob("*.py"):
        cited |= {int(number) for number in re.findall(r"\bR(\d+)\b", path.read_text())}
    assert cited <= known, cited - known


def anchors(path: Path) -> set[str]:
    """Return what a link can name in this document: each heading, as GitHub spells it."""
    prose = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}


def test_links_between_documents_lead_somewhere() -> None:
    for path in (*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md")):
        for link, anchor in re.findall(r"\]\(([^)#:]*)#?([^):]*)\)", path.read_text()):
            target = path.parent / link if link else path
            assert target.exists(), f"{path.name}: {link}"
            assert not anchor or anchor in anchors(target), f"{path.name}: {link}#{anchor}"


def test_files_named_for_contributors_are_there() -> None:
    text = (DOCS.parent / "CONTRIBUTING.md").read_text().replace("locale/fr.po", "locale")
    named = re.findall(r"`((?:docs|firmware|rules|tests|tools|vision)/[^`*]*)`", text)
    missing = [path for path in named if not (DOCS.parent / path).exists()]
    assert named
    assert not missing


def test_every_event_is_described_with_its_fields() -> None:
    text = (DOCS / "records.md").read_text()
    for event in (kind for kind in vars(events).values() if isinstance(kind, type)):
        if issubclass(event, Event) and event is not Event:
            told = ", ".join(f"`{field.name}`" for field in fields(event))  # type: ignore[arg-type]
            assert f"| `{event.code}` | {told} |" in text


def test_figures_are_written_down() -> None:
    text = (DOCS / "developers/figures.md").read_text()
    assert "make bench" in text
    assert "games/s" in text
    assert "a position" in text


def test_the_file_of_taught_dice_is_as_described() -> None:
    """The example has the beginnings of its pictures only."""
    text = (DOCS / "teach.md").read_text()
    (block,) = blocks("teach.md", "json")
    example = json.loads(block)
    (picture,) = json.loads(encode(taught(faces=("sun",), looks=1)))["looks"]["sun"]
    assert all(picture.startswith(p.removesuffix("...")) for p in example["looks"]["sun"])
    example["looks"] = {face: [picture] * len(of) for face, of in example["looks"].items()}
    dice = taught_dice.decode(json.dumps(example).encode())
    assert dice.faces("barbecue") == {**{n: n for n in "1234"}, "sun": "worm", "moon": "6"}
    assert list(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) == list(
        json.loads(taught_dice.encode(dice))
    )
    assert f"{SIDE} x {SIDE} pixels" in text
    assert f"reaches {REACH} times" in text
    assert f"1 to {MOST_FACES} names" in text
    assert f"1 to {MOST_LOOKS} pictures" in text
    assert f"1 to {LONGEST} printable" in text
    assert f"at most {MOST_BYTES // 10**6} MB" in text
    assert all(f"`{game}`" in text for game in GAMES)
