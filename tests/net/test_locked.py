"""A locked table over real sockets: the right code, a wrong one, and a relay in the middle that knows neither."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from net.impostors import impostor, relay
from support.conversations import welcome
from support.keys import key_of
from support.network import Serve, link
from support.tables import a_room, running, settings
from websockets.asyncio.server import ServerConnection

from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.messages import CodeGiven, CodeWanted, Goodbye
from sixqp_protocol.pairing import HostPairing
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.session import MIN_WAIT, Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Status
from sixqp_tui.host.commands import Services
from sixqp_tui.host.room import Room
from sixqp_tui.store.certificate import Certificate, load_or_create, server_context


def draw(length: int) -> bytes:
    return bytes(range(length))


@pytest.fixture
def room(certificate: Certificate) -> Room:
    """A locked room."""
    open_to_all = a_room(settings())
    seen = bytes.fromhex(certificate.fingerprint)
    return Room(open_to_all.setup, Services(draw, str, None, seen, "k7w3qf"))


async def came_to(port: int, code: str | None) -> Status:
    """How somebody with this code, and no pin, stands to whoever answers there."""
    session = Session(link(port), Identity("Ann", code=code))
    async with running(session):
        return await session.wait_until_seated(20)


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("k7w3qf", Connected()),
        ("zzzzzz", Closed(Farewell.WRONG_CODE)),
    ],
)
async def test_the_code_is_required(serve: Serve, room: Room, code: str | None, status: Status) -> None:
    _, port = await serve(room)
    assert await came_to(port, code) == status
    assert len(room.state.seats.taken) == (2 if status == Connected() else 1)


async def test_a_relay_cannot_get_anybody_in_with_the_right_code(serve: Serve, room: Room, tmp_path: Path) -> None:
    _, port = await serve(room)
    async with relay(port, server_context(load_or_create(tmp_path)), key_of("Eve")) as between:
        assert await came_to(between, "k7w3qf") == Closed(Farewell.WRONG_CODE)
        assert len(room.state.seats.taken) == 1


@pytest.mark.parametrize("last", [None, encode(Goodbye(Farewell.RESTART, 0)), encode(Goodbye(Farewell.ELSEWHERE))])
async def test_an_impostor_gets_one_guess_per_entered_code(certificate: Certificate, last: bytes | None) -> None:
    proofs: list[CodeGiven] = []

    async def guess(client: ServerConnection) -> None:
        """Ask for the code, note the proof, and break off; with this last message, or as a cut line does."""
        await client.send(encode(CodeWanted(HostPairing("000000", bytes(32), draw).share)))
        data = await client.recv()
        assert isinstance(data, bytes)
        given = decode_client(data)
        assert isinstance(given, CodeGiven)
        proofs.append(given)
        if last is None:
            client.transport.abort()
        else:
            await client.send(last)

    async with impostor(server_context(certificate), guess) as (port, came):
        assert await came_to(port, "k7w3qf") == Closed(ConnectionProblem.CODE_UNANSWERED)
        assert (len(proofs), len(came)) == (1, 1)


async def test_a_client_keeps_its_own_retry_delay_whatever_the_host_says(certificate: Certificate) -> None:
    came_at, clock, often = list[float](), asyncio.get_running_loop().time, asyncio.Event()

    async def spin(client: ServerConnection) -> None:
        came_at.append(clock())
        if len(came_at) == 3:
            often.set()
        await client.send(welcome())
        await client.send(encode(Goodbye(Farewell.RESTART, 0)))

    async with (
        impostor(server_context(certificate), spin) as (port, _came),
        running(Session(link(port), Identity("Ann"))),
    ):
        await often.wait()
    assert all(later - before >= 0.75 * MIN_WAIT for before, later in pairwise(came_at))
