"""Runs in which all goes wrong that may: nothing accepted is lost, nobody learns too much, every game ends."""

import os
import subprocess
import sys

import pytest
from simulation.defects import NEAR
from simulation.run import Failure, simulate
from support.lanes import with_soaks

SEEDS = sorted({*range(12), *NEAR.values()})
"""They show every defect that `test_defects.py` plants; `tests/bench/simulate.py` runs more."""
SHARES = 4


@pytest.mark.slow
@pytest.mark.parametrize("share", with_soaks(range(SHARES)))
def test_whatever_goes_wrong_the_table_stays_whole(share: int) -> None:
    for seed in SEEDS[share::SHARES]:
        try:
            simulate(seed)
        except Failure as failure:
            pytest.fail("\n".join((str(failure), *failure.trace)))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_run() -> None:
    assert simulate(3) == simulate(3)


@pytest.mark.soak
def test_a_seed_gives_the_same_run_in_another_interpreter() -> None:
    script = f"import sys; sys.path[:] = {sys.path}; from simulation.run import simulate; print(simulate(3))"
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    process = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )
    assert process.stdout.strip() == str(simulate(3))
