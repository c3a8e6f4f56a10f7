"""A thousand connections a second at a served table, while ten people play at it: what a turn and the table take.

Run it with `python tests/bench/connection_storm.py [SECONDS]` (20 if nothing is said); it needs Linux. The table is
a real `sixqp serve`, each storm a process of its own, from one address: the one that the players have as well.
During each storm, somebody from another address comes to look on again and again. It prints figures, and ends with
1 where a turn's p99 reached 100 ms, the table's process 200 MiB, or a newcomer's welcome 2 s.
"""

import asyncio
import os
import socket
import ssl
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing import Process
from pathlib import Path
from statistics import median, quantiles
from threading import Event

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.turn_over_tls import PLAYERS, Watch, one_turn
from support.network import context, raw
from support.tables import a_session, running, seated

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import Hello
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.engine.pending import CardsWanted
from sixqp_tui.host.network.listener import bind_socket

RATE = 1000
WORKERS, HELD = 50, 2000
"""So many connections the storm keeps open, as far as the table lets it."""
ATTACKER, NEWCOMER = "127.0.0.1", "127.0.0.2"
TURN, MEMORY, WELCOME = 0.1, 200.0, 2.0
SERVE = "serve --title Storm --seats 10 --timer none --limit none --rounds 99 --lang en --port"


def _client_hello() -> bytes:
    """The first bytes of a TLS client."""
    out = ssl.MemoryBIO()
    try:
        context().wrap_bio(ssl.MemoryBIO(), out).do_handshake()
    except ssl.SSLWantReadError:
        return out.read()
    raise AssertionError


def silent(port: int, seconds: float) -> None:
    """Connect, and say nothing."""
    storm(port, seconds, b"")


def garbage(port: int, seconds: float) -> None:
    """Connect, and say something else than TLS."""
    storm(port, seconds, b"GET / HTTP/1.0\r\n\r\n")


def half_a_handshake(port: int, seconds: float) -> None:
    """Connect, begin with TLS, and say nothing more."""
    storm(port, seconds, _client_hello())


def whole_handshakes(port: int, seconds: float) -> None:
    """Connect, carry TLS out, and leave: as often as the table lets it."""
    asyncio.run(_handshakes(port, seconds))


STORMS = (silent, garbage, half_a_handshake, whole_handshakes)


async def _handshakes(port: int, seconds: float) -> None:
    over = time.monotonic() + seconds
    done = 0

    async def one_after_the_other() -> None:
        nonlocal done
        while time.monotonic() < over:
            await asyncio.sleep(WORKERS / RATE)  # noqa: TID251 (the rate of the storm)
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context(), ssl_handshake_timeout=4)
            except OSError:
                continue
            writer.transport.abort()
            done += 1

    await asyncio.gather(*(one_after_the_other() for _ in range(WORKERS)))
    print(f"  {done} handshakes in {seconds:.0f} s", flush=True)


def storm(port: int, seconds: float, said: bytes) -> None:
    """Connect so many times a second, say this, and never say anything again."""
    held: deque[socket.socket] = deque()
    began, done, silent = time.monotonic(), 0, Event()
    while (passed := time.monotonic() - began) < seconds:
        while done < passed * RATE:
            line = socket.socket()
            line.setblocking(False)
            line.bind((ATTACKER, 0))
            line.connect_ex(("127.0.0.1", port))
            held.append(line)
            done += 1
            if len(held) > HELD:
                held.popleft().close()
            if said and len(held) > 1:
                _say(held[-2], said)
        silent.wait(0.001)
    print(f"  {done} connections in {seconds:.0f} s", flush=True)


def _say(line: socket.socket, said: bytes) -> None:
    try:
        line.send(said)
    except OSError:
        return  # not connected yet, or cut already


