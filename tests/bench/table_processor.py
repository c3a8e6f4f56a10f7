"""The processor time that a table's own process needs for a turn of ten whose cards come one after the other.

`python tests/bench/table_processor.py [ROUNDS]`, on Linux. `sixqp serve` runs in a process of its own, with its
journal, TLS and announcement. Each of ten clients in this process lays its card when everybody has heard of the one
before, as people do who don't decide in the same millisecond. The rows that have to be chosen are included.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import mean

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.harness import processor_seconds, served
from bench.turn_over_tls import PLAYERS, Watch
from support.tables import a_session, running, seated

from sixqp_protocol.messages import ChooseCard, Ready
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.engine.table import CardsWanted

ROUNDS = 3
SEED = "a turn of ten"


async def turns(port: int, pid: int) -> list[float]:
    """Play the game of the table: the processor seconds of each turn."""
    sessions = [a_session(NetworkLink([("127.0.0.1", port)]), f"Ann {n}") for n in range(PLAYERS)]
    used = []
    async with running(*sessions):
        await seated(sessions)
        watch = Watch(sessions)
        await watch.until_all_hold(2)
        while (table := sessions[0].state.view.table).ended is None:
            if not isinstance(table.pending, CardsWanted):
                await watch.until_all_hear(*((session, Ready()) for session in sessions))
                continue
            before = processor_seconds(pid)
            for session in sessions:
                await watch.until_all_hear((session, ChooseCard(card=session.state.view.hand[-1])))
            await watch.choose_rows()
            used.append(processor_seconds(pid) - before)
    return used


def measure(rounds: int = ROUNDS) -> float:
    """Processor seconds of the table's process for a turn, the mean of a game."""
    settings = ("--rounds", str(rounds), "--timer", "none", "--seed", SEED)
    with tempfile.TemporaryDirectory() as home, served(home, *settings) as (process, port):
        return mean(asyncio.run(turns(port, process.pid)))


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"a turn of {PLAYERS}: {1000 * measure(rounds):.2f} ms of the table's processor")


if __name__ == "__main__":
    main()
