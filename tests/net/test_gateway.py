"""Guests of a gateway come from this machine, and count by the address that the gateway vouches for."""

import pytest
from support.network import CuttableNetworkLink, Serve
from support.tables import OWNER, a_room, running, settings, stands

from sixqp_protocol.messages import SetSeat
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.network.gateway import HEADER, credential, vouched_address

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
ANN, BOB = "192.0.2.7", "2001:db8::8"


def guest(port: int, name: str, claim: str) -> Session:
    return Session(CuttableNetworkLink([("127.0.0.1", port)], headers={HEADER: claim}), Identity(name))


def test_a_credential_stands_for_its_address_and_for_no_other() -> None:
    assert vouched_address(KEY, credential(KEY, ANN)) == ANN
    assert vouched_address(KEY, credential(KEY, "fe80::1%eth0")) == "fe80::1%eth0"
    proof = credential(KEY, ANN).partition(" ")[2]
    for forged in ("", " ", ANN, f"{BOB} {proof}", f"{ANN} {proof[:-1]}", f"{ANN} é", credential(OTHER_KEY, ANN)):
        assert vouched_address(KEY, forged) is None
    assert vouched_address(KEY, credential(KEY, "no address")) is None


async def test_guests_of_a_gateway_have_the_limits_of_their_own_addresses(serve: Serve) -> None:
    room = a_room(settings())
    _, port = await serve(room, ConnectionLimits(of_one_address=1), gateway_key=KEY)
    ann, bob, second = (
        guest(port, name, credential(KEY, at)) for name, at in (("Ann", ANN), ("Bob", BOB), ("Cyd", ANN))
    )
    async with running(ann, bob, second):
        assert await ann.wait_until_seated(20) == Connected() == await bob.wait_until_seated(20)
        assert await second.wait_until_seated(1) == Closed(ConnectionProblem.UNREACHABLE)


@pytest.mark.parametrize("claim", [credential(OTHER_KEY, ANN), ANN])
async def test_a_forged_credential_makes_nobody_somebody_else(serve: Serve, claim: str) -> None:
    _, port = await serve(a_room(settings()), ConnectionLimits(of_one_address=0), gateway_key=KEY)
    mallory = guest(port, "Mallory", claim)
    async with running(mallory):
        assert await mallory.wait_until_seated(20) == Connected()  # as a program of this machine, which it is


async def test_a_gateways_guest_who_was_removed_stays_away_and_nobody_else_does(serve: Serve) -> None:
    _, port = await serve(a_room(settings()), gateway_key=KEY)
    olga = Session(CuttableNetworkLink([("127.0.0.1", port)]), Identity("Olga", token=OWNER))
    ann, bob = (guest(port, name, credential(KEY, at)) for name, at in (("Ann", ANN), ("Bob", BOB)))
    async with running(olga, ann, bob):
        await olga.wait_until_seated(20)
        events = ann.events()
        assert await ann.wait_until_seated(20) == Connected()
        seat = ann.state.news.you if ann.state.news else None
        assert seat is not None
        olga.request(SetSeat(seat=seat, to="kick"))
        assert (await stands(events, Closed)).reason is Farewell.KICKED
        assert await bob.wait_until_seated(20) == Connected()
    async with running(late := guest(port, "Amy", credential(KEY, ANN))):
        assert await late.wait_until_seated(20) == Closed(Farewell.KICKED)
