"""Bars and columns are as long as their numbers, and no value is lost in them."""

from statistics import fmean

import pytest
from hypothesis import given, strategies as st

from sixqp_tui.presentation.plot import ACROSS, UPWARDS, averages, bar, columns


@pytest.mark.parametrize(
    ("share", "drawn"),
    [(0.0, ""), (0.001, "▏"), (0.5, "████"), (0.25 + 1 / 64, "██▏"), (1.0, "████████"), (7.0, "████████")],
)
def test_a_bar_is_as_long_as_its_share_and_nothing_vanishes(share: float, drawn: str) -> None:
    assert bar(share, 8) == drawn


@given(st.lists(st.floats(0, 50), min_size=1, max_size=80), st.integers(1, 8))
def test_columns_are_as_high_as_their_values(values: list[float], height: int) -> None:
    highest = max(*values, 0.1)
    lines = columns(values, highest, height)
    assert len(lines) == height and {len(line) for line in lines} == {len(values)}
    for at, value in enumerate(values):
        eighths = sum(UPWARDS.index(line[at]) for line in lines)
        assert eighths == max(1, round(value / highest * height * 8))
    assert ACROSS[-1] == UPWARDS[-1]


@pytest.mark.slow
@given(st.lists(st.floats(0, 50), max_size=200), st.integers(1, 90))
def test_neighbours_are_averaged_where_there_are_too_many(values: list[float], most: int) -> None:
    found = averages(values, most)
    assert len(found) == min(most, len(values))
    if len(values) <= most:
        assert found == tuple(values)
    elif len(values) % most == 0:
        assert fmean(found) == pytest.approx(fmean(values))
    assert all(min(values) <= each <= max(values) or each == pytest.approx(values[0]) for each in found)
