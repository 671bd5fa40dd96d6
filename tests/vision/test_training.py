"""What training is made from: random throws, their labels, and the renderer's records."""

import ctypes
import re
import shutil
import subprocess
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.stages import looker
from vision.stages.looker import DRAWING
from vision.stages.pyramid import Pyramid
from vision.training import calibrate, rooms, styles
from vision.training.calibrate import drawn_die, fit
from vision.training.data import ICONS, OWN, PIECES, PRINTED_DICE, inks
from vision.training.lying import _clash
from vision.training.printed import SIDE, printed_die
from vision.training.records import DECAL, DIE, FRAME, LAMP, THING, Record
from vision.training.scenes import Batch, Maker, project

SOURCE = Path(styles.__file__).with_name("render.cu")
WIDTH, HEIGHT = 640, 480
SMALL = (240, 180)
PRINTS = PIECES + PRINTED_DICE + 4
STRUCTS = {"Frame": FRAME, "Die": DIE, "Thing": THING, "Decal": DECAL, "Lamp": LAMP}
WITHIN = {"float": 1, "Light": 7, "Lamp": 14}
"""The floats in each part of a struct."""


def some_inks() -> NDArray[np.float32]:
    return np.linspace(0, 1, 60, dtype=np.float32)


def maker(seed: int = 1) -> Maker:
    return Maker(seed, WIDTH, HEIGHT, some_inks(), PRINTS)


@pytest.fixture(scope="module")
def batch() -> Batch:
    return maker().batch(150)


def fields(name: str) -> list[tuple[str, int]]:
    """The fields of a struct in `render.cu`, and how many floats each takes."""
    found = re.search(rf"struct {name} {{(.*?)}};", SOURCE.read_text(), re.DOTALL)
    assert found is not None
    body = re.sub(r"//.*", "", found[1])
    told = []
    for kind, names in re.findall(r"(float|Light|Lamp)\s+([^;]+);", body):
        for field in names.split(","):
            sizes = [int(size) for size in re.findall(r"\[(\d+)\]", field)]
            plain = field.split("[")[0].strip().rstrip("_")
            told.append((plain, int(np.prod(sizes or [1])) * WITHIN[kind]))
    return told


def square(die: Record, shrunk: float) -> tuple[float, float, float, float]:
    """What a die covers of the table, as `_clash` takes it."""
    turn = die["turn"].reshape(3, 3)
    level = turn[int(np.argmin(np.abs(turn[:, 2])))]
    x, y, _ = die["centre"]
    return float(x), float(y), float(np.arctan2(level[1], level[0])), float(die["size"]) * shrunk


