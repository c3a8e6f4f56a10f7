"""The process of a page: `python -m sixqp_tui.cli.page`, which `host` and `serve` start. It serves one table."""

import asyncio
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final
from weakref import WeakSet

import msgspec

from sixqp_tui import i18n
from sixqp_tui.client.network import NetworkLink, probe
from sixqp_tui.host.network.gateway import HEADER, credential
from sixqp_tui.host.network.listener import CannotListen, bind_socket
from sixqp_tui.i18n.screens import ways as ways_words
from sixqp_tui.runtime.failure import Failure, os_errors_as_failures
from sixqp_tui.runtime.gateway_process import USUAL_PORTS, Addresses, GatewayOptions, GatewayOrder, GatewayResult
from sixqp_tui.runtime.process.log_files import log_to_stderr
from sixqp_tui.store import certificate, paths
from sixqp_tui.web.gateway import Gateway
from sixqp_tui.web.seat_book import FOLDER, SeatBook

LOOK_EVERY: Final = 10.0
"""Seconds between two looks at whether the table is still there, while no guest's line stands."""
MOST_FAILURES: Final = 6
"""So many looks in vain, one after the other, and the page ends: its table is gone."""
_READ: Final = 4096


class TableLinks:
    """The ways to one table, wherever it is now: each guest's says from which address the guest comes."""

    def __init__(self, options: GatewayOptions) -> None:
        self.addresses: Addresses = options.addresses
        self._fingerprint, self._key = options.fingerprint, options.key
        self._links: WeakSet[NetworkLink] = WeakSet()

    def create(self, address: str) -> NetworkLink:
        """The way of a guest at this address."""
        link = NetworkLink(self.addresses, self._fingerprint, {HEADER: credential(self._key, address)})
        self._links.add(link)
        return link

    def move(self, addresses: Addresses) -> None:
        """The table is here now."""
        self.addresses = addresses
        for link in self._links:
            link.addresses = addresses

    async def reaches(self) -> bool:
        """Whether the table is there."""
        return await probe(self.addresses, self._fingerprint) is not None


def main() -> int:
    """Be the gateway of one table's page; the exit code."""
    log_to_stderr(logging.WARNING)
    lines = _lines()
    try:
        options = msgspec.json.decode(next(lines, b""), type=GatewayOptions)
    except msgspec.MsgspecError:
        return 2
    i18n.use(options.language)
    try:
        asyncio.run(_serve(options, lines))
    except Failure as failure:
        _answer(GatewayResult(failure=str(failure)))
        return failure.code
    return 0


async def _serve(options: GatewayOptions, lines: Iterator[bytes]) -> None:
    """Serve the page until an order ends it, or the table is gone."""
    links = TableLinks(options)
    with os_errors_as_failures():
        folder = paths.data_dir() / FOLDER
        # The page's own certificate, not the table's: who trusts the one in a browser says nothing of the other.
        own = certificate.load_or_create(folder) if options.tls else None
        gateway = Gateway(links.create, options.table, SeatBook(folder, options.table))
    sock = _bind(options.port)
    over = asyncio.Event()
    await gateway.start(sock, _names(), certificate.server_context(own) if own else None)
    _answer(GatewayResult(sock.getsockname()[1], own.fingerprint if own else ""))

    def obey(order: GatewayOrder) -> None:
        if order.addresses:
            links.move(order.addresses)
            gateway.come_back()
        if order.stop:
            over.set()

    loop = asyncio.get_running_loop()
    _read_orders(lines, lambda order: loop.call_soon_threadsafe(obey, order))
    watching = asyncio.create_task(_end_without_table(gateway, links, over))
    await over.wait()
    watching.cancel()
    await gateway.close()


async def _end_without_table(gateway: Gateway, links: TableLinks, over: asyncio.Event) -> None:
    failures = 0
    while failures < MOST_FAILURES:
        await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing tells that a table is gone but its silence)
        failures = 0 if gateway.connected or await links.reaches() else failures + 1
    over.set()


def _read_orders(lines: Iterator[bytes], obey: Callable[[GatewayOrder], object]) -> None:
    """Hand on the orders as they come. The end of standard input is none: the host has left, the table stands."""

    def read() -> None:
        for line in lines:
            obey(msgspec.json.decode(line, type=GatewayOrder))

    threading.Thread(target=read, daemon=True, name="orders").start()


def _lines() -> Iterator[bytes]:
    """The lines of standard input, past Python's own buffer, whose lock a thread would hold at the end."""
    unread = b""
    while data := os.read(0, _READ):
        *whole, unread = (unread + data).split(b"\n")
        yield from whole


def _answer(result: GatewayResult) -> None:
    os.write(1, msgspec.json.encode(result) + b"\n")


def _bind(port: int | None) -> socket.socket:
    try:
        return bind_socket(port, USUAL_PORTS["page"])
    except CannotListen as error:
        raise Failure(ways_words.gateway_cannot_listen(error.port, error.strerror or "")) from None


def _names() -> list[str]:
    """The names by which this machine may be called besides its addresses."""
    whole = socket.gethostname()
    own = whole.partition(".")[0]
    return ["localhost", whole, own, f"{own}.local"]


if __name__ == "__main__":
    sys.exit(main())
