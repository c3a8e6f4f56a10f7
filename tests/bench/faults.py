"""Real faults to real processes between the hosts of a real LAN of network namespaces; needs Linux and root.

Run it with `python tests/bench/faults.py [KILLS]`. It kills the table's process at this many random instants of a
running game (100 if nothing is said), and players' programs; freezes both; pulls and plugs cables; floods somebody
who does not read. After each fault everybody must go on, in the same game. It prints a table, and ends with 1 where
that failed.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.lan import Lan, why_not
from support.lan_faults import SEATED, FaultyTable

FROZEN = 15.0


def repeated(name: str, times: int, act: Callable[[], float], rng: Random) -> bool:
    """Let a fault happen so often, at random instants; whether everybody went on each time."""
    worst, done = 0.0, 0
    try:
        for done in range(times):
            Event().wait(rng.uniform(0, 1))
            worst = max(worst, act())
            print(f"\r{name:<46} {done + 1:>4}/{times}  within {worst:5.1f} s", end="", flush=True)
    except AssertionError as error:
        print(f"\n{name}: failed after {done}: {error}")
        return False
    print()
    return True


def try_all_faults(table: FaultyTable, kills: int, rng: Random) -> bool:
    """All faults, one after the other."""

    def kill_somebody() -> float:
        return table.kill_player(rng.choice(SEATED))

    def freeze_somebody() -> float:
        return table.freeze(table.players[rng.choice(SEATED)], FROZEN)

    def unplug_somebody() -> float:
        return table.unplug(rng.choice(SEATED), FROZEN)

    for_so_long = f"for {FROZEN:.0f} s"
    return all((
        repeated("kill -9 of the host, resumed", kills, table.kill_host, rng),
        repeated("kill -9 of a player, who sits down again", max(3, kills // 5), kill_somebody, rng),
        repeated(f"SIGSTOP of the host {for_so_long}", 2, lambda: table.freeze(table.table, FROZEN), rng),
        repeated(f"SIGSTOP of a player {for_so_long}", 3, freeze_somebody, rng),
        repeated(f"a player's cable pulled {for_so_long}", 3, unplug_somebody, rng),
        repeated("the host's cable pulled for 3 s", 3, lambda: table.unplug(1, 3), rng),
        repeated("the host gets another address", 3, lambda: table.move(1), rng),
        repeated("a player gets another address", 3, lambda: table.move(rng.choice(SEATED)), rng),
        repeated("dropped: who reads nothing, flooded by chat", 3, table.flood, rng),
    ))  # fmt: skip


def main() -> int:
    """Print the table; 1 where somebody did not go on."""
    reason = why_not()
    if reason is not None:
        print(reason)
        return 2
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with Lan(5) as lan, tempfile.TemporaryDirectory() as folder:
        table = FaultyTable(lan, Path(folder))
        well = try_all_faults(table, kills, Random(kills))
        table.demand_whole()
    print("everybody went on, in the same game" if well else "not everybody went on")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
