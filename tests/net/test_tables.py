"""Real sockets with TLS on the loopback: pins, dead addresses, small messages."""

import pytest
from support.network import Serve, link
from support.tables import a_room, a_session, running, settings

from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.status import Closed, ConnectionProblem
from sixqp_tui.host.room import Room
from sixqp_tui.store.certificate import Certificate


async def test_another_certificate_is_refused_before_hello(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[object] = []
    monkeypatch.setattr(Room, "receive", lambda _room, *said: heard.append(said))
    _, port = await serve(a_room(settings()))
    session = a_session(link(port, "00" * 32))
    await session.run()
    assert session.state.status == Closed(ConnectionProblem.OTHER_CERTIFICATE) and heard == []


async def test_a_first_visit_pins_the_fingerprint(serve: Serve, certificate: Certificate) -> None:
    _, port = await serve(a_room(settings()))
    way = link(port)
    session = a_session(way)
    async with running(session):
        await session.wait_until_seated(20)
    assert way.fingerprint == way.pin == certificate.fingerprint


async def test_a_dead_address_costs_little_and_the_working_one_moves_first(serve: Serve) -> None:
    _, port = await serve(a_room(settings()))
    way = NetworkLink([("127.0.0.1", 1), ("127.0.0.1", port), ("::1", 1)])
    channel = await way.connect()
    await channel.close()
    assert way.addresses[0] == ("127.0.0.1", port) and len(way.addresses) == 3
