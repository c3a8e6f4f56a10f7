"""Guests by ssh in a hall: one connection, and a process for each place that the hall itself has named."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from features.hall.halls import PIN, TOKENS, HallPlace, a_hall
from support.ssh import PlayedApp, SshGateway, terminal

from sixqp_protocol.messages import HallNews, Seated
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.features.hall.hall import PlayerRegistered
from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.hall import HallSeat, options_at
from sixqp_tui.gateways.ssh.host_key import load_or_create
from sixqp_tui.gateways.ssh.seats import FILE, SeatBook
from sixqp_tui.host.commands import key_of
from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.bot_seats import memory_dialer
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.store.certificate import load_or_create as load_or_create_certificate, server_context

ANN = b"Ann in the hall."
OPTIONS = GatewayOptions((("127.0.0.1", 9),), "abcd", "Friday", PIN.hex(), b"k" * 32, "en", hall=True)


class Hall(NamedTuple):
    """A hall in memory where Ann and Bob are registered, and its ssh gateway."""

    place: HallPlace
    ssh: SshGateway
    started: asyncio.Queue[PlayedApp]

    async def until_here(self, *players: int) -> None:
        """Wait until these are in the hall, and nobody else."""
        changed = asyncio.Event()
        self.place.server.on_change.append(changed.set)
        async with asyncio.timeout(10):
            while self.place.room.here != set(players):
                changed.clear()
                await changed.wait()


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with a_hall() as place:
        for name, token in (("Ann", ANN), ("Bob", b"Bob in the hall.")):
            place.room.happen(PlayerRegistered(name, key_of(token)))
        apps, started = asyncio.Queue[PlayedApp](), asyncio.Queue[PlayedApp]()

        async def start(variables: Mapping[str, str]) -> PlayedApp:
            started.put_nowait(app := PlayedApp(apps, variables))
            return app

        book, key = SeatBook(tmp_path / FILE, "abcd", secrets.token_bytes), load_or_create(tmp_path)
        dial = memory_dialer(place.server.attach)
        gateway = Gateway(OPTIONS, key, book, start=start, link=lambda _address: MemoryLink(dial))
        sock = socket.create_server(("127.0.0.1", 0))
        await gateway.start(sock)
        yield Hall(place, SshGateway(gateway, sock.getsockname()[1], apps), started)
        await gateway.close()


def seat(table: str, *addresses: str, pin: bytes = PIN) -> Seated:
    return Seated(table, 1, 0, ("Bob",), addresses or ("192.0.2.1",), 4667, pin, TOKENS[0])


async def test_one_connection_leads_from_the_hall_to_each_table_and_back(hall: Hall) -> None:
    room, server = hall.place.room, hall.place.server
    async with hall.ssh.client("Ann") as client:
        screen = await terminal(client, term_size=(100, 30))
        waiting = await hall.ssh.seated(ANN)
        await screen.until("the table")
        server.act(lambda now: room.change({0: seat("f00d")}, now))
        waiting.report(type="led")
        table = await hall.ssh.apps.get()
        assert waiting.ended.is_set() and table.options.size == (100, 30)
        assert (table.options.table, table.options.token) == ("f00d", TOKENS[0])
        assert table.options.addresses == (("127.0.0.1", 4667), ("192.0.2.1", 4667))
        await hall.until_here()
        table.report(type="seated", token=b"another's token.")
        server.act(lambda now: room.change({}, now))
        table.report(type="over")
        await hall.until_here(0)
        assert not table.ended.is_set(), "the end of the game was not shown"
        server.act(lambda now: room.change({0: seat("beef")}, now))
        following = await hall.ssh.apps.get()
        assert table.ended.is_set() and following.options.table == "beef"
        server.act(lambda now: room.change({}, now))
        following.report(type="over")
        await hall.until_here(0)
        following.says.put_nowait(None)  # the guest has seen enough of the end
        back = await hall.ssh.apps.get()
        assert (back.options.table, back.options.token, back.options.hall) == ("abcd", ANN, None)
        await hall.until_here()
        back.report(type="left", text="Bye")
        assert "Bye" in await screen.rest()


async def test_the_process_of_the_next_place_waits_ready_and_ends_with_the_connection(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sixqp_tui.gateways.ssh.guest_session.PREPARE_SECONDS", 0)  # a timer of the running loop
    async with hall.ssh.client("Ann") as client:
        await terminal(client)
        waiting = await hall.ssh.seated(ANN)
        assert await hall.started.get() is waiting
        ready = await hall.started.get()
        assert hall.ssh.apps.empty() and not ready.ended.is_set()
        hall.place.server.act(lambda now: hall.place.room.change({0: seat("f00d")}, now))
        waiting.report(type="led")
        assert await hall.ssh.apps.get() is ready and ready.options.table == "f00d"
        ready.draw("the table")
        following = await hall.started.get()
    await following.ended.wait()
    assert hall.started.empty()


async def test_a_table_that_is_lost_leads_back_to_the_hall(hall: Hall) -> None:
    async with hall.ssh.client("Ann") as client:
        await terminal(client)
        waiting = await hall.ssh.seated(ANN)
        hall.place.server.act(lambda now: hall.place.room.change({0: seat("f00d")}, now))
        for lost in ("led", "refused"):
            waiting.report(type="led")
            table = await hall.ssh.apps.get()
            assert table.options.table == "f00d"
            table.report(type=lost)
            waiting = await hall.ssh.apps.get()
            assert waiting.options.table == "abcd" and waiting.options.seated is None


async def test_the_removed_leave_the_hall_by_ssh_too(hall: Hall) -> None:
    async with hall.ssh.client("Ann") as client:
        screen = await terminal(client)
        waiting = await hall.ssh.seated(ANN)
        waiting.report(type="refused", reason="kicked", text="You were removed.")
        assert "You were removed." in await screen.rest()


def test_no_machine_can_send_a_guest_to_a_port_of_the_halls_own_machine() -> None:
    there = HallSeat(
        seat("f00d", "127.0.0.1", "::1", "localhost", "192.0.2.9", pin=b"x" * 32), HallNews(1, 4, 1, False, 0, ())
    )
    assert options_at(there, OPTIONS, "Ann", "en").addresses == (("192.0.2.9", 4667),)


@pytest.mark.soak
async def test_a_guest_of_a_hall_plays_at_its_table_and_reads_the_ranking_by_one_connection(
    tmp_path: Path,
) -> None:
    async with a_hall() as place:
        certificate = load_or_create_certificate(tmp_path)
        hall = Server(place.room, gateway_key=OPTIONS.key)
        hall_port = await hall.listen(0, server_context(certificate))
        port = await place.table.listen(0, server_context(certificate))
        pin = bytes.fromhex(certificate.fingerprint)
        options = GatewayOptions(
            (("127.0.0.1", hall_port),), "abcd", "Friday", certificate.fingerprint, OPTIONS.key, "en", hall=True
        )
        book = SeatBook(tmp_path / FILE, "abcd", secrets.token_bytes)
        gateway = Gateway(options, load_or_create(tmp_path), book)
        sock = socket.create_server(("127.0.0.1", 0))
        await gateway.start(sock)
        async with SshGateway(gateway, sock.getsockname()[1], asyncio.Queue()).client("Ann") as client:
            screen = await terminal(client)
            await screen.until("1 player is registered")
            there = Seated("f00d", 1, 0, ("Bob",), ("192.0.2.1",), port, pin, TOKENS[0])
            hall.act(lambda now: place.room.change({0: there}, now))
            await screen.until("Table 1, seat 1, with Bob")
            screen.text = ""
            hall.act(lambda now: place.room.change({}, now))
            await place.table.close()
            await screen.until("1 player is registered")
        await gateway.close()
        await hall.close()
