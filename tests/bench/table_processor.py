"""The processor time that a table's own process needs for a whole turn of ten, from the first card to the reveal.

Run it with `python tests/bench/table_processor.py [ROUNDS] [--apart] [--tree FOLDER]`. `sixqp serve` runs in a
process of its own, with its journal, TLS and announcement; ten clients in this process lay their cards as those of
`turn_over_tls` do, nine at once and then the last. With `--apart` each waits until everybody has heard of the card
before, as people do who do not decide in the same millisecond. FOLDER is a checkout whose table is measured
instead of this one's. Needs Linux.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.peers.bare_turn import processor_seconds
from bench.turn_over_tls import PLAYERS, Watch
from support.tables import a_session, running, seated

from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, Ready
from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.engine.table import CardsWanted, RowWanted

TREE = Path(__file__).resolve().parents[2]
ROUNDS = 3
SEED = "a turn of ten"


@contextmanager
def a_table(tree: Path, rounds: int) -> Iterator[tuple[int, int]]:
    """The process of a dedicated table of this checkout, and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "sixqp_tui", "serve", "--port", str(port), "--rounds", str(rounds)]
    command += ["--timer", "none", "--seed", SEED]
    with tempfile.TemporaryDirectory() as home:
        there = {"PYTHONPATH": f"{tree / 'protocol'}{os.pathsep}{tree}", "SIXQP_HOME": home, "LC_ALL": "C.UTF-8"}
        process = subprocess.Popen(command, cwd=tree, env=os.environ | there, stdout=subprocess.PIPE)
        assert process.stdout
        try:
            process.stdout.readline()  # it says that it is open when it listens
            yield process.pid, port
        finally:
            process.terminate()
            process.communicate(timeout=20)


async def turn(watch: Watch, by_seat: list[Session], apart: bool) -> None:
    """Play one turn, the rows that have to be chosen included."""
    *others, last = by_seat
    if apart:
        for session in others:
            await asked(watch, session, ChooseCard(card=session.state.view.hand[-1]))
    else:
        held = len(last.state.history)
        for session in others:
            session.request(ChooseCard(card=session.state.view.hand[-1]))
        await watch.until_all_hold(held + len(others))
    await asked(watch, last, ChooseCard(card=last.state.view.hand[-1]))
    while isinstance(pending := by_seat[0].state.view.table.pending, RowWanted):
        row = cheapest_row(by_seat[0].state.view.table.rows)
        await asked(watch, by_seat[pending.seat], ChooseRow(row=row))


async def asked(watch: Watch, session: Session, decision: Decision) -> None:
    """Let this session decide, and wait until everybody holds what follows."""
    held = [len(each.state.history) for each in watch.sessions]
    session.request(decision)
    await watch.until_all_have_more(held)


async def turns(port: int, pid: int, apart: bool) -> list[float]:
    """Play the game of the table: the processor seconds of each turn."""
    sessions = [a_session(NetworkLink([("127.0.0.1", port)]), f"Ann {n}") for n in range(PLAYERS)]
    used = []
    async with running(*sessions):
        await seated(sessions)
        watch = Watch(sessions)
        await watch.until_all_hold(2)
        by_seat = sorted(sessions, key=lambda session: session.state.view.seat or 0)
        while (table := by_seat[0].state.view.table).ended is None:
            if isinstance(table.pending, CardsWanted):
                before = processor_seconds(pid)
                await turn(watch, by_seat, apart)
                used.append(processor_seconds(pid) - before)
            else:
                await next_round(watch, by_seat)
    return used


async def next_round(watch: Watch, by_seat: list[Session]) -> None:
    """End the pause between two rounds."""
    held = [len(each.state.history) for each in watch.sessions]
    for session in by_seat:
        session.request(Ready())
    await watch.until_all_have_more(held)


def measure(tree: Path = TREE, rounds: int = ROUNDS, apart: bool = False) -> float:
    """Processor seconds of the table's process for a turn, the mean of a game."""
    with a_table(tree, rounds) as (pid, port):
        return mean(asyncio.run(turns(port, pid, apart)))


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--tree", type=Path, default=TREE, metavar="FOLDER")
    given = parser.parse_args()
    milliseconds = 1000 * measure(given.tree.resolve(), given.rounds, given.apart)
    print(f"a turn of {PLAYERS}: {milliseconds:.2f} ms of the table's processor")


if __name__ == "__main__":
    main()
