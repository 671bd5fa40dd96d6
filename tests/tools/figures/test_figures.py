"""Which pictures are measured, how they are told, and how they are drawn."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from rules.dice import BARBECUE, CLASSIC, STANDARD, Face, junior
from tools.figures import again, calibration, last, photos, plots, renders, report, timing
from tools.figures.renders import FIRST_SEED, Drawing, Job
from tools.figures.stats import Sighting
from tools.figures.verdicts import Match, Verdict
from vision.stages.looker import Looker

PHOTO = photos.Photo(
    Path("marceli__1.jpg"), "someone/dice", (Face.ONE, Face.TWO), "white", "top", "easy"
)
SEEN = photos.Seen(
    PHOTO, Verdict.EXACT, Verdict.WRONG, (Face.ONE, Face.TWO), (Face.ONE,), (),
    (Sighting(0.99, right=True),),
)  # fmt: skip
TRAINED = replace(
    SEEN, photo=replace(PHOTO, path=Path("n3__2.jpg"), difficulty="hard"), untold=Verdict.DOUBTED
)
MATCHES = (Match(Face.ONE, Face.ONE, 30, 0.98), Match(Face.TWO, Face.SIX, 50, 0.92))
THROW = renders.Seen(
    job=Job(STANDARD, 7, 2), tilt=12.0, smallest=30.0, clear=True, told=Verdict.WRONG,
    untold=Verdict.DOUBTED, doubts=("unsure",), matches=MATCHES, untold_matches=MATCHES[:1],
)  # fmt: skip
COCKED = replace(THROW, job=Job(STANDARD, 8, 2, "cocked"), clear=False, told=Verdict.DOUBTED)
BESIDE = replace(THROW, job=Job(STANDARD, 9, 1, "beside"), told=Verdict.DOUBTED)
MEASURED = renders.Measured((THROW,), (BESIDE,), (COCKED,))
TIMES = timing.Times(
    dict.fromkeys(timing.SIZES, 50.0), dict.fromkeys(timing.COUNTS, 40.0), 150, 90, 200, 120, 60,
    100, 40,
)  # fmt: skip


class TestPhotos:
    def test_the_index_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "index.csv").write_text(
            "file,source_repo,licence,n_dice,values,dice_colour,background,view,difficulty\n"
            'n3__a.jpg,x/y,MIT,2,6 1,white,"felt, blue",top,medium\n'
            "neg.jpg,x/z,none,0,,none,wood,oblique,hard\n"
        )
        dice, empty = photos.labelled(tmp_path)
        assert dice.faces == (Face.ONE, Face.SIX)
        assert dice.trained
        assert not dice.hard
        assert empty.faces == ()
        assert empty.hard

    def test_a_damaged_file_is_doubted(self, tmp_path: Path) -> None:
        path = tmp_path / "a.jpg"
        path.write_bytes(b"no picture")
        seen = photos.see(replace(PHOTO, path=path))
        assert seen.told is seen.untold is Verdict.DOUBTED

    def test_without_a_folder_it_says_why_it_is_skipped(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.delenv("GRILLSIDE_PHOTOS", raising=False)
        photos.main([])
        assert "skipped" in capsys.readouterr().out

    def test_trained_ones_are_told_apart_and_wrong_ones_by_name(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        photos.print_all([SEEN, TRAINED], doubted=True)
        told = capsys.readouterr().out
        assert "1 never trained on, 1 trained on" in told
        assert "marceli__1.jpg (easy; not given): read 1, true 1 2" in told
        assert "n3__2" not in told


class TestScenes:
    def test_no_seed_is_used_twice_and_none_is_training_s(self) -> None:
        others = (*renders.beside_jobs(100), *renders.doubtful_jobs(100))
        seeds = [job.seed for job in (*renders.jobs(500), *others)]
        assert len(set(seeds)) == len(seeds) == 2000 + 100 * (1 + len(renders.DOUBTFUL))
        assert min(seeds) >= FIRST_SEED

    def test_every_count_and_both_arts_occur(self) -> None:
        jobs = [job for job in renders.jobs(90) if job.dice_set == BARBECUE]
        assert {(job.count, job.new_art) for job in jobs} == {
            (count, new) for count in range(9) for new in (False, True)
        }

    def test_a_strange_face_is_on_the_table_but_not_in_the_set(self) -> None:
        for dice_set in (CLASSIC, BARBECUE):
            scene = Job(dice_set, FIRST_SEED, 3, "strange face").scene()
            assert not set(scene.faces) <= set(dice_set.faces)

    def test_strange_art_is_on_the_table(self) -> None:
        scene = Job(junior(), FIRST_SEED, 3, "strange art").scene()
        assert scene.style is not None
        assert isinstance(scene.style.pictures[scene.faces[0]], Drawing)

    @pytest.mark.parametrize("body", [(240, 225, 190), (100, 55, 32)])
    def test_new_art_is_the_same_for_a_seed_and_stands_out(
        self, body: tuple[int, int, int]
    ) -> None:
        one, two, other = Drawing(10_000, body), Drawing(10_000, body), Drawing(10_001, body)
        assert np.array_equal(one(), two())
        assert not np.array_equal(one(), other())
        ink = one()[one()[..., 3] > 200][:, :3].astype(int)
        assert np.abs(ink - body).max() > 40

    def test_a_throw_is_read(self) -> None:
        seen = renders.see(Job(STANDARD, FIRST_SEED, 2))
        assert sum(match.true is not None for match in seen.matches) == 2
        assert seen.readable

    def test_what_went_wrong_is_told(self, capsys: pytest.CaptureFixture[str]) -> None:
        far = replace(THROW, job=Job(STANDARD, 9, 2), smallest=15.0)
        renders.print_all(replace(MEASURED, plain=(THROW, far)))
        told = capsys.readouterr().out
        assert "standard, seed 7, 2 dice: 2 of 50 px read as 6" in told
        assert "seed 9" not in told
        assert "1 readable of 2" in told
        assert "cocked" in told


class TestAgain:
    def test_a_dark_throw_is_read_at_the_second_look(self) -> None:
        job = next(job for job in again.jobs(1) if job.kind == "plain")
        assert again.see(job) == again.Throw("plain", again=True, verdict=Verdict.EXACT)

    def test_what_was_looked_at_again_is_told_by_kind(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        verdicts = (Verdict.EXACT, Verdict.DOUBTED, Verdict.WRONG)
        again.print_all([again.Throw("plain", again=True, verdict=each) for each in verdicts])
        (plain,) = (line for line in capsys.readouterr().out.splitlines() if "plain" in line)
        assert plain.split() == ["plain", "3", "33.3", "%", "[6-79]", "1"]


class TestLast:
    def test_the_throw_before_shows_the_table(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without that, the die that leans here passes for a level one before another camera.

        It is not looked at what it stands on.
        """
        monkeypatch.setattr(last, "COUNTS", (1,))
        monkeypatch.setattr(Looker, "unsteady", lambda *given: [0.0] * len(given[-1]))
        level, leaning = last.see(8)
        assert (level.leaning, level.known) == (False, Verdict.EXACT)
        assert (leaning.leaning, leaning.known) == (True, Verdict.DOUBTED)
        assert leaning.unknown is not Verdict.DOUBTED, "then another table would show more"

    def test_what_leans_is_told_by_what_is_doubted(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        last.print_all(
            [
                last.Last(1, leaning=False, known=Verdict.EXACT, unknown=Verdict.EXACT),
                last.Last(1, leaning=True, known=Verdict.DOUBTED, unknown=Verdict.WRONG),
            ]
        )
        level, leaning = (line for line in capsys.readouterr().out.splitlines() if "1 die" in line)
        assert level.split()[2:] == ["1", *["100.0", "%", "[21-100]", "0"] * 2]
        assert leaning.split()[2:] == [
            "1",
            *["100.0", "%", "[21-100]", "0", "0.0", "%", "[0-79]", "1"],
        ]


def test_confidence_on_photos_is_from_those_never_trained_on() -> None:
    assert calibration.on_photos([SEEN, TRAINED]) == SEEN.sightings


def test_the_gap_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    report.print_gap(MEASURED, [SEEN])
    assert "no photos" in capsys.readouterr().out


def test_times_are_told_with_the_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    timing.print_all(TIMES)
    told = capsys.readouterr().out
    assert "a reading takes 0.44 of it" in told
    assert "an estimate" in told


@pytest.mark.parametrize("seen", [None, [SEEN, TRAINED]])
def test_plots_are_well_formed(tmp_path: Path, seen: Sequence[photos.Seen] | None) -> None:
    plots.draw(tmp_path, TIMES, MEASURED, seen)
    drawn = sorted(tmp_path.glob("vision-*.svg"))
    assert len(drawn) == 3
    for path in drawn:
        root = ET.parse(path).getroot()  # noqa: S314 - our own file
        width, height = (float(root.attrib[side]) for side in ("width", "height"))
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 < float(text.attrib["x"]) < width
            assert 0 < float(text.attrib["y"]) < height
