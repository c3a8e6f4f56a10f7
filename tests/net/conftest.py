"""A certificate and a LAN that are made once, and tables that listen on a port of the system's choice."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.lan import Lan
from support.network import Serve

from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journalled_room import run_bot_seat
from sixqp_tui.store.certificate import Certificate, load_or_create, server_context


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this process, and all that it starts, keep what they keep."""
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """The certificate of all tables of these tests."""
    folder: Path = tmp_path_factory.mktemp("certificate")
    return load_or_create(folder)


@pytest.fixture(scope="session")
def switched() -> Iterator[Lan]:
    """Three hosts on one switch, for whoever leaves them as they were."""
    with Lan(3) as hosts:
        yield hosts


@pytest.fixture
async def serve(certificate: Certificate) -> AsyncIterator[Serve]:
    """Serve a room: the server and its port. All are closed after the test."""
    servers: list[Server] = []

    async def serve(
        room: Room, limits: ConnectionLimits | None = None, gateway_key: bytes = b""
    ) -> tuple[Server, int]:
        room.state.services = replace(room.state.services, certificate=bytes.fromhex(certificate.fingerprint))
        servers.append(Server(room, seat_bot=run_bot_seat, limits=limits, gateway_key=gateway_key))
        return servers[-1], await servers[-1].listen(0, server_context(certificate))

    yield serve
    for server in servers:
        await server.close()
