"""A gateway's process: reads its options and orders, and ends when its table is gone.

`hosting/ways_in.py` starts it.
"""

import asyncio
import gc
import logging
import os
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from sixqp_protocol.messages import OpenWay, SeatNews, Way
from sixqp_tui import i18n
from sixqp_tui.client.link import NotATable, OtherCertificate
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.gateways.common.watchdog import Watchdog
from sixqp_tui.host.network.gateway import HEADER, way_credential
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.hosting.process.log_files import log_to_stderr
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.hosting.ways_in import (
    DEFAULT_PORTS,
    Addresses,
    GatewayOptions,
    GatewayOrder,
    GatewayResult,
    HostSeat,
)
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure

RETRY_SECONDS: Final = 1.0
"""Between attempts to connect to the table."""
GONE_SECONDS: Final = 60.0
"""Without a connection for this long, the table counts as gone."""
FINISH_SECONDS: Final = 300.0
"""For guests to look at the final scores of a finished table."""
_READ: Final = 4096


class Gateway(Protocol):
    """The `fingerprint` is "" for a page."""

    @property
    def fingerprint(self) -> str: ...

    def move(self, addresses: Addresses) -> None: ...

    def show_chairs(self, chairs: tuple[SeatNews, ...], code: str | None) -> None:
        """`chairs` is empty if nothing is known. Newcomers may see them unless a room `code` locks the table."""

    def offer_host_seat(self, seat: HostSeat) -> None:
        """Only a page gets this order."""

    async def close(self) -> None: ...

    async def drain(self, seconds: float) -> None:
        """Accept no more guests, and wait up to `seconds` for the rest to leave."""


Opener = Callable[[GatewayOptions, socket.socket], Awaitable[Gateway]]
"""Opens a table's gateway on a socket. Raises Failure."""


def run_gateway(way: Way, opener: Opener) -> int:
    log_to_stderr(logging.WARNING)
    lines = _read_lines()
    try:
        options = msgspec.json.decode(next(lines, b""), type=GatewayOptions)
    except msgspec.MsgspecError:
        return 2
    i18n.use(options.language)
    try:
        asyncio.run(_serve(way, opener, options, lines))
    except Failure as failure:
        _answer(GatewayResult(failure=str(failure)))
        return failure.code
    return 0


async def _serve(way: Way, opener: Opener, options: GatewayOptions, lines: Iterator[bytes]) -> None:
    with stop_requested() as over:
        sock = _bind(way, options.port)
        port = sock.getsockname()[1]
        gateway = await opener(options, sock)
        gc.freeze()  # the next collections needn't look at all that was loaded
        _answer(GatewayResult(port, gateway.fingerprint))
        loop = asyncio.get_running_loop()
        way_open = OpenWay(way, port)
        link = NetworkLink(options.addresses, options.fingerprint, {HEADER: way_credential(options.key, way_open)})
        connecting = asyncio.create_task(_stay_connected(link, over))
        orders = _Orders(way, replace(options, port=port), gateway, link, connecting, over)
        _read_orders(
            lines,
            lambda order: loop.call_soon_threadsafe(orders.obey, order),
            lambda: loop.call_soon_threadsafe(orders.go_on_alone),
        )
        await over.wait()
        connecting.cancel()
        await asyncio.wait((connecting,))
        await gateway.close()
        orders.end()


class _Orders:
    """Carries out the host's orders, and starts a watchdog when the host leaves an open table."""

    def __init__(
        self,
        way: Way,
        options: GatewayOptions,
        gateway: Gateway,
        link: NetworkLink,
        connecting: asyncio.Task[None],
        over: asyncio.Event,
    ) -> None:
        self._way, self._options, self._gateway, self._link = way, options, gateway, link
        self._connecting, self._over = connecting, over
        self._finishing: asyncio.Task[None] | None = None
        self._watchdog: Watchdog | None = None

    def obey(self, order: GatewayOrder) -> None:
        if order.addresses:
            self._link.addresses = order.addresses
            self._gateway.move(order.addresses)
        if order.chairs is not None:
            self._gateway.show_chairs(order.chairs, order.code)
        if order.host_seat:
            self._gateway.offer_host_seat(order.host_seat)
        if order.ping:
            _write_line(b"")
        if order.stop:
            self._over.set()
        if order.finish:
            self._connecting.cancel()
            self._finishing = asyncio.create_task(_finish(self._gateway, self._over))

    def go_on_alone(self) -> None:
        self._gateway.show_chairs((), None)
        if not self._over.is_set() and not self._finishing:
            with suppress(OSError):  # then nobody watches over this process
                self._watchdog = Watchdog(self._way, replace(self._options, addresses=self._link.addresses))

    def end(self) -> None:
        if self._watchdog:
            self._watchdog.dismiss()


async def _stay_connected(link: NetworkLink, over: asyncio.Event) -> None:
    """Stay connected, so that the table lists this way in."""
    clock = asyncio.get_running_loop().time
    seen = clock()
    while clock() - seen < GONE_SECONDS:
        try:
            channel = await link.connect()
            try:
                await channel.recv()
            finally:
                channel.abort()
                seen = clock()
        except (OSError, NotATable, OtherCertificate):
            await asyncio.sleep(RETRY_SECONDS)  # noqa: TID251 (nothing tells when the table is back)
    over.set()


def _bind(way: Way, port: int | None) -> socket.socket:
    try:
        return bind_socket(port, DEFAULT_PORTS[way])
    except CannotListen as error:
        reason = "" if error.taken else error.strerror or ""
        raise Failure(_cannot_listen(way, error.port, reason)) from None


async def _finish(gateway: Gateway, over: asyncio.Event) -> None:
    await gateway.drain(FINISH_SECONDS)
    over.set()


def _read_orders(
    lines: Iterator[bytes], obey: Callable[[GatewayOrder], object], go_on_alone: Callable[[], object]
) -> None:
    """In a thread. The end of standard input means that the host left an open table."""

    def read() -> None:
        for line in lines:
            obey(msgspec.json.decode(line, type=GatewayOrder))
        with suppress(RuntimeError):  # the process is ending
            go_on_alone()

    threading.Thread(target=read, daemon=True, name="orders").start()


def _read_lines() -> Iterator[bytes]:
    """The lines of standard input, unbuffered: at exit the thread would hold the buffer's lock."""
    unread = b""
    while data := os.read(0, _READ):
        *lines, unread = (unread + data).split(b"\n")
        yield from lines


def _answer(result: GatewayResult) -> None:
    _write_line(msgspec.json.encode(result))


def _write_line(line: bytes) -> None:
    with suppress(OSError):  # the host has left
        os.write(1, line + b"\n")


def _cannot_listen(way: Way, port: int | None, reason: str) -> str:
    if not reason and port is None:
        # Translators: the ports of a way in; {way} is ssh or page, and --{way} an option
        return _("The usual ports, from {usual} on, are all taken. Choose a free one with --{way} PORT.").format(
            usual=DEFAULT_PORTS[way], way=way
        )
    if not reason:
        sentence = _("Another program is using port {port}. Choose another one with --{way} PORT.")
        return sentence.format(port=port, way=way)
    if port is None:
        return _("This machine can't let guests in: {reason}.").format(reason=reason)
    return _("This machine can't let guests in on port {port}: {reason}.").format(port=port, reason=reason)
