"""The simulation can fail: every defect that is planted in the protocol is found by it."""

from collections.abc import Callable
from typing import Any

import pytest
from simulation.defects import DEFECTS
from simulation.run import Failure, simulate

pytestmark = pytest.mark.slow

MOST = 1000


def found(planted: Callable[[], Any]) -> bool:
    """Whether the run of any seed shows the defect."""
    with planted():
        for seed in range(MOST):
            try:
                simulate(seed)
            except Failure:
                return True
    return False


@pytest.mark.parametrize("planted", DEFECTS, ids=lambda planted: planted.__name__)
def test_a_planted_defect_is_found(planted: Callable[[], Any]) -> None:
    assert found(planted)
