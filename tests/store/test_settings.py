"""Settings survive; damage costs the settings, never the start."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.store.settings import NAME, NEW, Brightness, Settings, load, save


def test_settings_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "new/folder"
    wanted = Settings(
        language="de", hints=True, brightness=Brightness.LOW, chip="sh1106", chip_for="ssd1306"
    )
    save(folder, wanted)
    assert load(folder) == wanted
    assert [path.name for path in folder.iterdir()] == [NAME]


def test_without_a_file_they_are_as_at_first(tmp_path: Path) -> None:
    assert load(tmp_path) == NEW == Settings(guide=True)
    assert not NEW.keep_doubtful


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    wrong = (b'{"hints": 3}', b'{"brightness": "x"}')
    for content in (b"", b"{", b"[]", *wrong, b"\xff", b"[" * 9999):
        (tmp_path / NAME).write_bytes(content)
        assert load(tmp_path) == NEW
        assert not (tmp_path / NAME).exists()
        (aside,) = tmp_path.iterdir()
        assert aside.name == f"{NAME}.damaged"
        assert aside.read_bytes() == content
        aside.unlink()


def test_what_a_newer_version_added_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b'{"hints": true, "party": 1}')
    assert load(tmp_path) == Settings(hints=True)


def test_a_file_that_cannot_be_read_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    assert load(tmp_path) == NEW
    assert (tmp_path / NAME).is_dir()


def test_a_damaged_file_that_cannot_be_moved_is_left_where_it_is(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"{")
    (tmp_path / f"{NAME}.damaged").mkdir()
    assert load(tmp_path) == NEW


def test_a_disk_that_refuses_leaves_the_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path, Settings(hints=True))

    def refuse(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        with pytest.raises(OSError, match="No space"):
            save(tmp_path, Settings(hints=False))
    assert load(tmp_path) == Settings(hints=True)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_the_new_file_is_on_the_disk_before_it_takes_the_place_of_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, rename = os.fsync, Path.replace

    def noted_sync(handle: int) -> None:
        done.append("sync")
        sync(handle)

    def noted_rename(path: Path, target: Path) -> Path:
        done.append("rename")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(Path, "replace", noted_rename)
    save(tmp_path, Settings())
    assert done == ["sync", "rename", "sync"]


@settings(max_examples=8)
@given(st.builds(Settings, hints=st.booleans(), sound=st.booleans(), language=st.text(max_size=5)))
def test_any_settings_come_back(tmp_path_factory: pytest.TempPathFactory, wanted: Settings) -> None:
    folder = tmp_path_factory.mktemp("settings")
    save(folder, wanted)
    assert load(folder) == wanted
