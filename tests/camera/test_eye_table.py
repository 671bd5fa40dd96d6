"""The table's eye remembers how its table lies, and goes by that where dice are few."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from firmware.camera.regions import View, read_part
from firmware.camera.table_camera import TableCamera
from firmware.camera.zone import WHOLE, Calibration, Zone
from firmware.simulator.camera import Conditions, SimulatedCamera
from rules.dice import BARBECUE
from tests.camera.test_eye import SURE, Scripted, Stage, looked
from tests.harness.marks import MORE
from tests.vision.test_table_pose import eye as camera_above
from tests.vision.test_table_pose import row
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import Reading, TablePose
from vision.stages.context import Context
from vision.stages.table_pose import find_pose

TILTED = camera_above(25.0)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.parametrize("upside_down", [False, True])
def test_a_table_goes_with_the_part_that_is_read(upside_down: bool) -> None:
    table = find_pose(row(TILTED), (640, 480))
    assert table is not None
    view = View(Zone(((0.3, 0.4), (0.7, 0.4), (0.7, 0.7), (0.3, 0.7))), 640, 480)
    told: list[TablePose | None] = []

    def read(frame: Frame, expected: object, context: Context) -> Reading:
        told.append(context.table)
        return Reading((), table=context.table)

    crop = view.crop(np.zeros((480, 640, 3), np.uint8))
    part = read_part(read, crop, view, frozenset({1}), table, upside_down=upside_down)
    (there,) = told
    left, upper, _, _ = view.box
    assert left > 0
    assert upper > 0
    height, width = crop.shape[:2]
    x, y = table.centre[0] - left, table.centre[1] - upper
    assert there is not None
    assert there.centre == pytest.approx((width - 1 - x, height - 1 - y) if upside_down else (x, y))
    assert there.up[:2] == pytest.approx([-part if upside_down else part for part in table.up[:2]])
    back = view.whole(part).table
    assert back is not None
    assert back.centre == pytest.approx(table.centre)
    assert back.up == pytest.approx(table.up)


SEEDS = 1, 43
"""On these tables a die alone that leans is accepted where nothing is known of the table, and what
it stands on is not looked at."""


class TestTheTable:
    """A die alone fits some camera however it leans; but not the one that saw the others."""

    def camera(self, seed: int) -> SimulatedCamera:
        camera = SimulatedCamera(BARBECUE, seed=seed)
        camera.conditions = Conditions(tilt=28.0)
        camera.throw(8)
        return camera

    @pytest.mark.parametrize("seed", [MORE(SEEDS[0]), SEEDS[1]])
    def test_it_is_remembered_for_dice_too_few_to_show_it(
        self, reader: Reader, seed: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reader._looker, "unsteady", lambda _, tops: [0.0] * len(tops))
        camera = self.camera(seed)
        eye = TableCamera(camera, lambda: reader)
        assert looked(eye, 8).accepted
        camera.throw(1)
        assert looked(eye).accepted
        camera.throw(1, spoil="cocked")
        assert "leaning" in [doubt.code for doubt in looked(eye).doubts]
        assert looked(TableCamera(camera, lambda: reader)).accepted, "it fits some camera"

    @pytest.mark.parametrize(
        "aim",
        [
            lambda eye: eye.glance((8, 8)),
            lambda eye: eye.calibrate(WHOLE),
            lambda eye: setattr(eye, "calibration", Calibration(WHOLE)),
        ],
        ids=["looking on", "calibrating", "setting"],
    )
    def test_whoever_aims_the_camera_may_move_it(
        self, aim: Callable[[TableCamera], object]
    ) -> None:
        reader = Scripted(replace(SURE, table=find_pose(row(TILTED), (640, 480))))
        eye = TableCamera(Stage(), lambda: reader)
        looked(eye)
        looked(eye)
        aim(eye)
        looked(eye)
        assert reader.known == [False] * 3 + [True] * 3 + [False] * 3

    def test_what_was_doubted_shows_no_table(self, reader: Reader) -> None:
        camera = SimulatedCamera(BARBECUE, seed=9)
        camera.throw(4, spoil="hand")
        assert looked(TableCamera(camera, lambda: reader), 4).table is None

    @pytest.mark.proof
    def test_a_look_that_nobody_asked_for_shows_it_too(self, reader: Reader) -> None:
        camera = self.camera(SEEDS[1])
        eye = TableCamera(camera, lambda: reader)
        eye.notice(BARBECUE, frozenset({8}), lambda: False)
        camera.throw(1)
        camera.throw(1, spoil="cocked")
        noticed = eye.notice(BARBECUE, frozenset({1}), lambda: False)
        assert noticed is not None
        assert "leaning" in [doubt.code for doubt in noticed.reading.doubts]
