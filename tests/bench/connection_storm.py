"""Storms at a served table, while ten people play at it: what a turn and the table take.

Run it with `python tests/bench/connection_storm.py [SECONDS [STORM ...]]` (20 and all if nothing is said); it needs
Linux. Some storms connect a thousand times a second. Others are eight lines that say nothing but pings, or that
never prove the code of a locked table. Some come to the gateway of a locked table, by ssh or by the page: half
handshakes, requests, wrong codes. The table is a real `sixqp serve`, each storm a process of its own, from one
address: the one that the players have as well. During each storm, somebody from another address comes to look on
again and again. It prints figures, and ends with 1 where a turn's p99 reached 100 ms, the table's process 200 MiB,
a newcomer's welcome 2 s, or where a player's line was lost.

`together` is four storms at once, each from an address of its own, at the page of a locked table: pings, empty
fragments, wrong codes, and guests who know the code and sit down under new cookies again and again. A phone taps
meanwhile, first in the lobby and then in a game. The exit code is 1 where its p99 reached 50 ms, or where it or a
player lost the seat. Where other programs keep the machine busy, `chrt --rr 1 python …` lets only the storms wait.
"""

import asyncio
import json
import os
import socket
import ssl
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from hashlib import sha256
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from threading import Event

from support.keys import key_of
from support.network import signed

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import asyncssh
from bench.turn_over_tls import PLAYERS, Watch, one_turn
from support.network import context, raw
from support.page import PhoneGuest, guest
from support.tables import running, seated
from support.websocket import upgrade
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from sixqp_protocol.codec import decode_host, encode
from sixqp_protocol.messages import CodeGiven, CodeWanted, Goodbye, Welcome
from sixqp_protocol.pairing import ClientPairing
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.network import NetworkChannel, NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.engine.table import CardsWanted
from sixqp_tui.gateways.page.answers import COOKIE
from sixqp_tui.host.network.port import bind_socket

RATE = 1000
WORKERS, HELD = 50, 2000
"""This many connections the storm keeps open, as far as the table lets it."""
ATTACKER, NEWCOMER = "127.0.0.1", "127.0.0.2"
STRANGERS = ("127.0.0.3", "127.0.0.4", "127.0.0.5", "127.0.0.6")
TURN, TAP, MEMORY, WELCOME = 0.1, 0.05, 200.0, 2.0
SERVE = "serve --title Storm --seats 10 --timer none --round-pause 0 --limit none --rounds 99 --lang en --port"


def _client_hello() -> bytes:
    """The first bytes of a TLS client."""
    out = ssl.MemoryBIO()
    try:
        context().wrap_bio(ssl.MemoryBIO(), out).do_handshake()
    except ssl.SSLWantReadError:
        return out.read()
    raise AssertionError


def silent(port: int, seconds: float) -> None:
    storm(port, seconds, b"")


def garbage(port: int, seconds: float) -> None:
    storm(port, seconds, b"GET / HTTP/1.0\r\n\r\n")


def half_a_handshake(port: int, seconds: float) -> None:
    storm(port, seconds, _client_hello())


def whole_handshakes(port: int, seconds: float) -> None:
    asyncio.run(_handshakes(port, seconds))


def pings(port: int, seconds: float) -> None:
    asyncio.run(_eight(port, seconds, partial(_ping, greeted=False)))


def pings_of_watchers(port: int, seconds: float) -> None:
    asyncio.run(_eight(port, seconds, partial(_ping, greeted=True)))


def hello_and_wait(port: int, seconds: float) -> None:
    asyncio.run(_eight(port, seconds, partial(_answer, answer=None)))


def wrong_codes(port: int, seconds: float) -> None:
    asyncio.run(_eight(port, seconds, partial(_answer, answer=encode(CodeGiven(bytes(32), bytes(32))))))


def half_of_ssh(port: int, seconds: float) -> None:
    storm(port, seconds, b"SSH-2.0-storm\r\n")


