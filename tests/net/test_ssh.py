"""Guests by ssh, with processes of their own, at a table behind TLS."""

import asyncio
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from support.network import Serve
from support.ssh import SshGateway, terminal
from support.tables import TABLE, a_room, settings

from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.guest_process import GuestProcess, start_guest
from sixqp_tui.gateways.ssh.host_key import load_or_create
from sixqp_tui.gateways.ssh.packets import GuestOptions, Packet
from sixqp_tui.gateways.ssh.seats import FILE, SeatBook
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.store.certificate import Certificate
from sixqp_tui.store.keys import FOLDER, gateway_secret

pytestmark = pytest.mark.slow
KEY = b"k" * 32


@dataclass
class WatchedProcess:
    """A guest's process, of which a test learns that it has `ended`."""

    process: GuestProcess
    ended: asyncio.Event

    async def begin(self, options: GuestOptions) -> None:
        await self.process.begin(options)

    async def send(self, data: bytes) -> None:
        await self.process.send(data)

    def packets(self) -> AsyncIterator[Packet]:
        return self.process.packets()

    async def end(self) -> None:
        await self.process.end()
        self.ended.set()


class Table(NamedTuple):
    """A table with a gateway. `changed` is set by each change in the room; `started` are the guests' processes."""

    room: Room
    ssh: SshGateway
    changed: asyncio.Event
    started: list[WatchedProcess]

    async def until_seated(self) -> None:
        async with asyncio.timeout(20):
            while not self.room.people:
                self.changed.clear()
                await self.changed.wait()


@pytest.fixture
async def table(serve: Serve, certificate: Certificate, tmp_path: Path) -> AsyncIterator[Table]:
    """A table with a gateway, which is closed after the test."""
    room = a_room(settings(), owner=False)
    server, port = await serve(room, gateway_key=KEY)
    changed = asyncio.Event()
    server.on_change.append(changed.set)
    options = GatewayOptions((("127.0.0.1", port),), TABLE, "A table", certificate.fingerprint, KEY, "en")
    book = SeatBook(tmp_path / FILE, TABLE, secrets.token_bytes)
    secret = gateway_secret(tmp_path / FOLDER)
    started = list[WatchedProcess]()

    async def start(variables: Mapping[str, str]) -> WatchedProcess:
        started.append(WatchedProcess(await start_guest(variables), asyncio.Event()))
        return started[-1]

    gateway = Gateway(options, load_or_create(tmp_path), book, secret, start=start)
    sock = socket.create_server(("127.0.0.1", 0))
    await gateway.start(sock)
    yield Table(room, SshGateway(gateway, sock.getsockname()[1], asyncio.Queue()), changed, started)
    await gateway.close()
    for process in started:  # a pipe is closed when all of it has been read
        async for _unread in process.packets():
            pass


@pytest.mark.soak
async def test_a_guest_who_hangs_up_while_getting_a_seat_returns_to_it(table: Table) -> None:
    async with table.ssh.client("ann") as client:
        await terminal(client)
        await table.until_seated()
        client.abort()
    await table.started[0].ended.wait()
    async with table.ssh.client("ann") as client:
        screen = await terminal(client)
        await screen.until("ann")
        assert [person.name for person in table.room.people] == ["ann"]


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux confines processes")
async def test_every_thread_of_a_guests_process_is_confined_by_the_kernel(table: Table) -> None:
    async with table.ssh.client("ann") as client:
        screen = await terminal(client)
        await screen.until("ann")
        threads = read_threads(table.started[0].process.pid)
    assert len(threads) > 1
    assert all("Seccomp:\t2" in status and "NoNewPrivs:\t1" in status for status in threads)


def read_threads(pid: int) -> list[str]:
    """What Linux says about each thread of a process."""
    return [(each / "status").read_text() for each in Path(f"/proc/{pid}/task").iterdir()]
