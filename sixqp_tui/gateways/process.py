"""A gateway's process: reads its options and orders, and ends with its table's process.

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

from sixqp_protocol.messages import SeatNews, Way
from sixqp_tui import i18n
from sixqp_tui.host.network.port import CannotListen, bind_socket
from sixqp_tui.hosting.ways_in import (
    DEFAULT_PORTS,
    GatewayOptions,
    GatewayOrder,
    GatewayResult,
)
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal.log_files import log_to_stderr
from sixqp_tui.terminal.stop_signals import stop_requested

_READ: Final = 4096


class Gateway(Protocol):
    """The `fingerprint` is "" for a page."""

    @property
    def fingerprint(self) -> str: ...

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None: ...

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
    except CannotListen as error:
        _answer(GatewayResult(failure=_cannot_listen(way, error), taken=error.taken))
    except Failure as failure:
        _answer(GatewayResult(failure=str(failure)))
    return 0


async def _serve(way: Way, opener: Opener, options: GatewayOptions, lines: Iterator[bytes]) -> None:
    with stop_requested() as over:
        sock = bind_socket(options.port, DEFAULT_PORTS[way])
        port = sock.getsockname()[1]
        gateway = await opener(replace(options, port=port), sock)
        gc.freeze()  # the next collections needn't look at all that was loaded
        _answer(GatewayResult(port, gateway.fingerprint))
        async with asyncio.TaskGroup() as group:
            loop, orders = asyncio.get_running_loop(), asyncio.Queue[GatewayOrder]()
            _read_orders(lines, lambda order: loop.call_soon_threadsafe(orders.put_nowait, order))
            obeying = group.create_task(_obey(orders, gateway, over))
            await over.wait()
            obeying.cancel()
        await gateway.close()


async def _obey(orders: asyncio.Queue[GatewayOrder], gateway: Gateway, over: asyncio.Event) -> None:
    while not over.is_set():
        order = await orders.get()
        if order.chairs is not None:
            gateway.show_chairs(order.chairs)
        if order.finish:
            await gateway.drain(order.finish)
        if order.finish or order.stop:
            over.set()


def _read_orders(lines: Iterator[bytes], obey: Callable[[GatewayOrder], object]) -> None:
    """In a thread. At the end of standard input the table's process has ended."""

    def read() -> None:
        with suppress(RuntimeError):  # the process is ending
            for line in lines:
                obey(msgspec.json.decode(line, type=GatewayOrder))
            obey(GatewayOrder(stop=True))

    threading.Thread(target=read, daemon=True, name="orders").start()


def _read_lines() -> Iterator[bytes]:
    """The lines of standard input, unbuffered: at exit the thread would hold the buffer's lock."""
    unread = b""
    while data := os.read(0, _READ):
        *lines, unread = (unread + data).split(b"\n")
        yield from lines


def _answer(result: GatewayResult) -> None:
    with suppress(OSError):  # the table's process has ended
        os.write(1, msgspec.json.encode(result) + b"\n")


def _cannot_listen(way: Way, error: CannotListen) -> str:
    if error.taken or not error.strerror:
        return errors_words.port_taken(error.port, DEFAULT_PORTS[way], f"--{way}")
    return errors_words.cannot_listen(error.port or DEFAULT_PORTS[way], error.strerror)
