"""Guests of a gateway come from this machine, and count by the address that the gateway vouches for."""

import pytest
from support.network import CuttableNetworkLink, Serve
from support.tables import OWNER, a_room, heard, running, settings, stands

from sixqp_protocol.messages import OpenWay, SetSeat
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.events import News
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.network.gateway import HEADER, Guest, credential, read_credential, way_credential

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
ANN, BOB = "192.0.2.7", "2001:db8::8"
PAGE = OpenWay("page", 4669)


def guest(port: int, name: str, claim: str) -> Session:
    return Session(CuttableNetworkLink([("127.0.0.1", port)], headers={HEADER: claim}), Identity(name))


def test_a_credential_is_valid_only_for_its_address_and_way() -> None:
    assert read_credential(KEY, credential(KEY, "page", ANN)) == Guest(ANN, "page")
    assert read_credential(KEY, credential(KEY, "ssh", "fe80::1%eth0")) == Guest("fe80::1%eth0", "ssh")
    proof = credential(KEY, "page", ANN).rpartition(" ")[2]
    claims = ("", " ", "  ", ANN, f"page {BOB} {proof}", f"ssh {ANN} {proof}", f"page {ANN} {proof[:-1]}")
    for forged in (*claims, f"page {ANN} é", credential(OTHER_KEY, "page", ANN), way_credential(OTHER_KEY, PAGE)):
        assert read_credential(KEY, forged) is None
    assert read_credential(KEY, credential(KEY, "page", "no address")) is None
    assert read_credential(KEY, way_credential(KEY, PAGE)) == PAGE


async def test_a_way_in_is_announced_while_its_gateway_is_connected(serve: Serve) -> None:
    _, port = await serve(a_room(settings()), gateway_key=KEY)
    olga = Session(CuttableNetworkLink([("127.0.0.1", port)]), Identity("Olga", key=OWNER))
    ann = guest(port, "Ann", credential(KEY, "ssh", ANN))
    page = CuttableNetworkLink([("127.0.0.1", port)], headers={HEADER: way_credential(KEY, PAGE)})
    async with running(olga, ann):
        assert await olga.wait_until_seated(20) == Connected() == await ann.wait_until_seated(20)
        events = ann.events()
        channel = await page.connect()
        await heard(events, News, lambda event: event.news.ways == (PAGE,))
        assert ann.state.news and [seat.way for seat in ann.state.news.seats[:2]] == [None, "ssh"]
        channel.abort()
        await heard(events, News, lambda event: event.news.ways == ())


@pytest.mark.parametrize("claim", [way_credential(OTHER_KEY, PAGE), way_credential(KEY, PAGE)[:-1]])
async def test_nobody_can_open_a_way_in_without_the_key(serve: Serve, claim: str) -> None:
    room = a_room(settings())
    _, port = await serve(room, gateway_key=KEY)
    mallory = guest(port, "Mallory", claim)
    async with running(mallory):
        assert await mallory.wait_until_seated(20) == Connected()
        assert mallory.state.news and mallory.state.news.ways == ()


@pytest.mark.slow
async def test_gateway_guests_have_the_limits_of_their_own_addresses(serve: Serve) -> None:
    room = a_room(settings())
    _, port = await serve(room, ConnectionLimits(of_one_address=1), gateway_key=KEY)
    ann, bob, second = (
        guest(port, name, credential(KEY, "page", at)) for name, at in (("Ann", ANN), ("Bob", BOB), ("Cyd", ANN))
    )
    async with running(ann, bob, second):
        assert await ann.wait_until_seated(20) == Connected() == await bob.wait_until_seated(20)
        assert await second.wait_until_seated(20) == Closed(ConnectionProblem.CROWDED)


@pytest.mark.parametrize("claim", [credential(OTHER_KEY, "page", ANN), ANN])
async def test_a_forged_credential_impersonates_nobody(serve: Serve, claim: str) -> None:
    _, port = await serve(a_room(settings()), ConnectionLimits(of_one_address=0), gateway_key=KEY)
    mallory = guest(port, "Mallory", claim)
    async with running(mallory):
        assert await mallory.wait_until_seated(20) == Connected()  # as a program of this machine, which it is


async def test_only_the_removed_guest_of_a_gateway_stays_locked_out(serve: Serve) -> None:
    _, port = await serve(a_room(settings()), gateway_key=KEY)
    olga = Session(CuttableNetworkLink([("127.0.0.1", port)]), Identity("Olga", key=OWNER))
    ann, bob = (guest(port, name, credential(KEY, "page", at)) for name, at in (("Ann", ANN), ("Bob", BOB)))
    async with running(olga, ann, bob):
        await olga.wait_until_seated(20)
        events = ann.events()
        assert await ann.wait_until_seated(20) == Connected()
        seat = ann.state.news.you if ann.state.news else None
        assert seat is not None
        olga.request(SetSeat(seat=seat, to="kick"))
        assert (await stands(events, Closed)).reason is Farewell.KICKED
        assert await bob.wait_until_seated(20) == Connected()
    async with running(late := guest(port, "Amy", credential(KEY, "page", ANN))):
        assert await late.wait_until_seated(20) == Closed(Farewell.KICKED)
