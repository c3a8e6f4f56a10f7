"""The gateway's process: `python -m sixqp_tui.ssh`, which `host` and `serve` start. It serves one table."""

import asyncio
import logging
import os
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

import asyncssh
import msgspec

from sixqp_tui import i18n
from sixqp_tui.client.network import probe
from sixqp_tui.host.network.listener import CannotListen, bind_socket
from sixqp_tui.i18n.screens import ways as ways_words
from sixqp_tui.runtime.failure import Failure, os_errors_as_failures
from sixqp_tui.runtime.gateway_process import USUAL_PORTS, GatewayOptions, GatewayOrder, GatewayResult
from sixqp_tui.runtime.process.log_files import log_to_stderr
from sixqp_tui.runtime.process.stop_signals import stop_requested
from sixqp_tui.ssh.gateway import Gateway
from sixqp_tui.ssh.seats import SeatBook
from sixqp_tui.store import paths
from sixqp_tui.store.guest_seats import FILE, GuestSeats
from sixqp_tui.store.ssh_key import load_or_create

LOOK_EVERY: Final = 10.0
"""Seconds between two looks at whether the table is still there."""
MOST_FAILURES: Final = 6
"""So many looks in vain, one after the other, and the gateway ends: its table is gone."""
FINISH_SECONDS: Final = 300.0
"""Seconds that guests may look at the end of a table that is over: the last sheet of scores."""
_READ: Final = 4096


def main() -> int:
    """Be the gateway of one table; the exit code."""
    log_to_stderr(logging.WARNING)
    asyncssh.set_log_level(logging.CRITICAL)
    lines = _lines()
    try:
        options = msgspec.json.decode(next(lines, b""), type=GatewayOptions)
    except msgspec.MsgspecError:
        return 2
    i18n.use(options.language)
    try:
        asyncio.run(_serve_until_stopped(options, lines))
    except Failure as failure:
        _answer(GatewayResult(failure=str(failure)))
        return failure.code
    return 0


def _lines() -> Iterator[bytes]:
    """The lines of standard input, past Python's own buffer, whose lock a thread would hold at the end."""
    unread = b""
    while data := os.read(0, _READ):
        *whole, unread = (unread + data).split(b"\n")
        yield from whole


def _answer(result: GatewayResult) -> None:
    os.write(1, msgspec.json.encode(result) + b"\n")


async def _serve_until_stopped(options: GatewayOptions, lines: Iterator[bytes]) -> None:
    with stop_requested() as over:
        await _serve(options, lines, over)


async def _serve(options: GatewayOptions, lines: Iterator[bytes], over: asyncio.Event) -> None:
    """Let guests in until it is `over`: an order ends it, the system does, or the table is gone."""
    with os_errors_as_failures():
        key = load_or_create(paths.data_dir())
        kept = GuestSeats(paths.data_dir() / FILE, options.table)
    gateway = Gateway(options, key, SeatBook(kept, secrets.token_bytes))
    sock = _bind(options.port)
    finishing: list[asyncio.Task[None]] = []
    await gateway.start(sock)
    _answer(GatewayResult(sock.getsockname()[1], key.fingerprint))

    def obey(order: GatewayOrder) -> None:
        if order.addresses:
            gateway.move(order.addresses)
        if order.stop:
            over.set()
        if order.finish:
            finishing.append(loop.create_task(_finish(gateway, over)))

    loop = asyncio.get_running_loop()
    _read_orders(lines, lambda order: loop.call_soon_threadsafe(obey, order))
    watching = asyncio.create_task(_end_without_table(gateway, options.fingerprint, over))
    await over.wait()
    watching.cancel()
    await gateway.close()


def _bind(port: int | None) -> socket.socket:
    try:
        return bind_socket(port, USUAL_PORTS["ssh"])
    except CannotListen as error:
        reason = "" if error.taken else error.strerror or ""
        raise Failure(ways_words.gateway_cannot_listen(error.port, reason)) from None


def _read_orders(lines: Iterator[bytes], obey: Callable[[GatewayOrder], object]) -> None:
    """Hand on the orders as they come. The end of standard input is none: the host has left, the table stands."""

    def read() -> None:
        for line in lines:
            obey(msgspec.json.decode(line, type=GatewayOrder))

    threading.Thread(target=read, daemon=True, name="orders").start()


async def _finish(gateway: Gateway, over: asyncio.Event) -> None:
    await gateway.drain(FINISH_SECONDS)
    over.set()


async def _end_without_table(gateway: Gateway, fingerprint: str, over: asyncio.Event) -> None:
    failures = 0
    while failures < MOST_FAILURES:
        await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing tells that a table is gone but its silence)
        failures = 0 if await probe(gateway.addresses, fingerprint) else failures + 1
    over.set()


if __name__ == "__main__":
    sys.exit(main())
