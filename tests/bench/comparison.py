"""Every figure that players feel beside its peer or its floor, in alternating runs: one table, and a JSON file.

Run it with `python tests/bench/comparison.py [PAIRS] [--only WORD] [--json FILE] [--peers FOLDER] [--before TREE]`;
PAIRS is 5 if nothing is said. Ours and theirs run by turns, so that a busy machine slows both; medians are told.
A peer that is not installed in FOLDER (`tests/bench/peers/README.md`) leaves a dash. TREE is a checkout of an older
commit, beside whose table ours is measured. Needs a POSIX system; for processor times Linux.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from gettext import GNUTranslations
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import engine_rounds, first_frame, soak, table_processor, turn_over_tls
from support.tables import OWNER, a_session, running, seated

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard, Start, TakeBack
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.i18n.catalog import DOMAIN, FOLDER
from sixqp_tui.store.certificate import load_or_create

PEERS = Path(__file__).resolve().parent / "peers"
TURN_ROUNDS = 8
WORDS_TIMES = 9
DECISIONS = 20
"""Cards laid and taken back without a pause; a host takes 40 messages of a player at once (`SPEC.md`, 12)."""
Run = Callable[[], float]


@dataclass(frozen=True)
class Comparison:
    """One line: what is measured, the peer, and by how much ours may differ from theirs.

    `wanted` is the ratio of ours to theirs that is asked for, or with `absolute` a figure: at most that, or with
    `more` at least. `theirs` is None where there is no peer or floor here.
    """

    what: str
    unit: str
    ours: Run
    peer: str
    theirs: Run | None
    wanted: float | None = None
    absolute: bool = False
    more: bool = False


@dataclass(frozen=True)
class Result:
    """The medians of one comparison; `theirs` None where the peer is not installed."""

    what: str
    unit: str
    ours: float
    peer: str
    theirs: float | None
    ratio: float | None
    wanted: str
    met: bool | None


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


def rounds_of_peer(folder: Path, players: int) -> Run | None:
    """Rounds a second of rl-6-nimmt's environment; None where it is not installed."""
    python, environment = folder / "venv" / "bin" / "python", folder / "env.py"
    if not (python.exists() and environment.exists()):
        return None

    def run() -> float:
        command = [str(python), str(PEERS / "rl6nimmt_rounds.py"), str(environment)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
        line = next(line for line in done.stdout.splitlines() if line.split()[1] == str(players))
        return float(line.split()[-2])

    return run


def turn(share: float) -> Run:
    """Milliseconds of a turn of ten over TLS, of which this share of the turns stays below."""
    return lambda: 1000 * below(share, asyncio.run(turn_over_tls.measure(TURN_ROUNDS)))


def below(share: float, figures: list[float]) -> float:
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))]


def processor(tree: Path = table_processor.TREE, apart: bool = False) -> Run:
    """Milliseconds of processor time that the table of this checkout needs for a turn of ten."""
    return lambda: 1000 * table_processor.measure(tree, TURN_ROUNDS, apart)


def frame(name: str, home: str) -> Run:
    """Milliseconds until the first picture of this program of `first_frame`."""
    command, mark = first_frame.PROGRAMS[name]
    return lambda: 1000 * first_frame.first_frame(command, mark, home)


def hand(home: str) -> Run:
    """Milliseconds from `sixqp play` until a hand can be played from."""
    command = (sys.executable, "-m", "sixqp_tui", "play", "--pace", "off")
    return lambda: 1000 * first_frame.first_frame(command, b"choose a card", home)


def words(home: str, *arguments: str) -> Run:
    """Milliseconds of a command that prints something and ends: the quickest of some."""
    environment = os.environ | first_frame.compiled(home)

    def once() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True)
        return 1000 * (time.perf_counter() - began)

    return lambda: min(once() for _ in range(WORDS_TIMES))


