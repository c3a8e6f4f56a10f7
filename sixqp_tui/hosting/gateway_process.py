"""A gateway in a process of its own: it lets guests in who have no program, each kind by a way of its own.

It is told in one line of JSON which table is its own, answers in one line where it listens, or why not, and then
obeys orders. It stands apart from whoever started it, as the table does: a table that its host leaves open keeps
its ways in. It ends when it is told to, or when its table is gone.
"""

import asyncio
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, Literal

import msgspec

from sixqp_tui.hosting.process.detached import start_detached
from sixqp_tui.hosting.process.log_files import open_process_log
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure, os_errors_as_failures

Way = Literal["page", "ssh"]
MODULES: Final[Mapping[Way, str]] = {"page": "sixqp_tui.gateways.page.command", "ssh": "sixqp_tui.gateways.ssh"}
"""The program of each gateway."""
DEFAULT_PORTS: Final[Mapping[Way, int]] = {"page": 4669, "ssh": 4668}
"""The port of each where no other is asked for: behind that of the game."""
STOP_SECONDS: Final = 5.0
"""Seconds that a gateway has to say goodbye to its guests."""
Addresses = tuple[tuple[str, int], ...]


class GatewayOptions(msgspec.Struct, frozen=True):
    """The first line that a gateway reads: its table, by its addresses on this machine, id, title and certificate.

    With `key` it proves for whom it comes. `port` is where it is to listen; None is the usual one or the next that
    is free. `locked`: newcomers are asked for a room code. `join_line` is what brings others there by a program.
    `tls`: a page is served by a certificate that the gateway makes itself.
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
    """What it answers: its port and what guests can recognise it by, or why it does not listen."""

    port: int = 0
    fingerprint: str = ""
    failure: str = ""


class GatewayOrder(msgspec.Struct, frozen=True):
    """Every further line that it reads: the table is at these addresses now, or the gateway is to end.

    `stop`: at once. `finish`: the table is over; nobody comes in any more, and guests see its end as long as they
    like, within reason.
    """

    addresses: Addresses = ()
    stop: bool = False
    finish: bool = False


class GatewayProcess:
    """A gateway that was started from here; `result` is what it has answered."""

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
        """The table is over: it ends by itself when its guests have seen that."""
        self._order(GatewayOrder(finish=True))
        self.release()

    def release(self) -> None:
        """Give it no more orders; it goes on by itself."""
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
    """Start the gateway of a table. Raises Failure with the reason."""
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
