"""Whatever has become of a file kept with the games: the table goes on, and the file is kept."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.camera import zone
from firmware.camera.zone import WHOLE, Calibration
from firmware.doctor.report import enclosed
from firmware.ports import CameraSettings
from firmware.store import boxes
from firmware.store import settings as likings
from firmware.store.boxes import FIRST, Boxes
from firmware.store.settings import Settings
from firmware.web import phones
from firmware.web.pairing import Pairing
from rules import Barbecue
from rules.games import GAMES, AnyGame
from tests.harness.damage import LARGE_FILES, damaged, odd_files, other_values, uncollected

CAMERA = Calibration(WHOLE, CameraSettings(20_000, 1.5, (1.2, 2.3), 2.5), 0.4)
LIKED = Settings(
    names={"red": "Ann"}, seats=("red",), variants={"barbecue": ("x",)}, dice={"junior": "standard"}
)
PHONES = json.dumps({"phones": ["0" * 64, "ab" * 32]}).encode()


@dataclass(frozen=True)
class Kept:
    """A kind of file: its name, what it holds when it is good, how it is read and written."""

    file: str
    good: bytes
    load: Callable[[Path], object]
    save: Callable[[Path], None]


def paired(folder: Path) -> list[str]:
    """The phones that are let in."""
    return [phone.token for phone in Pairing(folder, lambda: 0.0, needed=True).phones]


def pair(folder: Path) -> None:
    door = Pairing(folder, lambda: 0.0, needed=True)
    assert door.pair(door.code, "here")


def written(file: str, save: Callable[[Path], None]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        save(Path(folder))
        return (Path(folder) / file).read_bytes()


def own_boxes(game: type[AnyGame]) -> Kept:
    file = f"boxes-{game.NAME}.json"
    two = Boxes("old", {FIRST: game.BOX, "old": game.BOX})
    save = partial(boxes.save, game=game, boxes=two)
    return Kept(file, written(file, save), partial(boxes.load, game=game), save)


def one_box(game: type[AnyGame]) -> Kept:
    """As earlier versions kept it."""
    (plain, _) = json.loads(own_boxes(game).good)["boxes"].values()
    old = f"box-{game.NAME}.json"
    return Kept(
        old,
        json.dumps(plain).encode(),
        partial(boxes.load, game=game),
        partial(boxes.remember, game=game, box=game.BOX),
    )


def file_of(file: str, load: Callable[[Path], object], save: Callable[[Path], None]) -> Kept:
    return Kept(file, written(file, save), load, save)


KINDS = {
    "settings": file_of(likings.NAME, likings.load, lambda at: likings.save(at, LIKED)),
    "camera": file_of(zone.FILE, zone.load, lambda at: zone.save(at, CAMERA)),
    "phones": Kept(phones.NAME, PHONES, paired, pair),
    "boxes": own_boxes(Barbecue),
    "an old box": one_box(Barbecue),
}
MORE_BOXES = {
    name: kind
    for game in GAMES.values()
    for name, kind in ((f"{game.NAME}", own_boxes(game)), (f"{game.NAME}, old", one_box(game)))
}
SLOWLY = {**KINDS, **MORE_BOXES}


def contents(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.iterdir()]


@uncollected()
def goes_on(kind: Kept, content: bytes) -> None:
    """It is read as something, the same again, and can be written; what was there stays there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / kind.file).write_bytes(content)
        first = kind.load(folder)
        assert content in contents(folder)
        assert kind.load(folder) == first
        good = (folder / kind.file).exists()
        kind.save(folder)
        kind.load(folder)
        assert good or content in contents(folder)
        assert not list(folder.glob("*.new"))


def test_good_files_are_good(tmp_path: Path) -> None:
    """Else what follows would damage what was damaged before."""
    for kind in SLOWLY.values():
        (tmp_path / kind.file).write_bytes(kind.good)
        nothing = kind.load(tmp_path / "nowhere")
        assert kind.file.startswith("box-") or kind.load(tmp_path) != nothing
        assert (tmp_path / kind.file).read_bytes() == kind.good


