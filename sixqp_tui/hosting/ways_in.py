"""Ways into a table for guests without the program. Each is closed until the host opens it.

A way in is a gateway: a process of its own, which reads which table it serves in one line of JSON, answers in one
line where it listens or why it can't, and then obeys orders. Like the table it outlives the host's screen; it ends
when it is ordered to, or when its table has gone.
"""

import asyncio
import secrets
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, Literal, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from sixqp_protocol.messages import SeatNews
from sixqp_tui.hosting.process.log_files import open_process_log
from sixqp_tui.hosting.process.table_process import start_detached
from sixqp_tui.i18n import NC_, _
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures

Way = Literal["page", "ssh"]
"""The gateway of each is the package of this name in `gateways`."""
WAYS: Final[tuple[Way, ...]] = get_args(Way)
DEFAULT_PORTS: Final[Mapping[Way, int]] = {"page": 4669, "ssh": 4668}
HOST_CODE_DIGITS: Final = 6
STOP_SECONDS: Final = 5.0
"""Seconds that a gateway has to say goodbye to its guests."""
Addresses = tuple[tuple[str, int], ...]


class WayIn(NamedTuple):
    """A way in as the host sees it.

    If it is `open`, guests type `line`, or scan it as `link`, and recognise the gateway by its `fingerprint`.
    """

    kind: Way
    open: bool
    line: str = ""
    link: str = ""
    fingerprint: str = ""


class GatewayOptions(msgspec.Struct, frozen=True):
    """The first line that a gateway reads: its table's addresses on this machine, id, title and certificate.

    `key` proves to the table on whose behalf the gateway connects. Without a `port` it takes the usual one or the
    next that is free. At a `locked` table newcomers need a room code. `join_line` is how to join with the program.
    With `tls` a page is served with the gateway's own certificate.
    """

    addresses: Addresses
    table: str
    title: str
    fingerprint: str
    key: bytes
    language: str
    port: int | None = None
    locked: bool = False
    join_line: str = ""
    tls: bool = False


class GatewayResult(msgspec.Struct, frozen=True):
    """The gateway's answer: its port and what guests can recognise it by, or why it doesn't listen."""

    port: int = 0
    fingerprint: str = ""
    failure: str = ""


class HostSeat(msgspec.Struct, frozen=True):
    """The host's own seat: a page gives it to a guest who knows this code, soon and once."""

    code: str
    token: bytes


class GatewayOrder(msgspec.Struct, frozen=True):
    """Every further line that a gateway reads.

    The table has moved to `addresses`; newcomers may read who sits on its `chairs`, of which nothing is known any
    more if it is empty; the host wants to play on a phone (`host_seat`); `stop` at once; or `finish`, since the
    table is over: accept no more guests, and let the others look at the final scores.
    """

    addresses: Addresses = ()
    chairs: tuple[SeatNews, ...] | None = None
    host_seat: HostSeat | None = None
    stop: bool = False
    finish: bool = False


class GatewayProcess:
    def __init__(self, process: subprocess.Popen[bytes], result: GatewayResult) -> None:
        self._process = process
        self.result = result

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def move(self, addresses: Addresses) -> None:
        self._send(GatewayOrder(addresses))

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        self._send(GatewayOrder(chairs=chairs))

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
        """Let it end by itself once its guests have seen the end of the table."""
        self._send(GatewayOrder(finish=True))
        self.release()

    def release(self) -> None:
        """Leave it running, without further orders."""
        if self._process.stdin:
            with suppress(OSError):  # it has ended, with an order unread
                self._process.stdin.close()

    def _send(self, order: GatewayOrder) -> None:
        assert self._process.stdin
        with suppress(OSError, ValueError):  # it has ended
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")
            self._process.stdin.flush()


async def start_gateway(way: Way, options: GatewayOptions) -> GatewayProcess:
    """Start the gateway of a table. Raises Failure."""
    return await asyncio.to_thread(_start_blocking, way, options)


def _start_blocking(way: Way, options: GatewayOptions) -> GatewayProcess:
    with os_errors_as_failures():
        log, errors = open_process_log(f"{way}.log")
    with errors:
        process = start_detached(("-m", f"sixqp_tui.gateways.{way}"), errors)
    assert process.stdin and process.stdout
    process.stdin.write(msgspec.json.encode(options) + b"\n")
    process.stdin.flush()
    with process.stdout:
        line = process.stdout.readline()
    result = msgspec.json.decode(line, type=GatewayResult) if line else None
    if result is None or result.failure:
        process.stdin.close()
        process.wait()
        raise Failure(
            result.failure
            if result
            else _("The program that lets guests in didn't start. See its log: {log}.").format(log=str(log))
        )
    return GatewayProcess(process, result)


class WaysIn:
    """The gateways of one table, which start with these options and a port. `host_token` proves the host's seat."""

    def __init__(
        self, options: Callable[[], GatewayOptions], host_token: Callable[[], bytes | None] = lambda: None
    ) -> None:
        self._options, self._host_token = options, host_token
        self._gateways: dict[Way, GatewayProcess] = {}
        self._chairs: tuple[SeatNews, ...] = ()

    def listed(self) -> tuple[WayIn, ...]:
        alive = {way: gateway for way, gateway in self._gateways.items() if gateway.alive}
        return tuple(describe(way, alive[way].result) if way in alive else WayIn(way, False) for way in WAYS)

    async def open(self, way: Way, port: int | None = None) -> WayIn:
        """Open this way in unless it is open. Raises Failure."""
        gateway = self._gateways.get(way)
        if gateway is None or not gateway.alive:
            gateway = self._gateways[way] = await start_gateway(way, replace(self._options(), port=port))
            gateway.show_chairs(self._chairs)
        return describe(way, gateway.result)

    def offer_host_seat(self) -> str | None:
        """A code with which the host's phone takes the host's seat; None if there is no page or no seat."""
        page, token = self._gateways.get("page"), self._host_token()
        if page is None or not page.alive or token is None:
            return None
        code = f"{secrets.randbelow(10**HOST_CODE_DIGITS):0{HOST_CODE_DIGITS}}"
        page.offer_host_seat(HostSeat(code, token))
        return code

    async def close(self, way: Way) -> None:
        if gateway := self._gateways.pop(way, None):
            await gateway.stop()

    def finish(self) -> None:
        """The table is over: the gateways end once their guests have seen that."""
        for gateway in self._gateways.values():
            gateway.finish()
        self._gateways.clear()

    def leave_open(self) -> None:
        """Let the gateways run until the table has gone."""
        for gateway in self._gateways.values():
            gateway.release()
        self._gateways.clear()

    def move(self, addresses: Addresses) -> None:
        for gateway in self._gateways.values():
            gateway.move(addresses)

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        """Let newcomers read who sits at the table. A locked table shows nobody to guests without its code."""
        if chairs != self._chairs and not self._options().locked:
            self._chairs = chairs
            for gateway in self._gateways.values():
                gateway.show_chairs(chairs)


def url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def describe(way: Way, result: GatewayResult) -> WayIn:
    host, port = local_addresses()[0], result.port
    match way:
        case "page":
            line = link = url("https" if result.fingerprint else "http", host, port)
        case "ssh":
            line, link = f"ssh -p {port} {_name_placeholder()}@{host}", url("ssh", host, port)
    return WayIn(way, True, line, link, result.fingerprint)


# Translators: stands in “ssh -p 4668 NAME@192.168.1.20”: capital letters without accents or spaces
_name_placeholder = NC_("placeholder", "NAME")
