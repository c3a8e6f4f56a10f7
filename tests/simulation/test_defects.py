"""The simulation can fail: every defect that is planted in the protocol is found by it."""

from collections.abc import Callable
from typing import Any

import pytest
from simulation.defects import DEFECTS, NEAR
from simulation.run import Failure, simulate

pytestmark = pytest.mark.slow

MAX = 1000
OUTDATED = (AttributeError, NameError)
"""What a defect raises that names something which the program has no more: to see that proves nothing."""


def found(planted: Callable[[], Any]) -> bool:
    """Whether the run of any seed shows the defect."""
    near = NEAR.get(planted.__name__, 0)
    with planted():
        for seed in (near, *range(MAX)):
            try:
                simulate(seed)
            except Failure as failure:
                assert not isinstance(failure.__cause__, OUTDATED), failure
                return True
    return False


@pytest.mark.parametrize("planted", DEFECTS, ids=lambda planted: planted.__name__)
def test_a_planted_defect_is_found(planted: Callable[[], Any]) -> None:
    assert found(planted)
