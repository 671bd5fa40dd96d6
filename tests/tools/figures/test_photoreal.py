"""What is prepared for Blender, and what is made of what it shows; Blender itself is not needed."""

import json
from dataclasses import asdict, replace
from math import cos, inf, radians, sin, tan
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.dice import STANDARD, Face
from tools.figures.photoreal import worms
from tools.figures.photoreal.job import HEIGHT, JOBS, WIDTH, Job, Lamp, load
from tools.figures.photoreal.measure import Shown, kind_of, measure, print_all, see, washed
from tools.figures.photoreal.prepare import main
from tools.figures.renders import SETS
from tools.figures.verdicts import Verdict
from vision.reading import Corners
from vision.simulator.scene import Scene, TrueDie, render


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("photoreal")
    main([str(made), "--throws", "20", "--seed", "5"])
    return made


@pytest.fixture(scope="module")
def job(folder: Path) -> Job:
    """A polished die, its top 2 cm high, under a camera that looks straight down from 32 cm."""
    return replace(
        load(folder)[0], tilt=0.0, azimuth=0.0, roll=0.0, distance=32.0, view=60.0, edge=2.0,
        rough=0.1, coat=0.0, lamps=(),
    )  # fmt: skip


def top(job: Job, across: float = 0.0) -> Corners:
    """So many centimetres from the middle of the table."""
    pixels = WIDTH / 2 / tan(radians(job.view / 2)) / (job.distance - job.edge)
    x, y, half = WIDTH / 2 + across * pixels, HEIGHT / 2, pixels * job.edge / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def test_all_sets_are_thrown_with_more_and_more_dice_and_all_they_need(folder: Path) -> None:
    jobs = load(folder)
    assert {job.dice_set for job in jobs} == {dice_set.name for dice_set in SETS}
    assert [job.count for job in jobs] == [count for count in range(5) for _ in SETS]
    for job in jobs:
        assert sorted(job.sides) == sorted(next(s.sides for s in SETS if s.name == job.dice_set))
        for file in (job.art, job.sheet, job.tile):
            assert cv2.imread(str(folder / file)) is not None
    assert [job.heap for job in jobs] == [False] * 16 + [True] * 4


def test_the_same_seed_prepares_the_same_throws(folder: Path, tmp_path: Path) -> None:
    main([str(tmp_path), "--throws", "2", "--seed", "5"])
    assert load(tmp_path) == load(folder)[:2]
    main([str(tmp_path), "--throws", "3", "--seed", "5"])
    assert load(tmp_path) == load(folder)[:3]


def test_pictures_of_other_throws_are_not_taken_for_these(folder: Path, tmp_path: Path) -> None:
    main([str(tmp_path), "--throws", "1", "--seed", "5"])
    with pytest.raises(SystemExit, match="other throws"):
        main([str(tmp_path), "--throws", "1", "--seed", "6"])
    assert load(tmp_path) == load(folder)[:1]


def test_every_worm_is_drawn_inside_its_face_and_is_like_no_other() -> None:
    drawn = [
        worms.worm(number, (0, 0, 0), (255, 255, 255), np.random.default_rng(1))
        for number in range(len(worms.DESIGNS))
    ]
    for number, face in enumerate(drawn):
        alpha = face[..., 3] > 0
        assert 0.02 < alpha.mean() < 0.5
        assert not alpha[[0, -1]].any()
        assert not alpha[:, [0, -1]].any()
        for other in drawn[:number]:
            assert np.mean(alpha != (other[..., 3] > 0)) > 0.02


def test_a_top_is_washed_out_where_it_mirrors_a_lamp(job: Job) -> None:
    above = Lamp((0, 0, 200), 60, 1, (1, 1, 1))
    assert washed(replace(job, lamps=(above,)), top(job)) == 1
    assert washed(replace(job, lamps=(above,)), top(job, across=8)) == 0
    beside = replace(above, place=(-8 / 30 * 198 + 8, 0, 200))
    assert washed(replace(job, lamps=(beside,)), top(job, across=8)) == 0
    there = replace(above, place=(8 / 30 * 198 + 8, 0, 200))
    assert washed(replace(job, lamps=(there,)), top(job, across=8)) == 1
    assert washed(replace(job, lamps=(there,), rough=0.6), top(job, across=8)) == 0
    assert washed(replace(job, lamps=(there,), rough=0.6, coat=0.5), top(job, across=8)) == 1


def test_a_coat_takes_no_glare_away(job: Job) -> None:
    """What lies under it still spreads the lamp."""
    near = replace(job, lamps=(Lamp((25, 0, 200), 4, 1, (1, 1, 1)),), rough=0.45)
    assert washed(near, top(job)) > 0.5
    assert washed(replace(near, coat=1.0), top(job)) == washed(near, top(job))
    assert washed(replace(near, rough=0.1), top(job)) == 0


