"""What the net that sees whether a die leans learns from, and its export."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_training import HEIGHT, PRINTS, WIDTH, some_inks
from vision.stages.looker import WIDE_SIDE
from vision.training import lying, styles
from vision.training.lying import Lies, Placed, _blocks, _clash
from vision.training.scenes import UNSTEADY, Maker


class Everywhere:
    """A camera that sees a small table."""

    reach = 5.0

    def spot(self, rng: np.random.Generator, margin: float = 0.98) -> tuple[float, float]:
        x, y = margin * rng.uniform(-4, 4, 2)
        return float(x), float(y)


def outline(prop: styles.Prop) -> NDArray[np.float64]:
    """Points of the edge of a prop on the table."""
    steps = np.linspace(-1, 1, 60)
    ahead = np.array([np.cos(prop.toward), np.sin(prop.toward)])
    aside = np.array([-ahead[1], ahead[0]])
    if prop.made is styles.Made.RING:
        around = np.stack([np.cos(np.pi * steps), np.sin(np.pi * steps)], 1)
        return np.concatenate(
            [(prop.x, prop.y) + (prop.long + w * prop.wide) * around for w in (-1, 0, 1)]
        )
    along = np.outer(steps * prop.long, ahead)
    return np.concatenate([(prop.x, prop.y) + along + w * prop.wide * aside for w in (-1, 0, 1)])


def inside_die(lies: Lies, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points of the table lie below a die of size 1 that lies level, but for a hair."""
    level = lies.turn[int(np.argmin(np.abs(lies.turn[:, 2])))][:2]
    level = level / np.hypot(*level)
    across = np.array([-level[1], level[0]])
    away = points - (lies.x, lies.y)
    return np.asarray((np.abs(away @ level) < 0.47) & (np.abs(away @ across) < 0.47))


