"""Figures that players feel beside their peer or their floor, in alternating runs.

Run it with `python tests/bench/comparison.py [PAIRS] [--only WORD] [--peers FOLDER]`; without PAIRS there are 5.
Ours and theirs run by turns, so that a busy machine slows both; medians are told. A peer that is not installed in
FOLDER (`tests/bench/peers/README.md`) leaves a dash. Needs a POSIX system; for processor times and memory Linux.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import engine_rounds, memory, table_processor, turn_over_tls
from bench.harness import SIXQP, at_terminal, below, by_turns

from sixqp_protocol.facts import Rules

PEERS = Path(__file__).resolve().parent / "peers"
TURN_ROUNDS = 8
WORDS_TIMES = 9
EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("READY")

Empty().run()
"""
Run = Callable[[], float]


class Comparison(NamedTuple):
    """One line: what is measured, in which unit, beside whom, and the ratio of ours to theirs that is asked for.

    At most that; of rates at least that. `theirs` is None where the peer isn't installed.
    """

    what: str
    unit: str
    ours: Run
    peer: str
    theirs: Run | None
    wanted: float | None = None


# -- what is measured -----------------------------------------------------------------------------------


def of_peer(folder: Path, command: list[str], key: str, needs: Path) -> Run | None:
    """A run of a peer that prints JSON, of which `key` counts; None where it is not installed."""
    if not needs.exists():
        return None
    environment = os.environ | {"NODE_PATH": str(folder / "node_modules")}

    def run() -> float:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
        line = next(line for line in done.stdout.splitlines() if line.startswith("{"))
        return float(json.loads(line)[key])

    return run


def turn(share: float) -> float:
    """Milliseconds of a turn of ten over TLS, of which this share of the turns stays below."""
    return 1000 * below(share, asyncio.run(turn_over_tls.measure(TURN_ROUNDS)))


def processor() -> float:
    """Milliseconds of processor time that a table needs for a turn of ten whose cards come apart."""
    return 1000 * table_processor.measure(TURN_ROUNDS)


def table_memory() -> float:
    """MiB of a table's process after a game of ten."""
    return asyncio.run(memory.measure(1))[-1][0]


def frame(command: tuple[str, ...], mark: bytes, home: str) -> float:
    """Milliseconds from the start of this program until it has drawn the mark, in a terminal of 80 by 24."""
    with at_terminal(command, SIXQP_HOME=home, **compiled(home)) as terminal:
        terminal.until(mark)
        return 1000 * (time.perf_counter() - terminal.began)


def compiled(home: str) -> dict[str, str]:
    """Variables with which Python keeps what it compiles.

    An installed game is compiled; what stands in a checkout may be compiled again at every start.
    """
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{home}/compiled"}


def words(home: str, *arguments: str) -> float:
    """Milliseconds of a command that prints something and ends: the quickest of some."""
    environment = os.environ | compiled(home)

    def once() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
        return 1000 * (time.perf_counter() - began)

    return min(once() for _ in range(WORDS_TIMES))


def comparisons(peers: Path, home: str) -> list[Comparison]:
    """All of them, in the order of the table."""
    web = ["node", str(PEERS / "boardgameio_turn.cjs"), "10", str(TURN_ROUNDS)]
    node, python = peers / "node_modules" / "boardgame.io", peers / "venv" / "bin" / "python"
    rounds = [str(python), str(PEERS / "rl6nimmt_rounds.py"), str(peers / "env.py")]

    def bare(key: str) -> Run | None:
        return of_peer(peers, [sys.executable, str(PEERS / "bare_turn.py")], key, PEERS)

    half, most = partial(turn, 0.5), partial(turn, 0.99)
    empty = partial(frame, (sys.executable, "-c", EMPTY), b"READY", home)
    first = partial(frame, SIXQP, b"TABLES ON THIS NETWORK", home)
    hand = partial(frame, (*SIXQP, "play", "--pace", "off"), b"choose a card", home)
    told, nothing = partial(words, home, "-m", "sixqp_tui", "--help"), partial(words, home, "-c", "")
    rows = [
        Comparison("a turn of ten, p50", "ms", half, "boardgame.io", of_peer(peers, web, "p50_ms", node), 1.0),
        Comparison("a turn of ten, p99", "ms", most, "boardgame.io", of_peer(peers, web, "p99_ms", node), 0.6),
        Comparison("a turn of ten, p50", "ms", half, "bare websockets", bare("p50_ms")),
        Comparison("cards apart, processor", "ms", processor, "bare websockets", bare("processor_ms"), 1.7),
        Comparison("memory of a table", "MiB", table_memory, "bare websockets", bare("memory_mib")),
        Comparison("the first frame", "ms", first, "an empty app", empty, 1.2),
        Comparison("play, until a hand", "ms", hand, "the first frame", first, 1.3),
        Comparison("sixqp --help", "ms", told, "python", nothing, 3),
    ]
    for players in (2, 4, 10):
        ours, theirs = partial(engine_rounds.rate, Rules(), players), of_peer(peers, rounds, str(players), python)
        rows.append(Comparison(f"rounds of the engine, {players}", "/s", ours, "rl-6-nimmt", theirs, 2.0))
    return rows


# -- how it is told -------------------------------------------------------------------------------------


def compared(row: Comparison, pairs: int) -> str:
    """Run both by turns, this many times each: a line with the medians."""
    measures = (row.ours, row.theirs) if row.theirs else (row.ours,)
    own, *others = map(median, by_turns(pairs, *measures))
    more, ratio = row.unit == "/s", own / others[0] if others else 0.0
    wanted = f"at {'least' if more else 'most'} {row.wanted:g} times" if row.wanted else "-"
    met = ratio >= (row.wanted or 0) if more else ratio <= (row.wanted or ratio)
    judged = " met" if met else " missed"
    theirs = f"{others[0]:9.1f} {row.peer:16} {ratio:6.2f}" if others else f"{'-':>9} {row.peer:16} {'-':>6}"
    return f"{row.what:26} {own:9.1f} {row.unit:3} {theirs}  {wanted}{judged if others and row.wanted else ''}"


def main() -> None:
    """Measure, and print the table as it grows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="?", type=int, default=5)
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--peers", type=Path, default=PEERS, metavar="FOLDER")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{'what':26} {'ours':>9}     {'theirs':>9} {'peer':16} {'ratio':>6}  wanted")
    with tempfile.TemporaryDirectory() as home:
        Path(home, "preferences.txt").write_text("name = Ann\n", encoding="utf-8")  # or a name is asked for first
        for row in comparisons(asked.peers.resolve(), home):
            if asked.only in row.what:
                print(compared(row, asked.pairs), flush=True)
    print(f"load of the machine: {load:.1f} before, {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
