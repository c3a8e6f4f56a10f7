"""A locked table over real sockets: the right code, a wrong one, and a relay in the middle that knows neither."""

from pathlib import Path

import pytest
from support.network import Serve, link
from support.relays import relay
from support.tables import a_room, running, settings

from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected, Reason, Status, Trouble
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.room import Room
from sixqp_tui.store.certificate import Certificate, load_or_create, server_context


def draw(length: int) -> bytes:
    return bytes(range(length))


@pytest.fixture
def room(certificate: Certificate) -> Room:
    """A locked room."""
    open_to_all = a_room(settings())
    lock = Lock("k7w3qf", bytes.fromhex(certificate.fingerprint), draw)
    return Room(open_to_all._setup, lambda: bytes(16), str, None, lock)


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
        (None, Closed(Trouble.CODE_WANTED)),
    ],
)
async def test_the_code_lets_in(serve: Serve, room: Room, code: str | None, status: Status) -> None:
    _, port = await serve(room)
    assert await came_to(port, code) == status
    assert room.seated == (2 if status == Connected() else 1)


async def test_a_relay_in_the_middle_gets_nobody_in_with_the_right_code(
    serve: Serve, room: Room, tmp_path: Path
) -> None:
    _, port = await serve(room)
    async with relay(port, server_context(load_or_create(tmp_path))) as between:
        assert await came_to(between, "k7w3qf") == Closed(Farewell.WRONG_CODE)
        assert room.seated == 1


@pytest.mark.parametrize(("code", "reason"), [("k7w3qf", Trouble.CODE_NOT_PROVED), (None, None)])
async def test_a_table_that_does_not_ask_for_the_code_that_was_given_is_not_sat_down_at(
    serve: Serve, code: str | None, reason: Reason | None
) -> None:
    _, port = await serve(a_room(settings()))
    assert await came_to(port, code) == (Closed(reason) if reason else Connected())
