"""Ways into a table for guests without the program, closed until the host opens them.

A way in is a gateway: a separate process, the package of its name in `gateways`. It reads which table it serves in
a line of JSON, answers where it listens or why it can't, and then follows orders. It outlives the host's screen,
and ends when ordered, or when its table is gone.
"""

import asyncio
import logging
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import msgspec
from msgspec.structs import replace

from sixqp_protocol.messages import OpenWay, SeatNews, Way
from sixqp_tui.hosting.process.heartbeat import wait_until_silent
from sixqp_tui.hosting.process.log_files import open_process_log
from sixqp_tui.hosting.process.table_process import RestartLimit, start_detached
from sixqp_tui.i18n import _, lobby as lobby_words
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.ways_in import WAYS, WayIn, open_way

DEFAULT_PORTS: Final[Mapping[Way, int]] = {"page": 4669, "ssh": 4668}
HOST_CODE_DIGITS: Final = 6
HOST_CODE_SECONDS: Final = 120.0
"""Seconds in which the host's own phone may take the host's seat."""
START_SECONDS: Final = 30.0
"""Seconds for a gateway to say where it listens."""
STOP_SECONDS: Final = 5.0
"""Seconds for a gateway to say goodbye to its guests."""
_MISSING: Final[tuple[Way, ...]] = ("ssh",) if sys.platform == "win32" else ()
"""Ways in that this system can't offer."""
Addresses = tuple[tuple[str, int], ...]
_log = logging.getLogger(__name__)


class GatewayOptions(msgspec.Struct, frozen=True):
    """The first line that a gateway reads.

    `addresses` are the table's on this machine. `key` proves to the table that the gateway connects. Without a
    `port` it takes the usual one or the next free one. `code` locks the table. `join_line` is how to join with the
    program.
    """

    addresses: Addresses
    table: str
    title: str
    fingerprint: str
    key: bytes
    language: str
    port: int | None = None
    code: str | None = None
    join_line: str = ""


class GatewayResult(msgspec.Struct, frozen=True):
    """The gateway's answer: its port and what guests can recognise it by, or a failure."""

    port: int = 0
    fingerprint: str = ""
    failure: str = ""


class HostSeat(msgspec.Struct, frozen=True):
    """The host's own seat: a page gives it, once and for a short time, to a guest with this code.

    It belongs to the key in this `slot` of the private folder.
    """

    code: str
    slot: int


class GatewayOrder(msgspec.Struct, frozen=True):
    """Each later line that a gateway reads.

    The table has moved to `addresses`; these are its `chairs` (empty: unknown), and its room code; the host wants
    to play on a phone (`host_seat`), or wants an empty line back (`ping`); `stop` at once; or `finish`, since the
    table is over: accept no more guests, and let the others read the final scores.
    """

    addresses: Addresses = ()
    chairs: tuple[SeatNews, ...] | None = None
    code: str | None = None
    host_seat: HostSeat | None = None
    ping: bool = False
    stop: bool = False
    finish: bool = False