def wrong_logins(port: int, seconds: float) -> None:
    asyncio.run(_repeat(seconds, 16, partial(_log_in, port)))


def page_requests(port: int, seconds: float) -> None:
    storm(port, seconds, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())


def page_sits(port: int, seconds: float) -> None:
    asyncio.run(_repeat(seconds, 8, partial(_sit, port)))


def _run_elsewhere() -> None:
    """Leave the real time of `chrt` to the table: a storm comes from other machines, and takes none of its time."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def page_frames(port: int, seconds: float, address: str, flood: bytes) -> None:
    _run_elsewhere()
    asyncio.run(_repeat(seconds, 8, partial(_flood, port, address, flood)))


def page_codes(port: int, seconds: float, address: str) -> None:
    _run_elsewhere()
    asyncio.run(_repeat(seconds, 8, partial(_sit_down, port, address, "zzzzzz")))


def page_seats(port: int, seconds: float, address: str, code: str, many: int) -> None:
    _run_elsewhere()
    asyncio.run(_repeat(seconds, many, partial(_sit_down, port, address, code)))


BY_SSH, BY_PAGE = (half_of_ssh, wrong_logins), (page_requests, page_sits)
OPEN = (silent, garbage, half_a_handshake, whole_handshakes, pings, pings_of_watchers)
LOCKED = (hello_and_wait, wrong_codes, pings)
PINGS = b"\x89\x80\0\0\0\0" * 2000
FRAGMENTS = b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 2000
"""A text whose end never comes, in empty frames."""


async def _eight(port: int, seconds: float, act: Callable[[ClientConnection], Awaitable[None]]) -> None:
    """Eight lines do this until they are cut, and come again."""

    async def once() -> None:
        await act(await raw(port, local_addr=(ATTACKER, 0), ping_interval=None, open_timeout=5))

    await _repeat(seconds, 8, once)


async def _repeat(seconds: float, many: int, once: Callable[[], Awaitable[None]]) -> None:
    """This many do this at the same time, and each again as soon as it has ended."""
    done = 0

    async def again_and_again() -> None:
        nonlocal done
        while True:
            try:
                await once()
            except (OSError, WebSocketException, asyncssh.Error):
                continue
            finally:
                done += 1

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(again_and_again() for _ in range(many)))
    print(f"  {done} lines in {seconds:.0f} s", flush=True)


async def _log_in(port: int) -> None:
    async with asyncssh.connect(
        "127.0.0.1",
        port,
        local_addr=(ATTACKER, 0),
        config=None,
        known_hosts=None,
        client_keys=None,
        agent_path=None,
        username="storm",
        password="zzzzzz",
        login_timeout=5,
    ):
        return


async def _sit(port: int) -> None:
    here = f"http://127.0.0.1:{port}"
    cookie = {"Cookie": f"{COOKIE}={os.urandom(16).hex()}"}
    async with connect(
        f"ws://127.0.0.1:{port}/socket", origin=Origin(here), additional_headers=cookie, proxy=None
    ) as line:
        while True:
            await line.send(json.dumps({"do": "sit", "name": "Wim", "code": "zzzzzz"}))
            await line.recv()


async def _flood(port: int, address: str, flood: bytes) -> None:
    """Say nothing but this on a page's line, until it is cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(upgrade(port))
        await reader.readuntil(b"\r\n\r\n")
        while not writer.transport.is_closing():
            writer.write(flood)
            await writer.drain()
    except asyncio.IncompleteReadError:
        return
    finally:
        writer.transport.abort()


async def _sit_down(port: int, address: str, code: str) -> None:
    """Sit down under a new cookie, and hang up."""
    cookie = f"{COOKIE}={os.urandom(16).hex()}"
    async with asyncio.timeout(5), guest(port, cookie, address) as line:
        await line.sit("Wim", code=code)


