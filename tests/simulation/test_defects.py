"""The simulation can fail: every defect that is planted in the protocol is found by it."""

from collections.abc import Callable
from typing import Any

import pytest
from simulation.defects import DEFECTS
from simulation.run import Failure, simulate

pytestmark = pytest.mark.slow

MOST = 3000
NEAR = {"another_client_makes_requests_forgotten": 69, "a_failed_writing_counts_after_a_crash": 59}
"""Where a defect that shows in few runs was found first: the search begins there, and goes on through all."""


def found(planted: Callable[[], Any]) -> bool:
    """Whether the run of any seed shows the defect."""
    near = NEAR.get(str(planted.__name__), 0)
    with planted():
        for seed in [*range(near, MOST), *range(near)]:
            try:
                simulate(seed)
            except Failure:
                return True
    return False


@pytest.mark.parametrize("planted", DEFECTS, ids=lambda planted: planted.__name__)
def test_a_planted_defect_is_found(planted: Callable[[], Any]) -> None:
    assert found(planted)
