"""The reader: whole pictures in, faces or doubts out."""

import json
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from rules.dice import BARBECUE, CLASSIC, STANDARD, DiceSet, Face, junior
from tests.harness.marks import MORE
from tests.vision.lessons import taught
from tests.vision.tables import area, easy, same_place, shape_of, sorted_faces, turned
from tools.figures.renders import Job
from vision.geometry import Frame
from vision.reader import Reader
from vision.reading import DOUBTS, Reading, TablePose
from vision.simulator.die_styles import random_style
from vision.simulator.scene import HEIGHT, WIDTH, Scene, Shot, Spoil, Surface, random_scene, render
from vision.stages.context import Context

SETS = (STANDARD, CLASSIC, BARBECUE, junior())
EMPTY: tuple[Surface, ...] = ("wood", "felt", "plain", "stone")
BY_NAME = pytest.mark.parametrize("dice_set", SETS, ids=lambda dice_set: dice_set.name)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def exact(reading: Reading, shot: Shot) -> bool:
    """Every die found and read, nothing invented."""
    return len(reading.dice) == len(shot.dice) and all(
        any(die.face is true.face and same_place(true, die) for die in reading.dice)
        for true in shot.dice
    )


def as_json(reading: Reading) -> str:
    """All of it, which must be plain values."""
    dice = [[die.face, die.confidence, die.corners] for die in reading.dice]
    return json.dumps([dice, [[doubt.code, dict(doubt.arguments)] for doubt in reading.doubts]])


class TestLevel:
    """Throws that were doubted before it was asked how the table lies."""

    @pytest.mark.parametrize(
        ("dice_set", "seed", "count"),
        [
            MORE(STANDARD, 300_000_101, 2),  # among printed ones
            MORE(junior(), 303_000_124, 7),  # a side was taken for the top
            (STANDARD, 300_000_112, 4),  # and here for a part of it
        ],
    )
    def test_they_are_read(self, reader: Reader, dice_set: DiceSet, seed: int, count: int) -> None:
        shot = render(random_scene(dice_set, count, seed))
        reading = reader.read(shot.frame, dice_set, {count})
        assert exact(reading, shot)
        assert reading.accepted


class TestClean:
    @BY_NAME
    @pytest.mark.parametrize("seed", [0, MORE(1)])
    def test_each_set_is_read_exactly(self, reader: Reader, dice_set: DiceSet, seed: int) -> None:
        shot = easy(dice_set, dice_set.sides, seed)
        reading = reader.read(shot.frame, dice_set, {len(shot.dice)})
        assert reading.faces == sorted_faces(shot.dice)
        assert exact(reading, shot)
        assert reading.doubts == ()
        assert reading.accepted

    def test_corners_are_those_of_the_top_faces(self, reader: Reader) -> None:
        shot = easy(STANDARD, STANDARD.sides)
        for die in reader.read(shot.frame, STANDARD).dice:
            true = next(true for true in shot.dice if same_place(true, die))
            assert area(die.corners) > 0
            for corner in die.corners:
                away = np.hypot(*(np.array(true.corners) - corner).T).min()
                assert away < 0.12 * shape_of(true).edge

    def test_twelve_dice(self, reader: Reader) -> None:
        shot = easy(STANDARD, STANDARD.sides * 2, 7)
        reading = reader.read(shot.frame, STANDARD, {12})
        assert exact(reading, shot)
        assert reading.accepted

    def test_dice_side_by_side(self, reader: Reader) -> None:
        scene = Scene(
            STANDARD, STANDARD.sides, seed=3, place=3, surface="felt", edge=70.0, spoil="touching"
        )
        shot = render(scene)
        reading = reader.read(shot.frame, STANDARD, {6})
        assert exact(reading, shot)
        assert reading.accepted

    @pytest.mark.parametrize("number", [0, MORE(1), MORE(2), MORE(3)])
    def test_an_empty_table_is_no_dice(self, reader: Reader, number: int) -> None:
        dice_set, surface = SETS[number], EMPTY[number]
        frame = render(Scene(dice_set, (), seed=2, place=2, surface=surface)).frame
        for expected in (None, {0}):
            reading = reader.read(frame, dice_set, expected)
            assert reading.dice == ()
            assert reading.accepted
        told = reader.read(frame, dice_set, {8}).doubts
        assert [(doubt.code, doubt.arguments["found"]) for doubt in told] == [("count", 0)]