class GatewayProcess:
    def __init__(self, process: subprocess.Popen[bytes], result: GatewayResult) -> None:
        self._process = process
        self.result = result

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    async def ended(self) -> int:
        """Wait for its end, killing it if it hangs, and return its exit code."""
        pinging = asyncio.create_task(self._kill_if_silent())
        try:
            return await run_in_daemon_thread(self._process.wait)
        finally:
            pinging.cancel()

    async def _kill_if_silent(self) -> None:
        loop, pong = asyncio.get_running_loop(), asyncio.Event()
        threading.Thread(target=self._read_pongs, args=(loop, pong), daemon=True, name="pongs").start()
        await wait_until_silent(lambda: self._send(GatewayOrder(ping=True)), pong)
        _log.warning("the gateway's process %s doesn't answer; it is killed", self.pid)
        self._process.kill()

    def _read_pongs(self, loop: asyncio.AbstractEventLoop, pong: asyncio.Event) -> None:
        """Runs in a thread, unbuffered: at exit it would hold the buffer's lock."""
        assert self._process.stdout
        with self._process.stdout as output, suppress(RuntimeError):  # the loop is closed
            while os.read(output.fileno(), 4096):
                loop.call_soon_threadsafe(pong.set)

    def move(self, addresses: Addresses) -> None:
        self._send(GatewayOrder(addresses))

    def kill(self) -> None:
        self._process.kill()
        self.release()

    def show_chairs(self, chairs: tuple[SeatNews, ...], code: str | None) -> None:
        self._send(GatewayOrder(chairs=chairs, code=code))

    def offer_host_seat(self, seat: HostSeat) -> None:
        self._send(GatewayOrder(host_seat=seat))

    async def stop(self) -> None:
        self._send(GatewayOrder(stop=True))
        try:
            await asyncio.to_thread(self._process.wait, STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)
        self.release()

    def finish(self) -> None:
        self._send(GatewayOrder(finish=True))
        self.release()

    def release(self) -> None:
        if self._process.stdin:
            with suppress(OSError):  # it has ended, with an order unread
                self._process.stdin.close()

    def _send(self, order: GatewayOrder) -> None:
        assert self._process.stdin
        with suppress(OSError, ValueError):  # it has ended
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")
            self._process.stdin.flush()


async def start_gateway(way: Way, options: GatewayOptions, seconds: float = START_SECONDS) -> GatewayProcess:
    """Start a table's gateway within these seconds. Cancelling leaves no process behind. Raises Failure."""
    starting = asyncio.create_task(asyncio.to_thread(_start_blocking, way, options, seconds))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with suppress(Failure):
            (await starting).kill()
        raise


def _start_blocking(way: Way, options: GatewayOptions, seconds: float) -> GatewayProcess:
    with os_errors_as_failures():
        log, errors = open_process_log(f"{way}.log")
    with errors:
        process = start_detached(("-m", f"sixqp_tui.gateways.{way}"), errors)
    assert process.stdin and process.stdout
    process.stdin.write(msgspec.json.encode(options) + b"\n")
    process.stdin.flush()
    late = threading.Timer(seconds, process.kill)
    late.start()
    line = process.stdout.readline()
    late.cancel()
    result = msgspec.json.decode(line, type=GatewayResult) if line else None
    if result is None or result.failure:
        process.stdin.close()
        process.stdout.close()
        process.wait()
        raise Failure(
            result.failure
            if result
            else _("The program that lets guests in didn't start. See its log: {log}.").format(log=str(log))
        )
    return GatewayProcess(process, result)


