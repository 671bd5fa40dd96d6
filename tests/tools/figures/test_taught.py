"""Invented dice and the figures of teaching."""

from dataclasses import replace

import numpy as np
import pytest

from tools.figures.icons import ICONS, INVENTED, invented, with_stranger
from tools.figures.taught import Learnt, Thrown, plot, report
from tools.figures.verdicts import Verdict
from vision.files.taught_dice import Taught
from vision.geometry import Shape
from vision.reader import Reader
from vision.simulator.scene import LIGHTS, SURFACES, render
from vision.stages.dice_kinds import PIPS
from vision.training.lessons import SHOWN, Heard, farthest, fitted, taught_and_thrown


def test_a_set_has_six_icons_that_differ() -> None:
    look, names = invented(3)
    assert len(set(names)) == len(PIPS)
    assert set(names) <= {icon.__name__ for icon in ICONS}
    art = [look.face(face) for face in PIPS]
    assert all(not np.array_equal(one, other) for one in art for other in art if one is not other)
    assert np.array_equal(invented(3)[0].face(PIPS[0]), art[0])


def test_a_stranger_changes_one_face_alone() -> None:
    look, _ = invented(4)
    strange = with_stranger(look, PIPS[2], 1)
    changed = [not np.array_equal(look.face(face), strange.face(face)) for face in PIPS]
    assert changed == [face is PIPS[2] for face in PIPS]


def test_dice_are_thrown_in_another_light_on_another_table() -> None:
    shown, thrown = taught_and_thrown(invented(1)[0], INVENTED, 5, throws=6)
    assert [scene.faces for scene in shown] == [(face,) * SHOWN for face in PIPS]
    assert all(scene.light in LIGHTS and scene.surface in SURFACES for scene in shown + thrown)
    assert shown[0].light not in {scene.light for scene in thrown}
    assert shown[0].surface not in {scene.surface for scene in thrown}


@pytest.mark.proof
def test_a_drawing_that_seems_strange_is_looked_at_a_little_to_all_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number = 724  # where one top was seen so far beside its place that its drawing seems another
    look, names = invented(number)
    shown, thrown = taught_and_thrown(look, INVENTED, 7_000 + number, throws=1)
    reader, scene = Reader(), thrown[0]
    lessons = [reader.lesson(render(each).frame, {SHOWN}) for each in shown]
    taught = Taught(
        "invented", names, dict(zip(names, (one.looks for one in lessons), strict=True))
    )
    frame, count = render(scene).frame, {len(scene.faces)}
    read = reader.read(frame, taught, count)
    assert read.accepted
    right = [names[PIPS.index(face)] for face in scene.faces]
    assert sorted(map(str, read.faces)) == sorted(right)
    monkeypatch.setattr(Shape, "around", lambda shape, _part: [shape])
    assert {doubt.code for doubt in reader.read(frame, taught, count).doubts} == {"unknown_art"}


def test_what_is_told_apart_better_is_told_sharper() -> None:
    rng = np.random.default_rng(1)

    def heard(gap: float, apart: float) -> list[Heard]:
        faces = [n % 6 for n in range(300)]
        rows = rng.normal(60, apart, (300, 6))
        for row, face in zip(rows, faces, strict=True):
            row[face] -= gap
        return [Heard(row, face) for row, face in zip(rows, faces, strict=True)]

    assert fitted(heard(20, 12)) < fitted(heard(40, 12))
    assert fitted(heard(20, 12)) < fitted(heard(20, 6))


def test_nearly_all_looks_are_near_enough() -> None:
    heard = [Heard(np.array([float(far), 200.0]), 0) for far in range(101)]
    assert farthest(heard) == 99


def test_the_report_counts_light_and_dark_dice_and_strangers() -> None:
    right = Thrown(Verdict.EXACT, 50.0, (), stranger=False)
    unsure = Thrown(Verdict.DOUBTED, 25.0, ("unsure",), stranger=False)
    strange = Thrown(Verdict.DOUBTED, 50.0, ("unknown_art",), stranger=True)
    light = Learnt(
        0, dark=False, shown=6, taught=True, alike=False, throws=(right, unsure, strange)
    )
    dark = Learnt(
        1, dark=True, shown=9, taught=True, alike=False, throws=(replace(right, smallest=15.0),)
    )
    lines = report([light, dark]).splitlines()
    assert "taught 2 of 2; a face was shown 1.25 times" in lines[1]
    rows = {line[:14].strip(): line[14:].split() for line in lines[3:]}
    assert rows["all"][:2] == ["2", "50.0"]
    assert rows["dark dice"][0] == "0"
    assert rows["20 to 30 px"][-1] == "1"
    assert lines[-1].endswith("doubted 1 of 1")


def test_the_plot_has_a_bar_for_every_set() -> None:
    right = Thrown(Verdict.EXACT, 50.0, (), stranger=False)
    learnt = [Learnt(n, n == 1, 6, taught=True, alike=False, throws=(right,)) for n in range(2)]
    drawn = plot(learnt).written()
    assert "set 1, light" in drawn
    assert "set 2, dark" in drawn
