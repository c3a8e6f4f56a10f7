"""Rounds a second of rl-6-nimmt's gym environment (johannbrehmer/rl-6-nimmt, MIT), by lot.

`python rl6nimmt_rounds.py PATH_TO_ITS_env.py`; needs numpy and gymnasium, in an environment of their own.
"""

import json
import random
import runpy
import sys
import time
from typing import Any

import gymnasium
import numpy

ENOUGH = 2.0


def rate(environment: Any, players: int) -> float:
    """Rounds a second, over at least `ENOUGH` seconds."""
    table, rounds, began = environment(players, verbose=False), 0, time.perf_counter()
    while time.perf_counter() - began < ENOUGH:
        (_, legal), done = table.reset(), False
        while not done:
            (_, legal), _, done, _ = table.step([random.choice(cards) for cards in legal])
        rounds += 1
    return rounds / (time.perf_counter() - began)


def main() -> None:
    """Print JSON: the rate for each number of players."""
    numpy.int, numpy.float = int, float  # names that numpy had when the environment was written
    sys.modules["gym"], sys.modules["gym.spaces"] = gymnasium, gymnasium.spaces
    environment = runpy.run_path(sys.argv[1])["SechsNimmtEnv"]
    print(json.dumps({players: rate(environment, players) for players in (2, 4, 10)}))


if __name__ == "__main__":
    main()
