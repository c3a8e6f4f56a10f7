"""The program of a gateway, whatever its way in: it obeys its orders, and ends when its table is gone.

The other end of the line is in `gateway_process.py`.
"""

import asyncio
import logging
import os
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from sixqp_tui import i18n
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.hosting.gateway_process import (
    DEFAULT_PORTS,
    Addresses,
    GatewayOptions,
    GatewayOrder,
    GatewayResult,
    Way,
)
from sixqp_tui.hosting.process.log_files import log_to_stderr
from sixqp_tui.hosting.process.stop_signals import stop_requested
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure

LOOK_EVERY: Final = 10.0
"""Seconds between two looks at whether the table is still there."""
MAX_FAILURES: Final = 6
"""So many looks in vain, one after the other, and the gateway ends: its table is gone."""
FINISH_SECONDS: Final = 300.0
"""Seconds that guests may look at the end of a table that is over: the last sheet of scores."""
_READ: Final = 4096


@dataclass(frozen=True)
class OpenGateway:
    """A gateway that listens. `fingerprint` is what guests recognise it by.

    `move` tells it where the table is now; `reaches` looks whether the table is there; `close` lets every guest go.
    `drain` lets nobody in any more, and waits until the guests have seen the end of a table that is over.
    """

    fingerprint: str
    move: Callable[[Addresses], None]
    reaches: Callable[[], Awaitable[bool]]
    close: Callable[[], Awaitable[None]]
    drain: Callable[[], Awaitable[None]]


Opener = Callable[[GatewayOptions, socket.socket], Awaitable[OpenGateway]]
"""Opens the gateway of this table at this socket. Raises Failure."""


def run_gateway(way: Way, opener: Opener) -> int:
    """Be the gateway of one table; the exit code."""
    log_to_stderr(logging.WARNING)
    lines = _lines()
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
    """Let guests in until an order ends it, the system does, or the table is gone."""
    with stop_requested() as over:
        sock = _bind(way, options.port)
        port = sock.getsockname()[1]
        gateway = await opener(options, sock)
        _answer(GatewayResult(port, gateway.fingerprint))
        loop = asyncio.get_running_loop()
        finishing: list[asyncio.Task[None]] = []

        def obey(order: GatewayOrder) -> None:
            if order.addresses:
                gateway.move(order.addresses)
            if order.stop:
                over.set()
            if order.finish:
                finishing.append(loop.create_task(_finish(gateway.drain, over)))

        _read_orders(lines, lambda order: loop.call_soon_threadsafe(obey, order))
        watching = asyncio.create_task(_end_without_table(gateway, over))
        await over.wait()
        watching.cancel()
        await gateway.close()


def _bind(way: Way, port: int | None) -> socket.socket:
    try:
        return bind_socket(port, DEFAULT_PORTS[way])
    except CannotListen as error:
        reason = "" if error.taken else error.strerror or ""
        raise Failure(_gateway_cannot_listen(way, DEFAULT_PORTS[way], error.port, reason)) from None


async def _finish(drain: Callable[[], Awaitable[None]], over: asyncio.Event) -> None:
    await drain()
    over.set()


async def _end_without_table(gateway: OpenGateway, over: asyncio.Event) -> None:
    failures = 0
    while failures < MAX_FAILURES:
        await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing tells that a table is gone but its silence)
        failures = 0 if await gateway.reaches() else failures + 1
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


def _gateway_cannot_listen(way: str, usual: int, port: int | None, reason: str) -> str:
    """The program of this way in cannot listen; without a `reason` its port is taken, or all from `usual` on."""
    if not reason and port is None:
        # Translators: the ports of a way in; {way} is ssh or page, and --{way} an option
        return _("The usual ports, from {usual} on, are all taken. Choose a free one with --{way} PORT.").format(
            usual=usual, way=way
        )
    if not reason:
        sentence = _("Another program is using port {port}. Choose another one with --{way} PORT.")
        return sentence.format(port=port, way=way)
    if port is None:
        return _("This machine can't let guests in: {reason}.").format(reason=reason)
    return _("This machine can't let guests in on port {port}: {reason}.").format(port=port, reason=reason)
