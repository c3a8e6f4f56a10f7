"""Gateways on the loopback, with fake processes of guests."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest
from support.ssh import SECRET, TABLE, OpenGateway, PlayedApp, SshGateway

from sixqp_tui.gateways.ssh.gateway import Gateway, SshLimits
from sixqp_tui.gateways.ssh.host_key import load_or_create
from sixqp_tui.gateways.ssh.seats import FILE, SeatBook
from sixqp_tui.hosting.ways_in import GatewayOptions


@pytest.fixture
async def open_gateway(tmp_path: Path) -> AsyncIterator[OpenGateway]:
    """Opens gateways; all of them are closed after the test."""
    gateways: list[SshGateway] = []

    async def open_one(locked: bool = False, limits: SshLimits | None = None) -> SshGateway:
        apps: asyncio.Queue[PlayedApp] = asyncio.Queue()

        async def start_guest(variables: Mapping[str, str]) -> PlayedApp:
            return PlayedApp(apps, variables)

        options = GatewayOptions((("127.0.0.1", 9),), TABLE, "A table", "0" * 64, b"k" * 32, "en", 0, locked)
        book = SeatBook(tmp_path / FILE, TABLE, secrets.token_bytes)
        gateway = Gateway(options, load_or_create(tmp_path), book, SECRET, limits, start_guest)
        sock = socket.create_server(("127.0.0.1", 0))
        await gateway.start(sock)
        gateways.append(SshGateway(gateway, sock.getsockname()[1], apps))
        return gateways[-1]

    yield open_one
    for each in gateways:
        await each.gateway.close()
