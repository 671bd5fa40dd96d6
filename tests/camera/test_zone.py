"""The throw zone, and the file that keeps it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.camera.zone import FILE, WHOLE, Calibration, Corners, Zone, is_zone, load, moved, save
from firmware.ports import CameraSettings

TRAY = Zone(((0.2, 0.3), (0.8, 0.25), (0.9, 0.9), (0.1, 0.8)))
KEPT = Calibration(TRAY, CameraSettings(20_000, 1.25, (1.6, 2.0), 2.9), 0.41)

parts = st.floats(0, 1)


def test_what_lies_in_the_zone() -> None:
    """A die cut off by the picture is not overlooked: its middle lies at the edge or beyond it."""
    for point, inside in (
        ((0.5, 0.5), True), ((0.2, 0.3), True), ((0.15, 0.3), False), ((0.5, 0.95), False),
    ):  # fmt: skip
        assert TRAY.contains(point) is inside
    for cut_off in ((0.5, 1.02), (-0.01, 0.5), (0.01, 0.99), (1.0, 0.0)):
        assert WHOLE.contains(cut_off)
        assert not TRAY.contains(cut_off)


NO_ZONES: list[Corners] = [
    ((0.2, 0.2), (0.2, 0.8), (0.8, 0.8), (0.8, 0.2)),  # the wrong way round
    ((0.2, 0.2), (0.8, 0.8), (0.8, 0.2), (0.2, 0.8)),  # crossed
    ((0.1, 0.1), (0.9, 0.1), (0.3, 0.3), (0.1, 0.9)),  # dented
    ((0.5, 0.5), (0.6, 0.5), (0.6, 0.6), (0.5, 0.6)),  # tiny
    ((0.1, 0.1), (0.9, 0.1), (0.9, 0.11), (0.1, 0.11)),  # a line
    ((-0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),  # outside
    ((float("nan"), 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
]


def test_what_is_no_zone() -> None:
    for corners in NO_ZONES:
        assert not is_zone(corners)
        with pytest.raises(ValueError, match="no_zone"):
            Zone(corners)


def test_the_box_leaves_room_for_dice_at_the_rim() -> None:
    assert WHOLE.box(1280, 960) == (0, 0, 1280, 960)
    assert TRAY.box(1000, 500) == (20, 45, 981, 500)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), st.floats(-1, 1), st.floats(-1, 1))))
def test_however_the_corners_are_moved_it_stays_a_zone(
    moves: list[tuple[int, float, float]],
) -> None:
    zone = WHOLE
    for corner, dx, dy in moves:
        zone = moved(zone, corner, dx, dy)
        assert is_zone(zone.corners)


def test_a_corner_goes_where_it_is_moved_and_stops_at_the_edge() -> None:
    assert moved(TRAY, 0, -0.1, 0.05).corners[0] == pytest.approx((0.1, 0.35))
    assert moved(TRAY, 2, 0.5, 0.5).corners[2] == (1.0, 1.0)
    assert moved(TRAY, 0, 0.65, 0.5) == TRAY


@given(st.tuples(*[st.tuples(parts, parts)] * 4), parts, parts)
def test_a_zone_holds_only_what_lies_between_its_corners(
    corners: Corners, x: float, y: float
) -> None:
    if is_zone(corners) and Zone(corners).contains((x, y)):
        xs, ys = zip(*corners, strict=True)
        assert min(xs) <= x <= max(xs)
        assert min(ys) <= y <= max(ys)


def test_what_was_saved_last_is_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    assert load(folder) is None
    for calibration in (KEPT, Calibration(TRAY), Calibration()):
        save(folder, calibration)
        assert load(folder) == calibration
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_damaged_file_is_none(tmp_path: Path) -> None:
    save(tmp_path, KEPT)
    whole = (tmp_path / FILE).read_bytes()
    for damage in (
        *(whole[:length] for length in range(0, len(whole), 7)),
        whole[:-1],
        b"\xff\xfe",
        b"[]",
        b'{"zone": {"corners": [[0, 0], [1, 0]]}}',
        b'{"zone": {"corners": [[0, 0], [0, 1], [1, 1], [1, 0]]}}',
        b'{"settings": {"exposure": 0, "gain": 1.0, "colours": [1.0, 1.0]}}',
        b'{"settings": {"exposure": 10000, "gain": 1e400, "colours": [1.0, 1.0]}}',
        b'{"brightness": 7}',
    ):
        (tmp_path / FILE).write_bytes(damage)
        assert load(tmp_path) is None
