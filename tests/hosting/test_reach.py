"""A host tries whether it could reach the machines that may take over its table."""

import asyncio
import errno
import socket

import pytest

from sixqp_tui.hosting.reach import find_obstacle

SILENT, UNROUTED = "192.0.2.1", "2001:db8::1"
"""Where no packet is sent: at one, nothing answers, and the other one's network is unknown here."""


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = asyncio.open_connection

    async def open_connection(address: str, port: int) -> object:
        if address == SILENT:
            await asyncio.Event().wait()
        if address == UNROUTED:
            raise OSError(errno.ENETUNREACH, "Network is unreachable")
        assert address == "127.0.0.1"
        return await connect(address, port)

    monkeypatch.setattr(asyncio, "open_connection", open_connection)


async def test_a_free_port_is_no_obstacle_and_a_taken_one_is() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert await find_obstacle((UNROUTED, "127.0.0.1"), port) == "taken"
    assert await find_obstacle(("127.0.0.1", SILENT), port) is None


async def test_a_machine_that_answers_nowhere_is_behind_an_obstacle() -> None:
    assert await find_obstacle((UNROUTED, SILENT), 4666, within=0.01) == "closed"