def french() -> Run:
    """Milliseconds until French is there, as the program reads it at its first word: the quickest of some."""

    def load() -> None:
        with (FOLDER / "fr" / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as compiled:
            GNUTranslations(compiled)

    return lambda: 1000 * min(timeit.repeat(load, number=1, repeat=WORDS_TIMES))


async def kept(folder: Path, times: int) -> list[float]:
    """Seconds from asking to lay a card until its player holds the facts, at a table with its journal, over TLS."""
    os.environ["SIXQP_HOME"] = str(folder)
    async with soak.a_table(folder) as (_server, port):
        way, pin = [("127.0.0.1", port)], load_or_create(folder).fingerprint
        player, other = a_session(NetworkLink(way, pin), "Olga", OWNER), a_session(NetworkLink(way, pin), "Ann")
        async with running(player, other):
            await seated([player, other])
            watch = turn_over_tls.Watch([player])
            player.request(Start())
            await watch.until_all_hold(4)
            taken = []
            for _ in range(times):
                held, began = len(player.state.history), time.perf_counter()
                player.request(ChooseCard(card=player.state.view.hand[0]))
                await watch.until_all_hold(held + 2)
                taken.append(time.perf_counter() - began)
                player.request(TakeBack())
                await watch.until_all_hold(held + 3)
    return taken


def has_it(folder: Path, share: float) -> Run:
    """Milliseconds within which, this share of times, a player is told of a card that no crash loses."""
    return lambda: 1000 * below(share, asyncio.run(kept(folder, DECISIONS)))


def synced(folder: Path, share: float) -> Run:
    """Milliseconds within which, this share of times, this disk has a few bytes more of a file."""

    def run() -> float:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
            taken = []
            for _ in range(DECISIONS):
                began = time.perf_counter()
                file.write(bytes(200))
                os.fsync(file.fileno())
                taken.append(1000 * (time.perf_counter() - began))
        return below(share, taken)

    return run


def comparisons(peers: Path, home: Path, before: Path | None = None) -> list[Comparison]:
    """All of them, in the order of the table; `before` is a checkout of an older commit."""
    bare = [sys.executable, str(PEERS / "bare_turn.py")]
    web = ["node", str(PEERS / "boardgameio_turn.cjs"), "10", str(TURN_ROUNDS)]
    node = peers / "node_modules" / "boardgame.io"
    half, most = turn(0.5), turn(0.99)
    own, older = processor(), processor(before) if before else None
    own_apart, older_apart = processor(apart=True), processor(before, apart=True) if before else None
    bare_processor = of_peer(peers, bare, "processor_ms", PEERS)
    python = words(str(home), "-c", "")
    empty, first = frame("an empty app", str(home)), frame("sixqp", str(home))
    rows = [
        Comparison("a turn of ten, p50", "ms", half, "boardgame.io", of_peer(peers, web, "p50_ms", node), 1.0),
        Comparison("a turn of ten, p99", "ms", most, "boardgame.io", of_peer(peers, web, "p99_ms", node), 1.0),
        Comparison("a turn of ten, p50", "ms", half, "bare websockets", of_peer(peers, bare, "p50_ms", PEERS)),
        Comparison("a turn of ten, processor", "ms", own, "the table before", older, 0.5),
        Comparison("the same, cards apart", "ms", own_apart, "the table before", older_apart, 0.5),
        Comparison("the same, cards apart", "ms", own_apart, "bare websockets", bare_processor, 1.7),
        Comparison("the first frame", "ms", first, "an empty app", empty, 1.15),
        Comparison("play, until a hand", "ms", hand(str(home)), "the first frame", first, 1.35),
        Comparison("sixqp --help", "ms", words(str(home), "-m", "sixqp_tui", "--help"), "python", python, 4),
        Comparison("French is there", "ms", french(), "python", python, 5, True),
        Comparison("the table has a card, p50", "ms", has_it(home, 0.5), "fsync", synced(home, 0.5), 15, True),
        Comparison("the table has a card, p95", "ms", has_it(home, 0.95), "fsync", synced(home, 0.95)),
    ]
    for players in (2, 4, 10):
        ours, theirs = partial(engine_rounds.rate, Rules(), players), rounds_of_peer(peers, players)
        what = f"rounds of the engine, {players}"
        rows.append(Comparison(what, "/s", ours, "rl-6-nimmt", theirs, 1.0, more=True))
    return rows


# -- how it is told -------------------------------------------------------------------------------------


def compare(row: Comparison, pairs: int) -> Result:
    """Run both by turns, this many times each; the medians."""
    ours, theirs = [], []
    row.ours()  # the first run of each compiles, and fills the caches of the disk
    for _ in range(pairs):
        ours.append(row.ours())
        if row.theirs:
            theirs.append(row.theirs())
    own, other = median(ours), median(theirs) if theirs else None
    ratio = own / other if other else None
    judged = own if row.absolute else ratio
    met = None
    if row.wanted is not None and judged is not None:
        met = judged >= row.wanted if row.more else judged <= row.wanted
    return Result(row.what, row.unit, own, row.peer, other, ratio, _wanted(row), met)


def _wanted(row: Comparison) -> str:
    if row.wanted is None:
        return "-"
    bound = f"{row.wanted:g} {row.unit}" if row.absolute else f"{row.wanted:g} times"
    return f"{'at least' if row.more else 'at most'} {bound}"


def line(result: Result) -> str:
    """One line of the table."""
    theirs = "-" if result.theirs is None else f"{result.theirs:.1f}"
    ratio = "-" if result.ratio is None else f"{result.ratio:.2f}"
    mark = {True: "met", False: "missed", None: ""}[result.met]
    ours = f"{result.ours:.1f}"
    figures = f"{ours:>9} {result.unit:3} {theirs:>9} {result.peer:16} {ratio:>6}"
    return f"{result.what:26} {figures}  {result.wanted} {mark}"


def main() -> int:
    """Measure, print the table as it grows, and write the JSON file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="?", type=int, default=5)
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--peers", type=Path, default=PEERS, metavar="FOLDER")
    parser.add_argument("--before", type=Path, metavar="TREE")
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    sys.stdout.write(f"{'what':26} {'ours':>9}     {'theirs':>9} {'peer':16} {'ratio':>6}  wanted\n")
    results = []
    with tempfile.TemporaryDirectory() as home:
        Path(home, "preferences.txt").write_text("name = Ann\n", encoding="utf-8")
        for row in comparisons(asked.peers.resolve(), Path(home), asked.before and asked.before.resolve()):
            if asked.only in row.what:
                results.append(compare(row, asked.pairs))
                sys.stdout.write(line(results[-1]) + "\n")
                sys.stdout.flush()
        imports = first_frame.own_imports(home) if asked.json else {}
    sys.stdout.write(f"load of the machine: {load:.1f} before, {os.getloadavg()[0]:.1f} after\n")
    if asked.json:
        told = {
            "load": [load, os.getloadavg()[0]],
            "pairs": asked.pairs,
            "results": [vars(each) for each in results],
            "imported_before_the_first_frame_ms": imports,
        }
        asked.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