@pytest.mark.parametrize(("azimuth", "roll"), [(0, 0), (90, 0), (90, 30), (215, -70)])
def test_a_lamp_is_mirrored_where_it_is(job: Job, azimuth: int, roll: int) -> None:
    """A point of the table, its mirrored lamp and where Blender would show it, done by hand."""
    turned = replace(job, tilt=30.0, azimuth=float(azimuth), roll=float(roll), edge=0.01)
    about = radians(azimuth)
    right = np.array([cos(about), sin(about), 0])
    ahead = np.array([-sin(about), cos(about), 0])
    up = np.array([0, 0, 1.0])
    eye = turned.distance * (sin(radians(30)) * ahead * -1 + cos(radians(30)) * up)
    spot = 4 * right + 3 * ahead
    away = spot - eye
    lamp = Lamp(tuple(spot + 6 * away * [1, 1, -1]), 3, 1, (1, 1, 1))
    # In the picture: rightwards, and upwards along the table's "ahead" as the camera leans.
    high = cos(radians(30)) * ahead + sin(radians(30)) * up
    out = np.array([away @ right, away @ high]) / (away @ (-eye / turned.distance))
    turn = radians(roll)
    x = out[0] * cos(turn) + out[1] * sin(turn)
    y = -out[0] * sin(turn) + out[1] * cos(turn)
    focal = WIDTH / 2 / tan(radians(turned.view / 2))
    x, y = WIDTH / 2 + focal * x, HEIGHT / 2 - focal * y
    corners = ((x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9))
    assert washed(replace(turned, lamps=(lamp,)), corners) > 0.5
    beyond = replace(lamp, place=(lamp.place[0] + 40, *lamp.place[1:]))
    assert washed(replace(turned, lamps=(beyond,)), corners) == 0


def test_a_camera_that_was_turned_mirrors_what_it_faces(job: Job) -> None:
    """Tilted by 30 degrees towards the back, it looks from the front: lamps at the back show."""
    back = Lamp((0, 115, 200), 40, 1, (1, 1, 1))
    middle = ((600.0, 440.0), (680.0, 440.0), (680.0, 520.0), (600.0, 520.0))
    front = replace(back, place=(0, -115, 200))
    for azimuth, lamp, other in ((0, back, front), (180, front, back)):
        turned = replace(job, tilt=30.0, azimuth=float(azimuth), edge=0.01)
        assert washed(replace(turned, lamps=(lamp,)), middle) > 0.9
        assert washed(replace(turned, lamps=(other,)), middle) == 0


@pytest.mark.parametrize(
    ("lean", "across", "above", "kind"),
    [
        (0.0, 0.0, 0.0, "readable"),
        (0.0, 0.0, 0.1, "raised"),
        (5.0, 0.0, 0.1, "hardly leaning"),
        (13.0, 0.0, 0.1, "leaning"),
        (0.0, 0.0, 1.0, "stacked"),
        (13.0, 17.0, 1.0, "cut off"),
    ],
)
def test_the_worst_that_is_the_matter_is_told(
    job: Job, lean: float, across: float, above: float, kind: str
) -> None:
    assert kind_of(job, [TrueDie(Face.ONE, top(job, across), lean=lean)], above) == kind


def test_small_dice_and_glare_are_kinds_of_their_own(job: Job) -> None:
    assert kind_of(job, [], -inf) == "readable"
    small = ((0.0, 0.0), (19.0, 0.0), (19.0, 19.0), (0.0, 19.0))
    assert kind_of(job, [TrueDie(Face.ONE, small)], 0.0) == "small dice"
    lit = replace(job, lamps=(Lamp((0, 0, 200), 60, 1, (1, 1, 1)),))
    assert kind_of(lit, [TrueDie(Face.ONE, top(job))], 0.0) == "glare"


def test_a_picture_is_read_and_held_against_the_truth(
    job: Job, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shot = render(Scene(STANDARD, (Face.TWO, Face.FIVE, Face.SIX), seed=3))
    true = [
        {"face": die.face, "corners": die.corners, "lean": 0.0, "above": 0.0} for die in shot.dice
    ]
    for name in ("images", "truth"):
        (tmp_path / name).mkdir()
    cv2.imwrite(str(tmp_path / "images" / f"{job.name}.jpg"), shot.frame)
    truth = tmp_path / "truth" / f"{job.name}.json"
    truth.write_text(json.dumps(true))
    shown = replace(job, count=3)
    seen = see(Shown(tmp_path, shown))
    assert (seen.kind, seen.told, seen.exact) == ("readable", Verdict.EXACT, True)

    # A picture that was not shown yet is left out; one that was read wrongly is named.
    later = replace(shown, name="later")
    (tmp_path / JOBS).write_text(json.dumps([asdict(shown), asdict(later)]))
    truth.write_text(json.dumps([{**true[0], "face": "3"}, *true[1:]]))
    wrong = measure([tmp_path], processes=1)
    assert [one.told for one in wrong] == [Verdict.WRONG]
    print_all(wrong)
    told = capsys.readouterr().out
    assert "Throws by Blender: 1 readable of 1" in told
    long = wrong[0].matches[0].edge
    said = f"{tmp_path.name}/{job.name}, readable: 3 of {long:.0f} px read as 2"
    assert f"Accepted but wrong: {said}" in told

    # Where only the reading without the count is wrong, that one is told.
    missed = replace(wrong[0].matches[0], read=None)
    alone = replace(wrong[0], told=Verdict.DOUBTED, untold_matches=(missed,))
    print_all([alone])
    said = f"readable, only without the count: 3 of {long:.0f} px read as nothing"
    assert said in capsys.readouterr().out