async def _ping(line: ClientConnection, greeted: bool) -> None:
    if greeted:
        await line.send(signed(line, key_of("Wim"), role="watcher"))
        await line.recv()
    while not line.transport.is_closing():
        line.transport.write(PINGS)
        await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
    line.transport.abort()


async def _answer(line: ClientConnection, answer: bytes | None) -> None:
    await line.send(signed(line, key_of("Wim"), role="watcher"))
    await line.recv()
    if answer:
        await line.send(answer)
    await line.wait_closed()


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
    """Connect this many times a second, say this, and never say anything again."""
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


def started_by(process: int) -> int:
    """The only process that this one has started."""
    lists = Path(f"/proc/{process}/task").glob("*/children")  # each thread has its own
    [child] = (int(child) for each in lists for child in each.read_text().split())
    return child


@asynccontextmanager
async def a_table(
    folder: str, port: int, locked: bool, way: tuple[str, ...]
) -> AsyncIterator[tuple[int, str | None]]:
    """A served table; its process, and its room code where it is locked. `way` opens a way in."""
    lock = ["--lock"] if locked else []
    command = [sys.executable, "-m", "sixqp_tui", *SERVE.split(), str(port), *lock, *way]
    environment = {**os.environ, "SIXQP_HOME": folder}
    table = await asyncio.create_subprocess_exec(*command, env=environment, stdout=asyncio.subprocess.PIPE)
    assert table.stdout is not None
    await table.stdout.readline()
    said = b""
    while locked and b"Room code: " not in said:
        said = await table.stdout.readline()
    while way and b"Without the program: " not in await table.stdout.readline():
        pass
    try:
        yield table.pid, said.split()[-1].decode().lower() if said else None
    finally:
        table.terminate()
        await table.communicate()


async def play(watch: Watch, until: Callable[[], bool]) -> list[float]:
    """The seconds of each turn until then, or until the game is over."""
    figures = []
    while not until() and isinstance(watch.sessions[0].state.view.table.pending, CardsWanted):
        figures.append(await one_turn(watch))
    return [figure for figure in figures if figure is not None]


async def newcomers(port: int, code: str | None) -> AsyncIterator[float]:
    """Somebody comes to look on, again and again; the seconds until each was welcomed."""
    while True:
        began = time.perf_counter()
        while not await _welcomed(port, code):
            pass
        yield time.perf_counter() - began


async def _welcomed(port: int, code: str | None) -> bool:
    """Whether somebody who comes is welcomed; who is sent away has waited as long as the table asked for."""
    line = await raw(port, local_addr=(NEWCOMER, 0))
    await line.send(signed(line, key_of("Wim"), role="watcher"))
    try:
        async for data in line:
            assert isinstance(data, bytes)
            match decode_host(data):
                case Welcome():
                    return True
                case CodeWanted(share):
                    shown = line.transport.get_extra_info("ssl_object").getpeercert(True)
                    pairing = ClientPairing(code or "", sha256(shown).digest(), share, os.urandom)
                    await line.send(encode(CodeGiven(pairing.share, pairing.proof)))
                case Goodbye(_, wait):
                    await asyncio.sleep((wait or 0) / 1000)  # noqa: TID251 (as long as the table asks for)
        return False
    finally:
        line.transport.abort()


async def welcomes(port: int, code: str | None, until: Callable[[], bool]) -> list[float]:
    """How long newcomers waited until then."""
    figures = []
    async for seconds in newcomers(port, code):
        figures.append(seconds)
        if until():
            break
        await asyncio.sleep(0.6)  # noqa: TID251 (the interval at which newcomers come)
    return figures


class CountedLink(NetworkLink):
    """A player's way to the table; `lines` counts how often it was gone."""

    lines = 0

    async def connect(self) -> NetworkChannel:
        self.lines += 1
        return await super().connect()