class WaysIn:
    """The gateways of one table, started with these options and a port.

    `host_slot` is the slot with the key of the host's seat, None if that is only in memory. A gateway that dies or
    hangs is restarted on its port, as often as a table's process. `on_change` is called when a way in changes by
    itself, with a sentence for the host or None.
    """

    def __init__(
        self, options: Callable[[], GatewayOptions], host_slot: Callable[[], int | None] = lambda: None
    ) -> None:
        self.on_change: Callable[[str | None], object] = lambda _sentence: None
        self._options, self._host_slot = options, host_slot
        self._gateways: dict[Way, GatewayProcess] = {}
        self._guards: dict[Way, asyncio.Task[None]] = {}
        self._shown: tuple[tuple[SeatNews, ...], str | None] = (), None
        self._host_seat_until = 0.0

    def listed(self) -> tuple[WayIn, ...]:
        return tuple(self._listed(way) for way in WAYS if way not in _MISSING)

    def _listed(self, way: Way) -> WayIn:
        gateway = self._gateways.get(way)
        if gateway and gateway.alive:
            port, fingerprint = gateway.result.port, gateway.result.fingerprint
            return open_way(OpenWay(way, port), local_addresses()[0], fingerprint)
        return WayIn(way, False, restarting=gateway is not None)

    async def open(self, way: Way, port: int | None = None) -> WayIn:
        """Open this way in unless it is open. Raises Failure."""
        if way in _MISSING:
            raise Failure(_("Guests by ssh need a system with pseudo-terminals, such as Linux or macOS."))
        if way not in self._gateways:
            self._gateways[way] = await start_gateway(way, replace(self._options(), port=port))
            self._gateways[way].show_chairs(*self._shown)
            self._guards[way] = asyncio.create_task(self._guard(way, self._gateways[way], RestartLimit()))
        return self._listed(way)

    async def keep_open_again(self, way: Way, port: int | None) -> None:
        """Restart the gateway of a way in that has died, and keep it open until it ends or keeps dying."""
        limit = RestartLimit()
        if gateway := await self._start_again(way, port, limit):
            self._gateways[way] = gateway
            await self._guard(way, gateway, limit)

    def offer_host_seat(self) -> str | None:
        """A code with which the host's phone takes the host's seat; None without a page or seat."""
        page, slot = self._gateways.get("page"), self._host_slot()
        if page is None or not page.alive or slot is None:
            return None
        code = f"{secrets.randbelow(10**HOST_CODE_DIGITS):0{HOST_CODE_DIGITS}}"
        page.offer_host_seat(HostSeat(code, slot))
        self._host_seat_until = time.monotonic() + HOST_CODE_SECONDS
        return code

    @property
    def offers_host_seat(self) -> bool:
        return time.monotonic() < self._host_seat_until

    async def close(self, way: Way) -> None:
        await self._dismiss_guards(way)
        if gateway := self._gateways.pop(way, None):
            await gateway.stop()

    async def finish(self) -> None:
        await self._dismiss_guards()
        for gateway in self._gateways.values():
            gateway.finish()
        self._gateways.clear()

    async def leave_open(self) -> None:
        await self._dismiss_guards()
        for gateway in self._gateways.values():
            gateway.release()
        self._gateways.clear()

    def move(self, addresses: Addresses) -> None:
        for gateway in self._gateways.values():
            gateway.move(addresses)

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        """Tell the gateways who sits at the table, and its room code."""
        now = chairs, self._options().code
        if now != self._shown:
            self._shown = now
            for gateway in self._gateways.values():
                gateway.show_chairs(*now)

    async def _dismiss_guards(self, *ways: Way) -> None:
        guards = [guard for way in ways or WAYS if (guard := self._guards.pop(way, None))]
        for guard in guards:
            guard.cancel()
        await asyncio.gather(*guards, return_exceptions=True)

    async def _guard(self, way: Way, gateway: GatewayProcess, limit: RestartLimit) -> None:
        """Restart the gateway whenever it dies or hangs. One that ends normally, as by a signal, is closed."""
        while code := await gateway.ended():
            _log.warning("the gateway %s has died (%s); it is started again", way, code)
            gateway.release()
            self.on_change(None)
            again = await self._start_again(way, gateway.result.port, limit)
            if again is None:
                break
            gateway = self._gateways[way] = again
            gateway.show_chairs(*self._shown)
            self.on_change(lobby_words.way_restarted(way))
        gateway.release()
        del self._gateways[way]
        self._guards.pop(way, None)
        self.on_change(lobby_words.way_stopped(way) if code else lobby_words.way_ended(way))

    async def _start_again(self, way: Way, port: int | None, limit: RestartLimit) -> GatewayProcess | None:
        while (pause := limit.pause(asyncio.get_running_loop().time())) is not None:
            await asyncio.sleep(pause)  # noqa: TID251 (a gateway that dies again and again shouldn't burn the processor)
            try:
                return await start_gateway(way, replace(self._options(), port=port))
            except Failure as failure:
                _log.error("the gateway %s could not be started again: %s", way, failure)
        return None
