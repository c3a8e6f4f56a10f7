"""Runs in which all goes wrong that may: nothing accepted is lost, nobody learns too much, every game ends."""

import pytest
from simulation.run import Failure, simulate

SEEDS = 200
SHARE = 20


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, SHARE))
def test_whatever_goes_wrong_the_table_stays_whole(first: int) -> None:
    for seed in range(first, first + SHARE):
        try:
            simulate(seed)
        except Failure as failure:
            pytest.fail("\n".join((str(failure), *failure.trace)))


def test_an_evening_is_the_same_whenever_it_is_simulate() -> None:
    assert simulate(3) == simulate(3)