def memory(process: int, what: str) -> float:
    """A field of what the system tells of a process's memory, in MiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition(f"{what}:")[2].split()[0]) / 1024


def worked(process: int) -> float:
    """The seconds of a core that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def a_table(folder: str, port: int) -> AsyncIterator[int]:
    """A served table; its process."""
    command = [sys.executable, "-m", "sixqp_tui", *SERVE.split(), str(port)]
    environment = {**os.environ, "SIXQP_HOME": folder}
    table = await asyncio.create_subprocess_exec(*command, env=environment, stdout=asyncio.subprocess.PIPE)
    assert table.stdout is not None
    await table.stdout.readline()
    try:
        yield table.pid
    finally:
        table.terminate()
        await table.communicate()


async def play(watch: Watch, until: Callable[[], bool]) -> list[float]:
    """The seconds of each turn until then, or until the game is over."""
    figures = []
    while not until() and isinstance(watch.sessions[0].view.table.pending, CardsWanted):
        figures.append(await one_turn(watch))
    return [figure for figure in figures if figure is not None]


async def newcomers(port: int) -> AsyncIterator[float]:
    """Somebody comes to look on, again and again; the seconds until each was welcomed."""
    hello = encode(Hello(CURRENT, "storm", "watcher", "Wim", bytes(16), 1))
    while True:
        began = time.perf_counter()
        line = await raw(port, local_addr=(NEWCOMER, 0))
        await line.send(hello)
        await line.recv()
        yield time.perf_counter() - began
        line.transport.abort()


async def welcomes(port: int, until: Callable[[], bool]) -> list[float]:
    """How long newcomers waited until then."""
    figures = []
    async for seconds in newcomers(port):
        figures.append(seconds)
        if until():
            break
        await asyncio.sleep(0.5)  # noqa: TID251 (the interval at which newcomers come)
    return figures


def told(name: str, turns: list[float], came: list[float], busy: float, table: int) -> bool:
    """Print the figures of one storm; whether they are good enough. `busy` is the table's share of a core."""
    worst, peak = quantiles(turns, n=100)[98], memory(table, "VmHWM")
    print(
        f"{name:<18} {len(turns)} turns of {PLAYERS}: median {median(turns) * 1000:.1f} ms,"
        f" p99 {worst * 1000:.1f} ms;"
        f" {len(came)} newcomers within {max(came) * 1000:.0f} ms;"
        f" the table's process {memory(table, 'VmRSS'):.1f} MiB, at most {peak:.1f} MiB, {busy:.0%} of a core",
        flush=True,
    )
    return worst < TURN and peak < MEMORY and max(came) < WELCOME


async def measure(seconds: float) -> bool:
    """Play at rest, and through every storm, each at a table of its own; whether all went well."""
    rest = time.monotonic() + seconds
    well = [await at_a_table("at rest", lambda _port: lambda: time.monotonic() > rest)]
    well += [await at_a_table(storm.__name__.replace("_", " "), partial(begun, storm, seconds)) for storm in STORMS]
    return all(well)


def begun(storm: Callable[[int, float], None], seconds: float, port: int) -> Callable[[], bool]:
    """Let this storm begin; what tells whether it is over."""
    blowing = Process(target=storm, args=(port, seconds))
    blowing.start()
    return lambda: not blowing.is_alive()


async def at_a_table(name: str, begin: Callable[[int], Callable[[], bool]]) -> bool:
    """The figures of one storm; whether they are good enough."""
    sock = bind_socket(0)
    port = sock.getsockname()[1]
    sock.close()
    with tempfile.TemporaryDirectory() as folder:
        async with a_table(folder, port) as table:
            sessions = [a_session(NetworkLink([("127.0.0.1", port)]), f"Ann {n}") for n in range(PLAYERS)]
            async with running(*sessions):
                await seated(sessions)
                watch = Watch(sessions)
                await watch.until_all_hold(1)
                began, before, over = time.monotonic(), worked(table), begin(port)
                turns, came = await asyncio.gather(play(watch, over), welcomes(port, over))
                busy = (worked(table) - before) / (time.monotonic() - began)
                return told(name, turns, came, busy, table)


def main() -> int:
    """Print what was measured; 1 where it is not good enough."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    return 0 if asyncio.run(measure(seconds)) else 1


if __name__ == "__main__":
    sys.exit(main())
