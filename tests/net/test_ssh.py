"""Guests by ssh, with processes of their own, at a table behind TLS."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

import asyncssh
from support.network import Serve
from support.ssh import SECRET, SshGateway, nobody, terminal
from support.tables import TABLE, a_room, settings

from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.host_key import load_or_create
from sixqp_tui.gateways.ssh.terminal import COMMAND
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.store.certificate import Certificate

KEY = b"k" * 32
WATCHED = """
import os, runpy, sys

heard = os.open({pipe!r}, os.O_WRONLY)
quiet = "object. sys. code. compile exec import marshal. builtins. gc. cpython. fcntl.".split()
roots = tuple(map(os.path.realpath, [*sys.path, sys.prefix, sys.base_prefix]))
inside = False


def note(event, arguments):
    global inside
    if inside or event.startswith(tuple(quiet)):
        return
    inside = True
    path, mode, *_flags = (*arguments, None, None)
    writes = isinstance(mode, str) and set(mode) & set("wax+")
    reads = event in ("open", "os.listdir", "os.scandir") and not writes
    if not (reads and (isinstance(path, int) or os.path.realpath(path).startswith(roots))):
        os.write(heard, f"{{event}} {{arguments!r}}\\n".encode())
    inside = False


sys.addaudithook(note)
runpy.run_module("sixqp_tui.gateways.ssh.screen", run_name="__main__")
"""
"""Runs a guest's process and tells what it asks of the system."""
EXPECTED = (
    "open ('/dev/null'",
    "os.unsetenv",
    "resource.setrlimit",
    "signal.",
    "socket.__new__",
    "socket.connect",
    "os.posix_openpty",
    "_thread.",
    "time.sleep",
    "syslog.",
)


class Table(NamedTuple):
    """A table with a gateway. `changed` is set by each change in the room."""

    room: Room
    ssh: SshGateway
    changed: asyncio.Event

    async def until_seated(self) -> None:
        async with asyncio.timeout(20):
            while not self.room.people:
                self.changed.clear()
                await self.changed.wait()


OpenTable = Callable[..., Awaitable[Table]]


@pytest.fixture
async def open_table(serve: Serve, certificate: Certificate, tmp_path: Path) -> AsyncIterator[OpenTable]:
    """Opens a table with a gateway, whose guests' processes run this command; all are closed after the test."""
    opened: list[Gateway] = []

    async def open_one(command: Sequence[str] = COMMAND) -> Table:
        room = a_room(settings(), owner=False, certificate=certificate.fingerprint)
        server, port = await serve(room, gateway_key=KEY)
        changed = asyncio.Event()
        server.on_change.append(changed.set)
        options = GatewayOptions(port, TABLE, "A table", certificate.fingerprint, KEY, "en")
        opened.append(Gateway(options, load_or_create(tmp_path), SECRET, command=command))
        sock = socket.create_server(("127.0.0.1", 0))
        await opened[-1].start(sock)
        return Table(room, SshGateway(opened[-1], sock.getsockname()[1]), changed)

    yield open_one
    for gateway in opened:
        await gateway.close()


async def test_a_guest_who_hangs_up_while_getting_a_seat_returns_to_it(open_table: OpenTable) -> None:
    table = await open_table()
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with table.ssh.client("ann", client_keys=[key]) as client:
        await terminal(client)
        await table.until_seated()
        client.abort()
    await nobody(table.ssh.gateway)
    async with table.ssh.client("bob", client_keys=[key]) as client:
        screen = await terminal(client)
        await screen.until("ann")
        assert [person.name for person in table.room.people] == ["ann"]


async def test_a_process_at_the_table_reaches_only_the_table_whatever_keys_are_pressed(
    open_table: OpenTable, tmp_path: Path
) -> None:
    pipe, rng = tmp_path / "heard", Random(6)
    os.mkfifo(pipe)
    hearing = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    table = await open_table((sys.executable, "-P", "-c", WATCHED.format(pipe=str(pipe))))
    async with table.ssh.client("ann") as client:
        screen = await terminal(client)
        await screen.until("ann")
        for _key in range(400):
            screen.type(rng.choice("abcdefghijklmnoprstuvwxyz0123456789?!\t\r\x1b\x10\x1a"))
            await asyncio.sleep(0.005)  # noqa: TID251 (as fast as a person who tries all keys)
        client.abort()
    await nobody(table.ssh.gateway)
    heard = os.read(hearing, 1 << 20).decode().splitlines()
    os.close(hearing)
    assert [each for each in heard if not each.startswith(EXPECTED)] == []
    assert sum(each.startswith("socket.connect") for each in heard) == 1
