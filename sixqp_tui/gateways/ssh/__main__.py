"""The gateway's process: `python -m sixqp_tui.gateways.ssh`, started by `host` and `serve`. It serves one table."""

import logging
import secrets
import socket
import sys
from functools import partial

import asyncssh

from sixqp_tui.client.network import probe
from sixqp_tui.gateways.common.program import FINISH_SECONDS, OpenGateway, run_gateway
from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.guest_seats import FILE, GuestSeats
from sixqp_tui.gateways.ssh.host_key import load_or_create
from sixqp_tui.gateways.ssh.seats import SeatBook
from sixqp_tui.hosting.gateway_process import GatewayOptions
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import paths


async def open_gateway(options: GatewayOptions, sock: socket.socket) -> OpenGateway:
    """Let guests by ssh in at this socket. Raises Failure."""
    with os_errors_as_failures():
        key = load_or_create(paths.data_dir())
        kept = GuestSeats(paths.data_dir() / FILE, options.table)
    gateway = Gateway(options, key, SeatBook(kept, secrets.token_bytes))
    await gateway.start(sock)

    async def reaches() -> bool:
        return await probe(gateway.addresses, options.fingerprint) is not None

    drain = partial(gateway.drain, FINISH_SECONDS)
    return OpenGateway(key.fingerprint, gateway.move, reaches, gateway.close, drain)


if __name__ == "__main__":
    asyncssh.set_log_level(logging.CRITICAL)
    sys.exit(run_gateway("ssh", open_gateway))
