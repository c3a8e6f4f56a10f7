"""Gateways on the loopback, whose guests' processes only play the app."""

import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    collect_ignore_glob = ["test_*.py"]  # pseudo-terminals are POSIX's
else:
    from support.ssh import COMMAND, SECRET, TABLE, OpenGateway, SshGateway

    from sixqp_tui.gateways.ssh.gateway import Gateway, SshLimits
    from sixqp_tui.gateways.ssh.host_key import load_or_create
    from sixqp_tui.hosting.ways_in import GatewayOptions

    @pytest.fixture
    async def open_gateway(tmp_path: Path) -> AsyncIterator[OpenGateway]:
        """Opens gateways; all of them are closed after the test."""
        gateways: list[SshGateway] = []

        async def open_one(code: str | None = None, limits: SshLimits | None = None) -> SshGateway:
            options = GatewayOptions(9, TABLE, "A table", "0" * 64, b"k" * 32, "en", 0, code)
            gateway = Gateway(options, load_or_create(tmp_path), SECRET, limits, COMMAND)
            sock = socket.create_server(("127.0.0.1", 0))
            await gateway.start(sock)
            gateways.append(SshGateway(gateway, sock.getsockname()[1]))
            return gateways[-1]

        yield open_one
        for each in gateways:
            await each.gateway.close()

    @pytest.fixture
    async def gateway(open_gateway: OpenGateway) -> SshGateway:
        """The gateway of a table that isn't locked."""
        return await open_gateway()
