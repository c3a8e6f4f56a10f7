"""Guests by ssh, with processes of their own, at a table behind TLS."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

import asyncssh
from support.network import Serve
from support.ssh import SshGateway, nobody, terminal
from support.tables import TABLE, a_room, settings

from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.guest import COMMAND
from sixqp_tui.gateways.ssh.host_key import load_or_create
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.store.certificate import Certificate
from sixqp_tui.store.keys import FOLDER, gateway_secret

pytestmark = pytest.mark.slow
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


class OpenTables(NamedTuple):
    serve: Serve
    certificate: Certificate
    folder: Path
    opened: list[Gateway]

    async def open(self, command: Sequence[str] = COMMAND) -> Table:
        room = a_room(settings(), owner=False, certificate=self.certificate.fingerprint)
        server, port = await self.serve(room, gateway_key=KEY)
        changed = asyncio.Event()
        server.on_change.append(changed.set)
        place = (("127.0.0.1", port),)
        options = GatewayOptions(place, TABLE, "A table", self.certificate.fingerprint, KEY, "en")
        gateway = Gateway(
            options, load_or_create(self.folder), gateway_secret(self.folder / FOLDER), command=command
        )
        sock = socket.create_server(("127.0.0.1", 0))
        await gateway.start(sock)
        self.opened.append(gateway)
        return Table(room, SshGateway(gateway, sock.getsockname()[1]), changed)


@pytest.fixture
async def tables(serve: Serve, certificate: Certificate, tmp_path: Path) -> AsyncIterator[OpenTables]:
    """Opens tables with gateways, which are closed after the test."""
    tables = OpenTables(serve, certificate, tmp_path, [])
    yield tables
    for gateway in tables.opened:
        await gateway.close()


async def test_a_guest_who_hangs_up_while_getting_a_seat_returns_to_it(tables: OpenTables) -> None:
    table = await tables.open()
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


async def test_a_second_login_with_the_same_key_is_in_the_same_seat(tables: OpenTables) -> None:
    table = await tables.open()
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with table.ssh.client("ann", client_keys=[key]) as old, table.ssh.client("b", client_keys=[key]) as new:
        before = await terminal(old)
        await before.until("ann")
        screen = await terminal(new)
        await screen.until("ann")
        await before.until("Your seat was taken over")
        assert [person.name for person in table.room.people] == ["ann"]


async def test_a_guest_without_a_key_picks_their_name_and_is_back(tables: OpenTables) -> None:
    table = await tables.open()
    async with table.ssh.client("ann") as client:
        await (await terminal(client)).until("ann")
        client.abort()
    await nobody(table.ssh.gateway)
    table.ssh.gateway.show_chairs(table.room.state.seats.lobby_news(), None)
    async with table.ssh.client("other") as client, table.ssh.client("third") as third:
        screen = await terminal(client)
        await screen.until("1  ann")
        screen.type("2\r")
        await screen.until("2")
        screen.type("1\r")
        await screen.until("THE GAME")
        assert [(person.name, person.peer is not None) for person in table.room.people] == [("ann", True)]
        newcomer = await terminal(third)
        assert "Are you one of them?" not in await newcomer.until("THE GAME")


async def test_a_guest_without_a_name_is_asked_for_one(tables: OpenTables) -> None:
    table = await tables.open()
    async with table.ssh.client("play") as client:
        screen = await terminal(client)
        await screen.until("Your name: ")
        screen.type("Zo\x7fo\u00e9 \u4e2d\r")
        await screen.until("THE GAME")
        assert [person.name for person in table.room.people] == ["Zo\u00e9 \u4e2d"]


async def test_a_process_at_the_table_reaches_only_the_table_whatever_keys_are_pressed(
    tables: OpenTables, tmp_path: Path
) -> None:
    pipe, rng = tmp_path / "heard", Random(6)
    os.mkfifo(pipe)
    hearing = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    table = await tables.open((sys.executable, "-P", "-c", WATCHED.format(pipe=str(pipe))))
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