class TestProps:
    def test_what_lies_against_dice_reaches_into_none(self) -> None:
        """Sticks, boxes and rings, point by point; and below a die that leans something lies."""
        rng = np.random.default_rng(3)
        look = styles.die(rng, np.arange(60), some_inks())
        made, under = Counter[styles.Made](), 0
        for _ in range(60):
            placed = Placed(rng, Everywhere(), 0.3)
            fallen = []
            for spoilt in rng.choice(["no", "beside", "leaning"], 6):
                lies = placed.one(1.0, look, spoilt)
                if lies is not None:
                    fallen.append((spoilt, lies))
            props = [lies.prop for _, lies in fallen if lies.prop is not None]
            made.update(prop.made for prop in props)
            for spoilt, lies in fallen:
                for prop in props:
                    within = inside_die(lies, outline(prop))
                    if spoilt != "leaning":
                        assert not within.any(), (prop, lies)
                    elif prop is lies.prop:
                        under += 1
        assert min(made[kind] for kind in styles.Made) > 5
        assert under > 20

    @pytest.mark.parametrize(("rests", "some"), [((0.0, 1.0), True), ((0.0, 0.0), False)])
    def test_dice_rest_on_what_is_asked_for(
        self, rests: tuple[float, float], *, some: bool
    ) -> None:
        rng = np.random.default_rng(5)
        look = styles.die(rng, np.arange(60), some_inks())
        alone = (Placed(rng, Everywhere(), 0.0, rests).one(1.0, look, "leaning") for _ in range(30))
        rested = [lies.prop is not None for lies in alone if lies is not None]
        assert sum(rested) > 20 if some else not any(rested)

    def test_many_lean_where_that_is_learned(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = set()

        def placed(
            rng: np.random.Generator, camera: styles.Spots, touching: float, rests: lying.Rests
        ) -> Placed:
            asked.add(rests)
            return Placed(rng, camera, touching, rests)

        monkeypatch.setattr(lying, "Placed", placed)
        made = Maker(4, WIDTH, HEIGHT, some_inks(), PRINTS, unsteady=1.0).batch(60)
        assert 0.25 < (made.labels["lean"] > 8).mean() < 0.5
        assert asked == {UNSTEADY.rests}, "and nearly all of them rest on something"
        assert sum(UNSTEADY.rests) > 0.9 > sum(lying.RESTS)

    @pytest.mark.parametrize("made", list(styles.Made))
    def test_what_lies_against_a_die_is_covered_by_blocks(self, made: styles.Made) -> None:
        prop = styles.Prop(made, 1.0, 2.0, 0.4, 2.0, 0.3, 0.6)
        ahead = np.array([np.cos(0.4), np.sin(0.4)])
        within = [(1.0, 2.0) + far * ahead for far in (-1.9, 1.9)]
        middle = (1.0, 2.0)
        if made is not styles.Made.RING:
            within.append(np.array(middle))
        blocks = _blocks(prop)
        for x, y in within:
            assert any(_clash((x, y, 0.0, 0.01), block) for block in blocks)
        outside = [middle] if made is styles.Made.RING else []
        outside += [tuple((1.0, 2.0) + 0.5 * np.array([-ahead[1], ahead[0]]))]
        for x, y in outside:
            assert not any(_clash((x, y, 0.0, 0.01), block) for block in blocks)


class TestTorch:
    def test_wide_views_are_at_dice_of_which_it_is_known_whether_they_lean(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.training import footing
        from vision.training.simulated import VIEWED_DIE
        from vision.training.truth import truth_of_views

        dice = np.zeros(90, VIEWED_DIE)
        dice["corners"] = np.array([[0, 0], [40, 0], [40, 40], [0, 40]]) + 100
        dice["face"], dice["art"], dice["down"] = 3, -1, (0, 30)
        dice["lean"] = np.repeat([0, 12, 30], 30)
        truth = truth_of_views(dice, 0, (WIDTH, HEIGHT), torch.device("cpu"))
        die, middle, half = footing.looks(truth, torch.Generator().manual_seed(2))
        assert set(die.tolist()) == {*range(30), *range(60, 90)}
        below = (middle - truth.middle[die])[:, 1]
        assert below[die < 30].abs().max() < 15
        aside = below[die >= 60] > 20  # the middle of the side lies 35 below that of the top
        assert 0.3 < aside.float().mean() < 0.7
        square = half.transpose(1, 2) @ half  # turned, but neither stretched nor bent
        assert torch.allclose(square[:, 0, 1], torch.zeros(len(die)), atol=1e-2)
        assert torch.allclose(square[:, 0, 0], square[:, 1, 1], rtol=1e-3)
        edge = 2 * square[:, 0, 0].sqrt()
        assert edge[die >= 60][aside].mean() < 0.95 * edge[die < 30].mean()  # 34.6 and 40 pixels

        said = torch.where(truth.flags[die, 0] == 1, 3.0, -3.0)
        right, _ = footing.loss(said[:, None], truth, die)
        wrong, parts = footing.loss(-said[:, None], truth, die)
        assert float(right) < 0.2 < 5 < float(wrong)
        assert set(parts) == {"lie", "lean"}

        dice["down"] = 0, 10  # hardly anything is seen of the side: nobody reads it
        hidden = truth_of_views(dice, 0, (WIDTH, HEIGHT), torch.device("cpu"))
        die, middle, _ = footing.looks(hidden, torch.Generator().manual_seed(2))
        assert (middle - hidden.middle[die]).abs().max() < 15

    @pytest.mark.parametrize("turn", [0.0, 0.5])
    @pytest.mark.parametrize(
        ("down", "at", "spanned"),
        [
            ((0, 30), (0, 35), ((0, 15), (20, 0))),
            ((0, -30), (0, -35), ((0, -15), (20, 0))),
            ((30, 4), (35, 2), ((15, 2), (0, 20))),
        ],
    )
    def test_the_side_of_a_die_is_where_it_is_seen(
        self,
        down: tuple[int, int],
        at: tuple[int, int],
        spanned: tuple[tuple[int, int], tuple[int, int]],
        turn: float,
    ) -> None:
        """It begins where the top ends, and is as high as the face below lies off."""
        torch = pytest.importorskip("torch")
        from vision.training import footing

        c, s = np.cos(turn), np.sin(turn)
        about = torch.tensor([[c, -s], [s, c]]).float()
        side, middle = footing._side((about * 20)[None], (about @ torch.tensor(down).float())[None])
        assert torch.allclose(middle[0], about @ torch.tensor(at).float(), atol=1e-3)
        wanted = about @ torch.tensor(spanned).float().T
        assert torch.allclose(side[0], wanted, atol=1e-3)

    def test_dice_among_many_count_less(self) -> None:
        torch = pytest.importorskip("torch")
        from vision.training import footing
        from vision.training.simulated import VIEWED_DIE
        from vision.training.truth import truth_of_views

        dice = np.zeros(9, VIEWED_DIE)
        dice["corners"] = np.array([[0, 0], [40, 0], [40, 40], [0, 40]]) + 100
        dice["frame"][1:] = 1
        truth = truth_of_views(dice, 0, (WIDTH, HEIGHT), torch.device("cpu"))
        die = torch.arange(9)
        told = torch.full((9, 1), -20.0)
        told[0] = 20.0  # that all lie level is true of the eight, and wrong of the one alone
        loss, _ = footing.loss(told, truth, die)
        assert float(loss) == pytest.approx(10, abs=0.1)

    @pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of torch, about its own exporter
    def test_trained_nets_are_written_all_or_none(self, tmp_path: Path) -> None:
        torch = pytest.importorskip("torch")
        from vision.training import export

        nets = {name: kind().eval() for name, kind in export.NETS.items()}
        out = tmp_path / "out"
        told = ["--work", str(tmp_path), "--out", str(out)]
        for name in nets:
            strange = nets["looker"].state_dict()
            torch.save({"mean": strange}, tmp_path / f"{name}.pt")
        with pytest.raises(RuntimeError, match="Finder"):
            export.main(told)
        assert not out.exists()

        for name, net in nets.items():
            torch.save({"mean": net.state_dict()}, tmp_path / f"{name}.pt")
        export.main(told)
        assert {path.name for path in out.iterdir()} == {f"{name}.onnx" for name in nets}
        written = cv2.dnn.readNetFromONNX(str(out / "footing.onnx"))
        crops = torch.randn(3, 3, WIDE_SIDE, WIDE_SIDE)
        written.setInput(crops.numpy())
        with torch.no_grad():
            expected = nets["footing"](crops).numpy()
        assert np.asarray(written.forward()) == pytest.approx(expected, abs=1e-4)