class TestDoubts:
    @pytest.mark.parametrize("body", ["brown", MORE("white")])
    def test_a_five_is_not_in_barbecue(self, reader: Reader, body: str) -> None:
        look = random_style(BARBECUE, np.random.default_rng(1)) if body == "brown" else None
        faces = (Face.FIVE, Face.TWO, Face.FOUR)
        shot = easy(STANDARD, faces, 5, look)
        reading = reader.read(shot.frame, BARBECUE, {3})
        doubt = next(doubt for doubt in reading.doubts if doubt.code == "not_in_set")
        assert doubt.arguments["face"] == "5"
        die = reading.dice[int(str(doubt.arguments["die"]))]
        assert same_place(shot.dice[0], die)

    def test_a_worm_is_not_in_standard(self, reader: Reader) -> None:
        shot = easy(CLASSIC, (Face.WORM, Face.ONE))
        assert "unknown_art" in {d.code for d in reader.read(shot.frame, STANDARD).doubts}

    def test_a_wrong_count(self, reader: Reader) -> None:
        shot = easy(STANDARD, STANDARD.sides)
        reading = reader.read(shot.frame, STANDARD, {3, 8})
        assert not reading.accepted
        assert ("count", {"found": 6, "expected": (3, 8)}) in [
            (doubt.code, doubt.arguments) for doubt in reading.doubts
        ]

    @pytest.mark.parametrize("spoil", ["cocked", "glare", "hand", "cut_off", "stacked", "dark"])
    @pytest.mark.proof
    def test_spoilt_throws_are_never_claimed_wrongly(self, reader: Reader, spoil: Spoil) -> None:
        """Told the count; without it, a die that is half covered may go unseen."""
        for seed in range(3):
            dice_set = SETS[(seed + len(spoil)) % 4]
            shot = render(random_scene(dice_set, 4, 700 + seed, spoil=spoil, edge=70.0))
            reading = reader.read(shot.frame, dice_set, {4})
            assert not reading.accepted or exact(reading, shot), (spoil, dice_set.name)

    @pytest.mark.proof
    def test_a_count_makes_no_die_of_what_is_half_top_half_side(self, reader: Reader) -> None:
        """Looked at again, this worm and the 6 on its side are two faces, and the 6 is no top."""
        job = Job(BARBECUE, 360_000_243, 1, new_art=True)
        shot = render(job.scene())
        assert shot.readable
        reading = reader.read(shot.frame, BARBECUE, {1})
        assert not reading.accepted or exact(reading, shot)

    @pytest.mark.parametrize(
        ("dice_set", "seed"),
        [
            (STANDARD, 450_010_008), MORE(CLASSIC, 450_010_014), MORE(BARBECUE, 450_010_017),
            # These would lie level before some camera, but a pencil lies below them.
            MORE(STANDARD, 921_000_884), (CLASSIC, 921_000_709), MORE(BARBECUE, 921_000_910),
        ],
    )  # fmt: skip
    def test_a_die_alone_that_leans(self, reader: Reader, dice_set: DiceSet, seed: int) -> None:
        """No other die shows how the table lies; another face of each was claimed."""
        shot = render(random_scene(dice_set, 1, seed, spoil="cocked"))
        for expected in ({1}, None):
            reading = reader.read(shot.frame, dice_set, expected)
            assert "leaning" in {doubt.code for doubt in reading.doubts}

    def test_a_foot_is_looked_at_where_nothing_else_tells(
        self, reader: Reader, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = Scene(STANDARD, (Face.FOUR,), surface="felt", distance=45.0)
        alone, two, three = (
            render(replace(scene, faces=STANDARD.sides[:count])) for count in (1, 2, 3)
        )
        several = easy(STANDARD, STANDARD.sides)
        table = reader.read(several.frame, STANDARD, {len(several.dice)}).table
        assert table is not None

        def leaning(
            shot: Shot, *told: float, given: bool = True, known: TablePose | None = None
        ) -> list[object]:
            monkeypatch.setattr(reader._looker, "unsteady", lambda *_: told)
            expected = {len(shot.dice)} if given else None
            reading = reader.read(shot.frame, STANDARD, expected, Context(table=known))
            assert {doubt.code for doubt in reading.doubts} <= {"leaning"}
            return [doubt.arguments["die"] for doubt in reading.doubts]

        assert leaning(alone, 0.25) == []
        for given in (True, False):
            assert leaning(alone, 0.3, given=given) == [0]
        assert leaning(two, 0.9, 0.9) == []
        assert leaning(two, 0.9, 0.95, given=False) == [1]
        assert leaning(alone, 0.9, known=table) == []
        assert leaning(alone, 0.95, known=table) == [0]
        assert leaning(three, 0.95, 0.1, 0.95) == [0, 2]
        assert leaning(several, *[0.99] * 6) == [], "six show how their table lies"

    @pytest.mark.parametrize(
        ("dice_set", "seed", "count"),
        [
            (STANDARD, 941_040_180, 2), MORE(BARBECUE, 941_040_278, 2),
            MORE(junior(), 941_040_319, 3),
        ],
    )  # fmt: skip
    def test_of_few_dice_one_leans_on_a_pencil(
        self, reader: Reader, dice_set: DiceSet, seed: int, count: int
    ) -> None:
        shot = render(random_scene(dice_set, count, seed, spoil="cocked"))
        for expected in ({count}, None):
            reading = reader.read(shot.frame, dice_set, expected)
            assert "leaning" in {doubt.code for doubt in reading.doubts}

    @pytest.mark.parametrize(("first", "many", "least"), [(0, 2, 2), MORE(0, 8, 7)])
    def test_a_die_alone_with_a_pencil_beside_it(
        self, reader: Reader, first: int, many: int, least: int
    ) -> None:
        """It lies level, and nothing lies below it."""
        accepted = 0
        for seed in range(first, first + many):
            dice_set = SETS[seed % 4]
            shot = render(random_scene(dice_set, 1, 961_000_000 + seed, beside=True))
            accepted += reader.read(shot.frame, dice_set, {1}).accepted
        assert accepted >= least

    @pytest.mark.proof
    def test_a_print_is_not_counted_for_a_die_that_is_hidden(self, reader: Reader) -> None:
        """One die lies on another, and a printed 5 beside a third made up the count."""
        shot = render(random_scene(STANDARD, 5, 480_030_020, spoil="stacked"))
        assert not reader.read(shot.frame, STANDARD, {5}).accepted

    @pytest.mark.parametrize(("seed", "count"), [MORE(370_000_491, 5), (380_000_115, 6)])
    def test_a_lamp_washes_out_some_pips_of_a_pale_die(
        self, reader: Reader, seed: int, count: int
    ) -> None:
        """Two were left of a 5 and of a 3, and both were claimed as a 2."""
        shot = render(random_scene(CLASSIC, count, seed, spoil="glare"))
        reading = reader.read(shot.frame, CLASSIC, {count})
        assert "glare" in {doubt.code for doubt in reading.doubts}

    @BY_NAME
    @pytest.mark.proof
    def test_blur_is_never_claimed_wrongly(self, reader: Reader, dice_set: DiceSet) -> None:
        """However soft the picture grows, dice are read right, or doubted: they do not vanish."""
        shot = easy(dice_set, dice_set.sides, 1)
        for softness in (5, 11):
            frame = np.asarray(cv2.GaussianBlur(shot.frame, (0, 0), softness), np.uint8)
            for expected in (None, {len(shot.dice)}):
                reading = reader.read(frame, dice_set, expected)
                assert not reading.accepted or exact(reading, shot), (softness, expected)

    @pytest.mark.parametrize(
        ("dice_set", "count", "seed"), [(BARBECUE, 2, 542_000_014), MORE(CLASSIC, 2, 542_000_021)]
    )
    def test_the_whole_picture_is_blurred(
        self, reader: Reader, dice_set: DiceSet, count: int, seed: int
    ) -> None:
        """The looks alone would let both pass, and the first with a face that is not there."""
        shot = render(random_scene(dice_set, count, seed, spoil="blurred"))
        reading = reader.read(shot.frame, dice_set, {count})
        assert "blurred" in {doubt.code for doubt in reading.doubts}

    def test_a_black_picture_is_dark(self, reader: Reader) -> None:
        frame = np.full((HEIGHT, WIDTH, 3), 3, np.uint8)
        assert [doubt.code for doubt in reader.read(frame, STANDARD).doubts] == ["dark"]

    @pytest.mark.parametrize(
        ("seed", "spoil"),
        [(2, "stacked"), *(MORE(*each) for each in enumerate(("cocked", "hand")))],
    )
    def test_they_are_as_promised_and_plain(self, reader: Reader, seed: int, spoil: Spoil) -> None:
        shot = render(random_scene(SETS[seed % 4], 5, 800 + seed, spoil=spoil))
        reading = reader.read(shot.frame, SETS[seed % 4], {7})
        assert json.loads(as_json(reading))
        assert reading.accepted is (len(reading.doubts) == 0)
        assert not reading.accepted
        for doubt in reading.doubts:
            assert set(doubt.arguments) == set(DOUBTS[doubt.code])
            assert int(str(doubt.arguments.get("die", 0))) < max(1, len(reading.dice))
        for die in reading.dice:
            assert type(die.face) is Face
            assert type(die.confidence) is float
            assert 0 <= die.confidence <= 1


class TestFrames:
    @pytest.mark.parametrize("quarters", [1, MORE(2), MORE(3)])
    def test_a_turned_picture_reads_the_same(self, reader: Reader, quarters: int) -> None:
        dice_set = SETS[quarters - 1]
        shot = easy(dice_set, dice_set.sides)
        straight = reader.read(shot.frame, dice_set)
        frame: Frame = np.ascontiguousarray(np.rot90(shot.frame, quarters))
        reading = reader.read(frame, dice_set)
        assert reading.faces == straight.faces
        for die in straight.dice:
            x, y = turned(die.centre, quarters, WIDTH, HEIGHT)
            assert any(
                np.hypot(other.centre[0] - x, other.centre[1] - y) < 8 and other.face is die.face
                for other in reading.dice
            )

    @pytest.mark.parametrize("width", [800, MORE(3000)])
    def test_a_scaled_picture_reads_the_same(self, reader: Reader, width: int) -> None:
        shot = easy(CLASSIC, CLASSIC.sides)
        scale = width / WIDTH
        frame = cv2.resize(shot.frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        reading = reader.read(np.asarray(frame, np.uint8), CLASSIC, {6})
        assert reading.faces == sorted_faces(shot.dice)
        assert max(x for die in reading.dice for x, _ in die.corners) < width

    @pytest.mark.parametrize(("seeds", "least"), [((1,), 1), MORE((0, 1, 2), 2)])
    def test_grey_pictures(self, reader: Reader, seeds: Sequence[int], least: int) -> None:
        """All are read, and most without a doubt: a side is seen less well without its colour."""
        accepted = 0
        for seed in seeds:
            shot = easy(STANDARD, STANDARD.sides, seed)
            grey = cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY)
            frame = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
            reading = reader.read(frame, STANDARD, {6})
            assert exact(reading, shot)
            accepted += reading.accepted
        assert accepted >= least

    def test_it_is_the_same_every_time(self, reader: Reader) -> None:
        """Also for another reader, and after other pictures and sets."""
        frame = easy(BARBECUE, BARBECUE.sides).frame
        first = reader.read(frame, BARBECUE)
        reader.read(easy(junior(), junior().sides).frame, junior())
        assert reader.read(frame, BARBECUE) == first
        assert Reader().read(frame, BARBECUE) == first

    def test_the_frame_stays_as_it_is_and_may_be_part_of_another(self, reader: Reader) -> None:
        shot = easy(STANDARD, STANDARD.sides)
        frame = shot.frame.copy()
        whole = reader.read(frame, STANDARD)
        assert (frame == shot.frame).all()
        wide = np.concatenate([shot.frame, shot.frame[:, ::-1]], axis=1)
        assert reader.read(wide[:, :WIDTH], STANDARD) == whole

    def test_odd_frames_claim_nothing(self, reader: Reader) -> None:
        rng = np.random.default_rng(1)
        for shape in ((16, 16), (1, 400), (400, 1), (16, 40000)):
            frame = rng.integers(0, 256, (*shape, 3)).astype(np.uint8)
            reading = reader.read(frame, STANDARD)
            assert as_json(reading)
            assert not (reading.accepted and reading.dice)

    def test_dice_that_are_known_are_worked_out_once(self) -> None:
        worked: list[int] = []

        class Counting(Reader):
            def embeddings(self, looks: Sequence[Frame]) -> NDArray[np.float32]:
                worked.append(len(looks))
                return super().embeddings(looks)

        sky, counting = taught(), Counting()
        counting.know(sky)
        assert sum(worked) == sum(map(len, sky.looks.values()))
        before = list(worked)
        counting.read(np.full((64, 64, 3), 90, np.uint8), sky)
        assert worked == before


@BY_NAME
def test_each_die_has_a_likely_face_besides_its_own(reader: Reader, dice_set: DiceSet) -> None:
    faces = tuple(dice_set.faces)
    reading = reader.read(render(Scene(dice_set, faces)).frame, dice_set)
    assert len(reading.dice) == len(faces)
    for die in reading.dice:
        assert die.second in faces
        assert die.second != die.face
