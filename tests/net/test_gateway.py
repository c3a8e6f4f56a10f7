"""Guests of a gateway come from this machine, and count by the address that the gateway vouches for."""

import pytest
from support.network import Serve
from support.tables import a_room, running, settings

from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.network.gateway import HEADER, GuestOrigin, credential, read_credential

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
ANN, BOB = "192.0.2.7", "2001:db8::8"


def guest(port: int, name: str, claim: str) -> Session:
    return Session(NetworkLink([("127.0.0.1", port)], headers={HEADER: claim}), Identity(name))


def test_a_credential_is_valid_only_for_its_address_and_way() -> None:
    assert read_credential(KEY, credential(KEY, "page", ANN)) == GuestOrigin(ANN, "page")
    assert read_credential(KEY, credential(KEY, "ssh", "fe80::1%eth0")) == GuestOrigin("fe80::1%eth0", "ssh")
    proof = credential(KEY, "page", ANN).rpartition(" ")[2]
    claims = ("", " ", "  ", ANN, f"page {BOB} {proof}", f"ssh {ANN} {proof}", f"page {ANN} {proof[:-1]}")
    for forged in (*claims, f"page {ANN} é", credential(OTHER_KEY, "page", ANN)):
        assert read_credential(KEY, forged) is None
    assert read_credential(KEY, credential(KEY, "page", "no address")) is None


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
