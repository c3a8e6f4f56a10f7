"""Gateways: processes that let guests in who don't have the program.

A gateway reads its table in one line of JSON, answers in one line where it listens or why it doesn't, and then
obeys orders. Like the table, it outlives the process that started it. It ends when told to, or when its table is
gone.
"""

import asyncio
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from sixqp_tui.hosting.process.log_files import open_process_log
from sixqp_tui.hosting.process.table_process import start_detached
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.joining.endpoint import local_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures

Way = Literal["page", "ssh"]
MODULES: Final[Mapping[Way, str]] = {"page": "sixqp_tui.gateways.page.command", "ssh": "sixqp_tui.gateways.ssh"}
DEFAULT_PORTS: Final[Mapping[Way, int]] = {"page": 4669, "ssh": 4668}
"""The ports after the game's own."""
STOP_SECONDS: Final = 5.0
"""How long a gateway may take to say goodbye to its guests."""
Addresses = tuple[tuple[str, int], ...]


class GatewayOptions(msgspec.Struct, frozen=True):
    """The first line that a gateway reads: where its table is on this machine, and what identifies it.

    `key` proves whom the gateway comes for. `port` None is the default port, or the next one that is free.
    `locked`: newcomers are asked for a room code. `tls`: a page is served with a certificate that the gateway
    creates.
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
    """The gateway's answer: its port and what guests recognise it by, or why it doesn't listen."""

    port: int = 0
    fingerprint: str = ""
    failure: str = ""


class GatewayOrder(msgspec.Struct, frozen=True):
    """Every further line that a gateway reads: where the table is now, or that the gateway must end.

    `stop`: at once. `finish`: the table is over, so nobody new comes in, and guests may look at its end for a
    while.
    """

    addresses: Addresses = ()
    stop: bool = False
    finish: bool = False


class GatewayProcess:
    """A gateway started from here, and its answer."""

    def __init__(self, process: subprocess.Popen[bytes], result: GatewayResult) -> None:
        self._process = process
        self.result = result

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def move(self, addresses: Addresses) -> None:
        self._order(GatewayOrder(addresses))

    async def stop(self) -> None:
        """Let it say goodbye to its guests, and wait until it has ended."""
        self._order(GatewayOrder(stop=True))
        try:
            await asyncio.to_thread(self._process.wait, STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)
        self.release()

    def finish(self) -> None:
        """Let it end by itself once its guests have seen the end of the table."""
        self._order(GatewayOrder(finish=True))
        self.release()

    def release(self) -> None:
        """Send it no more orders; it keeps running."""
        if self._process.stdin:
            with suppress(OSError):  # it has ended, with an order unread
                self._process.stdin.close()

    def _order(self, order: GatewayOrder) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return  # it has ended


async def start_gateway(way: Way, options: GatewayOptions) -> GatewayProcess:
    """Raises Failure."""
    return await asyncio.to_thread(_start_blocking, way, options)


def _start_blocking(way: Way, options: GatewayOptions) -> GatewayProcess:
    with os_errors_as_failures():
        log, errors = open_process_log(f"{way}.log")
    with errors:
        process = start_detached(("-m", MODULES[way]), errors)
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


WAYS: Final[tuple[Way, ...]] = tuple(MODULES)
"""In the order in which they are listed."""


class WayIn(NamedTuple):
    """A way in as it is shown.

    If it is open: the `line` that guests type, the same as a `link` for a QR code, and the `fingerprint` by which
    they recognise what answers.
    """

    kind: Way
    open: bool
    line: str = ""
    link: str = ""
    fingerprint: str = ""


class WaysIn:
    """The gateways of one table. `options` creates what each one reads when it starts, except for its port."""

    def __init__(self, options: Callable[[], GatewayOptions]) -> None:
        self._options = options
        self._running: dict[Way, GatewayProcess] = {}

    def listed(self) -> tuple[WayIn, ...]:
        running = {way: gateway for way, gateway in self._running.items() if gateway.alive}
        return tuple(describe(way, running[way].result if way in running else None) for way in WAYS)

    async def open(self, way: Way, port: int | None = None) -> WayIn:
        """Open this way if it isn't open. Raises Failure."""
        running = self._running.get(way)
        if running is None or not running.alive:
            running = self._running[way] = await start_gateway(way, replace(self._options(), port=port))
        return describe(way, running.result)

    async def close(self, way: Way) -> None:
        """Close it if it is open, after it has said goodbye to its guests."""
        running = self._running.pop(way, None)
        if running:
            await running.stop()

    def finish(self) -> None:
        """The table is over: open ways end once their guests have seen that."""
        for gateway in self._running.values():
            gateway.finish()
        self._running.clear()

    def leave_open(self) -> None:
        """Let open ways run until the table is gone."""
        for gateway in self._running.values():
            gateway.release()
        self._running.clear()

    def move(self, addresses: Addresses) -> None:
        for gateway in self._running.values():
            gateway.move(addresses)


def describe(way: Way, result: GatewayResult | None) -> WayIn:
    """A way in as it is shown; without a result it is closed."""
    if result is None:
        return WayIn(way, False)
    host = local_addresses()[0]
    line, link = _LINES[way](host, result)
    return WayIn(way, True, line, link, result.fingerprint)


def _by_page(host: str, result: GatewayResult) -> tuple[str, str]:
    """The URL, which is its own link. Only a page over TLS has a fingerprint."""
    line = f"{'https' if result.fingerprint else 'http'}://{f'[{host}]' if ':' in host else host}:{result.port}"
    return line, line


def _by_ssh(host: str, result: GatewayResult) -> tuple[str, str]:
    port = result.port
    return f"ssh -p {port} {_your_name()}@{host}", f"ssh://{f'[{host}]' if ':' in host else host}:{port}"


_LINES: Final[Mapping[Way, Callable[[str, GatewayResult], tuple[str, str]]]] = {"page": _by_page, "ssh": _by_ssh}


def _your_name() -> str:
    # Translators: stands in “ssh -p 4668 NAME@192.168.1.20”: capital letters without accents or spaces
    return pgettext("placeholder", "NAME")
