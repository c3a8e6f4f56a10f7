"""Any bytes for every decoder, any message at any moment for the room, and twins of games for the gate.

Run it with `python tests/bench/fuzz.py [CASES] [SEED] [PART ...]`, parts `decoder`, `room` and `gate`; a million
cases of each, if nothing is said: bytes for the decoders, messages to the room, and a game with its twins for every
500. It prints how far it is on all cores, and of the first failure what it was; then it ends with 1. Each part
takes its seeds from SEED on: the seed that is printed, with 1 case, shows a failure again.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from itertools import count
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzzing.decoders import case, cost, drawn
from fuzzing.twins import proved
from fuzzing.walk import Walk

BAR = 40
BYTES_A_TASK = 1000
STEPS = 400
TWINS = 5
GAME = 500
"""A game with its twins counts as this many cases."""


class Done(NamedTuple):
    """What a task came to: cases, and its figures by name."""

    cases: int
    sums: dict[str, int]
    most: dict[str, float]


def decoder(seed: int) -> Done:
    """Bytes for the decoders."""
    rng, slowest, largest, read = Random(f"bytes {seed}"), 0.0, 0, 0
    for _ in range(BYTES_A_TASK):
        name = drawn(rng)
        spent = cost(name, case(name, rng))
        slowest, largest, read = max(slowest, spent.seconds), max(largest, spent.memory), read + spent.read
    return Done(BYTES_A_TASK, {"read": read}, {"ms": slowest * 1000, "MiB": largest / 2**20})


def room(seed: int) -> Done:
    """Messages to a room."""
    walk = Walk(seed).go(STEPS)
    accepted = walk.outcomes.pop("accepted", 0)
    refused = sum(walk.outcomes.values())
    return Done(accepted + refused, {"accepted": accepted, "refused": refused}, {})


def gate(seed: int) -> Done:
    """A game and its twins."""
    figures = proved(seed, TWINS)
    return Done(GAME, {"games": 1, "twins": figures.twins, "messages": figures.messages}, {})


PARTS: dict[str, Callable[[int], Done]] = {"decoder": decoder, "room": room, "gate": gate}


def tried(task: tuple[str, int]) -> Done | str:
    """What a task came to, or what went wrong in it."""
    name, seed = task
    try:
        return PARTS[name](seed)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is what is looked for)
        return f"{name} {seed}: {type(error).__name__}: {error}"


def show(name: str, done: int, cases: int, began: float, figures: str) -> None:
    """Draw the bar over the last one."""
    full = min(BAR, BAR * done // cases)
    speed = done / (time.perf_counter() - began)
    bar = "#" * full + "." * (BAR - full)
    print(f"\r{name:<8}[{bar}] {done}/{cases}, {speed:.0f}/s; {figures}", end="", flush=True)


def run(name: str, cases: int, first: int, cores: int) -> bool:
    """Try this many cases of a part; whether all went well."""
    began, done = time.perf_counter(), 0
    sums: dict[str, int] = {}
    most: dict[str, float] = {}
    with Pool(cores) as pool:
        for outcome in pool.imap_unordered(tried, ((name, seed) for seed in count(first))):
            if isinstance(outcome, str):
                print("\n" + outcome)
                return False
            done += outcome.cases
            sums = {key: sums.get(key, 0) + value for key, value in outcome.sums.items()}
            most = {key: max(most.get(key, 0), value) for key, value in outcome.most.items()}
            figures = [f"{value} {key}" for key, value in sums.items()]
            figures += [f"at most {value:.2f} {key}" for key, value in most.items()]
            show(name, done, cases, began, ", ".join(figures))
            if done >= cases:
                break
    print()
    return True


def main() -> int:
    """Try the parts one after the other; 1 where one goes wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="?", type=int, default=1_000_000)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    parser.add_argument("parts", nargs="*", metavar="part", default=[], help=", ".join(PARTS))
    given = parser.parse_args()
    if unknown := set(given.parts) - PARTS.keys():
        parser.error(f"expected parts of {', '.join(PARTS)}, got {', '.join(sorted(unknown))}")
    parts = given.parts or list(PARTS)
    return 0 if all(run(name, given.cases, given.seed, os.cpu_count() or 1) for name in parts) else 1


if __name__ == "__main__":
    sys.exit(main())