def told(name: str, turns: list[float], came: list[float], lost: int, busy: float, table: int) -> bool:
    """Print the figures of one storm; whether they are good enough. `busy` is the table's share of a core."""
    worst, peak = quantiles(turns, n=100, method="inclusive")[98], memory(table, "VmHWM")
    print(
        f"{name:<18} {len(turns)} turns of {PLAYERS}: median {median(turns) * 1000:.1f} ms,"
        f" p99 {worst * 1000:.1f} ms;"
        f" {lost} lines lost; {len(came)} newcomers within {max(came) * 1000:.0f} ms;"
        f" the table's process {memory(table, 'VmRSS'):.1f} MiB, at most {peak:.1f} MiB, {busy:.0%} of a core",
        flush=True,
    )
    return worst < TURN and peak < MEMORY and max(came) < WELCOME and not lost


async def measure(seconds: float, names: Collection[str]) -> bool:
    """Play at rest, and through the storms of these names, each at a table of its own; whether all went well."""
    rest = time.monotonic() + seconds
    well = [await at_a_table("at rest", lambda _port: lambda: time.monotonic() > rest, locked=False)]
    for locked, way, storms in (
        (False, "", OPEN),
        (True, "", LOCKED),
        (True, "ssh", BY_SSH),
        (True, "page", BY_PAGE),
    ):
        for each in storms:
            name = each.__name__.replace("_", " ") + (", locked" if locked else "")
            if not names or each.__name__ in names:
                well.append(await at_a_table(name, partial(begun, each, seconds), locked, way))
    if not names or "together" in names:
        well += [await together(seconds, lobby) for lobby in (True, False)]
    return all(well)


def begun(storm: Callable[[int, float], None], seconds: float, port: int) -> Callable[[], bool]:
    """Let this storm begin; what tells whether it is over."""
    blowing = Process(target=storm, args=(port, seconds))
    blowing.start()
    return lambda: not blowing.is_alive()


def free_port() -> int:
    """A port that nobody listens at."""
    sock = bind_socket(0)
    with sock:
        return int(sock.getsockname()[1])


async def at_a_table(name: str, begin: Callable[[int], Callable[[], bool]], locked: bool, way: str = "") -> bool:
    """The figures of one storm, at the table's own port or at a `way` in; whether they are good enough."""
    port, way_port = free_port(), free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with a_table(folder, port, locked, (f"--{way}", str(way_port)) if way else ()) as (table, code):
            links = [CountedLink([("127.0.0.1", port)]) for _ in range(PLAYERS)]
            sessions = [Session(each, Identity(f"Ann {n}", code=code)) for n, each in enumerate(links)]
            async with running(*sessions):
                await seated(sessions)
                watch = Watch(sessions)
                await watch.until_all_hold(1)
                lines = sum(each.lines for each in links)
                began, before, over = time.monotonic(), worked(table), begin(way_port if way else port)
                turns, came = await asyncio.gather(play(watch, over), welcomes(port, code, over))
                busy = (worked(table) - before) / (time.monotonic() - began)
                return told(name, turns, came, sum(each.lines for each in links) - lines, busy, table)


