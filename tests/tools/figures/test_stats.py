"""Shares, bins and tables that figures are told in."""

import pytest

from tools.figures.stats import Share, Sighting, bins, calibration_error, table, wilson


class TestWilson:
    @pytest.mark.parametrize(
        ("part", "of", "low", "high"),
        [
            (0, 10, 0.0, 0.2775),
            (10, 10, 0.7225, 1.0),
            (5, 10, 0.2366, 0.7634),
            (1, 100, 0.0018, 0.0545),
        ],
    )
    def test_known_values(self, part: int, of: int, low: float, high: float) -> None:
        assert wilson(part, of) == pytest.approx((low, high), abs=1e-4)

    def test_of_nothing_nothing_is_known(self) -> None:
        assert wilson(0, 0) == (0.0, 1.0)

    def test_the_share_lies_within_and_more_cases_narrow_it(self) -> None:
        before = 1.0
        for of in (10, 100, 1000):
            low, high = wilson(of * 9 // 10, of)
            assert low < 0.9 < high
            assert high - low < before
            before = high - low


class TestShare:
    def test_few_cases_are_told_in_whole_per_cent(self) -> None:
        assert str(Share(9, 10)) == "90.0 % [60-98]"

    def test_many_in_tenths(self) -> None:
        assert str(Share(490, 500)) == "98.0 % [96.4-98.9]"

    def test_of_nothing(self) -> None:
        assert str(Share(0, 0)) == "-"
        assert Share(0, 0).value == 0


class TestBins:
    def test_each_sighting_is_in_one_bin(self) -> None:
        seen = [Sighting(at / 100, right=True) for at in range(101)]
        found = bins(seen)
        assert sum(one.right.of for one in found) == len(seen)
        assert all(one.low <= one.confidence <= one.high for one in found)

    def test_certainty_is_in_the_last(self) -> None:
        (only,) = bins([Sighting(1.0, right=True)])
        assert only.high == 1.0

    def test_perfect_calibration_has_no_error(self) -> None:
        seen = [Sighting(0.75, right=number % 4 > 0) for number in range(100)]
        assert calibration_error(bins(seen)) == pytest.approx(0)

    def test_the_error_is_weighed_by_how_many(self) -> None:
        sure = [Sighting(0.95, right=True)] * 90
        bold = [Sighting(0.75, right=False)] * 10
        assert calibration_error(bins(sure + bold)) == pytest.approx(0.9 * 0.05 + 0.1 * 0.75)

    def test_of_nothing(self) -> None:
        assert bins([]) == ()
        assert calibration_error(()) == 0


def test_columns_stand_below_each_other() -> None:
    told = table(("name", "n"), [("a", "1"), ("longer", "100")])
    assert told.splitlines() == ["  name      n", "  a         1", "  longer  100"]
