"""The ssh gateway's process, `python -m sixqp_tui.gateways.ssh`, which the process of its table starts."""

import logging
import socket
import sys

import asyncssh

from sixqp_tui.gateways.process import run_gateway
from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.host_key import load_or_create
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.joining.failure import os_errors_as_failures
from sixqp_tui.store import keys, paths


async def open_gateway(options: GatewayOptions, sock: socket.socket) -> Gateway:
    with os_errors_as_failures():
        folder = paths.data_dir()
        key = load_or_create(folder)
        secret = keys.gateway_secret(folder / keys.FOLDER)
    gateway = Gateway(options, key, secret)
    await gateway.start(sock)
    return gateway


if __name__ == "__main__":
    asyncssh.set_log_level(logging.CRITICAL)
    sys.exit(run_gateway("ssh", open_gateway))