async def together(seconds: float, lobby: bool) -> bool:
    """The figures of a phone while four storms blow at its page; whether they are good enough."""
    port, page = free_port(), free_port()
    programs, many = (3, 1) if lobby else (PLAYERS - 1, 8)  # more would fill the table, and the game would start
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with a_table(folder, port, True, ("--page", str(page))) as (table, code), AsyncExitStack() as stack:
            links = [CountedLink([("127.0.0.1", port)]) for _ in range(programs)]
            sessions = [Session(each, Identity(f"Ann {n}", code=code)) for n, each in enumerate(links)]
            await stack.enter_async_context(running(*sessions))
            await seated(sessions)
            phone = await stack.enter_async_context(guest(page))
            await phone.sit("Zoe", code=code)
            await phone.until(lambda view: view["part"] == ("lobby" if lobby else "table"))
            storms = [
                Process(target=page_frames, args=(page, seconds, STRANGERS[0], PINGS)),
                Process(target=page_frames, args=(page, seconds, STRANGERS[1], FRAGMENTS)),
                Process(target=page_codes, args=(page, seconds, STRANGERS[2])),
                Process(target=page_seats, args=(page, seconds, STRANGERS[3], code, many)),
            ]
            gateway = started_by(table)
            for storm in storms:
                storm.start()
            began, before, lines = time.monotonic(), worked(gateway), sum(each.lines for each in links)

            def over() -> bool:
                return not any(storm.is_alive() for storm in storms)

            visiting, visited = Pipe(duplex=False)
            Process(target=visit, args=(port, page, code, seconds, visited)).start()
            taps = await taps_of(phone, lobby, over)
            came, visits = await asyncio.to_thread(visiting.recv)
            busy = (worked(gateway) - before) / (time.monotonic() - began)
            news = sessions[0].state.news
            seats = [seat.name for seat in news.seats if seat.here] if news else []
            lost = sum(each.lines for each in links) - lines + ("Zoe" not in seats)
            worst = quantiles(taps, n=100, method="inclusive")[98]
            where = "lobby" if lobby else "game"
            print(
                f"together, {where:<8} {len(taps)} taps: median {median(taps) * 1000:.1f} ms,"
                f" p99 {worst * 1000:.1f} ms, at most {max(taps) * 1000:.1f} ms; {lost} seats lost;"
                f" {len(came)} newcomers by program within"
                f" {max(came) * 1000:.0f} ms, {len(visits)} by page within {max(visits) * 1000:.0f} ms;"
                f" the gateway's process {memory(gateway, 'VmRSS'):.1f} MiB, {busy:.0%} of a core",
                flush=True,
            )
            return worst < TAP and not lost and max(*came, *visits) < WELCOME


def visit(port: int, page: int, code: str | None, seconds: float, visited: Connection) -> None:
    """How long newcomers waited, by program and by page. Proving a code would hold up a phone of this process."""

    async def both() -> tuple[list[float], list[float]]:
        end = time.monotonic() + seconds

        def over() -> bool:
            return time.monotonic() > end

        came, visits = await asyncio.gather(welcomes(port, code, over), page_visits(page, code, over))
        return came, visits

    visited.send(asyncio.run(both()))


async def taps_of(phone: PhoneGuest, lobby: bool, until: Callable[[], bool]) -> list[float]:
    """The seconds until a phone shows what was tapped: a sheet, or a card that is laid and then taken back."""
    figures: list[float] = []
    while not until():
        view = await phone.until(lambda view: True)
        began, even = time.perf_counter(), len(figures) % 2 == 0
        if lobby:
            await phone.say("open", sheet="rules" if even else "")
            await phone.until(lambda view: (view.get("sheet") == "rules") == even)  # noqa: B023
        elif even:
            await phone.say("lay", card=view["hand"][0]["card"], moment=view["moment"])
            await phone.until(lambda view: bool(view.get("laid")))
        else:
            await phone.say("back", moment=view["moment"])
            await phone.until(lambda view: view.get("asked") == "card" and not view.get("laid"))
        figures.append(time.perf_counter() - began)
        await asyncio.sleep(0.25)  # noqa: TID251 (the interval of the taps: nobody takes cards back faster)
    return figures


async def page_visits(port: int, code: str | None, until: Callable[[], bool]) -> list[float]:
    """How long newcomers by the page waited until they could look on."""
    figures = []
    while not until():
        began = time.perf_counter()
        async with guest(port, f"{COOKIE}={os.urandom(16).hex()}", NEWCOMER) as visitor:
            await visitor.sit("Vi", code=code, watch=True)
            await visitor.until(lambda view: view["part"] != "door")
            figures.append(time.perf_counter() - began)
        await asyncio.sleep(2.1)  # noqa: TID251 (the interval at which one address may take seats)
    return figures


def main() -> int:
    """Print what was measured; 1 where it is not good enough."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    return 0 if asyncio.run(measure(seconds, sys.argv[2:])) else 1


if __name__ == "__main__":
    sys.exit(main())
