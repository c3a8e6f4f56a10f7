"""Real sockets with TLS on the loopback: games, pins, strangers, cut lines."""

import asyncio
import socket

import pytest
from support.network import Serve, link
from support.tables import OWNER, a_room, a_session, heard, play_all, running, seated, settings, stands

from sixqp_protocol.messages import ChooseCard, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Facts
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Reconnecting
from sixqp_tui.host.network.counted_connection import CountedConnection
from sixqp_tui.host.network.listener import NetworkTransport
from sixqp_tui.host.network.port import CannotListen
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.store.certificate import Certificate, server_context


@pytest.mark.slow
async def test_a_whole_game_of_four(serve: Serve, certificate: Certificate) -> None:
    _, port = await serve(a_room(settings(rounds=2)))
    sessions = [
        a_session(link(port, certificate.fingerprint), name, key)
        for name, key in (("Olga", OWNER), ("Ann", None), ("Bob", None), ("Eve", None))
    ]
    async with running(*sessions):
        await seated(sessions)
        sessions[0].request(Start())
        await play_all(*sessions)
        assert len({session.state.view.table.totals for session in sessions}) == 1
        assert all(session.state.view.table.ended == "rounds" for session in sessions)


async def test_another_certificate_is_refused_before_hello(serve: Serve) -> None:
    class Deaf(Room):
        heard = 0

        def handle(self, *arguments: object) -> list[object]:  # type: ignore[override]
            Deaf.heard += 1
            return []

    room = a_room(settings())
    room.__class__ = Deaf
    _, port = await serve(room)
    session = a_session(link(port, "00" * 32))
    await session.run()
    assert session.state.status == Closed(ConnectionProblem.OTHER_CERTIFICATE) and Deaf.heard == 0


async def test_a_first_visit_pins_the_fingerprint(serve: Serve, certificate: Certificate) -> None:
    _, port = await serve(a_room(settings()))
    way = link(port)
    session = a_session(way)
    async with running(session):
        await session.wait_until_seated(20)
    assert way.fingerprint == way.pin == certificate.fingerprint


async def test_a_lost_connection_returns_to_the_same_seat_and_full_stream(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    ways = [link(port), link(port)]
    olga, ann = a_session(ways[0], "Olga", OWNER), a_session(ways[1], "Ann")
    async with running(olga, ann):
        await seated((olga, ann))
        events, anns = olga.events(), ann.events()
        olga.request(Start())
        await heard(anns, Facts)
        ways[1].line.abort()
        await stands(anns, Reconnecting)
        ann.request(ChooseCard(card=ann.state.view.hand[0]))
        await stands(anns, Connected)
        await heard(events, Facts, lambda event: 1 in olga.state.view.table.chosen)
        again = a_session(link(port), "Somebody", ann.identity.key)
        async with running(again):
            await again.wait_until_seated(20)
            await heard(again.events(), Facts) if not again.state.history else None
            assert list(again.state.history) == list(ann.state.history)
            assert again.state.welcome is not None and again.state.welcome.seat == 1


async def test_a_dead_address_costs_little_and_the_working_one_moves_first(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    way = NetworkLink([("127.0.0.1", 1), ("127.0.0.1", port), ("::1", 1)])
    channel = await way.connect()
    await channel.close()
    assert way.addresses[0] == ("127.0.0.1", port) and len(way.addresses) == 3


async def test_connecting_without_an_address_fails() -> None:
    with pytest.raises(OSError):
        await NetworkLink([]).connect()


async def test_a_port_in_use_is_reported(serve: Serve, certificate: Certificate) -> None:
    _, port = await serve(a_room(settings()))
    with pytest.raises(CannotListen) as cannot:
        await Server(a_room(settings())).listen(port, server_context(certificate))
    assert (cannot.value.port, cannot.value.taken) == (port, True)


async def test_the_first_free_port_of_the_usual_ones_is_used(certificate: Certificate) -> None:
    servers = [Server(a_room(settings())) for _ in range(2)]
    ports = [await server.listen(None, server_context(certificate)) for server in servers]
    assert ports[0] != ports[1] and all(4666 <= port < 4687 for port in ports)
    for server in servers:
        await server.close()


async def test_closing_the_server_tells_everybody_why(serve: Serve) -> None:
    server, port = await serve(a_room(settings()))
    session = a_session(link(port))
    task = asyncio.create_task(session.run())
    await session.wait_until_seated(20)
    await server.close()
    await task
    assert session.state.status == Closed(Farewell.CLOSED)


async def test_small_messages_do_not_wait_for_an_acknowledgement(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    class Watched(NetworkTransport):
        def __init__(self, websocket: CountedConnection) -> None:
            super().__init__(websocket)
            line = websocket.transport.get_extra_info("socket")
            seen.append(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr("sixqp_tui.host.network.listener.NetworkTransport", Watched)
    _, port = await serve(a_room(settings()))
    session = a_session(link(port))
    async with running(session):
        await session.wait_until_seated(20)
    assert len(seen) == 1 and seen[0]