class TestRecords:
    @pytest.mark.parametrize("name", STRUCTS)
    def test_they_mirror_the_structs(self, name: str) -> None:
        record = STRUCTS[name]
        ours = [(field, record[field].itemsize // 4) for field in record.names or ()]
        assert ours == fields(name)

    @pytest.mark.skipif(shutil.which("g++") is None, reason="no compiler")
    def test_the_compiler_agrees(self, library: ctypes.CDLL) -> None:
        sizes = (ctypes.c_int * 4)()
        library.sizes(sizes)
        assert list(sizes) == [record.itemsize for record in (FRAME, DIE, THING, DECAL)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The renderer, built for the processor."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no compiler")
    built = tmp_path_factory.mktemp("renderer") / "render.so"
    how = ["-O1", "-fPIC", "-shared", "-x", "c++"]
    subprocess.run([compiler, *how, str(SOURCE), "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))


@dataclass(frozen=True)
class Rendered:
    """A small batch, its pictures, and how many pixels are seen of each side of each die."""

    batch: Batch
    picture: NDArray[np.float32]
    seen: NDArray[np.float32]


@pytest.fixture(scope="module", params=[0.0, 1.0], ids=["plain", "photographic"])
def rendered(library: ctypes.CDLL, request: pytest.FixtureRequest) -> Rendered:
    count, width, height = 8, *SMALL
    art = np.full((60, 128, 128, 4), 128, np.uint8)
    prints = np.full((PRINTS, SIDE, SIDE, 3), 200, np.uint8)
    made = Maker(5, width, height, inks(art), PRINTS, photographic=request.param, samples=1).batch(
        count
    )
    picture = np.zeros((count, 3, height, width), np.float32)
    seen = np.zeros((len(made.dice), 6, 3), np.float32)
    given = (made.frames, made.dice, made.things, made.decals, art, prints)
    failed = library.render(
        *(array.ctypes.data_as(ctypes.c_void_p) for array in given),
        *(ctypes.c_int(number) for number in (count, width, height, 1)),
        *(array.ctypes.data_as(ctypes.c_void_p) for array in (picture, seen)),
        ctypes.c_void_p(0),
    )
    assert failed == 0
    return Rendered(made, picture, seen)


class TestRenderer:
    def test_every_frame_is_lit(self, rendered: Rendered) -> None:
        assert np.isfinite(rendered.picture).all()
        assert rendered.picture.min() >= 0
        assert (rendered.picture.mean(axis=(1, 2, 3)) > 1e-3).all()

    def test_tops_are_seen_where_labels_say(self, rendered: Rendered) -> None:
        """As many pixels of each top face as its corners enclose; round edges take some."""
        whole = []
        for label, pixels in zip(rendered.batch.labels, rendered.seen, strict=True):
            corners = label["corners"].reshape(4, 2)
            inside = ((corners > 0) & (corners < SMALL)).all()
            enclosed = abs(float(np.linalg.det(label["half"].reshape(2, 2)))) * 4
            if inside and enclosed > 150 and label["lean"] < 5:
                whole.append(float(pixels[label["slot"], 0]) / enclosed)
        assert len(whole) >= 5
        assert max(whole) < 1.2
        assert np.median(whole) > 0.6


class TestMaker:
    def test_a_seed_makes_the_same_frames(self) -> None:
        one, two, other = (maker(seed).batch(6) for seed in (7, 7, 8))
        for name in ("frames", "dice", "things", "decals", "labels"):
            assert getattr(one, name).tobytes() == getattr(two, name).tobytes()
        assert one.frames.tobytes() != other.frames.tobytes()

    def test_frames_know_what_is_theirs(self, batch: Batch) -> None:
        for name, first in (
            ("dice", "first_die"), ("things", "first_thing"), ("decals", "first_decal"),
        ):  # fmt: skip
            ends = batch.frames[first] + batch.frames[name]
            assert batch.frames[first][0] == 0
            assert (batch.frames[first][1:] == ends[:-1]).all()
            assert ends[-1] == len(getattr(batch, name))
        counts = np.bincount(batch.labels["frame"], minlength=len(batch.frames))
        assert (counts == batch.frames["dice"]).all()
        assert {0, 1, 8} <= set(counts)

    def test_everything_is_a_number(self, batch: Batch) -> None:
        for name in ("frames", "dice", "things", "decals"):
            record = getattr(batch, name)
            for field in record.dtype.names:
                assert np.isfinite(record[field]).all(), (name, field)

    def test_dice_keep_out_of_each_other(self, batch: Batch) -> None:
        pairs = 0
        for frame in batch.frames:
            first, count = int(frame["first_die"]), int(frame["dice"])
            here = slice(first, first + count)
            flat = batch.dice[here][batch.labels[here]["lean"] < 5]
            for die, other in combinations(flat, 2):
                if abs(die["centre"][2] - other["centre"][2]) < 0.5:  # else it lies on the other
                    assert not _clash(square(die, 0.97), square(other, 0.97))
                    pairs += 1
        assert pairs > 500

    def test_squares_clash_or_do_not(self) -> None:
        here = (0.0, 0.0, 0.3, 1.0)
        assert _clash(here, (0.5, 0.5, 1.0, 1.0))
        assert _clash(here, here)
        assert not _clash(here, (1.5, 0.0, 0.9, 1.0))
        along = (np.cos(0.3), np.sin(0.3))
        assert not _clash(here, (1.001 * along[0], 1.001 * along[1], 0.3, 1.0))
        assert _clash(here, (0.97 * along[0], 0.97 * along[1], 0.3, 1.0))

    def test_dice_lie_on_the_table_or_higher(self, batch: Batch) -> None:
        """None sinks in by more than its rounded corners."""
        turns = batch.dice["turn"].reshape(-1, 3, 3)
        reach = np.minimum(np.abs(turns[:, :, 2]).sum(1) / 2, batch.dice["ball"])
        lowest = batch.dice["centre"][:, 2] - batch.dice["size"] * reach
        assert lowest.min() > -0.05
        assert np.median(lowest) < 0.02

    def test_axes_are_axes(self, batch: Batch) -> None:
        turns = batch.dice["turn"].reshape(-1, 3, 3).astype(np.float64)
        assert turns @ turns.transpose(0, 2, 1) == pytest.approx(
            np.broadcast_to(np.eye(3), turns.shape), abs=1e-4
        )
        assert np.linalg.det(turns) == pytest.approx(1, abs=1e-4)


class TestLabels:
    def test_they_name_what_is_on_top(self, batch: Batch) -> None:
        for label, die in zip(batch.labels, batch.dice, strict=True):
            kind = int(die["art"][label["slot"]])
            assert label["face"] == (kind if kind < 10 else DRAWING)
            assert label["art"] == (kind - 10 if kind >= 10 else -1)
            axis = die["turn"].reshape(3, 3)[label["slot"] // 2]
            assert axis[2] * (-1 if label["slot"] % 2 else 1) > 0.57
        assert set(range(1, 8)) <= set(batch.labels["face"])
        assert batch.labels["art"].max() < len(some_inks())

    def test_most_lie_in_the_picture(self, batch: Batch) -> None:
        x, y = batch.labels["x"], batch.labels["y"]
        inside = (x > 0) & (x < WIDTH) & (y > 0) & (y < HEIGHT)
        assert inside.mean() > 0.75

    def test_corners_enclose_the_middle(self, batch: Batch) -> None:
        corners = batch.labels["corners"].reshape(-1, 4, 2)
        half = batch.labels["half"].reshape(-1, 2, 2)
        edge = 2 * np.sqrt(np.abs(np.linalg.det(half)))
        middle = np.stack([batch.labels["x"], batch.labels["y"]], axis=1)
        off = np.abs(corners.mean(axis=1) - middle).max(axis=1) / edge
        assert np.percentile(off, 99) < 0.1
        again = middle[:, None] + np.stack(
            [half @ sign for sign in ((-1, -1), (1, -1), (1, 1), (-1, 1))], axis=1
        )
        assert np.median(np.abs(again - corners).max(axis=(1, 2)) / edge) < 0.05

    def test_sizes_are_about_what_the_camera_was_set_for(self, batch: Batch) -> None:
        half = batch.labels["half"].reshape(-1, 2, 2)
        edge = 2 * np.sqrt(np.abs(np.linalg.det(half)))
        part = edge / batch.edges[batch.labels["frame"]]
        low, usual, high = np.percentile(part, (1, 50, 99))
        assert low > 0.3
        assert 0.8 < usual < 1.25
        assert high < 3

    def test_some_lean_and_most_do_not(self, batch: Batch) -> None:
        assert 0.02 < (batch.labels["lean"] > 8).mean() < 0.15
        assert batch.labels["lean"].max() < 55

    def test_a_point_before_the_camera_is_in_the_middle(self, batch: Batch) -> None:
        frame = batch.frames[0]
        ahead = frame["eye"] + 3 * frame["turn"].reshape(3, 3)[2]
        assert project(frame, ahead[None])[0] == pytest.approx((frame["cx"], frame["cy"]), abs=0.1)


class TestRooms:
    def test_often_there_is_hardly_a_shadow(self) -> None:
        rng = np.random.default_rng(8)
        told: list[bool] = []
        lit: list[Record] = []
        for _ in range(300):
            frame = np.zeros(1, FRAME)[0]
            frame["eye"] = 0, 0, 9
            told.append(rooms.light(rng, frame))
            lit.append(frame)
        evenly = [frame for frame in lit if frame["nook"] < 0.5]
        others = [frame for frame in lit if frame["nook"] == 0.5]
        assert 0.45 < len(evenly) / 300 < 0.75
        bright, dim = (np.median([r["ambient"].max() for r in some]) for some in (evenly, others))
        assert bright > 3 * dim
        shadowed = [frame for frame, dark in zip(lit, told, strict=True) if dark]
        assert 0.05 < len(shadowed) / 300 < 0.3
        assert all(frame["nook"] == 0.5 for frame in shadowed)
        assert max(frame["ambient"].max() for frame in shadowed) < 0.81
        sines = [frame["lights"].reshape(3, 7)[0, 2] for frame in shadowed]
        assert max(sines) < np.sin(np.radians(61))  # a lamp above hides each shadow below its die

    def test_nothing_that_stands_on_a_table_shows_a_die(self, batch: Batch) -> None:
        assert batch.things["print"].max() < PRINTS - PRINTED_DICE

    def test_dice_are_printed_only_where_shadows_tell_them(self, batch: Batch) -> None:
        """On tables and on sheets."""
        dice_from, printed = PRINTS - PRINTED_DICE, 0
        for frame in batch.frames:
            first, count = int(frame["first_decal"]), int(frame["decals"])
            decals = batch.decals["tile"][first : first + count].tolist()
            pages = [int(frame["pages"]) - 1, *decals]
            high = frame["lights"].reshape(3, 7)[0, 2] > np.sin(np.radians(60.1))
            if high or frame["ambient"].max() > 0.81:
                assert max(pages) < dice_from
            printed += max(pages[1:], default=-1) >= dice_from
        assert printed > 2


class TestStyles:
    def test_pips_can_be_seen(self) -> None:
        """By their lightness, or at least by their hue."""
        rng = np.random.default_rng(9)
        for _ in range(400):
            die = styles.die(rng, np.arange(60), some_inks())
            body, ink = (np.asarray(die[name], np.float64) ** 0.45 for name in ("body", "ink"))
            assert np.abs(ink - body).sum() > 0.5
            assert die["pip_radius"] < 0.5 * die["spread"]
            assert die["spread"] + die["pip_radius"] < 0.5

    def test_drawings_can_be_seen(self) -> None:
        """They keep their own colours only on a body of another lightness."""
        rng = np.random.default_rng(10)
        kept = 0
        for _ in range(600):
            die = styles.die(rng, np.arange(60), some_inks())
            drawn = die["art"][die["art"] >= 10].astype(int) - 10
            light = float(die["body"] @ (0.3, 0.55, 0.15)) ** (1 / 2.2)
            if die["own_ink"] and len(drawn):
                kept += 1
                assert np.abs(some_inks()[drawn] - light).min() > 0.2
        assert kept > 10

    def test_opposite_pips_make_seven(self) -> None:
        rng = np.random.default_rng(11)
        pips = drawn = 0
        for _ in range(200):
            art = styles.die(rng, np.arange(60), some_inks())["art"]
            assert ((art <= 6) | ((art >= 10) & (art < 70))).all()
            drawn += bool((art >= 10).any())
            if set(art) == {1, 2, 3, 4, 5, 6}:
                pips += 1
                assert (art[::2] + art[1::2] == 7).all()
        assert pips > 50
        assert drawn > 50


class TestArt:
    def test_how_light_an_ink_is(self) -> None:
        art = np.zeros((3, 16, 16, 4), np.uint8)
        art[1, ..., :3] = 255
        art[1, :8, :, 3] = 255
        art[2, ..., :3] = 128
        art[2, ..., 3] = 255
        assert inks(art) == pytest.approx((0, 1, 0.5), abs=0.01)

    def test_printed_dice_are_tiles(self) -> None:
        one, two = (printed_die(np.random.default_rng(3)) for _ in range(2))
        assert one.shape == (SIDE, SIDE, 3)
        assert one.dtype == np.uint8
        assert (one == two).all()
        many = [printed_die(np.random.default_rng(seed)) for seed in range(12)]
        assert min(tile.std() for tile in many) > 3

    def test_our_own_drawings_come_often(self, batch: Batch) -> None:
        """So often that the reader comes to know them."""
        drawn = batch.labels["art"][batch.labels["art"] >= 0]
        assert (drawn < OWN).mean() > 1.5 * OWN / len(some_inks())


class TestCalibration:
    def test_a_curve_is_found_again(self) -> None:
        rng = np.random.default_rng(12)
        evidence = np.stack([np.ones(6000), rng.normal(0, 2, 6000)], axis=1)
        chances = 1 / (1 + np.exp(-evidence @ (-0.7, 1.3)))
        known = [
            ([1.0, float(e)], bool(r))
            for e, r in zip(evidence[:, 1], rng.random(6000) < chances, strict=True)
        ]
        assert fit(known) == pytest.approx((-0.7, 1.3), abs=0.15)

    def test_certain_evidence_stays_finite(self) -> None:
        known = [([1.0, 4.0], True)] * 50 + [([1.0, -4.0], False)] * 50
        weights = fit(known)
        assert np.isfinite(weights).all()
        assert weights[1] > 0.5

    def test_what_was_known_before_is_not_learned_again(self) -> None:
        known = [([1.0], n % 4 == 0) for n in range(4000)]
        odds = float(np.log(1 / 3))
        assert fit(known) == pytest.approx([odds], abs=0.02)
        assert fit(known, before=odds) == pytest.approx([0], abs=0.02)

    def test_a_drawing_unlike_the_known_ones_speaks_against_a_die(self) -> None:
        rng = np.random.default_rng(4)
        spots = [([1.0, 0.5], float(rng.uniform(0.1, 0.9)), True) for _ in range(200)]
        spots += [([1.0, 0.5], float(rng.uniform(1, 9)), False) for _ in range(200)]
        always, before, unlike = drawn_die([0.2, 1.0], spots)
        assert always > 0
        assert before == 1
        assert unlike < -1


class TestTorch:
    @pytest.mark.parametrize(
        "wide", [(looker.REACH, looker.SIDE), (looker.WIDE, looker.WIDE_SIDE)], ids=str
    )
    def test_crops_are_cut_as_the_reader_cuts_them(self, wide: tuple[float, int]) -> None:
        torch = pytest.importorskip("torch")
        from rules.dice import STANDARD
        from tests.vision.tables import easy, shape_of
        from vision.training.crops import Atlas

        shot = easy(STANDARD, STANDARD.sides)
        shapes = [shape_of(die) for die in shot.dice]
        picture = torch.from_numpy(shot.frame.copy()).permute(2, 0, 1)[None].float() / 255
        middle = torch.tensor(np.stack([s.middle for s in shapes])).float()
        half = torch.tensor(np.stack([s.half for s in shapes])).float()
        number = torch.zeros(len(shapes), dtype=torch.long)
        theirs = Atlas(picture).cut(number, middle, half, *wide).numpy() * 255
        levels = Pyramid(shot.frame)
        for shape, crop in zip(shapes, theirs, strict=True):
            ours = looker.crop(levels, shape, *wide).astype(np.float32).transpose(2, 0, 1)
            assert np.abs(ours - crop).mean() < 1

    def test_views_of_the_simulated_camera_are_asked_for_what_can_be_seen(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.training.simulated import VIEWED_DIE
        from vision.training.truth import BLURRED, COVERED, GLARE, IGNORE, LEAN, truth_of_views

        _, leaning, hidden, cut, glaring, near, barely, both = dice = np.zeros(8, VIEWED_DIE)
        dice["corners"] = np.array([[0, 0], [40, 0], [40, 40], [0, 40]]) + 100
        dice["face"], dice["art"] = 3, -1
        leaning["lean"], hidden["covered"], glaring["glare"] = 20, 0.7, 1
        cut["corners"] -= (120, 0)
        near["corners"] -= (0, 98)  # all of it is in the picture
        barely["corners"] -= (105, 0)
        both["corners"], both["covered"] = barely["corners"], 0.3
        truth = truth_of_views(dice, 6, (WIDTH, HEIGHT), torch.device("cpu"))
        assert truth.frame.tolist() == [6] * 8
        assert truth.middle[0].tolist() == [120, 120]
        assert truth.findable.tolist() == [True, True, False, False, True, True, True, True]
        assert truth.visible.tolist() == [True, True, True, False, True, True, True, True]
        assert truth.face.tolist() == [3, 3, IGNORE, IGNORE, IGNORE, 3, IGNORE, IGNORE]
        assert truth.flags[:, LEAN].tolist() == [0, 1, 0, 0, 0, 0, 0, 0]
        assert truth.flags[:, COVERED].tolist() == [0, 0, 1, 1, 0, 0, IGNORE, 1]
        assert truth.flags[:, GLARE].tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
        assert truth.flags[:, BLURRED].tolist() == [0] * 8

    def test_dice_of_a_picture_that_is_turned_and_enlarged_are_where_they_are_seen(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.training import targets
        from vision.training.simulated import VIEWED_DIE
        from vision.training.truth import COVERED, IGNORE, moved, truth_of_views

        cut, far = dice = np.zeros(2, VIEWED_DIE)
        dice["corners"] = np.array([[0, 0], [40, 0], [40, 40], [0, 40]]) + 100
        dice["face"], dice["art"], dice["down"] = 3, -1, (4, 36)
        cut["corners"] -= (8, 0)
        far["corners"] += (430, 0)
        size = WIDTH, HEIGHT
        truth = truth_of_views(dice, 0, size, torch.device("cpu"))
        shift = torch.tensor(size) * 1.2 - torch.tensor([0.0, 50])
        seen = moved(truth, -1.2, shift, size)
        assert torch.allclose(seen.middle[0], torch.tensor(size) * 1.2 - torch.tensor([134.4, 194]))
        assert torch.allclose(seen.down, truth.down * -1.2)
        again = targets.shapes((seen.half / 2).reshape(-1, 4).numpy())
        assert np.allclose(seen.shape, again, atol=1e-5)
        assert seen.face.tolist() == [IGNORE, 3]
        assert seen.flags[:, COVERED].tolist() == [1, 0]
        assert seen.findable.tolist() == [True, True]

    def test_looks_astride_take_in_a_top_and_a_side(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.training.losses import astride
        from vision.training.simulated import VIEWED_DIE
        from vision.training.truth import truth_of_views

        dice = np.zeros(300, VIEWED_DIE)
        dice["corners"] = np.array([[0, 0], [40, 0], [40, 40], [0, 40]]) + 100
        dice["face"], dice["art"], dice["down"] = 3, -1, (4, 36)
        dice["down"][200:] = (4, 10)  # of the side of these too little is seen
        truth = truth_of_views(dice, 0, (WIDTH, HEIGHT), torch.device("cpu"))
        truth.frame = torch.arange(300)
        frame, middle, half = astride(truth, torch.Generator().manual_seed(2))
        assert 100 < len(frame) < 200
        assert int(frame.max()) < 200
        reach = half.abs().sum(2)
        above, below = (middle + sign * reach for sign in (-1, 1))
        assert (above[:, 1] < 125).all(), "some of the top, which ends at 140"
        assert (below[:, 1] > 150).all(), "and a good part of the side below it"
        assert (above[:, 1] > 95).all()
        assert (below[:, 1] < 182).all()

    def test_other_colours_are_colours(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.training.camera import tinted

        random = torch.Generator().manual_seed(4)
        shown = torch.rand(6, 3, 8, 8, generator=random)
        told = tinted(shown, random)
        assert told.shape == shown.shape
        assert 0 <= float(told.min()) < float(told.max()) <= 1
        assert (told - shown).abs().mean() > 0.02

    def test_a_training_goes_on_where_it_was_broken_off(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The finder learns two steps, and stays as it is while the others go on."""
        torch = pytest.importorskip("torch")
        from vision.training import recipe, train
        from vision.training.simulated import VIEWED_DIE
        from vision.training.truth import truth_of_views

        class Supply:
            def lot(self) -> tuple[Any, Any]:
                dice = np.zeros(1, VIEWED_DIE)
                dice["corners"] = np.array([[0, 0], [40, 0], [40, 40], [0, 40]]) + 40
                dice["face"], dice["art"] = 3, -1
                truth = truth_of_views(dice, 0, (128, 128), torch.device("cpu"))
                return torch.zeros(1, 3, 128, 128), truth

        monkeypatch.setattr("vision.training.losses.LOOKS", 4)
        monkeypatch.setattr("vision.training.footing.LOOKS", 4)
        monkeypatch.setattr(train, "load_art", lambda _: (None, None))
        monkeypatch.setattr(train, "Supply", lambda *_: Supply())
        steps = {"finder": 2, "looker": 4, "footing": 4}
        short = replace(recipe.load(), steps=steps)
        states = []
        for goes in (1, 2, 1):
            training = train.Training(short, tmp_path, None)
            for _ in range(goes):
                training.go()
            training.save()
            nets = {name: torch.load(tmp_path / f"{name}.pt")["mean"] for name in steps}
            states.append((training.step, nets))
        (first, begun), (then, found), (last, done) = states
        assert (first, then, last) == (1, 3, 4)
        weight = {"finder": "head.weight", "looker": "face.weight", "footing": "leans.weight"}
        for name, key in weight.items():
            assert (begun[name][key] != found[name][key]).any()
            assert (found[name][key] == done[name][key]).all() == (name == "finder")

    def test_the_nets_tell_what_the_reader_takes_apart(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.stages import finder
        from vision.training import nets

        told = nets.Finder().eval()(torch.zeros(1, 3, 64, 96))
        assert told.shape == (1, 8 + looker.FACES - 1, 64 // finder.STRIDE, 96 // finder.STRIDE)
        row = nets.Looker().eval()(torch.zeros(2, 3, looker.SIDE, looker.SIDE))
        assert row.shape == (2, looker.ASTRAY + 1 + looker.EMBEDDING)
        foot = nets.Footing().eval()(torch.zeros(2, 3, looker.WIDE_SIDE, looker.WIDE_SIDE))
        assert foot.shape == (2, 1)


def test_picture_dice_of_a_batch_show_the_icons_of_few_sets() -> None:
    inks_of = np.linspace(0, 1, 60 + ICONS * 40, dtype=np.float32)
    found = Maker(2, WIDTH, HEIGHT, inks_of, PRINTS, sets=40).batch(60).labels["art"]
    icons = found[found >= 60] - 60
    assert len(set(icons // ICONS)) <= 7
    assert len(icons) > 2 * len(set(icons))  # each is seen several times
    assert (found[found >= 0] < 60).any()


def test_chances_are_kept_or_fitted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Evidence of photos changes what `--chances` keeps: nobody can mean both."""
    both = ["calibrate", "--chances", "a.json", "--evidence", "b.json"]
    monkeypatch.setattr("sys.argv", both)
    with pytest.raises(SystemExit):
        calibrate.main()
    assert "give one of them" in capsys.readouterr().err
