"""What storms of connections cost ten people who play at a served table.

`python tests/bench/connection_storm.py [SECONDS [STORM ...]]` (20 and all if nothing is said), on Linux. The table
is a real `sixqp serve`, each storm a process of its own. Some connect a thousand times a second; others are lines
that ping without end, or that never prove the code of a locked table. All come from one address, the one that the
players have as well. It prints what a turn took meanwhile, how many players lost their line, and what the table's
process took. Where other programs keep the machine busy, `chrt --rr 1 python …` lets only the storms wait.
"""

import asyncio
import os
import socket
import ssl
import sys
import tempfile
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from multiprocessing import Process
from pathlib import Path
from statistics import median
from threading import Event
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.harness import below, memory, processor_seconds, served
from bench.turn_over_tls import PLAYERS, Watch, one_turn
from support.keys import key_of
from support.lan import read_until
from support.network import context, raw, signed
from support.tables import running, seated
from websockets.exceptions import WebSocketException

from sixqp_protocol.codec import encode
from sixqp_protocol.messages import CodeGiven
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.network import NetworkChannel, NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.engine.table import CardsWanted

RATE = 1000
LINES, HELD = 50, 2000
"""So many shake hands at a time; so many connections that say nothing stay open, as far as the table lets them."""
SERVE = ("--title", "Storm", "--seats", "10", "--timer", "none", "--round-pause", "0", "--limit", "none")
PINGS = b"\x89\x80\0\0\0\0" * 2000
WRONG_CODE = encode(CodeGiven(bytes(32), bytes(32)))


def stay_calm(_port: int, seconds: float) -> None:
    Event().wait(seconds)


def connect_often(port: int, seconds: float, said: bytes) -> None:
    """Connect a thousand times a second, say this, and never say anything again."""
    held: deque[socket.socket] = deque()
    began, done, silent = time.monotonic(), 0, Event()
    while (passed := time.monotonic() - began) < seconds:
        while done < passed * RATE:
            line = socket.socket()
            line.setblocking(False)
            line.connect_ex(("127.0.0.1", port))
            held.append(line)
            done += 1
            if len(held) > HELD:
                held.popleft().close()
            if said and len(held) > 1:
                with suppress(OSError):  # not connected yet, or cut already
                    held[-2].send(said)
        silent.wait(0.001)
    print(f"  {done} connections in {seconds:.0f} s", flush=True)


def repeatedly(port: int, seconds: float, once: Callable[[int], Awaitable[None]], lines: int = 8) -> None:
    """On each of these lines do this, again and again."""
    done = 0

    async def again_and_again() -> None:
        nonlocal done
        while True:
            with suppress(OSError, WebSocketException):
                await once(port)
            done += 1

    async def until_over() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(again_and_again() for _ in range(lines)))

    asyncio.run(until_over())
    print(f"  {done} lines in {seconds:.0f} s", flush=True)


async def shake_hands(port: int) -> None:
    await asyncio.sleep(LINES / RATE)  # noqa: TID251 (the rate of the storm)
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context(), ssl_handshake_timeout=4)
    writer.transport.abort()


async def ping(port: int, watching: bool) -> None:
    line = await raw(port, ping_interval=None, open_timeout=5)
    if watching:
        await line.send(signed(line, key_of("Wim"), role="watcher"))
        await line.recv()
    while not line.transport.is_closing():
        line.transport.write(PINGS)
        await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    line.transport.abort()


async def answer(port: int, said: bytes) -> None:
    """Say this, or nothing, when the code of the table is asked for."""
    line = await raw(port, ping_interval=None, open_timeout=5)
    await line.send(signed(line, key_of("Wim"), role="watcher"))
    await line.recv()
    if said:
        await line.send(said)
    await line.wait_closed()


def client_hello() -> bytes:
    """The first bytes of TLS, as any client says them."""
    out = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        context().wrap_bio(ssl.MemoryBIO(), out).do_handshake()
    return out.read()


class Storm(NamedTuple):
    blow: Callable[[int, float], None]
    locked: bool = False


STORMS = {
    "calm": Storm(stay_calm),
    "silent": Storm(partial(connect_often, said=b"")),
    "half_a_handshake": Storm(partial(connect_often, said=client_hello())),
    "whole_handshakes": Storm(partial(repeatedly, once=shake_hands, lines=LINES)),
    "pings": Storm(partial(repeatedly, once=partial(ping, watching=False))),
    "pings_of_watchers": Storm(partial(repeatedly, once=partial(ping, watching=True))),
    "no_code": Storm(partial(repeatedly, once=partial(answer, said=b"")), locked=True),
    "wrong_codes": Storm(partial(repeatedly, once=partial(answer, said=WRONG_CODE)), locked=True),
}


class CountedLink(NetworkLink):
    """A player's way to the table; `lines` counts how often it was opened."""

    lines = 0

    async def connect(self) -> NetworkChannel:
        self.lines += 1
        return await super().connect()


def blow(storm: Storm, port: int, seconds: float) -> None:
    """Leave the real time of `chrt` to the table: a storm comes from other machines, and takes none of its time."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    storm.blow(port, seconds)


async def play_meanwhile(blowing: Process, watch: Watch) -> list[float]:
    """The milliseconds of each turn, of one at least, in which nobody had to choose a row."""
    blowing.start()
    turns: list[float] = []
    while isinstance(watch.sessions[0].state.view.table.pending, CardsWanted) and (blowing.is_alive() or not turns):
        if (taken := await one_turn(watch)) is not None:
            turns.append(1000 * taken)
    blowing.join()
    return turns


async def measure(name: str, storm: Storm, seconds: float) -> None:
    options = (*SERVE, "--rounds", "99", *(("--lock",) if storm.locked else ()))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, served(home, *options) as (table, port):
        code = read_until(table, r"Room code: (.*)")[1].strip().lower() if storm.locked else None
        links = [CountedLink([("127.0.0.1", port)]) for _ in range(PLAYERS)]
        sessions = [Session(each, Identity(f"Ann {n}", code=code)) for n, each in enumerate(links)]
        async with running(*sessions):
            await seated(sessions)
            watch = Watch(sessions)
            await watch.until_all_hold(1)
            lines, began, before = sum(each.lines for each in links), time.monotonic(), processor_seconds(table.pid)
            turns = await play_meanwhile(Process(target=blow, args=(storm, port, seconds)), watch)
            busy = (processor_seconds(table.pid) - before) / (time.monotonic() - began)
            lost, most = sum(each.lines for each in links) - lines, memory(table.pid, "VmHWM")
    half, worst = median(turns), below(0.99, turns)
    print(f"{name}: {len(turns)} turns, median {half:.1f} ms, p99 {worst:.1f} ms; {lost} lines lost;", end="")
    print(f" the table at most {most:.0f} MiB, {busy:.0%} of a core", flush=True)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    for name, storm in STORMS.items():
        if not sys.argv[2:] or name in sys.argv[2:]:
            asyncio.run(measure(name, storm, seconds))


if __name__ == "__main__":
    main()
