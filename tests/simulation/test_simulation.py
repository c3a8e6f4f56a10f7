"""Runs in which all goes wrong that may: nothing accepted is lost, nobody learns too much, every game ends."""

import os
import subprocess
import sys

import pytest
from simulation.evening import Evening
from simulation.run import Failure, simulate

from sixqp_protocol.messages import Tally


def test_whatever_goes_wrong_the_table_stays_whole(random_seed: int) -> None:
    try:
        simulate(random_seed)
    except Failure as failure:
        pytest.fail("\n".join((str(failure), *failure.trace)))


def test_a_seed_gives_the_same_run_in_another_interpreter() -> None:
    script = f"import sys; sys.path[:] = {sys.path}; from simulation.run import simulate; print(simulate(3))"
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    process = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )
    assert process.stdout.strip() == str(simulate(3))


def test_an_evening_keeps_every_promise(random_seed: int) -> None:
    Evening(random_seed).play()


def test_a_host_that_dies_before_the_tally_costs_no_round(random_seed: int) -> None:
    """A round has ended, and nobody has heard what it means for the tally."""
    evening = Evening(random_seed)
    first, (_, *others) = evening.tables[0], evening.people
    first.unheard = (Tally,)
    evening.decide(first, 10)
    evening.die(first, while_sending=False)
    evening.settle()
    evening.press(evening.rng.choice(others))
    evening.settle()
    evening.mend()


def test_nobody_follows_a_removed_player(random_seed: int) -> None:
    evening = Evening(random_seed)
    ann, bob, cleo, *others = evening.people
    evening.remove(ann, bob)
    evening.settle()
    evening.die(ann.table, while_sending=False)
    evening.settle()
    evening.press(bob, "removed")
    for each in (cleo, *others):
        evening.look(each)
    evening.settle()
    evening.mend()
