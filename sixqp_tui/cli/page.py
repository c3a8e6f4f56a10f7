"""`sixqp page`: the process of a page, which `host` and `serve` start. No screen; the gateway and its port."""

import argparse
import asyncio
import logging
import socket
import ssl
import sys
import threading
from collections.abc import Callable
from weakref import WeakSet

import msgspec

from sixqp_tui.client.network import NetworkLink, probe
from sixqp_tui.host.network.gateway import HEADER, credential
from sixqp_tui.host.network.listener import CannotListen, bind_socket
from sixqp_tui.i18n import _
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.i18n import page as page_words
from sixqp_tui.runtime.failure import Failure, os_errors_as_failures
from sixqp_tui.runtime.log_files import log_to_stderr
from sixqp_tui.runtime.page_process import (
    PAGE_PORT,
    TRIED_PORTS,
    Addresses,
    GatewayOptions,
    GatewayOrder,
    GatewayResult,
)
from sixqp_tui.runtime.stop_signals import stop_requested
from sixqp_tui.store import certificate, paths
from sixqp_tui.web.gateway import Gateway
from sixqp_tui.web.seat_book import FOLDER, SeatBook

LOOK_EVERY = 10.0
"""Seconds between two looks at whether the table is still there, while no guest's line stands."""
MOST_FAILURES = 6
"""So many looks in vain, one after the other, and the page ends: its table is gone."""


def run(_parsed: argparse.Namespace) -> int:
    """Serve the page of the table that standard input tells of, until it is closed or the table is gone."""
    log_to_stderr(logging.WARNING)
    try:
        options = msgspec.json.decode(sys.stdin.buffer.readline(), type=GatewayOptions)
    except msgspec.MsgspecError:
        raise Failure(
            _("`sixqp page` is how `sixqp host --page` starts its page: type `sixqp host --page`."), code=2
        ) from None
    try:
        asyncio.run(_serve(options))
    except Failure as failure:
        _answer(GatewayResult(failure=str(failure)))
        return failure.code
    return 0


async def _serve(options: GatewayOptions) -> None:
    links: WeakSet[NetworkLink] = WeakSet()
    where = [options.addresses]

    def link(address: str) -> NetworkLink:
        headers = {HEADER: credential(options.key, address)} if options.key else {}
        made = NetworkLink(where[0], options.fingerprint, headers)
        links.add(made)
        return made

    with os_errors_as_failures():
        context = _context() if options.tls else None
        gateway = Gateway(link, options.table, SeatBook(paths.data_dir() / FOLDER, options.table))
    sock = _bind(options.port)
    with stop_requested() as stop:
        await gateway.start(sock, _names(), context)
        _answer(GatewayResult(sock.getsockname()[1]))

        def obey(order: GatewayOrder) -> None:
            if order.stop:
                stop.set()
            if order.addresses:
                where[0] = order.addresses
                for each in links:
                    each.addresses = order.addresses
                gateway.come_back()

        _read_orders(asyncio.get_running_loop(), obey)
        watching = asyncio.create_task(_stop_when_table_is_gone(gateway, where, options.fingerprint, stop))
        await stop.wait()
        watching.cancel()
        await gateway.close()


async def _stop_when_table_is_gone(
    gateway: Gateway, where: list[Addresses], fingerprint: str, stop: asyncio.Event
) -> None:
    failures = 0
    while failures < MOST_FAILURES:
        await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing tells that a table is gone but its silence)
        there = gateway.connected or await probe(where[0], fingerprint) is not None
        failures = 0 if there else failures + 1
    stop.set()


def _read_orders(loop: asyncio.AbstractEventLoop, obey: Callable[[GatewayOrder], None]) -> None:
    """Obey what comes on standard input. Its end is no order: the host has left, and the table may stand."""

    def read() -> None:
        for line in sys.stdin.buffer:
            try:
                order = msgspec.json.decode(line, type=GatewayOrder)
            except msgspec.MsgspecError:
                continue
            loop.call_soon_threadsafe(obey, order)

    threading.Thread(target=read, daemon=True, name="orders").start()


def _bind(port: int | None) -> socket.socket:
    ports = range(PAGE_PORT, PAGE_PORT + TRIED_PORTS) if port is None else (port,)
    for candidate in ports:
        try:
            return bind_socket(candidate)
        except CannotListen as error:
            reason = error
    if reason.taken:
        raise Failure(page_words.port_taken(port))
    raise Failure(errors_words.cannot_listen(port, reason.strerror or "")) from None


def _context() -> ssl.SSLContext:
    """The page's own certificate, not the table's: a browser that trusts one of them says nothing of the other."""
    return certificate.server_context(certificate.load_or_create(paths.data_dir() / FOLDER))


def _names() -> list[str]:
    """The names by which this machine may be called besides its addresses."""
    own = socket.gethostname().partition(".")[0]
    return ["localhost", own, f"{own}.local", socket.gethostname()]


def _answer(result: GatewayResult) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(result) + b"\n")
    sys.stdout.buffer.flush()