def test_an_odd_file_in_its_place() -> None:
    for kind in KINDS.values():
        for content in odd_files(kind.good).values():
            goes_on(kind, content)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@settings(max_examples=10)
@given(data=st.data())
def test_a_damaged_file_or_other_values(kind: Kept, data: st.DataObject) -> None:
    goes_on(kind, data.draw(damaged(kind.good)))
    goes_on(kind, data.draw(other_values(kind.good)))


@pytest.mark.proof
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_file_of_10_mb_in_its_place(kind: Kept) -> None:
    for content in LARGE_FILES.values():
        goes_on(kind, content)


@pytest.mark.proof
@pytest.mark.parametrize("kind", SLOWLY.values(), ids=SLOWLY)
@settings(max_examples=100)
@given(data=st.data())
def test_much_damage(kind: Kept, data: st.DataObject) -> None:
    goes_on(kind, data.draw(damaged(kind.good) | other_values(kind.good)))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_damaged_again_and_again(tmp_path: Path, kind: Kept) -> None:
    """What was set aside once is not overwritten by the next."""
    for number in range(3):
        (tmp_path / kind.file).write_bytes(b"damaged %d" % number)
        kind.load(tmp_path)
    assert sorted(contents(tmp_path)) == [b"damaged 0", b"damaged 1", b"damaged 2"]


# Found so.


def test_a_camera_that_was_set_to_what_cannot_be(tmp_path: Path) -> None:
    """An exposure of 400 digits, a lens that is focused nowhere, lists in lists."""
    plain = json.loads(KINDS["camera"].good)
    plain["settings"]["exposure"] = 10**400
    lenses = (KINDS["camera"].good.decode().replace("2.5", lens) for lens in ("1e308", "-1e300"))
    for content in (json.dumps(plain), *lenses, '{"a":' * 100_000):
        (tmp_path / zone.FILE).write_text(content)
        assert zone.load(tmp_path) is None


def test_a_damaged_zone_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / zone.FILE).write_bytes(b"damaged")
    assert zone.load(tmp_path) is None
    zone.save(tmp_path, CAMERA)
    assert (tmp_path / f"{zone.FILE}.damaged").read_bytes() == b"damaged"


def test_a_box_in_use_that_is_none(tmp_path: Path) -> None:
    nothing: list[object] = [[], {}, 1, None, "none of them", "\ud800"]
    for used in nothing:
        plain = json.loads(KINDS["boxes"].good) | {"used": used}
        (tmp_path / KINDS["boxes"].file).write_text(json.dumps(plain))
        assert boxes.load(tmp_path, Barbecue) == Boxes(FIRST, {FIRST: Barbecue.BOX})


def test_half_a_character_is_no_name_of_a_box(tmp_path: Path) -> None:
    """No page could be told of it."""
    plain = json.loads(KINDS["boxes"].good)
    plain["boxes"]["\ud800"] = plain["boxes"]["old"]
    (tmp_path / KINDS["boxes"].file).write_text(json.dumps(plain))
    assert boxes.load(tmp_path, Barbecue).used == FIRST


# All of it at once.


@settings(max_examples=10)
@given(st.lists(st.binary(max_size=200) | st.just(b"\0" * 5000), min_size=8, max_size=8))
def test_a_report_of_a_folder_that_is_all_damaged(all_of_it: list[bytes]) -> None:
    names = [
        "0001-barbecue.jsonl", "0002-junior.jsonl", "grillside.log", "grillside.log.1",
        likings.NAME, zone.FILE, phones.NAME, "config.toml",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for name, content in zip(names, all_of_it, strict=True):
            (Path(folder) / name).write_bytes(content)
        config = Path(folder) / "config.toml"
        for part in enclosed(config, Path(folder), dict, "/home/otto", picture=True):
            assert isinstance(part.content, bytes)
        assert sorted(contents(Path(folder))) == sorted(all_of_it)
