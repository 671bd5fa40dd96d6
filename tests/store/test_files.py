"""Small files that are written whole."""

from pathlib import Path

import pytest

from firmware.store import files


def test_what_lies_in_the_way_is_never_followed(tmp_path: Path) -> None:
    other, kept = tmp_path / "other", tmp_path / "kept"
    other.write_text("mine")
    (tmp_path / "kept.new").symlink_to(other)
    files.replace(kept, b"new")
    assert other.read_text() == "mine"
    assert kept.read_bytes() == b"new"
    assert not kept.is_symlink()


def test_what_a_power_cut_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "kept.new").write_text("half")
    files.replace(tmp_path / "kept", b"whole", 0o600)
    assert (tmp_path / "kept").read_bytes() == b"whole"
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [tmp_path / "kept"]


def test_what_a_disk_refuses_is_told_of_the_file_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "dice.json").mkdir()
    with pytest.raises(IsADirectoryError) as refused:
        files.replace(tmp_path / "dice.json", b"new")
    assert refused.value.filename == str(tmp_path / "dice.json")
    assert [path.name for path in tmp_path.iterdir()] == ["dice.json"]
